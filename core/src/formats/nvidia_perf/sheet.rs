//! The statistics of a test as CSV: sections with headers of their own.
//!
//! ```text
//! Metric,avg,min,max,sum,p1,…,std                 AIPerf
//! Metric,avg,min,max,p99,p95,p90,p75,p50,p25      GenAI-Perf
//! Time to First Token (ms),230.14,75.04,"1,693.93",…
//!
//! Metric,Value
//! Request Throughput (requests/sec),2.16
//!
//! Endpoint,GPU_Index,GPU_Name,…                   AIPerf, of the GPUs
//! ```
//!
//! Model and load are not in the file.

use super::Tool;
use super::row::{Row, apply_all};
use crate::formats::reading::{Line, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Run};

/// `profile_export_aiperf.csv`.
pub(in crate::formats) struct AiperfCsv;

/// `profile_export_genai_perf.csv`.
pub(in crate::formats) struct GenaiCsv;

/// How the header of the statistics begins.
const STATISTICS: [&str; 4] = ["Metric", "avg", "min", "max"];

impl Format for AiperfCsv {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "aiperf_csv",
            name: "AIPerf profile CSV",
            versions: "2026",
            yields: "serving test with percentiles, as printed; neither model nor load",
            marks: &[
                "Metric,avg,min,max,sum",
                "Metric,Value",
                "Request Throughput",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool(input) == Some(Tool::Aiperf)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Aiperf)
    }
}

impl Format for GenaiCsv {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "genai_perf_csv",
            name: "GenAI-Perf profile CSV",
            versions: "as documented, without a real file",
            yields: "serving test with percentiles, as printed; neither model nor load",
            marks: &[
                "Metric,avg,min,max,p99",
                "Metric,Value",
                "Request Throughput",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool(input) == Some(Tool::Genai)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read_all(input, Tool::Genai)
    }
}

/// Which tool wrote the first section of statistics.
fn tool(input: &Input) -> Option<Tool> {
    let header = input
        .lines()
        .iter()
        .find(|line| line.text.starts_with("Metric,avg,min,max"))?;
    let is_aiperf = cells(&header.text)
        .iter()
        .any(|cell| matches!(cell.as_str(), "sum" | "p1"));
    Some(if is_aiperf { Tool::Aiperf } else { Tool::Genai })
}

/// The cells of a line of CSV. Each line is read alone, so that a stray quote in one does not
/// take the others with it.
pub(super) fn cells(line: &str) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(line.as_bytes());
    match reader.records().next() {
        Some(Ok(record)) => record.iter().map(|cell| cell.trim().to_owned()).collect(),
        _ => Vec::new(),
    }
}

/// A section: its header and the rows below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Section {
    pub(super) header: Vec<String>,
    /// Number of a line, and its cells.
    pub(super) rows: Vec<(usize, Vec<String>)>,
    /// Number of the line of the header.
    pub(super) line: usize,
}

/// The sections of a file, and whether its end is missing. A line of another width than its
/// header is reported.
///
/// Where the file ends without a line end, its last value may go on behind it. That value is
/// then empty, and a row that is too short left out.
pub(super) fn sections(
    input: &Input,
    is_header: fn(&[String]) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Section>, bool) {
    let lines = input.lines();
    let is_cut = !input.text().ends_with('\n');
    let mut sections: Vec<Section> = Vec::new();
    let mut is_within = false;
    for (index, Line { number, text }) in lines.iter().enumerate() {
        if text.trim().is_empty() {
            is_within = false;
            continue;
        }
        let mut cells = cells(text);
        if is_header(&cells) {
            is_within = true;
            sections.push(Section {
                header: cells,
                rows: Vec::new(),
                line: *number,
            });
            continue;
        }
        let Some(section) = sections.last_mut().filter(|_| is_within) else {
            continue;
        };
        if cells.len() != section.header.len() {
            let message = format!(
                "expected {} values, found {}; the line was left out",
                section.header.len(),
                cells.len()
            );
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                    *number,
                    1,
                    text.chars().count(),
                ),
            );
            continue;
        }
        if is_cut
            && index + 1 == lines.len()
            && let Some(last) = cells.last_mut()
        {
            last.clear();
        }
        section.rows.push((*number, cells));
    }
    (sections, is_cut)
}

