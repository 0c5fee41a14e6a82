//! The numbers of a grid.

use serde_json::Value;

use super::super::printed::{self, Printed};
use super::super::{Diagnostic, Level};
use crate::model::{Measurement, MetricKey};

/// A unit of the tool: as printed, and the factor to that of the metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unit(pub(super) &'static str, pub(super) f64);

/// Seconds of a metric in milliseconds.
pub(super) const SECONDS: Unit = Unit("s", 1e3);

/// What became of a cell that should be a metric.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    Set,
    /// Nothing was measured: `nan`, or a zero.
    Absent,
    /// No number, or one below zero; reported.
    Unexpected,
}

/// Sets a metric from a cell. What cannot be set is left for the caller to keep.
pub(super) fn set(
    measurement: &mut Measurement,
    key: MetricKey,
    unit: Unit,
    (name, line): (&str, usize),
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Outcome {
    match number(text) {
        Some(printed) if printed.value > 0.0 => {
            let shown = format!("{text} {}", unit.0);
            printed::set(measurement, key, &printed.scaled(unit.1, shown.trim_end()));
            Outcome::Set
        }
        Some(_) => Outcome::Absent,
        None if matches!(text, "nan" | "NaN" | "None" | "N/A" | "") => Outcome::Absent,
        None => {
            let message = format!(
                "{name}: expected a number that is not negative, found {text:?}; kept as printed"
            );
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unexpected_type", message).at_line(line, 1, 1),
            );
            Outcome::Unexpected
        }
    }
}

/// A printed number; small ones may be in scientific notation.
pub(super) fn number(text: &str) -> Option<Printed> {
    if let Some((mantissa, exponent)) = text.split_once('e') {
        let step = 10f64.powi(exponent.parse().ok().filter(|e: &i32| e.abs() < 30)?);
        return Some(printed::number(mantissa)?.scaled(step, text));
    }
    printed::number(text)
}

/// A cell as JSON: a number where it is one.
pub(super) fn json(text: &str) -> Value {
    match number(text) {
        Some(printed) if printed.value.fract() == 0.0 && !text.contains('.') => {
            Value::from(printed.value as i64)
        }
        Some(printed) => printed.value.into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_number_keeps_its_precision() {
        let printed = number("1.5e-05").unwrap();
        assert_eq!(printed.value, 0.000015);
        assert_eq!(printed.half_step, 0.0000005);
        assert_eq!(number("-1"), None);
        assert_eq!(json("100"), 100);
        assert_eq!(json("-1"), "-1");
    }
}
