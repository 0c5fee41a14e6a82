//! The measurements of a run of the page.
//!
//! The browser parses the JSON and the registries of axes and metrics say what to look
//! for. A parser of our own, in WASM, would weigh a third of the whole viewer. The page
//! holds everything else of the run in words already, so nothing else is read.

use speedsheet_core::model::{
    Axes, Axis, Family, Measurement, MetricKey, Metrics, Precision, SCHEMA_VERSION, Status,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Object, Reflect};

use super::page::Result;

/// Reads the measurements of a normalized run.
///
/// # Errors
/// With a sentence for the reader, for what is no run or of a newer schema.
pub(super) fn read(run: &JsValue) -> Result<Vec<Measurement>> {
    let version = number(run, "schema_version").unwrap_or(0.0);
    if version > f64::from(SCHEMA_VERSION) {
        return Err(format!(
            "it has schema version {}, this viewer knows versions up to {SCHEMA_VERSION}",
            version as u32
        ));
    }
    let list: Array = get(run, "measurements")
        .and_then(|list| list.dyn_into().ok())
        .ok_or("it holds no list of measurements")?;
    (0..list.length())
        .map(|index| {
            measurement(&list.get(index))
                .ok_or_else(|| format!("measurement {index} has no known family and status"))
        })
        .collect()
}

fn measurement(from: &JsValue) -> Option<Measurement> {
    let family = text(from, "family")?;
    let family = Family::ALL
        .into_iter()
        .find(|known| known.key() == family)?;
    let axes = get(from, "axes").map_or_else(Axes::default, |from| axes(&from));
    let mut measurement = Measurement::new(family, axes);
    measurement.status = Status::from_key(&text(from, "status")?)?;
    measurement.source_status = text(from, "source_status");
    if let Some(from) = get(from, "metrics") {
        measurement.metrics = metrics(&from);
    }
    if let Some(from) = get(from, "precision") {
        for key in Object::keys(from.unchecked_ref::<Object>()).iter() {
            let known = Reflect::get(&from, &key).unwrap_or_default();
            measurement.precision.insert(
                key.as_string()?,
                Precision {
                    text: text(&known, "text"),
                    low: number(&known, "low"),
                    high: number(&known, "high"),
                    from: text(&known, "from"),
                },
            );
        }
    }
    measurement.repetitions = number(from, "repetitions").map(|count| count as u64);
    if let Some(from) = get(from, "deviation") {
        for key in Object::keys(from.unchecked_ref::<Object>()).iter() {
            let key = key.as_string()?;
            let value = number(&from, &key)?;
            measurement.deviation.insert(key, value);
        }
    }
    if let Some(from) = get(from, "caveats") {
        let codes = Array::from(&from);
        measurement.caveats = codes.iter().filter_map(|code| code.as_string()).collect();
    }
    Some(measurement)
}

fn axes(from: &JsValue) -> Axes {
    let mut axes = Axes::default();
    for axis in Axis::ALL {
        if let Some(value) = number(from, axis.key()) {
            axis.set(&mut axes, value);
        }
    }
    axes
}

fn metrics(from: &JsValue) -> Metrics {
    let mut metrics = Metrics::default();
    for key in MetricKey::all() {
        let value = match key.stat {
            None => number(from, key.metric.key()),
            Some(stat) => get(from, key.metric.key()).and_then(|from| number(&from, stat.key())),
        };
        if let Some(value) = value {
            metrics.set(key, value);
        }
    }
    metrics
}

/// A property that is there and not null.
fn get(from: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(from, &name.into()).ok()?;
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

fn number(from: &JsValue, name: &str) -> Option<f64> {
    get(from, name)?.as_f64()
}

fn text(from: &JsValue, name: &str) -> Option<String> {
    get(from, name)?.as_string()
}
