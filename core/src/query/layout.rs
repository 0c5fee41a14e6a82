//! On which axes the measurements of a family make a matrix.

use super::distinct;
use crate::model::{Axis, Family, Measurement, Metric};

/// How the measurements of a family are laid out: two axes of a matrix, and one value of
/// every other axis that varies.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The family.
    pub family: Family,
    /// Axis of the rows.
    pub rows: Axis,
    /// Axis of the columns.
    pub columns: Axis,
    /// The other axes that vary.
    pub slices: Vec<Slice>,
}

/// An axis that varies beside those of the matrix, which shows one of its values at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    /// The axis.
    pub axis: Axis,
    /// Its values, ascending.
    pub values: Vec<f64>,
    /// The value with the most measurements, the smallest of several.
    pub default: f64,
}

/// Metrics that a matrix is about, the preferred one first: it shows the first that there
/// is a value of.
pub const LEADING_METRICS: [Metric; 7] = [
    Metric::OutputTps,
    Metric::PromptTps,
    Metric::TotalTps,
    Metric::PerRequestOutputTps,
    Metric::RequestThroughputRps,
    Metric::TtftMs,
    Metric::ItlMs,
];

/// A matrix of fewer cells than this part of its places would mostly show gaps.
const LEAST_FILL: f64 = 0.4;

impl Layout {
    /// The layout of a family; `None` where its measurements make no matrix.
    ///
    /// Decode is shown by context and requests at once wherever both are recorded, even a
    /// single measurement. Anything else needs two axes that vary and whose values occur
    /// together: of such pairs, the one with the most cells.
    pub fn of(measurements: &[Measurement], family: Family) -> Option<Self> {
        let of_family = || measurements.iter().filter(move |one| one.family == family);
        let (rows, columns) = decode_axes(of_family(), family)
            .or_else(|| varying_axes(&of_family().collect::<Vec<_>>()))?;
        let mut layout = Self {
            family,
            rows,
            columns,
            slices: Vec::new(),
        };
        for axis in Axis::ALL {
            if axis == rows || axis == columns {
                continue;
            }
            let placed = || measurements.iter().filter(|one| layout.holds(one));
            let values = distinct(placed().filter_map(|one| axis.of(&one.axes)));
            if values.len() < 2 {
                continue;
            }
            let times = |value: f64| {
                placed()
                    .filter(|one| axis.of(&one.axes) == Some(value))
                    .count()
            };
            let mut default = values[0];
            for &value in &values {
                if times(value) > times(default) {
                    default = value;
                }
            }
            layout.slices.push(Slice {
                axis,
                values,
                default,
            });
        }
        Some(layout)
    }

    /// True where the measurement has a place in the matrix, of whatever slice.
    pub fn holds(&self, measurement: &Measurement) -> bool {
        measurement.family == self.family
            && self.rows.of(&measurement.axes).is_some()
            && self.columns.of(&measurement.axes).is_some()
    }

    /// True where the measurement is in the slice that `asked` says: the value of an axis
    /// where it is one of the layout, else the default one. A measurement that has no value
    /// on the axis is in every slice.
    pub fn shows(&self, measurement: &Measurement, asked: &[(Axis, f64)]) -> bool {
        self.holds(measurement)
            && self.slices.iter().all(|slice| {
                let value = slice.axis.of(&measurement.axes);
                value.is_none_or(|value| value == slice.value(asked))
            })
    }
}

impl Slice {
    /// The value to show: the one asked for where there is such a one, else the default.
    pub fn value(&self, asked: &[(Axis, f64)]) -> f64 {
        asked
            .iter()
            .find(|(axis, value)| *axis == self.axis && self.values.contains(value))
            .map_or(self.default, |&(_, value)| value)
    }
}

fn decode_axes<'a>(
    mut measurements: impl Iterator<Item = &'a Measurement>,
    family: Family,
) -> Option<(Axis, Axis)> {
    let both =
        |one: &Measurement| one.axes.context_tokens.is_some() && one.axes.concurrency.is_some();
    (family == Family::Decode && measurements.any(both))
        .then_some((Axis::Context, Axis::Concurrency))
}

fn varying_axes(measurements: &[&Measurement]) -> Option<(Axis, Axis)> {
    let mut best: Option<((Axis, Axis), usize)> = None;
    for (at, &rows) in Axis::ALL.iter().enumerate() {
        for &columns in &Axis::ALL[at + 1..] {
            let cells = cells(measurements, rows, columns);
            if cells > best.map_or(0, |(_, most)| most) {
                best = Some(((rows, columns), cells));
            }
        }
    }
    best.map(|(axes, _)| axes)
}

