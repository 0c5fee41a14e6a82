//! The tests in a real browser, and the pictures taken by the same harness.

use std::path::Path;

use anyhow::Result;
use xshell::Cmd;

use crate::site::{self, Profile};
use crate::workspace::Workspace;
use crate::{tools, viewer};

/// Inputs made up for the tests, for what no sample shows, seen from the root.
const FIXTURES: &str = "viewer/browser-tests/data";

/// Builds the stand-alone page of the viewer with trunk, into `viewer/dist/`.
pub(crate) fn build_standalone(workspace: &Workspace) -> Result<()> {
    viewer::add_target(workspace)?;
    let trunk = tools::trunk(workspace)?;
    let bindgen = tools::wasm_bindgen(workspace)?;
    let shell = workspace.shell();
    let _folder = shell.push_dir(workspace.path("viewer"));
    tools::with_on_path(shell.cmd(trunk), &bindgen)?
        .args(["build", "--release"])
        .env(
            "CARGO_ENCODED_RUSTFLAGS",
            viewer::compiler_flags(workspace)?,
        )
        .run()?;
    Ok(())
}

/// Runs the browser tests over a site of the samples and over the stand-alone page.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    build_standalone(workspace)?;
    let mut harness = harness(workspace)?;
    let corpus = workspace.target("browser-tests/corpus");
    if site::build_corpus(workspace, &corpus)? {
        harness = harness.env("SPEEDSHEET_CORPUS_SITE", corpus);
    }
    harness.run()?;
    Ok(())
}

/// Takes the pictures instead of running the tests.
pub(crate) fn take_screenshots(workspace: &Workspace, out: &Path) -> Result<()> {
    let out = workspace.path(out);
    workspace.shell().create_dir(&out)?;
    harness(workspace)?
        .args(["--", "--ignored", "--exact", "screenshots"])
        .env("SPEEDSHEET_SCREENSHOTS", &out)
        .run()?;
    println!("pictures  {}", out.display());
    Ok(())
}

/// The call of the browser tests, with all they need built, installed and named.
fn harness(workspace: &Workspace) -> Result<Cmd<'_>> {
    tools::install_browsers(workspace)?;
    let geckodriver = tools::geckodriver(workspace)?;
    let axe = tools::axe(workspace)?;
    viewer::build(workspace)?;
    let site = workspace.target("browser-tests/site");
    let program = site::build(workspace, Profile::Dev, &[site::SAMPLES, FIXTURES], &site)?;
    let report = workspace.target("browser-tests/report");
    site::write_report(workspace, &program, &report.join("report.html"))?;
    Ok(workspace
        .cargo()
        .args(["test", "--package", "speedsheet-browser-tests"])
        .args(["--features", "browsers"])
        .env("SPEEDSHEET_SITE", site)
        .env("SPEEDSHEET_REPORT", report)
        .env("SPEEDSHEET_PROGRAM", program)
        .env("SPEEDSHEET_SAMPLES", workspace.path(site::SAMPLES))
        .env("SPEEDSHEET_STANDALONE", workspace.path("viewer/dist"))
        .env("SPEEDSHEET_AXE", axe)
        .env(
            "SPEEDSHEET_FAILURES",
            workspace.target("browser-tests/failures"),
        )
        .env("SPEEDSHEET_GECKODRIVER", geckodriver))
}
