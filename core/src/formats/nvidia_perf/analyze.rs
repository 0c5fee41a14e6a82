//! The table in which `genai-perf analyze` compares tests.
//!
//! ```text
//! Config Name,Concurrency,ISL,Num Dataset Entries,p99 Time To First Token (ms),…
//! name_config_2,1,201,200,33.54,…
//!
//! Config Name,GPU,p99 GPU Power Usage (W),…
//! name_config_2,gpu0,64.46,…
//! ```

use super::Tool;
use super::row::{Row, apply_all};
use super::sheet::{Section, sections};
use crate::formats::reading::title;
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed, printed};
use crate::model::{Axes, Axis, Extra, Family, Measurement, Run};

/// `analyze_export_genai_perf.csv`.
pub(in crate::formats) struct Analyze;

const NAME: &str = "Config Name";

impl Format for Analyze {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "genai_perf_analyze",
            name: "GenAI-Perf analyze CSV",
            versions: "2025, as documented",
            yields: "serving tests by concurrency or request rate, the statistics that were asked for",
            marks: &["Config Name,", "Num Dataset Entries", "Request Throughput"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let mut lines = input.lines().iter();
        lines.any(|line| {
            ["Config Name,Concurrency", "Config Name,Request Rate"]
                .into_iter()
                .any(|start| line.text.starts_with(start))
        })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let is_header = |cells: &[String]| cells.first().is_some_and(|cell| cell == NAME);
        let (sections, is_cut) = sections(input, is_header, &mut diagnostics);
        let mut run = Tool::Genai.new_run();
        for section in &sections {
            if section.header.get(1).is_some_and(|name| name == "GPU") {
                attach(&mut run, section, &mut diagnostics);
            } else {
                for (line, cells) in &section.rows {
                    let one = measurement(section, *line, cells, &mut diagnostics);
                    run.measurements.push(one);
                }
            }
        }
        if is_cut {
            run.source.partial = true;
            let message =
                "the file ends within a line: its end is missing, and its last value was not used";
            diagnostics.push(Diagnostic::new(Level::Warning, "partial_run", message));
        }
        run.title = title(&run, Tool::Genai.untitled());
        let mut runs = vec![run];
        if runs[0].measurements.is_empty() {
            runs.clear();
            let message = "a table of genai-perf analyze with a header and no rows";
            diagnostics.push(Diagnostic::new(Level::Error, "not_a_result", message));
        }
        Parsed { runs, diagnostics }
    }
}

/// The axis of a column.
fn axis(column: &str) -> Option<Axis> {
    Some(match column {
        "Concurrency" => Axis::Concurrency,
        "Request Rate" => Axis::RequestRate,
        "ISL" => Axis::InputTokens,
        "OSL" => Axis::OutputTokens,
        _ => return None,
    })
}

/// Reads a row: one test.
fn measurement(
    section: &Section,
    line: usize,
    cells: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) -> Measurement {
    let mut axes = Axes::default();
    let mut kept = Extra::new();
    let mut rows = Vec::new();
    for (column, cell) in section.header.iter().zip(cells) {
        let number = printed::number(cell);
        match (axis(column), number) {
            (Some(axis), Some(number)) => axis.set(&mut axes, number.value),
            (None, Some(_)) if column.contains('(') => {
                let (word, label) = statistic(column);
                rows.push(Row {
                    label,
                    line,
                    cells: vec![(word, cell)],
                });
            }
            (_, Some(number)) => {
                kept.insert(column.clone(), number.value.into());
            }
            (_, None) if cell.is_empty() => {}
            (_, None) => {
                kept.insert(column.clone(), cell.as_str().into());
            }
        }
    }
    let mut one = Measurement::new(Family::Serve, axes);
    apply_all(&rows, &mut one, diagnostics);
    one.extra.extend(kept);
    one
}

/// The word of a statistic, and the quantity: `p99 Request Latency (ms)`, `Avg. …`. A column
/// without such a word is a number of the whole test.
fn statistic(column: &str) -> (&str, &str) {
    let is_percentile = |word: &str| {
        word.strip_prefix('p')
            .is_some_and(|number| number.parse::<f64>().is_ok())
    };
    match column.split_once(' ') {
        Some((word, rest)) if is_percentile(word) => (word, rest),
        Some(("Avg.", rest)) => ("avg", rest),
        Some(("Min" | "Min.", rest)) => ("min", rest),
        Some(("Max" | "Max.", rest)) => ("max", rest),
        Some(("Std." | "Std", rest)) => ("std", rest),
        _ => ("avg", column),
    }
}

/// Keeps a row about a GPU with the test of that name.
fn attach(run: &mut Run, section: &Section, diagnostics: &mut Vec<Diagnostic>) {
    for (line, cells) in &section.rows {
        let of = |one: &&mut Measurement| one.extra.get(NAME) == Some(&cells[0].as_str().into());
        let Some(one) = run.measurements.iter_mut().find(of) else {
            let message = format!(
                "no test is named {:?}; its line about a GPU was left out",
                cells[0]
            );
            diagnostics
                .push(Diagnostic::new(Level::Warning, "unread_line", message).at_line(*line, 1, 1));
            continue;
        };
        let values: Extra = section
            .header
            .iter()
            .zip(cells)
            .skip(2)
            .filter(|(_, cell)| !cell.is_empty())
            .map(|(column, cell)| {
                let number = printed::number(cell).map(|number| number.value);
                (
                    column.clone(),
                    number.map_or_else(|| cell.as_str().into(), Into::into),
                )
            })
            .collect();
        one.extra.insert(cells[1].clone(), values.into());
    }
}
