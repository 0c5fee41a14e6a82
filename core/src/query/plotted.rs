//! Which values may be drawn as numbers.

use crate::model::{Direction, Measurement, MetricKey, Status};

/// The value of a metric where it may be coloured and ranked: only a measurement that
/// ran to its end has one, so a failed or unexplained cell is never drawn as a number.
pub fn plotted_value(measurement: &Measurement, key: MetricKey) -> Option<f64> {
    match measurement.status {
        Status::Valid | Status::Queued => measurement.value(key).filter(|value| value.is_finite()),
        Status::OverCapacity | Status::Failed | Status::Skipped | Status::Unknown => None,
    }
}

/// The measurement that stands for a cell that several share: the one with the best
/// value to draw, else the first. `None` for an empty cell.
pub fn representative(
    measurements: &[Measurement],
    cell: &[usize],
    key: MetricKey,
) -> Option<usize> {
    let value = |index: usize| plotted_value(&measurements[index], key);
    let better = |one: f64, other: f64| match key.metric.direction() {
        Direction::LowerIsBetter => one < other,
        Direction::HigherIsBetter | Direction::Neutral => one > other,
    };
    cell.iter().copied().reduce(|best, index| {
        let improves = match (value(best), value(index)) {
            (Some(best), Some(value)) => better(value, best),
            (best, value) => best.is_none() && value.is_some(),
        };
        if improves { index } else { best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family, Metric};

    const KEY: MetricKey = MetricKey::single(Metric::OutputTps);

    fn measurement(status: Status, output_tps: Option<f64>) -> Measurement {
        let mut measurement = Measurement {
            status,
            ..Measurement::new(Family::Decode, Axes::default())
        };
        measurement.metrics.output_tps = output_tps;
        measurement
    }

    #[test]
    fn a_failed_cell_is_never_a_number() {
        for status in Status::ALL {
            let value = plotted_value(&measurement(status, Some(12.0)), KEY);
            let measured = matches!(status, Status::Valid | Status::Queued);
            assert_eq!(value.is_some(), measured, "{status:?}");
        }
    }

    #[test]
    fn a_shared_cell_shows_the_first_measurement_with_a_value() {
        let measurements = [
            measurement(Status::Failed, Some(1.0)),
            measurement(Status::Valid, None),
            measurement(Status::Valid, Some(2.0)),
        ];
        assert_eq!(representative(&measurements, &[0, 1, 2], KEY), Some(2));
        assert_eq!(representative(&measurements, &[0, 1], KEY), Some(0));
        assert_eq!(representative(&measurements, &[], KEY), None);
    }
}
