//! Reports in shapes that no file of the corpus has.

use serde_json::{Value, json};

use crate::formats::{Level, parse};
use crate::model::Status;

/// Statistics of a quantity over so many requests.
fn stats(mean: f64, count: u64) -> Value {
    let one = json!({
        "mean": mean, "median": mean, "min": mean, "max": mean, "std_dev": 0.0,
        "count": count, "total_sum": mean * count as f64,
        "percentiles": {"p90": mean, "p95": mean, "p99": mean, "p999": mean},
    });
    json!({"successful": one})
}

fn benchmark(strategy: &Value, successful: u64, errored: u64) -> Value {
    json!({
        "type_": "generative_benchmark",
        "args": {"strategy": strategy, "profile": {"type_": "sweep"}, "max_duration": 30.0},
        "worker": {"backend_model": "org/name"},
        "request_loader": {"data": "prompt_tokens=256,output_tokens=128"},
        "request_totals": {"successful": successful, "errored": errored, "incomplete": 2},
        "metrics": {
            "time_to_first_token_ms": stats(20.0, successful),
            "inter_token_latency_ms": stats(0.0, 0),
            "request_latency": stats(0.5, successful),
            "output_tokens_per_second": stats(100.0, successful),
            "tokens_per_second": stats(300.0, successful),
            "prompt_token_count": stats(200.0, successful),
            "output_token_count": stats(100.0, successful),
        },
        "requests": {"successful": [], "errored": [
            {"prompt": "secret", "error": "refused", "start_time": 11.0, "prompt_tokens": 3},
            {"prompt": "secret", "error": "refused", "start_time": 10.5, "prompt_tokens": 4},
        ], "incomplete": []},
        "start_time": 10.0, "end_time": 40.0, "duration": 30.0,
    })
}

fn report(benchmarks: &[Value]) -> Vec<u8> {
    json!({"benchmarks": benchmarks}).to_string().into_bytes()
}

#[test]
fn the_benchmarks_of_a_sweep_are_one_run() {
    let file = report(&[
        benchmark(&json!({"type_": "synchronous"}), 30, 0),
        benchmark(&json!({"type_": "constant", "rate": 1.5}), 30, 1),
        benchmark(&json!({"type_": "concurrent", "streams": 4}), 30, 0),
    ]);
    let parsed = parse(&file, None);
    assert_eq!(parsed.runs.len(), 1);
    let run = &parsed.runs[0];
    assert_eq!(run.model.id.as_deref(), Some("org/name"));
    assert_eq!(run.settings.duration_s, Some(30.0));
    let axes: Vec<_> = run.measurements.iter().map(|one| one.axes).collect();
    assert_eq!(axes[0].concurrency, Some(1));
    assert_eq!(axes[1].request_rate, Some(1.5));
    assert_eq!(
        (axes[2].concurrency, axes[2].input_tokens),
        (Some(4), Some(256))
    );
    let one = &run.measurements[1];
    assert_eq!(one.metrics.failed_requests, Some(1));
    assert_eq!(one.metrics.e2e_latency_ms.unwrap().p99, Some(500.0));
    // Answers were not streamed: no times between tokens, which is not a time of 0.
    assert_eq!(one.metrics.itl_ms, None);
}

#[test]
fn a_benchmark_that_was_set_up_otherwise_is_a_run_of_its_own() {
    let mut other = benchmark(&json!({"type_": "synchronous"}), 30, 0);
    other["worker"]["backend_model"] = json!("org/other");
    let file = report(&[benchmark(&json!({"type_": "synchronous"}), 30, 0), other]);
    assert_eq!(parse(&file, None).runs.len(), 2);
}

#[test]
fn a_benchmark_without_a_completed_request_failed() {
    let file = report(&[benchmark(&json!({"type_": "constant", "rate": 9.0}), 0, 2)]);
    let parsed = parse(&file, None);
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.metrics.failed_requests, Some(2));
    assert_eq!((one.metrics.output_tps, one.metrics.ttft_ms), (None, None));
    assert!(parsed.diagnostics.iter().any(|one| one.code == "no_result"));
}

#[test]
fn prompts_are_left_out_and_single_requests_are_kept() {
    let file = report(&[benchmark(&json!({"type_": "synchronous"}), 30, 2)]);
    let parsed = parse(&file, None);
    let requests = parsed.runs[0].measurements[0].requests.clone().unwrap();
    assert_eq!(requests.start_s, [Some(0.5), Some(0.0)]);
    assert_eq!(requests.input_tokens, [Some(3), Some(4)]);
    assert_eq!(requests.error[0].as_deref(), Some("refused"));
    assert!(requests.ttft_ms.is_empty());
    let text = serde_json::to_string(&parsed.runs).unwrap();
    assert!(!text.contains("secret"));
    let note = parsed.diagnostics.iter().find(|one| one.code == "left_out");
    assert_eq!(note.unwrap().message, "prompt of 2 requests is left out");
}

#[test]
fn a_report_without_a_benchmark_says_so() {
    let file = json!({"metadata": {"guidellm_version": "0.8.0"}, "benchmarks": []});
    let parsed = parse(file.to_string().as_bytes(), None);
    assert!(parsed.runs.is_empty());
    let error = &parsed.diagnostics[0];
    assert_eq!((error.level, error.code), (Level::Error, "not_a_result"));
}

#[test]
fn two_results_in_a_log_are_read_and_one_that_breaks_off_is_partial() {
    let table = |rate: &str| {
        format!(
            "log line\nBenchmarks Metadata:\n    Worker:type_='x' backend_model='org/name'\n    \
             Request Loader:type_='y' data='prompt_tokens=8,output_tokens=4'\n\n\
             Benchmarks Info:\n=====\nMetadata |Requests Made ||\n Benchmark|Comp|Inc|Err\n-|-|-|-\n\
             constant@{rate}| 46| 1| 2\n=====\n\nBenchmarks Stats:\n=====\n\
             Metadata |Out Tok/sec|TTFT (ms) ||ITL (weeks)\n Benchmark|mean|mean|p99|mean\n-|-|-|-|-\n\
             constant@{rate}| 198.1| 16.8| 21.3| 1\n=====\n"
        )
    };
    let parsed = parse(
        format!("{}{}", table("1.50"), table("2.50")).as_bytes(),
        None,
    );
    assert_eq!(parsed.runs.len(), 1);
    let run = &parsed.runs[0];
    assert_eq!(run.model.id.as_deref(), Some("org/name"));
    let one = &run.measurements[1];
    assert_eq!(
        (one.axes.request_rate, one.axes.input_tokens),
        (Some(2.5), Some(8))
    );
    assert_eq!(one.metrics.failed_requests, Some(2));
    assert_eq!(one.metrics.ttft_ms.unwrap().p99, Some(21.3));
    assert_eq!(one.metrics.itl_ms, None);
    assert!(
        parsed
            .diagnostics
            .iter()
            .any(|one| one.code == "unknown_unit")
    );

    let whole = table("1.50");
    let cut = &whole[..whole.find("16.8").unwrap() + 3];
    let parsed = parse(cut.as_bytes(), None);
    assert!(parsed.runs[0].source.partial);
    assert_eq!(parsed.runs[0].measurements[0].metrics.ttft_ms, None);
}
