//! One run from the runs of a group.

use std::collections::{BTreeMap, BTreeSet};

use super::places::Place;
use super::{Group, Item, Near, Repeated, folder_of, words};
use crate::model::{Measurement, Note, Run, Source, SourcePart, Supplied, sha256_hex};

/// Most names of files that the origin of a supplied value lists.
const MAX_ORIGINS: usize = 3;

/// Puts the items together, which are sorted by path and position. `positions` are
/// those of the items in the list that was given.
pub(super) fn merge(items: Vec<Item>, positions: Vec<usize>, near: Vec<Near>) -> Group {
    let paths: BTreeSet<&str> = items.iter().map(|item| item.path.as_str()).collect();
    let folder = common_folder(&paths).to_owned();
    let files = paths.len();
    let mut group = Group {
        run: Run::default(),
        members: positions,
        files,
        folder,
        reach: String::new(),
        repeated: Vec::new(),
        near,
    };
    let mut items = items;
    group.run = if items.len() == 1 {
        items.pop().map(|item| item.run).unwrap_or_default()
    } else {
        one_run(items, &mut group)
    };
    group.reach = words::reach(&group.run.measurements);
    group
}

/// The folder that the files have in common.
fn common_folder<'a>(paths: &BTreeSet<&'a str>) -> &'a str {
    let mut folder = paths.first().map_or("", |path| folder_of(path));
    for path in paths {
        while !super::is_in(path, folder) {
            folder = folder_of(folder);
        }
    }
    folder
}

fn one_run(items: Vec<Item>, group: &mut Group) -> Run {
    let parts: Vec<SourcePart> = items.iter().map(|item| part(item, &group.folder)).collect();
    let titles: BTreeSet<&str> = items.iter().map(|item| item.run.title.as_str()).collect();
    let title = (titles.len() == 1).then(|| items[0].run.title.clone());
    let first = &items[0].run;
    let mut run = Run {
        measured_at: earliest(&parts),
        model: first.model.clone(),
        hardware: first.hardware.clone(),
        engine: first.engine.clone(),
        settings: first.settings.clone(),
        launch_command: first.launch_command.clone(),
        price: first.price.clone(),
        source: source(first, &parts, group.files),
        supplied: supplied(&items),
        status_explanations: first.status_explanations.clone(),
        notes: notes(&items),
        extra: first.extra.clone(),
        ..Run::default()
    };
    let tool = run.source.tool.as_deref().unwrap_or("benchmark");
    run.title = title.unwrap_or_else(|| run.composed_title(&format!("{tool} run")));
    let times: Vec<Time> = items.iter().map(Time::of).collect();
    let (measurements, repeated) = measurements(items, &times, group.files);
    run.measurements = measurements;
    group.repeated = repeated;
    run.source.parts = parts;
    run.identify();
    run
}

fn part(item: &Item, folder: &str) -> SourcePart {
    let source = &item.run.source;
    let name = item.path.strip_prefix(folder).unwrap_or(&item.path);
    SourcePart {
        file_name: name.trim_start_matches('/').to_owned(),
        sha256: source.sha256.clone(),
        index: source.index,
        measured_at: item.run.measured_at.clone(),
    }
}

fn source(first: &Run, parts: &[SourcePart], files: usize) -> Source {
    let hashes: String = parts
        .iter()
        .map(|part| format!("{}\n", part.sha256))
        .collect();
    Source {
        sha256: match files {
            1 => first.source.sha256.clone(),
            _ => sha256_hex(hashes.as_bytes()),
        },
        file_name: first.source.file_name.clone().filter(|_| files == 1),
        index: 0,
        ..first.source.clone()
    }
}

/// The earliest time; all come from one tool and so are written alike.
fn earliest(parts: &[SourcePart]) -> Option<String> {
    // Without the zone a fraction of a second sorts behind none.
    let order = |time: &&String| time.trim_end_matches('Z').to_owned();
    let times = parts.iter().filter_map(|part| part.measured_at.as_ref());
    times.min_by_key(order).cloned()
}

