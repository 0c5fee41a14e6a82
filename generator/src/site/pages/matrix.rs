//! The matrix as a table: measurements of one family on two axes.

use serde::Serialize;
use speedsheet_core::chart::{ColorScale, ScaleKind};
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, Metric, MetricKey, Run, Status};
use speedsheet_core::query::{LEADING_METRICS, Layout, Matrix, plotted_value, representative};

use super::text::{self, Figure};

/// A matrix card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct MatrixCard {
    family: &'static str,
    heading: String,
    caption: String,
    row_axis: &'static str,
    column_axis: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
    legend: Legend,
    /// True where every measurement of the family has a cell of its own.
    #[serde(skip)]
    pub(super) has_all: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    label: String,
    cells: Vec<Cell>,
}

/// One place of the matrix.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Cell {
    /// Position of the measurement; `None` where the results have none.
    index: Option<usize>,
    /// Step of the ramp; `None` for a cell without a number.
    step: Option<u8>,
    figure: Option<Figure>,
    /// Time to first token, where the cell has a number.
    ttft: Option<String>,
    /// Key, glyph and word of a status other than valid.
    status: &'static str,
    glyph: &'static str,
    word: Option<String>,
    /// What there is to say about the number; empty for nothing.
    caveats: Vec<String>,
    /// `best of 3`, where several measurements share the place.
    shared: Option<String>,
}

/// What the colours and the glyphs mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Legend {
    /// Values at the ends of the ramp.
    ends: Option<(String, String)>,
    unit: &'static str,
    steps: Vec<u8>,
    statuses: Vec<StatusEntry>,
    /// True where a number has a caveat.
    caveat: bool,
    /// The source's own explanations: its word and its sentence.
    explanations: Vec<(String, String)>,
}

/// A status that occurs, in our words.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct StatusEntry {
    key: &'static str,
    glyph: &'static str,
    word: &'static str,
    meaning: &'static str,
}

/// Said of a matrix without a single number.
const NOTHING_MEASURED: &str = "This benchmark has no decode result: no cell of the matrix was \
     measured, and each says what became of it.";

/// The matrix of a family; `None` where the run has none.
pub(super) fn card(run: &Run, family: Family) -> Option<MatrixCard> {
    let layout = Layout::of(&run.measurements, family)?;
    let axes = (layout.rows, layout.columns);
    let matrix = Matrix::pivot(&run.measurements, axes, |one| layout.shows(one, &[]));
    if matrix.is_too_large() {
        return None;
    }
    let held = || run.measurements.iter().filter(|one| layout.holds(one));
    let metric = LEADING_METRICS
        .into_iter()
        .find(|&metric| held().any(|one| number(one, metric).is_some()))
        .unwrap_or(Metric::OutputTps);
    let values: Vec<f64> = held()
        .filter(|one| layout.shows(one, &[]))
        .filter_map(|one| Some(number(one, metric)?.1))
        .collect();
    let scale = ColorScale::of(values, ScaleKind::Log, metric.direction());
    let cells = Cells { run, metric, scale };
    let rows = matrix.rows.iter().enumerate().map(|(row, &value)| Row {
        label: display::axis_label(axes.0, value),
        cells: (0..matrix.columns.len())
            .map(|column| cells.cell(matrix.cell(row, column)))
            .collect(),
    });
    let rows: Vec<Row> = rows.collect();
    let shown = rows.iter().flat_map(|row| &row.cells);
    let alone = shown.filter(|cell| cell.index.is_some() && cell.shared.is_none());
    let of_family = run.measurements.iter().filter(|one| one.family == family);
    let has_all = alone.count() == of_family.count();
    Some(MatrixCard {
        family: family.key(),
        heading: match family {
            Family::Decode => display::family_name(family).to_owned(),
            other => format!("{} matrix", display::family_name(other)),
        },
        caption: match scale.ends() {
            Some(_) => caption(metric, axes) + &slice(&layout),
            None => NOTHING_MEASURED.to_owned(),
        },
        row_axis: display::axis_name(axes.0),
        column_axis: display::axis_name(axes.1),
        columns: matrix
            .columns
            .iter()
            .map(|&value| display::axis_label(axes.1, value))
            .collect(),
        rows,
        has_all,
        legend: legend(run, &layout, metric, &scale),
    })
}

