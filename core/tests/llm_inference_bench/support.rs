//! What the tests share: finding files and cells, a file made up, and the checks
//! that hold for every run.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use speedsheet_core::formats::{self, Parsed};
use speedsheet_core::model::{Family, Measurement, MetricKey, Run, Status};

pub(crate) const CORPUS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/formats/llm-inference-bench"
);

pub(crate) fn real(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(CORPUS).join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {} is not there", path.display());
    }
    bytes
}

pub(crate) fn parse(bytes: &[u8]) -> Parsed {
    formats::parse(bytes, None)
}

pub(crate) fn parse_value(document: &Value) -> Parsed {
    parse(&serde_json::to_vec(document).expect("a value serializes"))
}

pub(crate) fn only_run(parsed: Parsed) -> Run {
    assert_eq!(parsed.runs.len(), 1, "{:?}", parsed.diagnostics);
    parsed.runs.into_iter().next().expect("there is one")
}

pub(crate) fn at(run: &Run, family: Family, context: u64, concurrency: u64) -> &Measurement {
    let is_there = |m: &&Measurement| {
        m.family == family
            && m.axes.context_tokens == Some(context)
            && m.axes.concurrency == Some(concurrency)
    };
    run.measurements
        .iter()
        .find(is_there)
        .expect("the cell is there")
}

pub(crate) fn value(measurement: &Measurement, key: &str) -> Option<f64> {
    measurement.value(MetricKey::parse(key).expect("a metric key"))
}

pub(crate) fn count(run: &Run, family: Family, status: Status) -> usize {
    run.measurements
        .iter()
        .filter(|m| m.family == family && m.status == status)
        .count()
}

/// No metric is negative, not a number, or a number for a cell that has none.
pub(crate) fn assert_no_false_numbers(run: &Run, context: &str) {
    for measurement in &run.measurements {
        for key in MetricKey::all() {
            if let Some(number) = measurement.value(key) {
                assert!(
                    number.is_finite() && number >= 0.0,
                    "{context}: {key} is {number}"
                );
            }
        }
        if matches!(
            measurement.status,
            Status::Failed | Status::OverCapacity | Status::Skipped
        ) {
            assert_eq!(measurement.metrics.output_tps, None, "{context}");
            assert_eq!(measurement.metrics.prompt_tps, None, "{context}");
            assert_eq!(measurement.metrics.ttft_ms, None, "{context}");
        }
    }
}

/// Field names of the source whose values have a typed place, and the place's
/// name. A latency is in milliseconds there.
pub(crate) const TYPED: [(&str, &str); 18] = [
    ("aggregate_tps", "output_tps"),
    ("avg_queue_reqs", "queued_requests"),
    ("avg_running_reqs", "active_requests"),
    ("client_output_tokens", "output_tokens"),
    ("completed_request_count", "completed_requests"),
    ("duration_per_test", "duration_s"),
    ("engine", "name"),
    ("max_tokens", "max_output_tokens"),
    ("max_total_tokens", "kv_budget_tokens"),
    ("measurement_seconds", "duration_s"),
    ("model", "served_name"),
    ("num_errors", "failed_requests"),
    ("per_request_avg_tps", "mean"),
    ("prompt_tokens", "input_tokens"),
    ("server_spec_accept_rate", "draft_acceptance_rate"),
    ("timestamp", "measured_at"),
    ("tok_per_sec", "prompt_tps"),
    ("total_tokens", "output_tokens"),
];

pub(crate) fn typed_names(key: &str) -> Vec<&str> {
    let mut names = vec![key];
    names.extend(
        TYPED
            .iter()
            .filter(|(source, _)| *source == key)
            .map(|&(_, typed)| typed),
    );
    let distributions = [
        "ttft",
        "inter_token_latency",
        "request_latency",
        "output_tps_per_user",
    ];
    for (suffix, typed) in [
        ("_avg", "mean"),
        ("_p50", "median"),
        ("_p90", "p90"),
        ("_p99", "p99"),
    ] {
        if key
            .strip_suffix(suffix)
            .is_some_and(|name| distributions.contains(&name))
        {
            names.push(typed);
        }
    }
    match key {
        "ttft_seconds" => names.push("median"),
        "version" => names.push("tool_version"),
        _ => {}
    }
    names
}

