//! How numbers, labels and states are written for people.
//!
//! Every page, table, chart and readout takes its words from here, so that the
//! same value reads the same everywhere.

use crate::model::{Axis, Direction, Family, Measurement, Metric, MetricKey, Stat, Status, Unit};

/// What stands in the place of a missing value.
pub const MISSING: &str = "—";

/// A context length as a matrix labels it: `8K` for 8,192 tokens, `64,000` for a
/// length that is no multiple of 1,024, `0` for none.
pub fn context_label(tokens: u64) -> String {
    if tokens >= 1024 && tokens.is_multiple_of(1024) {
        format!("{}K", grouped(tokens / 1024))
    } else {
        grouped(tokens)
    }
}

/// The value of an axis as its label.
pub fn axis_label(axis: Axis, value: f64) -> String {
    match axis {
        // Axis values of these are whole and small, see `Axis::of`.
        Axis::Context => context_label(value as u64),
        Axis::InputTokens | Axis::OutputTokens | Axis::Concurrency | Axis::BatchSize => {
            grouped(value as u64)
        }
        Axis::RequestRate => trimmed(value, 2),
    }
}

/// The name of an axis, for a table head.
pub fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::Context => "Context",
        Axis::InputTokens => "Input tokens",
        Axis::OutputTokens => "Output tokens",
        Axis::Concurrency => "Requests at once",
        Axis::RequestRate => "Request rate",
        Axis::BatchSize => "Batch size",
    }
}

/// The name of a family, for a heading.
pub fn family_name(family: Family) -> &'static str {
    match family {
        Family::Prefill => "Prefill",
        Family::Decode => "Sustained decode",
        Family::Serve => "Serving",
        Family::Batch => "Batch",
    }
}

/// The name of a metric, for a heading or a menu.
pub fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::OutputTps => "Output, all requests",
        Metric::PromptTps => "Prefill speed",
        Metric::TotalTps => "Input and output",
        Metric::PerRequestOutputTps => "Output per request",
        Metric::RequestThroughputRps => "Request throughput",
        Metric::GoodputRps => "Goodput",
        Metric::TtftMs => "TTFT",
        Metric::ItlMs => "Time between tokens",
        Metric::TpotMs => "TPOT",
        Metric::E2eLatencyMs => "End-to-end latency",
        Metric::ActiveRequests => "Active requests",
        Metric::QueuedRequests => "Queued requests",
        Metric::CompletedRequests => "Completed requests",
        Metric::FailedRequests => "Failed requests",
        Metric::InputTokens => "Prompt tokens",
        Metric::OutputTokens => "Output tokens",
        Metric::DurationS => "Measured for",
        Metric::DraftAcceptanceRate => "Draft acceptance",
        Metric::PowerW => "Power",
        Metric::EnergyJ => "Energy",
    }
}

/// The name of a statistic.
pub fn stat_name(stat: Stat) -> &'static str {
    match stat {
        Stat::Median => "median",
        Stat::Mean => "mean",
        Stat::P90 => "p90",
        Stat::P95 => "p95",
        Stat::P99 => "p99",
        Stat::Min => "min",
        Stat::Max => "max",
        Stat::Std => "std. deviation",
    }
}

/// Which way a metric improves, as a phrase; empty where neither way does.
pub fn direction_phrase(direction: Direction) -> &'static str {
    match direction {
        Direction::HigherIsBetter => "higher is better",
        Direction::LowerIsBetter => "lower is better",
        Direction::Neutral => "",
    }
}

/// The word for a status.
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::Valid => "Valid",
        Status::Queued => "Requests queued",
        Status::OverCapacity => "Over capacity",
        Status::Failed => "Failed",
        Status::Skipped => "Skipped",
        Status::Unknown => "Unknown",
    }
}

/// The glyph for a status; empty for a valid cell, which needs none.
pub fn status_glyph(status: Status) -> &'static str {
    match status {
        Status::Valid => "",
        Status::Queued => "⧗",
        Status::OverCapacity => "∅",
        Status::Failed => "✕",
        Status::Skipped => "–",
        Status::Unknown => "?",
    }
}

