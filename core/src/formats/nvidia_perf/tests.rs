//! Output in shapes that no file of the corpus has: that of GenAI-Perf as documented, units
//! of other versions, failures, and dirt around the result.

use serde_json::{Value, json};

use crate::formats::{Level, Parsed, parse};
use crate::model::{Measurement, Status};

fn of(text: &str) -> Parsed {
    parse(text.as_bytes(), None)
}

fn single(parsed: &Parsed) -> &Measurement {
    assert_eq!(parsed.runs.len(), 1, "{:?}", parsed.diagnostics);
    assert_eq!(parsed.runs[0].measurements.len(), 1);
    &parsed.runs[0].measurements[0]
}

fn has(parsed: &Parsed, code: &str) -> bool {
    parsed.diagnostics.iter().any(|one| one.code == code)
}

fn genai_json() -> Value {
    json!({
        "request_throughput": {"unit": "requests/sec", "avg": 0.61},
        "request_latency": {"unit": "ns", "avg": 1_630_230_000.0, "p50": 1.62e9, "p25": 1.6e9},
        "time_to_first_token": {"unit": "ms", "avg": 16.5, "p99": 18.75},
        "output_token_throughput": {"unit": "tokens/sec", "avg": 184.02},
        "output_token_throughput_per_request": {"unit": "tokens/sec", "avg": 184.0},
        "input_config": {
            "model": ["org/name"], "backend": "vllm", "service_kind": "triton",
            "concurrency": 8, "request_rate": null, "synthetic_input_tokens_mean": 200,
            "output_tokens_mean": -1, "artifact_dir": "artifacts/name-concurrency8",
        },
    })
}

#[test]
fn genai_perf_json_is_read_by_its_units() {
    let parsed = of(&genai_json().to_string());
    let one = single(&parsed);
    let run = &parsed.runs[0];
    assert_eq!(run.source.format, "genai_perf");
    assert_eq!(run.model.id.as_deref(), Some("org/name"));
    assert_eq!(run.engine.name.as_deref(), Some("vllm"));
    assert_eq!(
        (one.axes.concurrency, one.axes.input_tokens),
        (Some(8), Some(200))
    );
    assert_eq!(one.axes.output_tokens, None);
    let latency = one.metrics.e2e_latency_ms.unwrap();
    assert_eq!(
        (latency.mean, latency.median),
        (Some(1630.23), Some(1620.0))
    );
    assert_eq!(one.extra["request_latency"]["unit"], "ns");
    assert_eq!(
        one.metrics.per_request_output_tps.unwrap().mean,
        Some(184.0)
    );
    assert_eq!(one.status, Status::Valid);
}

#[test]
fn points_of_a_sweep_differ_only_in_the_measurement() {
    let mut other = genai_json();
    other["input_config"]["concurrency"] = json!(16);
    other["input_config"]["artifact_dir"] = json!("artifacts/name-concurrency16");
    let parsed = of(&format!("{}\n{other}\n", genai_json()));
    assert_eq!(parsed.runs.len(), 1);
    assert_eq!(parsed.runs[0].measurements.len(), 2);
}

#[test]
fn a_value_of_an_unknown_unit_is_kept_and_not_used() {
    let mut file = genai_json();
    file["request_latency"]["unit"] = json!("fortnights");
    let parsed = of(&file.to_string());
    let one = single(&parsed);
    assert_eq!(one.metrics.e2e_latency_ms, None);
    assert_eq!(one.extra["request_latency"]["avg"], json!(1_630_230_000.0));
    let finding = parsed
        .diagnostics
        .iter()
        .find(|one| one.code == "unknown_unit");
    assert!(finding.unwrap().message.contains("fortnights"));
}

#[test]
fn a_test_without_a_completed_request_failed() {
    let mut file = genai_json();
    file["request_count"] = json!({"unit": "requests", "avg": 0.0});
    file["error_summary"] = json!([{"error_details": {"code": 503}, "count": 7}]);
    let parsed = of(&file.to_string());
    let one = single(&parsed);
    assert_eq!(parsed.runs[0].source.format, "aiperf");
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.metrics.failed_requests, Some(7));
    assert_eq!((one.metrics.output_tps, one.metrics.ttft_ms), (None, None));
    assert_eq!(one.extra["output_token_throughput"]["avg"], json!(184.02));
    assert!(has(&parsed, "no_result"));
}

