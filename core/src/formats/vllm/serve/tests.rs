use serde_json::{Value, json};

use crate::formats::{self, Level, Parsed};
use crate::model::{Measurement, Status};

/// A result with the fields that every version writes.
fn result(changes: Value) -> Value {
    let mut result = json!({
        "date": "20260301-120000", "endpoint_type": "openai", "backend": "vllm",
        "model_id": "owner/model", "tokenizer_id": "owner/model", "num_prompts": 4,
        "request_rate": "inf", "burstiness": 1.0, "max_concurrency": 2, "duration": 8.0,
        "completed": 4, "failed": 0, "total_input_tokens": 400, "total_output_tokens": 80,
        "request_throughput": 0.5, "output_throughput": 10.0, "total_token_throughput": 60.0,
        "mean_ttft_ms": 30.0, "median_ttft_ms": 29.0, "std_ttft_ms": 1.0, "p99_ttft_ms": 33.0,
        "mean_tpot_ms": 8.0, "median_tpot_ms": 8.0, "std_tpot_ms": 0.5, "p99_tpot_ms": 9.0
    });
    let (Value::Object(result), Value::Object(changes)) = (&mut result, changes) else {
        panic!("not an object")
    };
    result.extend(changes);
    Value::Object(result.clone())
}

fn parse(text: &str) -> Parsed {
    let parsed = formats::parse(text.as_bytes(), None);
    for run in &parsed.runs {
        assert_eq!(run.source.format, "vllm_serve");
    }
    parsed
}

fn one(changes: Value) -> (Measurement, Parsed) {
    let parsed = parse(&result(changes).to_string());
    assert_eq!(parsed.runs.len(), 1);
    (parsed.runs[0].measurements[0].clone(), parsed)
}

