//! A row of named fields, as JSON, CSV and SQL have it.
//!
//! The columns changed over the years; they are read by name. What describes the build, the
//! model and the machine goes to its place in the run, every other parameter to the settings,
//! and what belongs to the test to the measurement.

use serde_json::Value;

use super::{devices, new_run, split_type};
use crate::formats::reading::{Fields, date_time, set_model};
use crate::formats::{Diagnostic, Level};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Note, NoteOrigin, Run, Status,
};

/// Fields that every version writes.
pub(super) const ALWAYS: [&str; 14] = [
    "build_commit",
    "build_number",
    "cpu_info",
    "gpu_info",
    "model_filename",
    "model_type",
    "model_size",
    "model_n_params",
    "n_batch",
    "n_prompt",
    "n_gen",
    "test_time",
    "avg_ts",
    "stddev_ts",
];

/// Columns with numbers, for the forms that write every value as text.
const NUMBERS: [&str; 17] = [
    "avg_ns",
    "avg_ts",
    "build_number",
    "main_gpu",
    "model_n_params",
    "model_size",
    "n_batch",
    "n_cpu_moe",
    "n_depth",
    "n_gen",
    "n_gpu_layers",
    "n_prompt",
    "n_threads",
    "n_ubatch",
    "poll",
    "stddev_ns",
    "stddev_ts",
];

/// Fields that belong to the test and not to the setup.
const OF_THE_TEST: [&str; 5] = [
    "avg_ns",
    "samples_ns",
    "samples_ts",
    "stddev_ns",
    "test_time",
];

/// A value of a form that writes everything as text.
pub(super) fn typed(column: &str, text: &str) -> Value {
    let number = || text.parse::<serde_json::Number>().ok().map(Value::Number);
    match NUMBERS.contains(&column).then(number).flatten() {
        Some(number) => number,
        None => text.into(),
    }
}

/// A row of the forms that write every value as text; `None` where there are not as many
/// values as columns.
///
/// In 2023 the tool left the column `opencl` out of the names and wrote its values. Where one
/// value is left over in such a row, it is that one, if the types of the others then fit.
pub(super) fn of_texts(columns: &[String], values: &[String]) -> Option<Extra> {
    let pairs = |columns: &[&str]| -> Extra {
        let named = columns.iter().zip(values);
        named
            .map(|(column, value)| ((*column).to_owned(), typed(column, value)))
            .collect()
    };
    let mut names: Vec<&str> = columns.iter().map(String::as_str).collect();
    if names.len() == values.len() {
        return Some(pairs(&names));
    }
    let behind = names.iter().position(|name| *name == "cuda")? + 1;
    if names.len() + 1 != values.len() || names.contains(&"opencl") {
        return None;
    }
    names.insert(behind, "opencl");
    let row = pairs(&names);
    let is_number = |key: &str| row.get(key).is_some_and(Value::is_number);
    let time = row.get("test_time").and_then(Value::as_str);
    let fits = is_number("model_size") && is_number("avg_ts") && time.and_then(date_time).is_some();
    fits.then_some(row)
}

/// Reads a row.
///
/// `further` are the fields that this form has beside those of every form.
pub(super) fn read(
    row: Extra,
    path: &str,
    further: &[&str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Run {
    let mut run = new_run();
    let mut fields = Fields::new(row, path);
    // The depth is younger than the list of backends.
    let depth: &[&str] = if fields.has("backends") {
        &["n_depth"]
    } else {
        &[]
    };
    fields.expect(&[&ALWAYS, further, depth].concat());
    set_build(&mut run, &mut fields);
    set_machine(&mut run, &mut fields);
    if let Some(file) = fields.take_text("model_filename") {
        set_model(&mut run.model, &file);
    }
    if let Some(model_type) = fields.get("model_type").and_then(Value::as_str) {
        run.model.quantization = split_type(model_type).1;
    }

    let mut one = Measurement::new(Family::Batch, Axes::default());
    take_test(&mut fields, &mut one);
    if let Some(time) = fields.get("test_time").and_then(Value::as_str) {
        run.measured_at = date_time(time);
    }
    for key in OF_THE_TEST {
        if let Some(value) = fields.take(key) {
            one.extra.insert(key.to_owned(), value);
        }
    }
    if one.status == Status::Unknown {
        // Nothing was taken of it, so that it stays with the measurement.
        for key in ["avg_ts", "stddev_ts", "n_prompt", "n_gen", "n_depth"] {
            if let Some(value) = fields.take(key) {
                one.extra.insert(key.to_owned(), value);
            }
        }
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "A row does not say which test it is, so its speed is not used.".to_owned(),
        });
    }
    run.settings.extra = fields.finish(diagnostics);
    run.measurements.push(one);
    run
}

