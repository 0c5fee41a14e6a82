//! The JSON file of the tool, of every version, and its resume checkpoint.
//!
//! ```text
//! { "metadata": {…}, "prefill": {"8192": {…}}, "results": [{cell}, …],
//!   "summary_table": {"0": {"1": 59.0}}, "burst_results": [{cell}, …], … }
//! { "signature": …, "results": [{cell}, …], "prefill_results": {…} }     checkpoint
//! ```
//!
//! A field with a typed place in the run goes there; the fields of a cell without
//! one stay with the cell, those of `metadata` with the settings, what describes
//! the machine with the hardware, and everything else with the run.

use std::collections::BTreeMap;

use serde_json::Value;

use super::absent::Plan;
use super::cells::{self, Layer};
use super::fields::Fields;
use super::status::Sentinels;
use super::{metadata, prefill, shape, summary};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Extra, Family, Measurement, Note, NoteOrigin, Run, Status};

/// llm-inference-bench JSON.
pub(in crate::formats) struct Json;

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llm_inference_bench",
            name: "llm-inference-bench JSON",
            versions: "0.1 to 0.4.29; 0.6 as documented, without a real file",
            yields: "prefill and sustained decode by context and concurrency, bursts as serving tests",
            marks: &[
                "\"metadata\"",
                "\"results\"",
                "\"aggregate_tps\"",
                "\"context_tokens\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        match input.json() {
            Some(Value::Object(file)) => Layout::of(file).is_some(),
            Some(_) => false,
            None => looks_like_a_cut_file(input),
        }
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = input.json_diagnostics().to_vec();
        let Some(Value::Object(file)) = input.json() else {
            return Parsed {
                runs: Vec::new(),
                diagnostics,
            };
        };
        let runs = match Layout::of(file) {
            Some(Layout::TaskProfile) => {
                let message = "a task profile (completion_stats), which holds answers to tasks and no matrix of speeds";
                diagnostics.push(
                    Diagnostic::new(Level::Error, "not_a_speed_matrix", message)
                        .at_path("$.metadata.mode")
                        .with_help("give the file of a decode run, benchmark_results.json unless it was named otherwise"),
                );
                Vec::new()
            }
            Some(Layout::Checkpoint) => vec![read(file.clone(), true, &mut diagnostics)],
            Some(Layout::Report) | None => vec![read(file.clone(), false, &mut diagnostics)],
        };
        Parsed { runs, diagnostics }
    }
}

/// Which of the tool's files an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    Report,
    Checkpoint,
    TaskProfile,
}

impl Layout {
    fn of(file: &Extra) -> Option<Self> {
        let metadata = file.get("metadata");
        let has = |key: &str| metadata.is_some_and(|metadata| metadata.get(key).is_some());
        if metadata.and_then(|metadata| metadata.get("mode"))
            == Some(&Value::from("completion_stats"))
        {
            return Some(Self::TaskProfile);
        }
        if ["signature", "results", "prefill_results"]
            .into_iter()
            .all(|key| file.contains_key(key))
        {
            return Some(Self::Checkpoint);
        }
        let is_planned = has("concurrency_levels") && has("context_lengths");
        let is_cell = |cell: &Value| {
            ["aggregate_tps", "context_tokens"]
                .into_iter()
                .all(|key| cell.get(key).is_some())
        };
        let has_cells = file
            .get("results")
            .and_then(Value::as_array)
            .is_some_and(|cells| cells.iter().any(is_cell));
        let has_prefill = file
            .get("prefill")
            .and_then(Value::as_object)
            .is_some_and(|prefill| {
                prefill
                    .values()
                    .any(|entry| entry.get("tok_per_sec").is_some())
            });
        (has("primary_decode_layer")
            || is_planned
            || has_cells
            || (has_prefill && metadata.is_some()))
        .then_some(Self::Report)
    }
}

/// True for text that starts as a file of this tool and is no JSON, most likely
/// because its end is missing.
fn looks_like_a_cut_file(input: &Input) -> bool {
    const HEAD: usize = 4096;
    let text = input.text().trim_start();
    let head: String = text.chars().take(HEAD).collect();
    let planned = head.contains("\"context_lengths\"") || head.contains("\"concurrency_levels\"");
    let known = [
        "\"duration_per_test\"",
        "\"primary_decode_layer\"",
        "\"aggregate_tps\"",
    ];
    head.starts_with('{')
        && ((head.contains("\"metadata\"")
            && (planned || known.iter().any(|key| head.contains(key))))
            || (head.contains("\"signature\"") && head.contains("\"aggregate_tps\"")))
}

