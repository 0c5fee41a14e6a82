//! The summary JSON, and a collection of summaries keyed by concurrency.
//!
//! ```text
//! { "version": "2023-08-31", "model": "…", "num_concurrent_requests": 5,
//!   "mean_input_tokens": 550, "results_ttft_s_quantiles_p50": 0.22, "results_ttft_s_mean": …, … }
//! { "1": {summary}, "2": {summary}, … }
//! ```
//!
//! Times are seconds, rates tokens per second. The counts of tokens are of single requests.

use serde_json::Value;

use super::{TOOL, new_run, note_definition};
use crate::formats::reading::{Fields, join, ms_from_s, set_model, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, Run, Stat, Status};

/// llmperf summary JSON.
pub(in crate::formats) struct Summary;

/// Statistics by the tool's words; other quantiles stay with the measurement.
const STATS: [(Stat, &str); 8] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "quantiles_p50"),
    (Stat::P90, "quantiles_p90"),
    (Stat::P95, "quantiles_p95"),
    (Stat::P99, "quantiles_p99"),
    (Stat::Min, "min"),
    (Stat::Max, "max"),
    (Stat::Std, "stddev"),
];

/// Fields of every summary.
const ALWAYS: [&str; 11] = [
    "version",
    "name",
    "model",
    "mean_input_tokens",
    "mean_output_tokens",
    "num_concurrent_requests",
    "results_mean_output_throughput_token_per_s",
    "results_num_completed_requests",
    "results_num_completed_requests_per_min",
    "results_number_errors",
    "timestamp",
];

/// Quantities with every statistic.
const QUANTITIES: [(&str, Metric); 4] = [
    ("ttft_s", Metric::TtftMs),
    ("inter_token_latency_s", Metric::ItlMs),
    ("end_to_end_latency_s", Metric::E2eLatencyMs),
    (
        "request_output_throughput_token_per_s",
        Metric::PerRequestOutputTps,
    ),
];

/// Fields that tell a summary from anything else.
const SIGNS: [&str; 2] = [
    "results_ttft_s_mean",
    "results_inter_token_latency_s_quantiles_p50",
];

impl Format for Summary {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llmperf_summary",
            name: "llmperf summary JSON, single or collected by concurrency",
            versions: "2023-08-31",
            yields: "serving test at a concurrency: TTFT, E2E and time between tokens with percentiles, throughput",
            marks: &[
                "\"results_ttft_s_mean\"",
                "\"results_inter_token_latency_s_quantiles_p50\"",
                "\"num_concurrent_requests\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input
            .documents()
            .first()
            .and_then(|one| one.object())
            .is_some_and(|object| {
                is_summary(object)
                    || (!object.is_empty()
                        && object
                            .values()
                            .all(|value| value.as_object().is_some_and(is_summary)))
            })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            let Some(object) = document.object() else {
                diagnostics.push(stray(&document.path));
                continue;
            };
            if is_summary(object) {
                runs.push(read(object.clone(), &document.path, &mut diagnostics));
                continue;
            }
            for (key, value) in object {
                let path = format!("{}[{}]", document.path, Value::from(key.as_str()));
                match value.as_object() {
                    Some(summary) if is_summary(summary) => {
                        check_key(key, summary, &path, &mut diagnostics);
                        runs.push(read(summary.clone(), &path, &mut diagnostics));
                    }
                    _ => diagnostics.push(stray(&path)),
                }
            }
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.title = title(run, "llmperf run");
            run.source.partial = documents.is_cut;
            // The file sorts its keys as text: 1, 128, 16, 2.
            run.measurements
                .sort_by_key(|measurement| measurement.axes.concurrency);
        }
        Parsed { runs, diagnostics }
    }
}

fn is_summary(object: &Extra) -> bool {
    SIGNS.iter().any(|key| object.contains_key(*key))
}

fn stray(path: &str) -> Diagnostic {
    Diagnostic::new(
        Level::Warning,
        "unread_value",
        "expected a summary with results_ttft_s_mean, found something else; it was left out",
    )
    .at_path(path)
}

/// A collection is keyed by concurrency; what the summary says counts.
fn check_key(key: &str, summary: &Extra, path: &str, diagnostics: &mut Vec<Diagnostic>) {
    let recorded = summary
        .get("num_concurrent_requests")
        .and_then(Value::as_u64);
    if recorded.is_some() && key.parse() == Ok(recorded.unwrap_or_default()) {
        return;
    }
    let recorded = recorded.map_or_else(|| "nothing".to_owned(), |count| count.to_string());
    diagnostics.push(
        Diagnostic::new(
            Level::Warning,
            "key_differs",
            format!("the key is {key:?}, num_concurrent_requests is {recorded}; the latter counts"),
        )
        .at_path(path),
    );
}

