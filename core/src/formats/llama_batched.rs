//! llama.cpp's llama-batched-bench and the sweep-bench of ik_llama.cpp, as a table or as
//! JSON lines.
//!
//! ```text
//! |  PP |  TG |  B | N_KV | T_PP s | S_PP t/s | T_TG s | S_TG t/s |   T s |  S t/s |
//! |-----|-----|----|------|--------|----------|--------|----------|-------|--------|
//! | 128 | 128 |  2 |  512 |  0.198 |  1295.19 |  5.029 |    50.90 | 5.227 |  97.95 |
//! { "pp": 512, "tg": 128, "n_kv": 0, "t_pp": 1.09, "speed_pp": 468.1, "t_tg": 1.78, "speed_tg": 71.9 }
//! ```
//!
//! `B` sequences of `PP` prompt tokens each generate `TG` tokens; times are seconds, rates those
//! of all sequences together. The sweep has one sequence and no `B`; its `N_KV` is how many
//! tokens the cache held before.

use serde_json::Value;

use super::printed;
use super::reading::{
    Fields, MarkdownRow, MarkdownTable, join, markdown_tables, title, unexpected,
};
use super::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, MetricKey, Run, Status};

/// llama-batched-bench and sweep-bench, JSON lines.
pub(super) struct Lines;

/// llama-batched-bench and sweep-bench, Markdown.
pub(super) struct Table;

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

const YIELDS: &str =
    "static batch: prompt and generation speed by batch size, or by depth of the KV cache";

/// Columns of both tools, and the key of each in JSON.
const COLUMNS: [(&str, &str); 7] = [
    ("PP", "pp"),
    ("TG", "tg"),
    ("N_KV", "n_kv"),
    ("T_PP s", "t_pp"),
    ("S_PP t/s", "speed_pp"),
    ("T_TG s", "t_tg"),
    ("S_TG t/s", "speed_tg"),
];

/// Columns of llama-batched-bench alone.
const BATCHED: [(&str, &str); 3] = [("B", "pl"), ("T s", "t"), ("S t/s", "speed")];

/// Fields of a point; the other fields of JSON lines are parameters of the run.
const OF_THE_POINT: [&str; 10] = [
    "pp", "tg", "pl", "n_kv", "t_pp", "speed_pp", "t_tg", "speed_tg", "t", "speed",
];

impl Format for Lines {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_batched_bench",
            name: "llama-batched-bench or sweep-bench JSON lines",
            versions: "sweep-bench of 2025; batched-bench as documented, without a real file",
            yields: YIELDS,
            marks: &["\"speed_pp\"", "\"speed_tg\"", "\"n_kv\""],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let is_point = |document: &Document| {
            document.has_all(&["speed_pp", "speed_tg"]) || document.has_all(&["pp", "tg", "n_kv"])
        };
        input.documents().items.iter().any(is_point)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            match document.object() {
                Some(object) => runs.push(read(object.clone(), &document.path, &mut diagnostics)),
                None => diagnostics.push(unexpected(&document.path, &document.value, "a point")),
            }
        }
        finish(runs, documents.is_cut, diagnostics)
    }
}

impl Format for Table {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_batched_bench_markdown",
            name: "llama-batched-bench or sweep-bench table",
            versions: "2024 and 2025",
            yields: YIELDS,
            marks: &["T_PP s", "S_PP t/s", "S_TG t/s"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.text().contains("S_PP t/s")
            && input.lines().iter().any(|line| {
                let cells: Vec<&str> = line.text.split('|').map(str::trim).collect();
                COLUMNS.iter().all(|(column, _)| cells.contains(column))
            })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let has_end = input.text().ends_with('\n');
        let is_wanted = |table: &MarkdownTable| table.has_all(&COLUMNS.map(|(column, _)| column));
        let tables = markdown_tables(input.lines(), has_end, is_wanted, &mut diagnostics);
        let mut runs = Vec::new();
        let mut is_partial = false;
        for table in &tables {
            is_partial |= table.is_cut;
            for row in &table.rows {
                match read_row(table, row, &mut diagnostics) {
                    Some(run) => runs.push(run),
                    None => is_partial = true,
                }
            }
        }
        if runs.is_empty() {
            diagnostics.push(Diagnostic::new(
                Level::Warning,
                "no_result",
                "the names of the columns and no row: the benchmark ended before its first test was done",
            ));
            let mut run = new_run();
            let mut failed = Measurement::new(Family::Batch, Axes::default());
            failed.status = Status::Failed;
            run.measurements.push(failed);
            runs.push(run);
        }
        finish(runs, is_partial, diagnostics)
    }
}

fn new_run() -> Run {
    let mut run = Run::default();
    run.source.parser_version = PARSER_VERSION;
    run.engine.name = Some("llama.cpp".to_owned());
    run
}

