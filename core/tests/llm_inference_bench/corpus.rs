//! Every real file, and the samples.

use std::path::Path;

use serde_json::{Value, json};
use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::{Family, Status};

use crate::expected::FILES;
use crate::support::{
    assert_no_false_numbers, assert_nothing_lost, at, count, only_run, parse, real, value,
};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples");

#[test]
fn every_real_file_has_the_cells_its_notes_describe() {
    for expected in &FILES {
        let Some(bytes) = real(expected.file) else {
            return;
        };
        let file = expected.file;
        let parsed = parse(&bytes);
        let loud: Vec<&Diagnostic> = parsed
            .diagnostics
            .iter()
            .filter(|d| d.level > Level::Note)
            .collect();
        assert!(loud.is_empty(), "{file}: {loud:?}");
        let run = only_run(parsed);
        assert_eq!(
            count(&run, Family::Prefill, Status::Valid),
            expected.prefill,
            "{file}: prefill"
        );
        for (status, cells) in [
            (Status::Valid, expected.valid),
            (Status::Queued, expected.queued),
            (Status::OverCapacity, expected.over_capacity),
            (Status::Failed, expected.failed),
            (Status::Skipped, 0),
            (Status::Unknown, expected.unknown),
        ] {
            assert_eq!(
                count(&run, Family::Decode, status),
                cells,
                "{file}: {status:?}"
            );
        }
        let underfilled = run
            .measurements
            .iter()
            .filter(|m| m.caveats == ["underfilled"])
            .count();
        assert_eq!(underfilled, expected.underfilled, "{file}: underfilled");
        for &(context, concurrency, key, wanted) in expected.values {
            let found = value(at(&run, Family::Decode, context, concurrency), key);
            assert_eq!(found, wanted, "{file}: {context} × {concurrency} {key}");
        }
        assert_no_false_numbers(&run, file);
        assert!(!run.source.partial, "{file}");
    }
}

#[test]
fn the_facts_of_a_run_are_read() {
    let Some(bytes) = real("v0.4.17_glm5.1_dcp1_mtp0_decode-matrix_12of35.json") else {
        return;
    };
    let run = only_run(parse(&bytes));
    assert_eq!(
        run.title,
        "GLM-5 on NVIDIA RTX PRO 6000 Blackwell Server Edition with vllm"
    );
    assert_eq!(
        run.measured_at.as_deref(),
        Some("2026-05-15T03:44:09.331584")
    );
    assert_eq!(run.model.served_name.as_deref(), Some("GLM-5"));
    assert_eq!(
        run.hardware.count, None,
        "the machine has 8, the server may have used fewer"
    );
    assert_eq!(
        run.engine.version.as_deref(),
        Some("0.20.2rc1.dev249+glmkimirebase20260514")
    );
    assert_eq!(run.source.tool.as_deref(), Some("llm-inference-bench"));
    assert_eq!(run.source.tool_version.as_deref(), Some("0.4.17"));
    assert_eq!(run.settings.max_output_tokens, Some(2048));
    assert_eq!(run.settings.kv_budget_tokens, Some(85_376));
    assert_eq!(run.settings.duration_s, Some(30.0));
    assert_eq!(run.settings.prefill_mode.as_deref(), Some("skipped"));
    assert_eq!(run.settings.extra["server"], json!("localhost:5264"));
    assert!(run.hardware.extra.contains_key("startup_diagnostics"));
    assert_eq!(run.extra["event_log"].as_array().map(Vec::len), Some(54));
    assert!(run.measurements[0].extra["request_samples"].is_array());
}

#[test]
fn prefill_is_read_with_nominal_and_actual_length() {
    let Some(bytes) = real("v0.4.29_glm5.2_mtp0_prefill_8k-64000.json") else {
        return;
    };
    let run = only_run(parse(&bytes));
    let long = at(&run, Family::Prefill, 64_000, 1);
    assert_eq!(value(long, "prompt_tps"), Some(2966.0));
    assert_eq!(value(long, "ttft_ms.median"), Some(21_580.0));
    assert_eq!(value(long, "input_tokens"), Some(64_002.0));
    assert_eq!(long.extra["method"], json!("client"));
    assert!(
        run.notes[0].text.starts_with("Prefill only"),
        "{:?}",
        run.notes
    );
}

#[test]
fn an_interrupted_run_says_how_many_cells_are_not_explained() {
    let Some(bytes) = real("v0.2_vllm_qwen3.5-122b_interrupted_11of40_all_errors.json") else {
        return;
    };
    let parsed = parse(&bytes);
    let said = parsed
        .diagnostics
        .iter()
        .find(|d| d.code == "absent_cells")
        .unwrap();
    assert!(
        said.message.starts_with("29 of 40 planned cells"),
        "{}",
        said.message
    );
    assert_eq!(parsed.runs[0].notes.len(), 1);
}

#[test]
fn every_value_of_every_real_file_is_in_the_run() {
    for expected in FILES
        .iter()
        .filter(|expected| expected.file.ends_with(".json"))
    {
        let Some(bytes) = real(expected.file) else {
            return;
        };
        let document: Value = serde_json::from_slice(&bytes).unwrap();
        assert_nothing_lost(&document, &only_run(parse(&bytes)), expected.file);
    }
}

#[test]
fn a_real_file_that_was_cut_is_recognised() {
    for expected in FILES
        .iter()
        .filter(|expected| expected.file.ends_with(".json"))
    {
        let Some(bytes) = real(expected.file) else {
            return;
        };
        for tenth in 4..10 {
            let parsed = parse(&bytes[..bytes.len() * tenth / 10]);
            assert!(parsed.runs.is_empty());
            assert_eq!(
                parsed.diagnostics.last().unwrap().code,
                "truncated_json",
                "{}",
                expected.file
            );
        }
    }
}

#[test]
fn the_samples_are_read_without_a_warning() {
    for (name, decode, prefill) in [
        ("glm-5-vllm-12-of-35.json", 35, 0),
        ("qwen3.5-397b-awq-mtp.json", 40, 5),
    ] {
        let bytes = std::fs::read(Path::new(SAMPLES).join(name)).expect("the sample is there");
        assert!(bytes.len() < 20_000, "{name} has {} bytes", bytes.len());
        let parsed = parse(&bytes);
        assert!(
            parsed.diagnostics.iter().all(|d| d.level == Level::Note),
            "{name}: {:?}",
            parsed.diagnostics
        );
        let run = only_run(parsed);
        let of = |family| {
            run.measurements
                .iter()
                .filter(|m| m.family == family)
                .count()
        };
        assert_eq!(
            (of(Family::Decode), of(Family::Prefill)),
            (decode, prefill),
            "{name}"
        );
    }
}
