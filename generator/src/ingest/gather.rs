//! From documents to the runs of a report: each content once, sweeps put together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use speedsheet_core::formats::{Diagnostic, Level, Location};
use speedsheet_core::grouping::{self, Group, Item, Near, Reason};
use speedsheet_core::model::Run;

use super::Document;
use super::find::Found;
use super::load::BUNDLE;
use super::redact::Rules;
use crate::files;

/// Code of the finding that a document holds what another one holds already.
pub(super) const REPEATED: &str = "repeated";

/// Most names that a finding lists.
const MAX_NAMES: usize = 5;

/// A run of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Gathered {
    /// The run, identified and without secrets.
    pub run: Run,
    /// Findings about its inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// What was put together, for a run of several parts.
    pub together: Option<Together>,
}

/// What a run was put together from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Together {
    /// The files, for people.
    pub files: Vec<String>,
    /// Number of runs, which is above that of the files where one holds several.
    pub runs: usize,
    /// For people: `12 files from results/: concurrency 1 to 128`.
    pub summary: String,
}

/// Takes the runs out of the documents; with `group`, files that differ only in their
/// place on the axes become one run.
///
/// What was put together, what nearly was and what stood there twice becomes a finding
/// of the documents.
pub fn gather(
    documents: &mut [Document],
    found: &Found,
    rules: &Rules,
    group: bool,
) -> Vec<Gathered> {
    mark_repeats(documents);
    let mut items = Vec::new();
    let mut owners = Vec::new();
    for (owner, document) in documents.iter_mut().enumerate() {
        for run in std::mem::take(&mut document.runs) {
            owners.push(owner);
            items.push(Item {
                run,
                path: document.place.clone(),
            });
        }
    }
    let mut runs: Vec<Gathered> = if group {
        let mut groups = grouping::group(items, &given(found));
        redact_parts(&mut groups, rules);
        tell(&groups, &owners, documents);
        let groups = groups.into_iter();
        groups
            .map(|group| gathered(group, &owners, documents))
            .collect()
    } else {
        let alone = items.into_iter().zip(&owners);
        alone
            .map(|(item, &owner)| Gathered {
                run: item.run,
                diagnostics: documents[owner].diagnostics.clone(),
                together: None,
            })
            .collect()
    };
    part_slugs(&mut runs);
    runs
}

/// The folders that were asked for. A bundle is one, and no other file has anything in it.
fn given(found: &Found) -> Vec<String> {
    let folders = found.folders.iter().map(|folder| files::place(folder));
    let named = found.inputs.iter().filter(|input| input.named);
    let bundles = named.map(|input| files::place(&input.path) + BUNDLE);
    let places = folders.chain(bundles);
    places
        .map(|place| place.trim_end_matches('/').to_owned())
        .collect()
}

/// Takes the runs out of every document whose bytes stand in another one, and says so.
/// The one with most other results around it stays, so that no sweep loses a file to a
/// copy elsewhere; then the first by its place, whatever order they come in.
fn mark_repeats(documents: &mut [Document]) {
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
    order.sort_by_key(|&at| (Reverse(company[folder(at)]), documents[at].place.clone()));
    let mut first_with: BTreeMap<String, usize> = BTreeMap::new();
    for at in order {
        let Some(run) = documents[at].runs.first() else {
            continue;
        };
        let sha256 = run.source.sha256.clone();
        let Some(&first) = first_with.get(&sha256) else {
            first_with.insert(sha256, at);
            continue;
        };
        let repeat = &documents[at];
        let mut message = format!(
            "has the same bytes as {}, so it is shown once",
            documents[first].label
        );
        let said = |document: &Document| -> Vec<_> {
            let runs = document.runs.iter();
            runs.map(|run| (run.notes.clone(), values(run))).collect()
        };
        let level = if said(repeat) == said(&documents[first]) {
            Level::Note
        } else {
            message.push_str(", without what was said about this one");
            Level::Warning
        };
        let repeat = &mut documents[at];
        repeat.runs.clear();
        repeat
            .diagnostics
            .push(Diagnostic::new(level, REPEATED, message));
    }
}

fn values(run: &Run) -> Vec<(String, String)> {
    let supplied = run.supplied.iter();
    supplied
        .map(|one| (one.field.clone(), one.value.clone()))
        .collect()
}

/// The name of a folder can hold what no page may show.
fn redact_parts(groups: &mut [Group], rules: &Rules) {
    for group in groups.iter_mut().filter(|group| group.members.len() > 1) {
        for part in &mut group.run.source.parts {
            part.file_name = rules.redact(&part.file_name);
        }
        group.run.identify();
    }
}