/// What a status means, one sentence.
pub fn status_meaning(status: Status) -> &'static str {
    match status {
        Status::Valid => "All requests ran at once for the whole measurement.",
        Status::Queued => {
            "Measured, but some of the requests waited in the engine's queue, so latencies include waiting."
        }
        Status::OverCapacity => {
            "Not run: this many requests of this length need more tokens than the KV cache holds."
        }
        Status::Failed => "Run, but without a result that can be used as a number.",
        Status::Skipped => "Not run: it was left out or the benchmark was stopped before it.",
        Status::Unknown => "The source does not say what became of it.",
    }
}

/// What a caveat code says, one sentence. A code of a newer version is given as words.
pub fn caveat(code: &str) -> String {
    match code {
        "underfilled" => "Fewer requests ran at once than were asked for.".to_owned(),
        "completed_below_concurrency" => {
            "Fewer requests finished than ran at once, so the slowest were not seen to the end."
                .to_owned()
        }
        other => other.replace('_', " "),
    }
}

/// A value of a metric with its unit: `11.8K tok/s`, `732 ms`, `30.0 s`, `3`.
pub fn with_unit(metric: Metric, value: f64) -> String {
    let number = number(metric, value);
    match metric.unit() {
        Unit::Ratio | Unit::Requests | Unit::Tokens => number,
        unit => format!("{number} {}", unit.symbol()),
    }
}

/// A value of a metric without its unit: `11.8K`, `732`, `30.0`, `3`, `57 %`.
pub fn number(metric: Metric, value: f64) -> String {
    match metric {
        Metric::TtftMs | Metric::E2eLatencyMs => millis(value),
        Metric::ActiveRequests | Metric::QueuedRequests => fixed(value, 1),
        Metric::CompletedRequests
        | Metric::FailedRequests
        | Metric::InputTokens
        | Metric::OutputTokens => fixed(value, 0),
        _ => match metric.unit() {
            Unit::TokensPerSecond => rate(value),
            Unit::RequestsPerSecond => fixed(value, 2),
            Unit::Milliseconds | Unit::Seconds | Unit::Watts => fixed(value, 1),
            Unit::Ratio => format!("{} %", fixed(value * 100.0, 1)),
            Unit::Requests | Unit::Tokens | Unit::Joules => fixed(value, 0),
        },
    }
}

/// A value as the source printed it where it did so in our unit, else as [`with_unit`]
/// writes it; [`MISSING`] where it was not measured.
pub fn measured(measurement: &Measurement, key: MetricKey) -> String {
    let known = measurement.precision_of(key);
    let text = known.and_then(|known| known.text.as_ref());
    match (measurement.value(key), text) {
        (_, Some(text)) if is_in_unit(key.metric, text) => text.clone(),
        (Some(value), _) => with_unit(key.metric, value),
        (None, Some(text)) => text.clone(),
        (None, None) => MISSING.to_owned(),
    }
}

/// False for a number with another unit than the metric's, such as seconds for
/// milliseconds: beside others it would be misread.
fn is_in_unit(metric: Metric, text: &str) -> bool {
    let unit = metric.unit();
    if matches!(unit, Unit::Ratio | Unit::Requests | Unit::Tokens) {
        return true;
    }
    let number = text.strip_suffix(unit.symbol()).unwrap_or(text).trim_end();
    let number = number.strip_suffix(['K', 'k', 'M']).unwrap_or(number);
    number.bytes().all(|byte| !byte.is_ascii_alphabetic())
}

/// How far a value varied over the repetitions, without a unit: `± 3.2`; `None` where the
/// source does not say.
pub fn deviation(measurement: &Measurement, key: MetricKey) -> Option<String> {
    if measurement.deviation.is_empty() {
        return None;
    }
    let value = *measurement.deviation.get(&key.to_string())?;
    let text = number(key.metric, value);
    // Most deviations are far smaller than what they belong to.
    let text = match text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        true => text,
        false => trimmed(value, 3),
    };
    Some(format!("± {text}"))
}

