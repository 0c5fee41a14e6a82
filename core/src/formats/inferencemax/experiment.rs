//! The files of the decode experiment: the names of vLLM's serving test without `_ms`, and
//! seconds under them.
//!
//! That they are seconds is in the figures as well: `completed × median_e2el / duration` is
//! the number of requests under way, which is close to `max_concurrency`.

use super::PARSER_VERSION;
use crate::formats::reading::{Fields, date_time, ms_from_s, set_model, title, unexpected};
use crate::formats::{Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Run, Stat, Status};

/// A result of the experiment.
pub(in crate::formats) struct Experiment;

const LATENCIES: [(&str, Metric); 4] = [
    ("ttft", Metric::TtftMs),
    ("tpot", Metric::TpotMs),
    ("itl", Metric::ItlMs),
    ("e2el", Metric::E2eLatencyMs),
];

const STATS: [(Stat, &str); 6] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "median"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Std, "std"),
];

const ALWAYS: [&str; 18] = [
    "date",
    "model_id",
    "num_prompts",
    "request_rate",
    "max_concurrency",
    "duration",
    "completed",
    "total_input_tokens",
    "total_output_tokens",
    "request_throughput",
    "output_throughput",
    "input_throughput",
    "median_ttft",
    "p99_ttft",
    "median_tpot",
    "p99_tpot",
    "median_e2el",
    "p99_e2el",
];

impl Format for Experiment {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "inferencex_experiment",
            name: "InferenceX decode experiment JSON",
            versions: "2026-02",
            yields: "serving test at one concurrency: TTFT, TPOT and E2E, throughput",
            marks: &[
                "\"median_ttft\"",
                "\"p99_tpot\"",
                "\"median_e2el\"",
                "\"good_completed\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            let Some(mut fields) = Fields::of(document).filter(|_| is_result(document)) else {
                diagnostics.push(unexpected(&document.path, &document.value, "a result"));
                continue;
            };
            let mut run = read(&mut fields);
            run.source.partial = documents.is_cut;
            run.measurements[0].extra = fields.finish(&mut diagnostics);
            runs.push(run);
        }
        Parsed { runs, diagnostics }
    }
}

/// True for vLLM's names of a serving test with latencies that do not name their unit.
fn is_result(document: &Document) -> bool {
    let has = |key: &str| document.has_all(&[key]);
    let count = |keys: &[&str]| keys.iter().filter(|key| has(key)).count();
    count(&[
        "median_ttft",
        "p99_ttft",
        "median_tpot",
        "p99_tpot",
        "median_e2el",
    ]) >= 2
        && count(&[
            "completed",
            "num_prompts",
            "max_concurrency",
            "duration",
            "model_id",
        ]) >= 2
        && !has("tput_per_gpu")
}

fn read(fields: &mut Fields) -> Run {
    fields.expect(&ALWAYS);
    let mut run = Run::default();
    run.source.tool = Some("InferenceX".to_owned());
    run.source.parser_version = PARSER_VERSION;
    if let Some(model) = fields.take_text("model_id") {
        set_model(&mut run.model, &model);
    }
    if let Some(tokenizer) = fields.take_text("tokenizer_id") {
        run.settings
            .extra
            .insert("tokenizer_id".to_owned(), tokenizer.into());
    }
    // The date stays with the point as well: a sweep has one for each.
    if let Some(date) = fields.take_text("date") {
        run.measured_at = date_time(&date);
        fields.put("date", date.into());
    }
    run.measurements = vec![measurement(fields)];
    run.title = title(&run, "InferenceX decode experiment");
    run
}

fn measurement(fields: &mut Fields) -> Measurement {
    // "inf" is no rate: it stays with the measurement.
    let rate = match fields.get("request_rate") {
        Some(serde_json::Value::String(_)) | None => None,
        Some(_) => fields.take_number("request_rate"),
    };
    let axes = Axes {
        concurrency: fields.take_count("max_concurrency"),
        request_rate: rate,
        ..Axes::default()
    };
    let mut one = Measurement::new(Family::Serve, axes);
    let single = MetricKey::single;
    let take = |fields: &mut Fields, one: &mut Measurement, key: &str, metric| {
        fields.take_metric(key, &mut one.metrics, single(metric), |value| value);
    };
    take(fields, &mut one, "completed", Metric::CompletedRequests);
    take(fields, &mut one, "duration", Metric::DurationS);
    one.status = match one.metrics.completed_requests {
        Some(0) => Status::Failed,
        Some(_) => Status::Valid,
        None => Status::Unknown,
    };
    if one.status == Status::Failed {
        fields.report(
            "completed",
            Level::Warning,
            "no_result",
            "no request was completed",
        );
        return one;
    }
    take(fields, &mut one, "total_input_tokens", Metric::InputTokens);
    take(
        fields,
        &mut one,
        "total_output_tokens",
        Metric::OutputTokens,
    );
    for (key, metric) in [
        ("request_throughput", Metric::RequestThroughputRps),
        ("request_goodput", Metric::GoodputRps),
        ("output_throughput", Metric::OutputTps),
        ("input_throughput", Metric::PromptTps),
    ] {
        take(fields, &mut one, key, metric);
    }
    for (word, metric) in LATENCIES {
        let name = |stat: &str| format!("{stat}_{word}");
        fields.take_distribution(&mut one.metrics, metric, ms_from_s, STATS, name);
    }
    one
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::parse;

    #[test]
    fn a_test_without_a_completed_request_has_failed() {
        let file = json!({"model_id": "org/name", "completed": 0, "num_prompts": 8, "max_concurrency": 4,
            "duration": 3.0, "output_throughput": 0.0, "median_ttft": 0.0, "p99_ttft": 0.0, "request_rate": 2.5});
        let parsed = parse(file.to_string().as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(one.status, Status::Failed);
        assert_eq!(one.metrics.ttft_ms, None);
        assert_eq!(one.axes.request_rate, Some(2.5));
        assert!(parsed.diagnostics.iter().any(|one| one.code == "no_result"));
    }
}
