//! `speedsheet check`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::Status;

use super::output::{self, counted};
use super::{Exit, render};
use crate::ingest::redact::{Redaction, Rules};
use crate::ingest::{self, Document};

#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub(super) struct Args {
    /// Benchmark results: files, or folders to look into
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
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
    "errors": 0, "warnings": 0, "notes": 0 }

Lines and columns count from 1, columns in characters. `help` may be absent.

Exit codes: 0 no errors, 1 errors in some files, 3 no file could be used."#;

pub(super) fn run(args: &Args) -> Result<Exit> {
    let (inputs, problems) = ingest::find(&args.inputs);
    problems.iter().for_each(output::failure);
    let documents = ingest::load_all(&inputs, Rules::standard(), || {});
    let text = if args.json {
        json(&documents)?
    } else {
        text(&documents)
    };
    output::print(&text)?;
    Ok(Exit::of(&documents).and_problems(&problems))
}

fn text(documents: &[Document]) -> String {
    let mut text = String::new();
    for document in documents {
        text.push_str(&render::all(document));
    }
    for document in documents {
        text.push_str(&format!("{}: {}\n", document.label, summary(document)));
    }
    text.push_str(&total(documents));
    text
}

/// `matrix_text, 1 run, 55 measurements: 49 valid, 6 over_capacity`.
fn summary(document: &Document) -> String {
    let Some(first) = document.runs.first() else {
        return if document.skipped {
            "not a benchmark result, skipped"
        } else {
            "no runs"
        }
        .to_owned();
    };
    let counts = statuses(document);
    let total: usize = counts.values().sum();
    let mut text = format!(
        "{}, {}, {}",
        first.source.format,
        counted(document.runs.len(), "run"),
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

fn total(documents: &[Document]) -> String {
    let count = |level| {
        documents
            .iter()
            .map(|document| document.count(level))
            .sum::<usize>()
    };
    format!(
        "{}, {}, {}\n",
        counted(count(Level::Error), "error"),
        counted(count(Level::Warning), "warning"),
        counted(count(Level::Note), "note")
    )
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<FileReport<'a>>,
    errors: usize,
    warnings: usize,
    notes: usize,
}

#[derive(Serialize)]
struct FileReport<'a> {
    file: &'a str,
    format: Option<&'a str>,
    runs: usize,
    measurements: BTreeMap<&'static str, usize>,
    diagnostics: &'a [Diagnostic],
    redactions: &'a [Redaction],
}

fn json(documents: &[Document]) -> Result<String> {
    let count = |level| documents.iter().map(|document| document.count(level)).sum();
    let report = Report {
        files: documents
            .iter()
            .map(|document| FileReport {
                file: &document.label,
                format: document.runs.first().map(|run| run.source.format.as_str()),
                runs: document.runs.len(),
                measurements: statuses(document),
                diagnostics: &document.diagnostics,
                redactions: &document.redactions,
            })
            .collect(),
        errors: count(Level::Error),
        warnings: count(Level::Warning),
        notes: count(Level::Note),
    };
    Ok(format!("{}\n", serde_json::to_string_pretty(&report)?))
}
