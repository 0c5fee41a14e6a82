//! Latencies with all of their statistics.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Measurement, Metric, MetricKey, Stat};

use super::spread::{self, Spread};
use super::text::{self, Figure};

/// A table of statistics: one for the latencies of a single measurement, or one for each
/// latency of several.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Statistics {
    heading: String,
    /// What the row heads are.
    head: String,
    columns: Vec<&'static str>,
    rows: Vec<(String, Vec<Option<Figure>>)>,
}

/// The order of the columns.
const COLUMNS: [Stat; 8] = [
    Stat::Mean,
    Stat::Median,
    Stat::P90,
    Stat::P95,
    Stat::P99,
    Stat::Min,
    Stat::Max,
    Stat::Std,
];

const LATENCIES: [Metric; 5] = [
    Metric::TtftMs,
    Metric::TpotMs,
    Metric::ItlMs,
    Metric::E2eLatencyMs,
    Metric::PerRequestOutputTps,
];

/// Most measurements for which every statistic is listed again.
const MAX_MEASUREMENTS: usize = 24;

/// The tables that have more to say than one statistic.
pub(super) fn statistics(measurements: &[&Measurement]) -> Vec<Statistics> {
    let measured: Vec<&Measurement> = measurements
        .iter()
        .copied()
        .filter(|one| text::is_measured(one))
        .collect();
    let tables = match measured[..] {
        [] => Vec::new(),
        [one] => vec![of_one(one)],
        _ if measured.len() > MAX_MEASUREMENTS => Vec::new(),
        _ => LATENCIES
            .into_iter()
            .map(|metric| of_several(&measured, metric))
            .collect(),
    };
    tables
        .into_iter()
        .filter(|table| table.columns.len() > 1)
        .collect()
}

fn of_one(one: &Measurement) -> Statistics {
    let rows = LATENCIES.into_iter().map(|metric| {
        let unit = metric.unit().symbol();
        (
            format!("{}, {unit}", display::metric_name(metric)),
            one,
            metric,
        )
    });
    table("Latencies", String::new(), rows.collect())
}

fn of_several(measurements: &[&Measurement], metric: Metric) -> Statistics {
    let varying = Spread::of(measurements).varying;
    let names: Vec<&str> = varying
        .iter()
        .map(|&axis| display::axis_name(axis))
        .collect();
    let rows = measurements.iter().enumerate().map(|(index, &one)| {
        let place: Vec<String> = varying
            .iter()
            .map(|&axis| spread::label(one, axis))
            .collect();
        // Repetitions of one point differ in nothing but their order.
        let name = match place.is_empty() {
            true => (index + 1).to_string(),
            false => place.join(" / "),
        };
        (name, one, metric)
    });
    let heading = format!(
        "{}, {}",
        display::metric_name(metric),
        metric.unit().symbol()
    );
    table(&heading, names.join(" / "), rows.collect())
}

/// The rows and columns that hold anything.
fn table(heading: &str, head: String, rows: Vec<(String, &Measurement, Metric)>) -> Statistics {
    let figure = |one: &Measurement, metric: Metric, stat: Stat| {
        text::figure(one, MetricKey::stat(metric, stat))
    };
    let has = |stat: &Stat| {
        rows.iter()
            .any(|(_, one, metric)| figure(one, *metric, *stat).is_some())
    };
    let stats: Vec<Stat> = COLUMNS.into_iter().filter(has).collect();
    let filled = rows.iter().map(|(name, one, metric)| {
        let figures = stats.iter().map(|&stat| figure(one, *metric, stat));
        (name.clone(), figures.collect::<Vec<_>>())
    });
    Statistics {
        heading: heading.to_owned(),
        head,
        rows: filled
            .filter(|(_, figures)| figures.iter().any(Option::is_some))
            .collect(),
        columns: stats.into_iter().map(display::stat_name).collect(),
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Distribution, Family, Status};

    use super::*;

    fn serve(concurrency: u64) -> Measurement {
        let axes = Axes {
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Serve, axes);
        one.status = Status::Valid;
        one.metrics.ttft_ms = Some(Distribution {
            mean: Some(52.0),
            p99: Some(120.0),
            ..Distribution::default()
        });
        one.metrics.tpot_ms = Some(Distribution::of_median(9.0));
        one
    }

    #[test]
    fn one_measurement_has_a_row_for_each_latency() {
        let tables = statistics(&[&serve(1)]);
        assert_eq!(tables.len(), 1);
        assert_eq!(tables[0].columns, ["mean", "median", "p99"]);
        let names: Vec<&str> = tables[0]
            .rows
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["TTFT, ms", "TPOT, ms"]);
        assert_eq!(tables[0].rows[1].1[0], None);
    }

    #[test]
    fn several_measurements_have_a_table_for_each_latency_with_statistics() {
        let tables = statistics(&[&serve(1), &serve(2)]);
        assert_eq!(tables.len(), 1, "TPOT has its median only");
        assert_eq!(tables[0].heading, "TTFT, ms");
        assert_eq!(tables[0].rows[1].0, "2");
    }
}
