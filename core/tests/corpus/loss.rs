//! Nothing is lost: every value of a JSON file is in the runs, or named in a finding.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use speedsheet_core::formats::{Location, Parsed};
use speedsheet_core::model::Run;

use crate::row::Outcome;
use crate::{bytes, folder, parse, tables};

/// Factors between the unit of a tool and ours.
const FACTORS: [f64; 7] = [1.0, 1e3, 1e-3, 1e-6, 1e-9, 1e-2, 1e6];

#[test]
fn every_value_of_a_json_file_is_in_the_runs_or_in_a_finding() {
    let Some(folder) = folder() else { return };
    let mut problems = Vec::new();
    for row in tables::chosen() {
        if matches!(row.outcome, Outcome::Refused(_)) {
            continue;
        }
        let bytes = bytes(&folder, row);
        let documents = documents(&bytes);
        if documents.is_empty() {
            continue;
        }
        let parsed = parse(&folder, row);
        for lost in lost(&documents, &parsed) {
            problems.push(format!("{}: {lost}", row.file));
        }
    }
    let told = problems.len().min(40);
    assert!(
        problems.is_empty(),
        "{} lost\n{}",
        problems.len(),
        problems[..told].join("\n")
    );
}

#[test]
fn a_value_that_is_not_kept_is_seen() {
    let mut document: Value =
        serde_json::from_str(r#"{"num_prompts": 7, "inner": {"list": [1.5, "kept"]}}"#).unwrap();
    let mut run = Run::default();
    run.extra.insert("all".to_owned(), document.clone());
    let parsed = Parsed {
        runs: vec![run],
        diagnostics: Vec::new(),
    };
    assert!(lost(&[document.clone()], &parsed).is_empty());
    document["inner"]["list"][0] = 2.25.into();
    document["inner"]["more"] = true.into();
    assert_eq!(
        lost(&[document], &parsed),
        [".inner.list[0] = 2.25", ".inner.more = true"]
    );
}

/// Every JSON value of a file: the file itself, or its lines. Read without the code under test.
fn documents(bytes: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(bytes)
        .replace("Infinity", "null")
        .replace("NaN", "null");
    match serde_json::from_str(&text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => vec![value],
        _ => text
            .lines()
            .filter(|line| line.starts_with('{'))
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect(),
    }
}

/// What is neither in the runs nor named by a finding, as `key = value`.
fn lost(documents: &[Value], parsed: &Parsed) -> Vec<String> {
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    let mut texts = String::new();
    let mut shared: BTreeSet<(String, String)> = BTreeSet::new();
    for run in &parsed.runs {
        let mut run = serde_json::to_value(run).unwrap();
        walk(&run, "", &mut |_, value| {
            *kept.entry(written(value)).or_default() += 1;
            if let Value::String(text) = value {
                texts.push_str(text);
                texts.push('\n');
            }
        });
        keys(&run, &mut texts);
        // What all results of a run have in common is kept once.
        run.as_object_mut().unwrap().remove("measurements");
        walk(&run, "", &mut |path, value| {
            let key = path.rsplit('.').next().unwrap_or_default();
            shared.insert((key.to_owned(), written(value)));
        });
    }
    let mut lost = Vec::new();
    for document in documents {
        walk(document, "", &mut |path, value| {
            let key = path.rsplit('.').next().unwrap_or_default();
            // What a finding names uses up no place of another value.
            if shared.contains(&(key.to_owned(), written(value))) || named(parsed, path, key) {
                return;
            }
            let is_known = match value {
                Value::Null => true,
                Value::String(text) => text.trim().is_empty() || texts.contains(text.as_str()),
                Value::Number(number) => {
                    let number = number.as_f64().unwrap();
                    FACTORS
                        .iter()
                        .any(|factor| take(&mut kept, &rounded(number * factor)))
                }
                Value::Bool(_) => take(&mut kept, &written(value)),
                // Empty: there is nothing in it to lose.
                Value::Array(_) | Value::Object(_) => true,
            };
            if !is_known {
                lost.push(format!("{path} = {value}"));
            }
        });
    }
    lost
}

/// True where a finding is about the field or says its name; one that says what is left
/// out speaks for all that is in it.
fn named(parsed: &Parsed, path: &str, key: &str) -> bool {
    let path = without_positions(path);
    parsed.diagnostics.iter().any(|finding| {
        let is_left_out = finding.code == "left_out";
        if let Location::Json { path: place } = &finding.location {
            let place = without_positions(place.trim_start_matches('$'));
            let is_inside = |rest: &str| rest.starts_with(['.', '[']) && is_left_out;
            if !place.is_empty()
                && path
                    .strip_prefix(&place)
                    .is_some_and(|rest| rest.is_empty() || is_inside(rest))
            {
                return true;
            }
        }
        let is_word_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let mut words = finding.message.split(|c| !is_word_of_name(c));
        words.any(|word| {
            word.len() > 3
                && (word == key || is_left_out && path.split('.').any(|part| part == word))
        })
    })
}

/// A path with `[]` in the place of every `[7]`.
fn without_positions(path: &str) -> String {
    path.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Uses up one place that holds the value.
fn take(kept: &mut BTreeMap<String, usize>, written: &str) -> bool {
    match kept.get_mut(written) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    }
}

/// Gives every scalar, empty list and empty object with its path.
fn walk(value: &Value, path: &str, found: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (key, value) in object {
                walk(value, &format!("{path}.{key}"), found);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (index, value) in list.iter().enumerate() {
                walk(value, &format!("{path}[{index}]"), found);
            }
        }
        leaf => found(path, leaf),
    }
}

/// The keys of every object: some say what a value says in the file.
fn keys(value: &Value, texts: &mut String) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                texts.push_str(key);
                texts.push('\n');
                keys(value, texts);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, texts)),
        _ => {}
    }
}

fn written(value: &Value) -> String {
    value.as_f64().map_or_else(|| value.to_string(), rounded)
}

/// A number to nine significant digits, so that a change of unit does not matter.
fn rounded(number: f64) -> String {
    format!("{number:.8e}")
}
