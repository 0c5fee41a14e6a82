//! Measurements with a few metrics side by side, as a table.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement, Metric, MetricKey, Status, Unit};

use super::spread::{self, Spread};
use super::text::{self, Figure};

/// A table with a row for each measurement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Points {
    /// What all rows have in common; empty for nothing.
    common: String,
    axes: Vec<&'static str>,
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Said where there are more than are listed.
    more: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Column {
    name: String,
    unit: &'static str,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    places: Vec<String>,
    cells: Vec<Option<Figure>>,
    status: &'static str,
    glyph: &'static str,
    /// The word for a status other than valid.
    word: Option<&'static str>,
}

/// Most rows. The table of all measurements has the rest.
pub(super) const MAX_ROWS: usize = 60;

/// A table of the metrics that at least one of the measurements has. `always` are axes
/// that are shown even where they do not vary.
pub(super) fn points(measurements: &[&Measurement], metrics: &[Metric], always: &[Axis]) -> Points {
    let spread = Spread::of(measurements);
    let axes: Vec<Axis> = Axis::ALL
        .into_iter()
        .filter(|axis| spread.varying.contains(axis) || always.contains(axis))
        .collect();
    let has = |metric: Metric| {
        measurements
            .iter()
            .any(|one| text::best_key(one, metric).is_some())
    };
    let metrics: Vec<Metric> = metrics
        .iter()
        .copied()
        .filter(|&metric| has(metric))
        .collect();
    let rows = measurements.iter().take(MAX_ROWS).map(|one| Row {
        places: axes.iter().map(|&axis| spread::label(one, axis)).collect(),
        cells: metrics.iter().map(|&metric| cell(one, metric)).collect(),
        status: one.status.key(),
        glyph: display::status_glyph(one.status),
        word: (one.status != Status::Valid).then(|| display::status_word(one.status)),
    });
    Points {
        common: spread.common(),
        axes: axes.iter().map(|&axis| display::axis_name(axis)).collect(),
        columns: metrics
            .iter()
            .map(|&metric| column(measurements, metric))
            .collect(),
        rows: rows.collect(),
        more: measurements
            .len()
            .checked_sub(MAX_ROWS)
            .filter(|&more| more > 0)
            .map(|more| {
                let more = text::counted(more, "more row");
                format!("{more} in the table of all measurements")
            }),
    }
}

/// What a failed measurement printed is not shown as a result.
fn cell(one: &Measurement, metric: Metric) -> Option<Figure> {
    let counts = matches!(metric, Metric::FailedRequests | Metric::CompletedRequests);
    if !counts && one.status == Status::Failed {
        return None;
    }
    let figure = text::figure(one, text::best_key(one, metric)?)?;
    Some(match is_in_head(metric) {
        true => Figure { unit: "", ..figure },
        false => figure,
    })
}

/// True for units that stand in the head of the column.
fn is_in_head(metric: Metric) -> bool {
    matches!(
        metric.unit(),
        Unit::TokensPerSecond | Unit::RequestsPerSecond
    )
}

fn column(measurements: &[&Measurement], metric: Metric) -> Column {
    let key: Option<MetricKey> = measurements
        .iter()
        .find_map(|one| text::best_key(one, metric));
    let name = display::metric_name(metric);
    Column {
        name: match key.and_then(|key| key.stat) {
            Some(stat) => format!("{name}, {}", display::stat_name(stat)),
            None => name.to_owned(),
        },
        unit: if is_in_head(metric) {
            metric.unit().symbol()
        } else {
            ""
        },
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Family};

    use super::*;

    fn batch(depth: u64, speed: f64) -> Measurement {
        let axes = Axes {
            context_tokens: Some(depth),
            input_tokens: Some(512),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Batch, axes);
        one.status = Status::Valid;
        one.metrics.prompt_tps = Some(speed);
        one.deviation.insert("prompt_tps".to_owned(), 1.5);
        one
    }

    #[test]
    fn what_varies_is_a_column_and_the_rest_is_said_once() {
        let (one, other) = (batch(0, 100.0), batch(4096, 90.0));
        let table = points(
            &[&one, &other],
            &[Metric::OutputTps, Metric::PromptTps],
            &[],
        );
        assert_eq!(table.common, "512 tokens in");
        assert_eq!(table.axes, ["Context"]);
        assert_eq!(table.columns.len(), 1);
        assert_eq!(table.rows[1].places, ["4K"]);
        let figure = table.rows[0].cells[0].as_ref().unwrap();
        assert_eq!(figure.number, "100.0");
        assert_eq!(figure.deviation.as_deref(), Some("± 1.5"));
    }

    #[test]
    fn the_number_of_a_failed_measurement_is_not_a_result() {
        let mut one = batch(0, 100.0);
        one.status = Status::Failed;
        one.metrics.failed_requests = Some(3);
        let metrics = [Metric::PromptTps, Metric::FailedRequests];
        let table = points(&[&one], &metrics, &[]);
        assert_eq!(table.rows[0].cells[0], None);
        assert!(table.rows[0].cells[1].is_some());
        assert_eq!(table.rows[0].word, Some("Failed"));
    }
}
