//! Waiting for a change of what a site is made of.
//!
//! Folders are watched, not files: an editor that saves by renaming puts another file in
//! the place of the one that was watched.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use notify::event::{AccessKind, AccessMode, Event, EventKind};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::files;

/// What is silent for so long is complete.
const QUIET: Duration = Duration::from_millis(80);

/// A build starts after so long even where changes go on.
const AT_MOST: Duration = Duration::from_secs(2);

/// How often a watch is tried where a folder goes while it is being watched.
const TRIES: u32 = 5;

/// What a site is made of. Paths may be missing.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// Folders, with all that is in them.
    pub(crate) folders: BTreeSet<PathBuf>,
    /// Single files.
    pub(crate) files: BTreeSet<PathBuf>,
}

impl Wanted {
    /// The same with every path absolute, and as it is where links are followed, since the
    /// system may tell of either.
    fn every_way(self) -> Self {
        let ways = |paths: BTreeSet<PathBuf>| -> BTreeSet<PathBuf> {
            paths.iter().flat_map(|path| spellings(path)).collect()
        };
        Self {
            folders: ways(self.folders),
            files: ways(self.files),
        }
    }

    /// True where a change there may change the site. A folder above counts: it may have
    /// been put in the place of another.
    fn concerns(&self, path: &Path) -> bool {
        let is_hidden = |below: &Path| {
            let mut names = below.iter();
            names.any(|name| name.as_encoded_bytes().starts_with(b"."))
        };
        let mut folders = self.folders.iter();
        let mut all = self.folders.iter().chain(&self.files);
        folders.any(|folder| {
            path.strip_prefix(folder)
                .is_ok_and(|below| !is_hidden(below))
        }) || all.any(|wanted| wanted.starts_with(path))
    }

    /// The folders to watch, and how deep.
    fn places(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let mut places = BTreeMap::new();
        for path in self.folders.iter().chain(&self.files) {
            if let Some(parent) = path.parent().and_then(nearest) {
                places.insert(parent, RecursiveMode::NonRecursive);
            }
        }
        for folder in self.folders.iter().filter(|folder| folder.is_dir()) {
            places.insert(folder.clone(), RecursiveMode::Recursive);
        }
        let whole = |path: &Path| self.folders.iter().any(|one| path.starts_with(one));
        places.retain(|path, mode| *mode == RecursiveMode::Recursive || !whole(path));
        places
    }
}

/// A path as it is written, and as it is where links are followed.
fn spellings(path: &Path) -> Vec<PathBuf> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let real = absolute.canonicalize().ok();
    // The file itself may be a link, or may not be there.
    let beside = absolute
        .parent()
        .and_then(|folder| folder.canonicalize().ok());
    let beside = beside.zip(absolute.file_name());
    let beside = beside.map(|(folder, name)| folder.join(name));
    [Some(absolute), real, beside]
        .into_iter()
        .flatten()
        .collect()
}

/// The folder, or the nearest one above it that is there.
fn nearest(folder: &Path) -> Option<PathBuf> {
    let mut above = folder.ancestors();
    above.find(|folder| folder.is_dir()).map(Path::to_path_buf)
}

/// A watch over what a site is made of, from when it was set.
pub(crate) struct Watch {
    wanted: Wanted,
    watcher: RecommendedWatcher,
    /// Paths where something may have changed, with each event; none where it is not known.
    changes: Receiver<Vec<PathBuf>>,
}

impl Watch {
    /// Sets a watch.
    ///
    /// # Errors
    /// If the system does not let us watch a folder.
    pub(crate) fn set(wanted: Wanted) -> Result<Self> {
        let (send, changes) = mpsc::channel();
        let hear = move |event| {
            if let Some(paths) = changed(event) {
                // The watch may have been given up while the event came.
                let _ = send.send(paths);
            }
        };
        let mut watch = Self {
            wanted: Wanted::default(),
            watcher: notify::recommended_watcher(hear).context("failed to watch for changes")?,
            changes,
        };
        watch.add(wanted)?;
        Ok(watch)
    }

    /// Watches more.
    ///
    /// # Errors
    /// As [`Watch::set`].
    pub(crate) fn add(&mut self, wanted: Wanted) -> Result<()> {
        let wanted = wanted.every_way();
        self.wanted.folders.extend(wanted.folders);
        self.wanted.files.extend(wanted.files);
        let mut tries = 1;
        while let Err(error) = self.watch_places() {
            if tries == TRIES {
                return Err(error);
            }
            tries += 1;
            thread::sleep(QUIET);
        }
        Ok(())
    }

