//! From a run and the reader's choices to the heatmap that is drawn.

use speedsheet_core::chart::{Cell, ColorScale, Fill, Heatmap};
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement, Metric, MetricKey, Status};
use speedsheet_core::query::{Filter, Layout, Matrix, Slice, plotted_value, representative};

use crate::metrics::Choices;
use crate::state::{View, values};

/// The matrix of one family as it is shown.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What is drawn.
    pub map: Heatmap,
    /// Metric of the cells' values.
    pub key: MetricKey,
    /// Colours of the values.
    pub colors: ColorScale,
    /// The values shown of the other axes, in the order of the layout.
    pub slices: Vec<(Axis, f64)>,
    matrix: Matrix,
    /// The measurement that stands for each cell, row by row.
    shown: Vec<Option<usize>>,
    swapped: bool,
}

impl Scene {
    /// The scene of a layout. `None` where it cannot be drawn: too many places, or no
    /// value.
    ///
    /// A filter on an axis takes rows and columns away; any other filter dims the cells
    /// it does not keep, so that the others stay where they are.
    pub fn new(
        measurements: &[Measurement],
        layout: &Layout,
        choices: &Choices,
        view: &View,
    ) -> Option<Self> {
        let (mut row_axis, mut column_axis) = (layout.rows, layout.columns);
        let card = view.card(layout.family);
        if card.swapped {
            (row_axis, column_axis) = (column_axis, row_axis);
        }
        let key = choices.pick(card.metric)?;
        let of_axes = Filter {
            values: view.filter.values.clone(),
            ..Filter::default()
        };
        let value = |slice: &Slice| (slice.axis, slice_value(slice, &card.slice, &view.filter));
        let slices: Vec<(Axis, f64)> = layout.slices.iter().map(value).collect();
        let matrix = Matrix::pivot(measurements, (row_axis, column_axis), |one| {
            layout.shows(one, &slices) && of_axes.keeps(one)
        });
        if matrix.is_too_large() {
            return None;
        }
        let places = matrix.rows.len() * matrix.columns.len();
        let shown: Vec<Option<usize>> = (0..places)
            .map(|place| {
                let (row, column) = (place / matrix.columns.len(), place % matrix.columns.len());
                representative(measurements, matrix.cell(row, column), key)
            })
            .collect();
        let kept = |one: &&Measurement| view.filter.keeps(one);
        let plotted: Vec<f64> = shown
            .iter()
            .flatten()
            .map(|&index| &measurements[index])
            .filter(kept)
            .filter_map(|one| plotted_value(one, key))
            .collect();
        let direction = key.metric.direction();
        let colors = ColorScale::of(plotted.iter().copied(), card.scale, direction);
        let companion = companion(choices, key);
        let cells = shown.iter().map(|index| match *index {
            Some(index) => cell(&measurements[index], key, companion, &colors, &view.filter),
            None => Cell::default(),
        });
        let label = |axis: Axis| move |&value: &f64| display::axis_label(axis, value);
        let map = Heatmap {
            row_axis: display::axis_name(row_axis).to_owned(),
            column_axis: display::axis_name(column_axis).to_owned(),
            rows: matrix.rows.iter().map(label(row_axis)).collect(),
            columns: matrix.columns.iter().map(label(column_axis)).collect(),
            cells: cells.collect(),
            selected: None,
            hovered: None,
        };
        let mut scene = Self {
            map,
            key,
            colors,
            slices,
            matrix,
            shown,
            swapped: card.swapped,
        };
        scene.map.selected = card.selected.and_then(|values| scene.place_of(values));
        Some(scene)
    }

    /// The axes of the matrix, in no particular order.
    pub fn axes(&self) -> [Axis; 2] {
        [self.matrix.row_axis, self.matrix.column_axis]
    }

    /// The cell with the best value, of those that the filters keep.
    pub fn best(&self, measurements: &[Measurement]) -> Option<(usize, usize)> {
        let (_, best) = self.colors.ends()?;
        let columns = self.matrix.columns.len();
        let is_best = |index: &Option<usize>| {
            let value = index.and_then(|index| plotted_value(&measurements[index], self.key));
            value == Some(best)
        };
        let mut places = self.shown.iter().zip(&self.map.cells);
        let place = places.position(|(index, cell)| is_best(index) && !cell.dimmed)?;
        Some((place / columns, place % columns))
    }

    /// The measurements of a cell, the one that stands for it first.
    pub fn measurements(&self, (row, column): (usize, usize)) -> Vec<usize> {
        if row >= self.matrix.rows.len() || column >= self.matrix.columns.len() {
            return Vec::new();
        }
        let first = self.shown[row * self.matrix.columns.len() + column];
        let rest = self.matrix.cell(row, column).iter().copied();
        first
            .into_iter()
            .chain(rest.filter(|&index| Some(index) != first))
            .collect()
    }

