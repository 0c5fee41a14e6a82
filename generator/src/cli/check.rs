//! `speedsheet check`.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::Status;

use super::inputs::Inputs;
use super::material::entry;
use super::output::{self, counted};
use super::{Exit, render};
use crate::ingest::redact::Redaction;
use crate::ingest::{self, Document, Together};
use crate::site::{self, Entry};

#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

const JSON_HELP: &str = r#"Shape of --json:
  { "files": [ { "file": "a.txt",
                 "format": "matrix_text",           or null
                 "runs": 1,
                 "measurements": { "valid": 42, "over_capacity": 6 },
                 "diagnostics": [ { "code": "unread_line",
                                    "level": "note" | "warning" | "error",
                                    "location": "input"
                                              | { "text": { "line": 1, "column": 1, "length": 1 } }
                                              | { "json": { "path": "$.results[3]" } },
                                    "message": "…", "help": "…" } ],
                 "redactions": [ { "rule": "email", "location": "notes[0].text",
                                   "count": 1 } ] } ],
    "texts": [ { "file": "pages/method.md",        your pages, and notes with dead links
                 "diagnostics": [ … ], "redactions": [ … ] } ],
    "groups": [ { "files": [ "c1.json", "c2.json" ],
                  "runs": 2,
                  "summary": "2 files from ./: concurrency 1 to 2" } ],
    "errors": 0, "warnings": 0, "notes": 0 }

Lines and columns count from 1, columns in characters. `help` may be absent.
`groups` is what `build` puts together into one run each.

Exit codes: 0 no errors, 1 errors in some files, 3 no file could be used."#;

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut read = args.inputs.read(true, |_| || {})?;
    let exit = Exit::of(&read.documents).and_problems(&read.found.problems);
    let facts: Vec<Facts> = read.documents.iter().map(Facts::of).collect();
    let group = read.config.group;
    let gathered = ingest::gather(&mut read.documents, &read.found, read.config.rules(), group);
    let together = gathered.iter().filter_map(|one| one.together.clone());
    let groups: Vec<Together> = together.collect();
    let entries: Vec<Entry> = gathered.into_iter().map(entry).collect();
    let mut pages = read.config.pages()?;
    site::check(&entries, &mut pages)?;
    let exit = exit.and_texts(&pages.documents);
    let checked = Checked {
        files: read.documents.iter().zip(&facts).collect(),
        texts: &pages.documents,
        groups: &groups,
    };
    let text = if args.json {
        checked.json()?
    } else {
        checked.text()
    };
    output::print(&text)?;
    Ok(exit)
}

/// What a document held before its runs were put together with others.
struct Facts {
    format: Option<String>,
    runs: usize,
    statuses: BTreeMap<&'static str, usize>,
}

impl Facts {
    fn of(document: &Document) -> Self {
        let first = document.runs.first();
        Self {
            format: first.map(|run| run.source.format.clone()),
            runs: document.runs.len(),
            statuses: statuses(document),
        }
    }
}

/// What was found.
struct Checked<'a> {
    files: Vec<(&'a Document, &'a Facts)>,
    /// The author's pages, and notes with something dead in them.
    texts: &'a [Document],
    groups: &'a [Together],
}

impl Checked<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        let files = self.files.iter().map(|(document, _)| *document);
        for document in files.chain(self.texts) {
            text.push_str(&render::all(document));
        }
        for (document, facts) in &self.files {
            let summary = summary(document, facts);
            text.push_str(&format!("{}: {summary}\n", document.label));
        }
        for document in self.texts {
            let errors = counted(document.count(Level::Error), "error");
            text.push_str(&format!("{}: text of yours, {errors}\n", document.label));
        }
        for together in self.groups {
            text.push_str(&format!("would group {}\n", together.summary));
        }
        text.push_str(&format!(
            "{}, {}, {}\n",
            counted(self.count(Level::Error), "error"),
            counted(self.count(Level::Warning), "warning"),
            counted(self.count(Level::Note), "note")
        ));
        text
    }

    fn json(&self) -> Result<String> {
        let files = self.files.iter().map(|(document, facts)| FileReport {
            file: &document.label,
            format: facts.format.as_deref(),
            runs: facts.runs,
            measurements: &facts.statuses,
            diagnostics: &document.diagnostics,
            redactions: &document.redactions,
        });
        let texts = self.texts.iter().map(|document| TextReport {
            file: &document.label,
            diagnostics: &document.diagnostics,
            redactions: &document.redactions,
        });
        let groups = self.groups.iter().map(|together| GroupReport {
            files: &together.files,
            runs: together.runs,
            summary: &together.summary,
        });
        let report = Report {
            files: files.collect(),
            texts: texts.collect(),
            groups: groups.collect(),
            errors: self.count(Level::Error),
            warnings: self.count(Level::Warning),
            notes: self.count(Level::Note),
        };
        Ok(format!("{}\n", serde_json::to_string_pretty(&report)?))
    }

    fn count(&self, level: Level) -> usize {
        let files = self.files.iter().map(|(document, _)| *document);
        let counts = files
            .chain(self.texts)
            .map(|document| document.count(level));
        counts.sum()
    }
}

/// `matrix_text, 1 run, 55 measurements: 49 valid, 6 over_capacity`.
fn summary(document: &Document, facts: &Facts) -> String {
    let Some(format) = &facts.format else {
        return if document.skipped {
            "not a benchmark result, skipped"
        } else {
            "no runs"
        }
        .to_owned();
    };
    let counts = &facts.statuses;
    let total: usize = counts.values().sum();
    let mut text = format!(
        "{format}, {}, {}",
        counted(facts.runs, "run"),
        counted(total, "measurement")
    );
    let parts: Vec<String> = Status::ALL
        .iter()
        .filter_map(|status| Some(format!("{} {}", counts.get(status.key())?, status.key())))
        .collect();
    if !parts.is_empty() {
        text.push_str(&format!(": {}", parts.join(", ")));
    }
    text
}

fn statuses(document: &Document) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for measurement in document.runs.iter().flat_map(|run| &run.measurements) {
        *counts.entry(measurement.status.key()).or_default() += 1;
    }
    counts
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<FileReport<'a>>,
    texts: Vec<TextReport<'a>>,
    groups: Vec<GroupReport<'a>>,
    errors: usize,
    warnings: usize,
    notes: usize,
}

#[derive(Serialize)]
struct FileReport<'a> {
    file: &'a str,
    format: Option<&'a str>,
    runs: usize,
    measurements: &'a BTreeMap<&'static str, usize>,
    diagnostics: &'a [Diagnostic],
    redactions: &'a [Redaction],
}

#[derive(Serialize)]
struct TextReport<'a> {
    file: &'a str,
    diagnostics: &'a [Diagnostic],
    redactions: &'a [Redaction],
}

#[derive(Serialize)]
struct GroupReport<'a> {
    files: &'a [String],
    runs: usize,
    summary: &'a str,
}
