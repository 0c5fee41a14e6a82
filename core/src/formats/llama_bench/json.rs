//! `-o json`, a list of rows, and `-o jsonl`, a row per line.

use super::{YIELDS, fail, new_run, row};
use crate::formats::reading::{complaint, failed_after, join, title, unexpected};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Layout, Level, Parsed};

/// llama-bench JSON and JSON lines.
pub(in crate::formats) struct Json;

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_bench",
            name: "llama-bench JSON or JSON lines",
            versions: "2023 to b9927",
            yields: YIELDS,
            marks: &[
                "\"avg_ts\"",
                "\"n_prompt\"",
                "\"n_gen\"",
                "\"build_commit\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_row) || is_begun(input)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            match document.object() {
                Some(object) => runs.push(row::read(
                    object.clone(),
                    &document.path,
                    &["samples_ns", "samples_ts"],
                    &mut diagnostics,
                )),
                None => diagnostics.push(unexpected(&document.path, &document.value, "a row")),
            }
        }
        let end = documents.items.last().map_or(0, |last| last.line);
        let lines = input.lines();
        let behind = lines.partition_point(|line| line.number <= end);
        let reason = complaint(&lines[behind..]);
        if runs.is_empty() {
            let what = "The list of tests breaks off within the first: the benchmark ended before it was done.";
            diagnostics.push(Diagnostic::new(
                Level::Warning,
                "no_result",
                "a list that breaks off within its first test: the benchmark produced nothing",
            ));
            let mut run = new_run();
            fail(&mut run, reason, what);
            runs.push(run);
        } else if let Some(reason) = reason {
            runs.extend(failed_after(&runs, reason, &mut diagnostics));
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.source.dialect = Some(
                match documents.layout {
                    Layout::List => "json",
                    _ => "jsonl",
                }
                .to_owned(),
            );
            run.source.partial |= documents.is_cut || is_begun(input);
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

/// True for a row: most of what every version writes is there.
fn is_row(document: &Document) -> bool {
    document.object().is_some_and(|object| {
        let known = row::ALWAYS
            .iter()
            .filter(|key| object.contains_key(**key))
            .count();
        known * 2 > row::ALWAYS.len()
            && (object.contains_key("avg_ts") || object.contains_key("n_gen"))
    })
}

/// True for a list that breaks off within its first row.
fn is_begun(input: &Input) -> bool {
    let start = input.text().trim_start();
    input.documents().is_empty()
        && start.starts_with(['[', '{'])
        && start.contains("\"build_commit\"")
}

#[cfg(test)]
mod tests {
    use crate::formats::parse;
    use crate::model::Status;

    const ROW: &str = r#"{"build_commit": "a", "build_number": 7, "cpu_info": "c", "gpu_info": "g", "model_filename": "f", "model_type": "llama 7B F16", "n_prompt": 0, "n_gen": 32, "avg_ts": 2.5, "stddev_ts": 0.1}"#;

    #[test]
    fn a_list_that_breaks_off_in_its_first_row_is_a_failed_run() {
        let parsed = parse(
            b"[\n  {\n    \"build_commit\": \"a\",\n    \"avg_ts\": 24",
            None,
        );
        assert_eq!(parsed.runs[0].measurements[0].status, Status::Failed);
        assert!(parsed.runs[0].source.partial);
    }

    #[test]
    fn an_open_list_gives_its_whole_rows() {
        let text = format!("[\n  {ROW},\n  {{\"build_commit\": \"a\", \"avg_ts\": 1");
        let parsed = parse(text.as_bytes(), None);
        assert_eq!(parsed.runs[0].measurements.len(), 1);
        assert!(parsed.runs[0].source.partial);
    }

    #[test]
    fn what_went_wrong_after_the_last_line_is_a_failed_test() {
        let text = format!(
            "ggml_cuda_init: found 1 CUDA devices:\n{ROW}\nmain: error: failed to create context\n"
        );
        let run = &parse(text.as_bytes(), None).runs[0];
        assert_eq!(run.measurements[0].metrics.output_tps, Some(2.5));
        assert_eq!(
            run.measurements[1].source_status.as_deref(),
            Some("main: error: failed to create context")
        );
    }
}
