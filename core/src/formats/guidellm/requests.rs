//! The single requests of a benchmark, with what they were asked and answered left out.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::formats::Level;
use crate::formats::reading::{Fields, ms_from_s};
use crate::model::{Extra, Measurement, Requests};

/// Texts of prompts and answers, which are private and no result of the benchmark.
const TEXTS: [&str; 4] = ["prompt", "output", "request_args", "output_text"];

/// How requests ended, in the order in which they are listed.
const KINDS: [&str; 3] = ["successful", "errored", "incomplete"];

/// Reads the lists of requests; a list that is not one of objects stays.
pub(super) fn read(one: &mut Measurement, fields: &mut Fields) {
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let mut requests = Requests::default();
    let mut starts = Vec::new();
    fields.within("requests", |lists| {
        for kind in KINDS {
            for (index, entry) in take_objects(lists, kind).into_iter().enumerate() {
                let path = format!("{}[{index}]", lists.path_of(kind));
                let mut request = Fields::new(entry, path);
                push(&mut requests, &mut starts, &mut request, kind);
                for (key, value) in request.finish(lists.findings_mut()) {
                    if !value.is_null() {
                        *left_out.entry(key).or_default() += 1;
                    }
                }
            }
        }
    });
    if starts.is_empty() {
        return;
    }
    let first = starts.iter().flatten().copied().reduce(f64::min);
    requests.start_s = starts
        .iter()
        .map(|start| Some((*start)? - first?))
        .collect();
    report(fields, &mut left_out, starts.len());
    if let Some(first) = first {
        one.extra
            .insert("first_start_time".to_owned(), first.into());
    }
    for column in [
        &mut requests.ttft_ms,
        &mut requests.itl_mean_ms,
        &mut requests.start_s,
        &mut requests.e2e_latency_ms,
    ] {
        clear_unknown(column);
    }
    clear_unknown(&mut requests.input_tokens);
    clear_unknown(&mut requests.output_tokens);
    clear_unknown(&mut requests.error);
    one.requests = Some(requests);
}

/// Says how many of the requests are listed, where it is not all of them.
pub(super) fn check_number(one: &Measurement, incomplete: Option<u64>, fields: &mut Fields) {
    let listed = one.requests.as_ref().map_or(0, Requests::len) as u64;
    let metrics = &one.metrics;
    let counts = [
        metrics.completed_requests,
        metrics.failed_requests,
        incomplete,
    ];
    let made = counts.into_iter().flatten().fold(0, u64::saturating_add);
    if listed > 0 && listed < made {
        let message =
            format!("{listed} of {made} requests are listed; the statistics are over all");
        fields.report("requests", Level::Note, "sampled_requests", message);
    }
}

/// Adds a request. What one that did not succeed measured so far is no latency.
fn push(requests: &mut Requests, starts: &mut Vec<Option<f64>>, request: &mut Fields, kind: &str) {
    let is_successful = kind == "successful";
    let is_answered = is_successful
        || request
            .get("output")
            .and_then(Value::as_str)
            .is_some_and(|text| !text.is_empty());
    requests
        .input_tokens
        .push(request.take_count("prompt_tokens"));
    // The older versions write how many were asked for where none came.
    let output = is_answered.then(|| request.take_count("output_tokens"));
    requests.output_tokens.push(output.flatten());
    let start = request.take_number("start_time");
    starts.push(start.or_else(|| request.take_number("request_start_time")));
    requests
        .ttft_ms
        .push(request.take_positive("time_to_first_token_ms"));
    requests
        .itl_mean_ms
        .push(request.take_positive("inter_token_latency_ms"));
    let latency = is_successful.then(|| request.take_positive("request_latency"));
    requests
        .e2e_latency_ms
        .push(latency.flatten().map(ms_from_s));
    let error = request.take_text("error");
    requests
        .error
        .push(error.or_else(|| (!is_successful).then(|| kind.to_owned())));
}

/// One note for each text, one for all other fields together.
fn report(fields: &mut Fields, left_out: &mut BTreeMap<String, usize>, count: usize) {
    for text in TEXTS {
        if let Some(count) = left_out.remove(text) {
            let message = format!("{text} of {} is left out", requests_of(count));
            fields.report("requests", Level::Note, "left_out", message);
        }
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.keys().map(String::as_str).collect();
        let message = format!(
            "of {} tokens, start, latencies and error are kept; left out: {}",
            requests_of(count),
            names.join(", ")
        );
        fields.report("requests", Level::Note, "left_out", message);
    }
}

fn requests_of(count: usize) -> String {
    match count {
        1 => "1 request".to_owned(),
        count => format!("{count} requests"),
    }
}

/// The objects of a list; any other value stays.
fn take_objects(fields: &mut Fields, key: &str) -> Vec<Extra> {
    let Some(list) = fields.take_list(key) else {
        return Vec::new();
    };
    if list.is_empty() || !list.iter().all(Value::is_object) {
        if !list.is_empty() {
            let message = "expected a list of requests, found other values in it; kept as it is";
            fields.report(key, Level::Warning, "unexpected_type", message);
        }
        fields.put(key, list.into());
        return Vec::new();
    }
    list.into_iter()
        .filter_map(|entry| match entry {
            Value::Object(object) => Some(object),
            _ => None,
        })
        .collect()
}

/// Empties a column of which nothing is known.
fn clear_unknown<T>(column: &mut Vec<Option<T>>) {
    if column.iter().all(Option::is_none) {
        column.clear();
    }
}
