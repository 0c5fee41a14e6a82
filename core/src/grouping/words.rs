//! What a group reaches over, in words.

use std::collections::BTreeSet;

use super::places::Place;
use crate::display::axis_label;
use crate::model::{Axis, Measurement};

/// Over which axes the measurements reach, for example `concurrency 1 to 128`.
pub(super) fn reach(measurements: &[Measurement]) -> String {
    let mut parts: Vec<String> = Axis::ALL
        .into_iter()
        .filter_map(|axis| along(axis, measurements))
        .collect();
    let places: BTreeSet<Place> = measurements.iter().map(Place::of).collect();
    if places.len() < measurements.len() {
        parts.push("with repetitions".to_owned());
    }
    parts.join(", ")
}

/// The reach along an axis that varies.
fn along(axis: Axis, measurements: &[Measurement]) -> Option<String> {
    let values = || measurements.iter().filter_map(|one| axis.of(&one.axes));
    let low = values().min_by(f64::total_cmp)?;
    let high = values().max_by(f64::total_cmp)?;
    let is_partial = values().count() < measurements.len();
    let name = name(axis);
    // A rate that is absent is an unlimited one.
    let none = if axis == Axis::RequestRate {
        "unlimited"
    } else {
        "none"
    };
    let (low_label, high_label) = (axis_label(axis, low), axis_label(axis, high));
    match (low < high, is_partial) {
        (true, false) => Some(format!("{name} {low_label} to {high_label}")),
        (true, true) => Some(format!("{name} {low_label} to {high_label} or {none}")),
        (false, true) => Some(format!("{name} {low_label} or {none}")),
        (false, false) => None,
    }
}

fn name(axis: Axis) -> &'static str {
    match axis {
        Axis::Context => "context",
        Axis::InputTokens => "input tokens",
        Axis::OutputTokens => "output tokens",
        Axis::Concurrency => "concurrency",
        Axis::RequestRate => "request rate",
        Axis::BatchSize => "batch size",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family};

    fn at(concurrency: u64, request_rate: Option<f64>) -> Measurement {
        let axes = Axes {
            concurrency: Some(concurrency),
            request_rate,
            context_tokens: Some(8192),
            ..Axes::default()
        };
        Measurement::new(Family::Serve, axes)
    }

    #[test]
    fn only_axes_that_vary_are_named() {
        assert_eq!(reach(&[at(1, None), at(128, None)]), "concurrency 1 to 128");
        assert_eq!(
            reach(&[at(1, Some(0.5)), at(1, None), at(1, Some(4.0))]),
            "request rate 0.5 to 4 or unlimited"
        );
    }

    #[test]
    fn repetitions_are_named() {
        assert_eq!(reach(&[at(1, None), at(1, None)]), "with repetitions");
    }
}
