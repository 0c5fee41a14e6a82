//! The table, in a log or a page.
//!
//! ```text
//! | model |             test |     t/s (total) |       t/s (req) |      ttfr (ms) |  e2e_ttft (ms) |
//! |:------|-----------------:|----------------:|----------------:|---------------:|---------------:|
//! | gemma | pp1024 @ d0 (c5) | 4262.37 ± 58.72 | 1505.47 ± 88.19 | 943.20 ± 28.79 | 943.20 ± 28.79 |
//!
//! llama-benchy (0.4.0)
//! date: 2026-08-06 08:12:09 | latency mode: generation
//! ```
//!
//! Older versions have one column `t/s`. What is behind the table is about it.

use super::{YIELDS, new_run};
use crate::formats::printed::{self, Printed};
use crate::formats::reading::{
    Line, MarkdownRow, MarkdownTable, date_time, join, markdown_tables, set_model, title,
};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{
    Axes, Distribution, Family, Measurement, Metric, MetricKey, Note, NoteOrigin, Run, Stat, Status,
};

/// llama-benchy table.
pub(in crate::formats) struct Markdown;

impl Format for Markdown {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_benchy_markdown",
            name: "llama-benchy table, in a log or a page",
            versions: "0.4.0 and older",
            yields: YIELDS,
            marks: &["ttfr (ms)", "est_ppt (ms)", "llama-benchy ("],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        let is_log = text.starts_with("llama-benchy (") && text.contains("Benchmarking model:");
        (text.contains("ttfr (ms)") || text.contains("est_ppt (ms)") || is_log)
            && (is_log || input.lines().iter().any(|line| is_header(&line.text)))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let has_end = input.text().ends_with('\n');
        let tables = markdown_tables(input.lines(), has_end, is_table, &mut diagnostics);
        let mut runs = Vec::new();
        let mut is_partial = false;
        for (at, table) in tables.iter().enumerate() {
            let from = at
                .checked_sub(1)
                .map_or(0, |before| last_line(&tables[before]));
            let to = tables.get(at + 1).map_or(usize::MAX, |next| next.line);
            let mut setup = new_run();
            let is_ended = set_facts(&mut setup, input.lines(), from, to, last_line(table));
            if !is_ended {
                diagnostics.push(
                    Diagnostic::new(
                        Level::Note,
                        "no_end",
                        "no line \"llama-benchy (…)\" behind this table: its end may be missing",
                    )
                    .at_line(table.line, 1, 1),
                );
            }
            is_partial |= table.is_cut;
            for row in &table.rows {
                match read_row(&setup, table, row, &mut diagnostics) {
                    Some(run) => runs.push(run),
                    None => is_partial = true,
                }
            }
        }
        if runs.is_empty() {
            let message = "the benchmark ended before it printed a row";
            diagnostics.push(Diagnostic::new(Level::Warning, "no_result", message));
            let mut run = new_run();
            set_facts(&mut run, input.lines(), 0, usize::MAX, 0);
            let mut failed = Measurement::new(Family::Decode, Axes::default());
            failed.status = Status::Failed;
            run.measurements.push(failed);
            run.notes.push(Note {
                origin: NoteOrigin::Reader,
                text: "The benchmark began and printed no result.".to_owned(),
            });
            runs.push(run);
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.source.partial = is_partial;
            run.title = title(run, "llama-benchy run");
        }
        Parsed { runs, diagnostics }
    }
}

fn is_header(line: &str) -> bool {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    ["model", "test"]
        .iter()
        .all(|column| cells.contains(column))
        && ["ttfr (ms)", "est_ppt (ms)"]
            .iter()
            .any(|column| cells.contains(column))
}

fn is_table(table: &MarkdownTable) -> bool {
    table.has_all(&["model", "test"])
        && (table.column("ttfr (ms)").is_some() || table.column("est_ppt (ms)").is_some())
}

fn last_line(table: &MarkdownTable) -> usize {
    table.rows.last().map_or(table.line, |row| row.line)
}

/// Sets what the lines around a table say; true where the line behind it is there.
fn set_facts(run: &mut Run, lines: &[Line], from: usize, to: usize, table_end: usize) -> bool {
    let mut is_ended = false;
    for line in lines
        .iter()
        .filter(|line| line.number > from && line.number < to)
    {
        let text = line.text.trim();
        let behind = line.number > table_end;
        if let Some(version) = text.strip_prefix("llama-benchy (") {
            run.source.tool_version = version.strip_suffix(')').map(str::to_owned);
            is_ended |= behind;
        } else if let Some(date) = strip_any(text, &["Date: ", "date: "]) {
            let mut parts = date.split(" | ");
            if let Some(time) = parts.next().and_then(date_time) {
                run.measured_at = Some(time);
            }
            for part in parts {
                if let Some((key, value)) = part.split_once(": ") {
                    let key = key.trim().replace(' ', "_");
                    run.settings.extra.insert(key, value.trim().into());
                }
            }
        } else if let Some(rest) = text.strip_prefix("Average latency (")
            && let Some((_, latency)) = rest.split_once("): ")
        {
            run.settings
                .extra
                .insert("average_latency".to_owned(), latency.into());
        }
    }
    is_ended
}

fn strip_any<'a>(text: &'a str, starts: &[&str]) -> Option<&'a str> {
    starts.iter().find_map(|start| text.strip_prefix(start))
}