/// The key and the value that may be plotted.
fn number(one: &Measurement, metric: Metric) -> Option<(MetricKey, f64)> {
    let key = text::best_key(one, metric)?;
    Some((key, plotted_value(one, key)?))
}

struct Cells<'a> {
    run: &'a Run,
    metric: Metric,
    scale: ColorScale,
}

impl Cells<'_> {
    fn cell(&self, indexes: &[usize]) -> Cell {
        let Some(index) = self.shown(indexes) else {
            return Cell {
                index: None,
                step: None,
                figure: None,
                ttft: None,
                status: "",
                glyph: "",
                word: None,
                caveats: Vec::new(),
                shared: None,
            };
        };
        let one = &self.run.measurements[index];
        let number = number(one, self.metric);
        let ttft = number
            .filter(|_| self.metric != Metric::TtftMs)
            .and_then(|_| text::best_key(one, Metric::TtftMs))
            .map(|key| display::measured(one, key));
        Cell {
            index: Some(index),
            step: number.map(|(_, value)| self.scale.step(value)),
            figure: number.and_then(|(key, _)| text::figure(one, key)),
            ttft,
            status: one.status.key(),
            glyph: display::status_glyph(one.status),
            word: (one.status != Status::Valid).then(|| word(one)),
            caveats: one
                .caveats
                .iter()
                .map(|code| display::caveat(code))
                .collect(),
            shared: (indexes.len() > 1).then(|| format!("best of {}", indexes.len())),
        }
    }

    /// Of several measurements on one place the best, else the first.
    fn shown(&self, indexes: &[usize]) -> Option<usize> {
        let measurements = &self.run.measurements;
        let key = |index: &usize| text::best_key(&measurements[*index], self.metric);
        match indexes.iter().find_map(key) {
            Some(key) => representative(measurements, indexes, key),
            None => indexes.first().copied(),
        }
    }
}

/// Our word for a status; for an unknown one the source's, which is all there is.
fn word(one: &Measurement) -> String {
    match (one.status, &one.source_status) {
        (Status::Unknown, Some(word)) => word.to_lowercase(),
        (status, _) => display::status_word(status).to_lowercase(),
    }
}

fn caption(metric: Metric, (rows, columns): (Axis, Axis)) -> String {
    let unit = metric.unit().symbol();
    let name = display::metric_name(metric);
    let direction = display::direction_phrase(metric.direction());
    let below = if metric == Metric::TtftMs {
        ""
    } else {
        "; below it the time to first token (TTFT)"
    };
    format!(
        "{name}, in {unit}, {direction}{below}. Rows: {}. Columns: {}.",
        display::axis_name(rows).to_lowercase(),
        display::axis_name(columns).to_lowercase()
    )
}

/// Which values of the other axes the table shows: ` Shown for 512 tokens in, one of 3
/// values.` Empty where no other axis varies.
fn slice(layout: &Layout) -> String {
    let parts: Vec<String> = layout
        .slices
        .iter()
        .map(|slice| {
            let shown = text::on_axis(slice.axis, slice.default);
            format!("{shown}, one of {} values", slice.values.len())
        })
        .collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(
            " Shown for {}; the table of all measurements has the others.",
            parts.join(" and ")
        ),
    }
}