fn is_header(cells: &[String]) -> bool {
    let starts =
        |names: &[&str]| cells.len() >= names.len() && cells.iter().zip(names).all(|(a, b)| a == b);
    starts(&STATISTICS)
        || (starts(&["Metric", "Value"]) && cells.len() == 2)
        || starts(&["Endpoint", "GPU_Index"])
        || starts(&["Metric", "GPU"])
}

fn read_all(input: &Input, of: Tool) -> Parsed {
    let mut diagnostics = Vec::new();
    let (sections, is_cut) = sections(input, is_header, &mut diagnostics);
    let mut results: Vec<&[Section]> = Vec::new();
    let starts: Vec<usize> = (0..sections.len())
        .filter(|&index| {
            sections[index]
                .header
                .starts_with(&STATISTICS.map(str::to_owned))
        })
        .collect();
    for (place, &start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(sections.len());
        results.push(&sections[start..end]);
    }
    let mut runs = Vec::new();
    for result in results {
        runs.extend(read(result, of, &mut diagnostics));
    }
    if is_cut && let Some(last) = runs.last_mut() {
        last.source.partial = true;
        let message =
            "the file ends within a line: its end is missing, and its last value was not used";
        diagnostics.push(Diagnostic::new(Level::Warning, "partial_run", message));
    }
    Parsed { runs, diagnostics }
}

/// Reads the sections of one test.
fn read(sections: &[Section], of: Tool, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let first = sections.first()?;
    let mut run = of.new_run();
    let mut one = Measurement::new(Family::Serve, Axes::default());
    let mut rows = Vec::new();
    let mut has_values = false;
    for section in sections {
        let is_of_the_test = section.header[0] == "Metric"
            && section.header.get(1).is_some_and(|name| name != "GPU");
        if is_of_the_test {
            has_values |= section.header.len() == 2;
            rows.extend(
                section
                    .rows
                    .iter()
                    .map(|(line, cells)| row(section, *line, cells)),
            );
        } else {
            keep(&mut one, section, diagnostics);
        }
    }
    if rows.is_empty() {
        let message = format!("a CSV of {} with a header and no rows", of.name());
        diagnostics
            .push(Diagnostic::new(Level::Error, "not_a_result", message).at_line(first.line, 1, 1));
        return None;
    }
    apply_all(&rows, &mut one, diagnostics);
    if !has_values {
        run.source.partial = true;
        let message = "no section Metric,Value: throughput and number of requests are not recorded";
        diagnostics.push(
            Diagnostic::new(Level::Warning, "missing_field", message).at_line(first.line, 1, 1),
        );
    }
    run.measurements.push(one);
    run.title = title(&run, of.untitled());
    Some(run)
}

fn row<'a>(section: &'a Section, line: usize, cells: &'a [String]) -> Row<'a> {
    let words = section.header.iter().skip(1).map(String::as_str);
    Row {
        label: &cells[0],
        line,
        cells: words
            .zip(cells.iter().skip(1).map(String::as_str))
            .collect(),
    }
}

/// Keeps a table about GPUs as it is.
fn keep(one: &mut Measurement, section: &Section, diagnostics: &mut Vec<Diagnostic>) {
    if section.rows.is_empty() {
        let message = "a section about GPUs with a header and no rows";
        diagnostics.push(
            Diagnostic::new(Level::Note, "empty_section", message).at_line(section.line, 1, 1),
        );
        return;
    }
    let rows = section.rows.iter().map(|(_, cells)| {
        let pairs = section
            .header
            .iter()
            .cloned()
            .zip(cells.iter().map(|cell| cell.as_str().into()));
        serde_json::Value::Object(pairs.collect::<Extra>())
    });
    let list = one
        .extra
        .entry("gpu_telemetry")
        .or_insert_with(|| serde_json::Value::Array(Vec::new()));
    if let Some(list) = list.as_array_mut() {
        list.extend(rows);
    }
}
