//! What describes the whole run, and which of the remaining fields do.

use serde_json::Value;

use crate::formats::reading::{Fields, date_time, set_model};
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Extra, Measurement, Note, NoteOrigin, Run, Status};

/// Reads model, engine and date.
pub(super) fn read(run: &mut Run, fields: &mut Fields) {
    if let Some(model) = fields.take_text("model_id") {
        set_model(&mut run.model, &model);
    }
    // The `openai…` backends name a protocol that every engine speaks.
    let backend = fields.get("backend").and_then(Value::as_str);
    if backend.is_some_and(|name| !name.starts_with("openai")) {
        run.engine.name = fields.take_text("backend");
    }
    // The date stays with the point as well: a run may get several of them.
    let date = fields.get("date").cloned();
    if let Some(date) = date.filter(|date| !date.is_null()) {
        run.measured_at = date.as_str().and_then(date_time);
        if run.measured_at.is_none() {
            let message = format!("expected a date such as 20260806-074423, found {date}");
            fields.report("date", Level::Warning, "unexpected_type", message);
        }
    }
}

/// What a wrapper may have added to the result of an offline test about its batch.
pub(super) fn batch_axes(fields: &mut Fields) -> Axes {
    Axes {
        batch_size: fields.take_count("batch_size"),
        input_tokens: fields.take_count("input_len"),
        output_tokens: fields.take_count("output_len"),
        ..Axes::default()
    }
}

/// A field that was not used, as the file words it.
pub(super) fn word(fields: &Fields, key: &str) -> String {
    let value = fields.get(key);
    value.map_or_else(|| format!("no {key}"), |value| format!("{key}: {value}"))
}

/// Marks a test that gave nothing: `word` is how the file shows it, `text` what it means.
pub(super) fn fail(run: &mut Run, measurement: &mut Measurement, word: &str, text: String) {
    measurement.status = Status::Failed;
    measurement.source_status = Some(word.to_owned());
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text,
    });
}

/// Adds the measurement to the run, and what is left of the fields to either.
pub(super) fn finish(
    run: &mut Run,
    mut measurement: Measurement,
    fields: Fields,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (of_the_run, of_the_point) = divide(fields.finish(diagnostics));
    run.settings.extra.extend(of_the_run);
    measurement.extra.extend(of_the_point);
    run.measurements.push(measurement);
}

/// Fields without a typed place that belong to the single result.
const OF_THE_POINT: [&str; 24] = [
    "completed",
    "date",
    "duration",
    "errors",
    "failed",
    "generated_texts",
    "input_lens",
    "itls",
    "max_concurrency",
    "max_concurrent_requests",
    "num_prompts",
    "num_warmups",
    "output_lens",
    "random-input-len",
    "random-output-len",
    "random_input_len",
    "random_output_len",
    "request_goodput:",
    "request_rate",
    "rtfx",
    "run_number",
    "seed",
    "start_times",
    "ttfts",
];

/// Parts what is left into what holds for the whole run and what belongs to the result.
///
/// Whatever the user added (`--metadata`, the parameters of a sweep) is a condition of the
/// run: results that differ in it are not points of one curve.
fn divide(extra: Extra) -> (Extra, Extra) {
    extra
        .into_iter()
        .partition(|(key, value)| !(is_of_the_point(key) || value.is_array() || value.is_object()))
}

/// True for a field that says something of one result: named above, or named like a
/// measured quantity, which covers those that forks and later versions add.
fn is_of_the_point(key: &str) -> bool {
    let is_statistic = key.split_once('_').is_some_and(|(word, _)| {
        matches!(
            word,
            "mean" | "median" | "std" | "avg" | "min" | "total" | "peak" | "benchmark"
        ) || word
            .strip_prefix('p')
            .is_some_and(|number| number.parse::<f64>().is_ok())
    });
    let is_quantity = ["_ms", "_per_s", "_unix", "_throughput", "_goodput"]
        .into_iter()
        .any(|unit| key.ends_with(unit));
    OF_THE_POINT.contains(&key) || is_statistic || is_quantity || key.starts_with("spec_decode_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_added_belongs_to_the_run_and_what_was_measured_does_not() {
        for key in [
            "max_model_len",
            "max_num_seqs",
            "tp",
            "label",
            "pool",
            "gpu_memory_utilization",
        ] {
            assert!(!is_of_the_point(key), "{key}");
        }
        for key in [
            "p99.9_ttft_ms",
            "p50_itl_ms",
            "max_output_tokens_per_s",
            "benchmark_start_time_unix",
            "total_input_tokens",
            "request_goodput",
            "run_number",
        ] {
            assert!(is_of_the_point(key), "{key}");
        }
    }
}
