//! Results of newer versions, as documented.

use crate::formats::{Parsed, parse};
use crate::model::Status;

fn read(text: &str) -> Parsed {
    parse(text.as_bytes(), None)
}

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|one| one.code).collect()
}

/// A result of a newer version, as documented.
const NEWER: &str = r#"{"tag": null, "backend": "sglang-oai", "dataset_name": "random", "request_rate": 2.0, "max_concurrency": 8, "sharegpt_output_len": null, "random_input_len": 16, "random_output_len": 4, "random_range_ratio": 1.0, "server_info": {"model_path": "org/name", "version": "0.5.3", "tp_size": 2, "internal_states": [{"last_gen_throughput": 5.5}]}, "duration": 2.0, "completed": 2, "total_input_tokens": 32, "total_output_tokens": 8, "total_output_tokens_retokenized": 8, "request_throughput": 1.0, "input_throughput": 16.0, "output_throughput": 4.0, "total_throughput": 20.0, "mean_e2e_latency_ms": 400.0, "median_e2e_latency_ms": 410.0, "std_e2e_latency_ms": 5.0, "p90_e2e_latency_ms": 420.0, "p99_e2e_latency_ms": 430.0, "mean_ttft_ms": 30.0, "median_ttft_ms": 31.0, "std_ttft_ms": 1.0, "p99_ttft_ms": 33.0, "mean_tpot_ms": 0.0, "median_tpot_ms": 0.0, "std_tpot_ms": 0.0, "p99_tpot_ms": 0.0, "mean_itl_ms": 9.0, "median_itl_ms": 9.5, "std_itl_ms": 0.5, "p95_itl_ms": 10.0, "p99_itl_ms": 11.0, "concurrency": 1.5, "accept_length": 2.25, "input_lens": [16, 16], "output_lens": [4, 4], "ttfts": [0.029, 0.031], "itls": [[0.009, 0.01], [0.008]], "generated_texts": ["a", "b"], "errors": ["", ""]}"#;

#[test]
fn a_newer_result_names_its_model_and_lists_its_requests() {
    let parsed = read(NEWER);
    let run = &parsed.runs[0];
    let one = &run.measurements[0];
    assert_eq!(run.source.format, "sglang_serve");
    assert_eq!(run.model.id.as_deref(), Some("org/name"));
    assert_eq!(run.engine.name.as_deref(), Some("sglang"));
    assert_eq!(run.settings.extra["backend"], "sglang-oai");
    assert_eq!(run.engine.version.as_deref(), Some("0.5.3"));
    assert_eq!(run.settings.extra["server_info"]["tp_size"], 2);
    assert_eq!(one.extra["internal_states"][0]["last_gen_throughput"], 5.5);
    assert_eq!(one.axes.input_tokens, Some(16));
    assert_eq!(one.axes.concurrency, Some(8));
    assert_eq!(one.metrics.active_requests, Some(1.5));
    assert_eq!(one.metrics.prompt_tps, Some(16.0));
    assert_eq!(one.metrics.tpot_ms, None);
    assert_eq!(one.metrics.itl_ms.unwrap().p95, Some(10.0));
    assert_eq!(one.metrics.failed_requests, Some(0));
    assert_eq!(
        one.requests.as_ref().unwrap().ttft_ms,
        [Some(29.0), Some(31.0)]
    );
    assert_eq!(codes(&parsed), ["left_out", "left_out"]);
}

#[test]
fn lines_that_differ_in_the_load_are_one_run_and_others_are_not() {
    let faster = NEWER.replace("\"request_rate\": 2.0", "\"request_rate\": Infinity");
    let other = NEWER.replace("\"random\"", "\"sharegpt\"");
    let parsed = read(&format!("{NEWER}\nwarning: slow\n{faster}\n{other}\n"));
    let found: Vec<usize> = parsed
        .runs
        .iter()
        .map(|run| run.measurements.len())
        .collect();
    assert_eq!(found, [2, 1]);
    let unlimited = &parsed.runs[0].measurements[1];
    assert_eq!(unlimited.axes.request_rate, None);
    assert_eq!(unlimited.extra["request_rate"], "inf");
    assert_eq!(parsed.runs[1].measurements[0].axes.input_tokens, None);
}

#[test]
fn a_result_without_a_completed_request_failed() {
    let parsed = read(&NEWER.replace("\"completed\": 2", "\"completed\": 0"));
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.metrics.output_tps, None);
    assert_eq!(one.extra["output_throughput"], 4.0);
    assert_eq!(parsed.runs[0].notes.len(), 1);
}

#[test]
fn a_time_below_zero_is_no_measurement() {
    let parsed = read(&NEWER.replace("\"median_itl_ms\": 9.5", "\"median_itl_ms\": -0.001"));
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.metrics.itl_ms.unwrap().median, None);
    assert_eq!(one.extra["median_itl_ms"], -0.001);
    assert!(codes(&parsed).contains(&"not_measured"));
}
