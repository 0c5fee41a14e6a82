//! Output of llama.cpp's llama-bench in its five forms.
//!
//! Each row is a test: prompt processing (`pp`, only `n_prompt`), token generation (`tg`, only
//! `n_gen`) or both, perhaps behind `n_depth` tokens in the KV cache. [`row`] reads a row of
//! named fields, which JSON, CSV and SQL have in common; [`Markdown`] has columns and words
//! of its own.

mod csv;
mod devices;
mod json;
mod markdown;
mod row;
mod sql;

pub(super) use csv::Csv;
pub(super) use json::Json;
pub(super) use markdown::Markdown;
pub(super) use sql::Sql;

use crate::model::{Axes, Family, Measurement, Note, NoteOrigin, Run, Status};

/// The tool's name, as in `source.tool`.
const TOOL: &str = "llama-bench";

/// What comes out of every form.
const YIELDS: &str =
    "static batch: prompt processing and token generation by depth, mean and deviation";

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

/// A run of this tool, still without measurements.
fn new_run() -> Run {
    let mut run = Run::default();
    run.source.tool = Some(TOOL.to_owned());
    run.source.parser_version = PARSER_VERSION;
    run.engine.name = Some("llama.cpp".to_owned());
    run
}

/// Marks a run as one that ended without a result, for the reason given in the tool's words.
fn fail(run: &mut Run, reason: Option<String>, what: &str) {
    let mut failed = Measurement::new(Family::Batch, Axes::default());
    failed.status = Status::Failed;
    failed.source_status = reason;
    run.measurements.push(failed);
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text: what.to_owned(),
    });
}

/// The name and the quantization in `qwen3moe 30B.A3B Q4_K - Medium`: what stands before and
/// behind the size.
fn split_type(model_type: &str) -> (String, Option<String>) {
    let words: Vec<&str> = model_type.split_whitespace().collect();
    let is_size = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(['B', 'M', 'K', 'T'])
    };
    match words.iter().position(|word| is_size(word)) {
        Some(at) if at > 0 => {
            let rest = words[at + 1..].join(" ");
            (words[..=at].join(" "), (!rest.is_empty()).then_some(rest))
        }
        _ => (model_type.trim().to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_type_is_a_name_a_size_and_a_quantization() {
        let split = |text| {
            let (name, quantization) = split_type(text);
            (name, quantization.unwrap_or_default())
        };
        let pair = |name: &str, rest: &str| (name.to_owned(), rest.to_owned());
        assert_eq!(
            split("glm4moe 355B.A32B Q4_K - Medium"),
            pair("glm4moe 355B.A32B", "Q4_K - Medium")
        );
        assert_eq!(
            split("llama 7B mostly Q4_0"),
            pair("llama 7B", "mostly Q4_0")
        );
        assert_eq!(split("gpt-oss ?B"), pair("gpt-oss ?B", ""));
    }
}
