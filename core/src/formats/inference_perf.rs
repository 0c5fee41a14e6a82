//! inference-perf: the report of a load stage, or of all of them.
//!
//! ```text
//! { "load_summary": {"count": 60, "requested_rate": 1.0, …},
//!   "successes": {"count": 60, "latency": {"time_to_first_token": {"mean": …, "p90": …}, …},
//!                 "throughput": {"output_tokens_per_sec": …, …}, …},
//!   "failures": {"count": 0, …} }
//! ```
//!
//! Latencies are seconds. The report of all stages has no rates. What Prometheus saw has
//! the same outer keys and no throughput; it describes the server, not the requests.

use serde_json::Value;

use super::reading::{Fields, ms_from_s, title};
use super::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, Run, Stat, Status};

/// inference-perf lifecycle report, as JSON or YAML.
pub(super) struct InferencePerf;

/// Version of this parser; it grows when its output changes.
const PARSER_VERSION: u32 = 1;

const SECTIONS: [&str; 3] = ["load_summary", "successes", "failures"];

/// Statistics by the tool's words; other percentiles stay with the measurement.
const STATS: [(Stat, &str); 7] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "median"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Min, "min"),
    (Stat::Max, "max"),
];

const LATENCIES: [(&str, Metric); 4] = [
    ("request_latency", Metric::E2eLatencyMs),
    ("time_to_first_token", Metric::TtftMs),
    ("time_per_output_token", Metric::TpotMs),
    ("inter_token_latency", Metric::ItlMs),
];

impl Format for InferencePerf {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "inference_perf",
            name: "inference-perf lifecycle metrics, JSON or YAML",
            versions: "2025-11, and a YAML report of 2026",
            yields: "serving test per load stage: TTFT, TPOT, ITL and E2E with percentiles, throughput by request rate",
            marks: &[
                "load_summary",
                "successes",
                "failures",
                "time_to_first_token",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        if input.text().trim_start().starts_with('{') {
            input
                .documents()
                .first()
                .is_some_and(|document| document.has_all(&SECTIONS))
        } else {
            looks_like_yaml(input.text())
        }
    }

    fn parse(&self, input: &Input) -> Parsed {
        if !input.text().trim_start().starts_with('{') {
            return parse_yaml(input.text());
        }
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            let object = document.object();
            if let Some(object) = object.filter(|_| document.has_all(&SECTIONS)) {
                runs.extend(read(object.clone(), &document.path, &mut diagnostics));
            } else {
                let message =
                    "expected a report with load_summary, successes and failures; left out";
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "unread_value", message)
                        .at_path(document.path.as_str()),
                );
            }
        }
        Parsed { runs, diagnostics }
    }
}

/// True for YAML with the sections at the margin.
fn looks_like_yaml(text: &str) -> bool {
    SECTIONS
        .iter()
        .filter(|section| {
            let line = format!("{section}:");
            text.lines().any(|one| one.starts_with(line.as_str()))
        })
        .count()
        >= 2
}

/// Reads a YAML report. A last line without a line end may be half of what it was, so it
/// is not read.
fn parse_yaml(text: &str) -> Parsed {
    let whole_lines = text.rfind('\n').map_or("", |end| &text[..=end]);
    let is_cut = !text[whole_lines.len()..].trim().is_empty();
    let mut diagnostics = Vec::new();
    let read = serde_saphyr::from_str::<Value>(whole_lines);
    let object = match read {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            diagnostics.push(invalid_yaml("it is no mapping"));
            return Parsed {
                runs: Vec::new(),
                diagnostics,
            };
        }
        Err(error) => {
            let error = error.to_string();
            diagnostics.push(invalid_yaml(error.lines().next().unwrap_or_default()));
            return Parsed {
                runs: Vec::new(),
                diagnostics,
            };
        }
    };
    let mut run = read_report(object, &mut diagnostics);
    if is_cut {
        let line = text.matches('\n').count() + 1;
        diagnostics.push(
            Diagnostic::new(
                Level::Warning,
                "cut_line",
                "the last line has no line end and may be cut off; it was not read",
            )
            .at_line(line, 1, text.len() - whole_lines.len()),
        );
        if let Some(run) = &mut run {
            run.source.partial = true;
        }
    }
    Parsed {
        runs: run.into_iter().collect(),
        diagnostics,
    }
}

fn invalid_yaml(why: &str) -> Diagnostic {
    Diagnostic::new(
        Level::Error,
        "invalid_yaml",
        format!("not a YAML report: {why}"),
    )
}

