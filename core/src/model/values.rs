//! The values of a measurement.

use serde::{Deserialize, Serialize};

use super::{Metric, MetricKey, Stat};

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
