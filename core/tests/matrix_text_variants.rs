//! Pages as other machines, other engines and other copies give them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop there"
)]

use speedsheet_core::formats::{Diagnostic, Location, parse};
use speedsheet_core::model::{Family, MetricKey, Run, Status};

fn read(text: &str) -> (Run, Vec<Diagnostic>) {
    let mut parsed = parse(text.as_bytes(), None);
    assert_eq!(parsed.runs.len(), 1, "{:#?}", parsed.diagnostics);
    (parsed.runs.remove(0), parsed.diagnostics)
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|found| found.code).collect()
}

fn value(run: &Run, index: usize, key: &str) -> Option<f64> {
    run.measurements[index].value(MetricKey::parse(key).unwrap())
}

#[test]
fn a_prefill_only_page_of_an_apple_machine() {
    let (run, found) = read(
        "Speed test matrix\n\
         Gemma-4-12B on M3 Ultra 512GB\n\
         mlx · 0.31.1 · 8bit · prefill at 8K\n\
         Hardware\nType: Apple silicon\nChip: M3 Ultra\nUnified memory: 512 GB\nOS: macos\n\
         Engine\nEngine: mlx\nVersion: 0.31.1\nQuantization: 8bit\n\
         Prefill\nprompt tok/s by context length\n\
         8K context812.410,083 ms TTFT\n\
         All measurements\n\
         Latencies are medians. Total tok/s is output across all simultaneous requests.\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\tTTFT\n\
         Prefill\t8K\t1\tValid\t812.4\t10,083 ms\n",
    );
    assert_eq!(codes(&found), [] as [&str; 0], "{found:#?}");
    assert_eq!(run.hardware.name.as_deref(), Some("M3 Ultra"));
    assert_eq!(run.hardware.memory_gb, Some(512.0));
    assert_eq!(run.launch_command, None);
    assert_eq!(value(&run, 0, "prompt_tps"), Some(812.4));
    assert_eq!(value(&run, 0, "ttft_ms.median"), Some(10_083.0));
}

#[test]
fn a_decode_only_page_of_one_cell_on_a_processor() {
    let (run, found) = read(
        "Speed test matrix\n\
         Phi-5-mini on EPYC 9654\n\
         llama.cpp · b9010 · Q4_K_M1 context (8K) × 1 concurrency level (1)\n\
         Hardware\n- Type\n- CPU\n- CPU\n- EPYC 9654\n- RAM\n- 768 GB\n\
         Engine\n- Engine\n- llama.cpp\n- Version\n- b9010\n- Quantization\n- Q4_K_M\n\
         Sustained decode\n\
         total tok/s · rows are context length, columns are simultaneous requests| Context | 1 |\n\
         |---|---|\n\
         | 8K | 21.51,204 ms TTFT |\n\
         All measurements\n\
         Latencies are medians. Total tok/s is output across all simultaneous requests.\
         | Phase | Context | Requests at once | Status | Total tok/s | TTFT |\n\
         |---|---|---|---|---|---|\n\
         | Sustained decode | 8K | 1 | Valid | 21.5 | 1,204 ms |\n",
    );
    assert_eq!(codes(&found), [] as [&str; 0], "{found:#?}");
    assert_eq!(run.hardware.kind.as_deref(), Some("CPU"));
    assert_eq!(run.hardware.name.as_deref(), Some("EPYC 9654"));
    assert_eq!(run.hardware.extra["RAM"], "768 GB");
    assert_eq!(run.measurements.len(), 1);
    assert_eq!(value(&run, 0, "output_tps"), Some(21.5));
}

#[test]
fn without_a_quantization_fact_the_row_count_parts_the_summary() {
    let page = |rows: &str| {
        format!(
            "Speed test matrix\nA on B\nvllm · 0.2 · NVFP4+FP82 contexts (8K–16K) × 1 concurrency level (1)\n\
             Sustained decode\ntotal tok/s · rows are context length, columns are simultaneous requests\n\
             Context\t1\n{rows}"
        )
    };
    let two = "8K\t82.9584 ms TTFT\n16K\t84.51,189 ms TTFT\n";
    assert_eq!(
        read(&page(two)).0.model.quantization.as_deref(),
        Some("NVFP4+FP8")
    );
    // With one row left of two, nothing says where the quantization ends.
    let (run, found) = read(&page("8K\t82.9584 ms TTFT\n"));
    assert_eq!(run.model.quantization, None);
    assert!(
        codes(&found).contains(&"ambiguous_quantization"),
        "{found:#?}"
    );
}

#[test]
fn a_status_word_nobody_knows_is_kept() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\n\
         Sustained decode\t8K\t1\tPaused by operator\t—\n",
    );
    assert_eq!(run.measurements[0].status, Status::Unknown);
    assert_eq!(
        run.measurements[0].source_status.as_deref(),
        Some("Paused by operator")
    );
    assert!(codes(&found).contains(&"unknown_status"));
}

#[test]
fn a_column_nobody_knows_is_kept_under_its_name() {
    let (run, _) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\tPower draw\n\
         Sustained decode\t8K\t1\tValid\t82.9\t611 W\n",
    );
    assert_eq!(run.measurements[0].extra["Power draw"], "611 W");
}

