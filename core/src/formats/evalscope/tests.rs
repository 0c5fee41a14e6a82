//! Whole results, and what damages them.

use super::super::{Level, Parsed, parse};
use crate::model::Status;

const RESULT: &str = "\
2026-01-02 10:00:00,000 - evalscope - INFO: Benchmarking summary:
+---------------------------------+-------------------------------+
| Key                             | Value                         |
+=================================+===============================+
| Time taken for tests (s)        | 20.5                          |
+---------------------------------+-------------------------------+
| Number of concurrency           | 4                             |
+---------------------------------+-------------------------------+
| Request rate (req/s)            | -1                            |
+---------------------------------+-------------------------------+
| Succeed requests                | 40                            |
+---------------------------------+-------------------------------+
| Failed requests                 | 0                             |
+---------------------------------+-------------------------------+
| Output token throughput (tok/s) | 200.5                         |
+---------------------------------+-------------------------------+
| Average latency (s)             | 2.01                          |
+---------------------------------+-------------------------------+
| Average time to first token (s) | 0.113                         |
+---------------------------------+-------------------------------+
| Result DB path                  | outputs/20250213_103632/m-1.5 |
|                                 | b/benchmark_data.db           |
+---------------------------------+-------------------------------+
Percentile results:
+-------------+----------+----------+
| Percentiles | TTFT (s) | TPOT (s) |
+-------------+----------+----------+
|     50%     |  0.0949  |   nan    |
|     90%     |  0.163   |   nan    |
|     99%     |  0.4302  |   nan    |
+-------------+----------+----------+
";

fn read(text: &str) -> Parsed {
    parse(text.as_bytes(), None)
}

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn a_wrapped_path_names_the_model_and_seconds_become_milliseconds() {
    let parsed = read(RESULT);
    let run = &parsed.runs[0];
    let one = &run.measurements[0];
    assert_eq!(run.model.name.as_deref(), Some("m-1.5b"));
    assert_eq!(run.measured_at.as_deref(), Some("2025-02-13T10:36:32"));
    assert_eq!(one.axes.concurrency, Some(4));
    assert_eq!(one.axes.request_rate, None);
    assert_eq!(one.extra["Request rate (req/s)"], "-1");
    let ttft = one.metrics.ttft_ms.unwrap();
    assert_eq!((ttft.mean, ttft.median), (Some(113.0), Some(94.9)));
    let precision = &one.precision["ttft_ms.median"];
    assert_eq!(precision.text.as_deref(), Some("0.0949 s"));
    assert_eq!((precision.low, precision.high), (Some(94.85), Some(94.95)));
    assert_eq!(one.metrics.tpot_ms, None);
    assert_eq!(codes(&parsed), ["not_measured"]);
}

#[test]
fn results_of_one_sweep_are_one_run_and_unnamed_ones_stay_apart() {
    let second = RESULT.replace("| 4    ", "| 8    ");
    let parsed = read(&format!("{RESULT}{second}"));
    assert_eq!(parsed.runs.len(), 1);
    assert_eq!(parsed.runs[0].measurements[1].axes.concurrency, Some(8));
    let unnamed = RESULT.replace("Result DB path", "Something else");
    assert_eq!(read(&format!("{unnamed}{unnamed}")).runs.len(), 2);
}

#[test]
fn a_test_in_which_nothing_succeeded_failed() {
    let parsed = read(&RESULT.replace("| 40 ", "| 0  "));
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.metrics.output_tps, None);
    assert_eq!(one.metrics.ttft_ms, None);
    assert_eq!(one.extra["percentiles"]["50%"]["TTFT (s)"], 0.0949);
}

#[test]
fn a_summary_that_breaks_off_is_partial_or_no_run() {
    let end = RESULT.find("200.5").unwrap() + 2;
    let parsed = read(&RESULT[..end]);
    assert!(parsed.runs[0].source.partial);
    assert_eq!(parsed.runs[0].measurements[0].metrics.output_tps, None);
    assert_eq!(parsed.runs[0].measurements[0].status, Status::Unknown);

    let end = RESULT.find("| Time").unwrap();
    let parsed = read(&RESULT[..end]);
    assert!(parsed.runs.is_empty());
    assert_eq!(parsed.diagnostics.last().unwrap().level, Level::Error);
}
