//! The table that the site exports.
//!
//! ```text
//! # Licensed under …
//! Model,ISL,OSL,Hardware,…,Concurrency,Date,Throughput/GPU (tok/s),…,Mean TTFT (ms),…
//! DeepSeek-R1-0528,1024,1024,h200,…,4,2026-06-02,98.8,…,0.1577,…
//! ```
//!
//! The headings say milliseconds and the cells hold the seconds of the pipeline. Each row is
//! read in the unit that it proves itself, see [`seconds`](super::seconds).

use csv::{ReaderBuilder, StringRecord};
use serde_json::Value;

use super::aggregate::no_deviation;
use super::row::{self, Label};
use crate::formats::reading::{Fields, join};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Location, Parsed};
use crate::model::Extra;

/// The export of the site.
pub(in crate::formats) struct Site;

/// The columns, under the names that the pipeline has for them.
const COLUMNS: [(&str, &str); 19] = [
    ("Model", "model"),
    ("ISL", "isl"),
    ("OSL", "osl"),
    ("Hardware", "hw"),
    ("Framework", "framework"),
    ("Precision", "precision"),
    ("TP", "tp"),
    ("Concurrency", "conc"),
    ("Date", "date"),
    ("Throughput/GPU (tok/s)", "tput_per_gpu"),
    ("Output Throughput/GPU (tok/s)", "output_tput_per_gpu"),
    ("Input Throughput/GPU (tok/s)", "input_tput_per_gpu"),
    ("Disaggregated", "disagg"),
    ("Num Prefill GPUs", "num_prefill_gpu"),
    ("Num Decode GPUs", "num_decode_gpu"),
    ("Spec Decoding", "spec_decoding"),
    ("EP", "ep"),
    ("DP Attention", "dp_attention"),
    ("Is Multinode", "is_multinode"),
];

/// The kinds of latency in the headings, and in the names of the pipeline.
const TIMES: [(&str, &str); 4] = [
    ("TTFT", "ttft"),
    ("TPOT", "tpot"),
    ("ITL", "itl"),
    ("E2E Latency", "e2el"),
];

impl Format for Site {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "inferencemax_csv",
            name: "InferenceX site export (CSV)",
            versions: "2026-06",
            yields: "serving tests by input and output length and concurrency, one run per setup",
            marks: &[
                "Throughput/GPU (tok/s)",
                "Hardware Key",
                "Interactivity (tok/s/user)",
                "Concurrency",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        !input.is_json() && header(input.text()).is_some()
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let runs = read(input.text(), &mut diagnostics);
        if runs.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Level::Error,
                    "not_a_result",
                    "the header of an InferenceX export without a row",
                )
                .with_help("export the table again, or give the rows of the pipeline"),
            );
        }
        Parsed { runs, diagnostics }
    }
}

/// The line that holds the header: the first that is no comment.
fn header(text: &str) -> Option<&str> {
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let header = text.lines().take(100).find(is_content)?;
    let has = |name: &str| header.contains(name);
    (has("Throughput/GPU (tok/s)") && has("Concurrency")).then_some(header)
}

fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<crate::model::Run> {
    let mut reader = ReaderBuilder::new()
        .comment(Some(b'#'))
        .flexible(true)
        .from_reader(text.as_bytes());
    let Ok(headings) = reader.headers().cloned() else {
        return Vec::new();
    };
    let names: Vec<String> = headings.iter().map(name_of).collect();
    diagnostics.extend(missing(&headings));
    let mut rows = Vec::new();
    let mut mislabelled = Vec::new();
    let ends_whole = text.ends_with('\n');
    let mut records = reader.records().peekable();
    while let Some(record) = records.next() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                diagnostics.push(at(
                    line,
                    Level::Warning,
                    "unread_line",
                    format!("no row of the table: {error}"),
                ));
                continue;
            }
        };
        let line = record.position().map_or(1, csv::Position::line);
        let is_last = records.peek().is_none() && !ends_whole;
        let (row, is_cut) = cells(&record, &names, is_last);
        if is_cut {
            let message = "the file ends within this row; its last cell is not used";
            diagnostics.push(at(line, Level::Warning, "truncated", message));
        } else if record.len() != names.len() {
            let message = format!("{} cells under {} headings", record.len(), names.len());
            diagnostics.push(at(line, Level::Warning, "unread_line", message));
            continue;
        }
        let mut findings = Vec::new();
        let mut read = row::read(Fields::new(row, "$"), Label::Milliseconds, &mut findings);
        diagnostics.extend(findings.into_iter().map(|finding| in_line(finding, line)));
        read.run.source.partial = is_cut;
        if read.is_mislabelled {
            mislabelled.push(line);
        }
        rows.push(read.run);
    }
    if let Some(&first) = mislabelled.first() {
        let message = format!(
            "headings say (ms), the times of {} rows are seconds: time per token and interactivity are \
             reciprocal in seconds alone; converted",
            mislabelled.len()
        );
        diagnostics.push(at(first, Level::Warning, "wrong_label", message));
    }
    if names.iter().any(|name| name == "std_intvty") && !rows.is_empty() {
        diagnostics.push(no_deviation());
    }
    join(rows)
}

/// The finding about headings that every export has.
fn missing(headings: &StringRecord) -> Option<Diagnostic> {
    let has = |name: &str| headings.iter().any(|heading| heading.trim() == name);
    let known = COLUMNS.iter().map(|(heading, _)| (*heading).to_owned());
    let stats = ["Mean", "Median", "P99", "Std"];
    let times = TIMES
        .iter()
        .flat_map(|(kind, _)| stats.map(|stat| format!("{stat} {kind} (ms)")));
    let gone: Vec<String> = known.chain(times).filter(|name| !has(name)).collect();
    let message = format!("no column {}", gone.join(", "));
    (!gone.is_empty()).then(|| Diagnostic::new(Level::Note, "missing_field", message))
}

