//! One benchmark of a report: one load and what was measured under it.
//!
//! ```text
//! { "args": {"strategy": …, "profile": …, "max_duration": 30.0, …}, "worker": {…},
//!   "request_loader": {…}, "request_totals": {…}, "metrics": {…}, "requests": {…}, … }
//! { "config": {"strategy": …, "profile": …, "backend": {…}, …},
//!   "metrics": {"request_totals": {…}, …}, "requests": {…}, … }            report version 2
//! ```

use serde_json::Value;

use super::{load, metrics, requests};
use crate::formats::reading::{Fields, set_model, unix_time};
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Extra, Family, Measurement, Run, Status};

/// Fields of `args` that belong to one load.
const OF_THE_LOAD: [&str; 4] = ["max_number", "profile", "strategy", "strategy_index"];

/// Fields of a benchmark that hold for every load.
const OF_THE_RUN: [&str; 4] = ["type_", "worker", "request_loader", "extras"];

/// Reads a benchmark; what holds for every load goes to the run.
pub(super) fn read(
    run: &mut Run,
    mut fields: Fields,
    diagnostics: &mut Vec<Diagnostic>,
) -> Measurement {
    fields.expect(&["metrics", "requests", "start_time", "end_time", "duration"]);
    let mut one = Measurement::new(Family::Serve, Axes::default());
    take_start(run, &mut fields);
    let key = if fields.has("config") {
        "config"
    } else {
        "args"
    };
    fields.expect(&[key]);
    fields.within(key, |setup| {
        setup.expect(&["strategy"]);
        load::take_strategy(setup, &mut one.axes);
        run.settings.duration_s = setup.take_positive("max_duration");
        setup.within("backend", |backend| {
            take_model(run, backend, "model");
        });
        // A report of version 2 has the whole plan beside its benchmarks.
        if key == "args" {
            keep(setup, &mut run.settings.extra, key, |name| {
                !OF_THE_LOAD.contains(&name)
            });
        }
    });
    fields.within("worker", |worker| take_model(run, worker, "backend_model"));
    fields.within("request_loader", |loader| take_lengths(&mut one, loader));
    for name in OF_THE_RUN {
        if let Some(value) = fields.take(name) {
            run.settings.extra.insert(name.to_owned(), value);
        }
    }
    requests::read(&mut one, &mut fields);
    measure(&mut one, &mut fields);
    one.extra.extend(fields.finish(diagnostics));
    one
}

/// Lengths of synthetic prompts and answers are axes. Where the text about the data says
/// nothing else, it goes to the measurement: results of other lengths are points of one sweep.
fn take_lengths(one: &mut Measurement, loader: &mut Fields) {
    let Some(data) = loader.get("data") else {
        return;
    };
    let Some(lengths) = load::lengths(data) else {
        return;
    };
    one.axes.input_tokens = lengths.input;
    one.axes.output_tokens = lengths.output;
    if load::is_lengths_alone(data)
        && let Some(data) = loader.take("data")
    {
        one.extra.insert("data".to_owned(), data);
    }
}

/// Reads how many requests ended how, and the statistics of those that succeeded.
fn measure(one: &mut Measurement, fields: &mut Fields) {
    let mut incomplete = take_totals(one, fields);
    fields.within("metrics", |statistics| {
        incomplete = incomplete.or(take_totals(one, statistics));
        one.status = match one.metrics.completed_requests {
            Some(0) => Status::Failed,
            _ => Status::Valid,
        };
        if one.status == Status::Failed {
            let message = "no request was completed, so there are no latencies and no throughput";
            statistics.report("request_totals", Level::Warning, "no_result", message);
        } else {
            metrics::read(one, statistics);
        }
    });
    if one.status == Status::Unknown {
        // Without metrics there is nothing to show, whatever became of the requests.
        one.status = Status::Failed;
        fields.report(
            "metrics",
            Level::Warning,
            "no_result",
            "the benchmark has no metrics",
        );
    }
    one.metrics.duration_s = fields.take_positive("duration");
    if let Some(doubt) = metrics::doubt_total(one) {
        fields.report("metrics", Level::Warning, "inconsistent_value", doubt);
    }
    requests::check_number(one, incomplete, fields);
}

/// Requests that were cut off at the end of the test are neither completed nor failed; their
/// number is given, and stays where it is.
fn take_totals(one: &mut Measurement, fields: &mut Fields) -> Option<u64> {
    let incomplete = fields.within("request_totals", |totals| {
        totals.expect(&["successful", "errored", "incomplete"]);
        one.metrics.completed_requests = totals.take_count("successful");
        one.metrics.failed_requests = totals.take_count("errored");
        totals.get("incomplete").and_then(Value::as_u64)
    });
    incomplete.flatten()
}

/// The start stays with the measurement as well: a run of several has only the first.
fn take_start(run: &mut Run, fields: &mut Fields) {
    let Some(start) = fields.get("start_time").and_then(Value::as_f64) else {
        return;
    };
    run.measured_at = unix_time(start);
    if run.measured_at.is_none() {
        let message = "expected seconds since 1970, found a time beyond the calendar";
        fields.report("start_time", Level::Warning, "unexpected_type", message);
    }
}

fn take_model(run: &mut Run, fields: &mut Fields, key: &str) {
    if let Some(model) = fields.take_text(key) {
        set_model(&mut run.model, &model);
    }
}

/// Moves fields for which `is_wanted` holds to an object `key` of `extra`.
fn keep(fields: &mut Fields, extra: &mut Extra, key: &str, is_wanted: impl Fn(&str) -> bool) {
    let names: Vec<String> = fields
        .object()
        .keys()
        .filter(|name| is_wanted(name))
        .cloned()
        .collect();
    let mut moved = Extra::new();
    for name in names {
        if let Some(value) = fields.take(&name) {
            moved.insert(name, value);
        }
    }
    if !moved.is_empty() {
        extra.insert(key.to_owned(), moved.into());
    }
}
