//! Output of llama-benchy: its JSON, and its table in a log or a page.
//!
//! The tool asks a server as llama-bench asks a model: `pp` prompt tokens behind a depth,
//! then `tg` generated ones, with some requests at once. The first gives a prefill
//! measurement, the second a decode one.

mod json;
mod markdown;

pub(super) use json::Json;
pub(super) use markdown::Markdown;

use crate::model::Run;

/// What comes out of both.
const YIELDS: &str =
    "prefill and decode by depth and concurrency: mean and deviation, time to first token";

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

/// A run of this tool, still without measurements.
fn new_run() -> Run {
    let mut run = Run::default();
    run.source.tool = Some("llama-benchy".to_owned());
    run.source.parser_version = PARSER_VERSION;
    run
}
