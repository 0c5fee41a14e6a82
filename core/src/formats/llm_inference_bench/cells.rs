//! One cell of `results[]` or `burst_results[]` as a measurement.
//!
//! `results[]` holds sustained decode: a fixed number of requests kept running
//! for a fixed time. `burst_results[]`, and `results[]` of a run whose
//! `benchmark_mode` is not `duration`, hold a finite burst of requests measured
//! from admission to completion; that is a closed-loop serving test, so those
//! cells are of the family [`Family::Serve`].

use serde_json::Value;

use super::fields::Fields;
use super::shape;
use super::status::{self, Sentinels};
use crate::formats::reading::ms_from_s;
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Distribution, Extra, Family, Measurement, Metrics, Status};

/// The value of `benchmark_mode` and `decode_mode` for sustained decode.
const SUSTAINED: &str = "duration";

/// How far the output tokens over the wall time may be from the rate for the wall
/// time to be what the rate was computed over.
const SAME_RATE: f64 = 1e-3;

/// What is known of a file when its cells are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer {
    /// Key of the list, `results` or `burst_results`.
    pub(super) key: &'static str,
    /// Family of a cell that does not name its mode.
    pub(super) family: Family,
    pub(super) sentinels: Sentinels,
}

impl Layer {
    /// The sustained layer of a file whose metadata names `decode_mode`.
    pub(super) fn main(decode_mode: Option<&str>, sentinels: Sentinels) -> Self {
        Self {
            key: "results",
            family: family_of(decode_mode).unwrap_or(Family::Decode),
            sentinels,
        }
    }

    pub(super) fn burst(sentinels: Sentinels) -> Self {
        Self {
            key: "burst_results",
            family: Family::Serve,
            sentinels,
        }
    }
}

fn family_of(mode: Option<&str>) -> Option<Family> {
    Some(if mode? == SUSTAINED {
        Family::Decode
    } else {
        Family::Serve
    })
}

/// The measurements of a list of cells. Elements that are no objects are
/// reported and given back.
pub(super) fn read_all(
    cells: Vec<Value>,
    layer: Layer,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Measurement>, Vec<Value>) {
    let accept = AcceptRate::of(&cells, layer.key, diagnostics);
    let mut measurements = Vec::with_capacity(cells.len());
    let mut unread = Vec::new();
    for (index, cell) in cells.into_iter().enumerate() {
        let path = format!("$.{}[{index}]", layer.key);
        match cell {
            Value::Object(object) => {
                shape::check(&object, &path, shape::of_cell, diagnostics);
                report_missing(&object, &path, diagnostics);
                measurements.push(read(object, layer, accept));
            }
            other => {
                diagnostics.push(shape::unexpected(&path, &other, "an object"));
                unread.push(other);
            }
        }
    }
    (measurements, unread)
}

fn report_missing(cell: &Extra, path: &str, diagnostics: &mut Vec<Diagnostic>) {
    for key in ["context_tokens", "concurrency", "aggregate_tps"] {
        if !cell.contains_key(key) {
            let message = format!("the cell has no field {key}");
            diagnostics
                .push(Diagnostic::new(Level::Warning, "missing_field", message).at_path(path));
        }
    }
}

fn read(cell: Extra, layer: Layer, accept: AcceptRate) -> Measurement {
    let mut cell = Fields::new(cell);
    let axes = Axes {
        context_tokens: cell.take_count("context_tokens"),
        concurrency: cell.take_count("concurrency"),
        ..Axes::default()
    };
    let family = family_of(cell.text("benchmark_mode")).unwrap_or(layer.family);
    let outcome = status::of(&cell, axes.concurrency, layer.sentinels);
    let mut measurement = Measurement::new(family, axes);
    // What a failed or looping cell measured is not a result. Its numbers stay in
    // `extra`; only the errors are counted.
    measurement.metrics = match outcome.status {
        Status::Valid | Status::Queued | Status::Unknown => metrics(&mut cell, accept),
        Status::Failed | Status::OverCapacity | Status::Skipped => Metrics {
            failed_requests: cell.take_count("num_errors"),
            ..Metrics::default()
        },
    };
    measurement.status = outcome.status;
    measurement.source_status = outcome.source_status;
    measurement.caveats = outcome.caveats;
    measurement.extra = cell.into_extra();
    measurement
}

