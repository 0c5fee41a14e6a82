//! The JSON of `vllm bench serve`, of its forks and of its sweeps.
//!
//! ```text
//! { "date": "20260806-074423", "backend": "openai-chat", "model_id": …, "request_rate": 0.3,
//!   "max_concurrency": null, "completed": 200, "mean_ttft_ms": 1584.9, … }
//! {…}\n{…}                                         --append-result
//! [ {…, "run_number": 0}, {…, "run_number": 1} ]   summary.json of a sweep
//! ```
//!
//! Every result is one flat object. Latencies in it are milliseconds, the lists of a
//! detailed result hold seconds.

use super::{point, results, setup};
use crate::formats::reading::{Fields, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Parsed};
use crate::model::Run;

/// Results of `vllm bench serve`.
pub(in crate::formats) struct Serve;

/// Fields about the test itself, of which every version writes most; other tools lack them.
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

/// Latencies without the unit in their name, as InferenceX's experiment writes them in seconds.
const WITHOUT_UNIT: [&str; 4] = ["median_ttft", "p99_ttft", "median_tpot", "median_e2el"];

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
        results::read_all(input, "vllm bench serve", is_result, read)
    }
}

/// True for an object that is a result of the tool.
fn is_result(document: &Document) -> bool {
    document.object().is_some_and(|object| {
        let count = |keys: &[&str]| keys.iter().filter(|key| object.contains_key(**key)).count();
        let is_others = count(&OF_SGLANG) + count(&WITHOUT_UNIT) > 0;
        count(&ABOUT_THE_TEST) >= 2 && count(&RATES) >= 1 && !is_others
    })
}

/// Reads one result.
fn read(run: &mut Run, mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) {
    point::expect(&mut fields);
    setup::read(run, &mut fields);
    let measurement = point::read(run, &mut fields);
    setup::finish(run, measurement, fields, diagnostics);
    run.title = title(run, "vLLM serving benchmark");
}

#[cfg(test)]
mod tests;
