//! From documents to the runs of a report: each content once, sweeps put together.

use std::collections::BTreeMap;

use speedsheet_core::formats::Diagnostic;
use speedsheet_core::grouping::{self, Group, Item};
use speedsheet_core::model::Run;

use super::Document;
use super::find::Found;
use super::load::BUNDLE;
use super::redact::Rules;
use super::repeats;
use super::together::{Together, combined, tell, together};
use crate::files;

/// A run of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Gathered {
    /// The run, identified and without secrets.
    pub run: Run,
    /// Findings about its inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// The files it was read from, for people.
    pub files: Vec<String>,
    /// What was put together, for a run of several parts.
    pub together: Option<Together>,
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
    repeats::take_out(documents);
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
        repeats::take_out_groups(&mut groups, &owners, documents);
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
                files: vec![documents[owner].label.clone()],
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

/// The name of a folder can hold what no page may show.
fn redact_parts(groups: &mut [Group], rules: &Rules) {
    for group in groups.iter_mut().filter(|group| group.members.len() > 1) {
        for part in &mut group.run.source.parts {
            part.file_name = rules.redact(&part.file_name);
        }
        group.run.identify();
    }
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
        files: files.iter().map(|file| file.label.clone()).collect(),
        diagnostics,
        together,
    }
}

/// Makes the slugs of runs longer that came to the same one. With six hexadecimal digits
/// behind the readable part that takes thousands of runs of one model on one machine, or
/// sweeps of the same setup in different folders.
fn part_slugs(gathered: &mut [Gathered]) {
    for one in of_equal_slugs(gathered) {
        one.run.lengthen_slug();
    }
    // Normalized JSON can claim any source for any content.
    for one in of_equal_slugs(gathered) {
        one.run.slug = format!("{}-{}", one.run.slug, one.run.id);
    }
}

/// The runs whose slug another one has too.
fn of_equal_slugs(gathered: &mut [Gathered]) -> impl Iterator<Item = &mut Gathered> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for one in gathered.iter() {
        *times.entry(one.run.slug.clone()).or_default() += 1;
    }
    gathered
        .iter_mut()
        .filter(move |one| times[&one.run.slug] > 1)
}
