//! The configuration beside a report: model, engine, machine and the shape of the batch.

use serde_json::Value;

use crate::formats::reading::{Fields, set_model};
use crate::model::{Axes, Hardware, Run};

/// Sets what the configuration says; the rest of it stays.
pub(super) fn apply(run: &mut Run, axes: &mut Axes, config: &mut Fields) {
    config.expect(&["backend", "scenario", "environment"]);
    let mut device_ids = None;
    config.within("backend", |backend| {
        run.engine.name = backend.take_text("name");
        run.engine.version = backend.take_text("version");
        run.engine.backend = backend.take_text("device");
        if let Some(model) = backend.take_text("model") {
            set_model(&mut run.model, &model);
        }
        run.model.quantization = backend
            .take_text("quantization_scheme")
            .or_else(|| backend.take_text("torch_dtype"));
        device_ids = backend
            .get("device_ids")
            .and_then(Value::as_str)
            .map(devices);
    });
    config.within("scenario", |scenario| {
        scenario.within("input_shapes", |shapes| {
            axes.batch_size = shapes.take_count("batch_size");
            axes.input_tokens = shapes.take_count("sequence_length");
        });
        scenario.within("generate_kwargs", |arguments| {
            axes.output_tokens = arguments.take_count("max_new_tokens");
        });
    });
    config.within("environment", |environment| {
        run.source.tool_version = environment.take_text("optimum_benchmark_version");
        run.hardware.os = environment.take_text("platform");
        set_devices(
            &mut run.hardware,
            environment,
            device_ids.flatten().as_deref(),
        );
    });
    if let Some(environment) = config.take("environment") {
        run.hardware
            .extra
            .insert("environment".to_owned(), environment);
    }
}

/// `2,4` as numbers.
fn devices(ids: &str) -> Option<Vec<usize>> {
    ids.split(',').map(|id| id.trim().parse().ok()).collect()
}

/// Names the devices that were used, where all of them are of one kind.
fn set_devices(hardware: &mut Hardware, environment: &Fields, ids: Option<&[usize]>) {
    let listed: Vec<&str> = environment
        .get("gpu")
        .and_then(Value::as_array)
        .map(|devices| devices.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let used: Option<Vec<&str>> = match ids {
        Some(ids) => ids.iter().map(|id| listed.get(*id).copied()).collect(),
        None => Some(listed),
    };
    let Some(used) = used else { return };
    if let Some(first) = used.first()
        && used.iter().all(|name| name == first)
    {
        hardware.name = Some((*first).to_owned());
        // Without ids, how many of the machine's devices were used is not recorded.
        hardware.count = ids.and_then(|ids| u32::try_from(ids.len()).ok());
    }
}