    /// The values of a cell on the row axis and on the column axis, before any swap.
    pub fn values_of(&self, (row, column): (usize, usize)) -> Option<(f64, f64)> {
        let (row, column) = (
            *self.matrix.rows.get(row)?,
            *self.matrix.columns.get(column)?,
        );
        Some(if self.swapped {
            (column, row)
        } else {
            (row, column)
        })
    }

    fn place_of(&self, (row, column): (f64, f64)) -> Option<(usize, usize)> {
        let (row, column) = if self.swapped {
            (column, row)
        } else {
            (row, column)
        };
        let find = |list: &[f64], value: f64| list.iter().position(|&known| known == value);
        Some((
            find(&self.matrix.rows, row)?,
            find(&self.matrix.columns, column)?,
        ))
    }

    /// The name of a cell: `64K × 16`, rows before columns.
    pub fn title(&self, (row, column): (usize, usize)) -> String {
        format!("{} × {}", self.map.rows[row], self.map.columns[column])
    }

    /// The name of a cell for the ear: `Context 64K, Requests at once 16`.
    pub fn spoken_title(&self, (row, column): (usize, usize)) -> String {
        let map = &self.map;
        format!(
            "{} {}, {} {}",
            map.row_axis, map.rows[row], map.column_axis, map.columns[column]
        )
    }
}

/// The value to show of an axis beside the matrix. A filter on that axis has the last word,
/// lest the matrix and the filter exclude each other.
fn slice_value(slice: &Slice, asked: &[(Axis, f64)], filter: &Filter) -> f64 {
    let value = slice.value(asked);
    let kept = values(filter, slice.axis);
    let mut kept_here = kept.iter().filter(|value| slice.values.contains(value));
    match kept.contains(&value) {
        true => value,
        false => kept_here.next().copied().unwrap_or(value),
    }
}

/// The metric of the second line: the latency beside a speed, the speed beside a latency.
fn companion(choices: &Choices, key: MetricKey) -> Option<MetricKey> {
    match key.metric {
        Metric::TtftMs => choices.first(Metric::OutputTps),
        _ => choices.first(Metric::TtftMs),
    }
}

