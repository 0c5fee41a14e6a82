//! The phases of a report.
//!
//! A phase is `{ "memory": {…}, "latency": {"unit": "s", "mean": …, "p50": …, "stdev": …,
//! "stdev_": percent, "values": […]}, "throughput": {"unit": "tokens/s", "value": …}, … }`.
//! The latency of `prefill` is the time to the first token of the batch, that of `per_token`
//! the time between tokens, that of `decode` the time for all tokens after the first.

use serde_json::Value;

use crate::formats::Level;
use crate::formats::reading::{Fields, ms_from_s};
use crate::model::{Extra, Measurement, Metric, Precision, Stat, Status};

/// Statistics by the tool's words. `stdev_` repeats `stdev` in percent of the mean.
pub(super) const STATS: [(Stat, &str); 6] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "p50"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Std, "stdev"),
];

const PHASES: [&str; 3] = ["prefill", "decode", "per_token"];

/// True for an object with a phase in it.
pub(super) fn is_report(object: &Extra) -> bool {
    PHASES.iter().any(|phase| {
        object
            .get(*phase)
            .and_then(|phase| phase.pointer("/latency/stdev_"))
            .is_some()
    })
}

/// Takes the metrics out of a report; the rest of it stays.
pub(super) fn take(report: &mut Fields, one: &mut Measurement) {
    report.expect(&["load_model", "prefill", "decode", "per_token"]);
    report.within("prefill", |phase| {
        one.repetitions = phase
            .within("latency", |latency| latency.take_count("count"))
            .flatten();
        take_latency(phase, one, Metric::TtftMs);
        take_prefill_rate(phase, one);
    });
    report.within("decode", |phase| {
        phase.expect(&["throughput"]);
        phase.within("throughput", |rate| {
            if has_unit(rate, "tokens/s") {
                one.metrics.output_tps = rate.take_number("value");
            }
        });
    });
    report.within("per_token", |phase| take_latency(phase, one, Metric::ItlMs));
    let is_measured = one.metrics.output_tps.is_some()
        || one.metrics.ttft_ms.is_some()
        || one.metrics.prompt_tps.is_some();
    one.status = if is_measured {
        Status::Valid
    } else {
        Status::Unknown
    };
}

fn take_latency(phase: &mut Fields, one: &mut Measurement, metric: Metric) {
    phase.expect(&["latency"]);
    phase.within("latency", |latency| {
        latency.expect(&STATS.map(|(_, word)| word));
        if has_unit(latency, "s") {
            let metrics = &mut one.metrics;
            latency.take_distribution(metrics, metric, ms_from_s, STATS, str::to_owned);
        }
    });
}

/// The rate of prefill is in tokens or in samples by version; a sample is a prompt, whose
/// length only the configuration knows.
fn take_prefill_rate(phase: &mut Fields, one: &mut Measurement) {
    phase.within("throughput", |rate| {
        if rate.get("unit").and_then(Value::as_str) != Some("samples/s") {
            if has_unit(rate, "tokens/s") {
                one.metrics.prompt_tps = rate.take_number("value");
            }
            return;
        }
        let samples = rate.get("value").and_then(Value::as_f64);
        let samples = samples.filter(|samples| *samples >= 0.0);
        if let (Some(samples), Some(tokens)) = (samples, one.axes.input_tokens) {
            one.metrics.prompt_tps = Some(samples * tokens as f64);
            let precision = Precision {
                from: Some("prefill samples/s * sequence_length".to_owned()),
                ..Precision::default()
            };
            one.precision.insert("prompt_tps".to_owned(), precision);
        }
    });
}

/// True where the unit is the one we know; anything else is reported and left alone.
fn has_unit(fields: &mut Fields, expected: &str) -> bool {
    let found = fields.get("unit").and_then(Value::as_str);
    let is_expected = found == Some(expected);
    if !is_expected {
        let found = found.map_or_else(|| "none".to_owned(), |unit| format!("{unit:?}"));
        fields.report(
            "unit",
            Level::Warning,
            "unknown_unit",
            format!("expected the unit {expected:?}, found {found}; kept as it is, not used as a measurement"),
        );
    }
    is_expected
}
