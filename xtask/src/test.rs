//! Every check of the project, in one command.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::viewer::WASM_TARGET;
use crate::workspace::Workspace;
use crate::{browser, package, tools, viewer};

/// A part of the checks, in the order they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formatting.
    Format,
    /// The WASM viewer and its size.
    Viewer,
    /// Clippy for the host and for WASM, with and without default features.
    Lint,
    /// Unit, integration, snapshot and documentation tests.
    Unit,
    /// The documentation, whose links must lead somewhere.
    Docs,
    /// The program built from its package in an empty folder.
    Package,
    /// The stand-alone page of the viewer, built by trunk.
    Trunk,
    /// The site and the stand-alone page in real browsers.
    Browser,
}

/// Warnings are errors here; while one is working they are not.
const NO_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];

/// The documentation is for those who work here, so private items are in it, and a link
/// to one leads somewhere.
const DOC_FLAGS: &str = "-D warnings -A rustdoc::private-intra-doc-links";

/// Runs the parts asked for, all when none is named, and says how long each took.
pub(crate) fn run(workspace: &Workspace, only: &[Part]) -> Result<()> {
    let mut summary = Summary::default();
    for &part in Part::value_variants() {
        if !only.is_empty() && !only.contains(&part) {
            continue;
        }
        println!("\n=== {part}");
        let start = Instant::now();
        let outcome = part.run(workspace);
        summary.add(part, start.elapsed(), outcome.is_ok());
        if outcome.is_err() {
            println!("\n{summary}");
            return outcome.with_context(|| {
                format!("the part '{part}' failed; repeat it with cargo xtask test --only {part}")
            });
        }
    }
    println!("\n{summary}");
    Ok(())
}

impl Part {
    fn run(self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::Format => Ok(workspace.cargo().args(["fmt", "--all", "--check"]).run()?),
            Self::Viewer => viewer::build(workspace).map(|sizes| println!("{sizes}")),
            Self::Lint => lint(workspace),
            Self::Unit => unit(workspace),
            Self::Docs => Ok(workspace
                .cargo()
                .args([
                    "doc",
                    "--workspace",
                    "--no-deps",
                    "--document-private-items",
                ])
                .env("RUSTDOCFLAGS", DOC_FLAGS)
                .run()?),
            Self::Package => package::test(workspace),
            Self::Trunk => browser::build_standalone(workspace),
            Self::Browser => browser::test(workspace),
        }
    }
}

/// Everything that needs no browser. Where the schemas of workflows cannot be fetched, the
/// one test that compares with them says that it was skipped.
fn unit(workspace: &Workspace) -> Result<()> {
    let mut tests = workspace.cargo().args(["test", "--workspace"]);
    match tools::schemas(workspace) {
        Ok(folder) => tests = tests.env("SPEEDSHEET_SCHEMAS", folder),
        Err(error) => println!("The workflows are not compared with their schemas: {error:#}"),
    }
    Ok(tests.run()?)
}

/// Lints what is compiled for the host, for WASM, and without default features.
fn lint(workspace: &Workspace) -> Result<()> {
    viewer::add_target(workspace)?;
    let clippy = |arguments: &[&str]| {
        workspace
            .cargo()
            .arg("clippy")
            .args(arguments)
            .args(NO_WARNINGS)
            .run()
    };
    clippy(&["--workspace", "--all-targets"])?;
    let browsers = ["--package", "speedsheet-browser-tests", "--all-targets"];
    clippy(&[&browsers[..], &["--all-features"]].concat())?;
    let core = ["--package", "speedsheet-core", "--no-default-features"];
    clippy(&core)?;
    let viewer = ["--package", "speedsheet-viewer", "--target", WASM_TARGET];
    clippy(&[&core[..], &viewer].concat())?;
    clippy(&[&viewer[..], &["--all-features"]].concat())?;
    Ok(())
}

/// What ran, how long it took and how it ended.
#[derive(Default)]
struct Summary {
    lines: Vec<(Part, Duration, bool)>,
}

impl Summary {
    fn add(&mut self, part: Part, time: Duration, passed: bool) {
        self.lines.push((part, time, passed));
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().ok_or(fmt::Error)?;
        f.write_str(value.get_name())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut total = Duration::ZERO;
        for (part, time, passed) in &self.lines {
            total += *time;
            let outcome = if *passed { "ok" } else { "FAILED" };
            let name = part.to_string();
            writeln!(f, "{name:<10} {:>8.1} s  {outcome}", time.as_secs_f64())?;
        }
        write!(f, "{:<10} {:>8.1} s", "total", total.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_what_failed_and_adds_up() {
        let mut summary = Summary::default();
        summary.add(Part::Format, Duration::from_millis(1_500), true);
        summary.add(Part::Lint, Duration::from_secs(2), false);
        assert_eq!(
            summary.to_string(),
            "format          1.5 s  ok\nlint            2.0 s  FAILED\ntotal           3.5 s"
        );
    }
}
