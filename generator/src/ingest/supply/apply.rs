//! Adds supplied values to a run.

use std::collections::BTreeMap;

use serde_json::Value;
use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::{Run, Supplied, SuppliedFrom};

use super::Said;
use super::fields::{self, Recorded, equal};
use crate::config::Field;

/// Adds what was said to the run, what holds first before the rest, and says what it did
/// not follow.
pub(in crate::ingest) fn apply(run: &mut Run, said: &[Said]) -> Vec<Diagnostic> {
    let before = named(run);
    let mut findings = Vec::new();
    let mut held: BTreeMap<Field, &Said> = BTreeMap::new();
    for one in said {
        if let Some(earlier) = held.get(&one.field) {
            if !equal(&earlier.value, &one.value) {
                findings.push(twice(earlier, one));
                run.supplied.push(supplied(one, None));
            }
            continue;
        }
        match recorded(run, one, &before) {
            Recorded::Value(value) if equal(&value, &one.value) => {}
            Recorded::Value(value) => {
                findings.push(conflict(&value, one));
                run.supplied.push(supplied(one, Some(shown(&value))));
            }
            Recorded::Nothing => match fields::set(run, one.field.name(), one.value.clone()) {
                Ok(()) => {
                    held.insert(one.field.clone(), one);
                    run.supplied.push(supplied(one, None));
                }
                Err(error) => findings.push(unusable(one, &error)),
            },
        }
    }
    if !held.keys().any(|field| field.name() == "title") {
        run.recompose_title(&before);
    }
    findings
}

/// What the title of a run is composed from.
fn named(run: &Run) -> Run {
    Run {
        title: run.title.clone(),
        model: run.model.clone(),
        hardware: run.hardware.clone(),
        engine: run.engine.clone(),
        ..Run::default()
    }
}

/// What the source recorded. A title that was composed from other facts is none of it.
fn recorded(run: &Run, said: &Said, before: &Run) -> Recorded {
    if said.field.name() == "title" && is_composed(before) {
        return Recorded::Nothing;
    }
    fields::get(run, said.field.name(), &said.value)
}

fn is_composed(run: &Run) -> bool {
    // With another name for everything the title changes exactly where it is composed.
    let mut renamed = run.clone();
    renamed.engine.name = Some("\u{0}".to_owned());
    renamed.recompose_title(run);
    renamed.title != run.title
}

fn supplied(said: &Said, recorded: Option<String>) -> Supplied {
    Supplied {
        field: said.field.name().to_owned(),
        value: shown(&said.value),
        from: said.from,
        origin: said.origin.clone(),
        recorded,
    }
}

/// A value for people: texts without quotes, whole numbers without decimals.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .map_or_else(|| number.to_string(), |number| number.to_string()),
        Value::Object(price) if price.contains_key("per_hour") => {
            let part = |key: &str| price.get(key).map(shown).unwrap_or_default();
            format!("{} {} per hour", part("per_hour"), part("currency"))
        }
        other => other.to_string(),
    }
}

fn conflict(recorded: &Value, said: &Said) -> Diagnostic {
    let message = format!(
        "{} is {:?} in the input and {:?} in {}; the recorded value stays",
        said.field,
        shown(recorded),
        shown(&said.value),
        place(said)
    );
    Diagnostic::new(Level::Warning, "supplied_conflict", message)
        .with_help("supply what the tool did not record, and leave out what it did")
}

fn twice(held: &Said, other: &Said) -> Diagnostic {
    let message = format!(
        "{} is {:?} in {} and {:?} in {}; the former holds",
        held.field,
        shown(&held.value),
        place(held),
        shown(&other.value),
        place(other)
    );
    Diagnostic::new(Level::Note, "supplied_twice", message)
}

fn unusable(said: &Said, error: &serde_json::Error) -> Diagnostic {
    let message = format!(
        "{} cannot be {:?} as {} says: {error}",
        said.field,
        shown(&said.value),
        place(said)
    );
    Diagnostic::new(Level::Warning, "supplied_unusable", message)
}

