//! Hugging Face inference-benchmarker: the report of a run, one result per load level.
//!
//! ```text
//! { "config": {"model_name": "…", "max_vus": 128, "prompt_options": {"num_tokens": 200}, …},
//!   "results": [ { "id": "constant@2.00req/s", "executor_type": "ConstantArrivalRate",
//!                  "config": {"max_vus": 128, "duration_secs": 120, "rate": 2.0},
//!                  "time_to_first_token_ms": {"p50": …, "avg": …}, … } ],
//!   "start_time": "…", "end_time": "…", "system": {…} }
//! ```
//!
//! Times are milliseconds, rates per second; tokens are output tokens. The level `warmup`
//! comes first and is no measurement.

use serde_json::Value;

use super::reading::{Fields, date_time, s_from_ms, set_model, title, unexpected};
use super::{Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, Run, Stat, Status};

/// inference-benchmarker JSON.
pub(super) struct InferenceBenchmarker;

/// Version of this parser; it grows when its output changes.
const PARSER_VERSION: u32 = 1;

/// Statistics by the tool's words; other percentiles stay with the measurement.
const STATS: [(Stat, &str); 5] = [
    (Stat::Mean, "avg"),
    (Stat::Median, "p50"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
];

const LATENCIES: [(&str, Metric); 3] = [
    ("time_to_first_token_ms", Metric::TtftMs),
    ("inter_token_latency_ms", Metric::ItlMs),
    ("e2e_latency_ms", Metric::E2eLatencyMs),
];

/// Fields of every result.
const ALWAYS: [&str; 11] = [
    "id",
    "executor_type",
    "config",
    "total_requests",
    "total_tokens",
    "token_throughput_secs",
    "duration_ms",
    "failed_requests",
    "successful_requests",
    "request_rate",
    "total_tokens_sent",
];

impl Format for InferenceBenchmarker {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "inference_benchmarker",
            name: "Hugging Face inference-benchmarker JSON",
            versions: "1.x as its source has it, without a real file",
            yields: "serving test by request rate or virtual users: TTFT, ITL and E2E with percentiles, throughput",
            marks: &[
                "\"token_throughput_secs\"",
                "\"executor_type\"",
                "\"time_to_first_token_ms\"",
                "\"max_vus\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().first().is_some_and(|document| {
            let results = document.value.get("results").and_then(Value::as_array);
            let is_result = |result: &Value| result.get("token_throughput_secs").is_some();
            let has_config = document.value.pointer("/config/max_vus").is_some();
            results.is_some_and(|results| results.iter().any(is_result))
                || (has_config && results.is_some())
        })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            let Some(mut fields) = Fields::of(document) else {
                diagnostics.push(unexpected(&document.path, &document.value, "a report"));
                continue;
            };
            let mut run = read(&mut fields);
            run.source.partial = documents.is_cut;
            run.extra = fields.finish(&mut diagnostics);
            runs.push(run);
        }
        Parsed { runs, diagnostics }
    }
}

fn read(fields: &mut Fields) -> Run {
    let mut run = Run::default();
    run.source.tool = Some("inference-benchmarker".to_owned());
    run.source.parser_version = PARSER_VERSION;
    fields.expect(&["config", "results", "start_time"]);
    let mut axes = Axes::default();
    if let Some(config) = fields.take_object("config") {
        let mut config = Fields::new(config, fields.path_of("config"));
        config.expect(&["model_name", "benchmark_kind", "duration_secs"]);
        if let Some(name) = config.take_text("model_name") {
            set_model(&mut run.model, &name);
        }
        run.settings.duration_s = config.take_number("duration_secs");
        for (key, tokens) in [
            ("prompt_options", &mut axes.input_tokens),
            ("decode_options", &mut axes.output_tokens),
        ] {
            if config.get(key).is_some_and(Value::is_object) {
                config.within(key, |options| *tokens = options.take_count("num_tokens"));
            }
        }
        run.settings.extra = config.finish(fields.findings_mut());
    }
    if let Some(started) = fields.get("start_time").and_then(Value::as_str)
        && let Some(time) = date_time(started)
    {
        fields.take("start_time");
        run.measured_at = Some(time);
    }
    let path = fields.path_of("results");
    let mut left = Vec::new();
    for (index, result) in fields
        .take_list("results")
        .into_iter()
        .flatten()
        .enumerate()
    {
        let path = format!("{path}[{index}]");
        match result {
            Value::Object(result) if is_warmup(&result) => left.push(Value::Object(result)),
            Value::Object(result) => {
                let mut result = Fields::new(result, path);
                let mut one = read_result(&mut result, axes);
                one.extra = result.finish(fields.findings_mut());
                run.measurements.push(one);
            }
            other => {
                let finding = unexpected(&path, &other, "a result");
                fields.findings_mut().push(finding);
                left.push(other);
            }
        }
    }
    if !left.is_empty() {
        fields.put("results", left.into());
    }
    if run.measurements.is_empty() {
        fields.report(
            "results",
            Level::Warning,
            "no_result",
            "no load level was measured, the run ended after its warm-up or before",
        );
        let mut failed = Measurement::new(Family::Serve, axes);
        failed.status = Status::Failed;
        run.measurements.push(failed);
    }
    run.title = title(&run, "inference-benchmarker run");
    run
}

