//! The text layout of a "Speed test matrix" page.

use speedsheet_core::formats::matrix_text::{Dialect, to_text, unwritten};
use speedsheet_core::model::Run;

/// The runs in the layout they would have as text copies of pages, each in the dialect
/// it was read from.
pub fn text(runs: &[&Run]) -> String {
    let pages: Vec<String> = runs
        .iter()
        .map(|run| to_text(run, Dialect::of(run)))
        .collect();
    pages.join("\n")
}

/// How many measurements of the runs the layout has no place for.
pub fn left_out_of_text(runs: &[&Run]) -> usize {
    runs.iter().map(|run| unwritten(run)).sum()
}
