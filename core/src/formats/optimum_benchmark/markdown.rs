//! The report as Markdown: a heading per phase, one below for each of its parts, and a
//! table of `metric`, `value` and `unit`.
//!
//! ```text
//! # prefill:
//! ## latency:
//! | metric | value    | unit |
//! | :----- | -------: | ---: |
//! | mean   | 0.026585 |    s |
//! ```
//!
//! It is turned into the objects of the JSON report and read as one; the printed text of
//! each value is kept beside it.

use serde_json::Value;

use super::report::STATS;
use super::{new_run, report};
use crate::formats::reading::{
    Fields, MarkdownRow, MarkdownTable, markdown_tables, ms_from_s, title,
};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed, printed};
use crate::model::{Axes, Extra, Family, Measurement, Precision, Stat};

/// optimum-benchmark Markdown report.
pub(in crate::formats) struct Markdown;

const HEADER: [&str; 3] = ["metric", "value", "unit"];

impl Format for Markdown {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "optimum_benchmark_markdown",
            name: "optimum-benchmark Markdown report",
            versions: "0.6",
            yields: "static batch: prefill latency, time between tokens, decode tokens per second, as printed",
            marks: &["# prefill:", "# decode:", "## latency:", "| metric |"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        input.prints("## latency:")
            && ["# prefill:", "# decode:", "# per_token:"]
                .iter()
                .any(|heading| text.lines().any(|line| line.trim_end() == *heading))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut phases = Extra::new();
        let mut texts = Vec::new();
        let mut is_partial = false;
        let has_end = input.text().ends_with('\n');
        let is_wanted = |table: &MarkdownTable| table.head == HEADER;
        for table in markdown_tables(input.lines(), has_end, is_wanted, &mut diagnostics) {
            let Some((phase, part)) = place(&table) else {
                diagnostics.push(unread(&table));
                continue;
            };
            for row in &table.rows {
                match read_row(row) {
                    Some((metric, value, unit)) => {
                        texts.push((format!("{phase}.{part}.{metric}"), value.to_owned()));
                        put(&mut phases, [&phase, &part], metric, value, unit);
                    }
                    None => {
                        is_partial = true;
                        diagnostics.push(unread_row(row));
                    }
                }
            }
            is_partial |= table.is_cut;
        }
        let mut run = new_run();
        let mut one = Measurement::new(Family::Batch, Axes::default());
        let mut fields = Fields::new(phases, "$");
        report::take(&mut fields, &mut one);
        one.extra = fields.finish(&mut diagnostics);
        keep_texts(&mut one, &texts);
        run.measurements.push(one);
        run.source.partial = is_partial;
        run.title = title(&run, "optimum-benchmark run");
        Parsed {
            runs: vec![run],
            diagnostics,
        }
    }
}

/// The phase and the part a table is about.
fn place(table: &MarkdownTable) -> Option<(String, String)> {
    let name = |heading: &String| heading.strip_suffix(':').map(str::to_owned);
    match table.headings.as_slice() {
        [phase, part] => Some((name(phase)?, name(part)?)),
        _ => None,
    }
}

fn unread(table: &MarkdownTable) -> Diagnostic {
    let message = format!(
        "expected a table below the headings of a phase and a part, found it below {:?}; it was not read",
        table.headings
    );
    Diagnostic::new(Level::Warning, "unread_table", message).at_line(table.line, 1, 1)
}

fn unread_row(row: &MarkdownRow) -> Diagnostic {
    let cells = &row.cells;
    let message = format!("expected a metric, a number and a unit, found {cells:?}; not read");
    Diagnostic::new(Level::Warning, "unread_line", message).at_line(row.line, 1, 1)
}

/// The metric, the number and the unit of a row.
fn read_row(row: &MarkdownRow) -> Option<(&str, &str, &str)> {
    match row.cells.as_slice() {
        [metric, value, unit] if !metric.is_empty() && !unit.is_empty() => {
            printed::number(value)?;
            Some((metric, value, unit))
        }
        _ => None,
    }
}

/// Puts a value where the JSON report has it. The unit of a part is that of its values;
/// counts have none and `stdev_` is in percent.
fn put(phases: &mut Extra, [phase, part]: [&str; 2], metric: &str, value: &str, unit: &str) {
    let part = child(child(phases, phase), part);
    let key = if metric == "throughput" {
        "value"
    } else {
        metric
    };
    let number = match printed::whole(value) {
        Some(whole) => Value::from(whole),
        None => printed::number(value).map_or(Value::Null, |number| number.value.into()),
    };
    part.insert(key.to_owned(), number);
    if !["-", "%"].contains(&unit) {
        part.insert("unit".to_owned(), unit.into());
    }
}

fn child<'a>(object: &'a mut Extra, key: &str) -> &'a mut Extra {
    let value = object
        .entry(key.to_owned())
        .or_insert_with(|| Value::Object(Extra::new()));
    if !value.is_object() {
        *value = Value::Object(Extra::new());
    }
    value.as_object_mut().expect("it was just made an object")
}

/// Keeps the printed text of each metric that came of one.
fn keep_texts(one: &mut Measurement, texts: &[(String, String)]) {
    let mut keep = |place: &str, key: &str, unit: fn(f64) -> f64, symbol: &str| {
        let text = texts.iter().find(|(other, _)| other == place);
        if let Some((_, text)) = text
            && let Some(known) = printed::number(text).map(|number| number.precision())
        {
            // Printed in a column of its own, the unit belongs to the text all the same.
            let precision = Precision {
                text: known.text.map(|text| text + symbol),
                low: known.low.map(unit),
                high: known.high.map(unit),
                ..known
            };
            one.precision.insert(key.to_owned(), precision);
        }
    };
    for (phase, metric) in [("prefill", "ttft_ms"), ("per_token", "itl_ms")] {
        for (stat, word) in STATS {
            let key = match stat {
                Stat::Median => "median",
                Stat::Std => "std",
                _ => word,
            };
            keep(
                &format!("{phase}.latency.{word}"),
                &format!("{metric}.{key}"),
                ms_from_s,
                " s",
            );
        }
    }
    keep(
        "decode.throughput.throughput",
        "output_tps",
        |rate| rate,
        "",
    );
}

#[cfg(test)]
mod tests {
    use crate::formats::parse;

    #[test]
    fn a_row_that_is_none_is_named_and_the_run_is_partial() {
        let text = "# prefill:\n## latency:\n| metric | value | unit |\n|---|---|---|\n| mean | 0.026585 | s |\n| p50 | fast | s |\n| p90 | 0.02";
        let parsed = parse(text.as_bytes(), None);
        let run = &parsed.runs[0];
        assert!(run.source.partial);
        let ttft = run.measurements[0].metrics.ttft_ms.unwrap();
        assert_eq!(
            (ttft.mean, ttft.median, ttft.p90),
            (Some(26.585), None, None)
        );
        let precision = &run.measurements[0].precision["ttft_ms.mean"];
        assert_eq!(precision.text.as_deref(), Some("0.026585 s"));
        assert_eq!(precision.low, Some(26.5845));
        let unread = parsed
            .diagnostics
            .iter()
            .filter(|one| one.code == "unread_line");
        assert_eq!(unread.count(), 2);
    }
}
