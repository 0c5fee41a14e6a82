//! `speedsheet build`.

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::inputs::Inputs;
use super::material::Material;
use super::output::{self, counted};
use crate::site::{self, Address, Changes, Entry, OutputFolder};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Folder of the site; replaced as a whole where it holds an earlier one
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Keep every run on a page of its own, where files of a sweep would become one
    #[arg(long)]
    no_group: bool,
    /// Address that the site will have, for its feed, sitemap and previews; before that of
    /// the configuration
    #[arg(long, value_name = "URL")]
    base_url: Option<Address>,
    /// Theme of the pages, before that of the configuration: `default` or `paper`
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let folder = OutputFolder::claim(&args.out, &args.inputs.inputs)?;
    let material = Material::gather(&args.inputs, !args.no_group)?;
    if material.exit == Exit::Nothing {
        return Ok(material.exit);
    }
    let theme = material.config.theme(args.theme.as_deref())?;
    let address = args.base_url.as_ref().or(material.config.address.as_ref());
    let settings = material.settings(&theme, address);
    let changes = folder.replace_with(|write| {
        site::render(
            &material.entries,
            &material.pages,
            &settings,
            &material.copies,
            write,
        )
    })?;
    if address.is_some() {
        tell_undated(site::undated(&material.entries));
    }
    let mut text = material.grouped;
    text.push_str(&summary(&material.entries, folder.shown(), changes));
    output::print(&text)?;
    Ok(material.exit)
}

fn tell_undated(runs: usize) {
    let said = match runs {
        0 => return,
        1 => "1 run does not say when it was measured, so the feed leaves it out".to_owned(),
        _ => format!("{runs} runs do not say when they were measured, so the feed leaves them out"),
    };
    output::tell(&format!("note: {said}"));
}

fn summary(entries: &[Entry], folder: &str, changes: Changes) -> String {
    let mut text = String::new();
    for entry in entries {
        let run = &entry.run;
        let count = counted(run.measurements.len(), "measurement");
        text.push_str(&format!("{folder}/runs/{}.html  {count}\n", run.slug));
    }
    text.push_str(&format!(
        "{} written, {} unchanged, {} removed\n",
        counted(changes.written, "file"),
        changes.unchanged,
        changes.removed
    ));
    if changes.foreign > 0 {
        let files = counted(changes.foreign, "file");
        text.push_str(&format!("kept {files} that speedsheet did not write\n"));
    }
    text.push_str(&format!(
        "built {}: open {folder}/index.html\n",
        counted(entries.len(), "run")
    ));
    text
}
