//! `speedsheet parse`.

use anyhow::Result;
use clap::ValueEnum;
use speedsheet_core::model::Run;

use super::inputs::Inputs;
use super::{Exit, output, render};
use crate::{export, ingest};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Target::Json)]
    to: Target,
    /// Put files of a sweep together into one run, as `build` does
    #[arg(long)]
    group: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Target {
    /// Normalized JSON: an object for one run, an array for several
    Json,
    /// Normalized JSON, one run per line
    Jsonl,
    /// One row per measurement
    Csv,
    /// The layout of a text copy of a "Speed test matrix" page
    Text,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut read = args.inputs.read(false, |_| || {})?;
    let exit = Exit::of(&read.documents).and_problems(&read.found.problems);
    for document in read.documents.iter().filter(|one| one.has_errors()) {
        output::tell(&render::errors(document));
    }
    let grouped = if args.group {
        ingest::gather(&mut read.documents, &read.found, read.config.rules(), true)
    } else {
        Vec::new()
    };
    let apart = read.documents.iter().flat_map(|document| &document.runs);
    let runs: Vec<&Run> = grouped.iter().map(|one| &one.run).chain(apart).collect();
    if runs.is_empty() {
        output::tell("no runs to print");
        return Ok(Exit::Nothing);
    }
    output::print(&match args.to {
        Target::Json => export::json(&runs)?,
        Target::Jsonl => export::json_lines(&runs)?,
        Target::Csv => export::csv(&runs)?,
        Target::Text => text(&runs),
    })?;
    Ok(exit)
}

fn text(runs: &[&Run]) -> String {
    let left_out = export::left_out_of_text(runs);
    if left_out > 0 {
        output::tell(&format!(
            "warning: left out {}: the text layout holds prefill and decode only",
            output::counted(left_out, "measurement")
        ));
    }
    export::text(runs)
}
