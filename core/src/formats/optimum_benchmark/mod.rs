//! Output of optimum-benchmark: its report as JSON, alone or with the configuration, and
//! as Markdown. [`report`] reads what was measured, [`config`] on what.

mod config;
mod json;
mod markdown;
mod report;

pub(super) use json::Json;
pub(super) use markdown::Markdown;

use crate::model::Run;

/// The tool's name, as in `source.tool`.
const TOOL: &str = "optimum-benchmark";

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

/// A run of this tool, still without measurements.
fn new_run() -> Run {
    let mut run = Run::default();
    run.source.tool = Some(TOOL.to_owned());
    run.source.parser_version = PARSER_VERSION;
    run
}
