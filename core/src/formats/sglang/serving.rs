//! The JSON lines of `python -m sglang.bench_serving`, and those of its forks.
//!
//! ```text
//! {"backend": "sglang", "dataset_name": "random", "request_rate": Infinity, "max_concurrency": null,
//!  "total_input_tokens": …, "mean_e2e_latency_ms": …, "median_ttft_ms": …, "duration": …, "completed": …}
//! ```
//!
//! Every result is one object. Latencies are milliseconds, the duration is seconds; the lists
//! that `--output-details` adds hold seconds. An unlimited rate is a bare `Infinity`.

use serde_json::Value;

use super::read_all;
use crate::formats::reading::{Fields, engine_of, set_model, title};
use crate::formats::vllm::requests;
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Note, NoteOrigin, Run, SCHEMA_VERSION,
    Stat, Status,
};

/// Results of SGLang's `bench_serving`.
pub(in crate::formats) struct Serving;

/// Fields that every version and fork writes.
const ALWAYS: [&str; 8] = [
    "backend",
    "request_rate",
    "completed",
    "duration",
    "output_throughput",
    "mean_e2e_latency_ms",
    "median_e2e_latency_ms",
    "median_ttft_ms",
];

const LATENCIES: [(&str, Metric); 4] = [
    ("e2e_latency", Metric::E2eLatencyMs),
    ("ttft", Metric::TtftMs),
    ("tpot", Metric::TpotMs),
    ("itl", Metric::ItlMs),
];

const RATES: [(&str, Metric); 5] = [
    ("request_throughput", Metric::RequestThroughputRps),
    ("input_throughput", Metric::PromptTps),
    ("output_throughput", Metric::OutputTps),
    ("total_throughput", Metric::TotalTps),
    ("concurrency", Metric::ActiveRequests),
];

/// Fields that say under which conditions all results of a sweep were measured; texts and
/// flags that are not listed do, too.
const CONDITIONS: [&str; 4] = [
    "num_instances",
    "random_range_ratio",
    "sharegpt_output_len",
    "server_info",
];

/// Texts that belong to a single result.
const OF_THE_POINT: [&str; 3] = ["request_rate", "tag", "label"];

impl Format for Serving {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "sglang_serve",
            name: "SGLang bench_serving JSON lines",
            versions: "0.4.0 (2024-12) and forks of 2025; later fields as documented",
            yields: "serving tests by request rate and concurrency, single requests where detailed",
            marks: &[
                "\"backend\"",
                "\"median_e2e_latency_ms\"",
                "\"median_ttft_ms\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let infinite = infinite_lines(input);
        let mut parsed = read_all(input.documents(), is_result, |fields, document, said| {
            read(fields, infinite.contains(&document.line), said)
        });
        for run in &mut parsed.runs {
            let otherwise = match run.engine.name {
                Some(_) => "Serving benchmark",
                None => "SGLang serving benchmark",
            };
            run.title = title(run, otherwise);
        }
        parsed
    }
}

/// True for an object that is a result of the tool.
fn is_result(document: &Document) -> bool {
    document.object().is_some_and(|object| {
        let has = |keys: &[&str]| keys.iter().any(|key| object.contains_key(*key));
        object.contains_key("backend")
            && has(&["mean_e2e_latency_ms", "median_e2e_latency_ms"])
            && has(&["completed", "duration"])
    })
}

/// The lines in which the rate is a bare `Infinity`, which JSON does not know.
fn infinite_lines(input: &Input) -> Vec<usize> {
    let lines = input.text().split('\n').enumerate();
    lines
        .filter(|(_, line)| {
            line.split_once("\"request_rate\"")
                .and_then(|(_, rest)| rest.trim_start().strip_prefix(':'))
                .is_some_and(|rest| rest.trim_start().starts_with("Infinity"))
        })
        .map(|(index, _)| index + 1)
        .collect()
}

fn read(mut fields: Fields, is_unlimited: bool, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    run.source.tool = Some("sglang bench_serving".to_owned());
    run.source.parser_version = 1;
    if is_unlimited {
        fields.put("request_rate", "inf".into());
    }
    expect(&mut fields);
    setup(&mut run, &mut fields);
    let axes = axes(&mut fields);
    let mut measurement = Measurement::new(Family::Serve, axes);
    requests::read(&mut measurement, &mut fields);
    point(&mut run, &mut measurement, &mut fields);
    for (name, value) in fields.finish(diagnostics) {
        let is_condition = CONDITIONS.contains(&name.as_str())
            || ((value.is_string() || value.is_boolean())
                && !OF_THE_POINT.contains(&name.as_str()));
        let place = if is_condition {
            &mut run.settings.extra
        } else {
            &mut measurement.extra
        };
        place.insert(name, value);
    }
    run.measurements.push(measurement);
    run
}

/// Says which fields are missing. What a version writes shows in what else is there.
fn expect(fields: &mut Fields) {
    fields.expect(&ALWAYS);
    if !fields.has("total_output_tokens") && !fields.has("total_generated_tokens") {
        fields.expect(&["total_output_tokens"]);
    }
    fields.expect(&["total_input_tokens"]);
    if fields.has("request_throughput") || fields.has("total_throughput") {
        fields.expect(&["request_throughput", "total_throughput"]);
    }
    // Forks that name their architecture name no data set.
    if !fields.has("architecture") {
        fields.expect(&["dataset_name", "max_concurrency"]);
    }
    if is_random(fields) {
        fields.expect(&["random_input_len", "random_output_len"]);
    }
    let is_detailed = |name: &str| {
        ["p99", "std"]
            .iter()
            .any(|stat| fields.has(&format!("{stat}_{name}_ms")))
    };
    let missing: Vec<String> = LATENCIES
        .iter()
        .filter(|(name, _)| is_detailed(name))
        .flat_map(|(name, _)| {
            ["mean", "median", "std", "p99"].map(|stat| format!("{stat}_{name}_ms"))
        })
        .filter(|key| !ALWAYS.contains(&key.as_str()))
        .collect();
    for key in missing {
        fields.expect(&[&key]);
    }
}

