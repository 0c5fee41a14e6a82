//! What the rows of a block mean. Their names changed over the versions, and forks have
//! more; a row is known by its name and by the unit in brackets.

use crate::model::{Metric, MetricKey, Stat};

/// What a row says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Meaning {
    /// A metric, with the factor that turns the printed unit into that of the metric, and
    /// the unit as printed.
    Metric(MetricKey, f64, &'static str),
    /// A number of requests or tokens.
    Count(MetricKey),
    /// The 50th percentile beside the median, which is the same.
    Median(Metric, f64),
    /// How many requests may run at once.
    Concurrency,
    /// How many requests per second arrive.
    RequestRate,
    /// The interface that was spoken, or the engine behind it.
    Backend,
    /// Something that has no place in the model.
    Other,
}

impl Meaning {
    /// True for what only a measurement gives.
    pub(super) fn is_measured(self) -> bool {
        matches!(self, Self::Metric(..))
    }
}

/// What the row of this label means.
pub(super) fn meaning(label: &str) -> Meaning {
    let label = label.to_lowercase();
    let label: Vec<&str> = label.split_whitespace().collect();
    let label = label.join(" ");
    let (name, unit) = match label.rsplit_once(" (") {
        Some((name, unit)) => (name, unit.trim_end_matches(')')),
        None => (label.as_str(), ""),
    };
    let single = MetricKey::single;
    let tokens = |metric| Meaning::Metric(single(metric), 1.0, "tok/s");
    match (name, unit) {
        ("successful requests", "") => Meaning::Count(single(Metric::CompletedRequests)),
        ("failed requests", "") => Meaning::Count(single(Metric::FailedRequests)),
        ("total input tokens", "") => Meaning::Count(single(Metric::InputTokens)),
        ("total generated tokens" | "total output tokens", "") => {
            Meaning::Count(single(Metric::OutputTokens))
        }
        ("maximum request concurrency" | "max request concurrency" | "max concurrency", "") => {
            Meaning::Concurrency
        }
        ("request rate configured", "rps") | ("traffic request rate", "") => Meaning::RequestRate,
        ("backend", "") => Meaning::Backend,
        ("concurrency", "") => Meaning::Metric(single(Metric::ActiveRequests), 1.0, ""),
        ("benchmark duration", "s") => Meaning::Metric(single(Metric::DurationS), 1.0, "s"),
        ("request throughput", "req/s") => {
            Meaning::Metric(single(Metric::RequestThroughputRps), 1.0, "req/s")
        }
        ("request goodput", "req/s") => Meaning::Metric(single(Metric::GoodputRps), 1.0, "req/s"),
        ("input token throughput" | "input throughput", "tok/s") => tokens(Metric::PromptTps),
        ("output token throughput" | "output throughput", "tok/s") => tokens(Metric::OutputTps),
        ("total token throughput" | "total throughput", "tok/s") => tokens(Metric::TotalTps),
        ("acceptance rate", "%") => Meaning::Metric(single(Metric::DraftAcceptanceRate), 0.01, "%"),
        _ => latency(name, unit).unwrap_or(Meaning::Other),
    }
}

/// `p99 ttft` in `ms`.
fn latency(name: &str, unit: &str) -> Option<Meaning> {
    let (factor, unit) = match unit {
        "ms" => (1.0, "ms"),
        "s" => (1e3, "s"),
        _ => return None,
    };
    let (stat, quantity) = name.split_once(' ')?;
    let metric = match quantity {
        "ttft" => Metric::TtftMs,
        "tpot" => Metric::TpotMs,
        "itl" => Metric::ItlMs,
        "e2el" | "e2e latency" => Metric::E2eLatencyMs,
        _ => return None,
    };
    if stat == "p50" {
        return Some(Meaning::Median(metric, factor));
    }
    let stat = Stat::ALL.into_iter().find(|known| known.key() == stat)?;
    Some(Meaning::Metric(MetricKey::stat(metric, stat), factor, unit))
}

/// True where label and value make a row: the label is known, or the value is a number or
/// a word that stands for one.
pub(super) fn is_row(label: &str, value: &str) -> bool {
    meaning(label) != Meaning::Other
        || value.parse::<f64>().is_ok()
        || matches!(value, "None" | "N/A" | "not set")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(label: &str) -> Option<String> {
        match meaning(label) {
            Meaning::Metric(key, ..) | Meaning::Count(key) => Some(key.to_string()),
            _ => None,
        }
    }

    #[test]
    fn old_and_new_names_of_a_row_mean_the_same() {
        for (label, expected) in [
            ("Total Token throughput (tok/s)", "total_tps"),
            ("Total token throughput (tok/s)", "total_tps"),
            ("Total throughput (tok/s)", "total_tps"),
            ("Total generated tokens", "output_tokens"),
            ("P99 E2E Latency (ms)", "e2e_latency_ms.p99"),
            ("Std E2EL (ms)", "e2e_latency_ms.std"),
            ("Max ITL (ms)", "itl_ms.max"),
            ("Request goodput (req/s)", "goodput_rps"),
        ] {
            assert_eq!(key(label).as_deref(), Some(expected), "{label}");
        }
        assert_eq!(
            meaning("Max request concurrency"),
            meaning("Maximum request concurrency")
        );
    }

    #[test]
    fn a_unit_that_is_not_known_makes_no_metric() {
        for label in [
            "Mean TTFT (min)",
            "Mean TTFT",
            "Total generated tokens (retokenized)",
            "P99.9 TTFT (ms)",
            "Peak output token throughput (tok/s)",
        ] {
            assert_eq!(meaning(label), Meaning::Other, "{label}");
        }
        assert_eq!(
            meaning("Mean TTFT (s)"),
            Meaning::Metric(MetricKey::stat(Metric::TtftMs, Stat::Mean), 1e3, "s")
        );
    }
}
