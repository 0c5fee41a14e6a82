//! What there is to say about groups of files: which they are, what nearly belonged to
//! them, and the findings of their files together.

use std::collections::BTreeMap;

use speedsheet_core::formats::{Diagnostic, Level, Location};
use speedsheet_core::grouping::{Group, Near, Reason};

use super::Document;

/// Most names that a finding lists.
const MAX_NAMES: usize = 5;

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

/// Adds to the documents what there is to say about the groups.
pub(super) fn tell(groups: &[Group], owners: &[usize], documents: &mut [Document]) {
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

/// The findings of several files, equal ones once, with the names of the files.
pub(super) fn combined(files: &[&Document]) -> Vec<Diagnostic> {
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

/// What the group was put together from.
pub(super) fn together(group: &Group, owners: &[usize], documents: &[Document]) -> Together {
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
