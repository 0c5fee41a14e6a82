//! The JSON lines of `python -m sglang.bench_one_batch` and of `bench_one_batch_server`.
//!
//! ```text
//! {"run_name": "default", "batch_size": 1, "input_len": 1024, "output_len": 16,
//!  "prefill_latency": 0.03, "prefill_throughput": 34000.0, "median_decode_latency": 0.007,
//!  "median_decode_throughput": 140.0, "total_latency": 0.14, "overall_throughput": 7400.0}
//! {"run_name": "default", "batch_size": 1, "input_len": 1024, "output_len": 16,
//!  "latency": 0.14, "ttft": 0.03, "input_throughput": …, "output_throughput": …, "overall_throughput": …}
//! ```
//!
//! Times are seconds. One batch is run once, so its times are those of all its requests. The
//! first form works without a server: its decode rate is that of the median step. Neither
//! names the model.

use serde_json::Value;

use super::read_all;
use crate::formats::reading::{Fields, ms_from_s, set_model, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Parsed};
use crate::model::{
    Axes, Family, Measurement, Metric, MetricKey, Run, SCHEMA_VERSION, Stat, Status,
};

/// Results of SGLang's `bench_one_batch` and `bench_one_batch_server`.
pub(in crate::formats) struct OneBatch;

/// Where a batch stands.
const PLACE: [&str; 3] = ["batch_size", "input_len", "output_len"];

impl Format for OneBatch {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "sglang_one_batch",
            name: "SGLang bench_one_batch and bench_one_batch_server JSON lines",
            versions: "as published in 2025, and as documented",
            yields: "static batches by batch size and lengths: prefill, decode, latency",
            marks: &[
                "\"batch_size\"",
                "\"input_len\"",
                "\"output_len\"",
                "\"overall_throughput\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut parsed = read_all(input.documents(), is_result, |fields, document, said| {
            read(fields, document, said)
        });
        for run in &mut parsed.runs {
            run.title = title(run, "Static batch benchmark");
        }
        parsed
    }
}

fn is_result(document: &Document) -> bool {
    document.has_all(&PLACE)
        && document.object().is_some_and(|object| {
            [
                "overall_throughput",
                "prefill_throughput",
                "last_gen_throughput",
            ]
            .iter()
            .any(|key| object.contains_key(*key))
        })
}

fn read(mut fields: Fields, document: &Document, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    let is_server = document.has_all(&["latency"]);
    let tool = if is_server {
        "sglang bench_one_batch_server"
    } else {
        "sglang bench_one_batch"
    };
    run.source.tool = Some(tool.to_owned());
    run.source.parser_version = 1;
    run.engine.name = Some("sglang".to_owned());
    fields.expect(&["overall_throughput"]);
    fields.expect(if is_server {
        &["output_throughput"]
    } else {
        &["prefill_latency", "prefill_throughput", "total_latency"]
    });
    for key in ["model", "model_path"] {
        if let Some(model) = fields.take_text(key) {
            set_model(&mut run.model, &model);
        }
    }
    let axes = Axes {
        batch_size: fields.take_count("batch_size"),
        input_tokens: fields.take_count("input_len"),
        output_tokens: fields.take_count("output_len"),
        ..Axes::default()
    };
    let mut measurement = Measurement::new(Family::Batch, axes);
    metrics(&mut measurement, &mut fields);
    let metrics = &measurement.metrics;
    measurement.status = if metrics.e2e_latency_ms.is_some() || metrics.total_tps.is_some() {
        Status::Valid
    } else {
        Status::Unknown
    };
    for (name, value) in fields.finish(diagnostics) {
        // The name is given by the user, and tells one configuration from another.
        let place = if name == "run_name" {
            &mut run.settings.extra
        } else {
            &mut measurement.extra
        };
        place.insert(name, value);
    }
    run.measurements.push(measurement);
    run
}

fn metrics(measurement: &mut Measurement, fields: &mut Fields) {
    let single = MetricKey::single;
    let mean = |metric| MetricKey::stat(metric, Stat::Mean);
    let metrics = &mut measurement.metrics;
    for (key, metric) in [
        ("prefill_throughput", Metric::PromptTps),
        ("input_throughput", Metric::PromptTps),
        ("median_decode_throughput", Metric::OutputTps),
        ("output_throughput", Metric::OutputTps),
        ("overall_throughput", Metric::TotalTps),
    ] {
        // A server that gives no time to first token leaves a rate of 0, or one without end.
        let is_zero = fields.get(key).and_then(Value::as_f64) == Some(0.0);
        if !is_zero && metrics.get(single(metric)).is_none() {
            fields.take_metric(key, metrics, single(metric), |value| value);
        }
    }
    for (key, metric) in [
        ("prefill_latency", mean(Metric::TtftMs)),
        ("ttft", mean(Metric::TtftMs)),
        ("total_latency", mean(Metric::E2eLatencyMs)),
        ("latency", mean(Metric::E2eLatencyMs)),
        (
            "median_decode_latency",
            MetricKey::stat(Metric::ItlMs, Stat::Median),
        ),
    ] {
        let is_zero = fields.get(key).and_then(Value::as_f64) == Some(0.0);
        if !is_zero && metrics.get(metric).is_none() {
            fields.take_metric(key, metrics, metric, ms_from_s);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::parse;
    use crate::model::Family;

    const LINES: &str = r#"{"run_name": "tp1", "batch_size": 1, "input_len": 256, "output_len": 32, "prefill_latency": 0.0305, "prefill_throughput": 8393.4, "median_decode_latency": 0.0071, "median_decode_throughput": 140.8, "total_latency": 0.2512, "overall_throughput": 1146.5}
Decode.  median latency: 0.00712 s, median throughput:    140.45 token/s
{"run_name": "tp1", "batch_size": 16, "input_len": 256, "output_len": 1, "prefill_latency": 0.21, "prefill_throughput": 19504.8, "total_latency": 0.21, "overall_throughput": 19580.9}
{"run_name": "tp2", "batch_size": 1, "input_len": 256, "output_len": 32, "latency": 0.3, "ttft": 0.04, "input_throughput": 6400.0, "output_throughput": 123.1, "overall_throughput": 960.0, "last_gen_throughput": 120.5, "acc_length": -1}
"#;

    #[test]
    fn batches_are_joined_by_the_name_of_their_run_and_seconds_become_milliseconds() {
        let parsed = parse(LINES.as_bytes(), None);
        let found: Vec<usize> = parsed
            .runs
            .iter()
            .map(|run| run.measurements.len())
            .collect();
        assert_eq!(found, [2, 1]);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(parsed.runs[0].source.format, "sglang_one_batch");
        assert_eq!(one.family, Family::Batch);
        assert_eq!(one.axes.batch_size, Some(1));
        assert_eq!(one.axes.input_tokens, Some(256));
        assert_eq!(one.metrics.ttft_ms.unwrap().mean, Some(30.5));
        assert_eq!(one.metrics.itl_ms.unwrap().median, Some(7.1));
        assert_eq!(one.metrics.output_tps, Some(140.8));
        assert_eq!(parsed.runs[0].measurements[1].metrics.output_tps, None);
        let server = &parsed.runs[1].measurements[0];
        assert_eq!(server.metrics.e2e_latency_ms.unwrap().mean, Some(300.0));
        assert_eq!(server.metrics.prompt_tps, Some(6400.0));
        assert_eq!(server.extra["acc_length"], -1);
    }
}
