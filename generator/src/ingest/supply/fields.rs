//! Reading and setting a field of a run by its name.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use speedsheet_core::model::{Axes, Run};

/// What the run recorded in a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Recorded {
    Nothing,
    Value(Value),
}

/// The recorded value of a field. For an axis that is the coordinate of the measurements,
/// the first one that differs from `wanted` where they differ.
pub(super) fn get(run: &Run, field: &str, wanted: &Value) -> Recorded {
    let found = match field {
        "title" => Some(Value::from(run.title.clone())),
        "launch_command" => run.launch_command.clone().map(Value::from),
        "price" => run.price.as_ref().and_then(|price| to_json(price).ok()),
        field => match field.split_once('.') {
            Some(("axes", axis)) => coordinate(run, axis, wanted),
            Some((section, path)) => section_json(run, section)
                .and_then(|section| {
                    let (object, key) = place(&section, path)?;
                    object.get(key).cloned()
                })
                .or_else(|| of_every_measurement(run, field, wanted)),
            None => None,
        },
    };
    found
        .filter(|value| !value.is_null())
        .map_or(Recorded::Nothing, Recorded::Value)
}

/// Sets a field that holds nothing.
///
/// # Errors
/// If the run cannot hold the value there.
pub(super) fn set(run: &mut Run, field: &str, value: Value) -> serde_json::Result<()> {
    match field {
        "title" => run.title = serde_json::from_value(value)?,
        "launch_command" => run.launch_command = Some(serde_json::from_value(value)?),
        "price" => run.price = Some(serde_json::from_value(value)?),
        field => match field.split_once('.') {
            Some(("axes", axis)) => set_coordinates(run, axis, &value)?,
            Some(("model", path)) => set_in(&mut run.model, path, value)?,
            Some(("hardware", path)) => set_in(&mut run.hardware, path, value)?,
            Some(("engine", path)) => set_in(&mut run.engine, path, value)?,
            Some(("settings", path)) => set_in(&mut run.settings, path, value)?,
            _ => {}
        },
    }
    Ok(())
}

fn section_json(run: &Run, section: &str) -> Option<Value> {
    match section {
        "model" => to_json(&run.model),
        "hardware" => to_json(&run.hardware),
        "engine" => to_json(&run.engine),
        "settings" => to_json(&run.settings),
        _ => return None,
    }
    .ok()
}

fn to_json(value: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::to_value(value)
}

/// The object that holds the field, and the key of it there. Keys of `extra` may hold
/// points themselves.
fn place<'a, 'b>(section: &'a Value, path: &'b str) -> Option<(&'a Map<String, Value>, &'b str)> {
    match path.strip_prefix("extra.") {
        Some(key) => Some((section.get("extra")?.as_object()?, key)),
        None => Some((section.as_object()?, path)),
    }
}

/// A setting that the tool recorded with each measurement: what they have in common, or
/// the first one that differs from `wanted`.
fn of_every_measurement(run: &Run, field: &str, wanted: &Value) -> Option<Value> {
    let key = field.strip_prefix("settings.extra.")?;
    let values: Option<Vec<&Value>> = run
        .measurements
        .iter()
        .map(|one| one.extra.get(key))
        .collect();
    let values = values?;
    let other = values.iter().find(|value| !equal(value, wanted));
    other.or(values.first()).map(|value| (*value).clone())
}

fn set_in<T: Serialize + DeserializeOwned>(
    section: &mut T,
    path: &str,
    value: Value,
) -> serde_json::Result<()> {
    let mut json = to_json(section)?;
    match path.strip_prefix("extra.") {
        Some(key) => json["extra"][key] = value,
        None => json[path] = value,
    }
    *section = serde_json::from_value(json)?;
    Ok(())
}

fn coordinate(run: &Run, axis: &str, wanted: &Value) -> Option<Value> {
    let mut first = None;
    for measurement in &run.measurements {
        let axes = to_json(&measurement.axes).ok()?;
        let Some(value) = axes.get(axis) else {
            continue;
        };
        if !equal(value, wanted) {
            return Some(value.clone());
        }
        first.get_or_insert_with(|| value.clone());
    }
    // Where some measurements lack the coordinate it is supplied for those.
    let lacks = |axes: &Axes| to_json(axes).is_ok_and(|axes| axes.get(axis).is_none());
    first.filter(|_| !run.measurements.iter().any(|one| lacks(&one.axes)))
}

