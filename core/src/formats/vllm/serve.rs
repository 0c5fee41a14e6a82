//! The JSON of `vllm bench serve`, of its forks and of its sweeps.
//!
//! ```text
//! { "date": "20260806-074423", "backend": "openai-chat", "model_id": …, "request_rate": 0.3,
//!   "max_concurrency": null, "completed": 200, "mean_ttft_ms": 1584.9, … }
//! {…}\n{…}                                  --append-result
//! [ {…, "run_number": 0}, {…, "run_number": 1} ]   summary.json of a sweep
//! ```
//!
//! Every result is one flat object. Latencies in it are milliseconds, the lists of a
//! detailed result hold seconds.

use super::{point, setup};
use crate::formats::reading::{Fields, join, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::Run;

/// Results of `vllm bench serve`.
pub(in crate::formats) struct Serve;

/// Fields that every version writes about the test itself; other tools lack them.
const ABOUT_THE_TEST: [&str; 5] = [
    "model_id",
    "tokenizer_id",
    "num_prompts",
    "burstiness",
    "endpoint_type",
];

/// Rates, of which a result has at least one.
const RATES: [&str; 3] = [
    "request_throughput",
    "output_throughput",
    "total_token_throughput",
];

/// Fields of SGLang's `bench_serving`, which writes many of the same names.
const OF_SGLANG: [&str; 2] = ["mean_e2e_latency_ms", "median_e2e_latency_ms"];

impl Format for Serve {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "vllm_serve",
            name: "vLLM bench serve JSON",
            versions: "0.8.4 to 0.25.1, benchmark_serving.py and its forks, sweeps of 0.25.1",
            yields: "serving tests by concurrency and request rate, single requests where detailed",
            marks: &[
                "\"model_id\"",
                "\"request_throughput\"",
                "\"total_token_throughput\"",
                "\"mean_ttft_ms\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().items.iter().any(is_result)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        let mut is_sweep = false;
        for document in &documents.items {
            if !is_result(document) {
                let message = "no result of vllm bench serve, passed over";
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "not_a_result", message)
                        .at_path(&document.path),
                );
                continue;
            }
            if let Some(fields) = Fields::of(document) {
                is_sweep |= fields.has("run_number");
                runs.push(read(fields, &mut diagnostics));
            }
        }
        // The results of a sweep also stand in a file each, which has its own date: they stay
        // apart here, so that each meets its twin where files are put together.
        if !is_sweep {
            runs = join(runs);
        }
        if documents.is_cut
            && let Some(last) = runs.last_mut()
        {
            last.source.partial = true;
        }
        Parsed { runs, diagnostics }
    }
}

/// True for an object that is a result of the tool.
fn is_result(document: &Document) -> bool {
    document.object().is_some_and(|object| {
        let count = |keys: &[&str]| keys.iter().filter(|key| object.contains_key(**key)).count();
        count(&ABOUT_THE_TEST) >= 2 && count(&RATES) >= 1 && count(&OF_SGLANG) == 0
    })
}

/// Reads one result.
fn read(mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = Run {
        schema_version: crate::model::SCHEMA_VERSION,
        ..Run::default()
    };
    run.source.tool = Some("vllm bench serve".to_owned());
    run.source.parser_version = 1;
    point::expect(&mut fields);
    setup::read(&mut run, &mut fields);
    let mut measurement = point::read(&mut run, &mut fields);
    let (of_the_run, of_the_point) = setup::divide(fields.finish(diagnostics));
    run.settings.extra.extend(of_the_run);
    measurement.extra.extend(of_the_point);
    run.measurements.push(measurement);
    run.title = title(&run, "vLLM serving benchmark");
    run
}
