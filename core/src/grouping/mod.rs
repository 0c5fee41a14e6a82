//! Puts together what belongs together: a sweep is usually a folder of files, one per
//! concurrency or rate, and its report is one run with a matrix.
//!
//! Two runs are put together only where they say the same of everything but the place on
//! the axes: the same model, machine, engine, settings, command, price and tool. What
//! stays apart and nearly fits is told with the fields it differs in.
//!
//! 1. Runs of one file are put together whenever they share all facts.
//! 2. Files of one folder are, where the model is known and they measure the same
//!    families. Files at the same place on the axes are repetitions, and all are kept.
//! 3. Folders side by side below a folder that was asked for are, where no two of them
//!    hold the same place: equal places in different folders are different experiments.

mod merge;
mod near;
mod places;
mod words;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Family, Run, sha256_hex};

pub use near::{Difference, Reason};

/// A run, and where its file lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The run, as it was read from the file.
    pub run: Run,
    /// Path of the file with `/` between its parts; it says which files lie together.
    pub path: String,
}

/// Runs that were put together, or one that stayed alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The run. One that stayed alone is as it was given.
    pub run: Run,
    /// Positions of its items in the list that was given, in the order of `source.parts`.
    pub members: Vec<usize>,
    /// Number of files it was put together from.
    pub files: usize,
    /// The folder its files have in common, as in [`Item::path`].
    pub folder: String,
    /// Over which axes it reaches, for example `concurrency 1 to 128`.
    pub reach: String,
    /// Measurements that stood in several files and were kept once.
    pub repeated: Vec<Repeated>,
    /// What it was nearly put together with.
    pub near: Vec<Near>,
}

/// Measurements of a file that stand in another file of the group, equal in every value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// Position in `source.parts` of the file they were taken from.
    pub part: usize,
    /// Position in `source.parts` of the file that holds them too and was kept.
    pub kept_in: usize,
    /// How many there are.
    pub count: usize,
}

/// Another group that this one was nearly put together with.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// Position of the first file of the other group in the list of items.
    pub other: usize,
    /// Number of further items of the other group.
    pub more: usize,
    /// Why they stayed apart.
    pub reason: Reason,
}

/// Puts the items together, whatever order they come in. `given` are the folders that
/// were asked for, in the spelling of the paths.
///
/// The groups come in the order of their first paths.
pub fn group(items: Vec<Item>, given: &[String]) -> Vec<Group> {
    let mut units = units(&items);
    let mut apart = Vec::new();
    units = join_files(units, &mut apart);
    units = join_folders(units, given, &mut apart);
    units.sort_by(|one, other| one.order(&items).cmp(&other.order(&items)));
    let near = near::find(&units, &items, apart);

    let mut items: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    let mut take = |index: usize| items.get_mut(index).and_then(Option::take);
    units
        .into_iter()
        .zip(near)
        .map(|(unit, near)| {
            let members: Vec<Item> = unit.members.iter().filter_map(|&at| take(at)).collect();
            merge::merge(members, unit.members, near)
        })
        .collect()
}

/// Items that belong together so far.
#[derive(Debug, Clone)]
struct Unit {
    /// Positions of the items, by path and position in the file.
    members: Vec<usize>,
    /// The folder the files lie in.
    folder: String,
    /// Hash of the shared facts.
    facts: String,
    families: BTreeSet<Family>,
    places: BTreeSet<places::Place>,
    /// True where the model is known, so that files may be put together.
    knows_model: bool,
    /// False for what may not be put together with another file at all.
    joinable: bool,
}

impl Unit {
    fn kind(&self) -> (String, Vec<Family>) {
        (self.facts.clone(), self.families.iter().copied().collect())
    }

    /// Path of the first file and position in it, for an order that does not depend on
    /// the order of the items.
    fn order<'a>(&self, items: &'a [Item]) -> (&'a str, u32) {
        self.members
            .first()
            .map_or(("", 0), |&at| (&items[at].path, items[at].run.source.index))
    }

    fn absorb(&mut self, other: Self) {
        self.members.extend(other.members);
        self.places.extend(other.places);
        self.families.extend(other.families);
    }
}

