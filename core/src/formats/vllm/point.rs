//! One result as a measurement.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{requests, setup};
use crate::formats::Level;
use crate::formats::reading::Fields;
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Precision, Run, Stat, Status};

/// The latencies, by the tool's name.
const LATENCIES: [(&str, Metric); 4] = [
    ("ttft", Metric::TtftMs),
    ("tpot", Metric::TpotMs),
    ("itl", Metric::ItlMs),
    ("e2el", Metric::E2eLatencyMs),
];

/// The statistics of a latency that are written whatever was asked for.
const ALWAYS: [(Stat, &str); 3] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "median"),
    (Stat::Std, "std"),
];

/// The statistics of a latency that have a place in the model, beside those in [`ALWAYS`].
const CHOSEN: [(Stat, &str); 5] = [
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Min, "min"),
    (Stat::Max, "max"),
];

/// Fields that every version writes.
const FIELDS: [&str; 12] = [
    "date",
    "backend",
    "model_id",
    "num_prompts",
    "request_rate",
    "max_concurrency",
    "duration",
    "total_input_tokens",
    "total_output_tokens",
    "request_throughput",
    "output_throughput",
    "total_token_throughput",
];

/// Says which fields are missing. Where a latency is there, it has the same percentiles
/// as the other latencies.
pub(super) fn expect(fields: &mut Fields) {
    for (name, what) in [
        ("completed", "how many requests were answered"),
        ("mean_ttft_ms", "the time to the first token"),
    ] {
        if fields.get(name).is_none() {
            let message = format!("{name} is not recorded, so {what} is not known");
            fields.report(name, Level::Warning, "missing_field", message);
        }
    }
    let mut expected: Vec<String> = FIELDS.map(str::to_owned).to_vec();
    if fields.get("endpoint_type").is_some() {
        expected.push("failed".to_owned());
    }
    if fields
        .object()
        .keys()
        .any(|key| key.starts_with("spec_decode_"))
    {
        expected.push("spec_decode_acceptance_rate".to_owned());
    }
    if requests::LISTS.into_iter().any(|key| fields.has(key)) {
        expected.extend(requests::LISTS.map(str::to_owned));
    }
    expected.extend(statistics(fields));
    fields.expect(&expected);
}

/// Every statistic of the latencies that are there. They have the same percentiles.
fn statistics(fields: &Fields) -> Vec<String> {
    let mut words: BTreeSet<&str> = ALWAYS.iter().map(|(_, word)| *word).collect();
    let mut present = BTreeSet::new();
    for key in fields.object().keys() {
        for (name, _) in LATENCIES {
            let word = key
                .strip_suffix("_ms")
                .and_then(|key| key.strip_suffix(name)?.strip_suffix('_'));
            if let Some(word) = word {
                present.insert(name);
                words.insert(word);
            }
        }
    }
    let all = present
        .into_iter()
        .flat_map(|name| words.iter().map(move |word| format!("{word}_{name}_ms")));
    all.filter(|key| key != "mean_ttft_ms").collect()
}

/// Reads a result; what it says about the run goes there.
pub(super) fn read(run: &mut Run, fields: &mut Fields) -> Measurement {
    let mut measurement = Measurement::new(Family::Serve, axes(fields));
    requests::read(&mut measurement, fields);
    counts(&mut measurement, fields);
    if measurement.metrics.completed_requests == Some(0) {
        let failed = measurement.metrics.failed_requests;
        fail(run, &mut measurement, failed);
        return measurement;
    }
    let metrics = &mut measurement.metrics;
    for (key, metric) in [
        ("request_throughput", Metric::RequestThroughputRps),
        ("output_throughput", Metric::OutputTps),
        ("total_token_throughput", Metric::TotalTps),
    ] {
        // Nothing is produced at a rate of 0: embedding models write it for the output.
        if fields.get(key).and_then(Value::as_f64) != Some(0.0) {
            fields.take_metric(key, metrics, MetricKey::single(metric), same);
        }
    }
    for key in ["request_goodput", "request_goodput:"] {
        fields.take_metric(key, metrics, MetricKey::single(Metric::GoodputRps), same);
    }
    for (name, metric) in LATENCIES {
        // Answers of one token have no time between tokens; the tool writes 0.
        let mean = fields
            .get(&format!("mean_{name}_ms"))
            .and_then(Value::as_f64);
        if mean != Some(0.0) {
            let stats = ALWAYS.into_iter().chain(CHOSEN);
            fields.take_distribution(metrics, metric, same, stats, |stat| {
                format!("{stat}_{name}_ms")
            });
        }
    }
    acceptance(&mut measurement, fields);
    requests::derive_latency(&mut measurement);
    let is_measured = measurement.metrics.request_throughput_rps.is_some()
        || measurement.metrics.output_tps.is_some()
        || measurement.metrics.total_tps.is_some();
    measurement.status = if is_measured {
        Status::Valid
    } else {
        Status::Unknown
    };
    measurement
}

