//! What AIPerf records of the GPUs while it measures.
//!
//! ```text
//! {"timestamp_ns": …, "gpu_index": 0, "gpu_model_name": "…", "telemetry_data": {…}}
//! ```
//!
//! A file of such samples is no benchmark result. Their statistics stand in the result.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::formats::reading::Fields;
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Measurement, Precision, Run};

/// AIPerf GPU telemetry, which is told apart and refused.
pub(in crate::formats) struct Telemetry;

impl Format for Telemetry {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "aiperf_gpu_telemetry",
            name: "AIPerf GPU telemetry JSONL",
            versions: "2025-11",
            yields: "nothing: samples of GPUs, not a benchmark result",
            marks: &["\"timestamp_ns\"", "\"gpu_index\"", "\"telemetry_data\""],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.documents().first().is_some_and(is_sample)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let count = input
            .documents()
            .items
            .iter()
            .filter(|one| is_sample(one))
            .count();
        let message =
            format!("{count} samples of GPU telemetry by AIPerf, which is not a benchmark result");
        let error = Diagnostic::new(Level::Error, "not_a_result", message).with_help(
            "give profile_export_aiperf.json of the same run, which has the telemetry summed up",
        );
        Parsed {
            runs: Vec::new(),
            diagnostics: vec![error],
        }
    }
}

fn is_sample(document: &Document) -> bool {
    document.has_all(&["timestamp_ns", "gpu_index", "telemetry_data"])
}

/// What is known of a GPU.
struct Gpu {
    name: Option<String>,
    power_w: Option<f64>,
}

/// Sets the accelerator and the power draw from the `telemetry_data` of a result, which stays.
///
/// A GPU that two endpoints report counts once. Which of several GPUs the server used is not
/// recorded, so the count is set for a single one only.
pub(super) fn read(run: &mut Run, one: &mut Measurement, fields: &mut Fields) {
    let mut gpus: BTreeMap<String, Gpu> = BTreeMap::new();
    fields.within("telemetry_data", |telemetry| {
        let endpoints = telemetry.get("endpoints").and_then(Value::as_object);
        for endpoint in endpoints.into_iter().flat_map(|object| object.values()) {
            let listed = endpoint.get("gpus").and_then(Value::as_object);
            for gpu in listed.into_iter().flat_map(|object| object.values()) {
                if let Some(uuid) = gpu.get("gpu_uuid").and_then(Value::as_str) {
                    gpus.entry(uuid.to_owned()).or_insert_with(|| read_gpu(gpu));
                }
            }
        }
    });
    let mut names: Vec<&String> = gpus.values().filter_map(|gpu| gpu.name.as_ref()).collect();
    names.dedup();
    if let [name] = names[..] {
        run.hardware.name = Some(name.clone());
    }
    if gpus.len() == 1 {
        run.hardware.count = Some(1);
    }
    let powers: Option<Vec<f64>> = gpus.values().map(|gpu| gpu.power_w).collect();
    let Some(powers) = powers.filter(|powers| !powers.is_empty()) else {
        return;
    };
    one.metrics.power_w = Some(powers.iter().sum());
    let from = match powers.len() {
        1 => "mean gpu_power_usage of 1 GPU".to_owned(),
        count => format!("sum of the mean gpu_power_usage of {count} GPUs"),
    };
    let precision = Precision {
        from: Some(from),
        ..Precision::default()
    };
    one.precision.insert("power_w".to_owned(), precision);
}

fn read_gpu(gpu: &Value) -> Gpu {
    let power = gpu.pointer("/metrics/gpu_power_usage");
    let is_watts = power.and_then(|power| power.get("unit")) == Some(&Value::from("W"));
    let mean = power
        .and_then(|power| power.get("avg"))
        .and_then(Value::as_f64);
    Gpu {
        name: gpu
            .get("gpu_name")
            .and_then(Value::as_str)
            .map(str::to_owned),
        power_w: mean.filter(|mean| is_watts && *mean > 0.0),
    }
}
