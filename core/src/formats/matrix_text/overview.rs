//! The matrix and the prefill cards: checked against the long table, and read in
//! its place where it has no row.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::{overview_text, remember_label, set_printed, set_status, total_rate};
use super::findings::Findings;
use super::glue::{RateStyle, Reading, readings};
use super::grid::{Cell, Grid, Row};
use super::layout::{CARD_KEY, CELL_KEY};
use super::lines::Line;
use super::page::Page;
use crate::formats::{Diagnostic, Level, printed};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Stat, Status};

/// A place of the overview that prints a rate and a TTFT.
struct Spot<'a> {
    line: &'a Line,
    column: usize,
    text: &'a str,
    label: &'a str,
    family: Family,
    axes: Axes,
    /// True where the text may have been cut.
    open: bool,
}

/// Checks every card and cell against the table's measurements, and adds those
/// the table lacks.
pub(super) fn merge(
    page: &Page,
    stat: Stat,
    measurements: &mut Vec<Measurement>,
    findings: &mut Findings,
) {
    let from_table = measurements.len();
    report_missing_cells(page, measurements, findings);
    let mut places = BTreeMap::new();
    for (index, one) in measurements.iter().enumerate() {
        places.entry(place(one.family, &one.axes)).or_insert(index);
    }
    let mut merge = Merge {
        places,
        words: &page.words,
        stat,
        measurements,
        findings,
    };
    for line in &page.cards {
        for (label, text, column) in split_cards(&line.text) {
            merge.card(line, label, text, column);
        }
    }
    if let Some(grid) = &page.heatmap {
        merge.heatmap(grid);
    }
    let added = measurements.len() - from_table;
    if added > 0 && page.table.is_some() {
        findings.partial = true;
        findings.push(Diagnostic::new(Level::Warning, "rows_missing", format!(
            "{added} cards or cells have no row in the table of all measurements; their values are those printed there"
        )));
    }
    // Cards come before cells, like prefill before decode in the table.
    measurements.sort_by_key(|one| one.family);
}

/// Family, context and number of requests: what a card or cell stands for.
type Place = (Family, Option<u64>, Option<u64>);

fn place(family: Family, axes: &Axes) -> Place {
    (family, axes.context_tokens, axes.concurrency)
}

struct Merge<'a> {
    /// The first measurement of each place.
    places: BTreeMap<Place, usize>,
    words: &'a [String],
    stat: Stat,
    measurements: &'a mut Vec<Measurement>,
    findings: &'a mut Findings,
}

/// `8K context74.6K110 ms TTFT`, once or several times: label, values, column.
fn split_cards(text: &str) -> Vec<(&str, &str, usize)> {
    let mut cards = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = text[start..]
            .find("TTFT")
            .map_or(text.len(), |at| start + at + "TTFT".len());
        let (label, values) = text[start..end]
            .split_once(" context")
            .unwrap_or((&text[start..end], ""));
        let label = label.trim();
        cards.push((label, values.trim(), text[..start].chars().count()));
        start = end + (text[end..].len() - text[end..].trim_start().len());
    }
    cards
}

