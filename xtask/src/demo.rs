//! From a fresh clone to a site to look at.

use anyhow::{Context, Result};

use crate::site::{self, Profile};
use crate::viewer;
use crate::workspace::Workspace;

/// Builds the viewer, the generator and the site of the samples.
pub(crate) fn run(workspace: &Workspace, open: bool) -> Result<()> {
    let sizes = viewer::build(workspace)?;
    let folder = workspace.path("site");
    site::build(workspace, Profile::Release, &[site::SAMPLES], &folder)?;

    let index = folder.join("index.html");
    println!("{sizes}");
    println!("site    {}", folder.display());
    println!("  open  file://{}", index.display());
    if open {
        open::that(&index).with_context(|| format!("failed to open {}", index.display()))?;
    }
    Ok(())
}
