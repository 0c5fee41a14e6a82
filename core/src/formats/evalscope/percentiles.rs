//! The table of percentiles: a row per percentile, a column per quantity.

use serde_json::Value;

use super::super::{Diagnostic, Level};
use super::grid::Grid;
use super::value::{Outcome, SECONDS, Unit, json, set};
use crate::model::{Extra, Measurement, Metric, MetricKey, Stat, Status};

fn quantity(name: &str) -> Option<(Metric, Unit)> {
    let (name, unit) = match name.split_once('(') {
        Some((name, unit)) => (name.trim(), unit.trim_end_matches(')')),
        None => (name, ""),
    };
    let time = match unit {
        "s" => SECONDS,
        "ms" => Unit("ms", 1.0),
        _ => Unit("", 0.0),
    };
    let metric = match (name.to_lowercase().as_str(), unit) {
        ("ttft", "s" | "ms") => Metric::TtftMs,
        ("itl", "s" | "ms") => Metric::ItlMs,
        ("tpot", "s" | "ms") => Metric::TpotMs,
        ("latency", "s" | "ms") => Metric::E2eLatencyMs,
        // Of single requests, unlike the throughput of the summary.
        ("output", "tok/s") | ("throughput", "tokens/s") => {
            return Some((Metric::PerRequestOutputTps, Unit("tok/s", 1.0)));
        }
        _ => return None,
    };
    Some((metric, time))
}

fn stat(name: &str) -> Option<Stat> {
    Some(match name {
        "50%" => Stat::Median,
        "90%" => Stat::P90,
        "95%" => Stat::P95,
        "99%" => Stat::P99,
        _ => return None,
    })
}

/// Reads the table. What has no place in the model is kept by percentile and column.
pub(super) fn read(grid: &Grid, measurement: &mut Measurement, diagnostics: &mut Vec<Diagnostic>) {
    let mut others = Extra::new();
    let mut absent: Vec<&str> = Vec::new();
    let is_failed = measurement.status == Status::Failed;
    for (line, cells) in &grid.rows {
        let mut rest = Extra::new();
        for (name, text) in grid.head.iter().zip(cells).skip(1) {
            let key = stat(&cells[0]).zip(quantity(name)).filter(|_| !is_failed);
            let outcome = key.map(|(stat, (metric, unit))| {
                let key = MetricKey::stat(metric, stat);
                set(measurement, key, unit, (name, *line), text, diagnostics)
            });
            if outcome == Some(Outcome::Absent) && !absent.contains(&name.as_str()) {
                absent.push(name);
            }
            if outcome != Some(Outcome::Set) {
                rest.insert(name.clone(), json(text));
            }
        }
        others.insert(cells[0].clone(), rest.into());
    }
    others.retain(|_, rest| rest.as_object().is_some_and(|rest| !rest.is_empty()));
    if !others.is_empty() {
        let others = Value::Object(others);
        measurement.extra.insert("percentiles".to_owned(), others);
    }
    for stat in ["50%", "90%", "99%"] {
        if !grid.rows.iter().any(|(_, cells)| cells[0] == stat) {
            let message = format!("the percentiles have no row {stat}");
            diagnostics.push(Diagnostic::new(Level::Note, "missing_field", message));
        }
    }
    if let Some((line, _)) = grid.rows.first()
        && !absent.is_empty()
    {
        let message = format!("nothing was measured in some rows of {}", absent.join(", "));
        diagnostics
            .push(Diagnostic::new(Level::Note, "not_measured", message).at_line(*line, 1, 1));
    }
}