/// How many places have a measurement; 0 where one of the axes does not vary, or the
/// places are too few of all.
fn cells(measurements: &[&Measurement], rows: Axis, columns: Axis) -> usize {
    let places = || {
        measurements
            .iter()
            .filter_map(|one| Some((rows.of(&one.axes)?, columns.of(&one.axes)?)))
    };
    let row_values = distinct(places().map(|(row, _)| row));
    let column_values = distinct(places().map(|(_, column)| column));
    if row_values.len() < 2 || column_values.len() < 2 {
        return 0;
    }
    let all = row_values.len() * column_values.len();
    let number = |(row, column): (f64, f64)| {
        let at = |list: &[f64], value: f64| list.partition_point(|&known| known < value);
        (at(&row_values, row) * column_values.len() + at(&column_values, column)) as f64
    };
    let taken = distinct(places().map(number)).len();
    if (taken as f64) < all as f64 * LEAST_FILL {
        return 0;
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Axes;

    fn at(family: Family, values: &[(Axis, f64)]) -> Measurement {
        let mut axes = Axes::default();
        for &(axis, value) in values {
            axis.set(&mut axes, value);
        }
        Measurement::new(family, axes)
    }

    fn axes(measurements: &[Measurement], family: Family) -> Option<(Axis, Axis)> {
        Layout::of(measurements, family).map(|layout| (layout.rows, layout.columns))
    }

    #[test]
    fn decode_is_shown_by_context_and_concurrency_even_a_single_measurement() {
        let one = at(
            Family::Decode,
            &[(Axis::Context, 0.0), (Axis::Concurrency, 1.0)],
        );
        assert_eq!(
            axes(&[one], Family::Decode),
            Some((Axis::Context, Axis::Concurrency))
        );
    }

    #[test]
    fn other_families_need_two_axes_that_vary() {
        let serve = |concurrency, input| {
            at(
                Family::Serve,
                &[(Axis::Concurrency, concurrency), (Axis::InputTokens, input)],
            )
        };
        let line = [serve(1.0, 512.0), serve(2.0, 512.0)];
        assert_eq!(axes(&line, Family::Serve), None);
        let grid = [line[0].clone(), line[1].clone(), serve(1.0, 1024.0)];
        assert_eq!(
            axes(&grid, Family::Serve),
            Some((Axis::InputTokens, Axis::Concurrency))
        );
    }

    #[test]
    fn axes_that_go_up_together_make_no_matrix() {
        let diagonal: Vec<Measurement> = (1..=6)
            .map(f64::from)
            .map(|n| {
                at(
                    Family::Serve,
                    &[(Axis::Concurrency, n), (Axis::RequestRate, n)],
                )
            })
            .collect();
        assert_eq!(axes(&diagonal, Family::Serve), None);
    }

    #[test]
    fn a_third_axis_is_a_slice_and_begins_with_its_most_frequent_value() {
        let batch = |depth, batch, input| {
            let values = [
                (Axis::Context, depth),
                (Axis::BatchSize, batch),
                (Axis::InputTokens, input),
            ];
            at(Family::Batch, &values)
        };
        let mut measurements = Vec::new();
        for depth in [0.0, 4096.0, 8192.0] {
            for size in [1.0, 2.0, 4.0] {
                measurements.push(batch(depth, size, 512.0));
            }
        }
        measurements.push(batch(0.0, 1.0, 128.0));
        // What has no value on the axis belongs to every slice.
        measurements.push(at(
            Family::Batch,
            &[(Axis::Context, 0.0), (Axis::BatchSize, 8.0)],
        ));

        let layout = Layout::of(&measurements, Family::Batch).unwrap();

        assert_eq!(
            (layout.rows, layout.columns),
            (Axis::Context, Axis::BatchSize)
        );
        assert_eq!(layout.slices.len(), 1);
        assert_eq!(layout.slices[0].values, [128.0, 512.0]);
        assert_eq!(layout.slices[0].default, 512.0);
        let shown = |asked: &[(Axis, f64)]| {
            let shown = measurements.iter().filter(|one| layout.shows(one, asked));
            shown.count()
        };
        assert_eq!(shown(&[]), 10);
        assert_eq!(shown(&[(Axis::InputTokens, 128.0)]), 2);
        assert_eq!(shown(&[(Axis::InputTokens, 77.0)]), 10);
    }
}
