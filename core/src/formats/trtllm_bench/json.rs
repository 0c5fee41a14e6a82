//! The report JSON.

use super::report::{self, Numbers};
use crate::formats::reading::{Fields, join, unexpected};
use crate::formats::{Document, Format, FormatInfo, Input, Parsed};

/// A report JSON.
pub(in crate::formats) struct Json;

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "trtllm_bench",
            name: "TensorRT-LLM trtllm-bench report JSON",
            versions: "0.20; streaming, machine and decoding sections as documented, without a real file",
            yields: "serving test with every request at once: throughput, latency percentiles, TTFT and TPOT when streaming",
            marks: &[
                "\"world_info\"",
                "\"request_info\"",
                "\"system_output_throughput_tok_s\"",
                "\"performance\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_report)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            let Some(mut fields) = Fields::of(document).filter(|_| is_report(document)) else {
                diagnostics.push(unexpected(&document.path, &document.value, "a report"));
                continue;
            };
            fields.expect(&[
                "engine",
                "world_info",
                "request_info",
                "performance",
                "dataset",
            ]);
            let mut run = report::read(&mut fields, &Numbers::new());
            run.source.partial = documents.is_cut;
            run.extra = fields.finish(&mut diagnostics);
            runs.push(run);
        }
        Parsed {
            runs: join(runs),
            diagnostics,
        }
    }
}

/// Any two of the parts that only this tool writes together.
fn is_report(document: &Document) -> bool {
    let own = [
        "world_info",
        "request_info",
        "performance",
        "streaming_metrics",
        "engine",
    ];
    let count = own.iter().filter(|key| document.has_all(&[key])).count();
    count >= 3
}
