//! Where measurements differ, and what they have in common.

use std::cmp::Ordering;

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

/// The order of two measurements along the axes. What has no value on an axis comes first.
pub(super) fn order(one: &Measurement, other: &Measurement) -> Ordering {
    let along = |axis: Axis| {
        let values = (axis.of(&one.axes), axis.of(&other.axes));
        values.0.partial_cmp(&values.1).unwrap_or(Ordering::Equal)
    };
    let mut orders = Axis::ALL.into_iter().map(along);
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
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
    fn points_are_in_the_order_of_their_axes() {
        let at = |context: Option<u64>, concurrency: u64| {
            let axes = Axes {
                context_tokens: context,
                concurrency: Some(concurrency),
                ..Axes::default()
            };
            Measurement::new(Family::Serve, axes)
        };
        let mut list = [
            at(Some(8), 1),
            at(Some(1), 16),
            at(None, 99),
            at(Some(1), 2),
        ];
        list.sort_by(order);
        let axes = list.map(|one| (one.axes.context_tokens, one.axes.concurrency));
        let some = |context, concurrency| (context, Some(concurrency));
        assert_eq!(
            axes,
            [
                some(None, 99),
                some(Some(1), 2),
                some(Some(1), 16),
                some(Some(8), 1)
            ]
        );
    }

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
