//! The rows that the pipeline collects, as a list or one by one.

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
        diagnostics.extend(std_intvty(documents.items.iter()));
        Parsed {
            runs: join(runs),
            diagnostics,
        }
    }
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