/// How often each value of a document stands under each name. Empty lists and
/// objects count as values; 3 and 3.0 are the same.
pub(crate) fn leaves(value: &Value, key: &str, found: &mut BTreeMap<(String, String), usize>) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (key, value) in object {
                leaves(value, key, found);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for value in list {
                leaves(value, key, found);
            }
        }
        leaf => {
            let text = leaf
                .as_f64()
                .map_or_else(|| leaf.to_string(), |number| number.to_string());
            *found.entry((key.to_owned(), text)).or_default() += 1;
        }
    }
}

pub(crate) fn milliseconds(text: &str) -> Option<String> {
    let seconds: f64 = text.parse().ok()?;
    let (digits, exponent) = format!("{seconds:e}")
        .split_once('e')
        .map(|(digits, exponent)| {
            (
                digits.to_owned(),
                exponent.parse::<i32>().unwrap_or_default(),
            )
        })?;
    let shifted: f64 = format!("{digits}e{}", exponent + 3).parse().ok()?;
    Some(shifted.to_string())
}

/// Every value of the document is in the run, as often as in the document.
pub(crate) fn assert_nothing_lost(document: &Value, run: &Run, context: &str) {
    const SECTIONS: [&str; 5] = [
        "prefill",
        "prefill_results",
        "results",
        "burst_results",
        "metadata",
    ];
    let (mut wanted, mut have) = (BTreeMap::new(), BTreeMap::new());
    leaves(document, "", &mut wanted);
    leaves(
        &serde_json::to_value(run).expect("a run serializes"),
        "",
        &mut have,
    );
    for ((key, text), times) in wanted {
        let is_empty_section =
            SECTIONS.contains(&key.as_str()) && ["{}", "[]"].contains(&text.as_str());
        if is_empty_section {
            continue;
        }
        let mut left = times;
        for name in typed_names(&key) {
            for text in [Some(text.clone()), milliseconds(&text)]
                .into_iter()
                .flatten()
            {
                if let Some(count) = have.get_mut(&(name.to_owned(), text)) {
                    let taken = left.min(*count);
                    *count -= taken;
                    left -= taken;
                }
            }
        }
        assert_eq!(left, 0, "{context}: {key} = {text} lost");
    }
}

/// A cell in the layout of 0.4.29, figures made up.
pub(crate) fn cell(context: u64, concurrency: u64, tps: f64) -> Value {
    let tokens = (tps * 20.0) as u64;
    json!({
        "concurrency": concurrency, "context_tokens": context, "benchmark_mode": "duration",
        "request_count_target": 0, "warmup_request_count": 0,
        "measurement_seconds": 20.0, "measurement_wall_seconds": 20.1,
        "client_output_tokens": tokens, "server_output_tokens": tokens + 1,
        "aggregate_source": "openai_continuous_usage",
        "aggregate_tps": tps, "per_request_avg_tps": tps / concurrency as f64,
        "ttft_avg": 0.25, "ttft_p50": 0.24, "ttft_p90": 0.31, "ttft_p99": 0.33,
        "inter_token_latency_avg": 0.016, "inter_token_latency_p50": 0.0161,
        "request_latency_avg": 0.0, "request_latency_p50": 0.0,
        "output_tps_per_user_avg": 60.5, "output_tps_per_user_p50": 61.5,
        "chunk_inter_token_latency_avg": 0.02, "input_seq_len_avg": 71.0,
        "request_count": 1, "completed_request_count": 0,
        "request_samples": [{"ttft": 0.24, "completed": false}],
        "total_tokens": 1202, "wall_time": 25.5, "num_completed": 1, "num_errors": 0,
        "server_gen_throughput": 59.9, "server_utilization": 0.1,
        "server_spec_accept_rate": 0.5, "server_spec_accept_length": 2.5,
        "server_spec_drafts": 480, "server_spec_pos_accept": [0.7, 0.3],
        "avg_running_reqs": concurrency, "max_running_reqs": concurrency,
        "effective_concurrency": concurrency,
        "avg_queue_reqs": 0, "max_queue_reqs": 0, "queue_fraction": 0.0, "underfilled": false,
        "warmup_timed_out": false, "warmup_duration": 5.5, "ready_reason": "stable",
        "timeout_reason": "", "capacity_limited": false, "hardware_summary": {}
    })
}

