//! The rows that the pipeline collects, as a list or one by one.

use std::collections::BTreeMap;

use super::row::{self, Label};
use crate::formats::reading::{Fields, join, unexpected};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};

/// Fields of every row.
const ALWAYS: [&str; 16] = [
    "hw",
    "conc",
    "image",
    "model",
    "infmax_model_prefix",
    "framework",
    "precision",
    "spec_decoding",
    "disagg",
    "isl",
    "osl",
    "is_multinode",
    "tput_per_gpu",
    "output_tput_per_gpu",
    "input_tput_per_gpu",
    "mean_intvty",
];

/// Fields of a row of one node.
const OF_ONE_NODE: [&str; 3] = ["tp", "ep", "dp_attention"];

/// Fields of a row of several nodes.
const OF_NODES: [&str; 10] = [
    "prefill_tp",
    "prefill_ep",
    "prefill_dp_attention",
    "prefill_num_workers",
    "decode_tp",
    "decode_ep",
    "decode_dp_attention",
    "decode_num_workers",
    "num_prefill_gpu",
    "num_decode_gpu",
];

/// Aggregated rows.
pub(in crate::formats) struct Aggregate;

impl Format for Aggregate {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "inferencemax",
            name: "InferenceMAX / InferenceX aggregate JSON",
            versions: "rows of 2025-12 and 2026-01; those with pp and power as documented, without a real file",
            yields: "serving tests by input and output length and concurrency, one run per setup",
            marks: &["\"tput_per_gpu\"", "\"hw\"", "\"conc\"", "\"mean_intvty\""],
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
            match Fields::of(document) {
                Some(mut fields) if fields.has("tput_per_gpu") || is_row(document) => {
                    expect(&mut fields);
                    let mut run = row::read(fields, Label::Seconds, &mut diagnostics).run;
                    run.source.partial = documents.is_cut;
                    runs.push(run);
                }
                _ => diagnostics.push(unexpected(
                    &document.path,
                    &document.value,
                    "a row with tput_per_gpu",
                )),
            }
        }
        let mut diagnostics = once(diagnostics);
        diagnostics.extend(std_intvty(documents.items.iter()));
        Parsed {
            runs: join(runs),
            diagnostics,
        }
    }
}

/// Says once what is missing in many rows: a pipeline of another year writes other fields in
/// all of them.
fn once(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_of_many = |one: &Diagnostic| matches!(one.code, "missing_field" | "unknown_gpus");
    let mut told: Vec<(Diagnostic, usize)> = Vec::new();
    let mut places = BTreeMap::new();
    for finding in findings {
        if is_of_many(&finding) {
            let place = *places.entry(finding.message.clone()).or_insert(told.len());
            if let Some((_, more)) = told.get_mut(place) {
                *more += 1;
                continue;
            }
        }
        told.push((finding, 0));
    }
    told.into_iter()
        .map(|(mut finding, more)| {
            if more > 0 {
                finding
                    .message
                    .push_str(&format!(" (and so in {more} more rows)"));
            }
            finding
        })
        .collect()
}

/// Misses what the pipeline always writes.
fn expect(row: &mut Fields) {
    row.expect(&ALWAYS);
    if row.get("is_multinode") == Some(&true.into()) {
        row.expect(&OF_NODES);
    } else {
        row.expect(&OF_ONE_NODE);
    }
    let kinds = ["ttft", "tpot", "itl", "e2el", "intvty"];
    let stats = ["mean", "median", "std", "p99"];
    let names = kinds
        .iter()
        .flat_map(|kind| stats.iter().map(move |stat| format!("{stat}_{kind}")));
    row.expect(
        &names
            .filter(|name| name != "mean_intvty")
            .collect::<Vec<_>>(),
    );
}

fn is_row(document: &Document) -> bool {
    document.has_all(&["tput_per_gpu", "hw", "conc"])
        || document.has_all(&["tput_per_gpu", "framework", "tp"])
        || document.has_all(&["output_tput_per_gpu", "hw", "conc"])
}

/// What there is to say about `std_intvty`, once.
fn std_intvty<'a>(mut rows: impl Iterator<Item = &'a Document>) -> Option<Diagnostic> {
    let first = rows.find(|row| row.has_all(&["std_intvty"]))?;
    Some(no_deviation().at_path(format!("{}.std_intvty", first.path)))
}

/// The finding about the reciprocal of a deviation.
pub(super) fn no_deviation() -> Diagnostic {
    Diagnostic::new(
        Level::Note,
        "no_meaning",
        "std_intvty is the reciprocal of std_tpot and no deviation of a rate; it is kept and not used",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::formats::parse;

    #[test]
    fn rows_of_the_first_year_are_read_and_what_they_lack_is_said_once() {
        let row = |conc: u64| {
            json!({"hw": "h100-cr", "tp": 8, "ep": 1, "conc": conc, "dp_attention": "false", "model": "org/name",
                "framework": "vllm", "precision": "fp8", "mtp": "off",
                "tput_per_gpu": 30.0, "output_tput_per_gpu": 20.0, "mean_ttft": 0.25, "mean_tpot": 0.01, "mean_intvty": 100.0})
        };
        let rows: Vec<Value> = (1..=50).map(row).collect();
        let parsed = parse(json!(rows).to_string().as_bytes(), None);
        assert_eq!(parsed.runs.len(), 1);
        assert_eq!(parsed.runs[0].measurements.len(), 50);
        assert_eq!(parsed.runs[0].hardware.name.as_deref(), Some("h100"));
        let metrics = &parsed.runs[0].measurements[0].metrics;
        assert_eq!(
            (metrics.output_tps, metrics.total_tps),
            (Some(160.0), Some(240.0))
        );
        assert!(parsed.diagnostics.len() < 5, "{:#?}", parsed.diagnostics);
        assert!(
            parsed.diagnostics[0]
                .message
                .ends_with("(and so in 49 more rows)")
        );
    }

    #[test]
    fn a_row_without_throughput_has_failed_and_other_values_of_a_list_are_named() {
        let rows = json!([
            {"hw": "h100", "tp": 8, "conc": 4, "is_multinode": false, "tput_per_gpu": 0.0, "mean_ttft": 0.5},
            "note",
        ]);
        let parsed = parse(rows.to_string().as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(one.status, crate::model::Status::Failed);
        assert_eq!(one.metrics.ttft_ms, None);
        let codes: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert!(
            codes.contains(&"no_result") && codes.contains(&"unexpected_type"),
            "{codes:?}"
        );
    }
}
