//! The statistics of a test as JSON.
//!
//! ```text
//! { "request_throughput": {"unit": "requests/sec", "avg": 0.5},
//!   "time_to_first_token": {"unit": "ms", "avg": 36.5, "p50": 35.5, …},
//!   "goodput": null, …, "input_config": {…}, "start_time": …, … }
//! ```

use serde_json::Value;

use super::quantity::{Quantity, STATS, names, quantity};
use super::{NO_RESULT, Tool, config, settle, telemetry};
use crate::formats::reading::{Fields, date_time, join, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Run, Status};

/// `profile_export_aiperf.json`.
pub(in crate::formats) struct AiperfJson;

/// `profile_export_genai_perf.json`.
pub(in crate::formats) struct GenaiJson;

/// Fields that only AIPerf writes.
const OF_AIPERF: [&str; 5] = [
    "was_cancelled",
    "error_summary",
    "aiperf_version",
    "benchmark_duration",
    "telemetry_data",
];

/// Fields that AIPerf writes for every test of a streaming text model.
const ALWAYS_BY_AIPERF: [&str; 15] = [
    "request_throughput",
    "request_latency",
    "request_count",
    "time_to_first_token",
    "inter_token_latency",
    "output_token_throughput",
    "output_token_throughput_per_user",
    "total_isl",
    "total_osl",
    "benchmark_duration",
    "input_config",
    "error_summary",
    "was_cancelled",
    "start_time",
    "telemetry_data",
];

/// Fields that GenAI-Perf writes for every test.
const ALWAYS_BY_GENAI: [&str; 3] = ["request_throughput", "request_latency", "input_config"];

impl Format for AiperfJson {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "aiperf",
            name: "AIPerf profile JSON",
            versions: "2025-11 (0.2 and 0.3)",
            yields: "serving test at a concurrency or request rate with percentiles, power draw of the GPUs",
            marks: &[
                "\"time_to_first_token\"",
                "\"request_throughput\"",
                "\"input_config\"",
                "\"error_summary\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input
            .documents()
            .items
            .iter()
            .any(|one| tool(one) == Some(Tool::Aiperf))
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Aiperf)
    }
}

impl Format for GenaiJson {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "genai_perf",
            name: "GenAI-Perf profile JSON",
            versions: "as documented, without a real file",
            yields: "serving test at a concurrency or request rate with percentiles",
            marks: &[
                "\"request_throughput\"",
                "\"request_latency\"",
                "\"input_config\"",
                "\"synthetic_input_tokens_mean\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let tools = || input.documents().items.iter().filter_map(tool);
        tools().any(|one| one == Tool::Genai) && !tools().any(|one| one == Tool::Aiperf)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Genai)
    }
}

/// Which tool wrote a document; `None` where neither did.
fn tool(document: &Document) -> Option<Tool> {
    let object = document.object()?;
    let is_quantity = |name: &str| {
        object
            .get(name)
            .is_some_and(|value| value.get("unit").is_some() && value.get("avg").is_some())
    };
    if names().filter(|name| is_quantity(name)).count() < 2 {
        return None;
    }
    let is_aiperf = OF_AIPERF.iter().any(|key| object.contains_key(*key));
    Some(if is_aiperf { Tool::Aiperf } else { Tool::Genai })
}

fn read_all(input: &Input, of: Tool) -> Parsed {
    let documents = input.documents();
    let mut diagnostics = documents.diagnostics.clone();
    let mut runs = Vec::new();
    for document in &documents.items {
        match Fields::of(document) {
            Some(fields) if tool(document).is_some() => {
                runs.push(read(fields, of, &mut diagnostics));
            }
            _ => {
                let message = format!("no result of {}, passed over", of.name());
                let finding = Diagnostic::new(Level::Warning, "not_a_result", message);
                diagnostics.push(finding.at_path(&document.path));
            }
        }
    }
    let mut runs = join(runs);
    for run in &mut runs {
        run.title = title(run, of.untitled());
    }
    if let Some(last) = runs.last_mut().filter(|_| documents.is_cut) {
        last.source.partial = true;
    }
    Parsed { runs, diagnostics }
}

