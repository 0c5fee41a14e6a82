//! The quantities of both tools: their names, units and statistics.

use crate::formats::reading::{ms_from_ns, ms_from_s, ms_from_us, s_from_ms, s_from_ns};
use crate::model::{Metric, Stat};

/// A quantity with a place in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quantity {
    pub(super) metric: Metric,
    kind: Kind,
}

/// What is measured, which says what units there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A time per request, kept in milliseconds.
    Latency,
    /// A time of the whole test, kept in seconds.
    Duration,
    TokenRate,
    RequestRate,
    Count,
}

/// Names as the JSON has them. The CSV and the tables write the same words apart, and the
/// sums of tokens in full.
const QUANTITIES: [(&str, Metric, Kind); 17] = [
    ("time_to_first_token", Metric::TtftMs, Kind::Latency),
    ("inter_token_latency", Metric::ItlMs, Kind::Latency),
    ("request_latency", Metric::E2eLatencyMs, Kind::Latency),
    (
        "output_token_throughput",
        Metric::OutputTps,
        Kind::TokenRate,
    ),
    ("total_token_throughput", Metric::TotalTps, Kind::TokenRate),
    (
        "output_token_throughput_per_user",
        Metric::PerRequestOutputTps,
        Kind::TokenRate,
    ),
    // Its name in older versions of GenAI-Perf.
    (
        "output_token_throughput_per_request",
        Metric::PerRequestOutputTps,
        Kind::TokenRate,
    ),
    (
        "request_throughput",
        Metric::RequestThroughputRps,
        Kind::RequestRate,
    ),
    ("goodput", Metric::GoodputRps, Kind::RequestRate),
    ("request_goodput", Metric::GoodputRps, Kind::RequestRate),
    ("request_count", Metric::CompletedRequests, Kind::Count),
    ("error_request_count", Metric::FailedRequests, Kind::Count),
    ("total_isl", Metric::InputTokens, Kind::Count),
    (
        "total_input_sequence_length",
        Metric::InputTokens,
        Kind::Count,
    ),
    ("total_osl", Metric::OutputTokens, Kind::Count),
    (
        "total_output_sequence_length",
        Metric::OutputTokens,
        Kind::Count,
    ),
    ("benchmark_duration", Metric::DurationS, Kind::Duration),
];

/// Statistics by the word of both tools; a single number stands under the first.
pub(super) const STATS: [(Stat, &str); 8] = [
    (Stat::Mean, "avg"),
    (Stat::Median, "p50"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Min, "min"),
    (Stat::Max, "max"),
    (Stat::Std, "std"),
];

/// The names that have a place in the model.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    QUANTITIES.iter().map(|(name, ..)| *name)
}

/// The quantity of a name such as `time_to_first_token`.
pub(super) fn quantity(name: &str) -> Option<Quantity> {
    QUANTITIES
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|&(_, metric, kind)| Quantity { metric, kind })
}

impl Quantity {
    /// The change to our unit from the one that stands beside the number; `None` for a unit
    /// that is not known, or that the quantity cannot have.
    pub(super) fn unit(self, label: Option<&str>) -> Option<fn(f64) -> f64> {
        let unchanged: fn(f64) -> f64 = |value| value;
        match (self.kind, label) {
            (Kind::Latency, Some("ms")) | (Kind::Duration, Some("s" | "sec" | "seconds")) => {
                Some(unchanged)
            }
            (Kind::Latency, Some("s" | "sec" | "seconds")) => Some(ms_from_s),
            (Kind::Latency, Some("us" | "µs")) => Some(ms_from_us),
            (Kind::Latency, Some("ns")) => Some(ms_from_ns),
            (Kind::Duration, Some("ms")) => Some(s_from_ms),
            (Kind::Duration, Some("ns")) => Some(s_from_ns),
            (Kind::TokenRate, Some("tokens/sec" | "tokens/s" | "tokens/sec/user" | "per sec"))
            | (Kind::RequestRate, Some("requests/sec" | "requests/s" | "req/s" | "per sec"))
            | (Kind::Count, None | Some("requests" | "count" | "tokens")) => Some(unchanged),
            _ => None,
        }
    }

    /// True for what only completed requests can give.
    pub(super) fn is_figure(self) -> bool {
        !matches!(self.kind, Kind::Count | Kind::Duration)
    }

    /// True where a 0 stands for "not measured".
    pub(super) fn is_never_zero(self) -> bool {
        self.kind != Kind::Count
    }
}

/// Parts a printed name such as `Time to First Token (ms)` into the name of the JSON and the
/// unit.
pub(super) fn split_label(label: &str) -> (String, Option<&str>) {
    let label = label.trim();
    let parts = label
        .strip_suffix(')')
        .and_then(|inner| inner.rsplit_once('('));
    let (name, unit) = match parts {
        Some((name, unit)) => (name.trim(), Some(unit.trim())),
        None => (label, None),
    };
    (name.to_lowercase().replace([' ', '-'], "_"), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_changed_by_its_name_and_never_guessed() {
        let latency = quantity("request_latency").unwrap();
        assert_eq!(latency.unit(Some("ms")).unwrap()(12.5), 12.5);
        assert_eq!(latency.unit(Some("sec")).unwrap()(0.0123), 12.3);
        assert_eq!(latency.unit(Some("ns")).unwrap()(223_532_625.0), 223.532625);
        assert!(latency.unit(Some("min")).is_none());
        assert!(latency.unit(None).is_none());
        let rate = quantity("request_throughput").unwrap();
        assert!(rate.unit(Some("tokens/sec")).is_none());
        assert!(quantity("request_count").unwrap().unit(None).is_some());
    }

    #[test]
    fn the_last_parentheses_hold_the_unit() {
        let named = |label| {
            let (name, unit) = split_label(label);
            (name, unit.map(str::to_owned))
        };
        assert_eq!(
            named("HTTP Waiting (TTFB) (ms)"),
            ("http_waiting_(ttfb)".to_owned(), Some("ms".to_owned()))
        );
        assert_eq!(
            named("Time To First Token (ms)"),
            ("time_to_first_token".to_owned(), Some("ms".to_owned()))
        );
        assert_eq!(
            named("Output sequence length"),
            ("output_sequence_length".to_owned(), None)
        );
    }
}
