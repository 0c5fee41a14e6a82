//! `speedsheet formats`.

use anyhow::Result;
use speedsheet_core::formats::REGISTRY;

use super::{Exit, output};

pub(super) fn run() -> Result<Exit> {
    let mut text = String::new();
    for format in REGISTRY {
        let info = format.info();
        text.push_str(&format!("{}\n  {}\n", info.id, info.name));
        for (label, value) in [("versions", info.versions), ("gives", info.yields)] {
            if !value.is_empty() {
                text.push_str(&format!("  {label}: {value}\n"));
            }
        }
    }
    output::print(&text)?;
    Ok(Exit::Success)
}
