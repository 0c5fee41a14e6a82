//! One request of the records: what it measured and why it failed.

use serde_json::Value;

use super::quantity::quantity;
use crate::formats::Level;
use crate::formats::reading::{Fields, ms_from_s};
use crate::model::{Distribution, MetricKey, Metrics, Stat};

/// What a request measured.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) input_tokens: Option<u64>,
    pub(super) output_tokens: Option<u64>,
    pub(super) ttft_ms: Option<f64>,
    pub(super) itl_ms: Option<f64>,
    pub(super) longest_gap_ms: Option<f64>,
    pub(super) gaps: usize,
    pub(super) e2e_latency_ms: Option<f64>,
    pub(super) per_request_tps: Option<f64>,
}

impl Values {
    /// Takes what has a place; the rest stays.
    pub(super) fn take(fields: &mut Fields) -> Self {
        let mut metrics = Metrics::default();
        for name in [
            "time_to_first_token",
            "inter_token_latency",
            "request_latency",
            "output_token_throughput_per_user",
        ] {
            take_value(fields, name, &mut metrics);
        }
        let mean = |distribution: Option<Distribution>| distribution?.mean;
        let mut values = Self {
            input_tokens: take_tokens(fields, "input_sequence_length"),
            output_tokens: take_tokens(fields, "output_sequence_length"),
            ttft_ms: mean(metrics.ttft_ms),
            itl_ms: mean(metrics.itl_ms),
            e2e_latency_ms: mean(metrics.e2e_latency_ms),
            per_request_tps: mean(metrics.per_request_output_tps),
            ..Self::default()
        };
        values.take_gaps(fields);
        values
    }

    /// Takes the times between chunks, of which the longest is kept.
    fn take_gaps(&mut self, fields: &mut Fields) {
        fields.within("inter_chunk_latency", |gaps| {
            let unit: fn(f64) -> f64 = match gaps.get("unit").and_then(Value::as_str) {
                Some("ms") => |value| value,
                Some("s" | "sec") => ms_from_s,
                _ => return,
            };
            let Some(list) = gaps.take_list("value") else {
                return;
            };
            gaps.take("unit");
            self.gaps = list.len();
            let longest = list.iter().filter_map(Value::as_f64).reduce(f64::max);
            self.longest_gap_ms = longest.map(unit);
        });
    }
}

/// Takes a quantity by its unit, into the mean of its metric.
fn take_value(fields: &mut Fields, name: &str, metrics: &mut Metrics) {
    let Some(found) = quantity(name) else {
        return;
    };
    fields.within(name, |value| {
        let label = value.get("unit").and_then(Value::as_str);
        let Some(unit) = found.unit(label) else {
            let message = format!("unknown unit {label:?} of {name}; not used");
            value.report("unit", Level::Warning, "unknown_unit", message);
            return;
        };
        if let Some(number) = value.take_positive("value") {
            let key = MetricKey::stat(found.metric, Stat::Mean);
            metrics.set(key, unit(number));
            value.take("unit");
        }
    });
}

fn take_tokens(fields: &mut Fields, name: &str) -> Option<u64> {
    fields
        .within(name, |value| {
            let is_tokens = value.get("unit").and_then(Value::as_str) == Some("tokens");
            let count = is_tokens.then(|| value.take_count("value")).flatten();
            if count.is_some() {
                value.take("unit");
            }
            count
        })
        .flatten()
}

/// Why a request failed: the text of an error, or its message and type.
pub(super) fn take_error(fields: &mut Fields) -> Option<String> {
    let error = fields.take("error").filter(|error| !error.is_null())?;
    let part = |key: &str| {
        let value = error.get(key)?;
        value
            .as_str()
            .map(str::to_owned)
            .or_else(|| value.as_i64().map(|code| code.to_string()))
    };
    let parts: Vec<String> = [part("code"), part("type"), part("message")]
        .into_iter()
        .flatten()
        .collect();
    Some(match &error {
        Value::String(text) => text.clone(),
        _ if parts.is_empty() => error.to_string(),
        _ => parts.join(": "),
    })
}
