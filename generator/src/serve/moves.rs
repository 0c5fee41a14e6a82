//! Where the page of a run went when the run changed.
//!
//! The address of a page holds a hash of what the run says, so a number that changes in an
//! input gives the page another address. The reader wants to stay with the input.

use std::collections::{BTreeMap, BTreeSet};

use super::snapshot::Origin;

/// The moves of all pages since the server was started.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// From the slug that a page had to the next one it got.
    to: BTreeMap<String, String>,
    /// Runs that went without a successor, such as while their input is broken.
    lost: Vec<Origin>,
}

impl Moves {
    /// Takes note that the runs of a site gave way to others.
    pub(super) fn note(&mut self, before: &[Origin], after: &[Origin]) {
        let new: BTreeSet<&str> = after.iter().map(|one| one.slug.as_str()).collect();
        let old: BTreeSet<&str> = before.iter().map(|one| one.slug.as_str()).collect();
        let known = std::mem::take(&mut self.lost).into_iter();
        let gone = known.chain(before.iter().cloned());
        let mut gone: Vec<Origin> = gone
            .filter(|one| !new.contains(one.slug.as_str()))
            .collect();
        let mut fresh: Vec<&Origin> = after
            .iter()
            .filter(|one| !old.contains(one.slug.as_str()))
            .collect();
        for slug in &new {
            self.to.remove(*slug);
        }
        for alike in [same_files, same_names, shared_file] {
            self.pair(&mut gone, &mut fresh, alike);
        }
        self.lost = gone;
    }

    /// Pairs what is alike, each once, in the order of the inputs.
    fn pair(&mut self, gone: &mut Vec<Origin>, fresh: &mut Vec<&Origin>, alike: Alike) {
        gone.retain(|old| {
            let Some(at) = fresh.iter().position(|new| alike(old, new)) else {
                return true;
            };
            let new = fresh.remove(at);
            self.to.insert(old.slug.clone(), new.slug.clone());
            false
        });
    }

    /// The slug that the page has now, where it moved.
    pub(super) fn now(&self, slug: &str) -> Option<&str> {
        let mut now = self.to.get(slug)?;
        // A page can come back to an address it had; no chain is longer than the list.
        for _ in 0..self.to.len() {
            match self.to.get(now) {
                Some(next) => now = next,
                None => break,
            }
        }
        Some(now)
    }
}

/// Whether two runs come from the same input.
type Alike = fn(&Origin, &Origin) -> bool;

fn same_files(old: &Origin, new: &Origin) -> bool {
    old.files == new.files
}

fn same_names(old: &Origin, new: &Origin) -> bool {
    let names = |one: &Origin| -> BTreeSet<String> {
        let files = one.files.iter();
        files.map(|(name, _)| name.clone()).collect()
    };
    names(old) == names(new)
}

/// A file joined a sweep, or left it.
fn shared_file(old: &Origin, new: &Origin) -> bool {
    !old.files.is_disjoint(&new.files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(slug: &str, files: &[(&str, u32)]) -> Origin {
        let files = files.iter();
        Origin {
            slug: slug.to_owned(),
            files: files.map(|(name, at)| ((*name).to_owned(), *at)).collect(),
        }
    }

    #[test]
    fn a_page_is_followed_by_the_file_it_comes_from() {
        let mut moves = Moves::default();
        let before = [run("a1", &[("a", 0)]), run("b1", &[("b", 0)])];
        let after = [run("b2", &[("b", 0)]), run("a1", &[("a", 0)])];
        moves.note(&before, &after);
        assert_eq!(moves.now("b1"), Some("b2"));
        assert_eq!(moves.now("a1"), None);

        let later = [run("b3", &[("b", 0)]), run("a1", &[("a", 0)])];
        moves.note(&after, &later);
        assert_eq!(moves.now("b1"), Some("b3"));
    }

    #[test]
    fn a_page_can_come_back_to_an_address() {
        let mut moves = Moves::default();
        let (one, two) = ([run("a1", &[("a", 0)])], [run("a2", &[("a", 0)])]);
        moves.note(&one, &two);
        moves.note(&two, &one);
        assert_eq!(moves.now("a2"), Some("a1"));
        assert_eq!(moves.now("a1"), None);
    }

    #[test]
    fn a_page_is_found_again_when_its_input_was_broken_for_a_while() {
        let mut moves = Moves::default();
        let other = run("b1", &[("b", 0)]);
        let before = [run("a1", &[("a", 0)]), other.clone()];
        let broken = [other.clone()];
        moves.note(&before, &broken);
        assert_eq!(moves.now("a1"), None);
        moves.note(&broken, &[other, run("a2", &[("a", 0)])]);
        assert_eq!(moves.now("a1"), Some("a2"));
    }

    #[test]
    fn runs_of_files_of_equal_name_keep_their_order() {
        let mut moves = Moves::default();
        let before = [run("x1", &[("r", 0)]), run("y1", &[("r", 0)])];
        let after = [run("x2", &[("r", 0)]), run("y2", &[("r", 0)])];
        moves.note(&before, &after);
        assert_eq!((moves.now("x1"), moves.now("y1")), (Some("x2"), Some("y2")));
    }

    #[test]
    fn a_sweep_is_followed_when_a_file_joins_it() {
        let mut moves = Moves::default();
        let before = [run("s1", &[("c1", 0), ("c2", 0)])];
        let after = [run("s2", &[("c1", 0), ("c2", 0), ("c4", 0)])];
        moves.note(&before, &after);
        assert_eq!(moves.now("s1"), Some("s2"));
    }
}