fn read(object: Extra, path: &str, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = new_run();
    let mut fields = Fields::new(object, path);
    let statistics = QUANTITIES
        .iter()
        .flat_map(|(quantity, _)| STATS.map(|(_, stat)| format!("results_{quantity}_{stat}")));
    let always: Vec<String> = ALWAYS
        .map(str::to_owned)
        .into_iter()
        .chain(statistics)
        .collect();
    fields.expect(&always);

    run.source.tool_version = fields.take_text("version");
    if let Some(model) = fields.take_text("model") {
        set_model(&mut run.model, &model);
    }
    // Who served the requests: an engine, or the provider of an API.
    run.engine.name = fields.take_text("framework");
    for key in [
        "stddev_input_tokens",
        "stddev_output_tokens",
        "model_size",
        "api",
    ] {
        if let Some(value) = fields.take(key) {
            run.settings.extra.insert(key.to_owned(), value);
        }
    }
    if let Some(seconds) = fields.take_signed("timestamp") {
        match jiff::Timestamp::from_millisecond((seconds * 1000.0) as i64) {
            Ok(time) => run.measured_at = Some(time.to_string()),
            Err(_) => fields.report(
                "timestamp",
                Level::Warning,
                "unexpected_type",
                "expected seconds since 1970, found a time beyond the calendar",
            ),
        }
        // Each point of a sweep has its own.
        fields.put("timestamp", seconds.into());
    }

    let axes = Axes {
        input_tokens: fields.take_count("mean_input_tokens"),
        output_tokens: fields.take_count("mean_output_tokens"),
        concurrency: fields.take_count("num_concurrent_requests"),
        ..Axes::default()
    };
    let mut one = Measurement::new(Family::Serve, axes);
    one.metrics.completed_requests = fields.take_count("results_num_completed_requests");
    one.metrics.failed_requests = fields.take_count("results_number_errors");
    one.status = match (one.metrics.completed_requests, one.metrics.failed_requests) {
        (Some(0), _) => Status::Failed,
        (None, _) => Status::Unknown,
        _ => Status::Valid,
    };
    if one.status == Status::Failed {
        fields.report(
            "results_num_completed_requests",
            Level::Warning,
            "no_result",
            "no request was completed, so there are no latencies and no throughput",
        );
    } else {
        take_results(&mut fields, &mut one);
    }
    one.extra = fields.finish(diagnostics);
    run.measurements.push(one);
    note_definition(&mut run);
    run.title = title(&run, TOOL);
    run
}

fn take_results(fields: &mut Fields, one: &mut Measurement) {
    let metrics = &mut one.metrics;
    for (quantity, metric) in QUANTITIES {
        let unit = |value| match metric {
            Metric::PerRequestOutputTps => value,
            _ => ms_from_s(value),
        };
        fields.take_distribution(metrics, metric, unit, STATS, |stat| {
            format!("results_{quantity}_{stat}")
        });
    }
    metrics.output_tps = fields.take_number("results_mean_output_throughput_token_per_s");
    const PER_MINUTE: &str = "results_num_completed_requests_per_min";
    if let Some(per_minute) = fields.take_number(PER_MINUTE) {
        metrics.request_throughput_rps = Some(per_minute / 60.0);
        // Kept under its own name as well: its unit is another.
        fields.put(PER_MINUTE, per_minute.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::parse;

    #[test]
    fn a_run_without_a_completed_request_failed() {
        let file = json!({
            "version": "2023-08-31", "model": "org/name", "num_concurrent_requests": 5,
            "results_ttft_s_mean": 0.0, "results_num_completed_requests": 0,
            "results_number_errors": 150,
        });
        let parsed = parse(file.to_string().as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(one.status, Status::Failed);
        assert_eq!(one.metrics.failed_requests, Some(150));
        assert_eq!(one.metrics.ttft_ms, None);
        assert_eq!(one.extra["results_ttft_s_mean"], json!(0.0));
        assert!(parsed.diagnostics.iter().any(|one| one.code == "no_result"));
    }

    #[test]
    fn a_collection_becomes_one_run_by_concurrency() {
        let summary = |concurrency: u64| {
            json!({
                "model": "org/name", "num_concurrent_requests": concurrency,
                "results_ttft_s_mean": 0.25, "results_num_completed_requests": 9,
            })
        };
        let file = json!({"1": summary(1), "16": summary(16), "2": summary(2), "4": summary(8)});
        let parsed = parse(file.to_string().as_bytes(), None);
        assert_eq!(parsed.runs.len(), 1);
        let concurrencies: Vec<_> = parsed.runs[0]
            .measurements
            .iter()
            .map(|one| one.axes.concurrency.unwrap())
            .collect();
        assert_eq!(concurrencies, [1, 2, 8, 16]);
        assert!(
            parsed
                .diagnostics
                .iter()
                .any(|one| one.code == "key_differs")
        );
    }
}
