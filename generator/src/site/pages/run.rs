//! The page of a run.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::model::{Family, Run};

use super::facts::{self, FactGroup};
use super::headlines::{self, Headline};
use super::matrix::{self, MatrixCard};
use super::notes::{self, NoteBlock};
use super::prefill::{self, PrefillCard};
use super::provenance::{self, Provenance};
use super::table::{self, Table};
use super::{chips, text};
use crate::site::Entry;
use crate::site::data::DataFiles;

/// Everything a page of a run shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RunPage {
    pub(super) title: String,
    pub(super) description: String,
    kick: String,
    chips: Vec<String>,
    partial: bool,
    headlines: Vec<Headline>,
    matrix: Option<MatrixCard>,
    /// Said in the place of a matrix.
    no_matrix: Option<&'static str>,
    prefill: Option<PrefillCard>,
    facts: Vec<FactGroup>,
    /// The source's own fields.
    further_facts: Vec<(String, String)>,
    /// The launch command in words, each with the space behind it.
    launch_command: Option<Vec<(String, String)>>,
    notes: Vec<NoteBlock>,
    table: Option<Table>,
    statuses: String,
    provenance: Provenance,
    data: DataFiles,
}

pub(super) fn page(entry: &Entry, data: &DataFiles) -> Result<RunPage> {
    let run = &entry.run;
    let title = text::title(run);
    let matrix = matrix::card(run, Family::Decode);
    let statuses = text::statuses(run);
    let counted = text::counted(run.measurements.len(), "measurement");
    Ok(RunPage {
        description: if statuses.is_empty() {
            format!("{title}: no measurements.")
        } else {
            format!("{title}: {counted}, {statuses}.")
        },
        kick: match run.measured_at.as_deref().map(text::moment) {
            Some(moment) => format!("Speed test, measured {moment}"),
            None => "Speed test".to_owned(),
        },
        chips: chips::chips(run),
        partial: run.source.partial,
        headlines: headlines::headlines(run),
        no_matrix: matrix.is_none().then(|| no_matrix(run)),
        matrix,
        prefill: prefill::card(run)?,
        facts: facts::groups(run),
        further_facts: facts::further(run),
        launch_command: run.launch_command.as_deref().map(words),
        notes: notes::blocks(run),
        table: table::table(run),
        statuses,
        provenance: provenance::provenance(entry),
        data: data.clone(),
        title,
    })
}

/// Why there is no matrix, and what to do to get one.
fn no_matrix(run: &Run) -> &'static str {
    let has = |family| run.measurements.iter().any(|one| one.family == family);
    if run.measurements.is_empty() {
        "This result holds no measurements: the benchmark was stopped before the first one, or \
         its output was cut off. Run it again to the end and build the site again; what the \
         result says about the setup is below."
    } else if has(Family::Decode) {
        "The decode measurements of this run do not fill a matrix of context lengths and requests \
         at once: one of the two is not recorded, or hardly any two measurements share one. They \
         are in the table of all measurements."
    } else if has(Family::Prefill) && !has(Family::Serve) && !has(Family::Batch) {
        "This run measured prefill only, so there is no decode speed to show. Run the \
         benchmark's decode test to get a matrix of context lengths and requests at once."
    } else {
        "This run holds no sustained decode test, so there is no matrix. Its measurements are in \
         the table below."
    }
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
