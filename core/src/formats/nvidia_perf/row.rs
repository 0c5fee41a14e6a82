//! A row of a printed table or of a CSV: a name with its unit, and statistics.

use serde_json::Value;

use super::quantity::{STATS, quantity, split_label};
use super::{NO_RESULT, settle};
use crate::formats::printed::{self, Printed};
use crate::formats::{Diagnostic, Level};
use crate::model::{Extra, Measurement, Metric, MetricKey, Status};

/// What a cell holds where there is no value.
const ABSENT: [&str; 5] = ["", "-", "–", "N/A", "nan"];

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row<'a> {
    /// The name with its unit, as printed.
    pub(super) label: &'a str,
    /// Number of its line.
    pub(super) line: usize,
    /// The word of a statistic such as `p99`, and the printed number. A single number stands
    /// under `avg` or `Value`.
    pub(super) cells: Vec<(&'a str, &'a str)>,
}

impl Row<'_> {
    /// True for the row that says that no request was completed.
    fn says_none_completed(&self) -> bool {
        let (name, _) = split_label(self.label);
        quantity(&name).is_some_and(|found| found.metric == Metric::CompletedRequests)
            && self.cells.first().is_some_and(|(_, cell)| is_zero(cell))
    }

    /// Puts the values where they belong; those without a place stay under the printed name, and
    /// so do all figures where nothing was measured.
    fn apply(&self, one: &mut Measurement, is_measured: bool, diagnostics: &mut Vec<Diagnostic>) {
        let (name, label) = split_label(self.label);
        let found = quantity(&name);
        let unit = found.and_then(|quantity| quantity.unit(label));
        if found.is_some() && unit.is_none() {
            let message = match label {
                Some(label) => format!("unknown unit {label:?} of {name}; kept as it is, not used"),
                None => format!("{name} has no unit; kept as it is, not used"),
            };
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unknown_unit", message).at_line(
                    self.line,
                    1,
                    self.label.chars().count(),
                ),
            );
        }
        let mut left = Extra::new();
        let is_void = found.is_some_and(|quantity| {
            (quantity.is_figure() && !is_measured)
                || (quantity.is_never_zero()
                    && self.cells.first().is_some_and(|(_, cell)| is_zero(cell)))
        });
        for (word, cell) in &self.cells {
            if ABSENT.contains(cell) {
                continue;
            }
            let key = found
                .filter(|_| !is_void)
                .and_then(|quantity| key(quantity.metric, word));
            let number = printed::number(cell);
            match (key, unit, number) {
                (Some(key), Some(unit), Some(number)) if set(one, key, unit, &number, label) => {}
                (_, _, number) => {
                    left.insert((*word).to_owned(), self.plain(number, cell, diagnostics));
                }
            }
        }
        if !left.is_empty() {
            let place = one
                .extra
                .entry(self.label.trim())
                .or_insert_with(|| Extra::new().into());
            if let Some(place) = place.as_object_mut() {
                place.extend(left);
            }
        }
    }

    /// A value without a place in the model: a number, perhaps a negative one, or a text.
    fn plain(
        &self,
        number: Option<Printed>,
        cell: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Value {
        if let Some(number) = number {
            return number.value.into();
        }
        if let Some(negative) = cell.strip_prefix('-').and_then(printed::number) {
            return (-negative.value).into();
        }
        let message = format!(
            "expected a number for {:?}, found {cell:?}; kept as it is, not used",
            self.label
        );
        diagnostics.push(
            Diagnostic::new(Level::Warning, "unexpected_type", message).at_line(self.line, 1, 1),
        );
        cell.into()
    }
}

/// Puts the values of all rows of a result where they belong, and sets its status.
pub(super) fn apply_all(rows: &[Row], one: &mut Measurement, diagnostics: &mut Vec<Diagnostic>) {
    let is_measured = !rows.iter().any(Row::says_none_completed);
    for row in rows {
        row.apply(one, is_measured, diagnostics);
    }
    settle(one);
    if let Some(first) = rows.first().filter(|_| one.status == Status::Failed) {
        let finding = Diagnostic::new(Level::Warning, "no_result", NO_RESULT);
        diagnostics.push(finding.at_line(first.line, 1, 1));
    }
}

fn is_zero(cell: &str) -> bool {
    printed::number(cell).is_some_and(|number| number.value == 0.0)
}

/// The key of a statistic, or of the number itself.
fn key(metric: Metric, word: &str) -> Option<MetricKey> {
    if !metric.is_distribution() {
        return matches!(word, "avg" | "Value").then(|| MetricKey::single(metric));
    }
    STATS
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(stat, _)| MetricKey::stat(metric, *stat))
}

/// Sets a value with the range it stands for; `false` where the metric does not take it.
fn set(
    one: &mut Measurement,
    key: MetricKey,
    unit: fn(f64) -> f64,
    number: &Printed,
    label: Option<&str>,
) -> bool {
    let text = match label {
        Some(label) => format!("{} {label}", number.text),
        None => number.text.clone(),
    };
    let converted = Printed {
        text,
        value: unit(number.value),
        half_step: unit(number.half_step),
    };
    one.metrics.set(key, converted.value);
    if one.metrics.get(key) != Some(converted.value) {
        return false;
    }
    // A count is exact, however it is printed.
    let is_count = key.stat.is_none() && number.value.fract() == 0.0 && label_is_count(label);
    if number.text.contains('.') && !is_count {
        one.precision.insert(key.to_string(), converted.precision());
    }
    true
}

fn label_is_count(label: Option<&str>) -> bool {
    matches!(label, None | Some("requests" | "count" | "tokens"))
}