fn legend(run: &Run, layout: &Layout, metric: Metric, scale: &ColorScale) -> Legend {
    let shown = |one: &&Measurement| layout.shows(one, &[]);
    let of_family = || run.measurements.iter().filter(shown);
    let printed = |end: f64| {
        // The value as the source printed it, where an end is one of the values.
        of_family()
            .find(|one| number(one, metric).is_some_and(|(_, value)| value == end))
            .and_then(|one| text::figure(one, text::best_key(one, metric)?))
            .map_or_else(|| display::number(metric, end), |figure| figure.number)
    };
    let occurs = |status: Status| of_family().any(|one| one.status == status);
    Legend {
        ends: scale
            .ends()
            .map(|(worst, best)| (printed(worst), printed(best))),
        unit: metric.unit().symbol(),
        steps: (0..=10).collect(),
        statuses: Status::ALL
            .into_iter()
            .filter(|&status| status != Status::Valid && occurs(status))
            .map(|status| StatusEntry {
                key: status.key(),
                glyph: display::status_glyph(status),
                word: display::status_word(status),
                meaning: display::status_meaning(status),
            })
            .collect(),
        caveat: of_family().any(|one| !one.caveats.is_empty()),
        explanations: run
            .status_explanations
            .iter()
            .map(|one| (one.source_status.clone(), one.text.clone()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::Axes;

    use super::*;

    fn decode(context: u64, status: Status, output: Option<f64>) -> Measurement {
        let axes = Axes {
            context_tokens: Some(context),
            concurrency: Some(1),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Decode, axes);
        one.status = status;
        one.metrics.output_tps = output;
        one
    }

    #[test]
    fn other_axes_are_a_slice_that_the_caption_names() {
        let deep = |context, input, output| {
            let mut one = decode(context, Status::Valid, Some(output));
            one.axes.input_tokens = Some(input);
            one
        };
        let run = Run {
            measurements: vec![
                deep(1024, 512, 5.0),
                deep(2048, 512, 4.0),
                deep(1024, 2048, 3.0),
            ],
            ..Run::default()
        };
        let card = card(&run, Family::Decode).unwrap();
        assert!(
            card.caption.ends_with(
                " Shown for 512 tokens in, one of 2 values; the table of all measurements has \
                 the others."
            ),
            "{}",
            card.caption
        );
        let cell = &card.rows[0].cells[0];
        assert_eq!((cell.index, &cell.shared), (Some(0), &None));
    }

    fn cells(measurements: Vec<Measurement>) -> Vec<Cell> {
        let run = Run {
            measurements,
            ..Run::default()
        };
        let card = card(&run, Family::Decode).unwrap();
        card.rows.into_iter().flat_map(|row| row.cells).collect()
    }

    #[test]
    fn a_cell_that_was_not_run_has_a_glyph_and_a_word_and_no_colour() {
        let cells = cells(vec![
            decode(1024, Status::Valid, Some(5.0)),
            decode(2048, Status::OverCapacity, None),
        ]);
        assert_eq!(cells[1].step, None);
        assert_eq!(cells[1].glyph, "∅");
        assert_eq!(cells[1].word.as_deref(), Some("over capacity"));
    }

    #[test]
    fn a_matrix_without_a_number_says_so() {
        let run = Run {
            measurements: vec![decode(1024, Status::OverCapacity, None)],
            ..Run::default()
        };
        let card = card(&run, Family::Decode).unwrap();
        assert_eq!(card.caption, NOTHING_MEASURED);
    }

    #[test]
    fn the_number_of_a_failed_cell_is_not_shown() {
        let cells = cells(vec![decode(1024, Status::Failed, Some(5.0))]);
        assert_eq!((cells[0].step, &cells[0].figure), (None, &None));
    }

    #[test]
    fn the_best_of_several_measurements_on_one_place_is_shown() {
        let cells = cells(vec![
            decode(1024, Status::Failed, None),
            decode(1024, Status::Valid, Some(5.0)),
            decode(1024, Status::Valid, Some(7.0)),
            decode(2048, Status::Valid, Some(70.0)),
        ]);
        assert_eq!(cells[0].index, Some(2));
        assert_eq!(cells[0].shared.as_deref(), Some("best of 3"));
        assert_eq!((cells[0].step, cells[1].step), (Some(1), Some(10)));
    }

    #[test]
    fn an_unknown_status_keeps_the_word_of_the_source() {
        let mut one = decode(1024, Status::Unknown, None);
        one.source_status = Some("Throttled".to_owned());
        assert_eq!(cells(vec![one])[0].word.as_deref(), Some("throttled"));
    }
}