fn cell(
    measurement: &Measurement,
    key: MetricKey,
    companion: Option<MetricKey>,
    colors: &ColorScale,
    filter: &Filter,
) -> Cell {
    let dimmed = !filter.keeps(measurement);
    let value = plotted_value(measurement, key);
    let (fill, main, small) = match (measurement.status, value) {
        (Status::Valid | Status::Queued, Some(value)) => {
            let small = companion.filter(|&key| measurement.value(key).is_some());
            (
                Fill::Step(colors.step(value)),
                display::number(key.metric, value),
                small.map_or(String::new(), |key| display::measured(measurement, key)),
            )
        }
        (Status::Valid | Status::Queued, None) => {
            (Fill::NoValue, display::MISSING.to_owned(), String::new())
        }
        (status, _) => (
            Fill::Hatched,
            display::status_glyph(status).to_owned(),
            display::status_word(status).to_ascii_lowercase(),
        ),
    };
    Cell {
        fill,
        main,
        small,
        queued: measurement.status == Status::Queued,
        caveat: !measurement.caveats.is_empty(),
        dimmed,
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::Family;

    use super::*;
    use crate::sample;

    fn scene(fragment: &str) -> Scene {
        scene_of(&sample::run().measurements, fragment)
    }

    fn scene_of(measurements: &[Measurement], fragment: &str) -> Scene {
        let layout = Layout::of(measurements, Family::Decode).unwrap();
        let choices = Choices::of(measurements, &layout);
        let view = View::new(Family::Decode).in_fragment(fragment).unwrap();
        Scene::new(measurements, &layout, &choices, &view).unwrap()
    }

    fn mains(scene: &Scene) -> Vec<&str> {
        scene
            .map
            .cells
            .iter()
            .map(|cell| cell.main.as_str())
            .collect()
    }

    #[test]
    fn rows_are_contexts_and_columns_are_requests_at_once() {
        let scene = scene("");
        assert_eq!(scene.map.rows, ["8K", "64K", "251K"]);
        assert_eq!(scene.map.columns, ["1", "16", "128"]);
        assert_eq!(scene.map.row_axis, "Context");
        assert_eq!(mains(&scene)[..3], ["455.3", "5,240.7", "15.2K"]);
        assert_eq!(scene.map.cells[2].small, "732 ms");
    }

    #[test]
    fn cells_that_were_not_run_have_a_glyph_and_a_word_and_no_colour() {
        let scene = scene("");
        let over = scene.map.cell(2, 2).unwrap();
        assert_eq!(
            (over.fill, over.main.as_str(), over.small.as_str()),
            (Fill::Hatched, "∅", "over capacity")
        );
        let failed = scene.map.cell(2, 1).unwrap();
        assert_eq!((failed.fill, failed.main.as_str()), (Fill::Hatched, "✕"));
    }

    #[test]
    fn a_queued_cell_and_one_with_a_caveat_are_marked() {
        let scene = scene("");
        assert!(scene.map.cell(0, 2).unwrap().caveat);
        assert!(scene.map.cell(1, 2).unwrap().queued);
    }

    #[test]
    fn swapping_turns_the_matrix_and_keeps_the_selection_on_its_cell() {
        let upright = scene("#sel=8192,128");
        let turned = scene("#sel=8192,128&x=1");
        assert_eq!(upright.map.selected, Some((0, 2)));
        assert_eq!(turned.map.selected, Some((2, 0)));
        assert_eq!(turned.map.row_axis, "Requests at once");
        assert_eq!(turned.values_of((2, 0)), Some((8192.0, 128.0)));
        assert_eq!(upright.measurements((0, 2)), turned.measurements((2, 0)));
    }

    #[test]
    fn the_best_value_is_the_last_step_whichever_way_is_better() {
        let best = |scene: &Scene| {
            let step = |cell: &Cell| cell.fill == Fill::Step(10);
            scene.map.cells.iter().position(step)
        };
        assert_eq!(best(&scene("")), Some(2));
        // The lowest latency is that of one request at 8K.
        assert_eq!(best(&scene("#m=ttft_ms.median")), Some(0));
        assert_eq!(scene("#m=ttft_ms.median").colors.ends().unwrap().1, 63.0);
    }

    #[test]
    fn the_best_cell_is_one_the_filters_keep() {
        let run = sample::run();
        assert_eq!(scene("").best(&run.measurements), Some((0, 2)));
        assert_eq!(
            scene("#m=ttft_ms.median").best(&run.measurements),
            Some((0, 0))
        );
        assert_eq!(scene("#st=queued").best(&run.measurements), Some((1, 2)));
        assert_eq!(scene("#c=4").best(&run.measurements), None);
    }

    #[test]
    fn beside_a_latency_stands_the_speed() {
        assert_eq!(scene("#m=ttft_ms.median").map.cells[0].small, "455.3 tok/s");
        assert_eq!(scene("#m=itl_ms.median").map.cells[0].small, "63 ms");
    }

    #[test]
    fn a_filter_on_an_axis_removes_rows_and_one_on_status_dims() {
        let rows = scene("#c=8192");
        assert_eq!(rows.map.rows, ["8K"]);
        let dimmed = scene("#st=queued");
        assert_eq!(dimmed.map.rows.len(), 3);
        let kept: Vec<usize> = dimmed
            .map
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.dimmed && cell.fill != Fill::Blank)
            .map(|(place, _)| place)
            .collect();
        assert_eq!(kept, [5]);
        // One value only: nothing to compare with.
        assert_eq!(dimmed.map.cells[5].fill, Fill::Step(5));
    }

    #[test]
    fn a_filter_that_keeps_nothing_leaves_an_empty_matrix() {
        assert!(scene("#c=4").map.rows.is_empty());
        assert_eq!(scene("#c=4&sel=4,1").map.selected, None);
    }

    #[test]
    fn a_run_of_one_row_and_one_column_is_a_matrix() {
        let scene = scene("#c=8192&n=1");
        assert_eq!(mains(&scene), ["455.3"]);
        assert_eq!(scene.map.cells[0].fill, Fill::Step(5));
    }

    #[test]
    fn a_place_nobody_planned_is_blank() {
        let scene = scene("");
        assert!(scene.map.cell(1, 0).is_none());
        assert!(scene.measurements((1, 0)).is_empty());
        assert!(scene.measurements((9, 9)).is_empty());
    }

    #[test]
    fn a_third_axis_shows_one_value_at_a_time_and_follows_filters() {
        let mut measurements = sample::run().measurements;
        for one in &mut measurements {
            one.axes.input_tokens = Some(512);
        }
        let mut longer = measurements[2].clone();
        longer.axes.input_tokens = Some(2048);
        longer.metrics.output_tps = Some(321.0);
        measurements.push(longer);
        let first = |fragment: &str| scene_of(&measurements, fragment).map.cells[0].main.clone();
        assert_eq!(first(""), "455.3");
        assert_eq!(first("#z=i:2048"), "321.0");
        assert_eq!(first("#z=i:4"), "455.3");
        assert_eq!(first("#i=2048"), "321.0");
        assert_eq!(first("#z=i:2048&i=512"), "455.3");
        let slices = scene_of(&measurements, "#z=i:2048").slices;
        assert_eq!(slices, [(Axis::InputTokens, 2048.0)]);
    }

    #[test]
    fn a_matrix_without_values_has_no_scene() {
        let mut measurements = sample::run().measurements;
        for one in &mut measurements {
            one.status = Status::Failed;
        }
        let layout = Layout::of(&measurements, Family::Decode).unwrap();
        let choices = Choices::of(&measurements, &layout);
        let view = View::new(Family::Decode);
        assert!(Scene::new(&measurements, &layout, &choices, &view).is_none());
    }
}
