//! `speedsheet schema`.

use anyhow::Result;
use speedsheet_core::model::Run;

use super::{Exit, output};

pub(super) fn run() -> Result<Exit> {
    let schema = schemars::schema_for!(Run);
    output::print(&format!("{}\n", serde_json::to_string_pretty(&schema)?))?;
    Ok(Exit::Success)
}
