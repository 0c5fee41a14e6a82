//! `-o json`, a list of rows, and `-o jsonl`, a row per line.

use super::{YIELDS, row};
use crate::formats::reading::{join, title, unexpected};
use crate::formats::{Document, Format, FormatInfo, Input, Layout, Parsed};

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
        input.documents().items.iter().any(is_row)
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
        let mut runs = join(runs);
        for run in &mut runs {
            run.source.dialect = Some(
                match documents.layout {
                    Layout::List => "json",
                    _ => "jsonl",
                }
                .to_owned(),
            );
            run.source.partial = documents.is_cut;
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
