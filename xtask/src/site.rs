//! The site of the samples, built by the real program.

use std::path::Path;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// How the generator is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As the tests compile it.
    Dev,
    /// As its users run it.
    Release,
}

/// The folder of the samples, seen from the root.
pub(crate) const SAMPLES: &str = "samples";

/// Builds the generator, and with it a site from these folders in `folder`.
///
/// The viewer must have been built before, since the generator embeds it.
pub(crate) fn build(
    workspace: &Workspace,
    profile: Profile,
    inputs: &[&str],
    folder: &Path,
) -> Result<()> {
    let (compile, output): (&[&str], _) = match profile {
        // With the whole workspace, so that features resolve as they do for the tests
        // and nothing is compiled a second time.
        Profile::Dev => (&["--workspace"], "debug"),
        Profile::Release => (&["--package", "speedsheet", "--release"], "release"),
    };
    workspace
        .cargo()
        .args(["build", "--bin", "speedsheet"])
        .args(compile)
        .run()?;

    let name = format!("speedsheet{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target(output).join(name);
    workspace
        .shell()
        .cmd(&program)
        .arg("build")
        .args(inputs)
        .arg("--out")
        .arg(folder)
        .run()
        .with_context(|| format!("failed to build a site from {}", inputs.join(" and ")))
}
