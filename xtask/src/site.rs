//! The site of the samples, built by the real program.

use std::path::{Path, PathBuf};

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

/// Builds the generator, and with it a site from these folders in `folder`; gives the path of
/// the program.
///
/// The viewer must have been built before, since the generator embeds it.
pub(crate) fn build(
    workspace: &Workspace,
    profile: Profile,
    inputs: &[&str],
    folder: &Path,
) -> Result<PathBuf> {
    let program = compile(workspace, profile)?;
    build_with(workspace, &program, inputs, folder)?;
    Ok(program)
}

/// The same with a program that is there already.
pub(crate) fn build_with(
    workspace: &Workspace,
    program: &Path,
    inputs: &[&str],
    folder: &Path,
) -> Result<()> {
    let inputs: Vec<&Path> = inputs.iter().map(Path::new).collect();
    build_from(workspace, program, &inputs, folder)
        .with_context(|| format!("failed to build a site from {inputs:?}"))
}

/// The samples that the report of the browser tests is made of.
const REPORTED: [&str; 2] = ["qwen3.5-2b-h200-nvl.txt", "qwen3.5-397b-h200-sxm-x4.txt"];

/// Writes a report of two samples to `file`.
pub(crate) fn write_report(workspace: &Workspace, program: &Path, file: &Path) -> Result<()> {
    let samples = REPORTED.map(|name| Path::new(SAMPLES).join(name));
    workspace
        .shell()
        .cmd(program)
        .arg("report")
        .args(samples)
        .arg("--out")
        .arg(file)
        .run()
        .with_context(|| format!("failed to write a report to {}", file.display()))
}

/// Builds a site from the folder of real files beside the checkout, where there is one; gives
/// whether there is. Some of those files are no results, so errors of files are none here.
pub(crate) fn build_corpus(workspace: &Workspace, folder: &Path) -> Result<bool> {
    let corpus = workspace.path("../shared/formats");
    if !corpus.is_dir() {
        return Ok(false);
    }
    let program = compile(workspace, Profile::Dev)?;
    workspace.shell().remove_path(folder)?;
    let built = build_from(workspace, &program, &[&corpus], folder);
    match built {
        Ok(()) => Ok(true),
        Err(_) if folder.join("index.html").is_file() => Ok(true),
        Err(error) => Err(error).context("failed to build a site from ../shared/formats"),
    }
}

/// Compiles the generator and gives the path of the program.
fn compile(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
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
    Ok(workspace.target(output).join(name))
}

fn build_from(
    workspace: &Workspace,
    program: &Path,
    inputs: &[&Path],
    folder: &Path,
) -> Result<()> {
    workspace
        .shell()
        .cmd(program)
        .arg("build")
        .args(inputs)
        .arg("--out")
        .arg(folder)
        .run()?;
    Ok(())
}
