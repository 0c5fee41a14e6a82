//! The tools that the checks need: found where they are, installed where they are not.
//!
//! Nothing that is there is replaced. A program of another version than the one needed
//! stays, and ours goes into `target/tools/`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Cmd;

use crate::viewer;
use crate::workspace::Workspace;

mod axe;
mod crates;
mod schemas;
mod system;

pub(crate) use axe::axe;
pub(crate) use crates::{geckodriver, trunk, wasm_bindgen};
pub(crate) use schemas::schemas;
pub(crate) use system::install_browsers;

/// Installs everything at once.
pub(crate) fn install_all(workspace: &Workspace) -> Result<()> {
    viewer::add_target(workspace)?;
    install_browsers(workspace)?;
    for program in [
        trunk(workspace)?,
        wasm_bindgen(workspace)?,
        geckodriver(workspace)?,
        axe(workspace)?,
        schemas(workspace)?,
    ] {
        println!("found  {}", program.display());
    }
    Ok(())
}

/// Lets a command find `program` by its bare name, before any other of that name.
pub(crate) fn with_on_path<'a>(command: Cmd<'a>, program: &Path) -> Result<Cmd<'a>> {
    let folder = program
        .parent()
        .with_context(|| format!("{} is in no folder", program.display()))?;
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::iter::once(folder.to_owned())
        .chain(std::env::split_paths(&rest))
        .collect();
    Ok(command.env("PATH", std::env::join_paths(folders)?))
}
