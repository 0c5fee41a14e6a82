//! All measurements, one row each.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement, MetricKey, Run, Status, Unit};
use speedsheet_core::query::metrics_present;

use super::text;

/// The table of all measurements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Table {
    count: String,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Column {
    /// What the column holds: `family`, an axis, `status` or a metric key.
    key: String,
    name: String,
    /// The unit, where the cells go without.
    unit: &'static str,
    /// True for columns of words.
    is_text: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    index: usize,
    status: Status,
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Cell {
    text: String,
    unit: &'static str,
    deviation: Option<String>,
    /// What is known beyond the printed text.
    title: Option<String>,
    /// Stands before the text, for the eye only.
    glyph: &'static str,
    is_text: bool,
    is_missing: bool,
}

/// The table; `None` where there is no measurement.
pub(super) fn table(run: &Run) -> Option<Table> {
    let measurements = &run.measurements;
    if measurements.is_empty() {
        return None;
    }
    let axes: Vec<Axis> = Axis::ALL
        .into_iter()
        .filter(|axis| measurements.iter().any(|one| axis.of(&one.axes).is_some()))
        .collect();
    let metrics = metrics_present(measurements);
    let rows = measurements.iter().enumerate().map(|(index, one)| Row {
        index,
        status: one.status,
        cells: cells(one, &axes, &metrics),
    });
    Some(Table {
        count: text::counted(measurements.len(), "row"),
        columns: columns(&axes, &metrics),
        rows: rows.collect(),
    })
}

fn columns(axes: &[Axis], metrics: &[MetricKey]) -> Vec<Column> {
    let word = |key: &str, name: &str| Column {
        key: key.to_owned(),
        name: name.to_owned(),
        unit: "",
        is_text: true,
    };
    let mut columns = vec![word("family", "Phase")];
    columns.extend(axes.iter().map(|&axis| Column {
        key: axis.key().to_owned(),
        name: display::axis_name(axis).to_owned(),
        unit: if axis == Axis::RequestRate {
            "req/s"
        } else {
            ""
        },
        is_text: false,
    }));
    columns.push(word("status", "Status"));
    columns.extend(metrics.iter().map(|&key| Column {
        key: key.to_string(),
        name: match key.stat {
            Some(stat) => {
                format!(
                    "{}, {}",
                    display::metric_name(key.metric),
                    display::stat_name(stat)
                )
            }
            None => display::metric_name(key.metric).to_owned(),
        },
        unit: if is_in_head(key) {
            key.metric.unit().symbol()
        } else {
            ""
        },
        is_text: false,
    }));
    columns
}

/// True for units that stand in the head of a column rather than in each cell: long
/// ones, and those that sources leave out of the cell too.
fn is_in_head(key: MetricKey) -> bool {
    matches!(
        key.metric.unit(),
        Unit::TokensPerSecond | Unit::RequestsPerSecond
    )
}

fn cells(one: &Measurement, axes: &[Axis], metrics: &[MetricKey]) -> Vec<Cell> {
    let plain = |text: String, is_text| Cell {
        is_missing: text == display::MISSING,
        text,
        unit: "",
        deviation: None,
        title: None,
        glyph: "",
        is_text,
    };
    let mut cells = vec![plain(display::family_name(one.family).to_owned(), true)];
    cells.extend(axes.iter().map(|&axis| {
        let value = axis.of(&one.axes);
        let text = value.map(|value| display::axis_label(axis, value));
        plain(text.unwrap_or_else(|| display::MISSING.to_owned()), false)
    }));
    cells.push(Cell {
        glyph: display::status_glyph(one.status),
        ..plain(status(one), true)
    });
    cells.extend(metrics.iter().map(|&key| match text::figure(one, key) {
        Some(figure) => Cell {
            text: figure.number,
            unit: if is_in_head(key) { "" } else { figure.unit },
            deviation: figure.deviation,
            title: precision(one, key),
            glyph: "",
            is_text: false,
            is_missing: false,
        },
        None => plain(display::MISSING.to_owned(), false),
    }));
    cells
}

/// Our word; the source's own behind it where it differs.
fn status(one: &Measurement) -> String {
    let ours = display::status_word(one.status);
    match &one.source_status {
        Some(theirs) if !is_same_word(theirs, one.status) => format!("{ours} ({theirs})"),
        _ => ours.to_owned(),
    }
}

fn is_same_word(theirs: &str, ours: Status) -> bool {
    theirs.eq_ignore_ascii_case(display::status_word(ours))
        || theirs.eq_ignore_ascii_case(ours.key())
}

/// `printed 15.2K stands for 15,150 to 15,250; best estimate 15,186 from output_tokens /
/// duration_s`.
fn precision(one: &Measurement, key: MetricKey) -> Option<String> {
    let known = one.precision_of(key)?;
    let from = known.from.as_deref()?;
    let (printed, value) = (known.text.as_deref()?, one.value(key)?);
    let exact = |value: f64| display::trimmed(value, 1);
    let range = match (known.low, known.high) {
        (Some(low), Some(high)) => format!(" stands for {} to {}", exact(low), exact(high)),
        _ => String::new(),
    };
    Some(format!(
        "printed {printed}{range}; best estimate {} from {from}",
        exact(value)
    ))
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Family, Metric, Precision};

    use super::*;

    fn decode(status: Status, word: &str) -> Measurement {
        let mut one = Measurement::new(Family::Decode, Axes::default());
        one.status = status;
        one.source_status = Some(word.to_owned());
        one
    }

    #[test]
    fn a_status_names_the_word_of_the_source_where_it_differs() {
        assert_eq!(status(&decode(Status::Valid, "Valid")), "Valid");
        assert_eq!(
            status(&decode(Status::OverCapacity, "over_capacity")),
            "Over capacity"
        );
        assert_eq!(
            status(&decode(Status::Unknown, "Throttled")),
            "Unknown (Throttled)"
        );
    }

    #[test]
    fn a_missing_value_is_a_dash() {
        let mut one = decode(Status::Valid, "Valid");
        one.metrics.power_w = Some(300.0);
        let run = Run {
            measurements: vec![one, decode(Status::Failed, "failed")],
            ..Run::default()
        };
        let table = table(&run).unwrap();
        let last = |row: usize| table.rows[row].cells.last().unwrap().clone();
        assert_eq!((last(0).text.as_str(), last(0).unit), ("300.0", "W"));
        assert_eq!((last(1).text.as_str(), last(1).is_missing), ("—", true));
    }

    #[test]
    fn a_derived_estimate_is_explained() {
        let mut one = decode(Status::Valid, "Valid");
        one.metrics.output_tps = Some(15_186.0);
        one.precision.insert(
            "output_tps".to_owned(),
            Precision {
                text: Some("15.2K".to_owned()),
                low: Some(15_150.0),
                high: Some(15_250.0),
                from: Some("output_tokens / duration_s".to_owned()),
            },
        );
        assert_eq!(
            precision(&one, MetricKey::single(Metric::OutputTps)).unwrap(),
            "printed 15.2K stands for 15,150 to 15,250; best estimate 15,186 from output_tokens / duration_s"
        );
    }
}
