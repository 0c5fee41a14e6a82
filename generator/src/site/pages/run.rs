//! The page of a run.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::model::{Family, Run};

use super::facts::{self, FactGroup};
use super::family::{self, FamilyCard};
use super::headlines::{self, Headline};
use super::matrix::{self, MatrixCard};
use super::notes::{self, NoteBlock};
use super::place::Place;
use super::provenance::{self, Provenance};
use super::requests::{self, RequestsCard};
use super::supplied::{self, SuppliedFact};
use super::table::{self, Table};
use super::{chips, text};
use crate::site::Entry;
use crate::site::data::DataFiles;
use crate::site::links::{Directory, Medium};

/// Everything a page of a run shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RunPage {
    pub(super) title: String,
    pub(super) description: String,
    kick: String,
    chips: Vec<String>,
    partial: bool,
    /// Said where no measurement has a result.
    nothing_measured: Option<String>,
    headlines: Vec<Headline>,
    sections: Vec<Section>,
    /// Said in the place of a matrix: its heading, and why there is none.
    no_matrix: Option<(&'static str, &'static str)>,
    requests: Option<RequestsCard>,
    facts: Vec<FactGroup>,
    /// The source's own fields.
    further_facts: Vec<(String, String)>,
    supplied: Vec<SuppliedFact>,
    /// The launch command in words, each with the space behind it.
    launch_command: Option<Vec<(String, String)>>,
    notes: Vec<NoteBlock>,
    table: Option<Table>,
    statuses: String,
    provenance: Provenance,
    /// `None` in a report.
    data: Option<DataFiles>,
}

/// A part of the page about one family; one of the two.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Section {
    matrix: Option<MatrixCard>,
    card: Option<FamilyCard>,
}

/// The families in the order of the page.
pub(super) const FAMILIES: [Family; 4] = [
    Family::Decode,
    Family::Prefill,
    Family::Serve,
    Family::Batch,
];

/// The page of a run, or its article in a report, which has no files to download.
pub(super) fn page(
    entry: &Entry,
    data: Option<&DataFiles>,
    place: &Place,
    directory: &Directory<'_>,
) -> Result<RunPage> {
    let run = &entry.run;
    let title = text::title(run);
    let statuses = text::statuses(run);
    let counted = text::counted(run.measurements.len(), "measurement");
    let medium = match data {
        Some(_) => Medium::Site("../"),
        None => Medium::Report(directory.runs().len()),
    };
    Ok(RunPage {
        description: description(run, &title),
        kick: match run.measured_at.as_deref().map(text::moment) {
            Some(moment) => format!("Speed test, measured {moment}"),
            None => "Speed test".to_owned(),
        },
        chips: chips::chips(run),
        partial: run.source.partial,
        nothing_measured: nothing_measured(run, &counted),
        headlines: headlines::headlines(run),
        sections: sections(run)?,
        no_matrix: no_matrix(run),
        requests: requests::card(run)?,
        facts: facts::groups(run),
        further_facts: facts::further(run),
        supplied: supplied::facts(run),
        launch_command: run.launch_command.as_deref().map(words),
        notes: notes::blocks(run, place, directory, medium),
        table: table::table(run),
        statuses,
        provenance: provenance::provenance(entry, data),
        data: data.cloned(),
        title,
    })
}

/// The run in a sentence.
pub(super) fn description(run: &Run, title: &str) -> String {
    let statuses = text::statuses(run);
    if statuses.is_empty() {
        return format!("{title}: no measurements.");
    }
    let counted = text::counted(run.measurements.len(), "measurement");
    format!("{title}: {counted}, {statuses}.")
}

/// Every family with its charts and tables, and with its matrix: the hero of decode, and
/// the summary of any other.
fn sections(run: &Run) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for family in FAMILIES {
        let matrix = matrix::card(run, family);
        let card = family::card(run, family, matrix.as_ref())?;
        let card = card.map(|card| Section {
            matrix: None,
            card: Some(card),
        });
        let matrix = matrix.map(|matrix| Section {
            matrix: Some(matrix),
            card: None,
        });
        match family {
            Family::Decode => sections.extend(matrix.into_iter().chain(card)),
            _ => sections.extend(card.into_iter().chain(matrix)),
        }
    }
    Ok(sections)
}

/// What became of a run of which no number can be used. `None` where there is one, or no
/// measurement at all, which is said elsewhere.
fn nothing_measured(run: &Run, counted: &str) -> Option<String> {
    if run.measurements.is_empty() || run.measurements.iter().any(text::is_measured) {
        return None;
    }
    let statuses = text::statuses(run);
    let mut text = match run.measurements.len() {
        1 => format!("The one measurement of this run has no result: {statuses}."),
        _ => format!("Of {counted} none has a result: {statuses}."),
    };
    let mut words: Vec<&str> = Vec::new();
    for one in &run.measurements {
        let word = one.source_status.as_deref().map(str::trim);
        words.extend(word.filter(|word| !word.is_empty() && !words.contains(word)));
    }
    if !words.is_empty() {
        let words: Vec<String> = words
            .iter()
            .take(5)
            .map(|word| text::shortened(word, 160))
            .collect();
        text.push_str(&format!(
            " In the words of the source: {}.",
            words.join("; ")
        ));
    }
    Some(text)
}

/// Why there is no matrix, and what to do to get one, for runs of which nothing else tells.
fn no_matrix(run: &Run) -> Option<(&'static str, &'static str)> {
    if run.measurements.is_empty() {
        return Some((
            "No measurements",
            "This result holds no measurements: the benchmark was stopped before the first one, \
             or its output was cut off. Run it again to the end and build the site again; what \
             the result says about the setup is below.",
        ));
    }
    let all_prefill = run
        .measurements
        .iter()
        .all(|one| one.family == Family::Prefill);
    all_prefill.then_some((
        "No decode matrix",
        "This run measured prefill only, so there is no decode speed to show. Run the \
         benchmark's decode test to get a matrix of context lengths and requests at once.",
    ))
}

/// The words of a text, each with the space behind it, so that a line is broken between
/// words only. Together they are the text.
fn words(text: &str) -> Vec<(String, String)> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word_end);
        let space_end = after
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(after.len());
        let (space, next) = after.split_at(space_end);
        words.push((word.to_owned(), space.to_owned()));
        rest = next;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_command_are_the_command() {
        for text in ["", " a", "vllm serve \\\n  --port 8000 ", "é\u{a0}x"] {
            let joined: String = words(text)
                .into_iter()
                .flat_map(|(word, space)| [word, space])
                .collect();
            assert_eq!(joined, text);
        }
    }
}