/// The pipeline's name for a heading; a heading it has none for stays as it is.
fn name_of(heading: &str) -> String {
    let heading = heading.trim();
    if let Some((_, name)) = COLUMNS.iter().find(|(known, _)| *known == heading) {
        return (*name).to_owned();
    }
    let statistic = |unit: &str, word: &str| {
        let stat = heading
            .strip_suffix(unit)?
            .trim_end()
            .strip_suffix(word)?
            .trim_end();
        (!stat.is_empty()).then(|| stat.to_lowercase())
    };
    for (word, name) in TIMES {
        if let Some(stat) = statistic("(ms)", word) {
            return format!("{stat}_{name}");
        }
    }
    match statistic("(tok/s/user)", "Interactivity") {
        Some(stat) => format!("{stat}_intvty"),
        None => heading.to_owned(),
    }
}

/// The cells of a row by name, and whether the file breaks off in it: then the last cell may
/// be a part of one. In a whole row it is, unless it is a whole word.
fn cells(record: &StringRecord, names: &[String], is_last: bool) -> (Extra, bool) {
    let ends_in_word = matches!(record.iter().last(), Some("true" | "false"));
    let is_cut = is_last && (record.len() < names.len() || !ends_in_word);
    let kept = record.len() - usize::from(is_cut);
    let mut row = Extra::new();
    for (name, cell) in names.iter().zip(record.iter()).take(kept) {
        let cell = cell.trim();
        if !cell.is_empty() {
            row.insert(name.clone(), value(name, cell));
        }
    }
    (row, is_cut)
}

fn value(name: &str, cell: &str) -> Value {
    match (name, cell) {
        ("disagg" | "is_multinode", "true") => true.into(),
        ("disagg" | "is_multinode", "false") => false.into(),
        ("model" | "hw" | "framework" | "precision" | "date", text) => text.into(),
        (_, text) => match (text.parse::<u64>(), text.parse::<f64>()) {
            (Ok(count), _) => count.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => text.into(),
        },
    }
}

fn at(line: u64, level: Level, code: &'static str, message: impl Into<String>) -> Diagnostic {
    let line = usize::try_from(line).unwrap_or(usize::MAX);
    Diagnostic::new(level, code, message).at_line(line, 1, 1)
}

/// A finding about a field of a row, at the line of the row.
fn in_line(mut finding: Diagnostic, line: u64) -> Diagnostic {
    if let Location::Json { path } = &finding.location {
        let field = path.trim_start_matches("$.").trim_start_matches('$');
        if !field.is_empty() && !finding.message.contains(field) {
            finding.message = format!("{field}: {}", finding.message);
        }
        finding = finding.at_line(usize::try_from(line).unwrap_or(usize::MAX), 1, 1);
    }
    finding
}

#[cfg(test)]
mod tests {
    use crate::formats::parse;
    use crate::model::Run;

    const HEADER: &str = "Model,ISL,OSL,Hardware,Framework,Precision,TP,Concurrency,\
        Throughput/GPU (tok/s),Mean TTFT (ms),Mean TPOT (ms),Mean Interactivity (tok/s/user),Is Multinode";

    fn read(rows: &str) -> (Vec<Run>, Vec<&'static str>) {
        let text = format!("\u{feff}# one\r\n# two\r\n{HEADER}\r\n{rows}");
        let parsed = parse(text.as_bytes(), None);
        let codes = parsed.diagnostics.iter().map(|one| one.code);
        (
            parsed.runs,
            codes.filter(|code| *code != "missing_field").collect(),
        )
    }

    fn ttft(run: &Run) -> Option<f64> {
        run.measurements[0].metrics.ttft_ms?.mean
    }

    #[test]
    fn a_row_is_read_in_the_unit_that_it_proves() {
        let (runs, codes) = read(
            "a,1024,1024,h200,vllm,fp8,8,4,98.5,0.25,0.01,100,false\r\n\
             b,1024,1024,h200,vllm,fp8,8,4,98.5,250,10,100,false\r\n",
        );
        assert_eq!((ttft(&runs[0]), ttft(&runs[1])), (Some(250.0), Some(250.0)));
        assert_eq!(codes, ["wrong_label"]);
    }

    #[test]
    fn a_row_that_proves_no_unit_keeps_its_times_and_gives_none() {
        let (runs, codes) = read(
            "a,1024,1024,h200,vllm,fp8,8,4,98.5,0.25,0.01,70,false\r\n\
             b,1024,1024,h200,vllm,fp8,8,4,98.5,0.25,0.01,,false\r\n",
        );
        assert_eq!((ttft(&runs[0]), ttft(&runs[1])), (None, None));
        assert_eq!(runs[0].measurements[0].extra["mean_ttft"], 0.25);
        assert_eq!(codes, ["contradiction", "unclear_unit"]);
    }

    #[test]
    fn a_cell_at_the_end_of_the_file_may_be_cut_off() {
        let (runs, codes) = read("a,1024,1024,h200,vllm,fp8,8,4,98.5,0.25,0.01,10");
        assert!(runs[0].source.partial);
        assert_eq!(ttft(&runs[0]), None);
        assert_eq!(codes, ["truncated", "unclear_unit"]);
        let (runs, _) = read("a,1024,1024,h200,vllm,fp8,8,4,98.5,0.25,0.01,100,false");
        assert!(!runs[0].source.partial);
    }

    #[test]
    fn a_header_without_rows_is_no_result() {
        let (runs, codes) = read("");
        assert!(runs.is_empty());
        assert_eq!(codes, ["not_a_result"]);
    }
}
