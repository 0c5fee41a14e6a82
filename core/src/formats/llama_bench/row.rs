//! A row of named fields, as JSON, CSV and SQL have it.
//!
//! The columns changed over the years; they are read by name. What describes the build, the
//! model and the machine goes to its place in the run, every other parameter to the settings,
//! and what belongs to the test to the measurement.

use serde_json::Value;

use super::{devices, new_run, set_build, split_type};
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

/// Columns with texts, which may look like numbers. In the forms that write every value as
/// text, all others are numbers where they can be, so that a setting is the same in each form.
const TEXTS: [&str; 13] = [
    "backends",
    "build_commit",
    "cpu_info",
    "cpu_mask",
    "devices",
    "gpu_info",
    "model_filename",
    "model_type",
    "split_mode",
    "tensor_buft_overrides",
    "tensor_split",
    "type_k",
    "type_v",
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
    match (!TEXTS.contains(&column)).then(number).flatten() {
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
    take_build(&mut run, &mut fields);
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

fn take_build(run: &mut Run, fields: &mut Fields) {
    let commit = fields.take_text("build_commit");
    let number = fields.take_count("build_number");
    set_build(run, commit, number);
    if let Some(number) = number {
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
    let is_remote = run
        .engine
        .backend
        .as_ref()
        .is_some_and(|backends| backends.contains("RPC"));
    let is_chosen = fields
        .get("devices")
        .and_then(Value::as_str)
        .is_some_and(|devices| devices != "auto");
    if is_remote || is_chosen {
        // Devices of other machines are used and not listed, or not all that are listed.
        run.hardware.count = None;
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
        let times = fields.get("samples_ns").and_then(Value::as_array);
        if times.is_none_or(|times| times.len() == samples.len()) {
            one.repetitions = Some(samples.len() as u64);
        } else {
            let what = "as many times as rates expected; the number of repetitions is not known";
            fields.report("samples_ns", Level::Warning, "contradiction", what);
        }
        one.extra.insert("samples_ts".to_owned(), samples.into());
    }
    let key = MetricKey::single(metric);
    match fields.take_number("avg_ts") {
        Some(rate) if rate > 0.0 => {
            one.metrics.set(key, rate);
            one.status = Status::Valid;
            if one.repetitions == Some(1) {
                // One repetition deviates from nothing; what is written is 0.
                if let Some(deviation) = fields.take("stddev_ts") {
                    one.extra.insert("stddev_ts".to_owned(), deviation);
                }
            } else if let Some(deviation) = fields.take_number("stddev_ts") {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row() -> Value {
        json!({
            "build_commit": "abc", "build_number": 7, "backends": "ROCm,RPC", "gpu_info": "A, A",
            "model_filename": "a.gguf", "model_type": "llama 7B F16", "n_prompt": 0, "n_gen": 32,
            "n_depth": 0, "avg_ts": 2.5, "stddev_ts": 0.0, "samples_ns": [1], "samples_ts": [2.5],
        })
    }

    fn run(row: Value) -> Run {
        let Value::Object(row) = row else {
            panic!("not an object")
        };
        read(row, "$", &[], &mut Vec::new())
    }

    #[test]
    fn a_commit_of_digits_stays_a_text_and_a_setting_becomes_a_number() {
        assert_eq!(typed("build_commit", "3469684"), json!("3469684"));
        assert_eq!(typed("tensor_split", "0.00"), json!("0.00"));
        assert_eq!(typed("flash_attn", "1"), json!(1));
        assert_eq!(typed("avg_ts", "fast"), json!("fast"));
        // Too large for a number: never infinite.
        assert_eq!(
            typed("avg_ts", "1e999")
                .as_f64()
                .filter(|number| !number.is_finite()),
            None
        );
    }

    #[test]
    fn one_repetition_has_no_deviation() {
        let one = run(row()).measurements.remove(0);
        assert_eq!(one.repetitions, Some(1));
        assert!(one.deviation.is_empty());
        assert_eq!(one.extra["stddev_ts"], 0.0);
    }

    #[test]
    fn lists_of_samples_that_differ_in_length_give_no_repetitions() {
        let mut row = row();
        row["samples_ns"] = json!([1, 2]);
        assert_eq!(run(row).measurements[0].repetitions, None);
    }

    #[test]
    fn devices_are_counted_where_the_list_is_all_that_was_used() {
        let mut row = row();
        assert_eq!(run(row.clone()).hardware.count, None);
        row["backends"] = json!("ROCm");
        assert_eq!(run(row.clone()).hardware.count, Some(2));
        row["devices"] = json!("ROCm0");
        assert_eq!(run(row).hardware.count, None);
    }
}
