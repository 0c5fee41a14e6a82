//! The metrics of a measurement, with their units and better directions.

use std::fmt;

/// A statistic of a [`Distribution`](super::Distribution).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stat {
    /// 50th percentile.
    Median,
    /// Arithmetic mean.
    Mean,
    /// 90th percentile.
    P90,
    /// 95th percentile.
    P95,
    /// 99th percentile.
    P99,
    /// Smallest value.
    Min,
    /// Largest value.
    Max,
    /// Standard deviation.
    Std,
}

impl Stat {
    /// Every statistic, the preferred one first.
    pub const ALL: [Self; 8] = [
        Self::Median,
        Self::Mean,
        Self::P90,
        Self::P95,
        Self::P99,
        Self::Min,
        Self::Max,
        Self::Std,
    ];

    /// The name used in JSON, URLs and CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Median => "median",
            Self::Mean => "mean",
            Self::P90 => "p90",
            Self::P95 => "p95",
            Self::P99 => "p99",
            Self::Min => "min",
            Self::Max => "max",
            Self::Std => "std",
        }
    }
}

/// A metric of [`Metrics`](super::Metrics).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// [`Metrics::output_tps`](super::Metrics::output_tps).
    OutputTps,
    /// [`Metrics::prompt_tps`](super::Metrics::prompt_tps).
    PromptTps,
    /// [`Metrics::total_tps`](super::Metrics::total_tps).
    TotalTps,
    /// [`Metrics::per_request_output_tps`](super::Metrics::per_request_output_tps).
    PerRequestOutputTps,
    /// [`Metrics::request_throughput_rps`](super::Metrics::request_throughput_rps).
    RequestThroughputRps,
    /// [`Metrics::goodput_rps`](super::Metrics::goodput_rps).
    GoodputRps,
    /// [`Metrics::ttft_ms`](super::Metrics::ttft_ms).
    TtftMs,
    /// [`Metrics::itl_ms`](super::Metrics::itl_ms).
    ItlMs,
    /// [`Metrics::tpot_ms`](super::Metrics::tpot_ms).
    TpotMs,
    /// [`Metrics::e2e_latency_ms`](super::Metrics::e2e_latency_ms).
    E2eLatencyMs,
    /// [`Metrics::active_requests`](super::Metrics::active_requests).
    ActiveRequests,
    /// [`Metrics::queued_requests`](super::Metrics::queued_requests).
    QueuedRequests,
    /// [`Metrics::completed_requests`](super::Metrics::completed_requests).
    CompletedRequests,
    /// [`Metrics::failed_requests`](super::Metrics::failed_requests).
    FailedRequests,
    /// [`Metrics::input_tokens`](super::Metrics::input_tokens).
    InputTokens,
    /// [`Metrics::output_tokens`](super::Metrics::output_tokens).
    OutputTokens,
    /// [`Metrics::duration_s`](super::Metrics::duration_s).
    DurationS,
    /// [`Metrics::draft_acceptance_rate`](super::Metrics::draft_acceptance_rate).
    DraftAcceptanceRate,
    /// [`Metrics::power_w`](super::Metrics::power_w).
    PowerW,
    /// [`Metrics::energy_j`](super::Metrics::energy_j).
    EnergyJ,
}

/// Unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Tokens per second.
    TokensPerSecond,
    /// Requests per second.
    RequestsPerSecond,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
    /// Requests.
    Requests,
    /// Tokens.
    Tokens,
    /// A share between 0 and 1.
    Ratio,
    /// Watts.
    Watts,
    /// Joules.
    Joules,
}

impl Unit {
    /// The unit as printed behind a number; empty for a ratio.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::TokensPerSecond => "tok/s",
            Self::RequestsPerSecond => "req/s",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
            Self::Requests => "requests",
            Self::Tokens => "tokens",
            Self::Ratio => "",
            Self::Watts => "W",
            Self::Joules => "J",
        }
    }
}

/// Which way a metric improves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A higher value is better.
    HigherIsBetter,
    /// A lower value is better.
    LowerIsBetter,
    /// Neither: the value describes the measurement.
    Neutral,
}

impl Metric {
    /// Every metric, in the order of the glossary.
    pub const ALL: [Self; 20] = [
        Self::OutputTps,
        Self::PromptTps,
        Self::TotalTps,
        Self::PerRequestOutputTps,
        Self::RequestThroughputRps,
        Self::GoodputRps,
        Self::TtftMs,
        Self::ItlMs,
        Self::TpotMs,
        Self::E2eLatencyMs,
        Self::ActiveRequests,
        Self::QueuedRequests,
        Self::CompletedRequests,
        Self::FailedRequests,
        Self::InputTokens,
        Self::OutputTokens,
        Self::DurationS,
        Self::DraftAcceptanceRate,
        Self::PowerW,
        Self::EnergyJ,
    ];

