//! What `evalscope perf` prints at its end: a summary and percentiles as grids.
//!
//! ```text
//! Benchmarking summary:
//! +---------------------------+--------+
//! | Key                       |  Value |
//! +===========================+========+
//! | Time taken for tests (s)  | 9.4961 |
//! +---------------------------+--------+
//! Percentile results:
//! +-------------+----------+-------------+
//! | Percentiles | TTFT (s) | Latency (s) |
//! +-------------+----------+-------------+
//! |     50%     |  0.0949  |   0.4225    |
//! +-------------+----------+-------------+
//! ```
//!
//! Times are seconds. [`grid`] reads the grids, [`summary`] and [`percentiles`] what is in
//! them.

mod grid;
mod percentiles;
mod summary;
mod value;

use super::reading::{Line, join, title};
use super::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Family, Measurement, Run, SCHEMA_VERSION};

/// The console output of `evalscope perf`.
pub(super) struct Console;

const SUMMARY: &str = "Benchmarking summary:";
const PERCENTILES: &str = "Percentile results:";

impl Format for Console {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "evalscope_console",
            name: "evalscope perf console",
            versions: "2025-02, 1.5.0",
            yields: "serving test at a concurrency: throughput, latencies with percentiles",
            marks: &[SUMMARY, PERCENTILES, "| Key "],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        if is_web_record(input) {
            return true;
        }
        input.prints(SUMMARY)
            && input
                .lines()
                .iter()
                .any(|line| line.text.ends_with(SUMMARY))
    }

    fn parse(&self, input: &Input) -> Parsed {
        if is_web_record(input) {
            let message = "a record of evalscope's web interface, not the output of a run: its rows are made for display";
            let help = "give the console output of evalscope perf instead";
            let error = Diagnostic::new(Level::Error, "not_a_result", message).with_help(help);
            return Parsed {
                runs: Vec::new(),
                diagnostics: vec![error],
            };
        }
        read(input)
    }
}

/// True for what the web interface asks its server for.
fn is_web_record(input: &Input) -> bool {
    input.documents().first().is_some_and(|document| {
        document.has_all(&["basic_info", "summary_columns", "summary_rows"])
    })
}

fn read(input: &Input) -> Parsed {
    let lines = input.lines();
    let has_end = input.text().ends_with('\n');
    let mut diagnostics = Vec::new();
    let mut runs = Vec::new();
    let starts: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].text.ends_with(SUMMARY))
        .collect();
    for (position, &start) in starts.iter().enumerate() {
        let end = starts.get(position + 1).copied().unwrap_or(lines.len());
        // Without a name in its path, nothing tells that two results belong together; the
        // index, which is set anew in the end, makes them different.
        if let Some(mut run) = read_result(&lines[start..end], has_end, &mut diagnostics) {
            if run.model.name.is_none() {
                run.source.index = u32::try_from(position + 1).unwrap_or(u32::MAX);
            }
            runs.push(run);
        }
    }
    let mut runs = join(runs);
    for run in &mut runs {
        run.title = title(run, "evalscope serving benchmark");
    }
    if runs.is_empty() {
        let message = "evalscope began to print its summary, but no row of it is there";
        diagnostics.push(Diagnostic::new(Level::Error, "not_a_result", message));
    }
    Parsed { runs, diagnostics }
}

/// Reads one summary and the percentiles behind it; the first line is the heading.
fn read_result(lines: &[Line], has_end: bool, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let heading = lines.first()?.number;
    let summary = grid::read(&lines[1..], has_end, diagnostics);
    let Some(summary) = summary.filter(|grid| !grid.rows.is_empty()) else {
        let message = "a summary is announced here, but no row of it follows";
        diagnostics
            .push(Diagnostic::new(Level::Warning, "cut_off", message).at_line(heading, 1, 1));
        return None;
    };
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    run.source.tool = Some("evalscope perf".to_owned());
    run.source.parser_version = 1;
    let mut measurement = Measurement::new(Family::Serve, Axes::default());
    summary::read(&summary, &mut run, &mut measurement, heading, diagnostics);
    let mut is_complete = summary.is_complete;

    let place = lines
        .iter()
        .position(|line| line.text.ends_with(PERCENTILES));
    let percentiles = place.and_then(|at| grid::read(&lines[at + 1..], has_end, diagnostics));
    if let Some(percentiles) = percentiles {
        is_complete &= percentiles.is_complete;
        percentiles::read(&percentiles, &mut measurement, diagnostics);
    } else {
        is_complete &= place.is_none();
        let message = "no percentiles follow this summary; the averages are all there is";
        diagnostics
            .push(Diagnostic::new(Level::Note, "missing_field", message).at_line(heading, 1, 1));
    }
    if !is_complete {
        run.source.partial = true;
        let message = "a table of this result is not closed; what follows may be missing";
        diagnostics
            .push(Diagnostic::new(Level::Warning, "cut_off", message).at_line(heading, 1, 1));
    }
    run.measurements.push(measurement);
    Some(run)
}

#[cfg(test)]
mod tests;