/// Adds to the documents what there is to say about the groups.
fn tell(groups: &[Group], owners: &[usize], documents: &mut [Document]) {
    for group in groups {
        let Some(&first) = group.members.first() else {
            continue;
        };
        if group.members.len() > 1 {
            let together = together(group, owners, documents);
            let message = format!("put together: {}", list(&together));
            note(documents, owners[first], "grouped", message, None);
        }
        for repeated in &group.repeated {
            let owner = |part: usize| group.members.get(part).map(|&item| owners[item]);
            let (Some(here), Some(there)) = (owner(repeated.part), owner(repeated.kept_in)) else {
                continue;
            };
            let count = counted(repeated.count, "measurement");
            let message = format!(
                "{count} equal in every value to those of {}, kept once",
                documents[there].label
            );
            note(documents, here, "repeated_measurement", message, None);
        }
        for near in &group.near {
            let message = not_grouped(near, owners, documents);
            note(documents, owners[first], "not_grouped", message, help(near));
        }
    }
}

fn not_grouped(near: &Near, owners: &[usize], documents: &[Document]) -> String {
    let other = &documents[owners[near.other]].label;
    let more = match near.more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("not grouped with {other}{more}: {}", near.reason)
}

fn help(near: &Near) -> Option<&'static str> {
    match near.reason {
        Reason::UnknownModel => {
            Some("say which model it is in a sidecar or in speedsheet.toml, and they become one")
        }
        Reason::SamePlace => Some("put repetitions into one folder"),
        Reason::Fields(_) | Reason::Families => None,
    }
}

fn note(
    documents: &mut [Document],
    owner: usize,
    code: &'static str,
    message: String,
    help: Option<&str>,
) {
    let mut finding = Diagnostic::new(Level::Note, code, message);
    finding.help = help.map(str::to_owned);
    documents[owner].diagnostics.push(finding);
}

fn gathered(group: Group, owners: &[usize], documents: &[Document]) -> Gathered {
    let is_alone = group.members.len() == 1;
    let together = (!is_alone).then(|| together(&group, owners, documents));
    let mut files: Vec<&Document> = Vec::new();
    for &item in &group.members {
        let document = &documents[owners[item]];
        if !files.iter().any(|known| std::ptr::eq(*known, document)) {
            files.push(document);
        }
    }
    let diagnostics = match files.as_slice() {
        [only] => only.diagnostics.clone(),
        files => combined(files),
    };
    Gathered {
        run: group.run,
        diagnostics,
        together,
    }
}

/// The findings of several files, equal ones once, with the names of the files.
fn combined(files: &[&Document]) -> Vec<Diagnostic> {
    let mut found: Vec<(Diagnostic, Vec<&str>)> = Vec::new();
    let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for file in files {
        let name = file.label.rsplit('/').next().unwrap_or(&file.label);
        for finding in &file.diagnostics {
            let at = *known
                .entry((finding.code, finding.message.as_str()))
                .or_insert_with(|| {
                    found.push((finding.clone(), Vec::new()));
                    found.len() - 1
                });
            if !found[at].1.contains(&name) {
                found[at].1.push(name);
            }
        }
    }
    found
        .into_iter()
        .map(|(mut finding, names)| {
            let line = match finding.location {
                Location::Text { line, .. } if names.len() == 1 => format!(" line {line}"),
                _ => String::new(),
            };
            finding.message = format!("{}{line}: {}", bounded(&names), finding.message);
            if !matches!(finding.location, Location::Json { .. }) {
                finding.location = Location::Input;
            }
            finding
        })
        .collect()
}

fn together(group: &Group, owners: &[usize], documents: &[Document]) -> Together {
    let mut files: Vec<String> = Vec::new();
    for &item in &group.members {
        let label = &documents[owners[item]].label;
        if files.last() != Some(label) {
            files.push(label.clone());
        }
    }
    let what = match files.as_slice() {
        [file] => format!("{} of {file}", counted(group.members.len(), "run")),
        files => format!(
            "{} from {}",
            counted(files.len(), "file"),
            folder(group, &files[0])
        ),
    };
    let summary = match group.reach.as_str() {
        "" => what,
        reach => format!("{what}: {reach}"),
    };
    Together {
        files,
        runs: group.members.len(),
        summary,
    }
}

/// The folder that the files have in common, as it was asked for.
fn folder(group: &Group, first: &str) -> String {
    let name = group.run.source.parts.first();
    match name.and_then(|part| first.strip_suffix(&part.file_name)) {
        Some("") => "./".to_owned(),
        Some(folder) => folder.to_owned(),
        None => "one folder".to_owned(),
    }
}

fn list(together: &Together) -> String {
    let names: Vec<&str> = together
        .files
        .iter()
        .map(|file| file.rsplit('/').next().unwrap_or(file))
        .collect();
    match names.as_slice() {
        [_] => together.summary.clone(),
        names => format!("{} ({})", together.summary, bounded(names)),
    }
}

fn bounded(names: &[&str]) -> String {
    let shown = &names[..names.len().min(MAX_NAMES)];
    let text = shown.join(", ");
    match names.len() - shown.len() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Makes the slugs of runs longer that came to the same one. With six hexadecimal digits
/// behind the readable part that takes thousands of runs of one model on one machine, or
/// sweeps of the same setup in different folders.
fn part_slugs(gathered: &mut [Gathered]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for one in gathered.iter() {
        *times.entry(one.run.slug.clone()).or_default() += 1;
    }
    for one in gathered.iter_mut() {
        if times[&one.run.slug] > 1 {
            one.run.lengthen_slug();
        }
    }
}
