//! The JSON of `vllm bench throughput`: all prompts at once, offline.
//!
//! ```text
//! { "elapsed_time": 40.2, "num_requests": 1000, "total_num_tokens": 384000,
//!   "requests_per_second": 24.9, "tokens_per_second": 9552.2 }
//! ```
//!
//! Tokens are those of prompts and answers together. What was run, and on what, is not in
//! the file.

use super::{results, setup};
use crate::formats::reading::{Fields, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Parsed};
use crate::model::{Family, Measurement, Metric, MetricKey, Run, Status};

/// Results of `vllm bench throughput`.
pub(in crate::formats) struct Throughput;

/// The fields and where they go.
const FIELDS: [(&str, Metric); 4] = [
    ("elapsed_time", Metric::DurationS),
    ("num_requests", Metric::CompletedRequests),
    ("requests_per_second", Metric::RequestThroughputRps),
    ("tokens_per_second", Metric::TotalTps),
];

impl Format for Throughput {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "vllm_throughput",
            name: "vLLM bench throughput JSON",
            versions: "as published in 2026-03",
            yields: "requests and tokens per second of an offline batch",
            marks: &[
                "\"elapsed_time\"",
                "\"total_num_tokens\"",
                "\"requests_per_second\"",
                "\"tokens_per_second\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        results::read_all(input, "vllm bench throughput", is_result, read)
    }
}

fn is_result(document: &Document) -> bool {
    document.has_all(&["elapsed_time", "requests_per_second", "tokens_per_second"])
        && (document.has_all(&["total_num_tokens"]) || document.has_all(&["num_requests"]))
}

/// Reads one result.
fn read(run: &mut Run, mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) {
    fields.expect(&FIELDS.map(|(key, _)| key));
    fields.expect(&["total_num_tokens"]);
    setup::read(run, &mut fields);
    run.engine.name.get_or_insert_with(|| "vllm".to_owned());
    let mut measurement = Measurement::new(Family::Batch, setup::batch_axes(&mut fields));
    for (key, metric) in FIELDS {
        // A rate or a time of 0 was never measured.
        let value = fields.get(key).and_then(serde_json::Value::as_f64);
        if value != Some(0.0) || metric == Metric::CompletedRequests {
            let metrics = &mut measurement.metrics;
            fields.take_metric(key, metrics, MetricKey::single(metric), |value| value);
        }
    }
    let metrics = &measurement.metrics;
    let is_measured = metrics.total_tps.is_some() || metrics.request_throughput_rps.is_some();
    measurement.status = Status::Valid;
    if !is_measured || measurement.metrics.completed_requests == Some(0) {
        let word = setup::word(&fields, "requests_per_second");
        let text = "No request was processed, or its rate is not recorded.".to_owned();
        setup::fail(run, &mut measurement, &word, text);
    }
    setup::finish(run, measurement, fields, diagnostics);
    run.title = title(run, "vLLM throughput benchmark");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    #[test]
    fn tokens_per_second_are_those_of_prompts_and_answers_together() {
        let text = r#"{"elapsed_time": 40.0, "num_requests": 1000, "total_num_tokens": 384000,
                       "requests_per_second": 25.0, "tokens_per_second": 9600.0}"#;
        let parsed = formats::parse(text.as_bytes(), None);
        let run = &parsed.runs[0];
        assert_eq!(run.source.format, "vllm_throughput");
        let measurement = &run.measurements[0];
        assert_eq!(
            (measurement.family, measurement.status),
            (Family::Batch, Status::Valid)
        );
        assert_eq!(measurement.metrics.total_tps, Some(9600.0));
        assert_eq!(measurement.metrics.output_tps, None);
        assert_eq!(measurement.metrics.completed_requests, Some(1000));
        assert_eq!(measurement.extra["total_num_tokens"], 384_000);
        assert!(parsed.diagnostics.is_empty());
    }

    #[test]
    fn zeros_are_no_measurement() {
        let text = r#"{"elapsed_time": 0.0, "num_requests": 0, "total_num_tokens": 0,
                       "requests_per_second": 0.0, "tokens_per_second": 0.0}"#;
        let parsed = formats::parse(text.as_bytes(), None);
        let measurement = &parsed.runs[0].measurements[0];
        assert_eq!(measurement.status, Status::Failed);
        assert_eq!(measurement.metrics.total_tps, None);
    }
}
