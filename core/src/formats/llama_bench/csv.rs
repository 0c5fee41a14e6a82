//! `-o csv`: a line with the names of the columns, then a row per test, every value quoted.

use super::{YIELDS, fail, new_run, row};
use crate::formats::reading::{join, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};

/// llama-bench CSV.
pub(in crate::formats) struct Csv;

/// How the line of names begins in every version.
const START: &str = "build_commit,";

impl Format for Csv {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_bench_csv",
            name: "llama-bench CSV",
            versions: "2023 to b9010",
            yields: YIELDS,
            marks: &["build_commit,", ",n_prompt,", ",avg_ts,"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        text.contains(START) && text.lines().any(is_head)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        let mut columns: Vec<String> = Vec::new();
        let mut is_partial = false;
        let has_end = input.text().ends_with('\n');
        let lines = input.lines();
        for (at, line) in lines.iter().enumerate() {
            if is_head(&line.text) {
                columns = split(&line.text).unwrap_or_default();
                continue;
            }
            if columns.is_empty() || line.text.trim().is_empty() {
                continue;
            }
            let is_last = at + 1 == lines.len() && !has_end;
            // Every value is quoted, so that a row which does not end in a quote is cut off.
            let cells = split(&line.text).filter(|_| line.text.ends_with('"'));
            match cells.and_then(|cells| row::of_texts(&columns, &cells)) {
                Some(row) => {
                    let path = format!("line {}: $", line.number);
                    runs.push(row::read(row, &path, &[], &mut diagnostics));
                }
                None => {
                    is_partial |= is_last || line.text.starts_with('"');
                    let message = format!(
                        "expected {} quoted values, found another line; left out",
                        columns.len()
                    );
                    diagnostics.push(
                        Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                            line.number,
                            1,
                            line.text.chars().count(),
                        ),
                    );
                }
            }
        }
        let mut runs = join(runs);
        if runs.is_empty() {
            let mut run = new_run();
            fail(
                &mut run,
                None,
                "The names of the columns are there and no row: the benchmark ended before its first test was done.",
            );
            diagnostics.push(Diagnostic::new(
                Level::Warning,
                "no_result",
                "the names of the columns and no row: the benchmark produced nothing",
            ));
            runs.push(run);
        }
        for run in &mut runs {
            run.source.partial = is_partial;
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

fn is_head(line: &str) -> bool {
    line.starts_with(START) && line.contains(",n_prompt,") && line.contains(",n_gen,")
}

/// The values of a line; none where it is no CSV.
fn split(line: &str) -> Option<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let record = reader.records().next()?.ok()?;
    Some(record.iter().map(str::to_owned).collect())
}
