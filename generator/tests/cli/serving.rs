//! Files as `vllm bench serve` writes them, one per concurrency.

use serde_json::{Value, json};

use crate::harness::Project;

/// The concurrencies of a sweep of twelve files.
pub(crate) const TWELVE: [u64; 12] = [1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128];

/// The result of one serving test. The figures are made up so that each tells which
/// test it belongs to.
pub(crate) fn result(concurrency: u64) -> Value {
    let rate = 40.0 * concurrency as f64;
    json!({
        "date": format!("20260806-0322{:02}", concurrency % 60),
        "endpoint_type": "openai",
        "backend": "vllm",
        "label": null,
        "model_id": "org/Model-1B",
        "tokenizer_id": "org/Model-1B",
        "num_prompts": concurrency * 10,
        "request_rate": "inf",
        "burstiness": 1.0,
        "max_concurrency": concurrency,
        "duration": 60.0,
        "completed": concurrency * 10,
        "failed": 0,
        "total_input_tokens": concurrency * 10_240,
        "total_output_tokens": concurrency * 2400,
        "request_throughput": concurrency as f64 / 6.0,
        "output_throughput": rate,
        "total_token_throughput": concurrency as f64 * 12_640.0 / 60.0,
        "mean_ttft_ms": 20.5,
        "median_ttft_ms": 19.0,
        "std_ttft_ms": 2.0,
        "p99_ttft_ms": 30.0,
        "max_model_len": 4096,
    })
}

/// The same with some fields set or, where `null`, as the tool does not write them.
pub(crate) fn result_with(concurrency: u64, fields: &Value) -> Value {
    let mut result = result(concurrency);
    for (key, value) in fields.as_object().unwrap() {
        result[key] = value.clone();
    }
    result
}

/// Writes a folder with one file per concurrency.
pub(crate) fn sweep(project: &Project, folder: &str, concurrencies: &[u64]) {
    for &concurrency in concurrencies {
        let text = result(concurrency).to_string();
        project.write(&format!("{folder}/c{concurrency}.json"), &text);
    }
}
