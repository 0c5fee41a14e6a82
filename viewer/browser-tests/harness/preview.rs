//! The program while it serves a project.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use super::site::path_from_env;
use super::workshop::PROGRAM;

/// What is served.
pub(crate) const INPUT: &str = "run.txt";

/// A running `speedsheet serve`, which is ended when it is dropped.
pub(crate) struct Preview {
    program: Child,
    /// Where the site is, with a slash at the end.
    url: String,
    /// Open for as long as the program writes to it.
    _said: BufReader<ChildStdout>,
}

impl Preview {
    /// Serves the [`INPUT`] of a project, on a free port.
    pub(crate) fn start(project: &Path) -> Result<Self> {
        let mut program = Command::new(path_from_env(PROGRAM)?)
            .args(["serve", INPUT, "--port", "0"])
            .current_dir(project)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = program.stdout.take().context("the program has no output")?;
        let mut said = BufReader::new(output);
        let mut greeting = String::new();
        said.read_line(&mut greeting)?;
        let mut words = greeting.split_whitespace();
        let url = words.find(|word| word.starts_with("http://"));
        let url = url.with_context(|| format!("no address in {greeting:?}"));
        Ok(Self {
            url: url?.to_owned(),
            program,
            _said: said,
        })
    }

    /// The address of a page of the site; the empty path is that of its root.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        // Where it has ended already the test fails for lack of answers.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
