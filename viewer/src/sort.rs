//! The order of the rows of the table.

use std::cmp::Ordering;
use std::fmt;

use speedsheet_core::model::{Axis, Direction, Measurement, MetricKey};
use speedsheet_core::query::plotted_value;

/// What a column is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The kind of workload.
    Family,
    /// How a measurement ended.
    Status,
    /// A coordinate.
    Axis(Axis),
    /// A measured value.
    Metric(MetricKey),
}

/// A column and a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// True for the largest value first.
    pub descending: bool,
}

impl Column {
    /// The column of a `data-key`: an axis, `family`, `status` or a metric key.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "family" => Some(Self::Family),
            "status" => Some(Self::Status),
            _ => Axis::from_key(text)
                .map(Self::Axis)
                .or_else(|| MetricKey::parse(text).map(Self::Metric)),
        }
    }

    /// Whether the first order a reader gets is descending: the best value comes first.
    fn starts_descending(self) -> bool {
        match self {
            Self::Family | Self::Status | Self::Axis(_) => false,
            Self::Metric(key) => key.metric.direction() != Direction::LowerIsBetter,
        }
    }

    /// `None` where there is nothing to sort by. A failed measurement is never the best
    /// one, whatever it recorded.
    fn value(self, measurement: &Measurement) -> Option<f64> {
        match self {
            // The orders of the enums are those in which a page shows them.
            Self::Family => Some(f64::from(measurement.family as u8)),
            Self::Status => Some(f64::from(measurement.status as u8)),
            Self::Axis(axis) => axis.of(&measurement.axes),
            Self::Metric(key) => plotted_value(measurement, key),
        }
    }
}

impl Sort {
    /// The order written as `text`: the key of a column, after `-` for descending.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, descending) = match text.strip_prefix('-') {
            Some(key) => (key, true),
            None => (text, false),
        };
        let column = Column::parse(key)?;
        Some(Self { column, descending })
    }

    /// The order after another click on a column: the best or smallest first, then the
    /// other way round, then that of the source again.
    pub fn next(now: Option<Self>, column: Column) -> Option<Self> {
        let first = column.starts_descending();
        let sort = |descending| Some(Self { column, descending });
        match now.filter(|now| now.column == column) {
            None => sort(first),
            Some(now) if now.descending == first => sort(!first),
            Some(_) => None,
        }
    }

    fn compare(self, one: &Measurement, other: &Measurement) -> Ordering {
        match (self.column.value(one), self.column.value(other)) {
            (Some(one), Some(other)) if self.descending => other.total_cmp(&one),
            (Some(one), Some(other)) => one.total_cmp(&other),
            // Missing values come last in both directions.
            (one, other) => one.is_none().cmp(&other.is_none()),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.descending {
            f.write_str("-")?;
        }
        match self.column {
            Column::Family => f.write_str("family"),
            Column::Status => f.write_str("status"),
            Column::Axis(axis) => f.write_str(axis.key()),
            Column::Metric(key) => write!(f, "{key}"),
        }
    }
}

/// The positions of the measurements in the order asked for. Equal ones stay in the
/// order of the source.
pub fn order(measurements: &[Measurement], sort: Option<Sort>) -> Vec<usize> {
    let Some(sort) = sort else {
        return (0..measurements.len()).collect();
    };
    // Each is put into its place behind its equals: the sort of the library weighs four
    // times as much in WASM, and a page has few rows.
    let mut positions: Vec<usize> = Vec::with_capacity(measurements.len());
    for (position, one) in measurements.iter().enumerate() {
        let before = |&known: &usize| sort.compare(&measurements[known], one).is_le();
        positions.insert(positions.partition_point(before), position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use speedsheet_core::model::{Axes, Family, Status};

    fn with_output(value: Option<f64>) -> Measurement {
        let mut measurement = Measurement::new(Family::Decode, Axes::default());
        measurement.metrics.output_tps = value;
        measurement.status = Status::Valid;
        measurement
    }

    fn sorted(values: &[Option<f64>], by: &str) -> Vec<usize> {
        let measurements: Vec<Measurement> = values.iter().copied().map(with_output).collect();
        order(&measurements, Sort::parse(by))
    }

    #[test]
    fn missing_values_come_last_in_both_directions() {
        let values = [None, Some(2.0), Some(1.0), None, Some(3.0)];
        assert_eq!(sorted(&values, "output_tps"), [2, 1, 4, 0, 3]);
        assert_eq!(sorted(&values, "-output_tps"), [4, 1, 2, 0, 3]);
    }

    #[test]
    fn a_failed_measurement_is_never_the_best() {
        let mut failed = with_output(Some(9.0));
        failed.status = Status::Failed;
        let measurements = [failed, with_output(Some(1.0))];
        assert_eq!(order(&measurements, Sort::parse("-output_tps")), [1, 0]);
    }

    #[test]
    fn equal_values_stay_in_the_order_of_the_source() {
        assert_eq!(
            sorted(&[Some(1.0), Some(1.0), Some(0.0)], "output_tps"),
            [2, 0, 1]
        );
        assert_eq!(sorted(&[Some(1.0), Some(0.0)], "no such column"), [0, 1]);
    }

    #[test]
    fn clicks_go_from_best_first_to_worst_first_to_the_source() {
        let clicks = |key: &str| {
            let column = Column::parse(key).unwrap();
            let first = Sort::next(None, column);
            let second = Sort::next(first, column);
            let third = Sort::next(second, column);
            [first, second, third].map(|sort| sort.map(|sort| sort.to_string()))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            clicks("output_tps"),
            [some("-output_tps"), some("output_tps"), None]
        );
        assert_eq!(
            clicks("ttft_ms.median"),
            [some("ttft_ms.median"), some("-ttft_ms.median"), None]
        );
        assert_eq!(
            clicks("context_tokens"),
            [some("context_tokens"), some("-context_tokens"), None]
        );
    }

    #[test]
    fn a_click_on_another_column_starts_over() {
        let now = Sort::parse("-context_tokens");
        let next = Sort::next(now, Column::Family).unwrap();
        assert_eq!(next.to_string(), "family");
    }
}
