//! The list of single requests that AIPerf writes, one per line.
//!
//! ```text
//! {"metadata": {"request_start_ns": …, "request_end_ns": …, "benchmark_phase": "profiling", …},
//!  "metrics": {"time_to_first_token": {"value": 38.0, "unit": "ms"},
//!              "inter_chunk_latency": {"value": [22.0, …], "unit": "ms"}, …}, "error": null}
//! ```
//!
//! The statistics are computed here. Requests of the warm-up are no part of them; they are
//! kept apart, under `warmup` of the measurement.

use std::collections::BTreeMap;

use serde_json::Value;

use super::quantity::quantity;
use super::{NO_RESULT, Tool, settle};
use crate::formats::reading::{Fields, ms_from_s, s_from_ns, set_from_values, title, unix_time};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{
    Axes, Distribution, Family, Measurement, Metric, Metrics, Precision, Requests, Status,
};

/// `profile_export.jsonl`.
pub(in crate::formats) struct Records;

/// Documents that are looked at to recognise the format.
const LOOKED_AT: usize = 20;

impl Format for Records {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "aiperf_records",
            name: "AIPerf per-request records JSONL",
            versions: "2025-11",
            yields: "every request of a serving test, and the distributions computed from them",
            marks: &[
                "\"benchmark_phase\"",
                "\"request_start_ns\"",
                "\"metrics\"",
                "\"time_to_first_token\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let documents = input.documents();
        documents.items.iter().take(LOOKED_AT).any(is_record)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut profiling = Phase::default();
        let mut warmup = Phase::default();
        for document in &documents.items {
            let Some(mut record) = Fields::of(document).filter(|_| is_record(document)) else {
                let finding = Diagnostic::new(
                    Level::Warning,
                    "not_a_result",
                    "no record of a request by AIPerf, passed over",
                );
                diagnostics.push(finding.at_path(&document.path));
                continue;
            };
            let phase = document.value.pointer("/metadata/benchmark_phase");
            match phase.and_then(Value::as_str) {
                Some("warmup") => warmup.push(&mut record),
                _ => profiling.push(&mut record),
            }
            let left = record.finish(&mut diagnostics);
            profiling.leave_out("", &left);
        }
        profiling.left_out.append(&mut warmup.left_out);
        report(&profiling, &mut diagnostics);
        let mut run = Tool::Aiperf.new_run();
        run.measured_at = profiling
            .start_ns
            .iter()
            .flatten()
            .min()
            .and_then(|first| unix_time(s_from_ns(*first as f64)));
        let mut one = profiling.measure();
        if one.status == Status::Failed {
            diagnostics.push(Diagnostic::new(Level::Warning, "no_result", NO_RESULT));
        }
        if warmup.len() > 0 {
            let requests = serde_json::to_value(warmup.requests()).unwrap_or_default();
            one.extra.insert("warmup".to_owned(), requests);
        }
        run.measurements.push(one);
        run.source.partial = documents.is_cut || !input.text().ends_with(['\n', '}']);
        run.title = title(&run, Tool::Aiperf.untitled());
        Parsed {
            runs: vec![run],
            diagnostics,
        }
    }
}

fn is_record(document: &Document) -> bool {
    document
        .value
        .pointer("/metadata/benchmark_phase")
        .is_some()
        && (document.has_all(&["metrics"]) || document.has_all(&["error"]))
}

/// The requests of a phase, in the order of the file.
#[derive(Debug, Default)]
struct Phase {
    requests: Requests,
    per_request_tps: Vec<f64>,
    start_ns: Vec<Option<u64>>,
    end_ns: Vec<Option<u64>>,
    /// Fields without a place, by name and how often they were there.
    left_out: BTreeMap<String, usize>,
    /// Times between chunks, of which a summary is kept.
    gaps: usize,
}

impl Phase {
    fn len(&self) -> usize {
        self.start_ns.len()
    }

    /// Adds a request. What one that failed measured so far is no latency.
    fn push(&mut self, record: &mut Fields) {
        record.expect(&["metadata", "metrics", "error"]);
        let error = take_error(record);
        let mut was_cancelled = false;
        record.within("metadata", |metadata| {
            self.start_ns.push(metadata.take_count("request_start_ns"));
            self.end_ns.push(metadata.take_count("request_end_ns"));
            was_cancelled = metadata.get("was_cancelled") == Some(&true.into());
        });
        let error = error.or_else(|| was_cancelled.then(|| "cancelled".to_owned()));
        let mut values = Values::default();
        record.within("metrics", |metrics| values = Values::take(metrics));
        let is_whole = error.is_none();
        let whole = |value: Option<f64>| value.filter(|_| is_whole);
        if values.per_request_tps.is_some() {
            // It goes into the distribution; the model has no column for it.
            let name = "output_token_throughput_per_user".to_owned();
            *self.left_out.entry(name).or_default() += 1;
        }
        self.per_request_tps.extend(whole(values.per_request_tps));
        self.gaps += values.gaps;
        let requests = &mut self.requests;
        requests.input_tokens.push(values.input_tokens);
        requests.output_tokens.push(values.output_tokens);
        requests.ttft_ms.push(whole(values.ttft_ms));
        requests.itl_mean_ms.push(whole(values.itl_ms));
        requests.itl_max_ms.push(whole(values.longest_gap_ms));
        requests.e2e_latency_ms.push(whole(values.e2e_latency_ms));
        requests.error.push(error);
    }

