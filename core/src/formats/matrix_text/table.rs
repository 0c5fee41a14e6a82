//! Rows of the long table as measurements. This table is the authority.

use super::figures::{remember_label, set_printed, set_status, total_rate};
use super::findings::Findings;
use super::grid::{Cell, Grid, Row, Style};
use super::layout::{NONE, PREFILL, SUSTAINED_DECODE};
use crate::formats::printed;
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Stat, Status};

/// Formula of a total speed computed from a row's own columns.
const FROM_TOKENS: &str = "output_tokens / duration_s";

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Phase,
    Context,
    Requests,
    Status,
    TotalRate,
    PerRequestRate,
    Ttft,
    BetweenTokens,
    Active,
    Completed,
    OutputTokens,
    Duration,
    Other,
}

impl Column {
    fn of_header(name: &str) -> Self {
        match name {
            "Phase" => Self::Phase,
            "Context" => Self::Context,
            "Requests at once" => Self::Requests,
            "Status" => Self::Status,
            "Total tok/s" => Self::TotalRate,
            "Per request tok/s" => Self::PerRequestRate,
            "TTFT" => Self::Ttft,
            "Time between tokens" => Self::BetweenTokens,
            "Average active requests" => Self::Active,
            "Completed requests" => Self::Completed,
            "Output tokens" => Self::OutputTokens,
            "Measured for" => Self::Duration,
            _ => Self::Other,
        }
    }
}

/// Reads every row. A row that cannot be placed is a finding and is kept by the
/// caller; the answer holds its text.
pub(super) fn read(
    grid: &Grid,
    stat: Stat,
    findings: &mut Findings,
) -> (Vec<Measurement>, Vec<String>) {
    let columns: Vec<Column> = grid
        .header
        .cells
        .iter()
        .map(|cell| Column::of_header(&cell.text))
        .collect();
    let mut measurements = Vec::new();
    let mut unplaced = Vec::new();
    for row in &grid.rows {
        match read_row(row, &columns, grid, stat, findings) {
            Some(measurement) => measurements.push(measurement),
            None => unplaced.push(row.line.text.clone()),
        }
    }
    (measurements, unplaced)
}

fn read_row(
    row: &Row,
    columns: &[Column],
    grid: &Grid,
    stat: Stat,
    findings: &mut Findings,
) -> Option<Measurement> {
    if row.cells.len() != columns.len() || is_cut(row, columns) {
        report_shape(row, columns.len(), findings);
        return None;
    }
    let text_of = |wanted: Column| {
        let at = columns.iter().position(|&column| column == wanted)?;
        Some(row.cells[at].text.as_str())
    };
    let phase = text_of(Column::Phase).unwrap_or_default();
    let context = text_of(Column::Context).unwrap_or_default();
    let requests = text_of(Column::Requests).unwrap_or_default();
    let (Some(family), Some(tokens), Some(concurrency)) = (
        family_of_phase(phase),
        printed::context_tokens(context),
        printed::whole(requests),
    ) else {
        findings.warn(&row.line, "unplaced_row", format!(
            "the row cannot be placed: phase {phase:?}, context {context:?}, requests at once {requests:?}; \
             expected a phase {PREFILL:?} or {SUSTAINED_DECODE:?}, a context such as \"8K\" and a whole number"
        ));
        return None;
    };
    let mut measurement = Measurement::new(
        family,
        Axes {
            context_tokens: Some(tokens),
            concurrency: Some(concurrency),
            ..Axes::default()
        },
    );
    remember_label(&mut measurement, context, tokens);
    let word = text_of(Column::Status).unwrap_or_default();
    set_status(&mut measurement, word);
    if measurement.status == Status::Unknown {
        findings.note(
            &row.line,
            "unknown_status",
            format!("the status {word:?} is not known and is kept as it is"),
        );
    }
    for (at, &column) in columns.iter().enumerate() {
        let cell = &row.cells[at];
        if cell.text == NONE || cell.text.is_empty() {
            continue;
        }
        if let Err(expected) = set_value(&mut measurement, column, &cell.text, stat) {
            let name = &grid.header.cells[at].text;
            report_value(row, cell, name, expected, findings);
            measurement
                .extra
                .insert(name.clone(), cell.text.clone().into());
        } else if column == Column::Other {
            let name = grid.header.cells[at].text.clone();
            measurement.extra.insert(name, cell.text.clone().into());
        }
    }
    estimate_rate(&mut measurement, row, findings);
    Some(measurement)
}

/// A pipe row ends in a pipe. A row of tabs that ends the input is whole where
/// its last cell has a unit or is a dash; a bare number may have lost digits.
fn is_cut(row: &Row, columns: &[Column]) -> bool {
    if row.closed {
        return false;
    }
    let last = row.cells.last().map_or("", |cell| cell.text.as_str());
    let has_unit = columns.last() == Some(&Column::Duration) && printed::seconds(last).is_some();
    row.style == Style::Pipe || !(has_unit || last == NONE)
}

