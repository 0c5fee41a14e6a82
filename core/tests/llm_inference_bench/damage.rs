//! Files that were cut, or whose values are not what they should be.

use serde_json::{Map, Value, json};
use speedsheet_core::formats::{Level, Location};
use speedsheet_core::model::Family;

use crate::support::{
    assert_no_false_numbers, assert_nothing_lost, at, only_run, parse, parse_value, report,
    report_of_0_6, value,
};

#[test]
fn not_a_number_is_not_measured() {
    let text = report()
        .to_string()
        .replace("\"ttft_avg\":0.25", "\"ttft_avg\":NaN");
    let parsed = parse(text.as_bytes());
    assert_eq!(parsed.diagnostics.len(), 3);
    assert!(
        parsed.diagnostics.iter().all(|d| d.code == "not_a_number"),
        "{:?}",
        parsed.diagnostics
    );
    let run = only_run(parsed);
    let cell = at(&run, Family::Decode, 0, 1);
    assert_eq!(value(cell, "ttft_ms.mean"), None);
    assert_eq!(value(cell, "ttft_ms.median"), Some(240.0));
    assert_eq!(cell.extra["ttft_avg"], Value::Null);
}

#[test]
fn a_file_cut_anywhere_is_an_error_with_a_place_and_never_a_run() {
    let text = serde_json::to_string_pretty(&report()).unwrap();
    let (mut named, mut tried) = (0, 0);
    for end in (1..text.len() - 1).step_by(23) {
        let parsed = parse(&text.as_bytes()[..end]);
        assert!(parsed.runs.is_empty(), "cut at {end}");
        let error = parsed.diagnostics.last().expect("a finding");
        assert_eq!(error.level, Level::Error);
        if error.code == "truncated_json" {
            assert!(
                matches!(error.location, Location::Text { line, .. } if line > 1),
                "{error:?}"
            );
            named += 1;
        }
        tried += 1;
    }
    assert!(
        named * 10 > tried * 8,
        "only {named} of {tried} cuts were recognised"
    );
}

/// Values of other types than `value`.
fn others(value: &Value) -> Vec<Value> {
    let all = [
        json!("word"),
        json!(true),
        json!([7, "x"]),
        json!({"k": 1}),
        json!(-7.5),
    ];
    let is_other = |other: &Value| std::mem::discriminant(other) != std::mem::discriminant(value);
    all.into_iter().filter(is_other).collect()
}

/// Gives `check` every document in which one key of the object at `pointer` is
/// removed (`None`) or has a value of another type.
fn for_each_damage(
    document: &Value,
    pointer: &str,
    mut check: impl FnMut(&str, Option<&Value>, &Value),
) {
    fn object<'a>(document: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
        let found = document.pointer_mut(pointer).and_then(Value::as_object_mut);
        found.expect("the pointer names an object")
    }
    let intact = object(&mut document.clone(), pointer).clone();
    for (key, value) in &intact {
        let mut damaged = document.clone();
        object(&mut damaged, pointer).remove(key);
        check(key, None, &damaged);
        for other in others(value) {
            object(&mut damaged, pointer).insert(key.clone(), other.clone());
            check(key, Some(&other), &damaged);
        }
    }
}

#[test]
fn a_key_that_is_missing_or_of_another_type_harms_nothing_else() {
    let mut document = report_of_0_6();
    document["metadata"]["temperature"] = json!(0.7);
    for pointer in ["", "/metadata", "/results/0", "/results/1", "/prefill/8192"] {
        for_each_damage(&document, pointer, |key, other, damaged| {
            let context = format!("{pointer}/{key} as {other:?}");
            let parsed = parse_value(damaged);
            let is_named = parsed.diagnostics.iter().any(|d| match &d.location {
                Location::Json { path } => path.ends_with(&format!(".{key}")),
                _ => false,
            });
            assert!(
                other.is_none() || is_named,
                "{context}: {:?}",
                parsed.diagnostics
            );
            let run = only_run(parsed);
            assert_no_false_numbers(&run, &context);
            assert_nothing_lost(damaged, &run, &context);
            if pointer.starts_with("/results") {
                assert_eq!(
                    value(at(&run, Family::Prefill, 8192, 1), "prompt_tps"),
                    Some(15_905.0)
                );
            }
        });
    }
}

#[test]
fn a_cell_that_is_no_object_is_named_and_kept() {
    let mut document = report();
    document["results"][1] = json!("lost?");
    document["summary_table"] = json!({"0": {"1": 60.0}, "32768": {"1": 55.0}});
    let parsed = parse_value(&document);
    let place = Location::Json {
        path: "$.results[1]".to_owned(),
    };
    assert!(parsed.diagnostics.iter().any(|d| d.location == place));
    assert_nothing_lost(&document, &only_run(parsed), "no object");
}
