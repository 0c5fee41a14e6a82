//! What is served at the moment, and what a page is told about it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use super::live::News;
use super::moves::Moves;
use super::snapshot::Snapshot;

/// The site at the moment. Builds put a new one here, requests read it.
#[derive(Debug)]
pub(crate) struct Desk {
    state: Mutex<State>,
    built: Notify,
}

/// What the desk holds.
#[derive(Debug)]
pub(super) struct State {
    /// `None` until the first build that worked.
    site: Option<Snapshot>,
    /// The last site without problems, while there are some: its pages stay readable.
    whole: Option<Snapshot>,
    moves: Moves,
    /// Of the last build.
    number: u64,
    /// Of the build that gave the site its present bytes.
    site_number: u64,
    problems: Vec<String>,
}

/// What there is at a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// A file.
    File(&'a [u8]),
    /// The page moved to this path from the root.
    Moved(String),
    /// Nothing.
    Nothing,
    /// No build worked so far.
    NoSite,
}

impl Desk {
    /// A desk with nothing on it. Its numbers start with the time, so that a page of an
    /// earlier server sees that this is another.
    pub(crate) fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let start = now.map_or(1, |time| time.as_millis() as u64);
        Self {
            state: Mutex::new(State {
                site: None,
                whole: None,
                moves: Moves::default(),
                number: start,
                site_number: start,
                problems: Vec::new(),
            }),
            built: Notify::new(),
        }
    }

    /// Puts the outcome of a build on the desk, and wakes who waits for it. Without a site
    /// the earlier one stays.
    pub(crate) fn put(&self, site: Option<Snapshot>, problems: Vec<String>) {
        self.state().put(site, problems);
        self.built.notify_waiters();
    }

    /// Waits for the first build that is put here after this call.
    pub(super) fn next_build(&self) -> Notified<'_> {
        self.built.notified()
    }

    /// What the desk holds; nobody else changes it meanwhile.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Every change leaves the state whole, whatever happens after it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn put(&mut self, site: Option<Snapshot>, problems: Vec<String>) {
        self.number += 1;
        if let Some(site) = site {
            self.replace(site);
        }
        if problems.is_empty() {
            self.whole = None;
        }
        self.problems = problems;
    }

    fn replace(&mut self, site: Snapshot) {
        let files = self.site.as_ref().map(|site| &site.files);
        if files == Some(&site.files) {
            return;
        }
        self.site_number = self.number;
        let Some(earlier) = self.site.replace(site) else {
            return;
        };
        let now = self.site.as_ref().map(|site| site.origins.as_slice());
        self.moves.note(&earlier.origins, now.unwrap_or_default());
        if self.problems.is_empty() {
            self.whole = Some(earlier);
        }
    }

    /// What there is to tell.
    pub(super) fn news(&self) -> News<'_> {
        News {
            number: self.number,
            site: self.site_number,
            problems: &self.problems,
        }
    }

    /// What is at this path from the root, with slashes.
    pub(super) fn find(&self, path: &str) -> Found<'_> {
        let Some(site) = &self.site else {
            return Found::NoSite;
        };
        if let Some(content) = site.files.get(path) {
            return Found::File(content);
        }
        let page = path.strip_prefix("runs/");
        let slug = page.and_then(|page| page.strip_suffix(".html"));
        if let Some(now) = slug.and_then(|slug| self.moves.now(slug)) {
            let moved = format!("runs/{now}.html");
            if site.files.contains_key(&moved) {
                return Found::Moved(moved);
            }
        }
        let whole = self.whole.as_ref();
        match whole.and_then(|whole| whole.files.get(path)) {
            Some(content) => Found::File(content),
            None => Found::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::snapshot::Origin;
    use super::*;

    /// A site of pages, each with the file it comes from and its text.
    fn site(pages: &[(&str, &str, &str)]) -> Option<Snapshot> {
        let mut site = Snapshot::default();
        for (slug, file, text) in pages {
            let path = format!("runs/{slug}.html");
            site.files.insert(path, text.as_bytes().to_vec());
            site.origins.push(Origin {
                slug: (*slug).to_owned(),
                files: BTreeSet::from([((*file).to_owned(), 0)]),
            });
        }
        Some(site)
    }

    /// Of the last build, and of the one that gave the site its bytes.
    fn numbers(desk: &Desk) -> (u64, u64) {
        let state = desk.state();
        let news = state.news();
        (news.number, news.site)
    }

    fn broken() -> Vec<String> {
        vec!["a.txt: broken".to_owned()]
    }

    #[test]
    fn a_build_that_failed_leaves_the_site_and_tells() {
        let desk = Desk::new();
        assert_eq!(desk.state().find("runs/a.html"), Found::NoSite);
        desk.put(site(&[("a", "a.txt", "one")]), Vec::new());
        let (number, bytes) = numbers(&desk);
        desk.put(None, broken());
        let state = desk.state();
        let after = state.news();
        assert_eq!(state.find("runs/a.html"), Found::File(b"one"));
        assert_ne!(after.number, number);
        assert_eq!(after.site, bytes);
        assert_eq!(after.problems, broken());
    }

    #[test]
    fn the_same_bytes_are_no_new_site() {
        let desk = Desk::new();
        desk.put(site(&[("a", "a.txt", "one")]), Vec::new());
        let (_, bytes) = numbers(&desk);
        desk.put(site(&[("a", "a.txt", "one")]), Vec::new());
        assert_eq!(numbers(&desk).1, bytes);
        desk.put(site(&[("a", "a.txt", "two")]), Vec::new());
        assert_ne!(numbers(&desk).1, bytes);
    }

    #[test]
    fn a_page_whose_input_broke_stays_until_everything_is_well() {
        let desk = Desk::new();
        let other = ("b", "b.txt", "other");
        desk.put(site(&[("a1", "a.txt", "one"), other]), Vec::new());
        desk.put(site(&[other]), broken());
        assert_eq!(desk.state().find("runs/a1.html"), Found::File(b"one"));
        desk.put(site(&[("b2", "b.txt", "new")]), broken());
        assert_eq!(desk.state().find("runs/a1.html"), Found::File(b"one"));
        desk.put(site(&[("a2", "a.txt", "two"), other]), Vec::new());
        let moved = Found::Moved("runs/a2.html".to_owned());
        assert_eq!(desk.state().find("runs/a1.html"), moved);
        desk.put(site(&[other]), Vec::new());
        assert_eq!(desk.state().find("runs/a2.html"), Found::Nothing);
    }
}
