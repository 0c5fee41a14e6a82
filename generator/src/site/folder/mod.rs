//! The folder of the site: whether it may be replaced, and replacing it as a whole.

mod earlier;
mod staging;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Write, manifest};
use crate::files;
use earlier::Earlier;
use staging::Staging;

/// The file by which sites were known before they had a manifest.
const FORMER_MARKER: (&str, &str) = ("site.json", "\"generator\": \"speedsheet\"");

/// True for a folder that holds a site made by this program.
pub(crate) fn is_site(folder: &Path) -> bool {
    let (name, text) = FORMER_MARKER;
    let former = || std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    manifest::is_in(folder) || former().contains(text)
}

/// What a build did to the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Changes {
    /// Files that are new or have other bytes than before.
    pub written: usize,
    /// Files that were there with the same bytes, and were not touched.
    pub unchanged: usize,
    /// Files of the earlier site that are gone.
    pub removed: usize,
    /// Files that are not of the site and were kept.
    pub foreign: usize,
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
    /// a failure leaves the earlier site as it was. Files that have the same bytes already
    /// are not written again, and where all are the same nothing is touched.
    ///
    /// # Errors
    /// If `make` fails, or something cannot be written or renamed.
    pub fn replace_with(&self, make: impl FnOnce(&mut Write<'_>) -> Result<()>) -> Result<Changes> {
        let attempt = || {
            format!(
                "failed to write the site to {}; nothing was changed",
                self.shown
            )
        };
        self.try_replace(make).with_context(attempt)
    }

    fn try_replace(&self, make: impl FnOnce(&mut Write<'_>) -> Result<()>) -> Result<Changes> {
        let parent = self
            .folder
            .parent()
            .context("the root of a disk cannot be replaced")?;
        let staging = Staging::new(parent)?;
        let (new, old) = (staging.new_site(), staging.old_site());
        let mut earlier = Earlier::find(&self.folder)?;
        let mut changes = Changes::default();
        make(&mut |path, content| {
            if earlier.take_over(path, content, &new)? {
                changes.unchanged += 1;
                return Ok(());
            }
            changes.written += 1;
            files::write(&new.join(path), content)
        })?;
        changes.removed = earlier.left();
        if changes.written == 0 && changes.removed == 0 {
            return Ok(changes);
        }
        changes.foreign = earlier.carry_foreign(&new)?;
        if !self.folder.exists() {
            files::rename(&new, &self.folder)?;
            return Ok(changes);
        }
        // In one step where the system can, so that even a kill leaves a whole site.
        if files::exchange(&new, &self.folder) {
            return Ok(changes);
        }
        files::rename(&self.folder, &old)?;
        if let Err(error) = files::rename(&new, &self.folder) {
            files::rename(&old, &self.folder).context("failed to put the earlier site back")?;
            return Err(error);
        }
        Ok(changes)
    }
}

/// Everything below a folder that is no folder, by its path with slashes, sorted, and whether
/// it is a plain file. Links are not followed.
///
/// # Errors
/// If something cannot be looked into.
pub(super) fn list(folder: &Path) -> Result<Vec<(String, bool)>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).min_depth(1) {
        let entry =
            entry.with_context(|| format!("failed to look into {}", files::shown(folder)))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Vec<String> = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        found.push((parts.join("/"), entry.file_type().is_file()));
    }
    found.sort();
    Ok(found)
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

    /// A folder for a site, and writing files to it as a build does.
    struct Trial {
        parent: tempfile::TempDir,
        folder: OutputFolder,
    }

    impl Trial {
        fn new() -> Self {
            let parent = tempfile::tempdir().unwrap();
            let folder = OutputFolder::claim(&parent.path().join("site"), &[]).unwrap();
            Self { parent, folder }
        }

        /// Writes these files, and a manifest that lists them.
        fn write(&self, files: &[(&str, &str)]) -> Result<Changes> {
            self.folder.replace_with(|write| {
                let mut files_written = super::super::files::Files::new(write);
                for (path, content) in files {
                    files_written.add(path, content.as_bytes())?;
                }
                let manifest = manifest::Manifest::new(&[], &files_written).to_text()?;
                files_written.add(manifest::NAME, manifest.as_bytes())
            })
        }

        fn path(&self, name: &str) -> PathBuf {
            self.parent.path().join("site").join(name)
        }
    }

    fn changes(written: usize, unchanged: usize, removed: usize) -> Changes {
        Changes {
            written,
            unchanged,
            removed,
            foreign: 0,
        }
    }

    #[test]
    fn a_build_that_fails_half_way_leaves_the_earlier_site() {
        let trial = Trial::new();
        trial.write(&[("a", "old")]).unwrap();

        // A file cannot be a folder too.
        let error = trial.write(&[("a", "new"), ("a/b", "")]).unwrap_err();

        assert!(error.to_string().contains("nothing was changed"), "{error}");
        assert_eq!(std::fs::read(trial.path("a")).unwrap(), b"old");
        assert_eq!(trial.parent.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn only_what_differs_is_written() {
        let trial = Trial::new();
        let first = [("a", "1"), ("b/c", "2"), ("b/d", "3")];
        assert_eq!(trial.write(&first).unwrap(), changes(4, 0, 0));
        assert_eq!(trial.write(&first).unwrap(), changes(0, 4, 0));

        let time = |name: &str| trial.path(name).metadata().unwrap().modified().unwrap();
        let old = std::time::SystemTime::UNIX_EPOCH;
        for name in ["a", "b/c"] {
            let file = std::fs::File::options().write(true).open(trial.path(name));
            file.unwrap().set_modified(old).unwrap();
        }
        // The manifest is another one too.
        let second = [("a", "1"), ("b/c", "x"), ("e", "4")];
        assert_eq!(trial.write(&second).unwrap(), changes(3, 1, 1));
        assert_eq!(time("a"), old);
        assert!(time("b/c") > old);
        assert!(!trial.path("b/d").exists());
    }

    #[test]
    fn a_file_that_somebody_changed_is_written_again() {
        let trial = Trial::new();
        trial.write(&[("a", "1")]).unwrap();
        std::fs::write(trial.path("a"), "2").unwrap();
        assert_eq!(trial.write(&[("a", "1")]).unwrap(), changes(1, 1, 0));
        assert!(manifest::verify(&trial.path("")).unwrap().is_whole());
    }

    #[test]
    fn what_somebody_put_beside_the_site_stays() {
        let trial = Trial::new();
        trial.write(&[("a", "1")]).unwrap();
        files::write(&trial.path("CNAME"), b"bench.example").unwrap();
        files::write(&trial.path(".git/HEAD"), b"ref").unwrap();

        let second = trial.write(&[("a", "2")]).unwrap();

        assert_eq!(second.foreign, 2);
        assert_eq!(std::fs::read(trial.path("a")).unwrap(), b"2");
        assert_eq!(std::fs::read(trial.path(".git/HEAD")).unwrap(), b"ref");
        let error = trial.write(&[("a", "2"), ("CNAME", "")]).unwrap_err();
        assert!(format!("{error:#}").contains("move it away"), "{error:#}");
        assert_eq!(
            std::fs::read(trial.path("CNAME")).unwrap(),
            b"bench.example"
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_link_in_the_folder_is_neither_followed_nor_lost() {
        let trial = Trial::new();
        trial.write(&[("runs/a", "1")]).unwrap();
        let outside = tempfile::tempdir().unwrap();
        files::write(&outside.path().join("a"), b"1").unwrap();
        std::fs::remove_dir_all(trial.path("runs")).unwrap();
        std::os::unix::fs::symlink(outside.path(), trial.path("runs")).unwrap();

        let error = trial.write(&[("runs/a", "2")]).unwrap_err();

        assert!(format!("{error:#}").contains("runs"), "{error:#}");
        assert_eq!(std::fs::read(outside.path().join("a")).unwrap(), b"1");
    }

    #[test]
    fn an_empty_folder_may_be_used() {
        let folder = tempfile::tempdir().unwrap();
        assert!(OutputFolder::claim(folder.path(), &[]).is_ok());
    }
}
