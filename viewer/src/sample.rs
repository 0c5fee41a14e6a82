//! A small run for the tests: every status but `skipped` and `unknown`, a blank place,
//! a rounded value and a caveat.

use speedsheet_core::model::Run;

/// The run in `tests/data/run.json`.
pub(crate) fn run() -> Run {
    serde_json::from_str(include_str!("../tests/data/run.json")).unwrap()
}
