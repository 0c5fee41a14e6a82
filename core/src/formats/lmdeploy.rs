//! The tables of LMDeploy's benchmarks, as its pages and scripts write them.
//!
//! ```text
//! | model     | batch | tp | num_promts | RPS    | FTL(ave)(s) | 50%(s) | throughput(out tok/s) |
//! | batch | tp | prompt_tokens | output_tokens | throughput(out tok/s) | mem(GB) | FTL(ave)(s) | 50%(s) |
//! ```
//!
//! The first kind serves requests as they come, at most `batch` at once; the second is a
//! static batch. `FTL` is the latency of the first token, the percentiles are those of the
//! time between tokens. All times are seconds.

use serde_json::Value;

use super::printed;
use super::reading::{
    MarkdownRow, MarkdownTable, join, markdown_tables, ms_from_s, set_model, title,
};
use super::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{
    Axes, Family, Measurement, Metric, MetricKey, Run, SCHEMA_VERSION, Stat, Status,
};

/// Tables of LMDeploy.
pub(super) struct Tables;

/// The columns that every table of the tool has.
const SIGNS: [&str; 2] = ["throughput(out tok/s)", "FTL(ave)(s)"];

impl Format for Tables {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "lmdeploy_tables",
            name: "LMDeploy benchmark tables (Markdown)",
            versions: "0.2.0",
            yields: "serving tests by model, static batches by batch size and lengths",
            marks: &["throughput(out tok/s)", "FTL(ave)(s)", "| tp "],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        SIGNS.iter().all(|sign| input.prints(sign)) && !find(input, &mut Vec::new()).is_empty()
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        for table in find(input, &mut diagnostics) {
            if table.rows.is_empty() {
                let message = "a table of results without a row";
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "not_a_result", message)
                        .at_line(table.line, 1, 1),
                );
            }
            let first = runs.len();
            for row in &table.rows {
                runs.push(read(&table, row, &mut diagnostics));
            }
            if table.is_cut
                && let Some(last) = runs.get_mut(first..).and_then(<[Run]>::last_mut)
            {
                last.source.partial = true;
            }
        }
        let mut runs = join(runs);
        for run in &mut runs {
            let is_static = run
                .measurements
                .iter()
                .any(|one| one.family == Family::Batch);
            let otherwise = if is_static {
                "Static batch benchmark"
            } else {
                "Serving benchmark"
            };
            run.title = title(run, otherwise);
        }
        if runs.is_empty() {
            let message = "tables of an LMDeploy benchmark, but no row in them";
            diagnostics.push(Diagnostic::new(Level::Error, "not_a_result", message));
        }
        Parsed { runs, diagnostics }
    }
}

fn find(input: &Input, diagnostics: &mut Vec<Diagnostic>) -> Vec<MarkdownTable> {
    let has_end = input.text().ends_with('\n');
    let is_wanted = |table: &MarkdownTable| table.has_all(&SIGNS);
    markdown_tables(input.lines(), has_end, is_wanted, diagnostics)
}

/// What a column means.
enum Meaning {
    Model,
    Batch,
    InputTokens,
    OutputTokens,
    /// The number of devices the model is split over: a condition of the run.
    Devices,
    /// Milliseconds where the tool writes seconds.
    Time(MetricKey),
    Rate(MetricKey, &'static str),
    Other,
}

fn meaning(column: &str) -> Meaning {
    let ttft = |stat| Meaning::Time(MetricKey::stat(Metric::TtftMs, stat));
    let itl = |stat| Meaning::Time(MetricKey::stat(Metric::ItlMs, stat));
    let rate = |metric, unit| Meaning::Rate(MetricKey::single(metric), unit);
    match column {
        "model" => Meaning::Model,
        "batch" => Meaning::Batch,
        "prompt_tokens" => Meaning::InputTokens,
        "output_tokens" | "completion_tokens" => Meaning::OutputTokens,
        "tp" => Meaning::Devices,
        "FTL(ave)(s)" => ttft(Stat::Mean),
        "FTL(min)(s)" => ttft(Stat::Min),
        "FTL(max)(s)" => ttft(Stat::Max),
        "50%(s)" => itl(Stat::Median),
        "95%(s)" => itl(Stat::P95),
        "99%(s)" => itl(Stat::P99),
        "RPS" => rate(Metric::RequestThroughputRps, "req/s"),
        "throughput(out tok/s)" => rate(Metric::OutputTps, "tok/s"),
        "throughput(total tok/s)" => rate(Metric::TotalTps, "tok/s"),
        _ => Meaning::Other,
    }
}

fn read(table: &MarkdownTable, row: &MarkdownRow, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    run.source.tool = Some("lmdeploy benchmark".to_owned());
    run.source.parser_version = 1;
    run.engine.name = Some("lmdeploy".to_owned());
    let is_static = table.has_all(&["prompt_tokens"]);
    let family = if is_static {
        Family::Batch
    } else {
        Family::Serve
    };
    let mut one = Measurement::new(family, Axes::default());
    for (column, text) in table.named(row) {
        let count = printed::whole(text);
        let number = printed::number(text).filter(|number| number.value > 0.0);
        let is_read = match meaning(column) {
            Meaning::Model => {
                set_model(&mut run.model, text);
                true
            }
            Meaning::Batch => {
                let axis = if is_static {
                    &mut one.axes.batch_size
                } else {
                    &mut one.axes.concurrency
                };
                *axis = count;
                count.is_some()
            }
            Meaning::InputTokens => {
                one.axes.input_tokens = count;
                count.is_some()
            }
            Meaning::OutputTokens => {
                one.axes.output_tokens = count;
                count.is_some()
            }
            Meaning::Devices => {
                run.settings.extra.insert(column.to_owned(), json(text));
                true
            }
            Meaning::Time(key) => set(&mut one, key, number, &format!("{text} s"), ms_from_s(1.0)),
            Meaning::Rate(key, unit) => set(&mut one, key, number, &format!("{text} {unit}"), 1.0),
            Meaning::Other => {
                one.extra.insert(column.to_owned(), json(text));
                true
            }
        };
        if !is_read {
            one.extra.insert(column.to_owned(), json(text));
            if !text.is_empty() && text != "-" {
                let message = format!(
                    "{column}: expected a number above zero, found {text:?}; kept as printed, not used as a measurement"
                );
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "unexpected_type", message)
                        .at_line(row.line, 1, 1),
                );
            }
        }
    }
    one.status = if one.metrics.output_tps.is_some() {
        Status::Valid
    } else {
        Status::Unknown
    };
    run.measurements.push(one);
    run
}