/// The runs of each file, those with equal facts together.
fn units(items: &[Item]) -> Vec<Unit> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&at| {
        let source = &items[at].run.source;
        (&items[at].path, source.index, &source.sha256)
    });
    let mut units: Vec<Unit> = Vec::new();
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for at in order {
        let item = &items[at];
        let unit = unit(item, at);
        // What is several files already says so itself; its parts must not be mixed up.
        let whole = !item.run.source.parts.is_empty();
        match known.get(&(item.path.as_str(), unit.facts.clone())) {
            Some(&earlier) if !whole => units[earlier].absorb(unit),
            _ => {
                if !whole {
                    known.insert((&item.path, unit.facts.clone()), units.len());
                }
                units.push(unit);
            }
        }
    }
    units
}

fn unit(item: &Item, at: usize) -> Unit {
    let run = &item.run;
    let model = &run.model;
    let knows_model = [&model.name, &model.id, &model.served_name]
        .into_iter()
        .any(Option::is_some);
    Unit {
        members: vec![at],
        folder: folder_of(&item.path).to_owned(),
        facts: sha256_hex(run.shared_facts().to_string().as_bytes()),
        families: run.measurements.iter().map(|one| one.family).collect(),
        places: run.measurements.iter().map(places::Place::of).collect(),
        knows_model,
        joinable: knows_model && run.source.parts.is_empty(),
    }
}

/// Why units with equal facts stayed apart: the position of the first item of each.
struct Apart {
    firsts: Vec<usize>,
    reason: Reason,
}

/// Joins the files of each folder.
fn join_files(units: Vec<Unit>, apart: &mut Vec<Apart>) -> Vec<Unit> {
    let mut joined: Vec<Unit> = Vec::new();
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    let mut nameless: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for unit in units {
        let key = (unit.folder.clone(), unit.kind());
        if !unit.joinable {
            if !unit.knows_model {
                nameless.entry(key).or_default().push(unit.members[0]);
            }
            joined.push(unit);
            continue;
        }
        match known.get(&key) {
            Some(&earlier) => joined[earlier].absorb(unit),
            None => {
                known.insert(key, joined.len());
                joined.push(unit);
            }
        }
    }
    let several = nameless.into_values().filter(|firsts| firsts.len() > 1);
    apart.extend(several.map(|firsts| Apart {
        firsts,
        reason: Reason::UnknownModel,
    }));
    joined
}

/// Joins folders side by side that hold different places each.
fn join_folders(units: Vec<Unit>, given: &[String], apart: &mut Vec<Apart>) -> Vec<Unit> {
    let mut joined = Vec::new();
    let mut siblings: BTreeMap<_, Vec<Unit>> = BTreeMap::new();
    for unit in units {
        let parent = folder_of(&unit.folder).to_owned();
        let is_below_given =
            unit.folder != parent && given.iter().any(|given| is_in(&parent, given));
        if unit.joinable && is_below_given {
            siblings
                .entry((parent, unit.kind()))
                .or_default()
                .push(unit);
        } else {
            joined.push(unit);
        }
    }
    for folders in siblings.into_values() {
        let mut places = BTreeMap::new();
        let mut clash = None;
        for unit in &folders {
            for &place in &unit.places {
                if let Some(first) = places.insert(place, unit.members[0]) {
                    clash.get_or_insert((first, unit.members[0]));
                }
            }
        }
        if let Some((first, second)) = clash {
            apart.push(Apart {
                firsts: vec![first, second],
                reason: Reason::SamePlace,
            });
            joined.extend(folders);
        } else {
            let mut folders = folders.into_iter();
            if let Some(mut first) = folders.next() {
                folders.for_each(|other| first.absorb(other));
                joined.push(first);
            }
        }
    }
    joined
}

/// The path without its last part; empty for a path of one part.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// True where `folder` is `outer` or lies below it.
fn is_in(folder: &str, outer: &str) -> bool {
    outer.is_empty()
        || folder
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