impl Merge<'_> {
    fn card(&mut self, line: &Line, label: &str, text: &str, column: usize) {
        let Some(tokens) = printed::context_tokens(label) else {
            self.findings.warn(
                line,
                "unread_line",
                format!("the card {label:?} has no context such as \"8K\""),
            );
            return;
        };
        let spot = Spot {
            line,
            column: line.column + column,
            text,
            label,
            family: Family::Prefill,
            axes: Axes {
                context_tokens: Some(tokens),
                ..Axes::default()
            },
            open: line.unterminated,
        };
        self.spot(&spot);
    }

    fn heatmap(&mut self, grid: &Grid) {
        for row in &grid.rows {
            let [label, cells @ ..] = row.cells.as_slice() else {
                continue;
            };
            let Some(tokens) = printed::context_tokens(&label.text) else {
                self.findings.warn(
                    &row.line,
                    "unplaced_row",
                    format!(
                        "the row of the matrix begins with {:?}, expected a context such as \"8K\"",
                        label.text
                    ),
                );
                continue;
            };
            report_shape(row, grid, self.findings);
            let open_cell = (!row.closed).then(|| cells.len().checked_sub(1)).flatten();
            for (at, (cell, head)) in cells.iter().zip(&grid.header.cells[1..]).enumerate() {
                let spot = Spot {
                    line: &row.line,
                    column: cell.column,
                    text: &cell.text,
                    label: &label.text,
                    family: Family::Decode,
                    axes: Axes {
                        context_tokens: Some(tokens),
                        concurrency: printed::whole(&head.text),
                        ..Axes::default()
                    },
                    open: open_cell == Some(at),
                };
                self.spot(&spot);
            }
        }
    }

    fn spot(&mut self, spot: &Spot) {
        // A text that ends in TTFT is whole; any other may continue behind the cut.
        if spot.open && !spot.text.ends_with("TTFT") {
            self.findings
                .cut(spot.line, "the last value may be cut off and is not used");
            self.findings.unread.push(spot.text.to_owned());
            return;
        }
        let style = match spot.family {
            Family::Prefill => RateStyle::UpToOneDecimal,
            _ => RateStyle::OneDecimal,
        };
        let ways = readings(spot.text, style, self.words);
        let Some(index) = self.index_of(spot) else {
            if let Some(added) = self.measurement_of(spot, &ways) {
                let at = place(spot.family, &spot.axes);
                self.places.entry(at).or_insert(self.measurements.len());
                self.measurements.push(added);
            }
            return;
        };
        let known = &mut self.measurements[index];
        if !ways.iter().any(|way| agrees(way, known, self.stat)) {
            let of_table = overview_text(known);
            report(
                spot,
                self.findings,
                "overview_differs",
                format!(
                    "{:?} here, {of_table:?} in the table of all measurements; the table is used",
                    spot.text
                ),
            );
        }
        keep_text(known, spot);
    }

    /// Position of the measurement of a spot. A card does not say how many requests
    /// it is of, so any number of them will do.
    fn index_of(&self, spot: &Spot) -> Option<usize> {
        let (family, context, requests) = place(spot.family, &spot.axes);
        let last = requests.or(Some(u64::MAX));
        let mut range = self
            .places
            .range((family, context, requests)..=(family, context, last));
        range.next().map(|(_, &index)| index)
    }

    /// A measurement of what a card or cell says; nothing for an empty one.
    fn measurement_of(&mut self, spot: &Spot, ways: &[Reading]) -> Option<Measurement> {
        let mut measurement = Measurement::new(spot.family, spot.axes);
        remember_label(&mut measurement, spot.label, spot.axes.context_tokens?);
        match ways {
            [way] => {
                if way.rate.is_none() && way.status.is_none() {
                    return None;
                }
                match &way.status {
                    Some(word) => set_status(&mut measurement, word),
                    None => measurement.status = Status::Valid,
                }
                if let Some(rate) = &way.rate {
                    set_printed(&mut measurement, total_rate(spot.family), rate);
                }
                if let Some(ttft) = &way.ttft {
                    set_printed(
                        &mut measurement,
                        MetricKey::stat(Metric::TtftMs, self.stat),
                        ttft,
                    );
                }
            }
            [] => report(
                spot,
                self.findings,
                "unreadable_value",
                format!(
                    "{:?} is not a rate, a status or a rate with a TTFT; it is kept as text",
                    spot.text
                ),
            ),
            [first, .., last] => report(
                spot,
                self.findings,
                "ambiguous_value",
                format!(
                    "{:?} can be read in {} ways, from {} and {} to {} and {}; it is kept as text",
                    spot.text,
                    ways.len(),
                    part(first.rate.as_ref()),
                    part(first.ttft.as_ref()),
                    part(last.rate.as_ref()),
                    part(last.ttft.as_ref()),
                ),
            ),
        }
        keep_text(&mut measurement, spot);
        Some(measurement)
    }
}

