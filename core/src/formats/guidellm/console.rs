//! The tables that the tool prints at its end, wherever they stand in a log.
//!
//! ```text
//! Benchmarks Metadata:
//!     Run id:93e3…
//!     Worker:type_='…' backend_model='org/name' …
//!     Request Loader:type_='…' data='prompt_tokens=256,output_tokens=128' …
//! Benchmarks Info:      duration, requests and tokens of each benchmark
//! Benchmarks Stats:     rates and latencies of each benchmark
//! ```

use super::printed_table::{self, Row, Table};
use super::{load, metrics, new_run, note_definition};
use crate::formats::reading::{Line, join, set_model, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed, printed};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Precision, Run, Stat, Status,
};

/// GuideLLM console output.
pub(in crate::formats) struct Console;

const METADATA: &str = "Benchmarks Metadata:";
const INFO: &str = "Benchmarks Info:";
const STATS: &str = "Benchmarks Stats:";

impl Format for Console {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "guidellm_console",
            name: "GuideLLM tables in a log",
            versions: "0.2",
            yields: "serving tests by request rate or concurrency, as printed",
            marks: &[INFO, STATS, "Requests Made"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input
            .lines()
            .iter()
            .any(|line| matches!(line.text.trim(), INFO | STATS))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        let cut_line = (!input.text().ends_with('\n'))
            .then(|| input.lines().last().map(|line| line.number))
            .flatten();
        for block in blocks(input.lines()) {
            runs.extend(read(block, cut_line, &mut diagnostics));
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.title = title(run, "GuideLLM run");
        }
        Parsed { runs, diagnostics }
    }
}

/// The lines of each result: one begins where a heading comes that was already there.
fn blocks(lines: &[Line]) -> Vec<&[Line]> {
    let mut starts = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let heading = line.text.trim();
        if !matches!(heading, METADATA | INFO | STATS) {
            continue;
        }
        if seen.is_empty() || seen.contains(&heading) || heading == METADATA {
            starts.push(index);
            seen.clear();
        }
        seen.push(heading);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &lines[start..end])
        .collect()
}

/// Reads the tables of one result.
fn read(block: &[Line], cut_line: Option<usize>, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let first = block.first()?;
    let mut run = new_run();
    note_definition(&mut run);
    let mut of_the_result = Extra::new();
    let lengths = read_metadata(&mut run, &mut of_the_result, block);
    let mut is_whole = true;
    for heading in [INFO, STATS] {
        let Some(table) = printed_table::find(block, heading, diagnostics) else {
            let message = format!("no table {heading:?} with a header of two lines");
            diagnostics.push(
                Diagnostic::new(Level::Warning, "missing_table", message).at_line(
                    first.number,
                    1,
                    1,
                ),
            );
            is_whole = false;
            continue;
        };
        is_whole &= table.is_closed;
        read_table(&mut run, &table, cut_line, diagnostics);
    }
    for one in &mut run.measurements {
        finish(one, lengths);
        if let Some(doubt) = metrics::doubt_total(one) {
            diagnostics.push(
                Diagnostic::new(Level::Warning, "inconsistent_value", doubt).at_line(
                    first.number,
                    1,
                    1,
                ),
            );
        }
        one.extra.extend(of_the_result.clone());
    }
    if !is_whole {
        run.source.partial = true;
        let message = "the tables of this result are not complete: the output was cut off";
        diagnostics.push(
            Diagnostic::new(Level::Warning, "partial_run", message).at_line(first.number, 1, 1),
        );
    }
    if run.measurements.is_empty() {
        let message = "a GuideLLM result without a row of values";
        diagnostics.push(
            Diagnostic::new(Level::Error, "not_a_result", message).at_line(first.number, 1, 1),
        );
        return None;
    }
    Some(run)
}

/// Reads what stands above the tables, lines that the terminal wrapped put together.
fn read_metadata(run: &mut Run, of_the_result: &mut Extra, block: &[Line]) -> load::Lengths {
    let below = block
        .iter()
        .skip_while(|line| line.text.trim() != METADATA)
        .skip(1);
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in below {
        let text = line.text.trim();
        if text.is_empty() || text == INFO || text == STATS {
            break;
        }
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
        };
        match (text.split_once(':'), entries.last_mut()) {
            (Some((name, value)), _) if is_name(name) => {
                entries.push((name.to_owned(), value.to_owned()));
            }
            (_, Some((_, value))) => {
                value.push(' ');
                value.push_str(text);
            }
            _ => {}
        }
    }
    let mut lengths = load::Lengths::default();
    for (name, value) in entries {
        if let Some(model) = quoted(&value, "backend_model") {
            set_model(&mut run.model, model);
        }
        if let Some(data) = quoted(&value, "data") {
            lengths = load::lengths(&data.into()).unwrap_or_default();
        }
        let extra = match name.as_str() {
            "Run id" | "Duration" | "Profile" => &mut *of_the_result,
            _ => &mut run.settings.extra,
        };
        extra.insert(name, value.into());
    }
    lengths
}

/// The text in `name='text'`.
fn quoted<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!(" {name}='"))?;
    rest.split_once('\'').map(|(value, _)| value)
}

