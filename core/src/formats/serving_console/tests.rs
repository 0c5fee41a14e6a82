//! Whole blocks, and what a log does to them.

use super::super::{Input, Parsed, parse};
use super::*;
use crate::model::Status;

const BLOCK: &str = "\
============ Serving Benchmark Result ============
Successful requests:                     40
Failed requests:                         0
Maximum request concurrency:             4
Benchmark duration (s):                  60.82
Total input tokens:                      37068
Total generated tokens:                  36709
Request throughput (req/s):              0.66
Output token throughput (tok/s):         603.56
Total Token throughput (tok/s):          1213.01
---------------Time to First Token----------------
Mean TTFT (ms):                          90.00
P50 TTFT (ms):                           79.46
P99.9 TTFT (ms):                         219.89
==================================================
";

fn read_text(text: &str) -> Parsed {
    parse(text.as_bytes(), None)
}

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn a_block_alone_gives_every_row_with_its_printed_precision() {
    let parsed = read_text(BLOCK);
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(parsed.runs[0].source.format, "vllm_serve_console");
    assert_eq!(one.status, Status::Valid);
    assert_eq!(one.axes.concurrency, Some(4));
    assert_eq!(one.metrics.total_tps, Some(1213.01));
    let ttft = one.metrics.ttft_ms.unwrap();
    assert_eq!((ttft.mean, ttft.median), (Some(90.0), Some(79.46)));
    assert_eq!(one.extra["P99.9 TTFT (ms)"], 219.89);
    let precision = &one.precision["request_throughput_rps"];
    assert_eq!(precision.text.as_deref(), Some("0.66 req/s"));
    assert_eq!((precision.low, precision.high), (Some(0.655), Some(0.665)));
    assert_eq!(codes(&parsed), Vec::<&str>::new());
}

#[test]
fn colours_line_ends_quotations_and_log_prefixes_change_nothing() {
    let plain = read_text(BLOCK).runs[0].measurements.clone();
    let coloured = BLOCK.replace("Mean", "\u{1b}[1mMean\u{1b}[0m");
    let mut bar = "  5%|█         | 2/40 [00:05<01:26,  2.28s/it]\r".repeat(900);
    bar.push_str(BLOCK);
    let numbered = |prefix: fn(usize) -> String| -> String {
        let lines = BLOCK.lines().enumerate();
        lines.map(|(at, line)| prefix(at) + line + "\n").collect()
    };
    for text in [
        BLOCK.replace('\n', "\r\n"),
        format!("\u{feff}{BLOCK}"),
        coloured,
        bar,
        numbered(|_| "> ".to_owned()),
        numbered(|_| "client-1  | ".to_owned()),
        numbered(|at| format!("2026-05-15 03:44:{at:02}.331 ")),
        numbered(|_| "    ".to_owned()),
        format!("text\n```\n{BLOCK}```\ntext\n"),
    ] {
        let parsed = read_text(&text);
        assert_eq!(parsed.runs[0].measurements, plain, "{text:?}");
        assert_eq!(codes(&parsed), Vec::<&str>::new());
    }
}

#[test]
fn a_log_line_inside_a_block_is_reported_and_the_rows_around_it_are_read() {
    let text = BLOCK.replace(
        "Total input",
        "INFO 06-05 05:36:13 [loggers.py:1] Running: 4 reqs\nTotal input",
    );
    let parsed = read_text(&text);
    assert_eq!(
        parsed.runs[0].measurements,
        read_text(BLOCK).runs[0].measurements
    );
    assert_eq!(codes(&parsed), ["unread_line"]);
    let place = super::super::Location::Text {
        line: 6,
        column: 1,
        length: 50,
    };
    assert_eq!(parsed.diagnostics[0].location, place);
}

#[test]
fn a_block_that_breaks_off_is_partial_and_its_last_number_is_not_used() {
    let end = BLOCK.find("1213.01").unwrap() + 3;
    let parsed = read_text(&BLOCK[..end]);
    let run = &parsed.runs[0];
    assert!(run.source.partial);
    assert_eq!(run.measurements[0].metrics.total_tps, None);
    assert_eq!(run.measurements[0].metrics.output_tps, Some(603.56));
    assert!(codes(&parsed).contains(&"cut_off"));

    let parsed = read_text("============ Serving Benchmark Result ============\n");
    assert!(parsed.runs.is_empty());
    assert_eq!(codes(&parsed).last(), Some(&"not_a_result"));
}

