//! What is known of one file of the corpus.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use speedsheet_core::formats::{Level, Parsed};

/// What is known of one file.
pub(crate) struct Row {
    /// Path below the folder.
    pub(crate) file: &'static str,
    /// What the parser must make of it.
    pub(crate) outcome: Outcome,
}

/// What a parser must make of a file.
pub(crate) enum Outcome {
    /// Runs of a format.
    Read {
        /// `source.format` of every run.
        format: &'static str,
        /// Number of runs.
        runs: usize,
        /// Number of measurements of all runs by status, for example `[("valid", 4)]`.
        measurements: &'static [(&'static str, usize)],
        /// JSON pointer into the list of runs, and the number read off the file by hand.
        numbers: &'static [(&'static str, f64)],
        /// JSON pointer into the list of runs, and the text read off the file by hand.
        texts: &'static [(&'static str, &'static str)],
        /// Codes of diagnostics that must be there.
        codes: &'static [&'static str],
    },
    /// No run: an error whose message or help holds these words.
    Refused(&'static [&'static str]),
}

impl Row {
    /// The row as a line of the printed table.
    pub(crate) fn line(&self, parsed: &Parsed) -> String {
        let format = parsed
            .runs
            .first()
            .map_or("refused", |run| run.source.format.as_str());
        let counts: Vec<String> = counts(parsed)
            .iter()
            .map(|(status, count)| format!("{count} {status}"))
            .collect();
        format!(
            "{:<90} {:<26} {:>2} runs  {}",
            self.file,
            format,
            parsed.runs.len(),
            counts.join(", ")
        )
    }

    /// How the outcome differs from what is known.
    pub(crate) fn problems(&self, parsed: &Parsed) -> Vec<String> {
        let mut problems = Vec::new();
        let mut differs =
            |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
                problems.push(format!(
                    "{}: {what}: expected {expected:?}, found {found:?}",
                    self.file
                ));
            };
        match &self.outcome {
            Outcome::Read {
                format,
                runs,
                measurements,
                numbers,
                texts,
                codes,
            } => {
                if parsed.runs.len() != *runs {
                    differs("runs", runs, &parsed.runs.len());
                }
                for run in &parsed.runs {
                    if run.source.format != *format {
                        differs("format", format, &run.source.format);
                    }
                    if run.source.parser_version == 0 || run.title.is_empty() {
                        differs("parser version and title", &"both", &run.title);
                    }
                }
                let expected: BTreeMap<&str, usize> = measurements.iter().copied().collect();
                let found = counts(parsed);
                if expected != found {
                    differs("measurements", &expected, &found);
                }
                let list = json!(parsed.runs);
                for (pointer, expected) in *numbers {
                    let found = list.pointer(pointer);
                    if found.and_then(Value::as_f64) != Some(*expected) {
                        differs(pointer, expected, &found);
                    }
                }
                for (pointer, expected) in *texts {
                    let found = list.pointer(pointer);
                    if found.and_then(Value::as_str) != Some(*expected) {
                        differs(pointer, expected, &found);
                    }
                }
                for code in *codes {
                    if !parsed.diagnostics.iter().any(|one| one.code == *code) {
                        let found: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
                        differs("diagnostics", code, &found);
                    }
                }
            }
            Outcome::Refused(words) => {
                if !parsed.runs.is_empty() {
                    differs("runs", &0, &parsed.runs.len());
                }
                let error = parsed
                    .diagnostics
                    .iter()
                    .find(|one| one.level == Level::Error);
                let said = error.map(|error| {
                    format!(
                        "{} {}",
                        error.message,
                        error.help.as_deref().unwrap_or_default()
                    )
                });
                for word in *words {
                    if !said.as_ref().is_some_and(|said| said.contains(word)) {
                        differs("reason", word, &said);
                    }
                }
            }
        }
        problems
    }
}

fn counts(parsed: &Parsed) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for measurement in parsed.runs.iter().flat_map(|run| &run.measurements) {
        *counts.entry(measurement.status.key()).or_default() += 1;
    }
    counts
}