fn codes(parsed: &Parsed) -> Vec<&str> {
    parsed.diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn a_plain_result_needs_no_word() {
    let (measurement, parsed) = one(json!({}));
    assert_eq!(codes(&parsed), [""; 0]);
    assert_eq!(measurement.status, Status::Valid);
    assert_eq!(measurement.axes.concurrency, Some(2));
    assert_eq!(measurement.axes.request_rate, None);
}

#[test]
fn appended_results_that_differ_in_the_load_alone_are_one_run() {
    let lines = [
        result(json!({"max_concurrency": 4, "date": "20260301-120100"})).to_string(),
        "WARNING 03-01 12:01:10 slow".to_owned(),
        result(json!({"max_concurrency": 2})).to_string(),
        result(json!({"max_model_len": 8192})).to_string(),
        r#"{"note": "by hand"}"#.to_owned(),
    ];
    let parsed = parse(&lines.join("\n"));
    let counts: Vec<usize> = parsed
        .runs
        .iter()
        .map(|run| run.measurements.len())
        .collect();
    assert_eq!(counts, [2, 1]);
    let time = parsed.runs[0].measured_at.as_deref();
    assert_eq!(time, Some("2026-03-01T12:00:00"));
    assert_eq!(parsed.runs[1].settings.extra["max_model_len"], 8192);
    assert_eq!(codes(&parsed), ["unread_line", "not_a_result"]);
}

#[test]
fn what_is_no_result_is_named_and_many_are_counted() {
    let others = "{\"note\": 1}\n".repeat(20);
    let parsed = parse(&format!("{others}{}\n", result(json!({}))));
    assert_eq!(parsed.runs.len(), 1);
    assert_eq!(codes(&parsed), ["not_a_result"; 6]);
    assert!(parsed.diagnostics[5].message.starts_with("15 more"));
}

#[test]
fn a_file_of_a_sweep_is_what_its_summary_says_of_it() {
    let results = [0, 1].map(|number| {
        let date = format!("20260301-12000{number}");
        result(json!({"run_number": number, "max_num_seqs": 4, "date": date}))
    });
    let summary = parse(&json!(results).to_string());
    for (index, result) in results.iter().enumerate() {
        let mut alone = parse(&result.to_string()).runs.remove(0);
        let mut listed = summary.runs[index].clone();
        for run in [&mut alone, &mut listed] {
            run.source.sha256.clear();
            run.source.index = 0;
            run.identify();
        }
        assert_eq!(alone, listed);
    }
}

#[test]
fn swept_lengths_are_axes_and_other_parameters_are_settings() {
    let (measurement, parsed) = one(json!({
        "random_input_len": 1024, "random-output-len": 128, "gpu_memory_utilization": 0.9, "tp": "4"
    }));
    assert_eq!(measurement.axes.input_tokens, Some(1024));
    assert_eq!(measurement.axes.output_tokens, Some(128));
    let settings = &parsed.runs[0].settings.extra;
    assert_eq!(
        (&settings["gpu_memory_utilization"], &settings["tp"]),
        (&json!(0.9), &json!("4"))
    );
}

#[test]
fn a_test_in_which_nothing_was_answered_failed() {
    let (measurement, parsed) = one(json!({
        "completed": 0, "failed": 4, "request_throughput": 0.0, "output_throughput": 0.0,
        "total_token_throughput": 0.0, "mean_ttft_ms": 0.0, "median_ttft_ms": 0.0,
        "std_ttft_ms": 0.0, "p99_ttft_ms": 0.0
    }));
    assert_eq!(measurement.status, Status::Failed);
    assert_eq!(measurement.metrics.failed_requests, Some(4));
    assert_eq!(measurement.metrics.completed_requests, Some(0));
    assert_eq!(
        (measurement.metrics.output_tps, measurement.metrics.ttft_ms),
        (None, None)
    );
    assert_eq!(measurement.extra["mean_ttft_ms"], 0.0);
    assert!(
        parsed.runs[0].notes[0]
            .text
            .starts_with("No request was completed, 4 failed")
    );
}

#[test]
fn answers_of_one_token_have_no_time_between_tokens() {
    let (measurement, _) = one(json!({
        "mean_tpot_ms": 0.0, "median_tpot_ms": 0.0, "std_tpot_ms": 0.0, "p99_tpot_ms": 0.0
    }));
    assert_eq!(measurement.metrics.tpot_ms, None);
    assert_eq!(measurement.status, Status::Valid);
    assert_eq!(measurement.extra["p99_tpot_ms"], 0.0);
}

#[test]
fn a_version_that_does_not_count_failures_leaves_them_between_planned_and_completed() {
    let (measurement, _) = one(json!({"failed": null, "num_prompts": 10, "completed": 7}));
    assert_eq!(measurement.metrics.failed_requests, Some(3));
    let from = measurement.precision["failed_requests"].from.as_deref();
    assert_eq!(from, Some("num_prompts - completed"));
}

#[test]
fn single_requests_are_kept_without_their_answers() {
    let (measurement, parsed) = one(json!({
        "completed": 2, "failed": 1, "request_throughput": 0.25, "input_lens": [100, 100, 100], "output_lens": [3, 1, 0],
        "ttfts": [0.5, 0.25, 0.0], "itls": [[0.125, 0.25], [], []],
        "errors": ["", "", "connection reset"], "start_times": [7.5, 7.0, 8.0],
        "generated_texts": ["my name is", "a", ""]
    }));
    let requests = measurement.requests.unwrap();
    assert_eq!(requests.output_tokens, [Some(3), Some(1), Some(0)]);
    assert_eq!(requests.ttft_ms, [Some(500.0), Some(250.0), None]);
    assert_eq!(requests.itl_mean_ms, [Some(187.5), None, None]);
    assert_eq!(requests.itl_max_ms, [Some(250.0), None, None]);
    assert_eq!(requests.e2e_latency_ms, [Some(875.0), Some(250.0), None]);
    assert_eq!(requests.start_s, [Some(0.5), Some(0.0), Some(1.0)]);
    assert_eq!(requests.error[2].as_deref(), Some("connection reset"));
    assert_eq!(measurement.metrics.e2e_latency_ms.unwrap().max, Some(875.0));
    assert_eq!(measurement.extra["first_start_time"], 7.0);
    assert!(!json!(parsed.runs).to_string().contains("my name is"));
    assert_eq!(codes(&parsed), ["left_out", "left_out"]);
}

#[test]
fn lists_that_do_not_fit_are_kept_and_named() {
    let (measurement, parsed) = one(json!({
        "input_lens": [100, 100], "output_lens": [3], "ttfts": ["fast", "slow"],
        "itls": [[0.125], "x"], "errors": ["", ""]
    }));
    assert_eq!(measurement.requests.unwrap().ttft_ms, []);
    assert_eq!(measurement.extra["output_lens"], json!([3]));
    assert_eq!(measurement.extra["ttfts"], json!(["fast", "slow"]));
    assert_eq!(codes(&parsed), ["unexpected_type"; 3]);
}

#[test]
fn an_entry_that_no_request_can_have_is_missing_and_counted() {
    let (measurement, parsed) = one(json!({
        "input_lens": [100, 0.5], "output_lens": [3, 0], "ttfts": [-0.5, 0.25],
        "itls": [[], []], "errors": ["", ""]
    }));
    let requests = measurement.requests.unwrap();
    assert_eq!(requests.input_tokens, [Some(100), None]);
    assert_eq!(requests.output_tokens, [Some(3), Some(0)]);
    assert_eq!(requests.ttft_ms, [None, Some(250.0)]);
    assert_eq!(codes(&parsed), ["unexpected_type"; 2]);
}

#[test]
fn an_acceptance_rate_above_a_hundred_percent_is_not_used() {
    let (measurement, parsed) = one(json!({"spec_decode_acceptance_rate": 62.5}));
    assert_eq!(measurement.metrics.draft_acceptance_rate, Some(0.625));
    assert_eq!(codes(&parsed), [""; 0]);
    let (measurement, parsed) = one(json!({"spec_decode_acceptance_rate": 162.5}));
    assert_eq!(measurement.metrics.draft_acceptance_rate, None);
    assert_eq!(codes(&parsed), ["unexpected_type"]);
}

#[test]
fn a_missing_percentile_is_one_that_the_other_latencies_have() {
    let mut result = result(json!({"p90_ttft_ms": 31.0}));
    result.as_object_mut().unwrap().remove("mean_ttft_ms");
    let parsed = parse(&result.to_string());
    let said: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|one| (one.level, one.message.as_str()))
        .collect();
    assert_eq!(said[1], (Level::Note, "not recorded: p90_tpot_ms"));
    assert_eq!(said[0].0, Level::Warning);
    assert!(said[0].1.starts_with("mean_ttft_ms is not recorded"));
}

#[test]
fn the_last_of_appended_results_may_be_cut() {
    let whole = result(json!({})).to_string();
    let text = format!("\u{feff}{whole}\r\n{}", &whole[..whole.len() / 2]);
    let parsed = parse(&text);
    assert_eq!(parsed.runs.len(), 1);
    assert!(parsed.runs[0].source.partial);
    assert_eq!(codes(&parsed), ["truncated_json"]);
}

#[test]
fn results_of_sglang_are_not_taken_for_those_of_vllm() {
    let text = result(json!({"median_e2e_latency_ms": 50.0})).to_string();
    let parsed = formats::parse(text.as_bytes(), None);
    assert!(
        parsed
            .runs
            .iter()
            .all(|run| run.source.format != "vllm_serve")
    );
}