/// The notes of all, each once.
fn notes(items: &[Item]) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    for note in items.iter().flat_map(|item| &item.run.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

/// The supplied values, each field once for each kind of origin. Coordinates differ
/// from file to file and are listed together.
fn supplied(items: &[Item]) -> Vec<Supplied> {
    let mut found: Vec<(Supplied, Vec<String>, Vec<String>)> = Vec::new();
    for one in items.iter().flat_map(|item| &item.run.supplied) {
        let same = |known: &Supplied| {
            known.field == one.field
                && known.from == one.from
                && known.recorded == one.recorded
                && (known.value == one.value || (one.is_coordinate() && one.recorded.is_none()))
        };
        match found.iter_mut().find(|(known, _, _)| same(known)) {
            Some((_, values, origins)) => {
                for (list, new) in [(values, &one.value), (origins, &one.origin)] {
                    if !list.contains(new) {
                        list.push(new.clone());
                    }
                }
            }
            None => found.push((
                one.clone(),
                vec![one.value.clone()],
                vec![one.origin.clone()],
            )),
        }
    }
    found
        .into_iter()
        .map(|(one, values, origins)| Supplied {
            value: in_order(values).join(", "),
            origin: bounded(&origins),
            ..one
        })
        .collect()
}

/// Numbers by their size, other texts as they came.
fn in_order(mut values: Vec<String>) -> Vec<String> {
    let numbers = |text: &String| text.parse::<f64>().ok();
    if values.iter().all(|text| numbers(text).is_some()) {
        values.sort_by(|one, other| {
            let (one, other) = (numbers(one), numbers(other));
            one.partial_cmp(&other).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    values
}

fn bounded(origins: &[String]) -> String {
    let shown = &origins[..origins.len().min(MAX_ORIGINS)];
    let text = shown.join(", ");
    match origins.len() - shown.len() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

/// The measurements of all, each with its part, by their places. Those that stand in
/// another file with the same values are left out.
fn measurements(
    items: Vec<Item>,
    times: &[Time],
    files: usize,
) -> (Vec<Measurement>, Vec<Repeated>) {
    let mut kept: Vec<Measurement> = Vec::new();
    let mut at_place: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    let mut repeated: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (part, item) in items.into_iter().enumerate() {
        for mut measurement in item.run.measurements {
            let earlier = at_place.entry(Place::of(&measurement)).or_default();
            let twin = earlier.iter().find_map(|&at| {
                let known: &Measurement = &kept[at];
                let kept_in = known.part? as usize;
                measurement.part = known.part;
                let same = times[kept_in].may_be_one(&times[part]) && *known == measurement;
                same.then_some(kept_in)
            });
            if let Some(kept_in) = twin {
                *repeated.entry((part, kept_in)).or_default() += 1;
                continue;
            }
            measurement.part = u32::try_from(part).ok();
            earlier.push(kept.len());
            kept.push(measurement);
        }
    }
    if files > 1 {
        kept.sort_by_key(Place::of);
    }
    let repeated = repeated.into_iter();
    let repeated = repeated.map(|((part, kept_in), count)| Repeated {
        part,
        kept_in,
        count,
    });
    (kept, repeated.collect())
}

/// When the measurements of a part were made.
struct Time {
    path: String,
    /// The time of a single measurement; that of several is the earliest of theirs.
    single: Option<String>,
}

impl Time {
    fn of(item: &Item) -> Self {
        let run = &item.run;
        Self {
            path: item.path.clone(),
            single: (run.measurements.len() == 1)
                .then(|| run.measured_at.clone())
                .flatten(),
        }
    }

    /// True where equal measurements of the two can be one that was written twice: they
    /// stand in different files, and no time says otherwise.
    fn may_be_one(&self, other: &Self) -> bool {
        let is_same_time = match (&self.single, &other.single) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.path != other.path && is_same_time
    }
}