const GENAI_CSV: &str = "\u{feff}Metric,avg,min,max,p99,p95,p90,p75,p50,p25\r\n\
    Time To First Token (ms),16.26,12.39,19.25,19.20,18.88,18.47,17.02,16.50,15.10\r\n\
    Request Latency (ms),\"1,719.99\",\"1,616.37\",\"1,844.65\",\"1,841.05\",\"1,830.20\",\"1,822.70\",\"1,785.64\",\"1,701.00\",\"1,650.10\"\r\n\
    Output Sequence Length,300.00,300.00,300.00,300.00,300.00,300.00,300.00,300.00,300.00\r\n\
    \r\n\
    Metric,Value\r\n\
    Output Token Throughput (per sec),184.02\r\n\
    Request Throughput (per sec),0.61\r\n";

#[test]
fn genai_perf_csv_has_thousands_separators() {
    let parsed = of(GENAI_CSV);
    let one = single(&parsed);
    assert_eq!(parsed.runs[0].source.format, "genai_perf_csv");
    let latency = one.metrics.e2e_latency_ms.unwrap();
    assert_eq!((latency.mean, latency.p95), (Some(1719.99), Some(1830.2)));
    let precision = &one.precision["e2e_latency_ms.mean"];
    assert_eq!(precision.text.as_deref(), Some("1,719.99 ms"));
    assert_eq!(
        (precision.low, precision.high),
        (Some(1719.985), Some(1719.995))
    );
    assert_eq!(one.metrics.output_tps, Some(184.02));
    assert_eq!(one.extra["Output Sequence Length"]["p25"], json!(300.0));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
}

#[test]
fn the_last_value_of_a_csv_without_a_line_end_is_not_used() {
    let cut = GENAI_CSV.trim_end().strip_suffix('1').unwrap();
    let parsed = of(cut);
    let one = single(&parsed);
    assert_eq!(one.metrics.request_throughput_rps, None);
    assert_eq!(one.metrics.output_tps, Some(184.02));
    assert!(parsed.runs[0].source.partial);
    assert!(has(&parsed, "partial_run"));
}

#[test]
fn a_csv_with_a_header_alone_is_no_result() {
    let parsed = of("Metric,avg,min,max,sum,p1,p5\n\nMetric,Value\n");
    assert!(parsed.runs.is_empty());
    assert!(has(&parsed, "not_a_result"));
}

#[test]
fn a_line_of_another_width_is_reported() {
    let text = GENAI_CSV.replace("Output Sequence", "warning: x\r\nOutput Sequence");
    let parsed = of(&text);
    single(&parsed);
    assert!(has(&parsed, "unread_line"));
}

#[test]
fn a_table_is_found_between_log_lines_and_colours() {
    let log = "12:00 [INFO] started\r\n\
        \u{1b}[3m      NVIDIA GenAI-Perf | LLM Metrics      \u{1b}[0m\r\n\
        ┏━━━━━━┳━━━━━━┳━━━━━┓\r\n\
        ┃ \u{1b}[1mStatistic\u{1b}[0m ┃ avg ┃ p99 ┃\r\n\
        ┡━━━━━━╇━━━━━━╇━━━━━┩\r\n\
        │ Time to first token (ns) │ 16,264,132 │ 19,254,799 │\r\n\
        │ Request latency (ms) │ \u{1b}[32m1,630.23\u{1b}[0m │ N/A │\r\n\
        12:01 [INFO] a line of another thread\r\n\
        │ Output sequence length │ 104 │ 129 │\r\n\
        └──────┴──────┴─────┘\r\n\
        Output token throughput (per sec): 460.42\r\n\
        Request throughput (per sec): 4.44\r\n";
    let parsed = of(log);
    let one = single(&parsed);
    assert_eq!(one.metrics.ttft_ms.unwrap().mean, Some(16.264132));
    assert_eq!(one.metrics.e2e_latency_ms.unwrap().mean, Some(1630.23));
    assert_eq!(one.metrics.e2e_latency_ms.unwrap().p99, None);
    assert_eq!(one.metrics.output_tps, Some(460.42));
    assert_eq!(one.metrics.request_throughput_rps, Some(4.44));
    assert!(!parsed.runs[0].source.partial);
}