#[test]
fn a_value_that_is_none_is_reported_where_it_stands_and_kept() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         | Phase | Context | Requests at once | Status | Total tok/s | TTFT |\n\
         |---|---|---|---|---|---|\n\
         | Sustained decode | 8K | 1 | Valid | 82.9 | soon |\n",
    );
    assert_eq!(value(&run, 0, "ttft_ms.median"), None);
    assert_eq!(run.measurements[0].extra["TTFT"], "soon");
    assert_eq!(
        found[0].message,
        "TTFT is \"soon\", expected a time such as \"732 ms\"; it is kept as text"
    );
    let place = Location::Text {
        line: 6,
        column: 46,
        length: 4,
    };
    assert_eq!(found[0].location, place);
}

#[test]
fn a_row_of_a_phase_nobody_knows_is_reported_and_kept() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\n\
         Burst\t8K\t1\tValid\t82.9\n",
    );
    assert!(run.measurements.is_empty());
    assert!(codes(&found).contains(&"unplaced_row"));
    assert_eq!(run.extra["unread"][0], "Burst\t8K\t1\tValid\t82.9");
}

#[test]
fn a_card_that_can_be_read_in_two_ways_is_not_guessed() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nPrefill\nprompt tok/s by context length\n8K context45563 ms TTFT\n",
    );
    assert_eq!(run.measurements[0].family, Family::Prefill);
    assert_eq!(value(&run, 0, "prompt_tps"), None);
    assert_eq!(run.measurements[0].extra["prefill_card"], "45563 ms TTFT");
    let found = found
        .iter()
        .find(|found| found.code == "ambiguous_value")
        .unwrap();
    assert_eq!(
        found.message,
        "\"45563 ms TTFT\" can be read in 2 ways, from 45 and 563 ms to 455 and 63 ms; it is kept as text"
    );
}

#[test]
fn cards_on_one_line_are_all_read() {
    let (run, _) = read(
        "Speed test matrix\nA on B\nPrefill\n\
         prompt tok/s by context length8K context74.6K110 ms TTFT16K context80.3K202 ms TTFT\n",
    );
    assert_eq!(run.measurements.len(), 2);
    assert_eq!(value(&run, 1, "prompt_tps"), Some(80_300.0));
}

#[test]
fn without_a_matrix_the_table_is_enough() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\n\
         Sustained decode\t8K\t1\tValid\t82.9\n",
    );
    assert_eq!(run.measurements.len(), 1);
    assert!(!run.source.partial);
    assert_eq!(codes(&found), ["no_matrix"]);
}

#[test]
fn a_rate_that_its_own_tokens_contradict_is_reported() {
    let (run, found) = read(
        "Speed test matrix\nA on B\nAll measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\tOutput tokens\tMeasured for\n\
         Sustained decode\t8K\t1\tValid\t82.9\t13,659\t30.0 s\n",
    );
    assert_eq!(value(&run, 0, "output_tps"), Some(82.9));
    let found = found
        .iter()
        .find(|found| found.code == "rate_differs")
        .unwrap();
    assert_eq!(
        found.message,
        "the total speed is printed as \"82.9\", but 13659 tokens in 30 s are 455.3 tok/s"
    );
}

#[test]
fn latencies_that_are_means_are_not_called_medians() {
    let (run, _) = read(
        "Speed test matrix\nA on B\nAll measurements\nLatencies are means.\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\tTTFT\n\
         Sustained decode\t8K\t1\tValid\t82.9\t584 ms\n",
    );
    assert_eq!(value(&run, 0, "ttft_ms.mean"), Some(584.0));
    assert_eq!(value(&run, 0, "ttft_ms.median"), None);
}

#[test]
fn a_launch_command_keeps_its_lines() {
    let (run, _) = read(
        "Speed test matrix\nA on B\nLaunch command\nvllm serve A \\\n  --port 8000\nPrefill\n\
         prompt tok/s by context length\n8K context74.6K110 ms TTFT\n",
    );
    assert_eq!(
        run.launch_command.as_deref(),
        Some("vllm serve A \\\n--port 8000")
    );
}

#[test]
fn a_text_that_is_no_page_is_refused() {
    let parsed = parse(b"Dear reader,\nnothing here was measured.\n", None);
    assert!(parsed.runs.is_empty());
    assert_eq!(codes(&parsed.diagnostics), ["unrecognised"]);
}

#[test]
fn a_text_that_speaks_of_a_page_is_none() {
    for text in [
        "# Notes\n\nA \"Speed test matrix\" counts Requests at once.\n",
        "<!DOCTYPE html>\n<title>x</title>\nSpeed test matrix\nQwen3.5-2B on H200 NVL 141GB\n",
    ] {
        let parsed = parse(text.as_bytes(), None);
        assert!(parsed.runs.is_empty(), "{text:?}");
        assert_eq!(codes(&parsed.diagnostics), ["unrecognised"], "{text:?}");
    }
    let parsed = parse(b"Speed test matrix\nThat is a good name.\n", None);
    assert!(parsed.runs.is_empty());
    assert_eq!(codes(&parsed.diagnostics), ["unread_line", "not_a_result"]);
}

#[test]
fn lines_above_a_page_are_named_and_are_no_run() {
    let (run, found) = read(
        "Have a look:\n\
         Speed test matrix\n\
         Gemma-4-12B on M3 Ultra 512GB\n\
         All measurements\n\
         Phase\tContext\tRequests at once\tStatus\tTotal tok/s\tTTFT\n\
         Prefill\t8K\t1\tValid\t812.4\t10,083 ms\n",
    );
    assert_eq!(run.measurements.len(), 1);
    assert_eq!(codes(&found)[0], "unread_line");
    assert!(matches!(found[0].location, Location::Text { line: 1, .. }));
}