/// Sets a metric; false where there is no number.
fn set(
    measurement: &mut Measurement,
    key: MetricKey,
    number: Option<printed::Printed>,
    text: &str,
    factor: f64,
) -> bool {
    let Some(number) = number else { return false };
    printed::set(measurement, key, &number.scaled(factor, text));
    true
}

/// A cell as JSON: a number where it is one.
fn json(text: &str) -> Value {
    match printed::whole(text) {
        Some(whole) => whole.into(),
        None => printed::number(text).map_or_else(|| text.into(), |number| number.value.into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::{Parsed, parse};
    use crate::model::{Family, Status};

    const TABLE: &str = "\
| batch | tp | prompt_tokens | output_tokens | throughput(out tok/s) | mem(GB) | FTL(ave)(s) | 75%(s) | 99%(s) |
| ----- | -- | ------------- | ------------- | --------------------- | ------- | ----------- | ------ | ------ |
| 1     | 1  | 128           | 2048          | 98.92                 | 76.59   | 0.022       | 0.01   | 0.011  |
| 16    | 1  | 128           | 2048          | 1010.62               | 76.77   | 0.13        | 0.018  | 0.021  |
| 16    | 2  | 128           | 2048          | -                     | 76.77   | oom         | 0.018  | 0.021  |
";

    fn read(text: &str) -> Parsed {
        parse(text.as_bytes(), None)
    }

    #[test]
    fn a_static_batch_is_read_and_the_devices_part_the_runs() {
        let parsed = read(&format!("# page\r\n\r\n{}", TABLE.replace('\n', "\r\n")));
        let found: Vec<usize> = parsed
            .runs
            .iter()
            .map(|run| run.measurements.len())
            .collect();
        assert_eq!(found, [2, 1]);
        let one = &parsed.runs[0].measurements[1];
        assert_eq!(one.family, Family::Batch);
        assert_eq!(one.axes.batch_size, Some(16));
        assert_eq!(one.metrics.ttft_ms.unwrap().mean, Some(130.0));
        assert_eq!(one.metrics.itl_ms.unwrap().p99, Some(21.0));
        assert_eq!(one.extra["75%(s)"], 0.018);
        assert_eq!(
            one.precision["ttft_ms.mean"].text.as_deref(),
            Some("0.13 s")
        );
        assert_eq!(parsed.runs[0].settings.extra["tp"], 1);
    }

    #[test]
    fn a_cell_without_a_number_is_no_measurement() {
        let parsed = read(TABLE);
        let one = &parsed.runs[1].measurements[0];
        assert_eq!(one.status, Status::Unknown);
        assert_eq!(one.metrics.ttft_ms, None);
        assert_eq!(one.extra["FTL(ave)(s)"], "oom");
        let codes: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["unexpected_type"]);
    }

    #[test]
    fn a_table_without_a_row_is_no_run() {
        let head: String = TABLE.split_inclusive('\n').take(2).collect();
        let parsed = read(&head);
        assert!(parsed.runs.is_empty());
        assert_eq!(
            parsed.diagnostics.last().map(|one| one.code),
            Some("not_a_result")
        );
    }
}
