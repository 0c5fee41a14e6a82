//! The statistics of a benchmark, of which those over successful requests are used.
//!
//! ```text
//! "time_to_first_token_ms": { "successful": {"mean": …, "median": …, "std_dev": …, "count": 46,
//!     "total_sum": …, "percentiles": {"p90": …, …}, …}, "errored": …, "incomplete": …, "total": … }
//! ```
//!
//! The console of the tool prints the same ones. Everything else stays as it is.

use crate::formats::reading::{Fields, ms_from_s};
use crate::model::{Measurement, Metric, MetricKey, Metrics, Stat};

/// A change of unit.
type Unit = fn(f64) -> f64;

/// Latencies, with the change of unit that the name of each asks for.
const LATENCIES: [(&str, Metric, Unit); 4] = [
    ("time_to_first_token_ms", Metric::TtftMs, unchanged),
    ("inter_token_latency_ms", Metric::ItlMs, unchanged),
    ("time_per_output_token_ms", Metric::TpotMs, unchanged),
    // The one latency in seconds.
    ("request_latency", Metric::E2eLatencyMs, ms_from_s),
];

/// Quantities of the whole run, of which the mean over its time counts.
const RATES: [(&str, Metric); 5] = [
    ("output_tokens_per_second", Metric::OutputTps),
    ("prompt_tokens_per_second", Metric::PromptTps),
    ("tokens_per_second", Metric::TotalTps),
    ("requests_per_second", Metric::RequestThroughputRps),
    ("request_concurrency", Metric::ActiveRequests),
];

/// Tokens, of which the sum over requests counts.
const COUNTS: [(&str, Metric); 2] = [
    ("prompt_token_count", Metric::InputTokens),
    ("output_token_count", Metric::OutputTokens),
];

/// Names of the statistics; the older versions have no `p50`.
const STATS: [(Stat, &str); 5] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "median"),
    (Stat::Min, "min"),
    (Stat::Max, "max"),
    (Stat::Std, "std_dev"),
];

/// Percentiles with a place in the model; `p999` is the 99.9th.
const PERCENTILES: [(Stat, &str); 3] = [(Stat::P90, "p90"), (Stat::P95, "p95"), (Stat::P99, "p99")];

/// How far the rate of all tokens may be from tokens by time before it is doubted.
const TOLERANCE: f64 = 0.1;

/// Reads the `metrics` of a benchmark of which at least one request was completed.
pub(super) fn read(one: &mut Measurement, fields: &mut Fields) {
    let always: Vec<&str> = LATENCIES
        .iter()
        .map(|(name, ..)| *name)
        .chain(["output_tokens_per_second", "tokens_per_second"])
        .chain(["requests_per_second", "request_concurrency"])
        .chain(COUNTS.map(|(name, _)| name))
        .collect();
    fields.expect(&always);
    let metrics = &mut one.metrics;
    for (name, metric, unit) in LATENCIES {
        of_successful(fields, name, |stats| {
            stats.take_distribution(metrics, metric, unit, STATS, str::to_owned);
            stats.within("percentiles", |stats| {
                stats.take_distribution(metrics, metric, unit, PERCENTILES, str::to_owned);
            });
        });
    }
    for (name, metric) in RATES {
        take_number(fields, name, "mean", metrics, metric);
    }
    for (name, metric) in COUNTS {
        take_number(fields, name, "total_sum", metrics, metric);
    }
}

fn take_number(
    fields: &mut Fields,
    name: &str,
    statistic: &str,
    metrics: &mut Metrics,
    metric: Metric,
) {
    of_successful(fields, name, |stats| {
        stats.take_metric(statistic, metrics, MetricKey::single(metric), unchanged);
    });
}

/// Reads the statistics of a quantity over successful requests. Nothing is read where they
/// cover no request: all of them are 0 then, for example the times of tokens where the
/// answers were not streamed.
fn of_successful(fields: &mut Fields, name: &str, read: impl FnOnce(&mut Fields)) {
    fields.within(name, |kinds| {
        kinds.expect(&["successful"]);
        kinds.within("successful", |stats| {
            let is_zero = |key: &str| {
                let value = stats.get(key).and_then(serde_json::Value::as_f64);
                value == Some(0.0)
            };
            if !is_zero("count") && !is_zero("max") {
                read(stats);
            }
        });
    });
}

/// Doubts a rate of all tokens that the tokens and the time beside it contradict: versions
/// before 0.3 count the tokens of a prompt within an instant, which drives the mean up.
pub(super) fn doubt_total(one: &Measurement) -> Option<String> {
    let metrics = &one.metrics;
    let stated = metrics.total_tps?;
    let duration = metrics.duration_s.filter(|duration| *duration > 0.0)?;
    let tokens = metrics.input_tokens?.checked_add(metrics.output_tokens?)?;
    let counted = tokens as f64 / duration;
    let is_off = (stated - counted).abs() > TOLERANCE * counted;
    is_off.then(|| {
        format!(
            "the tool states {stated:.1} tokens per second in all, but {tokens} tokens in {duration:.1} s are {counted:.1} per second; it is kept as stated"
        )
    })
}

fn unchanged(value: f64) -> f64 {
    value
}
