//! A folder in which a test writes inputs and has the real program build sites from them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::site::{Site, path_from_env};

/// Names the program.
pub(crate) const PROGRAM: &str = "SPEEDSHEET_PROGRAM";

/// Names the folder of the samples.
const SAMPLES: &str = "SPEEDSHEET_SAMPLES";

/// A project like that of an author; the site is in its folder `site`.
pub(crate) struct Workshop {
    site: Site,
}

impl Workshop {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            site: Site::empty()?,
        })
    }

    /// Where the project is.
    pub(crate) fn folder(&self) -> &Path {
        self.site.root()
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<()> {
        let path = self.folder().join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, content).with_context(|| format!("failed to write {name:?}"))
    }

    /// Puts a sample into the project under another name; gives its text.
    pub(crate) fn take_sample(&self, sample: &str, name: &str) -> Result<String> {
        let path = path_from_env(SAMPLES)?.join(sample);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("failed to read {}", path.display()))?;
        self.write(name, &text)?;
        Ok(text)
    }

    /// Runs the program in the project.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<()> {
        self.run_to(0, arguments)
    }

    fn run_to(&self, code: i32, arguments: &[&str]) -> Result<()> {
        let outcome = Command::new(path_from_env(PROGRAM)?)
            .args(arguments)
            .current_dir(self.folder())
            .output()?;
        ensure!(
            outcome.status.code() == Some(code),
            "{arguments:?} ended with {:?} instead of {code}: {}",
            outcome.status,
            String::from_utf8_lossy(&outcome.stderr)
        );
        Ok(())
    }

    /// The project itself, for the program to serve.
    pub(crate) fn into_site(self) -> Site {
        self.site
    }

    /// Builds the site with these arguments, the output left out.
    pub(crate) fn build(self, arguments: &[&str]) -> Result<Site> {
        self.run(&[&["build"], arguments, &["--out", "site"]].concat())?;
        Ok(self.site.into_folder("site"))
    }

    /// The same where some inputs are known to have errors.
    pub(crate) fn build_with_errors(self, arguments: &[&str]) -> Result<Site> {
        self.run_to(1, &[&["build"], arguments, &["--out", "site"]].concat())?;
        Ok(self.site.into_folder("site"))
    }
}
