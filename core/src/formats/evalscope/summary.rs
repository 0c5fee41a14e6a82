//! The rows of the summary. Their names changed over the versions.

use super::super::printed;
use super::super::reading::{date_time, set_model};
use super::super::{Diagnostic, Level};
use super::grid::Grid;
use super::value::{Outcome, SECONDS, Unit, json, number, set};
use crate::model::{Measurement, Metric, MetricKey, Note, NoteOrigin, Run, Stat, Status};

/// What a row means.
enum Meaning {
    Metric(MetricKey, Unit),
    Count(MetricKey),
    Concurrency,
    RequestRate,
    /// Where the results were stored; names the time and the model.
    Path,
    Other,
}

fn meaning(name: &str) -> Meaning {
    let single = |metric, unit| Meaning::Metric(MetricKey::single(metric), unit);
    let mean = |metric| Meaning::Metric(MetricKey::stat(metric, Stat::Mean), SECONDS);
    let tokens = Unit("tok/s", 1.0);
    let requests = Unit("req/s", 1.0);
    match name.to_lowercase().as_str() {
        "time taken for tests (s)" | "time taken for tests (seconds)" => {
            single(Metric::DurationS, Unit("s", 1.0))
        }
        "number of concurrency" => Meaning::Concurrency,
        "request rate (req/s)" => Meaning::RequestRate,
        "succeed requests" => Meaning::Count(MetricKey::single(Metric::CompletedRequests)),
        "failed requests" => Meaning::Count(MetricKey::single(Metric::FailedRequests)),
        "output token throughput (tok/s)"
        | "throughput(average tokens/s)"
        | "throughput(average output tokens per second)" => single(Metric::OutputTps, tokens),
        "input token throughput (tok/s)" => single(Metric::PromptTps, tokens),
        "total token throughput (tok/s)" => single(Metric::TotalTps, tokens),
        "request throughput (req/s)" | "average qps" => {
            single(Metric::RequestThroughputRps, requests)
        }
        "average latency (s)" => mean(Metric::E2eLatencyMs),
        "average time to first token (s)" => mean(Metric::TtftMs),
        "average time per output token (s)" => mean(Metric::TpotMs),
        "average inter-token latency (s)" => mean(Metric::ItlMs),
        "result db path" => Meaning::Path,
        _ => Meaning::Other,
    }
}

/// Rows that every version prints; the first are headlines.
const ALWAYS: [(&str, Level, &[&str]); 6] = [
    ("Succeed requests", Level::Warning, &["succeed requests"]),
    (
        "Output token throughput (tok/s)",
        Level::Warning,
        &[
            "output token throughput (tok/s)",
            "throughput(average tokens/s)",
            "throughput(average output tokens per second)",
        ],
    ),
    (
        "Average time to first token (s)",
        Level::Warning,
        &["average time to first token (s)"],
    ),
    ("Average latency (s)", Level::Note, &["average latency (s)"]),
    (
        "Number of concurrency",
        Level::Note,
        &["number of concurrency"],
    ),
    ("Failed requests", Level::Note, &["failed requests"]),
];