/// Reads a report or a checkpoint.
fn read(file: Extra, is_checkpoint: bool, diagnostics: &mut Vec<Diagnostic>) -> Run {
    shape::check(&file, "$", shape::of_top, diagnostics);
    let mut file = Fields::new(file);
    check_summaries(&file, diagnostics);

    let mut run = metadata::new_run();
    let metadata = Fields::new(file.take_object("metadata").unwrap_or_default());
    if !is_checkpoint && metadata.object().is_empty() {
        let message = "the file has no metadata: model, engine and settings are not known";
        diagnostics.push(Diagnostic::new(Level::Warning, "missing_field", message).at_path("$"));
    }
    shape::check(
        metadata.object(),
        "$.metadata",
        shape::of_metadata,
        diagnostics,
    );
    let plan = Plan::of(&metadata);
    let is_prefill_only = metadata.flag("prefill_only");
    let has_burst = metadata.flag("run_burst");
    let sentinels = Sentinels {
        looping: metadata.get("loop_detection").and_then(loop_sentinel),
        checkpoint: is_checkpoint,
    };
    if is_prefill_only && file.get("prefill").is_none() {
        let message = "not recorded: prefill, although the run measured nothing else";
        diagnostics.push(Diagnostic::new(Level::Warning, "missing_field", message).at_path("$"));
    }
    let layer = Layer::main(metadata.text("decode_mode"), sentinels);
    if let Some(warning) = metadata.text("metrics_warning") {
        note(&mut run, warning.to_owned());
    }
    metadata::apply(&mut run, metadata, diagnostics);
    metadata::set_engine_version(&mut run, file.get("event_log"));
    metadata::set_hardware(&mut run, file.get("startup_diagnostics"), diagnostics);
    metadata::keep_hardware(&mut run, &mut file);

    for key in ["prefill", "prefill_results"] {
        read_prefill(&mut run, &mut file, key, diagnostics);
    }
    read_cells(&mut run, &mut file, layer, diagnostics);
    if plan.is_absurd() {
        let message = format!(
            "the metadata plans {} cells; those without a result are not listed",
            plan.len()
        );
        diagnostics
            .push(Diagnostic::new(Level::Warning, "absurd_plan", message).at_path("$.metadata"));
    } else if is_prefill_only {
        note(
            &mut run,
            "Prefill only (prefill_only is true): the decode matrix was not part of this run."
                .to_owned(),
        );
    } else {
        add_absent(&mut run, &plan, layer, diagnostics);
    }
    let burst = Layer::burst(sentinels);
    read_cells(&mut run, &mut file, burst, diagnostics);
    if has_burst && !is_prefill_only {
        add_absent(&mut run, &plan, burst, diagnostics);
    }
    report_twins(&run.measurements, diagnostics);

    run.extra = file.into_extra();
    run.source.dialect = is_checkpoint.then(|| "checkpoint".to_owned());
    run.source.partial = is_checkpoint;
    if is_checkpoint {
        let message = "a resume checkpoint of a run that had not finished: only the cells measured so far, without model, engine and settings";
        diagnostics.push(
            Diagnostic::new(Level::Warning, "partial_run", message)
                .with_help("let the benchmark finish and give the file it writes then"),
        );
    }
    run.title = run.composed_title(super::NAMELESS);
    run
}

fn check_summaries(file: &Fields, diagnostics: &mut Vec<Diagnostic>) {
    for (table, cells) in [
        ("summary_table", "results"),
        ("burst_summary_table", "burst_results"),
    ] {
        let listed = file
            .get(cells)
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        if let Some(summary) = file.get(table) {
            summary::check(summary, table, listed, cells, diagnostics);
        }
    }
}

fn loop_sentinel(loop_detection: &Value) -> Option<f64> {
    let sentinel = loop_detection
        .get("invalid_cell_aggregate_tps_sentinel")?
        .as_f64()?;
    (sentinel < 0.0).then_some(sentinel)
}

/// Reads the entries at `key`; what is no entry stays with the file.
fn read_prefill(run: &mut Run, file: &mut Fields, key: &str, diagnostics: &mut Vec<Diagnostic>) {
    let Some(section) = file.take_object(key) else {
        return;
    };
    let (mut measurements, unread) =
        prefill::read_all(section, &shape::join("$", key), diagnostics);
    run.measurements.append(&mut measurements);
    if !unread.is_empty() {
        file.put(key, Value::Object(unread));
    }
}

/// Reads the cells of a layer; what is no cell stays with the file.
fn read_cells(run: &mut Run, file: &mut Fields, layer: Layer, diagnostics: &mut Vec<Diagnostic>) {
    let Some(cells) = file.take_list(layer.key) else {
        return;
    };
    let (mut measurements, unread) = cells::read_all(cells, layer, diagnostics);
    run.measurements.append(&mut measurements);
    if !unread.is_empty() {
        file.put(layer.key, Value::Array(unread));
    }
}

/// Adds the planned cells that are not in the file, and says what is not
/// explained by the KV cache.
fn add_absent(run: &mut Run, plan: &Plan, layer: Layer, diagnostics: &mut Vec<Diagnostic>) {
    let mut absent = plan.absent(layer.family, &run.measurements);
    let unexplained = absent
        .iter()
        .filter(|cell| cell.status == Status::Unknown)
        .count();
    run.measurements.append(&mut absent);
    if unexplained == 0 {
        return;
    }
    let budget = if plan.kv_budget().is_some() {
        "although the KV cache would hold them"
    } else {
        "and the size of the KV cache is not recorded"
    };
    let message = format!(
        "{unexplained} of {} planned cells are not in {}, {budget}: the run was interrupted, or they were skipped",
        plan.len(),
        layer.key
    );
    note(run, sentence(&message));
    diagnostics.push(
        Diagnostic::new(Level::Note, "absent_cells", message).at_path(format!("$.{}", layer.key)),
    );
}

/// Reports places of the matrix that were measured more than once.
fn report_twins(measurements: &[Measurement], diagnostics: &mut Vec<Diagnostic>) {
    let mut times: BTreeMap<(Family, u64, u64), usize> = BTreeMap::new();
    for measurement in measurements {
        if let (Some(context), Some(concurrency)) = (
            measurement.axes.context_tokens,
            measurement.axes.concurrency,
        ) {
            *times
                .entry((measurement.family, context, concurrency))
                .or_default() += 1;
        }
    }
    for ((family, context, concurrency), times) in times {
        if times > 1 {
            let message = format!(
                "{times} {} measurements at context {context} and concurrency {concurrency}; all are kept",
                family.key()
            );
            diagnostics.push(Diagnostic::new(Level::Warning, "duplicate_cell", message));
        }
    }
}

fn note(run: &mut Run, text: String) {
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text,
    });
}

/// A fragment as a sentence.
fn sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let first = chars
        .next()
        .map(|first| first.to_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