fn metrics(cell: &mut Fields, accept: AcceptRate) -> Metrics {
    let duration_s = cell
        .take_positive("measurement_seconds")
        .or_else(|| wall_time(cell));
    let per_user = distribution(cell, "output_tps_per_user", |tps| tps);
    Metrics {
        per_request_output_tps: per_user.or_else(|| {
            let mean = Some(cell.take_positive("per_request_avg_tps")?);
            Some(Distribution {
                mean,
                ..Distribution::default()
            })
        }),
        output_tps: cell.take_positive("aggregate_tps"),
        ttft_ms: distribution(cell, "ttft", ms_from_s),
        itl_ms: distribution(cell, "inter_token_latency", ms_from_s),
        e2e_latency_ms: distribution(cell, "request_latency", ms_from_s),
        active_requests: cell.take_number("avg_running_reqs"),
        queued_requests: cell.take_number("avg_queue_reqs"),
        completed_requests: cell.take_count("completed_request_count"),
        failed_requests: cell.take_count("num_errors"),
        output_tokens: cell
            .take_positive_count("client_output_tokens")
            .or_else(|| cell.take_positive_count("total_tokens")),
        duration_s,
        draft_acceptance_rate: accept.take(cell),
        ..Metrics::default()
    }
}

/// The wall time, where the rate was computed over it.
///
/// `wall_time` includes the warm-up and, in some versions, the drain, so it is
/// not the duration in general. Versions without `measurement_seconds` differ:
/// some divide by it, some do not. Where the division gives the printed rate it
/// is the duration; elsewhere the duration is not known. The field itself stays
/// in `extra` either way.
fn wall_time(cell: &Fields) -> Option<f64> {
    let seconds = cell.number("wall_time").filter(|&seconds| seconds > 0.0)?;
    let rate = cell.number("aggregate_tps")?;
    let divided = cell.number("total_tokens")? / seconds;
    ((divided - rate).abs() <= SAME_RATE * rate).then_some(seconds)
}

/// The statistics `NAME_avg`, `NAME_p50`, `NAME_p90` and `NAME_p99`; 0.0 means
/// that there was nothing to measure.
fn distribution(cell: &mut Fields, name: &str, unit: fn(f64) -> f64) -> Option<Distribution> {
    let mut take = |statistic| cell.take_positive(&format!("{name}_{statistic}")).map(unit);
    let distribution = Distribution {
        mean: take("avg"),
        median: take("p50"),
        p90: take("p90"),
        p99: take("p99"),
        ..Distribution::default()
    };
    (distribution != Distribution::default()).then_some(distribution)
}

/// How `server_spec_accept_rate` is to be read in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AcceptRate {
    Share,
    /// Early versions wrote the engine's counter of accepted tokens there.
    Counter,
}

impl AcceptRate {
    /// A value above 1 tells a counter, and then every value of the file is one.
    fn of(cells: &[Value], key: &str, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let rate = |cell: &Value| cell.get("server_spec_accept_rate").and_then(Value::as_f64);
        let first = cells
            .iter()
            .enumerate()
            .find_map(|(index, cell)| Some((index, rate(cell).filter(|&rate| rate > 1.0)?)));
        let Some((index, value)) = first else {
            return Self::Share;
        };
        let message = format!(
            "expected a share from 0 to 1, found {value}: a counter of accepted tokens, so no draft acceptance rate is known for this file"
        );
        diagnostics.push(
            Diagnostic::new(Level::Note, "accept_rate_is_a_counter", message)
                .at_path(format!("$.{key}[{index}].server_spec_accept_rate")),
        );
        Self::Counter
    }

