//! The report as JSON.
//!
//! ```text
//! { "benchmarks": [ {benchmark}, … ] }                                    0.2, 0.3
//! { "metadata": {"version": 2, "guidellm_version": …}, "config": {…},
//!   "benchmarks": [ {benchmark}, … ] }                                    report version 2
//! ```
//!
//! A benchmark becomes a measurement. Those that were set up alike are one run.

use serde_json::Value;

use super::{TOOL, benchmark, load, new_run, note_definition};
use crate::formats::reading::{Fields, join, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Extra, Run};

/// GuideLLM report.
pub(in crate::formats) struct Report;

impl Format for Report {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "guidellm",
            name: "GuideLLM report JSON",
            versions: "0.2, 0.3 and 0.8.0.dev18 (report version 2)",
            yields: "serving tests by request rate or concurrency with percentiles, single requests where listed",
            marks: &[
                "\"benchmarks\"",
                "\"metrics\"",
                "\"time_to_first_token_ms\"",
                "\"successful\"",
                "\"generative_benchmark\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input
            .documents()
            .items
            .iter()
            .any(|document| is_report(document) || is_derived(document))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            match Fields::of(document) {
                Some(fields) if is_report(document) => {
                    runs.extend(read(fields, &mut diagnostics));
                }
                _ => diagnostics.push(other(document)),
            }
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.title = title(run, "GuideLLM run");
        }
        if let Some(last) = runs.last_mut().filter(|_| documents.is_cut) {
            last.source.partial = true;
        }
        Parsed { runs, diagnostics }
    }
}

/// True for a report: its benchmarks have metrics that only this tool names so, or it
/// names the tool.
fn is_report(document: &Document) -> bool {
    let Some(benchmarks) = document
        .object()
        .and_then(|object| object.get("benchmarks"))
        .and_then(Value::as_array)
    else {
        return false;
    };
    let is_benchmark = |entry: &Value| {
        let has_metrics = entry
            .pointer("/metrics/time_to_first_token_ms/successful")
            .is_some();
        let is_typed = entry.get("type_").and_then(Value::as_str) == Some("generative_benchmark");
        has_metrics || is_typed
    };
    benchmarks.iter().any(is_benchmark)
        || document
            .value
            .pointer("/metadata/guidellm_version")
            .is_some()
}

/// True for a summary that another program made of one benchmark of a report.
fn is_derived(document: &Document) -> bool {
    document.has_all(&["benchmark_id", "type"])
        && document.value.get("type").and_then(Value::as_str) == Some("generative_benchmark")
}

/// What there is to say about a document that is no report.
fn other(document: &Document) -> Diagnostic {
    let (level, message) = if is_derived(document) {
        (
            Level::Error,
            "a summary that another program made of a GuideLLM report, not output of GuideLLM: expected the report with its list of benchmarks",
        )
    } else {
        (Level::Warning, "no report of GuideLLM, passed over")
    };
    Diagnostic::new(level, "not_a_result", message)
        .at_path(&document.path)
        .with_help(
            "give the JSON that GuideLLM wrote, benchmarks.json unless it was named otherwise",
        )
}

/// Reads a report: a run for each benchmark, alike where they were set up alike.
fn read(mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) -> Vec<Run> {
    let mut base = new_run();
    let benchmarks = fields.take_list("benchmarks").unwrap_or_default();
    if benchmarks.iter().any(|entry| entry.get("config").is_some()) {
        fields.expect(&["metadata", "config"]);
    }
    fields.within("metadata", |metadata| {
        base.source.tool_version = metadata.take_text("guidellm_version");
        let version = metadata.take_count("version");
        base.source.dialect = version.map(|version| format!("report version {version}"));
    });
    let mut planned = Extra::new();
    let mut lengths = None;
    fields.within("config", |config| {
        config.within("spec", |spec| {
            lengths = load::take_lengths(spec);
            planned = take_planned(spec);
        });
    });
    if benchmarks.is_empty() {
        let message =
            "a GuideLLM report without any benchmark: the run ended before one was finished";
        fields.report("benchmarks", Level::Error, "not_a_result", message);
    }
    let path = fields.path_of("benchmarks");
    base.settings.extra = fields.finish(diagnostics);
    note_definition(&mut base);

    let mut runs = Vec::new();
    for (index, entry) in benchmarks.into_iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Value::Object(entry) = entry else {
            let message =
                format!("expected a benchmark of {TOOL}, found something else; it was left out");
            diagnostics
                .push(Diagnostic::new(Level::Warning, "unread_value", message).at_path(path));
            continue;
        };
        let mut run = base.clone();
        let mut one = benchmark::read(&mut run, Fields::new(entry, path), diagnostics);
        if let Some(lengths) = lengths {
            one.axes.input_tokens = one.axes.input_tokens.or(lengths.input);
            one.axes.output_tokens = one.axes.output_tokens.or(lengths.output);
        }
        if !planned.is_empty() {
            one.extra.insert("spec".to_owned(), planned.clone().into());
        }
        run.measurements.push(one);
        runs.push(run);
    }
    runs
}

/// What of the plan says which loads were to be run, and where the report was written. Reports
/// that differ in nothing else are points of one sweep.
fn take_planned(spec: &mut Fields) -> Extra {
    ["profile", "constraints", "outputs"]
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), spec.take(key)?)))
        .collect()
}
