//! A site on disk, built by the real program from the samples.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;
use walkdir::WalkDir;

/// The name of a report in its folder.
pub(crate) const REPORT_FILE: &str = "report.html";

/// The folder of a site.
pub(crate) struct Site {
    root: PathBuf,
    /// Set for a folder that goes when the site goes.
    _temporary: Option<TempDir>,
}

impl Site {
    /// The site that an environment variable names.
    pub(crate) fn from_env(variable: &str) -> Result<Self> {
        Self::holding("index.html", variable)
    }

    /// The folder of a report that an environment variable names.
    pub(crate) fn report_from_env(variable: &str) -> Result<Self> {
        Self::holding(REPORT_FILE, variable)
    }

    fn holding(page: &str, variable: &str) -> Result<Self> {
        let root = path_from_env(variable)?;
        ensure!(
            root.join(page).is_file(),
            "{variable} is {}, which holds no {page}; cargo xtask test --only browser builds it",
            root.display()
        );
        Ok(Self {
            root,
            _temporary: None,
        })
    }

    /// A folder for a site that a test writes itself.
    pub(crate) fn empty() -> Result<Self> {
        let folder = TempDir::new()?;
        Ok(Self {
            root: folder.path().to_owned(),
            _temporary: Some(folder),
        })
    }

    /// A copy that a test may damage.
    pub(crate) fn copy(&self) -> Result<Self> {
        let copy = Self::empty()?;
        for entry in WalkDir::new(&self.root) {
            let entry = entry?;
            let to = copy.root.join(entry.path().strip_prefix(&self.root)?);
            if entry.file_type().is_dir() {
                fs::create_dir_all(&to)?;
            } else {
                fs::copy(entry.path(), &to)
                    .with_context(|| format!("failed to copy {}", entry.path().display()))?;
            }
        }
        Ok(copy)
    }

    /// A folder in this one, as a site of its own that keeps the whole alive.
    pub(crate) fn into_folder(self, name: &str) -> Self {
        Self {
            root: self.root.join(name),
            _temporary: self._temporary,
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Every page, as a path from the root; not the one for what is not there.
    pub(crate) fn pages(&self) -> Result<Vec<String>> {
        let mut pages = self.own_pages()?;
        pages.extend(self.run_pages()?);
        Ok(pages)
    }

    /// The list of runs and what the author wrote, as paths from the root.
    pub(crate) fn own_pages(&self) -> Result<Vec<String>> {
        let mut pages = Vec::new();
        for entry in WalkDir::new(&self.root).sort_by_file_name() {
            let entry = entry?;
            let path = entry.path().strip_prefix(&self.root)?;
            let path = path.to_string_lossy().replace('\\', "/");
            if path.ends_with(".html") && !path.starts_with("runs/") && path != "404.html" {
                pages.push(path);
            }
        }
        Ok(pages)
    }

    /// The pages of runs, as paths from the root, sorted.
    pub(crate) fn run_pages(&self) -> Result<Vec<String>> {
        let names = names_in(&self.root.join("runs"))?;
        let pages: Vec<String> = names
            .into_iter()
            .filter(|name| name.ends_with(".html"))
            .map(|name| format!("runs/{name}"))
            .collect();
        ensure!(!pages.is_empty(), "{} has no run", self.root.display());
        Ok(pages)
    }

    /// The one page of a run whose name starts with `prefix`.
    pub(crate) fn run_page(&self, prefix: &str) -> Result<String> {
        let pages = self.run_pages()?;
        let wanted = format!("runs/{prefix}");
        let mut found = pages.iter().filter(|page| page.starts_with(&wanted));
        match (found.next(), found.next()) {
            (Some(page), None) => Ok(page.clone()),
            (None, _) => bail!("no page starts with {wanted}; there are {pages:?}"),
            (Some(one), Some(two)) => bail!("{one} and {two} both start with {wanted}"),
        }
    }

    /// The files in `folder` with this ending, sorted.
    pub(crate) fn files(&self, folder: &str, ending: &str) -> Result<Vec<PathBuf>> {
        let folder = self.root.join(folder);
        let names = names_in(&folder)?;
        Ok(names
            .into_iter()
            .filter(|name| name.ends_with(ending))
            .map(|name| folder.join(name))
            .collect())
    }
}

/// The path in an environment variable.
pub(crate) fn path_from_env(variable: &str) -> Result<PathBuf> {
    let path = std::env::var_os(variable).with_context(|| {
        format!("{variable} is not set; run the tests with cargo xtask test --only browser")
    })?;
    Ok(path.into())
}

fn names_in(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("failed to read {}", folder.display()))?;
    let mut names = entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<Vec<String>>>()?;
    names.sort();
    Ok(names)
}