fn report_shape(row: &Row, grid: &Grid, findings: &mut Findings) {
    let (have, want) = (row.cells.len(), grid.header.cells.len());
    if !row.closed && have < want {
        findings.cut(&row.line, "the row of the matrix is cut off");
    } else if have != want {
        findings.warn(
            &row.line,
            "malformed_row",
            format!("the row of the matrix has {have} cells, its head has {want}"),
        );
        for Cell { text, .. } in row.cells.iter().skip(want) {
            findings.unread.push(text.clone());
        }
    }
}

fn part(printed: Option<&printed::Printed>) -> &str {
    printed.map_or("nothing", |printed| &printed.text)
}

/// True where a reading says what the table says: same word, and numbers that
/// round to the same text.
fn agrees(way: &Reading, known: &Measurement, stat: Stat) -> bool {
    let number = |printed: Option<&printed::Printed>, key: MetricKey| match printed {
        None => known.value(key).is_none() || known.status == Status::OverCapacity,
        Some(printed) => known.precision_of(key).is_some_and(|of_table| {
            let here = printed.precision();
            of_table.low < here.high && here.low < of_table.high
        }),
    };
    let word = match (&way.status, known.source_status.as_deref()) {
        (Some(word), of_table) => of_table == Some(word.as_str()),
        (None, _) => known.status == Status::Valid || way.rate.is_none(),
    };
    word && number(way.rate.as_ref(), total_rate(known.family))
        && number(way.ttft.as_ref(), MetricKey::stat(Metric::TtftMs, stat))
}

/// Keeps a text that the measurement itself would not print.
fn keep_text(measurement: &mut Measurement, spot: &Spot) {
    if overview_text(measurement) != spot.text {
        let key = match spot.family {
            Family::Prefill => CARD_KEY,
            _ => CELL_KEY,
        };
        measurement.extra.insert(key.to_owned(), spot.text.into());
    }
}

fn report(spot: &Spot, findings: &mut Findings, code: &'static str, message: String) {
    findings.push(Diagnostic::new(Level::Warning, code, message).at_line(
        spot.line.number,
        spot.column,
        spot.text.chars().count(),
    ));
}

/// Rows of the table that an existing matrix or list of cards does not show.
fn report_missing_cells(page: &Page, rows: &[Measurement], findings: &mut Findings) {
    let cards: Option<BTreeSet<_>> = (!page.cards.is_empty()).then(|| {
        let lines = page.cards.iter().flat_map(|line| split_cards(&line.text));
        lines
            .map(|(label, ..)| printed::context_tokens(label))
            .collect()
    });
    let matrix = page.heatmap.as_ref().map(|grid| {
        let labels = grid.rows.iter().filter_map(|row| row.cells.first());
        let contexts: BTreeSet<_> = labels
            .map(|cell| printed::context_tokens(&cell.text))
            .collect();
        let heads = grid.header.cells.iter().skip(1);
        let levels: BTreeSet<_> = heads.map(|cell| printed::whole(&cell.text)).collect();
        (contexts, levels)
    });
    let is_shown = |one: &Measurement| match one.family {
        Family::Prefill => cards
            .as_ref()
            .is_none_or(|contexts| contexts.contains(&one.axes.context_tokens)),
        _ => matrix.as_ref().is_none_or(|(contexts, levels)| {
            contexts.contains(&one.axes.context_tokens) && levels.contains(&one.axes.concurrency)
        }),
    };
    let missing = rows.iter().filter(|one| !is_shown(one)).count();
    if missing > 0 {
        findings.push(Diagnostic::new(
            Level::Note,
            "cells_missing",
            format!(
                "{missing} rows of the table of all measurements have no card or cell above it"
            ),
        ));
    }
}
