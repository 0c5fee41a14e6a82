//! Output of llm-inference-bench (`llm_decode_bench`): its JSON, resume
//! checkpoint included, and its console report.
//!
//! The tool measures a matrix of context length by concurrency. Start with
//! [`Json`] for the file and with `cells` for one cell of it; `status` holds how a
//! cell ended, `absent` the cells that are not in the file at all. [`Console`] reads
//! the report: `table` its boxes, `report` what they mean.

mod absent;
mod cells;
mod console;
mod fields;
mod json;
mod metadata;
mod prefill;
mod printed_cell;
mod report;
mod shape;
mod status;
mod summary;
mod table;

pub(super) use console::Console;
pub(super) use json::Json;

/// The tool's name, as in `source.tool`.
const TOOL: &str = "llm-inference-bench";

/// What a run of an unknown model is called.
const NAMELESS: &str = "llm-inference-bench run";
