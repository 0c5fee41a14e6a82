//! Each result once: copies of a file, and normalized JSON beside what it was made from.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::grouping::Group;
use speedsheet_core::model::Run;

use super::Document;

/// Code of the finding that a document holds what another one holds already.
const REPEATED: &str = "repeated";

/// Which results of which bytes a run is; its own content where it does not say.
fn source(run: &Run) -> String {
    let source = &run.source;
    if !source.parts.is_empty() {
        let parts = source.parts.iter();
        return parts
            .map(|part| format!("{}#{}\n", part.sha256, part.index))
            .collect();
    }
    if source.sha256.is_empty() {
        return format!("content {}", run.id);
    }
    format!("{}#{}", source.sha256, source.index)
}

/// Takes the runs out of the documents that another document holds too, and says so.
///
/// The one with most other results around it stays, so that no sweep loses a file to a
/// copy elsewhere; then the first by its place, whatever order they come in.
pub(super) fn take_out(documents: &mut [Document]) {
    let mut holders: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for at in order(documents) {
        let mut first = None;
        let mut differs = false;
        let before = documents[at].runs.len();
        let mut own = BTreeSet::new();
        documents[at].runs.retain(|run| {
            let source = source(run);
            match holders.get(&source) {
                Some((holder, id)) if *holder != at => {
                    first.get_or_insert(*holder);
                    differs |= *id != run.id;
                    false
                }
                // A list of normalized runs can hold one twice.
                Some(_) => {
                    let is_new = own.insert(run.id.clone());
                    if !is_new {
                        first.get_or_insert(at);
                    }
                    is_new
                }
                None => {
                    own.insert(run.id.clone());
                    holders.insert(source, (at, run.id.clone()));
                    true
                }
            }
        });
        let Some(first) = first else {
            continue;
        };
        let label = documents[first].label.clone();
        let document = &mut documents[at];
        document.repeats = document.runs.is_empty();
        document.diagnostics.push(repeated(
            &label,
            before - document.runs.len(),
            before,
            differs,
        ));
    }
}

/// The documents with runs, in the order in which they hold.
fn order(documents: &[Document]) -> Vec<usize> {
    let folder = |at: usize| {
        let place = documents[at].place.rsplit_once('/');
        place.map_or("", |(folder, _)| folder)
    };
    let with_runs = || (0..documents.len()).filter(|&at| !documents[at].runs.is_empty());
    let mut company: BTreeMap<&str, usize> = BTreeMap::new();
    for at in with_runs() {
        *company.entry(folder(at)).or_default() += 1;
    }
    let mut order: Vec<usize> = with_runs().collect();
    order.sort_by_key(|&at| (Reverse(company[folder(at)]), &documents[at].place));
    order
}

fn repeated(first: &str, count: usize, all: usize, differs: bool) -> Diagnostic {
    let mut message = if count == all {
        format!("holds the same as {first}, so it is shown once")
    } else {
        format!("{count} of its {all} runs stand in {first} too and are shown once")
    };
    if differs {
        message.push_str(", without what was said about this one");
    }
    let level = if differs { Level::Warning } else { Level::Note };
    Diagnostic::new(level, REPEATED, message)
}

/// Takes out the normalized runs that were put together from the same files as another
/// group, and says so. `owners` are the documents of the items.
pub(super) fn take_out_groups(
    groups: &mut Vec<Group>,
    owners: &[usize],
    documents: &mut [Document],
) {
    let fresh: BTreeMap<String, usize> = groups
        .iter()
        .filter(|group| group.members.len() > 1)
        .filter_map(|group| Some((source(&group.run), owners[*group.members.first()?])))
        .collect();
    groups.retain(|group| {
        let [only] = group.members.as_slice() else {
            return true;
        };
        let Some(&first) = fresh.get(&source(&group.run)) else {
            return true;
        };
        let label = documents[first].label.clone();
        let document = &mut documents[owners[*only]];
        document.diagnostics.push(Diagnostic::new(
            Level::Note,
            REPEATED,
            format!("holds what {label} and others give together, so it is shown once"),
        ));
        false
    });
}