fn is_warmup(result: &Extra) -> bool {
    result.get("id").and_then(Value::as_str) == Some("warmup")
}

fn read_result(result: &mut Fields, mut axes: Axes) -> Measurement {
    result.expect(&ALWAYS);
    result.expect(&LATENCIES.map(|(key, _)| key));
    let executor = result.get("executor_type").and_then(Value::as_str);
    let holds_users = executor == Some("ConstantVUs");
    result.within("config", |config| {
        axes.request_rate = config.take_number("rate");
        if holds_users {
            axes.concurrency = config.take_count("max_vus");
        }
    });
    let mut one = Measurement::new(Family::Serve, axes);
    one.metrics.completed_requests = result.take_count("successful_requests");
    one.metrics.failed_requests = result.take_count("failed_requests");
    one.metrics.duration_s = result.take_number("duration_ms").map(s_from_ms);
    one.status = match one.metrics.completed_requests {
        Some(0) => Status::Failed,
        None => Status::Unknown,
        Some(_) => Status::Valid,
    };
    if one.status == Status::Failed {
        return one;
    }
    one.metrics.output_tokens = result.take_count("total_tokens");
    one.metrics.input_tokens = result.take_count("total_tokens_sent");
    one.metrics.output_tps = result.take_number("token_throughput_secs");
    one.metrics.request_throughput_rps = result.take_number("request_rate");
    for (key, metric) in LATENCIES {
        result.within(key, |statistics| {
            statistics.take_distribution(
                &mut one.metrics,
                metric,
                |milliseconds| milliseconds,
                STATS,
                str::to_owned,
            );
        });
    }
    one
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::parse;

    fn result(id: &str, executor: &str, rate: Option<f64>) -> Value {
        let times = json!({"p50": 20.5, "p60": 21.0, "p70": 22.0, "p80": 23.0, "p90": 24.0, "p95": 25.0, "p99": 26.0, "avg": 20.0});
        json!({
            "id": id, "executor_type": executor,
            "config": {"max_vus": 128, "duration_secs": 120, "rate": rate},
            "total_requests": 240, "total_tokens": 48_000, "token_throughput_secs": 400.0,
            "duration_ms": 120_000, "time_to_first_token_ms": times, "inter_token_latency_ms": times,
            "failed_requests": 1, "successful_requests": 239, "request_rate": 1.99,
            "total_tokens_sent": 48_100, "e2e_latency_ms": times,
        })
    }

    fn report(results: &[Value]) -> Value {
        json!({
            "config": {
                "max_vus": 128, "duration_secs": 120, "benchmark_kind": "Sweep", "model_name": "org/name",
                "prompt_options": {"num_tokens": 200, "variance": 10}, "decode_options": null,
            },
            "results": results, "start_time": "2026-01-02T03:04:05.6Z", "end_time": "2026-01-02T03:24:05Z",
            "system": {"cpu": ["x"]},
        })
    }

    #[test]
    fn rates_and_users_become_axes_and_the_warm_up_is_kept_apart() {
        let file = report(&[
            result("warmup", "ConstantVUs", None),
            result("throughput", "ConstantVUs", None),
            result("constant@2.00req/s", "ConstantArrivalRate", Some(2.0)),
        ]);
        let parsed = parse(file.to_string().as_bytes(), None);
        assert_eq!(parsed.diagnostics, []);
        let run = &parsed.runs[0];
        let axes: Vec<_> = run
            .measurements
            .iter()
            .map(|one| {
                (
                    one.axes.concurrency,
                    one.axes.request_rate,
                    one.axes.input_tokens,
                )
            })
            .collect();
        assert_eq!(
            axes,
            [(Some(128), None, Some(200)), (None, Some(2.0), Some(200))]
        );
        let metrics = &run.measurements[1].metrics;
        assert_eq!(metrics.duration_s, Some(120.0));
        assert_eq!(metrics.ttft_ms.unwrap().p90, Some(24.0));
        assert_eq!(
            run.measurements[1].extra["inter_token_latency_ms"]["p60"],
            json!(21.0)
        );
        assert_eq!(run.extra["results"][0]["id"], json!("warmup"));
        assert_eq!(run.measured_at.as_deref(), Some("2026-01-02T03:04:05.6Z"));
    }

    #[test]
    fn a_run_that_ended_in_its_warm_up_failed() {
        let file = report(&[result("warmup", "ConstantVUs", None)]);
        let parsed = parse(file.to_string().as_bytes(), None);
        assert_eq!(parsed.runs[0].measurements[0].status, Status::Failed);
        assert!(parsed.diagnostics.iter().any(|one| one.code == "no_result"));
    }
}