fn same(value: f64) -> f64 {
    value
}

/// Where the result stands. Rate and concurrency may be limited both, or neither.
fn axes(fields: &mut Fields) -> Axes {
    // An unlimited rate is the text "inf", which stays.
    let is_unlimited = fields.get("request_rate").and_then(Value::as_str) == Some("inf");
    let request_rate = if is_unlimited {
        None
    } else {
        fields.take_number("request_rate")
    };
    let mut length = |word: &str| {
        [format!("random_{word}_len"), format!("random-{word}-len")]
            .iter()
            .find_map(|key| fields.take_count(key))
    };
    let (input_tokens, output_tokens) = (length("input"), length("output"));
    Axes {
        concurrency: fields.take_count("max_concurrency"),
        request_rate,
        input_tokens,
        output_tokens,
        ..Axes::default()
    }
}

/// Requests, tokens and the time they took.
fn counts(measurement: &mut Measurement, fields: &mut Fields) {
    for (key, metric) in [
        ("completed", Metric::CompletedRequests),
        ("failed", Metric::FailedRequests),
        ("total_input_tokens", Metric::InputTokens),
        ("total_output_tokens", Metric::OutputTokens),
        ("duration", Metric::DurationS),
    ] {
        fields.take_metric(
            key,
            &mut measurement.metrics,
            MetricKey::single(metric),
            same,
        );
    }
    // Older versions do not count what failed.
    if measurement.metrics.failed_requests.is_some() {
        return;
    }
    let planned = fields.get("num_prompts").and_then(Value::as_u64);
    let unanswered = planned.zip(measurement.metrics.completed_requests);
    let (failed, from) = if let Some(failed) = requests::failures(measurement) {
        (failed, "errors")
    } else if let Some((planned, completed)) = unanswered.filter(|(all, done)| all > done) {
        (planned - completed, "num_prompts - completed")
    } else {
        return;
    };
    measurement.metrics.failed_requests = Some(failed);
    let precision = Precision {
        from: Some(from.to_owned()),
        ..Precision::default()
    };
    measurement
        .precision
        .insert("failed_requests".to_owned(), precision);
}

/// A test in which nothing was answered. The zeros it wrote for rates and latencies were
/// never measured; they stay in `extra`.
fn fail(run: &mut Run, measurement: &mut Measurement, failed: Option<u64>) {
    let failed = failed.map_or_else(String::new, |failed| format!(", {failed} failed"));
    let text = format!(
        "No request was completed{failed}: the rates and latencies of this test are not measured."
    );
    setup::fail(run, measurement, "completed: 0", text);
}

/// The share of drafted tokens that were accepted, which the tool writes in percent.
fn acceptance(measurement: &mut Measurement, fields: &mut Fields) {
    const KEY: &str = "spec_decode_acceptance_rate";
    let percent = fields.get(KEY).and_then(Value::as_f64);
    if percent.is_some_and(|percent| percent > 100.0) {
        let message = "expected a percentage up to 100; kept as it is, not used as a measurement";
        fields.report(KEY, Level::Warning, "unexpected_type", message);
        return;
    }
    let metric = MetricKey::single(Metric::DraftAcceptanceRate);
    fields.take_metric(KEY, &mut measurement.metrics, metric, |percent| {
        percent / 100.0
    });
}
