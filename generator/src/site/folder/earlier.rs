//! The site that is in the output folder already.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::super::manifest;
use crate::files;

/// The files of an earlier site, and of others, in the output folder.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    folder: PathBuf,
    /// Paths of the files that it wrote itself and that nothing new took the place of yet.
    own: BTreeMap<String, ()>,
    /// Paths of the files that somebody put beside them.
    foreign: Vec<String>,
}

impl Earlier {
    /// Looks through a folder, which may be missing.
    ///
    /// # Errors
    /// If it cannot be read, or holds a link that the site did not write: it could not be
    /// carried over as it is.
    pub(super) fn find(folder: &Path) -> Result<Self> {
        if !folder.exists() {
            return Ok(Self::default());
        }
        // Without a readable manifest everything is taken for the site's own.
        let listed = manifest::own_files(folder);
        let is_own = |path: &str| listed.as_ref().is_none_or(|listed| listed.contains(path));
        let mut earlier = Self {
            folder: folder.to_path_buf(),
            ..Self::default()
        };
        for (path, is_file) in super::list(folder)? {
            if !is_file && !is_own(&path) {
                bail!(
                    "{path} in the folder is a link or no plain file, and was not written by \
                     speedsheet; take it away or choose another folder"
                );
            }
            match is_own(&path) {
                true if is_file => drop(earlier.own.insert(path, ())),
                true => {}
                false => earlier.foreign.push(path),
            }
        }
        Ok(earlier)
    }

    /// Takes over a file into the new site where it has the same bytes already; gives whether
    /// it did. The file itself stays what it is, with its time: only its name is new.
    pub(super) fn take_over(&mut self, path: &str, content: &[u8], new: &Path) -> Result<bool> {
        if self.own.remove(path).is_none() {
            return Ok(false);
        }
        let old = self.folder.join(path);
        let length = old.metadata().map_or(0, |known| known.len());
        if length != content.len() as u64 || files::read_any_size(&old)? != content {
            return Ok(false);
        }
        files::link_or_copy(&old, &new.join(path))?;
        Ok(true)
    }

    /// Carries over what somebody put beside the files of the site; gives how many there are.
    ///
    /// # Errors
    /// If the new site has a file of that name.
    pub(super) fn carry_foreign(&self, new: &Path) -> Result<usize> {
        for path in &self.foreign {
            let to = new.join(path);
            if to.exists() {
                bail!(
                    "{path} in the folder was not written by speedsheet, and the new site has \
                     a file of that name; move it away"
                );
            }
            files::link_or_copy(&self.folder.join(path), &to)
                .with_context(|| format!("failed to keep {path}"))?;
        }
        Ok(self.foreign.len())
    }

    /// How many files of its own the new site does not have. Files that were only changed are
    /// not among them.
    pub(super) fn left(&self) -> usize {
        self.own.len()
    }
}