/// A run of one row; what is wrong with it is reported where it cannot be read.
fn read_row(
    setup: &Run,
    table: &MarkdownTable,
    row: &MarkdownRow,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Run> {
    let mut unread = |message: String| {
        let finding = Diagnostic::new(Level::Warning, "unread_line", message);
        diagnostics.push(finding.at_line(row.line, 1, 1));
    };
    let cell = |name: &str| {
        table
            .named(row)
            .find(|(column, _)| *column == name)
            .map(|(_, text)| text)
    };
    let test = cell("test").unwrap_or_default();
    let Some((family, axes)) = parse_test(test) else {
        unread(format!(
            "expected a test such as \"pp1024 @ d4096 (c5)\", found {test:?}; the row was left out"
        ));
        return None;
    };
    let mut run = setup.clone();
    let mut one = Measurement::new(family, axes);
    for (column, text) in table.named(row) {
        if text.is_empty() || column == "test" {
            continue;
        }
        if column == "model" {
            set_model(&mut run.model, text);
            continue;
        }
        let Some((mean, deviation)) = mean_and_deviation(text) else {
            unread(format!(
                "expected a mean and a deviation for {column}, found {text:?}; it was not used"
            ));
            run.source.partial = true;
            one.extra.insert(column.to_owned(), text.into());
            continue;
        };
        set(&mut one, column, text, &mean, &deviation);
    }
    if test.starts_with("ctx_") {
        // Filling the context of a later test, a phase of its own.
        one.extra.insert("phase".to_owned(), "context".into());
    }
    one.status = match (one.metrics.prompt_tps, one.metrics.output_tps) {
        (None, None) => Status::Unknown,
        _ => Status::Valid,
    };
    run.measurements.push(one);
    Some(run)
}

/// Puts a value where its column belongs; one without a typed place keeps its text.
fn set(one: &mut Measurement, column: &str, text: &str, mean: &Printed, deviation: &Printed) {
    let rate = match one.family {
        Family::Prefill => Metric::PromptTps,
        _ => Metric::OutputTps,
    };
    let spread = |metric| {
        let key = MetricKey::stat(metric, Stat::Mean);
        let distribution = Distribution {
            mean: Some(mean.value),
            std: Some(deviation.value),
            ..Distribution::default()
        };
        (key, distribution)
    };
    let key = match (column, one.family) {
        ("t/s" | "t/s (total)", _) => {
            let key = MetricKey::single(rate);
            one.metrics.set(key, mean.value);
            one.deviation.insert(key.to_string(), deviation.value);
            key
        }
        ("t/s (req)", Family::Decode) => {
            let (key, distribution) = spread(Metric::PerRequestOutputTps);
            one.metrics.per_request_output_tps = Some(distribution);
            key
        }
        ("e2e_ttft (ms)", _) => {
            let (key, distribution) = spread(Metric::TtftMs);
            one.metrics.ttft_ms = Some(distribution);
            key
        }
        _ => {
            one.extra.insert(column.to_owned(), text.into());
            return;
        }
    };
    one.precision.insert(key.to_string(), mean.precision());
}

/// Reads `pp1024`, `tg480 @ d1000`, `ctx_pp @ d4096 (c5)`.
fn parse_test(text: &str) -> Option<(Family, Axes)> {
    let mut axes = Axes::default();
    let mut rest = text.trim();
    if let Some((before, level)) = rest.split_once(" (c") {
        axes.concurrency = Some(level.strip_suffix(')')?.parse().ok()?);
        rest = before.trim();
    }
    if let Some((before, depth)) = rest.split_once(" @ d") {
        axes.context_tokens = Some(depth.trim().parse().ok()?);
        rest = before.trim();
    } else {
        axes.context_tokens = Some(0);
    }
    let rest = rest.strip_prefix("ctx_").unwrap_or(rest);
    let count = |digits: &str| match digits {
        "" => Some(None),
        digits => digits.parse().ok().map(Some),
    };
    if let Some(tokens) = rest.strip_prefix("pp") {
        axes.input_tokens = count(tokens)?;
        Some((Family::Prefill, axes))
    } else {
        axes.output_tokens = count(rest.strip_prefix("tg")?)?;
        Some((Family::Decode, axes))
    }
}

/// Reads `18.41 ± 0.02`.
fn mean_and_deviation(text: &str) -> Option<(Printed, Printed)> {
    let (mean, deviation) = text.split_once('±')?;
    Some((
        printed::number(mean.trim())?,
        printed::number(deviation.trim())?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::parse;

    #[test]
    fn a_test_names_tokens_depth_and_concurrency() {
        let read = |text| {
            parse_test(text).map(|(family, axes)| {
                (
                    family,
                    axes.input_tokens.or(axes.output_tokens),
                    axes.context_tokens,
                    axes.concurrency,
                )
            })
        };
        assert_eq!(
            read("pp1024 @ d4096 (c5)"),
            Some((Family::Prefill, Some(1024), Some(4096), Some(5)))
        );
        assert_eq!(
            read("tg480"),
            Some((Family::Decode, Some(480), Some(0), None))
        );
        assert_eq!(
            read("ctx_pp @ d4096"),
            Some((Family::Prefill, None, Some(4096), None))
        );
        for broken in ["", "xx5", "pp5 (c", "tg5 @ dx", "pp-5"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }

    #[test]
    fn a_log_without_a_table_is_a_failed_run() {
        let log = "llama-benchy (0.4.0)\nDate: 2026-08-06 08:12:09\nBenchmarking model: x at http://localhost\nWarming up...\n";
        let parsed = parse(log.as_bytes(), None);
        assert_eq!(parsed.runs[0].measurements[0].status, Status::Failed);
        assert!(parsed.diagnostics.iter().any(|one| one.code == "no_result"));
    }
}
