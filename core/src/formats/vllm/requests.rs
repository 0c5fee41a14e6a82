//! The lists of a detailed result, which have one entry per request.

use std::sync::Arc;

use crate::formats::Level;
use crate::formats::reading::{Column, Fields, ListSummary, ms_from_s, set_from_values};
use crate::model::{Measurement, Metric, Requests};

/// The lists of every detailed result; newer ones have `start_times` as well.
pub(super) const LISTS: [&str; 5] = ["input_lens", "output_lens", "ttfts", "itls", "errors"];

/// Reads the lists. Their times are seconds, although the statistics beside them are
/// milliseconds.
pub(in crate::formats) fn read(measurement: &mut Measurement, fields: &mut Fields) {
    let mut length = None;
    let mut requests = Requests {
        input_tokens: numbers(fields, "input_lens", &mut length, count),
        output_tokens: numbers(fields, "output_lens", &mut length, count),
        ttft_ms: numbers(fields, "ttfts", &mut length, time),
        ..Requests::default()
    };
    if let Some(Column::Texts(list)) = take(fields, "errors", &mut length, is_texts).as_deref() {
        let error = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        requests.error = list.iter().map(error).collect();
    }
    if let Some(Column::Numbers(list)) =
        take(fields, "start_times", &mut length, is_numbers).as_deref()
    {
        requests.start_s = start_times(measurement, list);
    }
    if let Some(Column::Lists(list)) = take(fields, "itls", &mut length, is_lists).as_deref() {
        gaps(&mut requests, list);
        let left_out: usize = list.iter().map(|gaps| gaps.count).sum();
        if left_out > 0 {
            let message = format!(
                "{left_out} times between tokens (itls) are left out; of each request their mean and the longest are kept"
            );
            fields.report("itls", Level::Note, "left_out", message);
        }
    }
    if !requests.is_empty() {
        measurement.requests = Some(requests);
    }
}

/// Gives the latency of whole requests from the single ones, where the tool was not asked
/// for its statistics.
pub(in crate::formats) fn derive_latency(measurement: &mut Measurement) {
    let Some(requests) = &measurement.requests else {
        return;
    };
    if measurement.metrics.e2e_latency_ms.is_some() {
        return;
    }
    let values: Vec<f64> = requests.e2e_latency_ms.iter().flatten().copied().collect();
    let from = format!("ttft and itls of {} requests", values.len());
    set_from_values(measurement, Metric::E2eLatencyMs, values, &from);
}

/// Number of requests that ended in an error, where the result lists the errors.
pub(in crate::formats) fn failures(measurement: &Measurement) -> Option<u64> {
    let errors = &measurement.requests.as_ref()?.error;
    (!errors.is_empty()).then(|| errors.iter().flatten().count() as u64)
}

/// Takes a list of the right kind with as many entries as the lists before it; any other
/// stays, and is reported.
fn take(
    fields: &mut Fields,
    key: &str,
    length: &mut Option<usize>,
    is_right: fn(&Column) -> bool,
) -> Option<Arc<Column>> {
    let Some(column) = fields.column(key) else {
        let other = fields.get(key)?;
        let is_empty = other.is_null() || other.as_array().is_some_and(Vec::is_empty);
        if !is_empty {
            let message = "expected a list with an entry of the same kind for each request; kept as it is, not used";
            fields.report(key, Level::Warning, "unexpected_type", message);
        }
        return None;
    };
    let found = column.len();
    let message = if is_right(column) {
        let expected = *length.get_or_insert(found);
        if expected == found {
            return fields.take_column(key);
        }
        format!("{found} entries, but {expected} in the lists before it; not used")
    } else {
        "entries of another kind than expected; not used".to_owned()
    };
    fields.report(key, Level::Warning, "unexpected_type", message);
    None
}

/// Reads a list of numbers; one that `read` cannot take is missing, and counted. A 0 may
/// stand for what is missing.
fn numbers<T>(
    fields: &mut Fields,
    key: &str,
    length: &mut Option<usize>,
    read: fn(f64) -> Option<T>,
) -> Vec<Option<T>> {
    let column = take(fields, key, length, is_numbers);
    let Some(Column::Numbers(list)) = column.as_deref() else {
        return Vec::new();
    };
    let mut unread = 0;
    let entries = list.iter().map(|entry| {
        let number = (*entry)?;
        let value = read(number);
        if value.is_none() && number != 0.0 {
            unread += 1;
        }
        value
    });
    let entries = entries.collect();
    if unread > 0 {
        let message = format!("{unread} entries of {key} are no such quantity, read as missing");
        fields.report(key, Level::Warning, "unexpected_type", message);
    }
    entries
}

fn is_numbers(column: &Column) -> bool {
    matches!(column, Column::Numbers(_))
}

fn is_texts(column: &Column) -> bool {
    matches!(column, Column::Texts(_))
}

fn is_lists(column: &Column) -> bool {
    matches!(column, Column::Lists(_))
}

fn count(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
}

/// Milliseconds; a time of 0 is that of a request that did not come so far.
fn time(seconds: f64) -> Option<f64> {
    (seconds > 0.0).then(|| ms_from_s(seconds))
}

/// Seconds after the first request. The clock they were read from is kept beside them.
fn start_times(measurement: &mut Measurement, list: &[Option<f64>]) -> Vec<Option<f64>> {
    let Some(first) = list.iter().flatten().copied().reduce(f64::min) else {
        return Vec::new();
    };
    measurement
        .extra
        .insert("first_start_time".to_owned(), first.into());
    list.iter()
        .map(|time| time.map(|time| time - first))
        .collect()
}

/// Mean and longest time between tokens, and with the time to the first token how long
/// the whole request took.
fn gaps(requests: &mut Requests, list: &[ListSummary]) {
    requests.itl_mean_ms = list.iter().map(|gaps| gaps.mean().map(ms_from_s)).collect();
    requests.itl_max_ms = list.iter().map(|gaps| gaps.max.map(ms_from_s)).collect();
    let whole = |(index, gaps): (usize, &ListSummary)| {
        let is_failed = requests.error.get(index).is_some_and(Option::is_some);
        let ttft = requests.ttft_ms.get(index).copied().flatten()?;
        (!is_failed).then(|| ttft + ms_from_s(gaps.sum))
    };
    if !requests.ttft_ms.is_empty() {
        requests.e2e_latency_ms = list.iter().enumerate().map(whole).collect();
    }
}
