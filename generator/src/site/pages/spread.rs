//! Where measurements differ, and what they have in common.

use serde_json::Value;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement};
use speedsheet_core::query::distinct;

use super::text;

/// The axes of a set of measurements.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Spread {
    /// Axes on which they differ: in their values, or in having one at all.
    pub(super) varying: Vec<Axis>,
    /// Axes on which all have the same value.
    common: Vec<(Axis, f64)>,
}

impl Spread {
    pub(super) fn of(measurements: &[&Measurement]) -> Self {
        let mut spread = Self::default();
        for axis in Axis::ALL {
            let mut values = measurements.iter().map(|one| axis.of(&one.axes));
            let Some(first) = values.next() else {
                continue;
            };
            if values.any(|value| value != first) {
                spread.varying.push(axis);
            } else if let Some(value) = first {
                spread.common.push((axis, value));
            }
        }
        spread
    }

    /// What all have in common: `1,024 tokens in, 128 tokens out`; empty for nothing.
    pub(super) fn common(&self) -> String {
        let parts = self.common.iter();
        let parts: Vec<String> = parts
            .map(|&(axis, value)| text::on_axis(axis, value))
            .collect();
        parts.join(", ")
    }

    /// The axes that vary beside `axis`.
    pub(super) fn beside(&self, axis: Axis) -> Vec<Axis> {
        let others = self.varying.iter().copied();
        others.filter(|&other| other != axis).collect()
    }
}

/// The distinct values of the measurements on an axis, ascending.
pub(super) fn values(measurements: &[&Measurement], axis: Axis) -> Vec<f64> {
    distinct(measurements.iter().filter_map(|one| axis.of(&one.axes)))
}

/// The value of a measurement on an axis, as text.
pub(super) fn label(one: &Measurement, axis: Axis) -> String {
    match axis.of(&one.axes) {
        Some(value) => display::axis_label(axis, value),
        None if axis == Axis::RequestRate && is_unlimited(one) => "unlimited".to_owned(),
        None => display::MISSING.to_owned(),
    }
}

/// True where requests were sent as fast as they went, which is no rate: sources write
/// `inf` in its place.
pub(super) fn is_unlimited(one: &Measurement) -> bool {
    one.extra.get("request_rate").and_then(Value::as_str) == Some("inf")
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Family};

    use super::*;

    #[test]
    fn a_value_that_only_some_have_varies() {
        let mut one = Measurement::new(Family::Batch, Axes::default());
        one.axes.context_tokens = Some(0);
        let mut other = one.clone();
        other.axes.input_tokens = Some(512);
        let spread = Spread::of(&[&one, &other]);
        assert_eq!(spread.varying, [Axis::InputTokens]);
        assert_eq!(spread.common(), "empty context");
        assert_eq!(Spread::of(&[]), Spread::default());
    }
}
