//! `speedsheet theme`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

use super::Exit;
use super::output::{self, counted};
use crate::{files, site};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the files of a theme into a folder, to start an own one from
    ///
    /// Keep only the files that you change: what a folder `theme` beside speedsheet.toml does
    /// not have comes from the theme below it. A template that begins with
    /// `{% extends "below/run.html" %}` changes single blocks, and `extra.css` is added
    /// behind the styles.
    Export(Export),
}

#[derive(Debug, clap::Args)]
struct Export {
    /// Folder to write to; nothing in it is overwritten
    #[arg(value_name = "DIR", default_value = "theme")]
    folder: PathBuf,
    /// The theme: `default` or `paper`
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    match &args.command {
        Command::Export(args) => export(args),
    }
}

fn export(args: &Export) -> Result<Exit> {
    let names = site::export(args.theme.as_deref(), &args.folder)?;
    let folder = files::shown(&args.folder);
    let mut text: String = names
        .iter()
        .map(|name| format!("{folder}/{name}\n"))
        .collect();
    text.push_str(&format!(
        "wrote {}; take away those that you leave as they are\n",
        counted(names.len(), "file")
    ));
    output::print(&text)?;
    Ok(Exit::Success)
}