    /// Counts the fields that are left of a record.
    fn leave_out(&mut self, within: &str, left: &crate::model::Extra) {
        for (key, value) in left {
            match value {
                Value::Null => {}
                Value::Object(object) if within.is_empty() => self.leave_out(key, object),
                _ => *self.left_out.entry(key.clone()).or_default() += 1,
            }
        }
    }

    /// The columns, those empty of which nothing is known.
    fn requests(&self) -> Requests {
        let mut requests = self.requests.clone();
        let first = self.start_ns.iter().flatten().min().copied();
        requests.start_s = self
            .start_ns
            .iter()
            .map(|start| Some(s_from_ns((*start)?.saturating_sub(first?) as f64)))
            .collect();
        for column in [
            &mut requests.start_s,
            &mut requests.ttft_ms,
            &mut requests.itl_mean_ms,
            &mut requests.itl_max_ms,
            &mut requests.e2e_latency_ms,
        ] {
            clear_unknown(column);
        }
        clear_unknown(&mut requests.input_tokens);
        clear_unknown(&mut requests.output_tokens);
        clear_unknown(&mut requests.error);
        requests
    }

    /// The measurement of the phase, with distributions and rates computed.
    fn measure(&self) -> Measurement {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        let failed = self.requests.error.iter().flatten().count();
        let completed = self.len() - failed;
        one.metrics.completed_requests = Some(completed as u64);
        one.metrics.failed_requests = Some(failed as u64);
        for (metric, column) in [
            (Metric::TtftMs, &self.requests.ttft_ms),
            (Metric::ItlMs, &self.requests.itl_mean_ms),
            (Metric::E2eLatencyMs, &self.requests.e2e_latency_ms),
        ] {
            let values: Vec<f64> = column.iter().flatten().copied().collect();
            let from = format!("{} requests", values.len());
            set_from_values(&mut one, metric, values, &from);
        }
        let from = format!("{} requests", self.per_request_tps.len());
        let values = self.per_request_tps.iter().copied();
        set_from_values(&mut one, Metric::PerRequestOutputTps, values, &from);
        if completed > 0 {
            self.derive_rates(&mut one);
        }
        settle(&mut one);
        if self.len() > 0 {
            one.requests = Some(self.requests());
        }
        one
    }

    /// Sums of the completed requests, and rates over the time from the first start to the last
    /// end, which is how the tool computes them.
    fn derive_rates(&self, one: &mut Measurement) {
        let sum = |column: &[Option<u64>]| {
            let completed = column
                .iter()
                .zip(&self.requests.error)
                .filter(|(_, error)| error.is_none());
            completed
                .map(|(count, _)| *count)
                .try_fold(0_u64, |sum, count| sum.checked_add(count?))
        };
        let metrics = &mut one.metrics;
        metrics.input_tokens = sum(&self.requests.input_tokens);
        metrics.output_tokens = sum(&self.requests.output_tokens);
        let first = self.start_ns.iter().flatten().min();
        let last = self.end_ns.iter().flatten().max();
        let (Some(first), Some(last)) = (first, last) else {
            return;
        };
        let duration = s_from_ns(last.saturating_sub(*first) as f64);
        if duration <= 0.0 {
            return;
        }
        metrics.duration_s = Some(duration);
        metrics.output_tps = metrics.output_tokens.map(|tokens| tokens as f64 / duration);
        metrics.request_throughput_rps = metrics
            .completed_requests
            .map(|completed| completed as f64 / duration);
        for (key, from) in [
            ("duration_s", "first start to last end of the requests"),
            ("output_tps", "output_tokens / duration_s"),
            ("request_throughput_rps", "completed_requests / duration_s"),
        ] {
            let precision = Precision {
                from: Some(from.to_owned()),
                ..Precision::default()
            };
            one.precision.insert(key.to_owned(), precision);
        }
    }
}