    /// The name used in JSON, URLs and CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::OutputTps => "output_tps",
            Self::PromptTps => "prompt_tps",
            Self::TotalTps => "total_tps",
            Self::PerRequestOutputTps => "per_request_output_tps",
            Self::RequestThroughputRps => "request_throughput_rps",
            Self::GoodputRps => "goodput_rps",
            Self::TtftMs => "ttft_ms",
            Self::ItlMs => "itl_ms",
            Self::TpotMs => "tpot_ms",
            Self::E2eLatencyMs => "e2e_latency_ms",
            Self::ActiveRequests => "active_requests",
            Self::QueuedRequests => "queued_requests",
            Self::CompletedRequests => "completed_requests",
            Self::FailedRequests => "failed_requests",
            Self::InputTokens => "input_tokens",
            Self::OutputTokens => "output_tokens",
            Self::DurationS => "duration_s",
            Self::DraftAcceptanceRate => "draft_acceptance_rate",
            Self::PowerW => "power_w",
            Self::EnergyJ => "energy_j",
        }
    }

    /// True where the metric is a [`Distribution`](super::Distribution).
    pub fn is_distribution(self) -> bool {
        matches!(
            self,
            Self::PerRequestOutputTps
                | Self::TtftMs
                | Self::ItlMs
                | Self::TpotMs
                | Self::E2eLatencyMs
        )
    }

    /// The unit of the metric's values.
    pub fn unit(self) -> Unit {
        match self {
            Self::OutputTps | Self::PromptTps | Self::TotalTps | Self::PerRequestOutputTps => {
                Unit::TokensPerSecond
            }
            Self::RequestThroughputRps | Self::GoodputRps => Unit::RequestsPerSecond,
            Self::TtftMs | Self::ItlMs | Self::TpotMs | Self::E2eLatencyMs => Unit::Milliseconds,
            Self::ActiveRequests
            | Self::QueuedRequests
            | Self::CompletedRequests
            | Self::FailedRequests => Unit::Requests,
            Self::InputTokens | Self::OutputTokens => Unit::Tokens,
            Self::DurationS => Unit::Seconds,
            Self::DraftAcceptanceRate => Unit::Ratio,
            Self::PowerW => Unit::Watts,
            Self::EnergyJ => Unit::Joules,
        }
    }

    /// Which way the metric improves.
    pub fn direction(self) -> Direction {
        match self {
            Self::OutputTps
            | Self::PromptTps
            | Self::TotalTps
            | Self::PerRequestOutputTps
            | Self::RequestThroughputRps
            | Self::GoodputRps
            | Self::DraftAcceptanceRate => Direction::HigherIsBetter,
            Self::TtftMs
            | Self::ItlMs
            | Self::TpotMs
            | Self::E2eLatencyMs
            | Self::QueuedRequests
            | Self::FailedRequests
            | Self::PowerW
            | Self::EnergyJ => Direction::LowerIsBetter,
            Self::ActiveRequests
            | Self::CompletedRequests
            | Self::InputTokens
            | Self::OutputTokens
            | Self::DurationS => Direction::Neutral,
        }
    }
}

/// A metric and, for a distribution, the statistic: `output_tps`, `ttft_ms.median`.
///
/// Its `Display` is the key used in `precision`, URLs and CSV headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetricKey {
    /// The metric.
    pub metric: Metric,
    /// The statistic; `None` exactly where the metric is a single number.
    pub stat: Option<Stat>,
}

impl MetricKey {
    /// Key of a single-number metric.
    pub const fn single(metric: Metric) -> Self {
        Self { metric, stat: None }
    }

    /// Key of one statistic of a distribution.
    pub const fn stat(metric: Metric, stat: Stat) -> Self {
        Self {
            metric,
            stat: Some(stat),
        }
    }

    /// Every key there is, metric by metric, the preferred statistic first.
    pub fn all() -> impl Iterator<Item = Self> {
        Metric::ALL.into_iter().flat_map(|metric| {
            let stats: &[Option<Stat>] = if metric.is_distribution() {
                &[
                    Some(Stat::Median),
                    Some(Stat::Mean),
                    Some(Stat::P90),
                    Some(Stat::P95),
                    Some(Stat::P99),
                    Some(Stat::Min),
                    Some(Stat::Max),
                    Some(Stat::Std),
                ]
            } else {
                &[None]
            };
            stats.iter().map(move |&stat| Self { metric, stat })
        })
    }

    /// The key written as `text`, or `None` where there is none like it.
    pub fn parse(text: &str) -> Option<Self> {
        let (metric, stat) = match text.split_once('.') {
            Some((metric, stat)) => (metric, Some(stat)),
            None => (text, None),
        };
        let metric = Metric::ALL
            .into_iter()
            .find(|known| known.key() == metric)?;
        let stat = match stat {
            Some(stat) => Some(Stat::ALL.into_iter().find(|known| known.key() == stat)?),
            None => None,
        };
        (metric.is_distribution() == stat.is_some()).then_some(Self { metric, stat })
    }
}

impl fmt::Display for MetricKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.metric.key())?;
        match self.stat {
            Some(stat) => write!(f, ".{}", stat.key()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_parses_back_to_itself() {
        for key in MetricKey::all() {
            assert_eq!(MetricKey::parse(&key.to_string()), Some(key));
        }
    }

    #[test]
    fn a_distribution_needs_a_statistic_and_a_number_has_none() {
        assert_eq!(MetricKey::parse("ttft_ms"), None);
        assert_eq!(MetricKey::parse("output_tps.median"), None);
    }
}
