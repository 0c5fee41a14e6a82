//! The layouts of which no real file is at hand: 0.6, bursts, a checkpoint.

use serde_json::json;
use speedsheet_core::formats::{Level, Location};
use speedsheet_core::model::{Family, Status};

use crate::support::{
    assert_no_false_numbers, assert_nothing_lost, at, cell, count, only_run, parse, parse_value,
    report, report_of_0_6, value,
};

#[test]
fn a_report_with_a_bit_of_everything_is_read_without_a_finding() {
    let document = report();
    let parsed = parse_value(&document);
    assert_eq!(parsed.diagnostics, []);
    let run = only_run(parsed);
    assert_nothing_lost(&document, &run, "report");
    assert_eq!(count(&run, Family::Decode, Status::OverCapacity), 1);
    assert_eq!(run.hardware.count, Some(1));
    assert_eq!(run.title, "Modell-7B on NVIDIA L4 with vllm");
}

#[test]
fn numbers_keep_their_last_digit() {
    let text = report()
        .to_string()
        .replace("\"wall_time\":25.5", "\"wall_time\":15.122870953055099");
    let run = only_run(parse(text.as_bytes()));
    let wall_time = &at(&run, Family::Decode, 0, 1).extra["wall_time"];
    assert_eq!(wall_time.to_string(), "15.122870953055099");
}

#[test]
fn loops_and_failures_of_0_6_are_no_numbers() {
    let document = report_of_0_6();
    let parsed = parse_value(&document);
    assert_eq!(parsed.diagnostics, []);
    let run = only_run(parsed);
    assert_no_false_numbers(&run, "0.6");
    assert_nothing_lost(&document, &run, "0.6");
    let looping = at(&run, Family::Decode, 0, 2);
    assert_eq!(
        (looping.status, looping.source_status.as_deref()),
        (Status::Failed, Some("loop_detected"))
    );
    let failed = at(&run, Family::Decode, 32_768, 1);
    assert_eq!(failed.status, Status::Failed);
    assert_eq!(
        failed.source_status.as_deref(),
        Some("RemoteProtocolError: engine disconnected")
    );
    assert_eq!(value(failed, "failed_requests"), Some(2.0));
    assert_eq!(at(&run, Family::Decode, 0, 1).status, Status::Valid);
}

#[test]
fn bursts_are_serving_tests_beside_the_decode_matrix() {
    let mut document = report();
    document["metadata"]["run_burst"] = json!(true);
    let mut burst = cell(0, 1, 47.0);
    burst["benchmark_mode"] = json!("request-count");
    document["burst_results"] = json!([burst]);
    document["burst_summary_table"] = json!({"0": {"1": 47.5}});
    let parsed = parse_value(&document);
    let differs = Location::Json {
        path: "$.burst_summary_table['0']['1']".to_owned(),
    };
    assert!(
        parsed.diagnostics.iter().any(|d| d.location == differs),
        "{:?}",
        parsed.diagnostics
    );
    let run = only_run(parsed);
    assert_eq!(
        value(at(&run, Family::Serve, 0, 1), "output_tps"),
        Some(47.0)
    );
    assert_eq!(
        value(at(&run, Family::Decode, 0, 1), "output_tps"),
        Some(60.0)
    );
    assert_eq!(count(&run, Family::Serve, Status::OverCapacity), 1);
    assert_eq!(count(&run, Family::Serve, Status::Unknown), 2);
}

#[test]
fn a_checkpoint_is_a_partial_run_whose_negative_rates_have_a_meaning() {
    let mut results = report()["results"].clone();
    results[1]["aggregate_tps"] = json!(-1);
    results[2]["aggregate_tps"] = json!(-2);
    let document = json!({
        "signature": {"model": "Modell-7B"}, "results": results, "prefill_results": report()["prefill"],
    });
    let parsed = parse_value(&document);
    assert_eq!(
        parsed
            .diagnostics
            .iter()
            .map(|d| d.code)
            .collect::<Vec<_>>(),
        ["partial_run"]
    );
    let run = only_run(parsed);
    assert!(run.source.partial);
    assert_nothing_lost(&document, &run, "checkpoint");
    assert_eq!(at(&run, Family::Decode, 0, 2).status, Status::OverCapacity);
    assert_eq!(at(&run, Family::Decode, 32_768, 1).status, Status::Skipped);
    assert_eq!(count(&run, Family::Prefill, Status::Valid), 1);
}

#[test]
fn a_task_profile_is_refused_by_name() {
    let parsed = parse_value(
        &json!({"metadata": {"mode": "completion_stats", "version": "0.4.29"}, "results": []}),
    );
    assert!(parsed.runs.is_empty());
    assert_eq!(parsed.diagnostics[0].code, "not_a_speed_matrix");
    assert_eq!(parsed.diagnostics[0].level, Level::Error);
}