#[test]
fn a_text_that_mentions_the_title_holds_no_block() {
    let text = "| `============ Serving Benchmark Result ============` | vLLM or a fork |\n";
    assert_eq!(tool_of(&Input::new(text)), None);
}

#[test]
fn rows_without_a_title_are_missed() {
    let damaged = BLOCK.replace("Benchmark Result", "Benchmark Rezult");
    let parsed = read_text(&format!("{BLOCK}{damaged}"));
    assert_eq!(parsed.runs.len(), 1);
    assert_eq!(codes(&parsed), ["unread_line"]);
}

#[test]
fn a_test_without_a_successful_request_failed_and_shows_no_speed() {
    let text = BLOCK
        .replace(
            "requests:                     40",
            "requests:                     0",
        )
        .replace("603.56", "0.00");
    let parsed = read_text(&text);
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.status, Status::Failed);
    assert_eq!(one.source_status.as_deref(), Some("Successful requests: 0"));
    assert_eq!(one.metrics.output_tps, None);
    assert_eq!(one.metrics.ttft_ms, None);
    assert_eq!(one.extra["Output token throughput (tok/s)"], 0.0);
    assert_eq!(one.metrics.duration_s, Some(60.82));
    assert_eq!(parsed.runs[0].notes.len(), 1);
}

#[test]
fn blocks_of_which_nothing_is_said_stay_apart() {
    let parsed = read_text(&format!("{BLOCK}\n{BLOCK}"));
    assert_eq!(parsed.runs.len(), 2);
    assert_eq!(parsed.runs[1].source.index, 1);
}

