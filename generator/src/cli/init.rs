//! `speedsheet init`.

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::output;
use crate::files;
use crate::starter::{self, Host};

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Args {
    /// Folder of the project; made where missing
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Write the workflow that publishes on this host only; both without it
    #[arg(long, value_enum, value_name = "HOST")]
    host: Option<Host>,
}

const HELP: &str = "\
Writes speedsheet.toml, a folder for results, .gitignore, and workflows that check the results
and publish the report. Files that are there already are kept as they are.

Example:
  speedsheet init
  cp ~/sweep/*.json results/
  speedsheet build results --out site";

pub(super) fn run(args: &Args) -> Result<Exit> {
    let hosts = match args.host {
        Some(host) => vec![host],
        None => vec![Host::Github, Host::Gitlab],
    };
    let mut text = String::new();
    for file in starter::start(&args.folder, &hosts)? {
        let path = files::shown(&args.folder.join(file.path));
        let path = path.strip_prefix("./").unwrap_or(&path);
        text.push_str(&match file.written {
            true => format!("wrote {path}\n"),
            false => format!("kept  {path}, which was there\n"),
        });
    }
    text.push_str("put results into results/, then: speedsheet build results --out site\n");
    output::print(&text)?;
    Ok(Exit::Success)
}