fn family_of_phase(phase: &str) -> Option<Family> {
    match phase {
        PREFILL => Some(Family::Prefill),
        SUSTAINED_DECODE => Some(Family::Decode),
        _ => None,
    }
}

/// Sets the value of a column; the error says what was expected.
fn set_value(
    measurement: &mut Measurement,
    column: Column,
    text: &str,
    stat: Stat,
) -> Result<(), &'static str> {
    let count = |text: &str| printed::whole(text).map(|count| count as f64);
    let (key, printed) = match column {
        Column::Phase | Column::Context | Column::Requests | Column::Status | Column::Other => {
            return Ok(());
        }
        Column::Completed | Column::OutputTokens => {
            let metric = match column {
                Column::Completed => Metric::CompletedRequests,
                _ => Metric::OutputTokens,
            };
            let value = count(text).ok_or("a whole number such as \"13,659\"")?;
            measurement.metrics.set(MetricKey::single(metric), value);
            return Ok(());
        }
        Column::TotalRate => (total_rate(measurement.family), printed::rate(text)),
        Column::PerRequestRate => (
            MetricKey::stat(Metric::PerRequestOutputTps, stat),
            printed::rate(text),
        ),
        Column::Ttft => (MetricKey::stat(Metric::TtftMs, stat), printed::millis(text)),
        Column::BetweenTokens => (MetricKey::stat(Metric::ItlMs, stat), printed::millis(text)),
        Column::Active => (
            MetricKey::single(Metric::ActiveRequests),
            printed::number(text),
        ),
        Column::Duration => (MetricKey::single(Metric::DurationS), printed::seconds(text)),
    };
    let printed = printed.ok_or(match column {
        Column::Ttft | Column::BetweenTokens => "a time such as \"732 ms\"",
        Column::Duration => "a time such as \"30.0 s\"",
        Column::Active => "a number such as \"15.9\"",
        _ => "a rate such as \"455.3\" or \"15.2K\"",
    })?;
    set_printed(measurement, key, &printed);
    Ok(())
}

/// Replaces a coarsely printed total speed by the one the row's own tokens and
/// seconds give, where that is known more narrowly: `15.2K` with 455,580 tokens
/// in 30.0 s is 15,186 ± 25.
fn estimate_rate(measurement: &mut Measurement, row: &Row, findings: &mut Findings) {
    let key = total_rate(measurement.family);
    let metrics = &measurement.metrics;
    let (Some(tokens), Some(seconds)) = (metrics.output_tokens, metrics.duration_s) else {
        return;
    };
    let duration = measurement.precision_of(MetricKey::single(Metric::DurationS));
    let (Some(shortest), Some(longest)) = (
        duration
            .and_then(|known| known.low)
            .filter(|&low| low > 0.0),
        duration.and_then(|known| known.high),
    ) else {
        return;
    };
    let Some(printed) = measurement.precision.get_mut(&key.to_string()) else {
        return;
    };
    let (Some(low), Some(high)) = (printed.low, printed.high) else {
        return;
    };
    let tokens = tokens as f64;
    // One token more or less is a matter of where the window ends.
    let (derived_low, derived_high) = ((tokens - 1.0) / longest, (tokens + 1.0) / shortest);
    if derived_high < low || derived_low > high {
        findings.warn(&row.line, "rate_differs", format!(
            "the total speed is printed as {:?}, but {tokens} tokens in {seconds} s are {:.1} tok/s",
            printed.text.as_deref().unwrap_or_default(),
            tokens / seconds,
        ));
    } else if derived_high - derived_low < high - low {
        printed.from = Some(FROM_TOKENS.to_owned());
        // One decimal, like the page's own finer numbers.
        measurement
            .metrics
            .set(key, (tokens / seconds * 10.0).round() / 10.0);
    }
}

fn report_shape(row: &Row, columns: usize, findings: &mut Findings) {
    if row.closed {
        findings.warn(
            &row.line,
            "malformed_row",
            format!(
                "the row has {} cells, the table has {columns} columns; it is not used",
                row.cells.len()
            ),
        );
    } else {
        findings.cut(&row.line, "the row is cut off and is not used");
    }
}

fn report_value(row: &Row, cell: &Cell, name: &str, expected: &str, findings: &mut Findings) {
    let message = format!(
        "{name} is {:?}, expected {expected}; it is kept as text",
        cell.text
    );
    findings.push(
        Diagnostic::new(Level::Warning, "unreadable_value", message).at_line(
            row.line.number,
            cell.column,
            cell.text.chars().count(),
        ),
    );
}
