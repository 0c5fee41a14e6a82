//! Facts about the model, the machine, the engine and the benchmark's settings.

use serde::Serialize;
use serde_json::Value;
use speedsheet_core::display;
use speedsheet_core::model::{Extra, Run};

/// Longest value of a source's own field that is shown; the JSON has all of it.
const MAX_TEXT: usize = 240;

/// A list of facts with a heading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct FactGroup {
    heading: &'static str,
    facts: Vec<(String, String)>,
}

/// The groups that have facts.
pub(super) fn groups(run: &Run) -> Vec<FactGroup> {
    [
        model(run),
        hardware(run),
        engine(run),
        settings(run),
        price(run),
    ]
    .into_iter()
    .filter(|group| !group.facts.is_empty())
    .collect()
}

fn model(run: &Run) -> FactGroup {
    let model = &run.model;
    let facts = Facts::default()
        .text("Model", &model.name)
        .text("Repository", &model.id)
        .text("Served as", &model.served_name)
        .text("Revision", &model.revision)
        .text("Quantization", &model.quantization);
    facts.group("Model")
}

fn hardware(run: &Run) -> FactGroup {
    let hardware = &run.hardware;
    let gigabytes = |value: f64| format!("{} GB", display::trimmed(value, 1));
    let facts = Facts::default()
        .text("Kind", &hardware.kind)
        .text("Accelerator", &hardware.name)
        .maybe("Count", hardware.count.map(|count| count.to_string()))
        .maybe("Memory", hardware.memory_gb.map(gigabytes))
        .maybe(
            "Memory per device",
            hardware.memory_per_device_gb.map(gigabytes),
        )
        .text("Operating system", &hardware.os);
    facts.group("Hardware")
}

fn engine(run: &Run) -> FactGroup {
    let engine = &run.engine;
    let facts = Facts::default()
        .text("Engine", &engine.name)
        .text("Version", &engine.version)
        .text("Commit", &engine.commit)
        .text("Repository", &engine.repository)
        .text("Build", &engine.build)
        .text("Backend", &engine.backend);
    facts.group("Engine")
}

fn settings(run: &Run) -> FactGroup {
    let settings = &run.settings;
    let seconds = |value: f64| format!("{} s", display::trimmed(value, 1));
    let tokens = |value: u64| match value {
        1 => "1 token".to_owned(),
        _ => format!("{} tokens", display::grouped(value)),
    };
    let facts = Facts::default()
        .text("Decode test", &settings.decode_mode)
        .text("Prefill", &settings.prefill_mode)
        .maybe("Time per measurement", settings.duration_s.map(seconds))
        .maybe(
            "Most output per request",
            settings.max_output_tokens.map(tokens),
        )
        .maybe("KV cache", settings.kv_budget_tokens.map(tokens));
    facts.group("Benchmark")
}

fn price(run: &Run) -> FactGroup {
    let price = run.price.as_ref().map(|price| {
        let number = display::trimmed(price.per_hour, 4);
        format!("{number} {}", price.currency)
    });
    Facts::default()
        .maybe("Machine, for an hour", price)
        .group("Price")
}

/// The source's own fields, which have no place of ours. Tables in tables are left to
/// the JSON; their names are listed.
pub(super) fn further(run: &Run) -> Vec<(String, String)> {
    let mut facts = Facts::default();
    let mut left_out = Vec::new();
    let shared = shared(run);
    for extra in [
        &run.hardware.extra,
        &run.engine.extra,
        &run.settings.extra,
        &run.extra,
        &shared,
    ] {
        for (key, value) in extra {
            let name = key.replace('_', " ");
            if is_table(value) {
                left_out.push(name);
            } else {
                facts = facts.maybe(&name, Some(shown(value)));
            }
        }
    }
    facts
        .maybe("only in the JSON", Some(left_out.join(", ")))
        .facts
}

/// The source's own fields of its measurements that say the same of each.
fn shared(run: &Run) -> Extra {
    let Some((first, others)) = run.measurements.split_first() else {
        return Extra::new();
    };
    let fields = first.extra.iter();
    let same = fields.filter(|&(key, value)| {
        // What was not recorded is in the JSON.
        !value.is_null() && others.iter().all(|one| one.extra.get(key) == Some(value))
    });
    same.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

#[derive(Default)]
struct Facts {
    facts: Vec<(String, String)>,
}

impl Facts {
    fn maybe(mut self, name: &str, value: Option<String>) -> Self {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            self.facts.push((name.to_owned(), value));
        }
        self
    }

    fn text(self, name: &str, value: &Option<String>) -> Self {
        self.maybe(name, value.clone())
    }

    fn group(self, heading: &'static str) -> FactGroup {
        FactGroup {
            heading,
            facts: self.facts,
        }
    }
}

fn is_table(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(|item| item.is_object() || item.is_array()),
        _ => false,
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => display::MISSING.to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    let start: String = text.chars().take(MAX_TEXT).collect();
    format!("{start}… (whole in the JSON)")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use speedsheet_core::model::{Axes, Family, Measurement};

    use super::*;

    #[test]
    fn only_known_facts_are_listed() {
        let mut run = Run::default();
        run.hardware.memory_gb = Some(564.0);
        let groups = groups(&run);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].heading, "Hardware");
        assert_eq!(
            groups[0].facts,
            [("Memory".to_owned(), "564 GB".to_owned())]
        );
    }

    #[test]
    fn what_each_measurement_says_alike_is_a_fact_of_the_run() {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        one.extra.insert("num_prompts".to_owned(), json!(300));
        one.extra.insert("label".to_owned(), json!(null));
        one.extra.insert("run_number".to_owned(), json!(0));
        let mut other = one.clone();
        other.extra.insert("run_number".to_owned(), json!(1));
        let run = Run {
            measurements: vec![one, other],
            ..Run::default()
        };
        assert_eq!(
            further(&run),
            [("num prompts".to_owned(), "300".to_owned())]
        );
    }

    #[test]
    fn fields_of_the_source_are_listed_and_tables_left_to_the_json() {
        let mut run = Run::default();
        run.hardware
            .extra
            .insert("driver_version".to_owned(), json!("580.1"));
        run.settings
            .extra
            .insert("levels".to_owned(), json!([1, 2]));
        run.settings
            .extra
            .insert("smi".to_owned(), json!({ "a": 1 }));
        let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            further(&run),
            [
                fact("driver version", "580.1"),
                fact("levels", "1, 2"),
                fact("only in the JSON", "smi"),
            ]
        );
    }
}
