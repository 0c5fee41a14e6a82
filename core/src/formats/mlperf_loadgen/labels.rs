//! The lines of a summary by what they say.

use crate::model::{Metric, MetricKey, Stat};

/// A closing sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// How many warnings there were.
    Warnings,
    /// How many errors there were: the last line.
    Errors,
}

/// What a closing sentence is about; `None` for any other line.
pub(super) fn closing(line: &str) -> Option<Closing> {
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    let [count, what, "encountered" | "encountered."] = words[..] else {
        return None;
    };
    if count != "No" && count.parse::<u64>().is_err() {
        return None;
    }
    match what.to_ascii_lowercase().as_str() {
        "warning" | "warnings" => Some(Closing::Warnings),
        "error" | "errors" => Some(Closing::Errors),
        _ => None,
    }
}

/// The number in a closing sentence; 0 for "No".
pub(super) fn count(line: &str) -> u64 {
    let first = line.split_whitespace().next();
    first.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The metric of a rate, by its label in lower case.
pub(super) fn rate(label: &str) -> Option<Metric> {
    Some(match label {
        "samples per second" | "completed samples per second" | "qps w/ loadgen overhead" => {
            Metric::RequestThroughputRps
        }
        "tokens per second" | "completed tokens per second" | "tps w/ loadgen overhead" => {
            Metric::OutputTps
        }
        _ => return None,
    })
}

/// The metric and statistic of a latency in nanoseconds, by its label in lower case; `None`
/// for another label and for percentiles that the model has no place for.
pub(super) fn latency(label: &str) -> Option<MetricKey> {
    let label = label.strip_suffix("(ns)")?.trim_end();
    let (stat, rest) = match label.split_once(' ')? {
        ("min", rest) => (Stat::Min, rest),
        ("max", rest) => (Stat::Max, rest),
        ("mean", rest) => (Stat::Mean, rest),
        (number, rest) => {
            let stat = match number {
                "50.00" => Stat::Median,
                "90.00" => Stat::P90,
                "95.00" => Stat::P95,
                "99.00" => Stat::P99,
                _ => return None,
            };
            (stat, rest.strip_prefix("percentile ")?)
        }
    };
    let metric = match rest {
        "latency" => Metric::E2eLatencyMs,
        "first token latency" => Metric::TtftMs,
        "time to output token" => Metric::TpotMs,
        _ => return None,
    };
    Some(MetricKey::stat(metric, stat))
}

/// True for a parameter of the test that differs between the points of a sweep or is drawn
/// anew for each; the others are conditions of the run.
pub(super) fn is_of_the_point(parameter: &str) -> bool {
    parameter.ends_with("_seed")
        || parameter.ends_with("_query_count")
        || matches!(parameter, "target_qps" | "samples_per_query")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latency_is_known_by_its_words() {
        let key = |label: &str| latency(label).map(|key| key.to_string());
        assert_eq!(
            key("min latency (ns)").as_deref(),
            Some("e2e_latency_ms.min")
        );
        assert_eq!(
            key("99.00 percentile first token latency (ns)").as_deref(),
            Some("ttft_ms.p99")
        );
        assert_eq!(
            key("mean time to output token (ns)").as_deref(),
            Some("tpot_ms.mean")
        );
        assert_eq!(key("97.00 percentile latency (ns)"), None);
        assert_eq!(key("target_latency (ns)"), None);
    }

    #[test]
    fn the_closing_sentences_are_known_with_and_without_findings() {
        assert_eq!(
            closing("No warnings encountered during test."),
            Some(Closing::Warnings)
        );
        assert_eq!(
            closing("1 ERROR encountered. See detailed log."),
            Some(Closing::Errors)
        );
        assert_eq!(closing("Some errors encountered"), None);
        assert_eq!(count("9 warnings encountered. See detailed log."), 9);
    }
}
