//! Inputs of every format with words planted in every text they hold.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value, json};

use crate::harness::{Project, sample, samples};

/// Fields of normalized JSON that take one of few words.
const FIXED: [&str; 5] = ["family", "status", "origin", "from", "sha256"];

/// A result of `vllm bench serve`.
pub(super) fn vllm(words: &str) -> String {
    let mut result = json!({
        "date": "20260301-120000", "endpoint_type": "openai", "backend": "vllm",
        "model_id": "owner/model", "tokenizer_id": "owner/model", "num_prompts": 4,
        "request_rate": "inf", "burstiness": 1.0, "max_concurrency": 2, "duration": 8.0,
        "completed": 2, "failed": 2, "total_input_tokens": 400, "total_output_tokens": 80,
        "request_throughput": 0.5, "output_throughput": 10.0, "total_token_throughput": 60.0,
        "mean_ttft_ms": 30.0, "median_ttft_ms": 29.0, "std_ttft_ms": 1.0, "p99_ttft_ms": 33.0,
        "mean_tpot_ms": 8.0, "median_tpot_ms": 8.0, "std_tpot_ms": 0.5, "p99_tpot_ms": 9.0,
        "input_lens": [100, 100, 100, 100], "output_lens": [40, 40, 0, 0],
        "ttfts": [0.03, 0.03, 0.0, 0.0], "itls": [[0.008, 0.008], [0.008, 0.008], [], []],
        "generated_texts": ["one", "two", "", ""], "errors": ["", "", "refused", "refused"],
    });
    add_fields(&mut result, words);
    result.to_string()
}

/// A result of llm-inference-bench.
pub(super) fn llm_inference_bench(words: &str) -> String {
    let mut result: Value = serde_json::from_str(
        &std::fs::read_to_string(samples().join("glm-5-vllm-12-of-35.json")).unwrap(),
    )
    .unwrap();
    result["results"].as_array_mut().unwrap().truncate(2);
    result["server"] = json!({ "launch_command": "vllm serve", "gpu": "H200" });
    add_fields(&mut result, words);
    for cell in result["results"].as_array_mut().unwrap() {
        cell["error"] = words.into();
    }
    result.to_string()
}

/// Our own normalized JSON.
pub(super) fn normalized(run: &Value, words: &str) -> String {
    let mut run = run.clone();
    run["measurements"].as_array_mut().unwrap().truncate(2);
    run["measurements"][0]["extra"] = json!({ "error": "none" });
    run["measurements"][0]["requests"] = json!({ "error": ["refused"] });
    run["measurements"][0]["precision"][words] = json!({ "text": "1" });
    run["supplied"] = json!([
        { "field": "title", "value": "a", "from": "sidecar", "origin": "b", "recorded": "c" }
    ]);
    // Runs of the same source are one.
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    let sha256 = format!("{:064x}", hasher.finish());
    run["source"]["sha256"] = sha256.as_str().into();
    run["source"]["parts"] = json!([{ "file_name": "a", "sha256": sha256, "index": 0 }]);
    add_fields(&mut run["extra"], words);
    plant(&mut run, words);
    run.to_string()
}

/// The normalized JSON of a sample.
pub(super) fn normalized_sample() -> Value {
    let project = Project::with_sample("a.txt");
    serde_json::from_str(&project.run(&["parse", "a.txt"]).stdout).unwrap()
}

/// A text copy of a page, with one prefill and two decode measurements.
pub(super) fn page(words: &str) -> String {
    let text = sample();
    // The rows of 8K only: the tests write many pages.
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with("| ") || line.contains("| 8K") || line.contains("Context"))
        .map(|line| format!("{line}\n"))
        .collect();
    let (facts, rest) = text.split_once("Launch command\n").unwrap();
    let (command, rest) = rest.split_once("Prefill\n").unwrap();
    format!(
        "{}\nNotes\n- {words}\nLaunch command\n{command} {words}\nPrefill\n{}",
        facts
            .replace("linux", &format!("linux {words}"))
            .replace("H200 NVL 141GB", words),
        rest.replacen(
            "| Prefill",
            &format!("| Prefill | odd | {words} |\n| Prefill"),
            1
        )
    )
}

/// Adds fields and words to every text of an object.
fn add_fields(value: &mut Value, words: &str) {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    plant(value, words);
    value["note"] = words.into();
    value[words] = json!([words, { "deep": [words] }]);
    value["args"] = json!(["--label", words]);
    value["event_log"] = json!([words, format!("03:34:59 startup {words}")]);
    value["stderr"] = format!("\u{1b}[31mone\n{words}\u{1b}[0m\ntwo").into();
    value["as_json"] = json!({ "inner": words }).to_string().into();
}

/// Adds words to every text that may be any text.
fn plant(value: &mut Value, words: &str) {
    match value {
        Value::String(text) => {
            text.push(' ');
            text.push_str(words);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| plant(item, words)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if !FIXED.contains(&name.as_str()) {
                    plant(value, words);
                }
            }
        }
        _ => {}
    }
}
