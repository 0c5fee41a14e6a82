//! The metrics of a measurement, with their units and better directions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Measured values. Every field is optional: absent means not measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Metrics {
    /// Output tokens per second of all requests together. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tps: Option<f64>,
    /// Prompt tokens processed per second. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_tps: Option<f64>,
    /// Input and output tokens per second of all requests together. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_tps: Option<f64>,
    /// Output tokens per second that one request sees. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_request_output_tps: Option<Distribution>,
    /// Finished requests per second. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_throughput_rps: Option<f64>,
    /// Finished requests per second that met their latency goals. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goodput_rps: Option<f64>,
    /// Time to first token, in milliseconds. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<Distribution>,
    /// Time between tokens (inter-token latency), in milliseconds. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub itl_ms: Option<Distribution>,
    /// Mean time per output token after the first, in milliseconds. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot_ms: Option<Distribution>,
    /// Time from sending a request to its last token, in milliseconds. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e2e_latency_ms: Option<Distribution>,
    /// Requests running at once, averaged over the measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_requests: Option<f64>,
    /// Requests waiting in the engine's queue, averaged over the measurement. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queued_requests: Option<f64>,
    /// Requests that finished within the measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_requests: Option<u64>,
    /// Requests that ended in an error. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_requests: Option<u64>,
    /// Prompt tokens actually sent: of one request for prefill, of all requests together otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Output tokens counted within the measurement, all requests together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// How long was measured, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    /// Share of drafted tokens that were accepted, 0 to 1. Higher is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_acceptance_rate: Option<f64>,
    /// Average power draw of all devices, in watts. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_w: Option<f64>,
    /// Energy used, in joules. Lower is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_j: Option<f64>,
}

/// Statistics over requests (or tokens) of one measurement; any may be absent.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Distribution {
    /// Arithmetic mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// 50th percentile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median: Option<f64>,
    /// 90th percentile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p90: Option<f64>,
    /// 95th percentile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p95: Option<f64>,
    /// 99th percentile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p99: Option<f64>,
    /// Smallest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std: Option<f64>,
}

impl Distribution {
    /// A distribution of which only the median is known.
    pub fn of_median(median: f64) -> Self {
        Self {
            median: Some(median),
            ..Self::default()
        }
    }

    /// Sets a statistic.
    pub fn set(&mut self, stat: Stat, value: f64) {
        let place = match stat {
            Stat::Mean => &mut self.mean,
            Stat::Median => &mut self.median,
            Stat::P90 => &mut self.p90,
            Stat::P95 => &mut self.p95,
            Stat::P99 => &mut self.p99,
            Stat::Min => &mut self.min,
            Stat::Max => &mut self.max,
            Stat::Std => &mut self.std,
        };
        *place = Some(value);
    }

    /// The statistic, where known.
    pub fn get(&self, stat: Stat) -> Option<f64> {
        match stat {
            Stat::Mean => self.mean,
            Stat::Median => self.median,
            Stat::P90 => self.p90,
            Stat::P95 => self.p95,
            Stat::P99 => self.p99,
            Stat::Min => self.min,
            Stat::Max => self.max,
            Stat::Std => self.std,
        }
    }
}

/// A statistic of a [`Distribution`].
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

/// A metric of [`Metrics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// [`Metrics::output_tps`].
    OutputTps,
    /// [`Metrics::prompt_tps`].
    PromptTps,
    /// [`Metrics::total_tps`].
    TotalTps,
    /// [`Metrics::per_request_output_tps`].
    PerRequestOutputTps,
    /// [`Metrics::request_throughput_rps`].
    RequestThroughputRps,
    /// [`Metrics::goodput_rps`].
    GoodputRps,
    /// [`Metrics::ttft_ms`].
    TtftMs,
    /// [`Metrics::itl_ms`].
    ItlMs,
    /// [`Metrics::tpot_ms`].
    TpotMs,
    /// [`Metrics::e2e_latency_ms`].
    E2eLatencyMs,
    /// [`Metrics::active_requests`].
    ActiveRequests,
    /// [`Metrics::queued_requests`].
    QueuedRequests,
    /// [`Metrics::completed_requests`].
    CompletedRequests,
    /// [`Metrics::failed_requests`].
    FailedRequests,
    /// [`Metrics::input_tokens`].
    InputTokens,
    /// [`Metrics::output_tokens`].
    OutputTokens,
    /// [`Metrics::duration_s`].
    DurationS,
    /// [`Metrics::draft_acceptance_rate`].
    DraftAcceptanceRate,
    /// [`Metrics::power_w`].
    PowerW,
    /// [`Metrics::energy_j`].
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

    /// True where the metric is a [`Distribution`].
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

