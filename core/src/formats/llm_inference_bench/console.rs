//! The console report: what a terminal showed of a run.
//!
//! Its matrices hold the same cells as the JSON, rounded for reading: `2k/17` under
//! a rate is a median time to first token of 1,500 to 2,500 ms and a median time
//! between tokens of 16.5 to 17.5 ms. Each value keeps its text and its range. A
//! report stands among log lines and progress; those are left unread on purpose,
//! but a row of a matrix that cannot be read is reported.

use std::collections::BTreeMap;

use super::metadata;
use super::printed_cell::PrintedCell;
use super::report::{self, Matrix};
use super::table::{self, Part, Row, Table};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Family, Measurement, Run};

/// First cell of a matrix.
const CORNER: &str = "ctx \\ conc";

/// First line of the panel that opens the section of finite bursts.
const BURST_SECTION: &str = "Burst / E2E Decode";

/// First line of the panel that opens the section of sustained decode.
const SUSTAINED_SECTION: &str = "Sustained Decode";

/// llm-inference-bench console report.
pub(in crate::formats) struct Console;

impl Format for Console {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llm_inference_bench_console",
            name: "llm-inference-bench console report",
            versions: "0.4.17",
            yields: "sustained decode by context and concurrency, rounded as printed",
            marks: &[CORNER, report::PANEL, report::VERSION_LINE],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        let is_boxed = !text.trim_start().starts_with('{') && text.contains('│');
        is_boxed
            && [CORNER, report::PANEL, report::VERSION_LINE]
                .into_iter()
                .any(|mark| text.contains(mark))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut reader = Reader {
            run: metadata::new_run(),
            diagnostics: Vec::new(),
            section: Family::Decode,
            is_ended: false,
            places: BTreeMap::new(),
        };
        for part in table::parts(input.text()) {
            match part {
                Part::Line { number, text } => reader.line(number, &text),
                Part::Panel { lines } => reader.panel(&lines),
                Part::Table(table) => reader.table(&table),
            }
        }
        reader.finish()
    }
}

/// How the last line of a report begins.
const END: &str = "Results saved to";

struct Reader {
    run: Run,
    diagnostics: Vec<Diagnostic>,
    /// Family of the matrices of the section at hand.
    section: Family,
    /// True once the last line of a report was seen.
    is_ended: bool,
    /// Where the measurement of a place is in the run.
    places: BTreeMap<(Family, u64, u64), usize>,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) {
        if text.starts_with('│') {
            self.unread(number, 1, text, "a row outside a table");
        } else {
            self.is_ended |= text.starts_with(END);
            report::apply_line(&mut self.run, text);
        }
    }

    fn panel(&mut self, lines: &[String]) {
        match lines.first().map(String::as_str) {
            Some(report::PANEL) => report::apply_panel(&mut self.run, lines),
            Some(BURST_SECTION) => self.section = Family::Serve,
            Some(SUSTAINED_SECTION) => self.section = Family::Decode,
            _ => {}
        }
    }

    fn table(&mut self, table: &Table) {
        let corner = table.header.first().map(String::as_str);
        let matrix = Matrix::of(&table.title).filter(|_| corner == Some(CORNER));
        let Some(matrix) = matrix else {
            self.unread(
                table.number,
                1,
                &table.title,
                "a table that this version does not know",
            );
            return;
        };
        // The last matrices of a report repeat those of the sustained section.
        let family = if matrix == Matrix::Repeated {
            Family::Decode
        } else {
            self.section
        };
        let levels: Option<Vec<u64>> = table.header[1..]
            .iter()
            .map(|label| label.parse().ok())
            .collect();
        let Some(levels) = levels else {
            self.unread(
                table.number,
                1,
                &table.header.join(" "),
                "a header without concurrency levels",
            );
            return;
        };
        for row in &table.rows {
            self.row(row, matrix, family, &levels);
        }
        if !table.is_closed {
            self.run.source.partial = true;
            let message = format!(
                "the table {:?} ends early, the text seems to be cut off",
                table.title
            );
            self.diagnostics.push(
                Diagnostic::new(Level::Warning, "truncated_table", message).at_line(
                    table.number,
                    1,
                    1,
                ),
            );
        }
    }

    fn row(&mut self, row: &Row, matrix: Matrix, family: Family, levels: &[u64]) {
        let context = row
            .cells
            .first()
            .and_then(|label| report::context(&label.text));
        let Some(context) = context.filter(|_| row.cells.len() == levels.len() + 1) else {
            let texts: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
            let expected = format!("a context length and {} cells", levels.len());
            self.unread(
                row.number,
                1,
                &texts.join(" │ "),
                &format!("a row that is not {expected}"),
            );
            return;
        };
        for (cell, &concurrency) in row.cells[1..].iter().zip(levels) {
            let Some(printed) = PrintedCell::parse(&cell.text) else {
                self.measurement(family, context, concurrency);
                self.unread(
                    row.number,
                    cell.column,
                    &cell.text,
                    "a cell that is not a value",
                );
                continue;
            };
            let measurement = self.measurement(family, context, concurrency);
            if let Err(problem) = matrix.apply(measurement, printed) {
                let message = format!("context {context}, concurrency {concurrency}: {problem}");
                let length = cell.text.chars().count();
                self.diagnostics.push(
                    Diagnostic::new(Level::Warning, "matrix_mismatch", message).at_line(
                        row.number,
                        cell.column,
                        length,
                    ),
                );
            }
        }
    }

    /// The measurement at a place of a matrix, added where it is new.
    fn measurement(&mut self, family: Family, context: u64, concurrency: u64) -> &mut Measurement {
        let axes = Axes {
            context_tokens: Some(context),
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        let measurements = &mut self.run.measurements;
        let index = *self
            .places
            .entry((family, context, concurrency))
            .or_insert_with(|| {
                measurements.push(Measurement::new(family, axes));
                measurements.len() - 1
            });
        &mut measurements[index]
    }

    fn unread(&mut self, number: usize, column: usize, text: &str, what: &str) {
        self.run.source.partial = true;
        let shown: String = text.chars().take(60).collect();
        let message = format!("{what}, not read: {shown:?}");
        let length = text.chars().count();
        self.diagnostics.push(
            Diagnostic::new(Level::Warning, "unread_line", message).at_line(number, column, length),
        );
    }

    fn finish(mut self) -> Parsed {
        if self.run.measurements.is_empty() {
            let message =
                "the report has no matrix: the run ended before it, or the text is cut off";
            self.run.source.partial = true;
            self.diagnostics.push(
                Diagnostic::new(Level::Warning, "no_measurements", message)
                    .with_help("the JSON file of the run, where there is one, may hold more"),
            );
        }
        if !self.is_ended {
            let message = format!("no line {END:?}: the report may have been cut off");
            self.diagnostics
                .push(Diagnostic::new(Level::Note, "no_end", message));
        }
        self.run.title = self.run.composed_title(super::NAMELESS);
        Parsed {
            runs: vec![self.run],
            diagnostics: self.diagnostics,
        }
    }
}