fn finish(runs: Vec<Run>, is_partial: bool, diagnostics: Vec<Diagnostic>) -> Parsed {
    let mut runs = join(runs);
    for run in &mut runs {
        run.source.partial = is_partial;
        let name = run.source.tool.as_deref().unwrap_or("llama-batched-bench");
        run.title = title(run, &format!("{name} run"));
    }
    Parsed { runs, diagnostics }
}

/// The row as a point with the keys of JSON, and the printed text of each rate kept.
fn read_row(
    table: &MarkdownTable,
    row: &MarkdownRow,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Run> {
    let mut point = Extra::new();
    let mut texts = Vec::new();
    for (column, text) in table.named(row) {
        let known = COLUMNS
            .iter()
            .chain(&BATCHED)
            .find(|(name, _)| *name == column);
        let Some((_, key)) = known else {
            point.insert(column.to_owned(), text.into());
            continue;
        };
        let value = match (printed::whole(text), printed::number(text)) {
            (Some(count), _) if !text.contains('.') => Value::from(count),
            (_, Some(number)) => Value::from(number.value),
            _ => {
                let message =
                    format!("expected a number for {column}, found {text:?}; the row was left out");
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "unread_line", message).at_line(row.line, 1, 1),
                );
                return None;
            }
        };
        point.insert((*key).to_owned(), value);
        texts.push((*key, text));
    }
    let mut run = read(point, &format!("line {}: $", row.line), diagnostics);
    let one = run.measurements.first_mut()?;
    for (key, metric) in [
        ("speed_pp", "prompt_tps"),
        ("speed_tg", "output_tps"),
        ("speed", "total_tps"),
        ("t", "duration_s"),
    ] {
        let text = texts.iter().find(|(other, _)| *other == key);
        if let Some(number) = text.and_then(|(_, text)| printed::number(text)) {
            one.precision.insert(metric.to_owned(), number.precision());
        }
    }
    Some(run)
}

fn read(point: Extra, path: &str, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut fields = Fields::new(point, path);
    fields.expect(&COLUMNS.map(|(_, key)| key));
    let is_batched = BATCHED.iter().any(|(_, key)| fields.has(key));
    if is_batched {
        fields.expect(&BATCHED.map(|(_, key)| key));
    }
    let mut run = new_run();
    let tool = if is_batched {
        "llama-batched-bench"
    } else {
        "sweep-bench"
    };
    run.source.tool = Some(tool.to_owned());
    let mut axes = Axes {
        input_tokens: fields.take_count("pp"),
        output_tokens: fields.take_count("tg"),
        batch_size: fields.take_count("pl"),
        ..Axes::default()
    };
    if !is_batched {
        axes.context_tokens = fields.take_count("n_kv");
    }
    let mut one = Measurement::new(Family::Batch, axes);
    for (key, metric) in [
        ("speed_pp", Metric::PromptTps),
        ("speed_tg", Metric::OutputTps),
        ("speed", Metric::TotalTps),
        ("t", Metric::DurationS),
    ] {
        if let Some(value) = fields.take_positive(key) {
            one.metrics.set(MetricKey::single(metric), value);
        }
    }
    one.status = match (one.metrics.prompt_tps, one.metrics.output_tps) {
        (None, None) => Status::Failed,
        _ => Status::Valid,
    };
    let mut left = fields.finish(diagnostics);
    for key in OF_THE_POINT {
        if let Some(value) = left.remove(key) {
            one.extra.insert(key.to_owned(), value);
        }
    }
    run.settings.extra = left;
    run.measurements.push(one);
    run
}

#[cfg(test)]
mod tests {
    use crate::formats::parse;

    #[test]
    fn lines_of_the_batched_benchmark_are_read_by_batch_size() {
        let line = |pl: u64| {
            serde_json::json!({
                "n_kv_max": 2048, "n_batch": 2048, "pp": 128, "tg": 128, "pl": pl, "n_kv": 256 * pl,
                "t_pp": 0.1, "speed_pp": 1280.0, "t_tg": 3.2, "speed_tg": 40.0, "t": 3.3, "speed": 77.6,
            })
        };
        let parsed = parse(format!("{}\n{}\n", line(1), line(2)).as_bytes(), None);
        assert_eq!(parsed.diagnostics, []);
        assert_eq!(parsed.runs.len(), 1);
        let one = &parsed.runs[0].measurements[1];
        assert_eq!(
            (one.axes.batch_size, one.axes.context_tokens),
            (Some(2), None)
        );
        assert_eq!(one.metrics.total_tps, Some(77.6));
        assert_eq!(one.extra["n_kv"], 512);
        assert_eq!(parsed.runs[0].settings.extra["n_kv_max"], 2048);
    }
}