#[test]
fn two_tables_in_a_page_are_two_runs_and_one_without_end_is_partial() {
    let table = "NVIDIA AIPerf | LLM Metrics\n\
        ┃ Metric ┃ avg ┃ min ┃\n\
        │ Request Latency (ms) │ 12.50 │ 11.00 │\n\
        │ Request Throughput (req/s) │ 31.45 │ - │\n";
    let parsed = of(&format!("{table}└──┴──┴──┘\nmore\n{table}"));
    assert_eq!(parsed.runs.len(), 2);
    let partial: Vec<bool> = parsed.runs.iter().map(|run| run.source.partial).collect();
    assert_eq!(partial, [false, true]);
}

fn record(phase: &str, ttft: f64, start: u64, error: &Value) -> String {
    let record = json!({
        "metadata": {
            "benchmark_phase": phase, "request_start_ns": start,
            "request_end_ns": start + 2_000_000_000, "was_cancelled": false,
        },
        "metrics": {
            "time_to_first_token": {"value": ttft, "unit": "ms"},
            "request_latency": {"value": 2.0, "unit": "sec"},
            "output_sequence_length": {"value": 100, "unit": "tokens"},
            "input_sequence_length": {"value": 50, "unit": "tokens"},
            "inter_chunk_latency": {"value": [9.0, 11.0], "unit": "ms"},
        },
        "error": error,
    });
    record.to_string()
}

#[test]
fn warm_up_and_failed_requests_are_no_part_of_the_statistics() {
    let text = [
        "INFO starting".to_owned(),
        record("warmup", 900.0, 1_000_000_000, &json!(null)),
        record("profiling", 10.0, 5_000_000_000, &json!(null)),
        record("profiling", 30.0, 6_000_000_000, &json!(null)),
        record(
            "profiling",
            500.0,
            7_000_000_000,
            &json!({"code": 503, "type": "Unavailable", "message": "no worker"}),
        ),
    ]
    .join("\n");
    let parsed = of(&format!("{text}\n"));
    let one = single(&parsed);
    assert_eq!(one.metrics.completed_requests, Some(2));
    assert_eq!(one.metrics.failed_requests, Some(1));
    assert_eq!(one.metrics.ttft_ms.unwrap().mean, Some(20.0));
    assert_eq!(one.metrics.e2e_latency_ms.unwrap().max, Some(2000.0));
    assert_eq!(one.metrics.duration_s, Some(4.0));
    assert_eq!(one.metrics.output_tokens, Some(200));
    assert_eq!(one.metrics.output_tps, Some(50.0));
    let requests = one.requests.as_ref().unwrap();
    assert_eq!(requests.start_s, [Some(0.0), Some(1.0), Some(2.0)]);
    assert_eq!(requests.itl_max_ms, [Some(11.0), Some(11.0), None]);
    assert_eq!(
        requests.error[2].as_deref(),
        Some("503: Unavailable: no worker")
    );
    assert_eq!(one.extra["warmup"]["ttft_ms"], json!([900.0]));
}

#[test]
fn records_of_failures_alone_are_a_failed_run() {
    let text = record("profiling", 1.0, 5, &json!("refused"));
    let parsed = of(&format!("{text}\n{text}\n"));
    let one = single(&parsed);
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.metrics.failed_requests, Some(2));
    assert_eq!(one.metrics.ttft_ms, None);
}

#[test]
fn a_cancelled_test_is_partial() {
    let mut file = genai_json();
    file["was_cancelled"] = json!(true);
    let parsed = of(&file.to_string());
    assert!(parsed.runs[0].source.partial);
    let warning = parsed
        .diagnostics
        .iter()
        .find(|one| one.code == "partial_run");
    assert_eq!(warning.unwrap().level, Level::Warning);
}

#[test]
fn the_columns_of_analyze_name_axes_and_statistics() {
    let parsed = of(
        "Config Name,Request Rate,OSL,Avg. Request Latency (ms),p95 Request Latency (ms),p95 Odd Thing (furlongs)\n\
        a,2.5,128,12.50,15.25,3\n\nConfig Name,GPU,p99 GPU Power Usage (W)\na,gpu0,64.46\nb,gpu0,1.00\n",
    );
    let one = single(&parsed);
    assert_eq!(
        (one.axes.request_rate, one.axes.output_tokens),
        (Some(2.5), Some(128))
    );
    let latency = one.metrics.e2e_latency_ms.unwrap();
    assert_eq!((latency.mean, latency.p95), (Some(12.5), Some(15.25)));
    assert_eq!(one.extra["Odd Thing (furlongs)"]["p95"], json!(3.0));
    assert_eq!(one.extra["gpu0"]["p99 GPU Power Usage (W)"], json!(64.46));
    assert!(has(&parsed, "unread_line"));
}
