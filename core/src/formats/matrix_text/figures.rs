//! The figures of a measurement as the page prints them, both ways: from a printed text
//! into the measurement, and from the measurement into the text.

use super::layout::NONE;
use crate::display;
use crate::formats::printed::Printed;
use crate::model::{Family, Measurement, Metric, MetricKey, Precision, Stat, Status};

/// Keeps a context label that is not written as we would write it.
pub(super) fn remember_label(measurement: &mut Measurement, label: &str, tokens: u64) {
    if label != display::context_label(tokens) {
        let text = Some(label.to_owned());
        measurement.precision.insert(
            "context_tokens".to_owned(),
            Precision {
                text,
                ..Precision::default()
            },
        );
    }
}

/// Sets our status for the page's word, and keeps the word.
pub(super) fn set_status(measurement: &mut Measurement, word: &str) {
    measurement.status = match word.to_lowercase().as_str() {
        "valid" | "ok" => Status::Valid,
        "requests queued" | "queued" => Status::Queued,
        "over capacity" => Status::OverCapacity,
        "failed" | "error" => Status::Failed,
        "skipped" | "not run" => Status::Skipped,
        _ => Status::Unknown,
    };
    measurement.source_status = (!word.is_empty()).then(|| word.to_owned());
}

/// Sets a printed value, and what it is worth.
pub(super) fn set_printed(measurement: &mut Measurement, key: MetricKey, printed: &Printed) {
    measurement.metrics.set(key, printed.value);
    measurement
        .precision
        .insert(key.to_string(), printed.precision());
}

/// The metric that holds the total speed of a family's rows.
pub(super) fn total_rate(family: Family) -> MetricKey {
    MetricKey::single(match family {
        Family::Prefill => Metric::PromptTps,
        _ => Metric::OutputTps,
    })
}

/// Rate, status and TTFT of a card or cell, glued as the page does.
pub(super) fn overview_text(measurement: &Measurement) -> String {
    let key = total_rate(measurement.family);
    let word = || display::status_word(measurement.status).to_owned();
    if measurement.value(key).is_none() {
        return measurement.source_status.clone().unwrap_or_else(word);
    }
    let rate = value(measurement, key, display::rate);
    // A card leaves out the decimal of a whole number.
    let rate = match measurement.family {
        Family::Prefill => rate.strip_suffix(".0").unwrap_or(&rate),
        _ => &rate,
    };
    let is_plain = measurement.status == Status::Valid;
    let status = match (&measurement.source_status, is_plain) {
        (_, true) => String::new(),
        (Some(status), false) => status.clone(),
        (None, false) => word(),
    };
    let ttft = [Stat::Median, Stat::Mean]
        .into_iter()
        .map(|stat| MetricKey::stat(Metric::TtftMs, stat))
        .find(|&key| measurement.value(key).is_some())
        .map_or_else(String::new, |key| {
            format!(
                "{} TTFT",
                value(measurement, key, |ms| display::with_unit(
                    Metric::TtftMs,
                    ms
                ))
            )
        });
    format!("{rate}{status}{ttft}")
}

/// The value as it was printed, or as `write` prints it; a dash where there is none.
pub(super) fn value(
    measurement: &Measurement,
    key: MetricKey,
    write: impl Fn(f64) -> String,
) -> String {
    let printed = measurement
        .precision_of(key)
        .and_then(|known| known.text.clone());
    printed
        .or_else(|| measurement.value(key).map(write))
        .unwrap_or_else(|| NONE.to_owned())
}