fn read(mut fields: Fields, of: Tool, diagnostics: &mut Vec<Diagnostic>) -> Run {
    match of {
        Tool::Aiperf => fields.expect(&ALWAYS_BY_AIPERF),
        Tool::Genai => fields.expect(&ALWAYS_BY_GENAI),
    }
    let mut run = of.new_run();
    let mut one = Measurement::new(Family::Serve, Axes::default());
    run.source.tool_version = fields.take_text("aiperf_version");
    config::read(&mut run, &mut one, &mut fields);
    let (figures, others): (Vec<&str>, Vec<&str>) =
        names().partition(|name| quantity(name).is_some_and(Quantity::is_figure));
    for name in others {
        take_quantity(&mut one, &mut fields, name);
    }
    if one.metrics.completed_requests != Some(0) {
        for name in figures {
            take_quantity(&mut one, &mut fields, name);
        }
    }
    settle(&mut one);
    if one.status == Status::Failed {
        fields.report("request_count", Level::Warning, "no_result", NO_RESULT);
    }
    count_errors(&mut one, &mut fields);
    telemetry::read(&mut run, &mut one, &mut fields);
    // The times stay with the point as well: a run may get several.
    if let Some(start) = fields.get("start_time").filter(|start| !start.is_null()) {
        run.measured_at = start.as_str().and_then(date_time);
        if run.measured_at.is_none() {
            let message = format!("expected a date and time, found {start}");
            fields.report("start_time", Level::Warning, "unexpected_type", message);
        }
    }
    if let Some(was_cancelled) = fields.take_flag("was_cancelled") {
        fields.put("was_cancelled", was_cancelled.into());
        if was_cancelled {
            run.source.partial = true;
            let message = "the test was cancelled: these are the requests up to then";
            fields.report("was_cancelled", Level::Warning, "partial_run", message);
        }
    }
    one.extra.extend(fields.finish(diagnostics));
    run.measurements.push(one);
    run
}

/// Takes a quantity by its unit. The unit stays beside the statistics that have no place.
fn take_quantity(one: &mut Measurement, fields: &mut Fields, name: &str) {
    let Some(found) = quantity(name) else {
        return;
    };
    let metrics = &mut one.metrics;
    fields.within(name, |stats| {
        let label = stats.get("unit").and_then(Value::as_str);
        let Some(unit) = found.unit(label) else {
            let message = match label {
                Some(label) => format!("unknown unit {label:?} of {name}; kept as it is, not used"),
                None => format!("{name} has no unit; kept as it is, not used"),
            };
            stats.report("unit", Level::Warning, "unknown_unit", message);
            return;
        };
        let mean = stats.get("avg").and_then(Value::as_f64);
        if mean == Some(0.0) && found.is_never_zero() {
            return;
        }
        if found.metric.is_distribution() {
            stats.take_distribution(metrics, found.metric, unit, STATS, str::to_owned);
        } else {
            stats.take_metric("avg", metrics, MetricKey::single(found.metric), unit);
        }
    });
}

/// Failed requests are counted by kind where the tool does not count them together; an empty
/// list of kinds says that there was none.
fn count_errors(one: &mut Measurement, fields: &mut Fields) {
    if one.metrics.failed_requests.is_some() || !fields.has("error_summary") {
        return;
    }
    let Some(kinds) = fields.take_list("error_summary") else {
        return;
    };
    let counts: Option<Vec<u64>> = kinds
        .iter()
        .map(|kind| kind.get("count").and_then(Value::as_u64))
        .collect();
    if let Some(counts) = counts {
        let failed: u64 = counts
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count));
        one.metrics
            .set(MetricKey::single(Metric::FailedRequests), failed as f64);
    } else {
        let message = "expected a count for each kind of error; the failed requests are not known";
        fields.report("error_summary", Level::Warning, "unexpected_type", message);
    }
    fields.put("error_summary", kinds.into());
}
