//! The JSON file.
//!
//! ```text
//! { "version": "0.2.2", "timestamp": "…", "model": "…", "latency_mode": "api",
//!   "benchmarks": [ { "concurrency": 1, "context_size": 0, "prompt_size": 2048, "response_size": 32,
//!                     "pp_throughput": {"mean": 987.1, "std": 1.1, "values": […]}, "ttfr": {…}, … } ] }
//! ```
//!
//! Rates are tokens per second, times milliseconds.

use serde_json::Value;

use super::{YIELDS, new_run};
use crate::formats::reading::{Fields, date_time, set_model, title, unexpected};
use crate::formats::{Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, MetricKey, Metrics, Stat, Status};

/// llama-benchy JSON.
pub(in crate::formats) struct Json;

/// Fields that belong to the prompt; the others of an entry belong to the generation.
const OF_THE_PROMPT: [&str; 5] = [
    "e2e_ttft",
    "est_ppt",
    "pp_req_throughput",
    "pp_throughput",
    "ttfr",
];

/// Fields of every entry.
const ALWAYS: [&str; 8] = [
    "concurrency",
    "context_size",
    "prompt_size",
    "response_size",
    "pp_throughput",
    "tg_throughput",
    "tg_req_throughput",
    "e2e_ttft",
];

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_benchy",
            name: "llama-benchy JSON",
            versions: "0.2.2",
            yields: YIELDS,
            marks: &["\"pp_throughput\"", "\"tg_throughput\"", "\"latency_mode\""],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().first().is_some_and(is_report)
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
            fields.expect(&[
                "version",
                "timestamp",
                "latency_mode",
                "model",
                "benchmarks",
            ]);
            let mut run = new_run();
            run.source.tool_version = fields.take_text("version");
            if let Some(time) = fields.get("timestamp").and_then(Value::as_str)
                && let Some(time) = date_time(&time.replacen(' ', "T", 1))
            {
                run.measured_at = Some(time);
            }
            if let Some(model) = fields.take_text("model") {
                set_model(&mut run.model, &model);
            }
            let path = fields.path_of("benchmarks");
            for (index, entry) in fields
                .take_list("benchmarks")
                .into_iter()
                .flatten()
                .enumerate()
            {
                let path = format!("{path}[{index}]");
                match entry {
                    Value::Object(entry) => {
                        run.measurements
                            .extend(read(entry, &path, fields.findings_mut()));
                    }
                    other => {
                        let finding = unexpected(&path, &other, "an entry");
                        fields.findings_mut().push(finding);
                    }
                }
            }
            if run.measurements.is_empty() {
                fields.report(
                    "benchmarks",
                    Level::Warning,
                    "no_result",
                    "no entry: nothing was measured",
                );
                let mut failed = Measurement::new(Family::Decode, Axes::default());
                failed.status = Status::Failed;
                run.measurements.push(failed);
            }
            run.settings.extra = fields.finish(&mut diagnostics);
            run.title = title(&run, "llama-benchy run");
            runs.push(run);
        }
        Parsed { runs, diagnostics }
    }
}

fn is_report(document: &Document) -> bool {
    let entries = document.value.get("benchmarks").and_then(Value::as_array);
    let is_entry = |entry: &Value| {
        entry.get("pp_throughput").is_some() || entry.get("tg_throughput").is_some()
    };
    entries.is_some_and(|entries| entries.iter().any(is_entry))
        || document.has_all(&["latency_mode", "prefix_caching_enabled"])
}

/// The prefill and the decode measurement of an entry.
fn read(
    entry: Extra,
    path: &str,
    diagnostics: &mut Vec<crate::formats::Diagnostic>,
) -> [Measurement; 2] {
    let mut entry = Fields::new(entry, path);
    entry.expect(&ALWAYS);
    let axes = Axes {
        context_tokens: entry.take_count("context_size"),
        concurrency: entry.take_count("concurrency"),
        ..Axes::default()
    };
    let prompt = Axes {
        input_tokens: entry.take_count("prompt_size"),
        ..axes
    };
    let response = Axes {
        output_tokens: entry.take_count("response_size"),
        ..axes
    };
    let mut prefill = Measurement::new(Family::Prefill, prompt);
    let mut decode = Measurement::new(Family::Decode, response);

    take_rate(&mut entry, "pp_throughput", &mut prefill, Metric::PromptTps);
    take_spread(&mut entry, "e2e_ttft", &mut prefill.metrics, Metric::TtftMs);
    take_rate(&mut entry, "tg_throughput", &mut decode, Metric::OutputTps);
    take_spread(
        &mut entry,
        "tg_req_throughput",
        &mut decode.metrics,
        Metric::PerRequestOutputTps,
    );

    prefill.status = status(prefill.metrics.prompt_tps);
    decode.status = status(decode.metrics.output_tps);
    decode.extra = entry.finish(diagnostics);
    for key in OF_THE_PROMPT {
        if let Some(value) = decode.extra.remove(key) {
            prefill.extra.insert(key.to_owned(), value);
        }
    }
    [prefill, decode]
}

fn status(rate: Option<f64>) -> Status {
    match rate {
        Some(_) => Status::Valid,
        None => Status::Unknown,
    }
}

/// The mean of a rate over the repetitions, and its deviation.
fn take_rate(entry: &mut Fields, key: &str, one: &mut Measurement, metric: Metric) {
    entry.within(key, |statistics| {
        statistics.expect(&["mean", "std", "values"]);
        one.repetitions = statistics
            .get("values")
            .and_then(Value::as_array)
            .map(|values| values.len() as u64);
        let metric = MetricKey::single(metric);
        statistics.take_metric("mean", &mut one.metrics, metric, |rate| rate);
        if let Some(deviation) = statistics.take_number("std") {
            one.deviation.insert(metric.to_string(), deviation);
        }
    });
}

/// Mean and deviation over the requests.
fn take_spread(entry: &mut Fields, key: &str, metrics: &mut Metrics, metric: Metric) {
    entry.within(key, |statistics| {
        statistics.take_distribution(
            metrics,
            metric,
            |value| value,
            [(Stat::Mean, "mean"), (Stat::Std, "std")],
            str::to_owned,
        );
    });
}
