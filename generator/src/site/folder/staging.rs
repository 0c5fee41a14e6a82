//! The folder beside a site in which the next one is made.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::files;

/// How its name starts. What was left behind by a build that was killed is found by it.
const PREFIX: &str = ".speedsheet-";

/// A file in it that is locked for as long as its build lives.
const LOCK: &str = "lock";

/// The new and the earlier site in it.
const SITES: [&str; 2] = ["new", "old"];

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
        let (folder, lock) = match make(parent) {
            // Between its making and the lock, another build took it for an abandoned one.
            Err(error) if error.kind() == ErrorKind::NotFound => make(parent),
            made => made,
        }
        .with_context(|| format!("failed to make a folder in {}", files::shown(parent)))?;
        let attempt = || format!("failed to lock {}", files::shown(folder.path()));
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
        self.folder.path().join(SITES[0])
    }

    /// Where the earlier site is put aside.
    pub(super) fn old_site(&self) -> PathBuf {
        self.folder.path().join(SITES[1])
    }
}

/// Makes the folder and the file to lock in it.
fn make(parent: &Path) -> std::io::Result<(TempDir, File)> {
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
    let lock = File::create(folder.path().join(LOCK))?;
    Ok((folder, lock))
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

/// True for a folder with nothing in it but what a build puts there, whose lock nobody holds.
/// The lock is missing where the build was killed while it made the folder or took it away.
fn is_abandoned(folder: &Path) -> bool {
    let Ok(mut entries) = folder.read_dir() else {
        return false;
    };
    let is_of_a_build = |name: &str| name == LOCK || SITES.contains(&name);
    let is_ours = entries.all(|entry| {
        entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_of_a_build))
    });
    let lock = folder.join(LOCK);
    is_ours
        && match fs::symlink_metadata(&lock) {
            Ok(found) => {
                found.is_file() && File::open(&lock).is_ok_and(|file| file.try_lock().is_ok())
            }
            Err(error) => error.kind() == ErrorKind::NotFound,
        }
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
        files::write(&at(".speedsheet-taking-away/old/index.html"), b"").unwrap();
        files::create_folder(&at(".speedsheet-just-made")).unwrap();
        files::write(&at(".speedsheet-mine/notes.md"), b"").unwrap();
        files::write(&at("other/lock"), b"").unwrap();
        let running = Staging::new(parent.path()).unwrap();
        for gone in ["gone", "taking-away", "just-made"] {
            assert!(!at(&format!(".speedsheet-{gone}")).exists(), "{gone}");
        }

        let second = Staging::new(parent.path()).unwrap();

        assert!(running.folder.path().exists());
        assert!(at(".speedsheet-mine/notes.md").exists() && at("other/lock").exists());
        drop((running, second));
        assert_eq!(parent.path().read_dir().unwrap().count(), 2);
    }
}
