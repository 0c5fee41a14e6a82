//! One measurement: where on the axes, how it ended, and what was measured.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Extra, MetricKey, Metrics, Precision, Requests};

/// One cell of a matrix, one point of a curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measurement {
    /// Kind of workload. Families are never ranked together.
    pub family: Family,
    /// Coordinates.
    #[serde(default)]
    pub axes: Axes,
    /// How it ended, in our words.
    pub status: Status,
    /// How it ended, in the source's word; absent where the source has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_status: Option<String>,
    /// Measured values; empty for a cell that was not run.
    #[serde(default)]
    pub metrics: Metrics,
    /// What is known of the precision of a value, by metric key such as
    /// `output_tps` or `ttft_ms.median`; axes use their own name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub precision: BTreeMap<String, Precision>,
    /// How often it was repeated; the metrics are means over the repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetitions: Option<u64>,
    /// Standard deviation over the repetitions, by metric key and in its unit. How
    /// requests differ within a measurement is in the metric itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub deviation: BTreeMap<String, f64>,
    /// What is known of every single request, where the source lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requests: Option<Requests>,
    /// Position in `source.parts` of the file it was read from, for a run of several files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    /// Codes of the checks that found something to say about this measurement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caveats: Vec<String>,
    /// Fields of the source that have no typed place.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

impl Measurement {
    /// A measurement without values, `status` unknown until the parser sets it.
    pub fn new(family: Family, axes: Axes) -> Self {
        Self {
            family,
            axes,
            status: Status::Unknown,
            source_status: None,
            metrics: Metrics::default(),
            precision: BTreeMap::new(),
            repetitions: None,
            deviation: BTreeMap::new(),
            requests: None,
            part: None,
            caveats: Vec::new(),
            extra: Extra::new(),
        }
    }

    /// The best estimate of a metric, or `None` where it was not measured.
    pub fn value(&self, key: MetricKey) -> Option<f64> {
        self.metrics.get(key)
    }

    /// What is known of the precision of a metric.
    pub fn precision_of(&self, key: MetricKey) -> Option<&Precision> {
        self.precision.get(&key.to_string())
    }
}

/// Kind of workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Prompt processing.
    Prefill,
    /// Sustained decode at a fixed context and concurrency.
    Decode,
    /// Serving test, arrival-driven or closed-loop.
    Serve,
    /// Offline static batch.
    Batch,
}

impl Family {
    /// Every family, in the order a page shows them.
    pub const ALL: [Self; 4] = [Self::Prefill, Self::Decode, Self::Serve, Self::Batch];

    /// The name used in JSON, URLs and CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Prefill => "prefill",
            Self::Decode => "decode",
            Self::Serve => "serve",
            Self::Batch => "batch",
        }
    }
}

/// How a measurement ended. A cell that was not run is not a zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Measured as asked.
    Valid,
    /// Measured, but some requests waited in a queue instead of running at once.
    Queued,
    /// Not run: the requests would not fit the KV cache.
    OverCapacity,
    /// Run without a usable result.
    Failed,
    /// Not run because somebody or something skipped it.
    Skipped,
    /// The source does not say, or uses a word we do not know.
    Unknown,
}

impl Status {
    /// Every status, in the order of the legend.
    pub const ALL: [Self; 6] = [
        Self::Valid,
        Self::Queued,
        Self::OverCapacity,
        Self::Failed,
        Self::Skipped,
        Self::Unknown,
    ];

    /// The name used in JSON, URLs and CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Queued => "queued",
            Self::OverCapacity => "over_capacity",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Unknown => "unknown",
        }
    }

    /// The status of a [`Status::key`].
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }
}

/// Coordinates of a measurement. Token counts are nominal: what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Axes {
    /// Context length asked for, in tokens; `8K` of a matrix label is 8,192.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u64>,
    /// Prompt tokens per request asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Output tokens per request asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// Simultaneous requests asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u64>,
    /// Arrival rate asked for, in requests per second; absent for an unlimited rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_rate: Option<f64>,
    /// Sequences in one static batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch_size: Option<u64>,
}

/// One coordinate of [`Axes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// [`Axes::context_tokens`].
    Context,
    /// [`Axes::input_tokens`].
    InputTokens,
    /// [`Axes::output_tokens`].
    OutputTokens,
    /// [`Axes::concurrency`].
    Concurrency,
    /// [`Axes::request_rate`].
    RequestRate,
    /// [`Axes::batch_size`].
    BatchSize,
}

impl Axis {
    /// Every axis, in the order in which a matrix prefers them as rows.
    pub const ALL: [Self; 6] = [
        Self::Context,
        Self::InputTokens,
        Self::OutputTokens,
        Self::Concurrency,
        Self::RequestRate,
        Self::BatchSize,
    ];

    /// The name used in JSON, URLs and CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Context => "context_tokens",
            Self::InputTokens => "input_tokens",
            Self::OutputTokens => "output_tokens",
            Self::Concurrency => "concurrency",
            Self::RequestRate => "request_rate",
            Self::BatchSize => "batch_size",
        }
    }

    /// The axis of an [`Axis::key`].
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.key() == key)
    }

    /// Sets the coordinate of `axes` on this axis; nothing happens where `value` is not
    /// finite, or is no count although the axis is one.
    pub fn set(self, axes: &mut Axes, value: f64) {
        let count = (value >= 0.0 && value.fract() == 0.0).then_some(value as u64);
        match self {
            Self::Context => axes.context_tokens = count,
            Self::InputTokens => axes.input_tokens = count,
            Self::OutputTokens => axes.output_tokens = count,
            Self::Concurrency => axes.concurrency = count,
            Self::RequestRate => axes.request_rate = Some(value).filter(|rate| rate.is_finite()),
            Self::BatchSize => axes.batch_size = count,
        }
    }

    /// The coordinate of `axes` on this axis. Token counts and concurrency are
    /// exact: they stay far below 2^53.
    pub fn of(self, axes: &Axes) -> Option<f64> {
        let whole = |value: Option<u64>| value.map(|value| value as f64);
        match self {
            Self::Context => whole(axes.context_tokens),
            Self::InputTokens => whole(axes.input_tokens),
            Self::OutputTokens => whole(axes.output_tokens),
            Self::Concurrency => whole(axes.concurrency),
            Self::RequestRate => axes.request_rate,
            Self::BatchSize => whole(axes.batch_size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_gives_back_what_was_set() {
        for axis in Axis::ALL {
            let mut axes = Axes::default();
            axis.set(&mut axes, 8192.0);
            assert_eq!(axis.of(&axes), Some(8192.0));
        }
    }

    #[test]
    fn a_count_takes_no_fraction_and_nothing_takes_infinity() {
        let mut axes = Axes::default();
        Axis::Context.set(&mut axes, 0.5);
        Axis::RequestRate.set(&mut axes, f64::INFINITY);
        assert_eq!(axes, Axes::default());
    }
}