fn set_build(run: &mut Run, fields: &mut Fields) {
    run.engine.commit = fields.take_text("build_commit");
    if let Some(number) = fields.take_count("build_number") {
        run.engine.version = Some(format!("b{number}"));
        let extra = &mut run.engine.extra;
        extra.insert("build_number".to_owned(), number.into());
    }
    run.engine.backend = fields.take_text("backends");
    if run.engine.backend.is_none() {
        // Before 2024 each backend had a column of its own.
        let is_on = |key: &str| match fields.get(key) {
            Some(Value::Bool(on)) => *on,
            Some(Value::String(text)) => text == "1",
            Some(number) => number.as_u64() == Some(1),
            None => false,
        };
        let backend = [("cuda", "CUDA"), ("metal", "Metal")]
            .into_iter()
            .find(|(key, _)| is_on(key));
        run.engine.backend = backend.map(|(_, name)| name.to_owned());
    }
}

fn set_machine(run: &mut Run, fields: &mut Fields) {
    let gpus = fields.take_text("gpu_info");
    let cpu = fields.take_text("cpu_info");
    match (&gpus, &cpu) {
        (Some(gpus), _) => devices::set(&mut run.hardware, gpus.split(", ")),
        (None, Some(cpu)) => run.hardware.name = Some(cpu.clone()),
        (None, None) => {}
    }
    for (key, text) in [("gpu_info", gpus), ("cpu_info", cpu)] {
        if let Some(text) = text {
            run.hardware.extra.insert(key.to_owned(), text.into());
        }
    }
}

/// Which test it was, and what came out.
fn take_test(fields: &mut Fields, one: &mut Measurement) {
    let count = |key: &str| fields.get(key).and_then(Value::as_u64);
    let (Some(prompt), Some(generated)) = (count("n_prompt"), count("n_gen")) else {
        // Reports the one that is no count.
        fields.check_count("n_prompt");
        fields.check_count("n_gen");
        return;
    };
    let metric = match (prompt, generated) {
        (0, 0) => {
            let what = "neither prompt nor generated tokens";
            fields.report("n_gen", Level::Warning, "unknown_test", what);
            return;
        }
        (_, 0) => Metric::PromptTps,
        (0, _) => Metric::OutputTps,
        _ => Metric::TotalTps,
    };
    for (key, tokens) in [("n_prompt", prompt), ("n_gen", generated)] {
        fields.take(key);
        if tokens == 0 {
            // No axis: nothing of the kind was asked for.
            one.extra.insert(key.to_owned(), 0.into());
        }
    }
    one.axes.input_tokens = Some(prompt).filter(|&tokens| tokens > 0);
    one.axes.output_tokens = Some(generated).filter(|&tokens| tokens > 0);
    one.axes.context_tokens = fields.take_count("n_depth");
    if let Some(samples) = fields.take_list("samples_ts") {
        one.repetitions = Some(samples.len() as u64);
        one.extra.insert("samples_ts".to_owned(), samples.into());
    }
    let key = MetricKey::single(metric);
    match fields.take_number("avg_ts") {
        Some(rate) if rate > 0.0 => {
            one.metrics.set(key, rate);
            one.status = Status::Valid;
            if let Some(deviation) = fields.take_number("stddev_ts") {
                one.deviation.insert(key.to_string(), deviation);
            }
        }
        Some(rate) => {
            one.status = Status::Failed;
            fields.report(
                "avg_ts",
                Level::Warning,
                "no_result",
                "no tokens were processed",
            );
            one.extra.insert("avg_ts".to_owned(), rate.into());
        }
        None => one.status = Status::Failed,
    }
}
