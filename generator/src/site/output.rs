//! The folder of the site: whether it may be replaced, and replacing it as a whole.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Write;
use crate::files;

/// Name of the file by which a site is known.
pub(super) const MARKER: &str = "site.json";

/// First key of the marker; a `site.json` of something else does not have it.
const GENERATOR: &str = "\"generator\": \"speedsheet\"";

/// True for a folder that holds a site made by this program.
pub(crate) fn is_site(folder: &Path) -> bool {
    let marker = std::fs::read_to_string(folder.join(MARKER)).unwrap_or_default();
    marker.contains(GENERATOR)
}

/// Content of the marker.
pub(super) fn marker() -> Vec<u8> {
    format!("{{\n  {GENERATOR},\n  \"layout\": 1\n}}\n").into_bytes()
}

/// A folder that may be replaced: it is missing, empty, or holds an earlier site.
#[derive(Debug)]
pub struct OutputFolder {
    shown: String,
    folder: PathBuf,
}

impl OutputFolder {
    /// Makes sure that `folder` may be replaced and shares nothing with `inputs`.
    ///
    /// # Errors
    /// If it is a file, holds something else than a site, or overlaps an input.
    pub fn claim(folder: &Path, inputs: &[PathBuf]) -> Result<Self> {
        let shown = files::shown(folder);
        let shown = shown.trim_end_matches('/');
        let resolved = resolve(folder)?;
        if resolved.is_dir() {
            refuse_foreign(&resolved, shown)?;
        } else if resolved.exists() {
            bail!("the output {shown} is a file; give the name of a folder");
        }
        for input in inputs {
            // An input that cannot be resolved is reported when it is read.
            let Ok(input_path) = input.canonicalize() else {
                continue;
            };
            if input_path.starts_with(&resolved) || resolved.starts_with(&input_path) {
                bail!(
                    "the output {shown} and the input {} overlap; write the site to a folder \
                     outside of the inputs",
                    files::shown(input)
                );
            }
        }
        Ok(Self {
            shown: shown.to_owned(),
            folder: resolved,
        })
    }

    /// The folder as it was asked for.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Replaces the folder with the files that `make` writes: beside it, then swapped in, so
    /// a failure leaves the earlier site as it was.
    ///
    /// # Errors
    /// If `make` fails, or something cannot be written or renamed.
    pub fn replace_with(&self, make: impl FnOnce(&mut Write<'_>) -> Result<()>) -> Result<()> {
        let attempt = || {
            format!(
                "failed to write the site to {}; nothing was changed",
                self.shown
            )
        };
        self.try_replace(make).with_context(attempt)
    }

    fn try_replace(&self, make: impl FnOnce(&mut Write<'_>) -> Result<()>) -> Result<()> {
        let parent = self
            .folder
            .parent()
            .context("the root of a disk cannot be replaced")?;
        files::create_folder(parent)?;
        // Beside the folder, because a rename works within one file system only.
        let staging = tempfile::Builder::new()
            .prefix(".speedsheet-")
            .tempdir_in(parent)
            .with_context(|| format!("failed to make a folder in {}", files::shown(parent)))?;
        // Inside the temporary folder, because that one is for its owner's eyes only.
        let (new, old) = (staging.path().join("new"), staging.path().join("old"));
        make(&mut |path, content| files::write(&new.join(path), content))?;
        if !self.folder.exists() {
            return files::rename(&new, &self.folder);
        }
        // In one step where the system can, so that even a kill leaves a whole site.
        if files::exchange(&new, &self.folder) {
            return Ok(());
        }
        files::rename(&self.folder, &old)?;
        if let Err(error) = files::rename(&new, &self.folder) {
            files::rename(&old, &self.folder).context("failed to put the earlier site back")?;
            return Err(error);
        }
        Ok(())
    }
}

/// The absolute path without links; the folder itself need not exist.
fn resolve(folder: &Path) -> Result<PathBuf> {
    let attempt = || format!("failed to find {}", files::shown(folder));
    if folder.exists() {
        return folder.canonicalize().with_context(attempt);
    }
    let absolute = std::path::absolute(folder).with_context(attempt)?;
    let existing = absolute.ancestors().find(|path| path.exists());
    let Some(existing) = existing else {
        return Ok(absolute);
    };
    let missing = absolute.strip_prefix(existing).with_context(attempt)?;
    Ok(existing.canonicalize().with_context(attempt)?.join(missing))
}

fn refuse_foreign(folder: &Path, shown: &str) -> Result<()> {
    let mut entries = folder
        .read_dir()
        .with_context(|| format!("failed to look into {shown}"))?;
    if entries.next().is_none() {
        return Ok(());
    }
    if !is_site(folder) {
        bail!(
            "the folder {shown} is not empty and not a site made by speedsheet, so it is not \
             replaced; choose another folder or empty it yourself"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_that_fails_half_way_leaves_the_earlier_site() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OutputFolder::claim(&parent.path().join("site"), &[]).unwrap();
        let write = |files: &[(&str, &[u8])]| {
            folder.replace_with(|write| {
                files
                    .iter()
                    .try_for_each(|(path, content)| write(path, content))
            })
        };
        write(&[(MARKER, &marker()), ("a", b"old")]).unwrap();

        // A file cannot be a folder too.
        let error = write(&[("a", b"new"), ("a/b", b"")]).unwrap_err();

        assert!(error.to_string().contains("nothing was changed"), "{error}");
        assert_eq!(std::fs::read(parent.path().join("site/a")).unwrap(), b"old");
        assert_eq!(parent.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn an_empty_folder_may_be_used() {
        let folder = tempfile::tempdir().unwrap();
        assert!(OutputFolder::claim(folder.path(), &[]).is_ok());
    }
}
