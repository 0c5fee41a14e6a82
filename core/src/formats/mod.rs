//! The formats that can be read, one file each, and the registry that picks one
//! by content.
//!
//! A parser takes text and gives back runs and diagnostics. It opens no file and
//! prints nothing; whatever it cannot place becomes a [`Diagnostic`]. To add a
//! format: write its file, implement [`Format`], add one line to [`REGISTRY`].

mod diagnostic;
mod evalscope;
mod guidellm;
mod inference_benchmarker;
mod inference_perf;
mod inferencemax;
mod input;
mod llama_batched;
mod llama_bench;
mod llama_benchy;
mod llm_inference_bench;
mod llmperf;
mod lmdeploy;
pub mod matrix_text;
mod mlperf_loadgen;
mod normalized;
mod nvidia_perf;
mod optimum_benchmark;
mod plausible;
mod printed;
mod reading;
mod serving_console;
mod sglang;
mod trtllm_bench;
mod vllm;

pub use diagnostic::{Diagnostic, Level, Location};
pub use input::{Input, decode};
pub use reading::{Document, Documents, Layout};

use crate::model::Run;

/// Every format, in the order in which they are asked.
pub const REGISTRY: &[&dyn Format] = &[
    &matrix_text::MatrixText,
    &llm_inference_bench::Json,
    &llm_inference_bench::Console,
    &llama_batched::Lines,
    &llama_batched::Table,
    &llama_benchy::Json,
    &llama_benchy::Markdown,
    &llama_bench::Csv,
    &llama_bench::Json,
    &llama_bench::Markdown,
    &llama_bench::Sql,
    &llmperf::Individual,
    &guidellm::Report,
    &guidellm::Console,
    &nvidia_perf::AiperfJson,
    &nvidia_perf::AiperfCsv,
    &nvidia_perf::AiperfConsole,
    &nvidia_perf::Records,
    &nvidia_perf::Telemetry,
    &nvidia_perf::GenaiJson,
    &nvidia_perf::GenaiCsv,
    &nvidia_perf::GenaiConsole,
    &nvidia_perf::Analyze,
    &llmperf::Summary,
    &inference_benchmarker::InferenceBenchmarker,
    &inference_perf::InferencePerf,
    &inferencemax::Aggregate,
    &inferencemax::Site,
    &inferencemax::Experiment,
    &mlperf_loadgen::Summary,
    &optimum_benchmark::Json,
    &optimum_benchmark::Markdown,
    &normalized::Normalized,
    &trtllm_bench::Json,
    &trtllm_bench::Text,
    &vllm::Serve,
    &serving_console::Vllm,
    &serving_console::Sglang,
    &sglang::Serving,
    &sglang::OneBatch,
    &evalscope::Console,
    &lmdeploy::Tables,
    &vllm::Latency,
    &vllm::Throughput,
];

/// A format that can be read.
pub trait Format: Sync {
    /// What it is, for `speedsheet formats` and the README.
    fn info(&self) -> FormatInfo;

    /// True where the content is of this format. Looks at content only, never at
    /// a file name, and must be cheap.
    fn recognises(&self, input: &Input) -> bool;

    /// True where the runs say themselves which input they were first read from.
    fn keeps_source(&self) -> bool {
        false
    }

    /// Reads every run of the input. Problems are diagnostics; a run of which
    /// only a part could be read is given with `source.partial` set.
    fn parse(&self, input: &Input) -> Parsed;
}

/// What a format is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatInfo {
    /// Identifier, as in `source.format`.
    pub id: &'static str,
    /// The tool and the kind of output, for people.
    pub name: &'static str,
    /// Versions of the tool whose output was tried.
    pub versions: &'static str,
    /// What comes out of it.
    pub yields: &'static str,
    /// Pieces of text that its files hold, such as `"mean_ttft_ms"` or a heading. Where
    /// no format recognises an input, they say which one is nearest and what it lacks.
    pub marks: &'static [&'static str],
}

/// What a parser found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parsed {
    /// The runs, in the order of the input.
    pub runs: Vec<Run>,
    /// What there is to say about the input, in the order of the input.
    pub diagnostics: Vec<Diagnostic>,
}

/// Decodes and reads `bytes` with the first format that recognises them.
///
/// Each run gets the SHA-256 of `bytes`, its index, the format's id, `file_name`,
/// id and slug. Bytes of no known format give no run and one error.
pub fn parse(bytes: &[u8], file_name: Option<&str>) -> Parsed {
    let (input, mut diagnostics) = decode(bytes);
    let format = REGISTRY
        .iter()
        .find(|format| !input.is_web_page() && format.recognises(&input));
    let Some(format) = format else {
        diagnostics.push(diagnostic::unrecognised(&input));
        return Parsed {
            runs: Vec::new(),
            diagnostics,
        };
    };
    let mut parsed = format.parse(&input);
    diagnostics.append(&mut parsed.diagnostics);
    diagnostics.extend(plausible::check(&parsed.runs));
    let sha256 = crate::model::sha256_hex(bytes);
    for (index, run) in parsed.runs.iter_mut().enumerate() {
        if format.keeps_source() && !run.source.format.is_empty() {
            run.identify();
            continue;
        }
        run.source.format = format.info().id.to_owned();
        run.source.sha256.clone_from(&sha256);
        run.source.file_name = file_name.map(str::to_owned);
        run.source.index = u32::try_from(index).unwrap_or(u32::MAX);
        run.identify();
    }
    Parsed {
        runs: parsed.runs,
        diagnostics: diagnostic::bound(diagnostics),
    }
}