#[test]
fn blocks_whose_arguments_differ_in_the_load_alone_are_one_run() {
    let block = |model: &str, concurrency: u32| {
        let arguments = format!(
            "Namespace(backend='vllm', model='{model}', num_prompts={}, request_rate=inf, max_concurrency={concurrency}, result_filename='{concurrency}.json')\n",
            concurrency * 10
        );
        arguments
            + &BLOCK.replace(
                "concurrency:             4",
                &format!("concurrency:             {concurrency}"),
            )
    };
    let text = block("a/one", 4) + &block("a/two", 4) + &block("a/one", 8);
    let parsed = read_text(&text);
    let found: Vec<_> = parsed
        .runs
        .iter()
        .map(|run| {
            let axes = run.measurements.iter().map(|one| one.axes.concurrency);
            (run.model.id.as_deref(), axes.flatten().collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        found,
        [(Some("a/one"), vec![4, 8]), (Some("a/two"), vec![4])]
    );
    assert_eq!(parsed.runs[0].measurements[1].extra["request_rate"], "inf");
}

#[test]
fn what_an_older_block_does_not_count_as_failed_is_counted_from_printed_arguments_only() {
    let block = BLOCK.replace("Failed requests:                         0\n", "");
    let failed = |above: &str| {
        let parsed = read_text(&format!("{above}\n{block}"));
        let one = &parsed.runs[0].measurements[0];
        (one.metrics.failed_requests, codes(&parsed))
    };
    assert_eq!(failed("Namespace(num_prompts=50)"), (Some(10), vec![]));
    assert_eq!(
        failed("vllm bench serve --num-prompts 50 --model $MODEL"),
        (None, vec!["requests_missing"])
    );
}

#[test]
fn a_page_that_shows_the_form_of_a_result_gives_no_number() {
    let text = BLOCK.replace(|c: char| c.is_ascii_digit(), "…");
    let parsed = read_text(&text);
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.status, Status::Unknown);
    assert_eq!(one.metrics, crate::model::Metrics::default());
    assert!(codes(&parsed).contains(&"unexpected_type"));
}

#[test]
fn what_a_page_says_at_its_top_holds_for_the_steps_of_a_sweep_below() {
    let step = |concurrency: u32| {
        let row = format!("concurrency:             {concurrency}");
        let block = BLOCK.replace("concurrency:             4", &row);
        format!("## Concurrency: {concurrency}\n```\n{block}```\n")
    };
    let top = "# Results\n**Model:** a/one\n**Hardware**: One GPU\n\n";
    let parsed = read_text(&format!("{top}{}{}", step(4), step(8)));
    assert_eq!(parsed.runs.len(), 1);
    assert_eq!(parsed.runs[0].measurements.len(), 2);
    assert_eq!(parsed.runs[0].model.id.as_deref(), Some("a/one"));
    assert_eq!(parsed.runs[0].hardware.name.as_deref(), Some("One GPU"));
    assert_eq!(codes(&parsed), ["context_inherited"]);
}

#[test]
fn several_rates_of_one_call_are_points_of_one_run() {
    let arguments = "Namespace(backend='sglang', model='a/one', multi=True, num_prompts=40)\n";
    let block = |rate: &str| {
        let row = format!("Traffic request rate:                    {rate}\nSuccessful");
        BLOCK.replace("Successful", &row)
    };
    let parsed = read_text(&format!("{arguments}{}{}", block("2.0"), block("4.0")));
    let rates: Vec<_> = parsed.runs[0]
        .measurements
        .iter()
        .map(|one| one.axes.request_rate)
        .collect();
    assert_eq!(rates, [Some(2.0), Some(4.0)]);
    assert_eq!(parsed.runs[0].model.id.as_deref(), Some("a/one"));
}

#[test]
fn the_rate_in_the_log_is_finer_than_that_in_the_block() {
    let text = BLOCK.replace(
        "Benchmark duration",
        "Request rate configured (RPS):           0.33\nBenchmark duration",
    );
    let parsed = read_text(&format!("Traffic request rate: 0.333\n{text}"));
    assert_eq!(
        parsed.runs[0].measurements[0].axes.request_rate,
        Some(0.333)
    );
    let parsed = read_text(&format!("Traffic request rate: 5\n{text}"));
    assert_eq!(parsed.runs[0].measurements[0].axes.request_rate, Some(0.33));
}

#[test]
fn arguments_that_contradict_the_block_are_not_used() {
    let arguments = "Namespace(model='a/one', num_prompts=40, max_concurrency=16)\n";
    let parsed = read_text(&format!("{arguments}{BLOCK}"));
    assert_eq!(parsed.runs[0].model.id, None);
    assert_eq!(parsed.runs[0].measurements[0].axes.concurrency, Some(4));
    assert_eq!(codes(&parsed), ["context_differs"]);
}

#[test]
fn the_rows_of_a_newer_sglang_are_read() {
    let text = "\
============ Serving Benchmark Result ============
Backend:                                 sglang-oai
Traffic request rate:                    inf
Max request concurrency:                 not set
Successful requests:                     10
Benchmark duration (s):                  3.50
Total input tokens:                      100
Total input vision tokens:               7
Total generated tokens:                  200
Request throughput (req/s):              2.86
Input token throughput (tok/s):          28.57
Output token throughput (tok/s):         57.14
Total token throughput (tok/s):          85.71
Concurrency:                             8.25
Accept length:                           2.50
----------------End-to-End Latency----------------
Mean E2E Latency (ms):                   2000.00
P90 E2E Latency (ms):                    2500.00
---------------Time to First Token----------------
Mean TTFT (ms):                          50.00
---------------Inter-Token Latency----------------
Max ITL (ms):                            99.50
==================================================
";
    let parsed = read_text(text);
    let run = &parsed.runs[0];
    let one = &run.measurements[0];
    assert_eq!(run.source.format, "sglang_serve_console");
    assert_eq!(run.engine.name.as_deref(), Some("sglang"));
    assert_eq!(one.axes.request_rate, None);
    assert_eq!(one.extra["Traffic request rate"], "inf");
    assert_eq!(one.extra["Max request concurrency"], "not set");
    assert_eq!(one.extra["Accept length"], 2.5);
    assert_eq!(one.metrics.active_requests, Some(8.25));
    assert_eq!(one.metrics.e2e_latency_ms.unwrap().p90, Some(2500.0));
    assert_eq!(one.metrics.itl_ms.unwrap().max, Some(99.5));
    assert_eq!(codes(&parsed), Vec::<&str>::new());
}

#[test]
fn speculative_rows_of_vllm_are_read_and_their_rate_is_a_share() {
    let text = BLOCK.replace(
        "==================================================\n",
        "---------------Speculative Decoding---------------
Acceptance rate (%):                     71.25
Acceptance length:                       3.14
Per-position acceptance (%):
  Position 0:                            88.10
==================================================
",
    );
    let parsed = read_text(&text);
    let one = &parsed.runs[0].measurements[0];
    assert_eq!(one.metrics.draft_acceptance_rate, Some(0.7125));
    assert_eq!(one.extra["Position 0"], 88.1);
    assert_eq!(codes(&parsed), Vec::<&str>::new());
}

#[test]
fn a_block_is_not_looked_for_where_its_title_is_not() {
    assert_eq!(tool_of(&Input::new("Mean TTFT (ms):   90.00")), None);
}
