//! The `prefill` section: one entry per prompt length, keyed by the length.

use serde_json::Value;

use super::fields::Fields;
use super::shape;
use crate::formats::reading::ms_from_s;
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Distribution, Extra, Family, Measurement, Status};

/// The measurements of a prefill section, by ascending length, and the entries
/// that could not be read.
pub(super) fn read_all(
    section: Extra,
    path: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Measurement>, Extra) {
    let mut measurements = Vec::new();
    let mut unread = Extra::new();
    for (key, entry) in section {
        let path = shape::join(path, &key);
        match (key.trim().parse(), entry) {
            (Ok(context), Value::Object(entry)) => {
                shape::check(&entry, &path, shape::of_prefill, diagnostics);
                if !entry.contains_key("tok_per_sec") {
                    let message = "the entry has no field tok_per_sec";
                    diagnostics.push(
                        Diagnostic::new(Level::Warning, "missing_field", message).at_path(&path),
                    );
                }
                measurements.push(read(context, entry));
            }
            (Ok(_), other) => {
                diagnostics.push(shape::unexpected(&path, &other, "an object"));
                unread.insert(key, other);
            }
            (Err(_), other) => {
                let message =
                    format!("expected a prompt length in tokens as the key, found {key:?}");
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "unexpected_key", message).at_path(&path),
                );
                unread.insert(key, other);
            }
        }
    }
    measurements.sort_by_key(|measurement| measurement.axes.context_tokens);
    (measurements, unread)
}

fn read(context: u64, entry: Extra) -> Measurement {
    let axes = Axes {
        context_tokens: Some(context),
        concurrency: Some(1),
        ..Axes::default()
    };
    let mut measurement = Measurement::new(Family::Prefill, axes);
    let mut entry = Fields::new(entry);
    measurement.status = match entry.get("tok_per_sec") {
        Some(Value::Number(_)) if entry.number("tok_per_sec").is_some_and(|tps| tps > 0.0) => {
            Status::Valid
        }
        Some(Value::Number(_) | Value::Null) => Status::Failed,
        _ => Status::Unknown,
    };
    if measurement.status != Status::Failed {
        let metrics = &mut measurement.metrics;
        metrics.prompt_tps = entry.take_positive("tok_per_sec");
        // The tool reports the middle one of its samples.
        metrics.ttft_ms = entry
            .take_positive("ttft_seconds")
            .map(|seconds| Distribution::of_median(ms_from_s(seconds)));
        metrics.input_tokens = entry.take_positive_count("prompt_tokens");
    }
    measurement.extra = entry.into_extra();
    measurement
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_section(section: Value) -> (Vec<Measurement>, Extra, Vec<Diagnostic>) {
        let Value::Object(section) = section else {
            panic!("not an object")
        };
        let mut diagnostics = Vec::new();
        let (measurements, unread) = read_all(section, "$.prefill", &mut diagnostics);
        (measurements, unread, diagnostics)
    }

    #[test]
    fn entries_come_by_length_and_keep_what_has_no_place() {
        let (cells, _, diagnostics) = read_section(json!({
            "64000": {"tok_per_sec": 2966.0, "ttft_seconds": 21.58, "prompt_tokens": 64002, "samples": 1},
            "8192": {"tok_per_sec": 3253.0, "ttft_seconds": 2.519},
        }));
        assert!(diagnostics.is_empty());
        assert_eq!(cells[0].axes.context_tokens, Some(8192));
        assert_eq!(cells[1].metrics.prompt_tps, Some(2966.0));
        assert_eq!(
            cells[1].metrics.ttft_ms,
            Some(Distribution::of_median(21580.0))
        );
        assert_eq!(cells[1].metrics.input_tokens, Some(64002));
        assert_eq!(cells[1].extra["samples"], json!(1));
    }

    #[test]
    fn a_rate_of_zero_is_a_failure_and_not_a_number() {
        let (cells, _, _) =
            read_section(json!({"8192": {"tok_per_sec": 0.0, "ttft_seconds": 0.0}}));
        assert_eq!(cells[0].status, Status::Failed);
        assert_eq!(cells[0].metrics.prompt_tps, None);
        assert_eq!(cells[0].extra["tok_per_sec"], json!(0.0));
    }

    #[test]
    fn what_is_no_entry_is_reported_and_kept() {
        let (cells, unread, diagnostics) =
            read_section(json!({"8k": {"tok_per_sec": 1.0}, "16384": 3}));
        assert!(cells.is_empty());
        assert_eq!(unread.len(), 2);
        assert_eq!(diagnostics.len(), 2);
    }
}
