//! What a tool prints and what it writes about the same run.

use serde_json::Value;
use speedsheet_core::formats;
use speedsheet_core::model::{Measurement, MetricKey, Run};

use crate::folder;

/// The console output and the file of the same run.
const PAIRS: [(&str, &str); 3] = [
    (
        "trtllm-bench/v0.20_W0a_kv090.txt",
        "trtllm-bench/v0.20_W0a_kv090.report.json",
    ),
    (
        "trtllm-bench/v0.20_W2_isl12.txt",
        "trtllm-bench/v0.20_W2_isl12.report.json",
    ),
    (
        "trtllm-bench/v0.20_W4_conc128.txt",
        "trtllm-bench/v0.20_W4_conc128.report.json",
    ),
];

#[test]
fn what_is_printed_agrees_with_what_is_written() {
    let Some(folder) = folder() else { return };
    for (console, file) in PAIRS {
        let [printed, written] = [console, file].map(|name| {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            formats::parse(&bytes, None).runs.remove(0)
        });
        let [facts, other] = [&printed, &written].map(facts);
        let mut differences = Vec::new();
        compare(&facts, &other, "", &mut differences);
        assert!(differences.is_empty(), "{console}: {differences:#?}");
        same_values(&printed.measurements[0], &written.measurements[0], console);
    }
}

/// What is known of the setup.
fn facts(run: &Run) -> Value {
    serde_json::json!([
        run.model,
        run.hardware,
        run.engine,
        run.settings,
        run.launch_command
    ])
}

/// Reports what both have and say differently.
fn compare(one: &Value, other: &Value, path: &str, differences: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for (key, value) in one {
                if let Some(other) = other.get(key) {
                    compare(value, other, &format!("{path}.{key}"), differences);
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (one, other) in one.iter().zip(other) {
                compare(one, other, path, differences);
            }
        }
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => {}
        _ if one == other => {}
        _ => differences.push(format!("{path}: {one} and {other}")),
    }
}

/// Every written value lies in the range of the printed one.
fn same_values(printed: &Measurement, written: &Measurement, context: &str) {
    assert_eq!(printed.axes, written.axes, "{context}");
    let mut compared = 0;
    for key in MetricKey::all() {
        let (one, other) = (printed.value(key), written.value(key));
        assert_eq!(one.is_some(), other.is_some(), "{context}: {key}");
        let Some(value) = other else { continue };
        let (low, high) = match printed.precision_of(key) {
            Some(precision) => (precision.low.unwrap(), precision.high.unwrap()),
            None => (one.unwrap(), one.unwrap()),
        };
        assert!(
            (low..=high).contains(&value),
            "{context}: {key}: {value} in {low}..{high}"
        );
        compared += 1;
    }
    assert!(compared >= 10, "{context}: {compared} values");
}