fn is_random(fields: &Fields) -> bool {
    fields
        .get("dataset_name")
        .and_then(Value::as_str)
        .is_some_and(|name| name.starts_with("random"))
}

/// Model and engine, as far as the result names them; the server's own account of itself,
/// which newer versions fetch, does.
fn setup(run: &mut Run, fields: &mut Fields) {
    let server = fields
        .get("server_info")
        .and_then(Value::as_object)
        .cloned();
    let told = |name: &str| -> Option<String> {
        let value: &Extra = server.as_ref()?;
        Some(value.get(name)?.as_str()?.to_owned())
    };
    let model = ["model", "model_id", "model_path"]
        .iter()
        .find_map(|key| fields.take_text(key))
        .or_else(|| told("model_path"));
    if let Some(model) = model {
        set_model(&mut run.model, &model);
    }
    if let Some(served) = told("served_model_name") {
        run.model.served_name = Some(served);
    }
    run.engine.version = told("version");
    if let Some(backend) = fields.take_text("backend") {
        run.engine.name = engine_of(&backend).map(str::to_owned);
        if run.engine.name.as_deref() != Some(&backend) {
            fields.put("backend", backend.into());
        }
    }
    // The state of the server changes from result to result.
    if let Some(mut server) = server
        && let Some(states) = server.remove("internal_states")
    {
        fields.put("server_info", server.into());
        fields.put("internal_states", states);
    }
}

/// Where the result stands. The lengths are those of the random data set alone: they are
/// written, as defaults, whatever the data set is.
fn axes(fields: &mut Fields) -> Axes {
    let is_text = fields
        .get("request_rate")
        .and_then(Value::as_str)
        .is_some_and(|rate| matches!(rate, "inf" | "trace"));
    let request_rate = if is_text {
        None
    } else {
        fields.take_number("request_rate")
    };
    let (input_tokens, output_tokens) = if is_random(fields) {
        (
            fields.take_count("random_input_len"),
            fields.take_count("random_output_len"),
        )
    } else {
        (None, None)
    };
    Axes {
        concurrency: fields.take_count("max_concurrency"),
        request_rate,
        input_tokens,
        output_tokens,
        ..Axes::default()
    }
}

fn point(run: &mut Run, measurement: &mut Measurement, fields: &mut Fields) {
    let same = |value: f64| value;
    let metrics = &mut measurement.metrics;
    let output_tokens = ["total_output_tokens", "total_generated_tokens"]
        .into_iter()
        .find(|key| fields.has(key))
        .unwrap_or("total_output_tokens");
    for (key, metric) in [
        ("completed", Metric::CompletedRequests),
        ("total_input_tokens", Metric::InputTokens),
        (output_tokens, Metric::OutputTokens),
        ("duration", Metric::DurationS),
    ] {
        fields.take_metric(key, metrics, MetricKey::single(metric), same);
    }
    if metrics.completed_requests == Some(0) {
        measurement.status = Status::Failed;
        measurement.source_status = Some("completed: 0".to_owned());
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "No request of a measurement was completed, so its rates and latencies stand for nothing and are kept as they were written.".to_owned(),
        });
    } else {
        for (key, metric) in RATES {
            // Nothing is produced at a rate of 0.
            if fields.get(key).and_then(Value::as_f64) != Some(0.0) {
                fields.take_metric(key, metrics, MetricKey::single(metric), same);
            }
        }
        for (name, metric) in LATENCIES {
            latency(name, metric, measurement, fields);
        }
        requests::derive_latency(measurement);
        let metrics = &measurement.metrics;
        let is_measured = metrics.output_tps.is_some()
            || metrics.request_throughput_rps.is_some()
            || metrics.e2e_latency_ms.is_some();
        measurement.status = if is_measured {
            Status::Valid
        } else {
            Status::Unknown
        };
    }
    if measurement.metrics.failed_requests.is_none() {
        measurement.metrics.failed_requests = requests::failures(measurement);
    }
}

/// Takes a latency. Answers of one token have no time between tokens: the tool writes 0, or
/// a little less than 0 where rounding errors are all there is.
fn latency(name: &str, metric: Metric, measurement: &mut Measurement, fields: &mut Fields) {
    let key = |stat: &str| format!("{stat}_{name}_ms");
    let all_zero = ["mean", "median", "p99"]
        .iter()
        .filter_map(|stat| fields.get(&key(stat)))
        .all(|value| value.as_f64() == Some(0.0));
    if all_zero {
        return;
    }
    for stat in Stat::ALL {
        let key = key(stat.key());
        if fields
            .get(&key)
            .and_then(Value::as_f64)
            .is_some_and(|value| value < 0.0)
        {
            let message = "below zero: no measurement; kept as it is";
            fields.report(&key, Level::Note, "not_measured", message);
            continue;
        }
        fields.take_metric(
            &key,
            &mut measurement.metrics,
            MetricKey::stat(metric, stat),
            |value| value,
        );
    }
}
