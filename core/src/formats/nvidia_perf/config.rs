//! The `input_config` of a result: the options of the test.
//!
//! ```text
//! { "endpoint": {"model_names": ["org/name"], …}, "loadgen": {"concurrency": 2, …},
//!   "input": {"prompt": {"input_tokens": {"mean": 100, …}, …}, …}, … }           AIPerf
//! { "model": ["name"], "concurrency": 1, "request_rate": null,
//!   "synthetic_input_tokens_mean": 550, "output_tokens_mean": -1, … }            GenAI-Perf
//! ```

use serde_json::Value;

use crate::formats::Level;
use crate::formats::reading::{Fields, set_model};
use crate::model::{Axes, Extra, Measurement, Run};

/// Options that differ between the points of a sweep, or say where files were written.
const OF_THE_POINT: [&str; 12] = [
    "artifact_dir",
    "benchmark_id",
    "cli_command",
    "concurrency",
    "loadgen",
    "num_prompts",
    "output",
    "perf_analyzer",
    "profile_export_file",
    "random_seed",
    "request_rate",
    "warmup_request_count",
];

/// Reads the options; those of the point stay with the measurement.
pub(super) fn read(run: &mut Run, one: &mut Measurement, fields: &mut Fields) {
    let mut seed = Extra::new();
    fields.within("input_config", |config| {
        take_model(run, config, "model");
        take_model(run, config, "model_names");
        config.within("endpoint", |endpoint| {
            take_model(run, endpoint, "model_names");
        });
        take_load(&mut one.axes, config);
        config.within("loadgen", |loadgen| take_load(&mut one.axes, loadgen));
        config.within("perf_analyzer", |analyzer| {
            analyzer.within("stimulus", |stimulus| take_load(&mut one.axes, stimulus));
        });
        one.axes.input_tokens = take_tokens(config, "synthetic_input_tokens_mean");
        one.axes.output_tokens = take_tokens(config, "output_tokens_mean");
        config.within("input", |input| {
            take_lengths(&mut one.axes, input);
            if let Some(value) = input.take("random_seed") {
                seed.insert("random_seed".to_owned(), value);
            }
        });
        let served = config.get("service_kind").and_then(Value::as_str);
        if served == Some("triton") {
            // Behind other services the option has a default that says nothing.
            run.engine.name = config.take_text("backend");
        }
        let names: Vec<String> = config.object().keys().cloned().collect();
        for name in names
            .into_iter()
            .filter(|name| !OF_THE_POINT.contains(&name.as_str()))
        {
            if let Some(value) = config.take(&name) {
                run.settings.extra.insert(name, value);
            }
        }
    });
    one.extra.extend(seed);
}

/// A model, or a list of one. Which of several served a request is not recorded.
fn take_model(run: &mut Run, fields: &mut Fields, key: &str) {
    if fields.get(key).is_some_and(Value::is_string) {
        if let Some(model) = fields.take_text(key) {
            set_model(&mut run.model, &model);
        }
        return;
    }
    let Some(list) = fields.take_list(key) else {
        return;
    };
    match &list[..] {
        [Value::String(model)] => set_model(&mut run.model, model),
        _ => {
            let message = format!("expected the name of one model, found {}", list.len());
            fields.report(key, Level::Warning, "unclear_model", message);
            fields.put(key, list.into());
        }
    }
}

fn take_load(axes: &mut Axes, fields: &mut Fields) {
    if let Some(concurrency) = fields.take_count("concurrency") {
        axes.concurrency = Some(concurrency);
    }
    if fields.get("request_rate").is_some_and(Value::is_number) {
        axes.request_rate = fields.take_positive("request_rate");
    }
}

/// Lengths of synthetic prompts and answers.
fn take_lengths(axes: &mut Axes, input: &mut Fields) {
    let mut take = |fields: &mut Fields| {
        let mut mean = |key: &str| fields.within(key, |tokens| take_tokens(tokens, "mean"));
        let input = mean("input_tokens").or_else(|| mean("synthetic_tokens"));
        let output = mean("output_tokens");
        axes.input_tokens = axes.input_tokens.or(input.flatten());
        axes.output_tokens = axes.output_tokens.or(output.flatten());
    };
    take(input);
    input.within("prompt", take);
}

/// A whole number of tokens; a mean with a fraction, and the -1 that stands for "not asked
/// for", stay.
fn take_tokens(fields: &mut Fields, key: &str) -> Option<u64> {
    let number = fields.get(key)?.as_f64()?;
    if number > 0.0 && number.fract() == 0.0 {
        fields.take_count(key)
    } else {
        None
    }
}
