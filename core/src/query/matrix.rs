//! Measurements arranged on two axes.

use crate::model::{Axis, Measurement, MetricKey};

/// Measurements of one family on two axes. Cells hold positions in the slice the
/// matrix was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// Axis of the rows.
    pub row_axis: Axis,
    /// Axis of the columns.
    pub column_axis: Axis,
    /// Row values, ascending.
    pub rows: Vec<f64>,
    /// Column values, ascending.
    pub columns: Vec<f64>,
    // Sparse: a list of points on two axes need not fill their grid.
    // By row, each with the column and the positions of a cell.
    cells: Vec<Vec<(usize, Vec<usize>)>>,
}

/// Most places of a grid that is drawn: 100 rows by 200 columns.
const MAX_PLACES: usize = 20_000;

impl Matrix {
    /// Arranges those of `measurements` that `keep` accepts and that have a value
    /// on both axes. Several measurements may share a cell: other axes differ, or
    /// the source repeats one.
    pub fn pivot(
        measurements: &[Measurement],
        (row_axis, column_axis): (Axis, Axis),
        keep: impl Fn(&Measurement) -> bool,
    ) -> Self {
        let placed: Vec<(usize, f64, f64)> = measurements
            .iter()
            .enumerate()
            .filter(|(_, measurement)| keep(measurement))
            .filter_map(|(index, measurement)| {
                let row = row_axis.of(&measurement.axes)?;
                let column = column_axis.of(&measurement.axes)?;
                Some((index, row, column))
            })
            .collect();
        let rows = distinct(placed.iter().map(|&(_, row, _)| row));
        let columns = distinct(placed.iter().map(|&(_, _, column)| column));
        let mut cells = vec![Vec::<(usize, Vec<usize>)>::new(); rows.len()];
        for (index, row, column) in placed {
            let place = |list: &[f64], value: f64| list.partition_point(|&known| known < value);
            let column = place(&columns, column);
            let cells = &mut cells[place(&rows, row)];
            let at = cells.partition_point(|&(known, _)| known < column);
            if cells.get(at).is_none_or(|&(known, _)| known != column) {
                cells.insert(at, (column, Vec::new()));
            }
            cells[at].1.push(index);
        }
        Self {
            row_axis,
            column_axis,
            rows,
            columns,
            cells,
        }
    }

    /// Positions of the measurements in a cell; empty where there is none.
    pub fn cell(&self, row: usize, column: usize) -> &[usize] {
        let cells = self.cells.get(row).map_or(&[][..], Vec::as_slice);
        let at = cells.partition_point(|&(known, _)| known < column);
        match cells.get(at) {
            Some((known, positions)) if *known == column => positions,
            _ => &[],
        }
    }

    /// True where the grid is too large to be drawn or laid out as a table: points on two
    /// axes need not fill it, and a list of them belongs into a table of rows.
    pub fn is_too_large(&self) -> bool {
        self.rows.len().saturating_mul(self.columns.len()) > MAX_PLACES
    }

    /// True where there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// The metrics that at least one of the measurements has, in glossary order.
pub fn metrics_present<'a>(
    measurements: impl IntoIterator<Item = &'a Measurement>,
) -> Vec<MetricKey> {
    let measurements: Vec<&Measurement> = measurements.into_iter().collect();
    MetricKey::all()
        .filter(|&key| measurements.iter().any(|one| one.value(key).is_some()))
        .collect()
}

/// The distinct values, ascending.
pub fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut distinct = Vec::new();
    values.for_each(|value| insert(&mut distinct, value));
    distinct
}

/// Puts a value into its place, unless it is there. Values of an axis are few, and a sort
/// would weigh more in WASM.
fn insert(distinct: &mut Vec<f64>, value: f64) {
    let at = distinct.partition_point(|known| known.total_cmp(&value).is_lt());
    if distinct
        .get(at)
        .is_none_or(|known| known.total_cmp(&value).is_ne())
    {
        distinct.insert(at, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family};

    fn at(context: u64, concurrency: u64) -> Measurement {
        let axes = Axes {
            context_tokens: Some(context),
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        Measurement::new(Family::Decode, axes)
    }

    #[test]
    fn rows_and_columns_are_ascending_whatever_the_order_of_the_source() {
        let measurements = [at(16384, 1), at(8192, 8), at(8192, 1)];
        let matrix = Matrix::pivot(&measurements, (Axis::Context, Axis::Concurrency), |_| true);
        assert_eq!(matrix.rows, [8192.0, 16384.0]);
        assert_eq!(matrix.columns, [1.0, 8.0]);
        assert_eq!(matrix.cell(0, 1), [1]);
        assert!(matrix.cell(1, 1).is_empty());
    }

    #[test]
    fn points_that_share_no_row_and_column_make_no_grid() {
        let diagonal: Vec<Measurement> = (1..=200).map(|n| at(n, n)).collect();
        let axes = (Axis::Context, Axis::Concurrency);
        assert!(Matrix::pivot(&diagonal, axes, |_| true).is_too_large());
        assert!(!Matrix::pivot(&diagonal[..100], axes, |_| true).is_too_large());
    }

    #[test]
    fn measurements_on_the_same_place_share_a_cell() {
        let measurements = [at(0, 1), at(0, 1)];
        let matrix = Matrix::pivot(&measurements, (Axis::Context, Axis::Concurrency), |_| true);
        assert_eq!(matrix.cell(0, 0), [0, 1]);
    }
}