/// A file in the layout of 0.4.29 with a bit of everything, figures made up.
pub(crate) fn report() -> Value {
    json!({
        "metadata": {
            "version": "0.4.29", "engine": "vllm", "model": "Modell-7B", "server": "localhost:8000",
            "timestamp": "2026-08-12T08:07:48.5", "decode_mode": "duration",
            "primary_decode_layer": "sustained_decode", "duration_per_test": 20.0,
            "prefill_mode": "standalone_cold", "prefill_only": false, "run_burst": false,
            "max_tokens": 1024, "ignore_eos": true, "temperature": null, "max_total_tokens": 40000,
            "concurrency_levels": [1, 2], "context_lengths": [0, 32768]
        },
        "startup_diagnostics": {"nvidia_smi_query": {"stdout": "0, NVIDIA L4, 550.1, 00000000:01:00.0, 4, 16, 72.00"}},
        "nvidia_p2p_override": {"effective": false}, "p2pmark": {"status": "not_run"},
        "amd_fabric": {"status": "not_run"}, "hardware_run_summary": {},
        "event_log": ["08:06:50 startup engine vLLM 0.26.1rc0 models=['Modell-7B']"],
        "prefill": {"8192": {
            "ttft_seconds": 0.515, "prefill_seconds": 0.516, "tok_per_sec": 15905.0,
            "client_ttft_seconds": 0.517, "client_tok_per_sec": 15906.0, "prompt_tokens": 8191,
            "samples": 3, "method": "client", "server_validation": {"samples": 0}, "hardware_summary": {}
        }},
        "results": [cell(0, 1, 60.0), cell(0, 2, 110.0), cell(32768, 1, 55.0)],
        "summary_table": {"0": {"1": 60.0, "2": 110.0}, "32768": {"1": 55.0}},
        "burst_results": [], "burst_summary_table": {}, "methodology": {"prefill": {"present": true}}
    })
}

/// The report as 0.6 would have written it: a loop, a failure, and a null for each
/// in the summary.
pub(crate) fn report_of_0_6() -> Value {
    let mut document = report();
    document["metadata"]["version"] = json!("0.6.1");
    document["metadata"]["loop_detection"] =
        json!({"enabled": true, "invalid_cell_aggregate_tps_sentinel": -4.0});
    document["metadata"]["decode_warmup_loop_diagnostics"] = json!([]);
    for (index, tps) in [(1, -4.0), (2, -3.0)] {
        let cell = &mut document["results"][index];
        cell["aggregate_tps"] = json!(tps);
        cell["loop_detection_enabled"] = json!(true);
        cell["loop_detected"] = json!(index == 1);
        cell["loop_diagnostics"] = json!([{"unit": "duct"}]);
        cell["loop_diagnostics_omitted"] = json!(0);
    }
    document["results"][2]["failure_reason"] = json!("RemoteProtocolError: engine disconnected");
    document["results"][2]["num_errors"] = json!(2);
    document["summary_table"] = json!({"0": {"1": 60.0, "2": null}, "32768": {"1": null}});
    document
}