    fn watch_places(&mut self) -> Result<()> {
        for (folder, mode) in self.wanted.places() {
            match self.watcher.watch(&folder, mode) {
                // What may not be looked into holds nothing that we read.
                Err(error) if is_forbidden(&error) => {}
                outcome => outcome.with_context(|| {
                    format!("failed to watch {} for changes", files::shown(&folder))
                })?,
            }
        }
        Ok(())
    }

    /// Waits for a change, and until it is complete.
    pub(crate) fn wait(&self) {
        while !self.hears_within(AT_MOST) {}
        let first = Instant::now();
        while first.elapsed() < AT_MOST && self.hears_within(QUIET) {}
    }

    /// True as soon as something changes; false where nothing does within this time.
    fn hears_within(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.changes.recv_timeout(left) {
                Ok(paths) if self.concerns(&paths) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        false
    }

    fn concerns(&self, paths: &[PathBuf]) -> bool {
        paths.is_empty() || paths.iter().any(|path| self.wanted.concerns(path))
    }
}

fn is_forbidden(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::Io(error) => error.kind() == io::ErrorKind::PermissionDenied,
        _ => false,
    }
}

/// Where an event changed something, none where that is not known; `None` where nothing
/// changed. Our own reading is an event too.
fn changed(event: notify::Result<Event>) -> Option<Vec<PathBuf>> {
    match event {
        Ok(event) if event.need_rescan() => Some(Vec::new()),
        Ok(event) => match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(event.paths),
            EventKind::Access(_) => None,
            _ => Some(event.paths),
        },
        // Events were lost, or a folder went: better look than miss a change.
        Err(_) => Some(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(folders: &[&Path], files: &[&Path]) -> Wanted {
        let owned = |paths: &[&Path]| paths.iter().map(|path| path.to_path_buf()).collect();
        Wanted {
            folders: owned(folders),
            files: owned(files),
        }
    }

    /// Whether a change that `act` makes is heard by a watch over these.
    fn hears(wanted: Wanted, act: impl FnOnce()) -> bool {
        let watch = Watch::set(wanted).unwrap();
        act();
        // Far more than it takes; a test that passes never waits so long.
        watch.hears_within(Duration::from_secs(20))
    }

    #[test]
    fn a_file_that_is_replaced_by_renaming_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.json");
        files::write(&file, b"1").unwrap();
        let replace = || {
            let other = folder.path().join("run.json~");
            files::write(&other, b"2").unwrap();
            files::rename(&other, &file).unwrap();
        };
        assert!(hears(wanted(&[], &[&file]), replace));
    }

    #[test]
    fn a_file_deep_in_a_folder_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name| files::write(&folder.path().join(name), b"1").unwrap();
        write("a/b/c.json");
        let folders = [folder.path()];
        assert!(hears(wanted(&folders, &[]), || write("a/b/c.json")));
        assert!(hears(wanted(&folders, &[]), || write("a/new/d.json")));
    }

    #[test]
    fn what_comes_later_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let later = folder.path().join("later/in/run.json");
        let make = || files::write(&later, b"1").unwrap();
        assert!(hears(wanted(&[], &[&later]), make));
        let theme = folder.path().join("theme");
        let make = || files::write(&theme.join("extra.css"), b"1").unwrap();
        assert!(hears(wanted(&[&theme], &[]), make));
    }

    #[test]
    fn what_is_added_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let mut watch = Watch::set(Wanted::default()).unwrap();
        watch.add(wanted(&[folder.path()], &[])).unwrap();
        files::write(&folder.path().join("a"), b"1").unwrap();
        assert!(watch.hears_within(Duration::from_secs(20)));
    }

    #[test]
    fn a_hidden_file_and_one_beside_concern_nobody() {
        let wanted = wanted(&[Path::new("/r/in")], &[Path::new("/r/run.json")]);
        for path in ["/r/in/a/b.json", "/r/in", "/r/run.json", "/r"] {
            assert!(wanted.concerns(Path::new(path)), "{path}");
        }
        for path in ["/r/in/a/.b.json.swp", "/r/in/.git/x", "/r/other.json", "/q"] {
            assert!(!wanted.concerns(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn reading_is_no_change() {
        let event = |kind| changed(Ok(Event::new(kind).add_path("/a".into())));
        let access = |kind| event(EventKind::Access(kind));
        assert_eq!(access(AccessKind::Open(AccessMode::Any)), None);
        assert_eq!(access(AccessKind::Close(AccessMode::Read)), None);
        let written = access(AccessKind::Close(AccessMode::Write));
        assert_eq!(written, Some(vec!["/a".into()]));
        assert!(event(EventKind::Any).is_some());
    }
}