/// A rate: one decimal below 10,000, thousands with one decimal above (`11.8K`,
/// `69K`), millions likewise.
pub fn rate(value: f64) -> String {
    if value.abs() < 9_999.95 {
        fixed(value, 1)
    } else if value.abs() < 999_950.0 {
        format!("{}K", trimmed(value / 1e3, 1))
    } else {
        format!("{}M", trimmed(value / 1e6, 1))
    }
}

/// Milliseconds: whole from 10 upwards, one decimal below.
fn millis(value: f64) -> String {
    fixed(value, if value.abs() < 9.95 { 1 } else { 0 })
}

/// A number with exactly `decimals` decimals and thousands separated by commas.
pub fn fixed(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let negative = value < 0.0 && plain.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let sign = if negative { "-" } else { "" };
    let dot = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{dot}{fraction}", group_digits(whole))
}

/// A number with at most `decimals` decimals, trailing zeros left out.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A whole number with thousands separated by commas.
pub fn grouped(value: u64) -> String {
    group_digits(&value.to_string())
}

fn group_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_switch_to_thousands_at_ten_thousand() {
        assert_eq!(rate(455.3), "455.3");
        assert_eq!(rate(9_769.0), "9,769.0");
        assert_eq!(rate(9_999.96), "10K");
        assert_eq!(rate(11_815.3), "11.8K");
        assert_eq!(rate(69_000.0), "69K");
        assert_eq!(rate(2_121_273.0), "2.1M");
    }

    #[test]
    fn context_labels_count_in_1024_tokens() {
        assert_eq!(context_label(0), "0");
        assert_eq!(context_label(8_192), "8K");
        assert_eq!(context_label(257_024), "251K");
        assert_eq!(context_label(64_000), "64,000");
        assert_eq!(context_label(1_048_576), "1,024K");
    }

    #[test]
    fn a_negative_number_that_rounds_to_zero_has_no_sign() {
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-1_234.5, 1), "-1,234.5");
    }

    #[test]
    fn what_was_printed_in_another_unit_is_written_in_ours() {
        let key = MetricKey::stat(Metric::TtftMs, Stat::Median);
        let shown = |text: &str| {
            let mut one = Measurement::new(Family::Serve, Default::default());
            one.metrics.set(key, 94.9);
            let printed = crate::model::Precision {
                text: Some(text.to_owned()),
                ..Default::default()
            };
            one.precision.insert(key.to_string(), printed);
            measured(&one, key)
        };
        assert_eq!(shown("0.0949 s"), "95 ms");
        assert_eq!(shown("94.90"), "94.90");
        assert_eq!(shown("94.90 ms"), "94.90 ms");
        assert_eq!(shown("2k"), "2k");
    }

    #[test]
    fn a_deviation_is_written_like_its_value_unless_it_is_too_small() {
        let key = MetricKey::single(Metric::PromptTps);
        let written = |value: f64| {
            let mut one = Measurement::new(Family::Batch, Default::default());
            one.deviation.insert("prompt_tps".to_owned(), value);
            deviation(&one, key).unwrap()
        };
        assert_eq!(written(12.34), "± 12.3");
        assert_eq!(written(12_345.6), "± 12.3K");
        assert_eq!(written(0.021), "± 0.021");
        assert_eq!(written(0.0), "± 0");
        let none = Measurement::new(Family::Batch, Default::default());
        assert_eq!(deviation(&none, key), None);
    }

    #[test]
    fn units_follow_the_metric() {
        assert_eq!(with_unit(Metric::TtftMs, 732.0), "732 ms");
        assert_eq!(with_unit(Metric::ItlMs, 8.7), "8.7 ms");
        assert_eq!(with_unit(Metric::CompletedRequests, 39.0), "39");
        assert_eq!(with_unit(Metric::DraftAcceptanceRate, 0.567), "56.7 %");
    }
}
