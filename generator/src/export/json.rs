//! Normalized JSON.

use serde::Serialize;
use speedsheet_core::model::Run;

/// One run as an object, several as an array; indented, with a line end.
///
/// # Errors
/// Never for runs made by the core crate.
pub fn json(runs: &[&Run]) -> serde_json::Result<String> {
    match runs {
        [run] => pretty(run),
        runs => pretty(runs),
    }
}

/// One run per line.
///
/// # Errors
/// Never for runs made by the core crate.
pub fn json_lines(runs: &[&Run]) -> serde_json::Result<String> {
    let mut text = String::new();
    for run in runs {
        text.push_str(&serde_json::to_string(run)?);
        text.push('\n');
    }
    Ok(text)
}

fn pretty(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}
