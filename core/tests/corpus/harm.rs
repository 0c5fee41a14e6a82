//! Damaged files: cut, with flipped bits, with a field gone or of another type. Never a
//! panic, never a number that the whole file does not hold, and never silence.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use speedsheet_core::formats::{self, Parsed};
use speedsheet_core::model::{Measurement, Run};
use speedsheet_core::query::metrics_present;

use crate::row::Row;
use crate::{bytes, folder, tables};

/// Places at which each file is cut, and bits flipped in each.
const TRIES: usize = 50;

/// Most problems that are told.
const TOLD: usize = 30;

#[test]
fn a_file_that_was_cut_gives_a_part_of_the_whole_and_says_so() {
    check(|row, whole, bytes, problems| {
        for end in (1..=TRIES).map(|at| bytes.len() * at / (TRIES + 1)) {
            let cut = formats::parse(&bytes[..end], Some("cut"));
            let context = format!("{} cut at {end}", row.file);
            compare(&cut, whole, &context, problems);
            // What a line break ends cannot be told from a file that ends there.
            let is_clean = end == 0 || bytes[end - 1] == b'\n' || bytes.get(end) == Some(&b'\n');
            if !is_clean && differs(&cut, whole) && !says_more(&cut, whole) {
                problems.push(format!("{context}: less comes out and nothing is said"));
            }
        }
    });
}

#[test]
fn flipped_bits_never_make_a_number_that_is_none() {
    let mut random = Random(1);
    check(|row, _, bytes, problems| {
        if bytes.is_empty() {
            return;
        }
        for _ in 0..TRIES {
            let mut damaged = bytes.to_vec();
            let at = random.below(damaged.len());
            damaged[at] ^= 1 << random.below(8);
            let parsed = formats::parse(&damaged, Some("flipped"));
            for (key, value) in values(&parsed.runs) {
                if !value.is_finite() || value < 0.0 {
                    problems.push(format!("{}: bit at {at}: {key} is {value}", row.file));
                }
            }
        }
    });
}

#[test]
fn a_field_that_is_gone_or_of_another_type_is_never_a_wrong_number() {
    check(|row, whole, bytes, problems| {
        let Ok(file) = serde_json::from_slice::<Value>(bytes) else {
            return;
        };
        let object = match &file {
            Value::Array(list) => list.first().and_then(Value::as_object),
            file => file.as_object(),
        };
        for (key, value) in object.into_iter().flatten() {
            for (what, other) in damages(value) {
                let mut damaged = file.clone();
                let object = match &mut damaged {
                    Value::Array(list) => list[0].as_object_mut(),
                    file => file.as_object_mut(),
                };
                let object = object.unwrap();
                match &other {
                    None => object.remove(key),
                    Some(other) => object.insert(key.clone(), other.clone()),
                };
                let parsed = formats::parse(damaged.to_string().as_bytes(), Some("damaged"));
                let context = format!("{}: {key} {what}", row.file);
                compare(&parsed, whole, &context, problems);
                // A point of a sweep that is not there cannot be missed.
                let is_silent =
                    !says_more(&parsed, whole) && (other.is_some() || !fewer(&parsed, whole));
                if differs(&parsed, whole) && is_silent {
                    problems.push(format!("{context}: the result changes and nothing is said"));
                }
            }
        }
    });
}

/// Numbers that look random and are the same in every run: the additive generator of
/// Weyl, mixed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(mixed >> 33).unwrap() % end
    }
}

/// Runs `test` over every file and tells what it found.
fn check(mut test: impl FnMut(&Row, &Parsed, &[u8], &mut Vec<String>)) {
    let Some(folder) = folder() else { return };
    let mut problems = Vec::new();
    for row in tables::chosen() {
        let bytes = bytes(&folder, row);
        let whole = formats::parse(&bytes, Some("whole"));
        test(row, &whole, &bytes, &mut problems);
    }
    let told = problems.len().min(TOLD);
    assert!(
        problems.is_empty(),
        "{} problems\n{}",
        problems.len(),
        problems[..told].join("\n")
    );
}

/// What a field becomes: gone, or a value of another type.
fn damages(value: &Value) -> Vec<(String, Option<Value>)> {
    let others = [
        json!("word"),
        json!(true),
        json!([7, "x"]),
        json!({"k": 1}),
        json!(-7.5),
    ];
    let is_other = |other: &Value| std::mem::discriminant(other) != std::mem::discriminant(value);
    let retyped = others
        .into_iter()
        .filter(is_other)
        .map(|other| (format!("as {other}"), Some(other)));
    std::iter::once(("gone".to_owned(), None))
        .chain(retyped)
        .collect()
}

/// Reports values that the whole file does not hold, unless their run is marked as partial. What
/// was computed from single requests may be computed from fewer, where that is said.
fn compare(damaged: &Parsed, whole: &Parsed, context: &str, problems: &mut Vec<String>) {
    let known: BTreeSet<String> = values(&whole.runs)
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let is_told = says_more(damaged, whole);
    for run in damaged.runs.iter().filter(|run| !run.source.partial) {
        for (key, value) in values(std::slice::from_ref(run)) {
            let is_computed = run.measurements.iter().any(|one| {
                let precision = one.precision.get(&key);
                precision.is_some_and(|known| known.text.is_none() && known.from.is_some())
            });
            if is_computed && is_told {
                continue;
            }
            if !known.contains(&format!("{key}={value}")) {
                problems.push(format!("{context}: {key} is {value}, not in the whole"));
            }
        }
    }
}

/// True where other measurements came out.
fn differs(damaged: &Parsed, whole: &Parsed) -> bool {
    measured(damaged) != measured(whole)
}

/// True where nothing but whole measurements is missing.
fn fewer(damaged: &Parsed, whole: &Parsed) -> bool {
    let known = measured(whole);
    let found = measured(damaged);
    !found.is_empty() && found.len() < known.len() && found.iter().all(|one| known.contains(one))
}

/// Every measurement, without what the source calls by its own names.
fn measured(parsed: &Parsed) -> Vec<Measurement> {
    let runs = parsed.runs.iter();
    runs.flat_map(|run| run.measurements.iter().cloned())
        .map(|mut one| {
            one.extra.clear();
            one
        })
        .collect()
}

/// True where a finding was added, or another took the place of one.
fn says_more(damaged: &Parsed, whole: &Parsed) -> bool {
    let counted = |parsed: &Parsed| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for one in &parsed.diagnostics {
            *counts
                .entry(format!("{} {}", one.code, one.message))
                .or_default() += 1;
        }
        counts
    };
    let before = counted(whole);
    counted(damaged)
        .into_iter()
        .any(|(what, times)| times > before.get(&what).copied().unwrap_or(0))
}

/// Every metric of every measurement, requests included.
fn values(runs: &[Run]) -> Vec<(String, f64)> {
    let mut values = Vec::new();
    for measurement in runs.iter().flat_map(|run| &run.measurements) {
        for key in metrics_present(std::slice::from_ref(measurement)) {
            if let Some(value) = measurement.value(key) {
                values.push((key.to_string(), value));
            }
        }
        let requests = measurement.requests.as_ref();
        for value in requests
            .iter()
            .flat_map(|requests| &requests.ttft_ms)
            .flatten()
        {
            values.push(("requests.ttft_ms".to_owned(), *value));
        }
    }
    values
}
