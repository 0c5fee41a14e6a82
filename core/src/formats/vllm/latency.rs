//! The JSON of `vllm bench latency`: one batch, run again and again.
//!
//! ```text
//! { "avg_latency": 1.52, "latencies": [1.5, 1.54], "percentiles": {"10": 1.5, "50": 1.52, …} }
//! ```
//!
//! Times are seconds. What was run, and on what, is not in the file.

use serde_json::Value;

use super::{results, setup};
use crate::formats::reading::{Column, Fields, ms_from_s, set_from_values, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Family, Measurement, Metric, MetricKey, Run, Stat, Status};

/// Results of `vllm bench latency`.
pub(in crate::formats) struct Latency;

/// The percentiles that have a place in the model.
const PERCENTILES: [(Stat, &str); 4] = [
    (Stat::Median, "50"),
    (Stat::P90, "90"),
    (Stat::P95, "95"),
    (Stat::P99, "99"),
];

impl Format for Latency {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "vllm_latency",
            name: "vLLM bench latency JSON",
            versions: "as published in 2026-03",
            yields: "how long one batch takes, over its repetitions",
            marks: &["\"avg_latency\"", "\"latencies\"", "\"percentiles\""],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        results::read_all(input, "vllm bench latency", is_result, read)
    }
}

fn is_result(document: &Document) -> bool {
    document.has_all(&["avg_latency"])
        && (document.has_all(&["percentiles"]) || document.has_all(&["latencies"]))
}

/// Reads one result.
fn read(run: &mut Run, mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) {
    fields.expect(&["avg_latency", "latencies", "percentiles"]);
    setup::read(run, &mut fields);
    run.engine.name.get_or_insert_with(|| "vllm".to_owned());
    let mut measurement = Measurement::new(Family::Batch, setup::batch_axes(&mut fields));
    let metrics = &mut measurement.metrics;
    let mean = MetricKey::stat(Metric::E2eLatencyMs, Stat::Mean);
    // A batch that took no time was not run.
    let is_run = fields.get("avg_latency").and_then(Value::as_f64) != Some(0.0);
    if is_run {
        fields.take_metric("avg_latency", metrics, mean, ms_from_s);
    }
    if is_run && let Some(object) = fields.take_object("percentiles") {
        let mut percentiles = Fields::new(object, fields.path_of("percentiles"));
        let metric = Metric::E2eLatencyMs;
        percentiles.take_distribution(metrics, metric, ms_from_s, PERCENTILES, str::to_owned);
        let rest = percentiles.finish(diagnostics);
        if !rest.is_empty() {
            fields.put("percentiles", rest.into());
        }
    }
    if is_run {
        add_single_times(&mut measurement, &mut fields);
    }
    measurement.status = Status::Valid;
    if measurement.metrics.e2e_latency_ms.is_none() {
        let word = setup::word(&fields, "avg_latency");
        let text = "No time of a batch is recorded.".to_owned();
        setup::fail(run, &mut measurement, &word, text);
    }
    setup::finish(run, measurement, fields, diagnostics);
    run.title = title(run, "vLLM latency benchmark");
}

/// Adds what the time of every repetition tells; the times themselves stay as they are.
fn add_single_times(measurement: &mut Measurement, fields: &mut Fields) {
    let times: Vec<f64> = match fields.column("latencies").map(AsRef::as_ref) {
        Some(Column::Numbers(times)) if times.iter().flatten().all(|time| *time > 0.0) => {
            times.iter().flatten().copied().collect()
        }
        None if fields.get("latencies").is_none() => return,
        _ => {
            let message = "expected a list of seconds; kept as it is, not used as a measurement";
            fields.report("latencies", Level::Warning, "unexpected_type", message);
            return;
        }
    };
    measurement.repetitions = Some(times.len() as u64);
    let from = format!("{} repetitions", times.len());
    let times = times.into_iter().map(ms_from_s);
    set_from_values(measurement, Metric::E2eLatencyMs, times, &from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn read(text: &str) -> Measurement {
        let parsed = formats::parse(text.as_bytes(), None);
        assert_eq!(parsed.runs[0].source.format, "vllm_latency");
        parsed.runs[0].measurements[0].clone()
    }

    #[test]
    fn seconds_become_milliseconds_and_the_rest_comes_from_the_repetitions() {
        let measurement = read(
            r#"{"avg_latency": 1.5, "latencies": [1.4, 1.5, 1.6],
                "percentiles": {"10": 1.42, "25": 1.45, "50": 1.51, "75": 1.55, "90": 1.58, "99": 1.598}}"#,
        );
        let latency = measurement.metrics.e2e_latency_ms.unwrap();
        assert_eq!(
            (measurement.family, measurement.status),
            (Family::Batch, Status::Valid)
        );
        assert_eq!((latency.mean, latency.median), (Some(1500.0), Some(1510.0)));
        assert_eq!((latency.min, latency.max), (Some(1400.0), Some(1600.0)));
        assert_eq!(measurement.repetitions, Some(3));
        let from = |key: &str| {
            measurement
                .precision
                .get(key)
                .and_then(|one| one.from.as_deref())
        };
        assert_eq!(from("e2e_latency_ms.median"), None);
        assert_eq!(from("e2e_latency_ms.max"), Some("3 repetitions"));
        assert_eq!(
            Value::Object(measurement.extra),
            serde_json::json!({
                "latencies": [1.4, 1.5, 1.6],
                "percentiles": {"10": 1.42, "25": 1.45, "75": 1.55}
            })
        );
    }

    #[test]
    fn a_result_without_a_time_is_no_measurement() {
        for (text, word, codes) in [
            (
                r#"{"avg_latency": null, "latencies": [], "percentiles": {}}"#,
                "avg_latency: null",
                &["unexpected_type"][..],
            ),
            (
                r#"{"avg_latency": 0.0, "latencies": [0.0], "percentiles": {"50": 0.0}}"#,
                "avg_latency: 0.0",
                &[],
            ),
        ] {
            let parsed = formats::parse(text.as_bytes(), None);
            let measurement = &parsed.runs[0].measurements[0];
            assert_eq!(measurement.status, Status::Failed);
            assert_eq!(measurement.source_status.as_deref(), Some(word));
            assert_eq!(measurement.metrics.e2e_latency_ms, None);
            let found: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
            assert_eq!(found, codes);
        }
    }
}
