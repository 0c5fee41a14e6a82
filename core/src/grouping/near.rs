//! What was nearly put together, and why it was not.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use super::{Apart, Item, Near, Unit};

/// Most fields in which runs may differ to count as nearly the same.
const MAX_FIELDS: usize = 3;

/// Most others that one group is compared with, nearest files first. A folder of
/// thousands of different runs is no sweep that went wrong.
const MAX_COMPARED: usize = 24;

/// Most others that are told about one group.
const MAX_TOLD: usize = 3;

/// Most of all that is told about the groups of one folder, format and model.
const MAX_TOLD_TOGETHER: usize = 20;

/// Most characters of a value that are told.
const MAX_VALUE: usize = 60;

/// Why two groups stayed apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// They differ in a few facts.
    Fields(Vec<Difference>),
    /// Neither says which model was measured, so nothing says it is the same.
    UnknownModel,
    /// They measure different kinds of workload.
    Families,
    /// They lie in different folders and hold the same place on the axes.
    SamePlace,
}

/// A field in which two runs differ; absent values are `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Path of the field, for example `settings.extra.max_model_len`.
    pub field: String,
    /// The value of this group.
    pub here: Option<Value>,
    /// The value of the other group.
    pub there: Option<Value>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(fields) => {
                let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
                f.write_str(&fields.join("; "))
            }
            Self::UnknownModel => f.write_str("neither says which model was measured"),
            Self::Families => f.write_str("they measure different kinds of workload"),
            Self::SamePlace => {
                f.write_str("they lie in different folders and measured the same place")
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (here, there) = (shown(self.here.as_ref()), shown(self.there.as_ref()));
        write!(f, "{} is {here} here and {there} there", self.field)
    }
}

fn shown(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "absent".to_owned();
    };
    let text = value.to_string();
    if text.chars().count() <= MAX_VALUE {
        return text;
    }
    let head: String = text.chars().take(MAX_VALUE).collect();
    format!("{head}…")
}

/// What there is to say about each unit, in the order of the units.
pub(super) fn find(units: &[Unit], items: &[Item], apart: Vec<Apart>) -> Vec<Vec<Near>> {
    let mut near: Vec<Vec<Near>> = vec![Vec::new(); units.len()];
    let holder = |item: usize| units.iter().position(|unit| unit.members.contains(&item));
    for Apart { firsts, reason } in apart {
        // Told once, of the last one; which others there are is a number.
        let (Some(&here), Some(&other)) = (firsts.last(), firsts.first()) else {
            continue;
        };
        if let Some(here) = holder(here)
            && near[here].len() < MAX_TOLD
        {
            near[here].push(Near {
                other,
                more: firsts.len().saturating_sub(2),
                reason,
            });
        }
    }
    for neighbours in neighbourhoods(units, items).into_values() {
        compare(&neighbours, units, items, &mut near);
    }
    near
}

fn to(unit: &Unit, reason: Reason) -> Near {
    Near {
        other: unit.members.first().copied().unwrap_or_default(),
        more: unit.members.len().saturating_sub(1),
        reason,
    }
}

/// Positions of the units of a folder that have format and model in common.
fn neighbourhoods<'a>(
    units: &'a [Unit],
    items: &'a [Item],
) -> BTreeMap<[Option<&'a str>; 5], Vec<usize>> {
    let mut neighbourhoods: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (position, unit) in units.iter().enumerate().filter(|(_, unit)| unit.joinable) {
        let run = &items[unit.members[0]].run;
        let key = [
            Some(unit.folder.as_str()),
            Some(run.source.format.as_str()),
            run.model.name.as_deref(),
            run.model.id.as_deref(),
            run.model.served_name.as_deref(),
        ];
        neighbourhoods.entry(key).or_default().push(position);
    }
    neighbourhoods.retain(|_, neighbours| neighbours.len() > 1);
    neighbourhoods
}

/// Compares every unit with those before it. The smaller one of a pair is told: it is
/// the one that stayed outside.
fn compare(neighbours: &[usize], units: &[Unit], items: &[Item], near: &mut [Vec<Near>]) {
    let facts: Vec<BTreeMap<String, Value>> = neighbours
        .iter()
        .map(|&position| leaves(&items[units[position].members[0]].run.shared_facts()))
        .collect();
    let mut found: BTreeMap<usize, Vec<(usize, usize, Reason)>> = BTreeMap::new();
    for second in 1..neighbours.len() {
        for first in second.saturating_sub(MAX_COMPARED)..second {
            let size = |at: usize| units[neighbours[at]].members.len();
            let (here, there) = if size(first) < size(second) {
                (first, second)
            } else {
                (second, first)
            };
            if is_one_file(&units[neighbours[first]], &units[neighbours[second]], items) {
                // What differs within a file was meant to.
                continue;
            }
            let Some(fields) = differences(&facts[here], &facts[there]) else {
                continue;
            };
            let reason = if fields.is_empty() {
                Reason::Families
            } else {
                Reason::Fields(fields)
            };
            let distance = match &reason {
                Reason::Fields(fields) => fields.len(),
                _ => 0,
            };
            found
                .entry(neighbours[here])
                .or_default()
                .push((distance, neighbours[there], reason));
        }
    }
    let mut left = MAX_TOLD_TOGETHER;
    for (here, mut others) in found {
        others.sort_by_key(|&(distance, there, _)| (distance, there));
        let room = MAX_TOLD.saturating_sub(near[here].len()).min(left);
        left -= room.min(others.len());
        let told = others.into_iter().take(room);
        near[here].extend(told.map(|(_, there, reason)| to(&units[there], reason)));
    }
}

fn is_one_file(one: &Unit, other: &Unit, items: &[Item]) -> bool {
    let path = &items[one.members[0]].path;
    let mut members = one.members.iter().chain(&other.members);
    members.all(|&at| items[at].path == *path)
}

/// The fields that differ, or `None` where there are too many.
fn differences(
    here: &BTreeMap<String, Value>,
    there: &BTreeMap<String, Value>,
) -> Option<Vec<Difference>> {
    let mut fields = Vec::new();
    let missing = there.keys().filter(|key| !here.contains_key(*key));
    for key in here.keys().chain(missing) {
        let (one, other) = (here.get(key), there.get(key));
        if one == other || follows(key, here, there) {
            continue;
        }
        if fields.len() == MAX_FIELDS {
            return None;
        }
        fields.push(Difference {
            field: key.clone(),
            here: one.cloned(),
            there: other.cloned(),
        });
    }
    fields.sort_by(|one, other| one.field.cmp(&other.field));
    Some(fields)
}

/// True for a supplied value whose field differs as well: the difference is told once.
fn follows(key: &str, here: &BTreeMap<String, Value>, there: &BTreeMap<String, Value>) -> bool {
    key.strip_prefix("supplied.")
        .and_then(|key| key.rsplit_once('.'))
        .is_some_and(|(field, _)| here.get(field) != there.get(field))
}

/// Every value that is no object, by its path.
fn leaves(facts: &Value) -> BTreeMap<String, Value> {
    fn walk(value: &Value, path: &str, leaves: &mut BTreeMap<String, Value>) {
        let Value::Object(fields) = value else {
            leaves.insert(path.to_owned(), value.clone());
            return;
        };
        for (key, value) in fields {
            let path = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            walk(value, &path, leaves);
        }
    }
    let mut found = BTreeMap::new();
    walk(facts, "", &mut found);
    found
}