/// Reads the summary whose heading is in line `heading`.
pub(super) fn read(
    grid: &Grid,
    run: &mut Run,
    measurement: &mut Measurement,
    heading: usize,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (name, level, spellings) in ALWAYS {
        let is_there = |cells: &[String]| spellings.contains(&cells[0].to_lowercase().as_str());
        if !grid.rows.iter().any(|(_, cells)| is_there(cells)) {
            let message = format!("this summary has no row {name}");
            diagnostics
                .push(Diagnostic::new(level, "missing_field", message).at_line(heading, 1, 1));
        }
    }
    let has_none = grid
        .rows
        .iter()
        .any(|(_, cells)| cells[0].eq_ignore_ascii_case("succeed requests") && cells[1..] == ["0"]);
    for (line, cells) in &grid.rows {
        // More columns than two are no summary; the rest stays visible.
        let (name, text) = (cells[0].as_str(), cells[1..].join(" | "));
        let text = text.as_str();
        let is_read = match meaning(name) {
            Meaning::Count(key) => {
                let count = printed::whole(text);
                if let Some(count) = count {
                    measurement.metrics.set(key, count as f64);
                }
                count.is_some()
            }
            Meaning::Concurrency => {
                measurement.axes.concurrency = printed::whole(text);
                measurement.axes.concurrency.is_some()
            }
            Meaning::RequestRate => {
                // -1 is no limit.
                measurement.axes.request_rate = number(text)
                    .map(|printed| printed.value)
                    .filter(|rate| *rate > 0.0);
                measurement.axes.request_rate.is_some()
            }
            Meaning::Metric(key, unit) => {
                let is_duration = key == MetricKey::single(Metric::DurationS);
                let place = (name, *line);
                (!has_none || is_duration)
                    && set(measurement, key, unit, place, text, diagnostics) == Outcome::Set
            }
            Meaning::Path => {
                path(text, run);
                false
            }
            Meaning::Other => false,
        };
        if !is_read {
            measurement.extra.insert(name.to_owned(), json(text));
        }
    }
    status(run, measurement, has_none);
    check_tpot(measurement, heading, diagnostics);
    check_streaming(measurement, heading, diagnostics);
}

/// `outputs/20250213_103632/<model>/…/benchmark_data.db`.
fn path(text: &str, run: &mut Run) {
    let mut parts = text.split(['/', '\\']);
    let time = parts.find_map(|part| date_time(&part.replacen('_', "-", 1)));
    if let Some(model) = parts
        .next()
        .filter(|name| time.is_some() && !name.ends_with(".db"))
    {
        set_model(&mut run.model, model);
        run.measured_at = time;
    }
}

fn status(run: &mut Run, measurement: &mut Measurement, has_none: bool) {
    let metrics = &measurement.metrics;
    measurement.status = if has_none {
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "No request of a measurement succeeded, so its rates and times stand for nothing and are kept as printed.".to_owned(),
        });
        measurement.source_status = Some("Succeed requests: 0".to_owned());
        Status::Failed
    } else if metrics.output_tps.is_some() || metrics.request_throughput_rps.is_some() {
        Status::Valid
    } else {
        Status::Unknown
    };
}

/// Where answers were not streamed, the old versions printed the time of the whole test per
/// token of all requests as that of a request.
fn check_tpot(measurement: &mut Measurement, heading: usize, diagnostics: &mut Vec<Diagnostic>) {
    let key = MetricKey::stat(Metric::TpotMs, Stat::Mean);
    let (Some(precision), Some(tps)) = (
        measurement.precision_of(key).cloned(),
        measurement.metrics.output_tps,
    ) else {
        return;
    };
    let share = |ms: Option<f64>| ms.map(|ms| ms * tps / 1e3);
    let is_inverse = share(precision.low)
        .zip(share(precision.high))
        .is_some_and(|(low, high)| low <= 1.0 && 1.0 <= high);
    let is_alone = measurement
        .axes
        .concurrency
        .is_none_or(|requests| requests == 1);
    if !is_inverse || is_alone {
        return;
    }
    measurement.metrics.tpot_ms = None;
    measurement.precision.remove(&key.to_string());
    let text = precision.text.unwrap_or_default();
    let value = text.trim_end_matches(" s");
    measurement
        .extra
        .insert("Average time per output token (s)".to_owned(), json(value));
    let message = format!(
        "the average time per output token, {text}, is one divided by the throughput of all requests, not what a request sees; kept as printed, not used as a measurement"
    );
    diagnostics
        .push(Diagnostic::new(Level::Warning, "wrong_label", message).at_line(heading, 1, 1));
}

fn check_streaming(measurement: &Measurement, heading: usize, diagnostics: &mut Vec<Diagnostic>) {
    let mean = |metric| measurement.value(MetricKey::stat(metric, Stat::Mean));
    let ttft = mean(Metric::TtftMs);
    if ttft.is_some() && ttft == mean(Metric::E2eLatencyMs) {
        let message =
            "the time to first token is that of the whole answer: answers were not streamed";
        diagnostics
            .push(Diagnostic::new(Level::Note, "not_streamed", message).at_line(heading, 1, 1));
    }
}