    /// The share of accepted tokens. A 0 counts where tokens were drafted; without
    /// speculative decoding it means nothing.
    fn take(self, cell: &mut Fields) -> Option<f64> {
        if self == Self::Counter {
            return None;
        }
        let drafted = ["server_spec_drafts", "server_spec_draft_tokens"]
            .into_iter()
            .any(|key| cell.number(key).is_some_and(|drafts| drafts > 0.0));
        if drafted {
            cell.take_number("server_spec_accept_rate")
        } else {
            cell.take_positive("server_spec_accept_rate")
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(cell: Value) -> (Measurement, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let layer = Layer::main(None, Sentinels::default());
        let (mut measurements, _) = read_all(vec![cell], layer, &mut diagnostics);
        (measurements.remove(0), diagnostics)
    }

    #[test]
    fn seconds_become_milliseconds_without_noise() {
        let (cell, _) =
            one(json!({"aggregate_tps": 1.0, "ttft_p50": 0.007, "inter_token_latency_avg": 1.1}));
        assert_eq!(cell.metrics.ttft_ms.unwrap().median, Some(7.0));
        assert_eq!(cell.metrics.itl_ms.unwrap().mean, Some(1100.0));
    }

    #[test]
    fn a_latency_of_zero_was_not_measured() {
        let (cell, _) = one(
            json!({"aggregate_tps": 1.0, "request_latency_avg": 0.0, "request_latency_p50": 0.0}),
        );
        assert_eq!(cell.metrics.e2e_latency_ms, None);
        assert_eq!(cell.extra["request_latency_avg"], json!(0.0));
    }

    #[test]
    fn the_rate_per_user_is_preferred_and_the_average_is_a_mean() {
        let both = json!({"aggregate_tps": 8.0, "per_request_avg_tps": 4.0, "output_tps_per_user_p50": 5.0});
        let (cell, _) = one(both);
        assert_eq!(
            cell.metrics.per_request_output_tps,
            Some(Distribution::of_median(5.0))
        );
        assert_eq!(cell.extra["per_request_avg_tps"], json!(4.0));
        let (old, _) = one(json!({"aggregate_tps": 8.0, "per_request_avg_tps": 4.0}));
        assert_eq!(old.metrics.per_request_output_tps.unwrap().mean, Some(4.0));
        assert_eq!(old.metrics.per_request_output_tps.unwrap().median, None);
    }

    #[test]
    fn the_wall_time_is_the_duration_only_where_the_rate_says_so() {
        let divided = json!({"aggregate_tps": 50.0, "total_tokens": 1500, "wall_time": 30.001});
        assert_eq!(one(divided).0.metrics.duration_s, Some(30.001));
        let with_warm_up = json!({"aggregate_tps": 50.0, "total_tokens": 1500, "wall_time": 35.5});
        let (cell, _) = one(with_warm_up);
        assert_eq!(cell.metrics.duration_s, None);
        assert_eq!(cell.extra["wall_time"], json!(35.5));
        let measured = json!({"aggregate_tps": 50.0, "total_tokens": 1500, "wall_time": 30.0, "measurement_seconds": 29.5});
        assert_eq!(one(measured).0.metrics.duration_s, Some(29.5));
    }

    #[test]
    fn a_counter_in_place_of_the_accept_rate_is_said_once_and_never_a_rate() {
        let cells = vec![
            json!({"context_tokens": 0, "concurrency": 1, "aggregate_tps": 9.0, "server_spec_accept_rate": 0.5}),
            json!({"context_tokens": 0, "concurrency": 2, "aggregate_tps": 9.0, "server_spec_accept_rate": 2001.0}),
            json!({"context_tokens": 0, "concurrency": 4, "aggregate_tps": 9.0, "server_spec_accept_rate": 5565.0}),
        ];
        let mut diagnostics = Vec::new();
        let layer = Layer::main(None, Sentinels::default());
        let (cells, _) = read_all(cells, layer, &mut diagnostics);
        assert!(
            cells
                .iter()
                .all(|cell| cell.metrics.draft_acceptance_rate.is_none())
        );
        assert_eq!(cells[1].extra["server_spec_accept_rate"], json!(2001.0));
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn an_accept_rate_of_zero_counts_only_where_tokens_were_drafted() {
        let without = json!({"aggregate_tps": 9.0, "server_spec_accept_rate": 0.0});
        assert_eq!(one(without).0.metrics.draft_acceptance_rate, None);
        let with =
            json!({"aggregate_tps": 9.0, "server_spec_accept_rate": 0.0, "server_spec_drafts": 12});
        assert_eq!(one(with).0.metrics.draft_acceptance_rate, Some(0.0));
    }

    #[test]
    fn a_failed_cell_keeps_its_numbers_out_of_the_metrics() {
        let (cell, _) = one(
            json!({"aggregate_tps": 0.0, "ttft_p50": 0.24, "total_tokens": 2856, "num_errors": 3}),
        );
        assert_eq!(
            cell.metrics,
            Metrics {
                failed_requests: Some(3),
                ..Metrics::default()
            }
        );
        assert_eq!(cell.extra["ttft_p50"], json!(0.24));
        assert_eq!(cell.extra["aggregate_tps"], json!(0.0));
    }

    #[test]
    fn a_burst_of_requests_is_a_serving_test() {
        let (cell, _) = one(json!({"aggregate_tps": 9.0, "benchmark_mode": "request-count"}));
        assert_eq!(cell.family, Family::Serve);
        assert_eq!(
            Layer::main(Some("request-count"), Sentinels::default()).family,
            Family::Serve
        );
        assert_eq!(
            Layer::main(Some("duration"), Sentinels::default()).family,
            Family::Decode
        );
    }
}