impl Metrics {
    /// Sets a metric; nothing happens where `value` is not a finite number, or is
    /// no count although the metric is one.
    pub fn set(&mut self, key: MetricKey, value: f64) {
        if !value.is_finite() {
            return;
        }
        let count = || (value >= 0.0 && value.fract() == 0.0).then_some(value as u64);
        let stat = |place: &mut Option<Distribution>| {
            if let Some(stat) = key.stat {
                place.get_or_insert_default().set(stat, value);
            }
        };
        match key.metric {
            Metric::OutputTps => self.output_tps = Some(value),
            Metric::PromptTps => self.prompt_tps = Some(value),
            Metric::TotalTps => self.total_tps = Some(value),
            Metric::PerRequestOutputTps => stat(&mut self.per_request_output_tps),
            Metric::RequestThroughputRps => self.request_throughput_rps = Some(value),
            Metric::GoodputRps => self.goodput_rps = Some(value),
            Metric::TtftMs => stat(&mut self.ttft_ms),
            Metric::ItlMs => stat(&mut self.itl_ms),
            Metric::TpotMs => stat(&mut self.tpot_ms),
            Metric::E2eLatencyMs => stat(&mut self.e2e_latency_ms),
            Metric::ActiveRequests => self.active_requests = Some(value),
            Metric::QueuedRequests => self.queued_requests = Some(value),
            Metric::CompletedRequests => self.completed_requests = count(),
            Metric::FailedRequests => self.failed_requests = count(),
            Metric::InputTokens => self.input_tokens = count(),
            Metric::OutputTokens => self.output_tokens = count(),
            Metric::DurationS => self.duration_s = Some(value),
            Metric::DraftAcceptanceRate => self.draft_acceptance_rate = Some(value),
            Metric::PowerW => self.power_w = Some(value),
            Metric::EnergyJ => self.energy_j = Some(value),
        }
    }

    /// The value of a metric, or `None` where it was not measured. Counts are
    /// exact: they stay far below 2^53.
    pub fn get(&self, key: MetricKey) -> Option<f64> {
        let stat = |distribution: Option<Distribution>| distribution?.get(key.stat?);
        let whole = |value: Option<u64>| value.map(|value| value as f64);
        match key.metric {
            Metric::OutputTps => self.output_tps,
            Metric::PromptTps => self.prompt_tps,
            Metric::TotalTps => self.total_tps,
            Metric::PerRequestOutputTps => stat(self.per_request_output_tps),
            Metric::RequestThroughputRps => self.request_throughput_rps,
            Metric::GoodputRps => self.goodput_rps,
            Metric::TtftMs => stat(self.ttft_ms),
            Metric::ItlMs => stat(self.itl_ms),
            Metric::TpotMs => stat(self.tpot_ms),
            Metric::E2eLatencyMs => stat(self.e2e_latency_ms),
            Metric::ActiveRequests => self.active_requests,
            Metric::QueuedRequests => self.queued_requests,
            Metric::CompletedRequests => whole(self.completed_requests),
            Metric::FailedRequests => whole(self.failed_requests),
            Metric::InputTokens => whole(self.input_tokens),
            Metric::OutputTokens => whole(self.output_tokens),
            Metric::DurationS => self.duration_s,
            Metric::DraftAcceptanceRate => self.draft_acceptance_rate,
            Metric::PowerW => self.power_w,
            Metric::EnergyJ => self.energy_j,
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