fn place(said: &Said) -> String {
    match said.from {
        SuppliedFrom::Sidecar => format!("the sidecar {}", said.origin),
        SuppliedFrom::Configuration => said.origin.clone(),
        SuppliedFrom::Path => format!("the path ({})", said.origin),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(field: &str, value: Value, from: SuppliedFrom) -> Said {
        Said {
            field: Field::parse(field).unwrap(),
            value,
            from,
            origin: "x.toml".to_owned(),
        }
    }

    #[test]
    fn what_was_not_recorded_is_set_and_listed() {
        let mut run = Run::default();
        run.title = run.composed_title("bench run");
        let findings = apply(
            &mut run,
            &[said("hardware.name", json!("H200"), SuppliedFrom::Sidecar)],
        );
        assert!(findings.is_empty());
        assert_eq!(run.hardware.name.as_deref(), Some("H200"));
        assert_eq!(run.title, "bench run on H200");
        let [listed] = run.supplied.as_slice() else {
            panic!("{:?}", run.supplied)
        };
        assert_eq!((listed.value.as_str(), &listed.recorded), ("H200", &None));
    }

    #[test]
    fn what_was_recorded_stays_and_the_conflict_is_reported() {
        let mut run = Run::default();
        run.hardware.name = Some("H100".to_owned());
        let findings = apply(
            &mut run,
            &[said("hardware.name", json!("H200"), SuppliedFrom::Sidecar)],
        );
        assert_eq!(run.hardware.name.as_deref(), Some("H100"));
        assert_eq!(run.supplied[0].recorded.as_deref(), Some("H100"));
        assert_eq!(run.supplied[0].value, "H200");
        assert_eq!(
            (findings[0].code, findings[0].level),
            ("supplied_conflict", Level::Warning)
        );
        assert!(findings[0].message.contains("H100") && findings[0].message.contains("H200"));
    }

    #[test]
    fn values_are_listed_as_people_write_them() {
        let price = json!({ "per_hour": 2.0, "currency": "EUR" });
        for (value, text) in [
            (json!(141.0), "141"),
            (json!(0.5), "0.5"),
            (json!("FP8"), "FP8"),
            (price, "2 EUR per hour"),
        ] {
            assert_eq!(shown(&value), text);
        }
    }

    #[test]
    fn what_agrees_with_the_input_is_not_listed() {
        let mut run = Run::default();
        run.hardware.memory_gb = Some(80.0);
        let memory = said("hardware.memory_gb", json!(80), SuppliedFrom::Sidecar);
        assert!(apply(&mut run, &[memory]).is_empty());
        assert!(run.supplied.is_empty());
    }

    #[test]
    fn the_first_of_two_holds_and_both_are_listed() {
        let mut run = Run::default();
        let findings = apply(
            &mut run,
            &[
                said("engine.name", json!("vllm"), SuppliedFrom::Sidecar),
                said("engine.name", json!("sglang"), SuppliedFrom::Configuration),
                said("engine.name", json!("vllm"), SuppliedFrom::Path),
            ],
        );
        assert_eq!(run.engine.name.as_deref(), Some("vllm"));
        let values: Vec<&str> = run.supplied.iter().map(|one| one.value.as_str()).collect();
        assert_eq!(values, ["vllm", "sglang"]);
        assert_eq!(findings[0].code, "supplied_twice");
    }

    #[test]
    fn a_composed_title_gives_way_and_one_of_the_source_does_not() {
        let title = [said("title", json!("Mine"), SuppliedFrom::Sidecar)];
        let mut run = Run::default();
        run.model.name = Some("M".to_owned());
        run.title = run.composed_title("x");
        assert!(apply(&mut run, &title).is_empty());
        assert_eq!(run.title, "Mine");

        run.title = "How fast is M?".to_owned();
        let findings = apply(&mut run, &title);
        assert_eq!(run.title, "How fast is M?");
        assert_eq!(findings[0].code, "supplied_conflict");
    }

    #[test]
    fn a_value_that_no_run_can_hold_is_reported() {
        let mut run = Run::default();
        let count = said("hardware.count", json!(1u64 << 40), SuppliedFrom::Path);
        let findings = apply(&mut run, &[count]);
        assert_eq!(findings[0].code, "supplied_unusable");
        assert!(run.supplied.is_empty());
    }
}
