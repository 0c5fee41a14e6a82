//! The text layout of a "Speed test matrix" page.

use anyhow::{Result, bail};
use speedsheet_core::model::Run;

/// The runs in the layout they would have as a text copy of a page.
///
/// # Errors
/// Until the core crate can write this layout.
pub fn text(_runs: &[&Run]) -> Result<String> {
    bail!("this version cannot write the text layout yet; use `--to json` or `--to csv`")
}
