//! `speedsheet schema`.

use anyhow::Result;
use speedsheet_core::model::Run;

use super::{Exit, output};
use crate::config::{ConfigFile, Sidecar};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The schema of speedsheet.toml instead
    #[arg(long, conflicts_with = "sidecar")]
    config: bool,
    /// The schema of a sidecar (`run.json.meta.toml`) instead
    #[arg(long)]
    sidecar: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let schema = match args {
        Args { config: true, .. } => schemars::schema_for!(ConfigFile),
        Args { sidecar: true, .. } => schemars::schema_for!(Sidecar),
        _ => schemars::schema_for!(Run),
    };
    output::print(&format!("{}\n", serde_json::to_string_pretty(&schema)?))?;
    Ok(Exit::Success)
}
