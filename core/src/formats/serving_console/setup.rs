//! What the context of a block says, put where it belongs in the run.

use serde_json::Value;

use super::super::reading::{engine_of, set_model};
use super::super::{Diagnostic, Level};
use super::context::{Context, is_of_the_point};
use crate::model::{Axis, Extra, Measurement, Metric, MetricKey, Run};

/// Arguments that are conditions of the test; the others are kept in one object.
const CONDITIONS: [&str; 14] = [
    "burstiness",
    "dataset_name",
    "dataset_path",
    "endpoint",
    "goodput",
    "ignore_eos",
    "random_prefix_len",
    "random_range_ratio",
    "sharegpt_output_len",
    "temperature",
    "tokenizer",
    "top_k",
    "top_p",
    "use_beam_search",
];

/// How far a rate may be off that was printed with two decimals.
const ROUNDED: f64 = 0.005_01;

/// Puts everything that is known of a block beside its rows into the run.
pub(super) fn apply(
    context: &Context,
    backend: Option<String>,
    run: &mut Run,
    measurement: &mut Measurement,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let arguments = context
        .arguments
        .as_ref()
        .filter(|arguments| belongs(arguments, context, measurement, diagnostics));
    if let Some(backend) = backend.or_else(|| text(arguments?, "backend")) {
        run.engine.name = engine_of(&backend).map(str::to_owned);
        if run.engine.name.as_deref() != Some(&backend) {
            run.settings
                .extra
                .insert("backend".to_owned(), backend.into());
        }
    }
    if let Some(arguments) = arguments {
        read_arguments(arguments, run, measurement);
    }
    load(context, run, measurement);
    page(context, run, measurement);
}

/// A text among the arguments; not one that a shell would have filled in.
fn text(arguments: &Extra, name: &str) -> Option<String> {
    let text = arguments.get(name)?.as_str()?;
    (!text.contains('$')).then(|| text.to_owned())
}

fn number(arguments: &Extra, name: &str) -> Option<f64> {
    arguments.get(name)?.as_f64()
}

/// True where the arguments agree with the block; others are of another test.
fn belongs(
    arguments: &Extra,
    context: &Context,
    measurement: &Measurement,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let axes = &measurement.axes;
    let rates = axes.request_rate.zip(number(arguments, "request_rate"));
    let concurrencies = Axis::Concurrency
        .of(axes)
        .zip(number(arguments, "max_concurrency"));
    let requests = measurement
        .value(MetricKey::single(Metric::CompletedRequests))
        .zip(number(arguments, "num_prompts"));
    let differs =
        if let Some((found, said)) = rates.filter(|(found, said)| (found - said).abs() > ROUNDED) {
            Some(("request rate", found, said))
        } else if let Some((found, said)) = concurrencies.filter(|(found, said)| found != said) {
            Some(("concurrency", found, said))
        } else if let Some((found, said)) = requests.filter(|(found, said)| found > said) {
            Some(("number of requests", found, said))
        } else {
            None
        };
    let Some((what, found, said)) = differs else {
        return true;
    };
    let message = format!(
        "these arguments say {said} for the {what}, the result below says {found}; they are of another test and not used"
    );
    diagnostics.push(
        Diagnostic::new(Level::Warning, "context_differs", message).at_line(
            context.arguments_line,
            1,
            1,
        ),
    );
    false
}

/// Puts the arguments where they belong.
fn read_arguments(arguments: &Extra, run: &mut Run, measurement: &mut Measurement) {
    if let Some(model) = text(arguments, "model") {
        set_model(&mut run.model, &model);
    }
    if let Some(served) = text(arguments, "served_model_name") {
        run.model.served_name = Some(served);
    }
    let axes = &mut measurement.axes;
    if let Some(rate) = number(arguments, "request_rate").filter(|rate| *rate > 0.0) {
        axes.request_rate = Some(rate);
    }
    if axes.concurrency.is_none() {
        axes.concurrency = arguments.get("max_concurrency").and_then(Value::as_u64);
    }
    let is_random = text(arguments, "dataset_name").is_some_and(|name| name.starts_with("random"));
    let tokens = |general: &str, random: &str| {
        let of = |name: &str| arguments.get(name).and_then(Value::as_u64);
        of(general).or_else(|| of(random).filter(|_| is_random))
    };
    axes.input_tokens = tokens("input_len", "random_input_len");
    axes.output_tokens = tokens("output_len", "random_output_len");
    let mut others = Extra::new();
    for (name, value) in arguments {
        let is_on_an_axis = match name.as_str() {
            "input_len" => axes.input_tokens.is_some(),
            "output_len" => axes.output_tokens.is_some(),
            "random_input_len" => is_random && axes.input_tokens == value.as_u64(),
            "random_output_len" => is_random && axes.output_tokens == value.as_u64(),
            "request_rate" => axes.request_rate.is_some() && value.is_number(),
            "max_concurrency" => axes.concurrency.is_some(),
            _ => false,
        };
        let is_used = matches!(name.as_str(), "model" | "served_model_name" | "backend")
            && text(arguments, name).is_some();
        if is_on_an_axis || is_used {
            continue;
        }
        let place = if is_of_the_point(name) {
            &mut measurement.extra
        } else if CONDITIONS.contains(&name.as_str()) {
            &mut run.settings.extra
        } else {
            &mut others
        };
        place.insert(name.clone(), value.clone());
    }
    if !others.is_empty() {
        run.extra.insert("arguments".to_owned(), others.into());
    }
}

/// Takes the load from the heading and from the log, where neither the block nor the
/// arguments name it.
fn load(context: &Context, run: &mut Run, measurement: &mut Measurement) {
    for (label, value) in &context.logged {
        let axis = match *label {
            "Traffic request rate" => Axis::RequestRate,
            "Maximum request concurrency" => Axis::Concurrency,
            _ => {
                let word = value.split_whitespace().next().unwrap_or_default();
                let place = run.settings.extra.entry("burstiness".to_owned());
                place.or_insert_with(|| {
                    word.parse::<f64>()
                        .map_or_else(|_| Value::from(value.as_str()), Value::from)
                });
                continue;
            }
        };
        let known = axis.of(&measurement.axes);
        match value.parse::<f64>() {
            // The block rounds the rate to two decimals, the log does not.
            Ok(number)
                if number > 0.0 && known.is_none_or(|known| (known - number).abs() <= ROUNDED) =>
            {
                axis.set(&mut measurement.axes, number);
            }
            _ => {}
        }
        if axis == Axis::RequestRate && measurement.axes.request_rate.is_none() {
            let place = measurement.extra.entry("request_rate".to_owned());
            place.or_insert_with(|| Value::from(value.as_str()));
        }
    }
    for &(axis, value) in &context.heading {
        if axis.of(&measurement.axes).is_none() {
            axis.set(&mut measurement.axes, value);
        }
    }
}

/// Takes what a page says about model and machine, where the tool does not.
fn page(context: &Context, run: &mut Run, measurement: &mut Measurement) {
    let mut others = Extra::new();
    for (label, value) in &context.page {
        let text = value.as_str().unwrap_or_default();
        match label.to_lowercase().as_str() {
            "model" if run.model.name.is_none() => set_model(&mut run.model, text),
            "hardware" | "gpu" | "machine" if run.hardware.name.is_none() => {
                run.hardware.name = Some(text.to_owned());
            }
            _ => {
                others.insert(label.clone(), value.clone());
            }
        }
    }
    if !others.is_empty() {
        measurement.extra.insert("page".to_owned(), others.into());
    }
}