/// What a request measured.
#[derive(Debug, Default)]
struct Values {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    ttft_ms: Option<f64>,
    itl_ms: Option<f64>,
    longest_gap_ms: Option<f64>,
    gaps: usize,
    e2e_latency_ms: Option<f64>,
    per_request_tps: Option<f64>,
}

impl Values {
    fn take(fields: &mut Fields) -> Self {
        let mut metrics = Metrics::default();
        for name in [
            "time_to_first_token",
            "inter_token_latency",
            "request_latency",
            "output_token_throughput_per_user",
        ] {
            take_value(fields, name, &mut metrics);
        }
        let mean = |distribution: Option<Distribution>| distribution?.mean;
        let mut values = Self {
            input_tokens: take_tokens(fields, "input_sequence_length"),
            output_tokens: take_tokens(fields, "output_sequence_length"),
            ttft_ms: mean(metrics.ttft_ms),
            itl_ms: mean(metrics.itl_ms),
            e2e_latency_ms: mean(metrics.e2e_latency_ms),
            per_request_tps: mean(metrics.per_request_output_tps),
            ..Self::default()
        };
        values.take_gaps(fields);
        values
    }

    /// Takes the times between chunks, of which the longest is kept.
    fn take_gaps(&mut self, fields: &mut Fields) {
        fields.within("inter_chunk_latency", |gaps| {
            let unit: fn(f64) -> f64 = match gaps.get("unit").and_then(Value::as_str) {
                Some("ms") => |value| value,
                Some("s" | "sec") => ms_from_s,
                _ => return,
            };
            let Some(list) = gaps.take_list("value") else {
                return;
            };
            gaps.take("unit");
            self.gaps = list.len();
            let longest = list.iter().filter_map(Value::as_f64).reduce(f64::max);
            self.longest_gap_ms = longest.map(unit);
        });
    }
}

/// Takes a quantity by its unit, into the mean of its metric.
fn take_value(fields: &mut Fields, name: &str, metrics: &mut Metrics) {
    let Some(found) = quantity(name) else {
        return;
    };
    fields.within(name, |value| {
        let label = value.get("unit").and_then(Value::as_str);
        let Some(unit) = found.unit(label) else {
            let message = format!("unknown unit {label:?} of {name}; not used");
            value.report("unit", Level::Warning, "unknown_unit", message);
            return;
        };
        if let Some(number) = value.take_positive("value") {
            let key = crate::model::MetricKey::stat(found.metric, crate::model::Stat::Mean);
            metrics.set(key, unit(number));
            value.take("unit");
        }
    });
}

fn take_tokens(fields: &mut Fields, name: &str) -> Option<u64> {
    fields
        .within(name, |value| {
            let is_tokens = value.get("unit").and_then(Value::as_str) == Some("tokens");
            let count = is_tokens.then(|| value.take_count("value")).flatten();
            if count.is_some() {
                value.take("unit");
            }
            count
        })
        .flatten()
}

/// Why a request failed: the text of an error, or its message and type.
fn take_error(fields: &mut Fields) -> Option<String> {
    let error = fields.take("error").filter(|error| !error.is_null())?;
    let part = |key: &str| {
        let value = error.get(key)?;
        value
            .as_str()
            .map(str::to_owned)
            .or_else(|| value.as_i64().map(|code| code.to_string()))
    };
    let parts: Vec<String> = [part("code"), part("type"), part("message")]
        .into_iter()
        .flatten()
        .collect();
    Some(match &error {
        Value::String(text) => text.clone(),
        _ if parts.is_empty() => error.to_string(),
        _ => parts.join(": "),
    })
}

/// Says what of the records is not kept.
fn report(phase: &Phase, diagnostics: &mut Vec<Diagnostic>) {
    let mut note = |path: &str, message: String| {
        diagnostics.push(Diagnostic::new(Level::Note, "left_out", message).at_path(path));
    };
    if phase.gaps > 0 {
        let message = format!(
            "{} times between chunks (inter_chunk_latency) are left out; of each request their longest is kept",
            phase.gaps
        );
        note("$.metrics.inter_chunk_latency", message);
    }
    if phase.len() > 0 {
        let message = "request_start_ns and request_end_ns are kept as seconds after the first start and as the duration";
        note("$.metadata.request_start_ns", message.to_owned());
    }
    if !phase.left_out.is_empty() {
        let names: Vec<&str> = phase.left_out.keys().map(String::as_str).collect();
        let message = format!(
            "of each request tokens, start, latencies and error are kept; left out: {}",
            names.join(", ")
        );
        diagnostics.push(Diagnostic::new(Level::Note, "left_out", message));
    }
}

/// Empties a column of which nothing is known.
fn clear_unknown<T>(column: &mut Vec<Option<T>>) {
    if column.iter().all(Option::is_none) {
        column.clear();
    }
}