fn set_coordinates(run: &mut Run, axis: &str, value: &Value) -> serde_json::Result<()> {
    for measurement in &mut run.measurements {
        let mut axes = to_json(&measurement.axes)?;
        if axes.get(axis).is_none() {
            axes[axis] = value.clone();
            measurement.axes = serde_json::from_value(axes)?;
        }
    }
    Ok(())
}

/// True where two values say the same.
pub(super) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::String(one), Value::String(other)) => one.trim() == other.trim(),
        // A tool can write its numbers as texts, or a path holds a number for a text.
        (Value::String(text), other) | (other, Value::String(text)) => {
            let number = other.to_string();
            text.trim() == number
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use speedsheet_core::model::{Family, Measurement};

    use super::*;

    #[test]
    fn what_is_set_can_be_read_again() {
        let mut run = Run::default();
        run.measurements
            .push(Measurement::new(Family::Serve, Axes::default()));
        for (field, value) in [
            ("launch_command", json!("serve")),
            ("price", json!({"per_hour": 2.5, "currency": "EUR"})),
            ("model.name", json!("M")),
            ("hardware.count", json!(4)),
            ("hardware.memory_gb", json!(80.0)),
            ("hardware.extra.a.b", json!([1])),
            ("engine.version", json!("1")),
            ("settings.max_output_tokens", json!(128)),
            ("settings.extra.dtype", json!("auto")),
            ("axes.concurrency", json!(8)),
            ("axes.request_rate", json!(0.5)),
        ] {
            assert_eq!(get(&run, field, &value), Recorded::Nothing, "{field}");
            set(&mut run, field, value.clone()).unwrap();
            assert_eq!(get(&run, field, &value), Recorded::Value(value), "{field}");
        }
        assert_eq!(run.measurements[0].axes.concurrency, Some(8));
        assert_eq!(run.hardware.extra.get("a.b"), Some(&json!([1])));
    }

    #[test]
    fn a_value_the_run_cannot_hold_is_an_error() {
        let mut run = Run::default();
        assert!(set(&mut run, "hardware.count", json!(u64::MAX)).is_err());
        assert_eq!(run, Run::default());
    }

    #[test]
    fn only_measurements_without_the_coordinate_get_it() {
        let mut run = Run::default();
        let axes = Axes {
            concurrency: Some(8),
            ..Axes::default()
        };
        run.measurements = vec![
            Measurement::new(Family::Serve, axes),
            Measurement::new(Family::Serve, Axes::default()),
        ];
        assert_eq!(get(&run, "axes.concurrency", &json!(8)), Recorded::Nothing);
        assert_eq!(
            get(&run, "axes.concurrency", &json!(4)),
            Recorded::Value(json!(8))
        );
        set(&mut run, "axes.concurrency", json!(8)).unwrap();
        assert!(run.measurements.iter().all(|one| one.axes == axes));
    }

    #[test]
    fn a_setting_can_stand_with_the_measurements() {
        let mut run = Run::default();
        for count in [10, 10] {
            let mut one = Measurement::new(Family::Serve, Axes::default());
            one.extra.insert("num_prompts".to_owned(), json!(count));
            run.measurements.push(one);
        }
        let field = "settings.extra.num_prompts";
        assert_eq!(get(&run, field, &json!(10)), Recorded::Value(json!(10)));
        run.measurements[1]
            .extra
            .insert("num_prompts".to_owned(), json!(20));
        assert_eq!(get(&run, field, &json!(10)), Recorded::Value(json!(20)));
        run.measurements[1].extra.clear();
        assert_eq!(get(&run, field, &json!(10)), Recorded::Nothing);
    }

    #[test]
    fn numbers_are_equal_however_they_are_written() {
        assert!(equal(&json!(80), &json!(80.0)));
        assert!(equal(&json!("80"), &json!(80)));
        assert!(!equal(&json!("80 GB"), &json!(80)));
        assert!(equal(&json!({"a": 1}), &json!({"a": 1.0})));
    }
}
