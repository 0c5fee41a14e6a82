//! `speedsheet parse`.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use speedsheet_core::model::Run;

use super::{Exit, output, render};
use crate::ingest::redact::Rules;
use crate::{export, ingest};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Benchmark results: files, or folders to look into
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Target::Json)]
    to: Target,
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
    let (inputs, problems) = ingest::find(&args.inputs);
    problems.iter().for_each(output::failure);
    let documents = ingest::load_all(&inputs, Rules::standard(), || {});
    for document in documents.iter().filter(|document| document.has_errors()) {
        output::tell(&render::errors(document));
    }
    let runs: Vec<&Run> = documents
        .iter()
        .flat_map(|document| &document.runs)
        .collect();
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
    Ok(Exit::of(&documents).and_problems(&problems))
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