fn read_report(object: Extra, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let mut run = read(object, "$", diagnostics)?;
    run.source.dialect = Some(match run.source.dialect.take() {
        Some(dialect) => format!("yaml {dialect}"),
        None => "yaml".to_owned(),
    });
    Some(run)
}

/// Reads a report; `None` for one of what Prometheus saw.
fn read(object: Extra, path: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let mut fields = Fields::new(object, path);
    if is_of_prometheus(fields.object()) {
        diagnostics.push(
            Diagnostic::new(
                Level::Error,
                "not_a_result",
                "metrics that Prometheus collected from the server: successes has a rate and no throughput, so it is no report of requests",
            )
            .at_path(fields.path_of("successes"))
            .with_help("give the lifecycle_metrics file of the same stage"),
        );
        return None;
    }
    fields.expect(&SECTIONS);
    let mut run = Run::default();
    run.source.tool = Some("inference-perf".to_owned());
    run.source.parser_version = PARSER_VERSION;

    let mut axes = Axes::default();
    fields.within("load_summary", |load| {
        axes.request_rate = load.take_number("requested_rate");
    });
    if axes.request_rate.is_none() {
        // Of all stages together: not one point of the sweep.
        run.source.dialect = Some("summary".to_owned());
    }
    let mut one = Measurement::new(Family::Serve, axes);
    one.metrics.duration_s = fields.take_number("benchmark_time_seconds");
    one.metrics.failed_requests = fields
        .within("failures", |failures| {
            failures.expect(&["count"]);
            failures.take_count("count")
        })
        .flatten();
    fields.within("successes", |successes| take_successes(successes, &mut one));
    one.status = match one.metrics.completed_requests {
        Some(0) => Status::Failed,
        None => Status::Unknown,
        Some(_) => Status::Valid,
    };
    one.extra = fields.finish(diagnostics);
    run.measurements.push(one);
    run.title = title(&run, "inference-perf load test");
    Some(run)
}

fn is_of_prometheus(report: &Extra) -> bool {
    let successes = report.get("successes");
    let has = |key: &str| successes.is_some_and(|successes| successes.get(key).is_some());
    has("rate") && !has("throughput")
}

fn take_successes(successes: &mut Fields, one: &mut Measurement) {
    successes.expect(&["count", "latency", "throughput"]);
    let metrics = &mut one.metrics;
    metrics.completed_requests = successes.take_count("count");
    if metrics.completed_requests == Some(0) {
        return;
    }
    successes.within("latency", |latency| {
        latency.expect(&["request_latency", "time_to_first_token"]);
        for (key, metric) in LATENCIES {
            latency.within(key, |statistics| {
                statistics.take_distribution(metrics, metric, ms_from_s, STATS, str::to_owned);
            });
        }
    });
    successes.within("throughput", |throughput| {
        throughput.expect(&["output_tokens_per_sec", "requests_per_sec"]);
        metrics.output_tps = throughput.take_number("output_tokens_per_sec");
        metrics.total_tps = throughput.take_number("total_tokens_per_sec");
        metrics.request_throughput_rps = throughput.take_number("requests_per_sec");
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::parse;

    #[test]
    fn a_stage_without_a_success_failed() {
        let text = r#"{"load_summary": {"requested_rate": 5.0}, "failures": {"count": 60},
            "successes": {"count": 0, "latency": null, "throughput": {"output_tokens_per_sec": 0.0}}}"#;
        let parsed = parse(text.as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(
            (one.status, one.axes.request_rate),
            (Status::Failed, Some(5.0))
        );
        assert_eq!(one.metrics.failed_requests, Some(60));
        assert_eq!(one.metrics.output_tps, None);
    }

    #[test]
    fn a_yaml_report_that_was_cut_is_partial() {
        let text = "load_summary:\n  requested_rate: 2.0\nsuccesses:\n  count: 3\n  throughput:\n    output_tokens_per_sec: 64.5";
        let parsed = parse(text.as_bytes(), None);
        assert!(parsed.runs[0].source.partial);
        assert_eq!(parsed.runs[0].measurements[0].metrics.output_tps, None);
        assert!(parsed.diagnostics.iter().any(|one| one.code == "cut_line"));
    }

    #[test]
    fn yaml_that_is_none_is_an_error() {
        let parsed = parse(b"load_summary:\n  a: [\nsuccesses:\n  b: }\n", None);
        assert!(parsed.runs.is_empty());
        assert_eq!(parsed.diagnostics[0].code, "invalid_yaml");
    }
}