/// Adds the values of a table to the measurements, which both tables list in the same order.
fn read_table(
    run: &mut Run,
    table: &Table,
    cut_line: Option<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (index, row) in table.rows.iter().enumerate() {
        let name = &row.cells[0];
        if index == run.measurements.len() {
            run.measurements.push(measurement(name));
        }
        let one = &mut run.measurements[index];
        if one.extra.get("Benchmark") != Some(&name.as_str().into()) {
            let message =
                format!("row {name:?} stands where the table before it has another; left out");
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unread_line", message).at_line(row.line, 1, 1),
            );
            continue;
        }
        let mut cells = row.cells.len();
        if cut_line == Some(row.line) {
            // The last number may go on behind the end of the file.
            cells -= 1;
        }
        for ((group, column), cell) in table.columns.iter().zip(&row.cells).take(cells).skip(1) {
            read_cell(one, group, column, cell, row, diagnostics);
        }
    }
}

/// A measurement by the name of its benchmark: `synchronous`, `constant@9.78`, `concurrent@8`.
fn measurement(name: &str) -> Measurement {
    let mut axes = Axes::default();
    let mut one = Measurement::new(Family::Serve, axes);
    match name.split_once('@') {
        None if name == "synchronous" => axes.concurrency = Some(1),
        Some(("concurrent", streams)) => axes.concurrency = printed::whole(streams),
        Some(("constant" | "poisson" | "async", rate)) => {
            if let Some(rate) = printed::number(rate) {
                axes.request_rate = Some(rate.value);
                one.precision
                    .insert("request_rate".to_owned(), rate.precision());
            }
        }
        _ => {}
    }
    one.axes = axes;
    one.extra.insert("Benchmark".to_owned(), name.into());
    one
}

/// Puts a cell where it belongs; what has no place stays under the names of its column.
fn read_cell(
    one: &mut Measurement,
    group: &str,
    column: &str,
    cell: &str,
    row: &Row,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let target = target(group, column);
    if let Some(Err(unit)) = target {
        let message = format!("unknown unit {unit:?} of {group:?}; the value is kept as it is");
        diagnostics
            .push(Diagnostic::new(Level::Warning, "unknown_unit", message).at_line(row.line, 1, 1));
    }
    let read = match target {
        Some(Ok((key, Unit::Plain))) => printed::number(cell).map(|number| (key, number)),
        Some(Ok((key, Unit::Time(unit)))) => {
            // 0.0 is printed for what was not measured.
            let number = printed::millis(&format!("{cell} {unit}"));
            number
                .filter(|one| one.value > 0.0)
                .map(|number| (key, number))
        }
        _ => None,
    };
    let Some((key, number)) = read else {
        let name = format!("{group} {column}");
        let value = printed::number(cell).map_or_else(|| cell.into(), |one| one.value.into());
        one.extra.insert(name, value);
        return;
    };
    one.metrics.set(key, number.value);
    if number.text.contains('.') {
        one.precision.insert(key.to_string(), number.precision());
    }
}

/// The unit of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// That of the metric.
    Plain,
    /// A time, to be read in milliseconds.
    Time(&'static str),
}

/// The metric of a column, or the unit of it that is not known; `None` for the others.
fn target<'a>(group: &'a str, column: &str) -> Option<Result<(MetricKey, Unit), &'a str>> {
    let single = |metric| Some(Ok((MetricKey::single(metric), Unit::Plain)));
    match (group, column) {
        ("Metadata", "Duration (s)") => return single(Metric::DurationS),
        ("Requests Made", "Comp") => return single(Metric::CompletedRequests),
        ("Requests Made", "Err") => return single(Metric::FailedRequests),
        ("Prompt Tok Total", "Comp") => return single(Metric::InputTokens),
        ("Output Tok Total", "Comp") => return single(Metric::OutputTokens),
        ("Request Stats", "Per Second") => return single(Metric::RequestThroughputRps),
        ("Request Stats", "Concurrency") => return single(Metric::ActiveRequests),
        ("Out Tok/sec", "mean") => return single(Metric::OutputTps),
        ("Tot Tok/sec", "mean") => return single(Metric::TotalTps),
        _ => {}
    }
    let (name, unit) = group.split_once('(')?;
    let unit = unit.trim_end_matches(')');
    let metric = match name.trim() {
        "TTFT" => Metric::TtftMs,
        "ITL" => Metric::ItlMs,
        "TPOT" => Metric::TpotMs,
        "Req Latency" => Metric::E2eLatencyMs,
        _ => return None,
    };
    let stat = match column {
        "mean" => Stat::Mean,
        "median" => Stat::Median,
        "p90" => Stat::P90,
        "p95" => Stat::P95,
        "p99" => Stat::P99,
        _ => return None,
    };
    let unit = match unit {
        "ms" => "ms",
        "s" | "sec" => "s",
        other => return Some(Err(other)),
    };
    Some(Ok((MetricKey::stat(metric, stat), Unit::Time(unit))))
}

/// Sets the status, once both tables are read.
fn finish(one: &mut Measurement, lengths: load::Lengths) {
    one.axes.input_tokens = lengths.input;
    one.axes.output_tokens = lengths.output;
    one.status = match one.metrics.completed_requests {
        Some(0) => Status::Failed,
        Some(_) => Status::Valid,
        None => Status::Unknown,
    };
    if one.status != Status::Failed {
        return;
    }
    // The figures of no request at all; they stay, but not as measured ones.
    let metrics = std::mem::take(&mut one.metrics);
    one.metrics.completed_requests = metrics.completed_requests;
    one.metrics.failed_requests = metrics.failed_requests;
    one.metrics.duration_s = metrics.duration_s;
    let texts: Extra = std::mem::take(&mut one.precision)
        .into_iter()
        .filter_map(|(key, precision): (String, Precision)| Some((key, precision.text?.into())))
        .collect();
    one.extra.insert("printed".to_owned(), texts.into());
}
