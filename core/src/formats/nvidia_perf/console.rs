//! The tables that both tools print, wherever they stand in a log or a page.
//!
//! ```text
//!            NVIDIA GenAI-Perf | LLM Metrics
//! ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━┓
//! ┃                        Statistic ┃   avg ┃   min ┃
//! ┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━┩
//! │         Time To First Token (ms) │ 39.13 │ 21.23 │
//! │ Output Token Throughput Per User │ 55.67 │ 55.61 │
//! │                (tokens/sec/user) │       │       │
//! └──────────────────────────────────┴───────┴───────┘
//! Request throughput (per sec): 0.61                     older GenAI-Perf
//! ```
//!
//! A name that is too long goes on in the next row, whose other cells are empty.

use super::Tool;
use super::quantity::{quantity, split_label};
use super::row::{Row, apply_all};
use crate::formats::reading::{Line, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed, printed};
use crate::model::{Axes, Family, Measurement, Run};

/// AIPerf tables.
pub(in crate::formats) struct AiperfConsole;

/// GenAI-Perf tables.
pub(in crate::formats) struct GenaiConsole;

impl Format for AiperfConsole {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "aiperf_console",
            name: "AIPerf tables in a log or a page",
            versions: "2025, as documented",
            yields: "serving test with percentiles, as printed; neither model nor load",
            marks: &["NVIDIA AIPerf", "LLM Metrics", "Request Latency"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool(input) == Some(Tool::Aiperf)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Aiperf)
    }
}

impl Format for GenaiConsole {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "genai_perf_console",
            name: "GenAI-Perf tables in a log or a page",
            versions: "2024 and 2025, as documented",
            yields: "serving test with percentiles, as printed; neither model nor load",
            marks: &["NVIDIA GenAI-Perf", "LLM Metrics", "Request Latency"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool(input) == Some(Tool::Genai)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Genai)
    }
}

/// Which tool printed the first heading.
fn tool(input: &Input) -> Option<Tool> {
    input.lines().iter().find_map(|line| {
        if !line.text.contains("Metrics") {
            None
        } else if line.text.contains("AIPerf") {
            Some(Tool::Aiperf)
        } else if line.text.contains("GenAI-Perf") {
            Some(Tool::Genai)
        } else {
            None
        }
    })
}

/// A result: its rows so far, from one table or several.
#[derive(Debug, Default)]
struct Found {
    line: usize,
    header: Vec<String>,
    /// Line, name and cells.
    rows: Vec<(usize, String, Vec<String>)>,
    /// Single numbers below the table: line, name and number.
    numbers: Vec<(usize, String, String)>,
    /// True where the line that closes the last table is there.
    is_closed: bool,
}

fn read_all(input: &Input, of: Tool) -> Parsed {
    let mut diagnostics = Vec::new();
    let mut runs = Vec::new();
    let lines = input.lines();
    // A number in the last line may go on behind the end of the file.
    let whole = match lines.split_last() {
        Some((_, before)) if !input.text().ends_with('\n') => before,
        _ => lines,
    };
    for found in find(whole, &mut diagnostics) {
        runs.extend(read(&found, of, &mut diagnostics));
    }
    Parsed { runs, diagnostics }
}

/// Finds the results. A heading about the metrics of the model starts one; the tables below it
/// belong to it.
fn find(lines: &[Line], diagnostics: &mut Vec<Diagnostic>) -> Vec<Found> {
    let mut results: Vec<Found> = Vec::new();
    let mut is_within = false;
    for line in lines {
        let text = line.text.trim();
        if is_heading(text) {
            is_within = false;
            results.push(Found {
                line: line.number,
                ..Found::default()
            });
            continue;
        }
        let Some(found) = results.last_mut() else {
            continue;
        };
        if text.starts_with('└') {
            found.is_closed |= is_within && text.ends_with('┘');
            is_within = false;
        } else if text.starts_with(['┃', '│']) {
            let cells = cells(text);
            if is_header(&cells) {
                found.header = cells;
                found.is_closed = false;
                is_within = true;
            } else if is_within {
                push(found, line.number, text, cells, diagnostics);
            }
        } else if let Some((name, number)) = single(text) {
            found
                .numbers
                .push((line.number, name.to_owned(), number.to_owned()));
        }
    }
    results
}

fn is_heading(text: &str) -> bool {
    (text.contains("AIPerf") || text.contains("GenAI-Perf")) && text.ends_with("LLM Metrics")
}

fn is_header(cells: &[String]) -> bool {
    matches!(
        cells.first().map(String::as_str),
        Some("Metric" | "Statistic")
    ) && cells.get(1).is_some_and(|cell| cell == "avg")
}

/// The cells between the borders of a row.
fn cells(text: &str) -> Vec<String> {
    text.trim_matches(['┃', '│'])
        .split(['┃', '│'])
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// Adds a row, or the rest of a name to the row before it.
fn push(
    found: &mut Found,
    line: usize,
    text: &str,
    mut cells: Vec<String>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let is_whole = text.chars().count() > 1 && text.ends_with(['┃', '│']);
    if cells.len() != found.header.len() || !is_whole {
        let message = format!(
            "expected a row of {} cells, found {}; it was left out",
            found.header.len(),
            cells.len()
        );
        diagnostics.push(
            Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                line,
                1,
                text.chars().count(),
            ),
        );
        return;
    }
    let values = cells.split_off(1);
    let name = cells.pop().unwrap_or_default();
    if values.iter().all(String::is_empty)
        && let Some((_, before, _)) = found.rows.last_mut()
    {
        before.push(' ');
        before.push_str(&name);
        return;
    }
    found.rows.push((line, name, values));
}

/// A single number below a table: `Request throughput (per sec): 0.61`.
fn single(text: &str) -> Option<(&str, &str)> {
    let (name, number) = text.split_once("):")?;
    let name = &text[..=name.len()];
    let number = number.trim();
    quantity(&split_label(name).0)?;
    printed::number(number).map(|_| (name, number))
}

fn read(found: &Found, of: Tool, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let words = || found.header.iter().skip(1).map(String::as_str);
    let mut rows: Vec<Row> = found
        .rows
        .iter()
        .map(|(line, name, values)| Row {
            label: name,
            line: *line,
            cells: words().zip(values.iter().map(String::as_str)).collect(),
        })
        .collect();
    if rows.is_empty() {
        let message = format!(
            "the heading of a table of {} without rows below it",
            of.name()
        );
        diagnostics
            .push(Diagnostic::new(Level::Error, "not_a_result", message).at_line(found.line, 1, 1));
        return None;
    }
    rows.extend(found.numbers.iter().map(|(line, name, number)| Row {
        label: name,
        line: *line,
        cells: vec![("avg", number)],
    }));
    let mut run = of.new_run();
    let mut one = Measurement::new(Family::Serve, Axes::default());
    apply_all(&rows, &mut one, diagnostics);
    if !found.is_closed {
        run.source.partial = true;
        let message = "the table has no end: the output was cut off";
        diagnostics.push(
            Diagnostic::new(Level::Warning, "partial_run", message).at_line(found.line, 1, 1),
        );
    }
    run.measurements.push(one);
    run.title = title(&run, of.untitled());
    Some(run)
}
