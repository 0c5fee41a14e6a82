//! The folder beside a site in which the next one is made.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::files;

/// How its name starts. What was left behind by a build that was killed is found by it.
const PREFIX: &str = ".speedsheet-";

/// A file in it that is locked for as long as its build lives.
const LOCK: &str = "lock";

/// A temporary folder beside a site, because a rename works within one file system only.
pub(super) struct Staging {
    folder: TempDir,
    /// Kept open: closing it unlocks it.
    _lock: File,
}

impl Staging {
    /// Makes one in `parent`, after taking away what builds left there that were killed.
    pub(super) fn new(parent: &Path) -> Result<Self> {
        files::create_folder(parent)?;
        remove_abandoned(parent);
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(parent)
            .with_context(|| format!("failed to make a folder in {}", files::shown(parent)))?;
        let path = folder.path().join(LOCK);
        let attempt = || format!("failed to lock {}", files::shown(&path));
        let lock = File::create(&path).with_context(attempt)?;
        // Some file systems know no locks. There, what is left behind stays.
        match lock.try_lock() {
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(error) => return Err(error).with_context(attempt),
        }
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// Where the new site is made. Inside of the folder, because that one is for its owner's
    /// eyes only.
    pub(super) fn new_site(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    /// Where the earlier site is put aside.
    pub(super) fn old_site(&self) -> PathBuf {
        self.folder.path().join("old")
    }
}

/// Takes away the folders of builds that are gone. What cannot be taken away stays; the next
/// build tries again.
fn remove_abandoned(parent: &Path) {
    let Ok(entries) = parent.read_dir() else {
        return;
    };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours && is_folder && is_abandoned(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// True where the lock is there and nobody holds it.
fn is_abandoned(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    let is_file = fs::symlink_metadata(&lock).is_ok_and(|found| found.is_file());
    is_file && File::open(&lock).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_build_left_behind_is_taken_away() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        files::write(&at(".speedsheet-gone/lock"), b"").unwrap();
        files::write(&at(".speedsheet-gone/new/index.html"), b"").unwrap();
        files::write(&at(".speedsheet-mine/notes.md"), b"").unwrap();
        files::write(&at("other/lock"), b"").unwrap();
        let running = Staging::new(parent.path()).unwrap();
        assert!(!at(".speedsheet-gone").exists());

        let second = Staging::new(parent.path()).unwrap();

        assert!(running.folder.path().exists());
        assert!(at(".speedsheet-mine/notes.md").exists() && at("other/lock").exists());
        drop((running, second));
        assert_eq!(parent.path().read_dir().unwrap().count(), 2);
    }
}
