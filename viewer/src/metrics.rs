//! The metrics a reader can switch between.

use speedsheet_core::display;
use speedsheet_core::model::{Measurement, Metric, MetricKey, Unit};
use speedsheet_core::query::{LEADING_METRICS, Layout, plotted_value};

/// The metrics of one matrix with their statistics, in glossary order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    keys: Vec<MetricKey>,
}

impl Choices {
    /// The metrics of which at least one measurement of the matrix has a value to draw.
    pub fn of(measurements: &[Measurement], layout: &Layout) -> Self {
        let keys = MetricKey::all().filter(|&key| {
            let mut held = measurements.iter().filter(|one| layout.holds(one));
            held.any(|one| plotted_value(one, key).is_some())
        });
        Self {
            keys: keys.collect(),
        }
    }

    /// The metrics that have a button of their own, with the word on it.
    pub fn leading(&self) -> impl Iterator<Item = (Metric, &'static str)> {
        let metrics = LEADING_METRICS.into_iter();
        metrics
            .filter(|&metric| self.first(metric).is_some())
            .map(|metric| (metric, word(metric)))
    }

    /// Every metric, those with a button first.
    pub fn metrics(&self) -> Vec<Metric> {
        let mut metrics: Vec<Metric> = self.leading().map(|(metric, _)| metric).collect();
        for key in &self.keys {
            if !metrics.contains(&key.metric) {
                metrics.push(key.metric);
            }
        }
        metrics
    }

    /// The statistics of a metric, the preferred one first.
    pub fn statistics(&self, metric: Metric) -> impl Iterator<Item = MetricKey> {
        let keys = self.keys.iter().copied();
        keys.filter(move |key| key.metric == metric)
    }

    /// The key of a metric with its preferred statistic.
    pub fn first(&self, metric: Metric) -> Option<MetricKey> {
        self.statistics(metric).next()
    }

    /// The key after a switch to another metric: with the statistic shown before, where
    /// that metric has it.
    pub fn switched(&self, metric: Metric, before: MetricKey) -> Option<MetricKey> {
        let same = self.statistics(metric).find(|key| key.stat == before.stat);
        same.or(self.first(metric))
    }

    /// The metric asked for where there is one, else the default one. `None` where the
    /// matrix has no value at all.
    pub fn pick(&self, asked: Option<MetricKey>) -> Option<MetricKey> {
        let default = || self.first(*self.metrics().first()?);
        asked.filter(|key| self.keys.contains(key)).or_else(default)
    }
}

/// The word on the button of a metric.
fn word(metric: Metric) -> &'static str {
    match metric {
        Metric::OutputTps => "Output",
        Metric::PromptTps => "Prefill",
        Metric::TotalTps => "Total",
        Metric::PerRequestOutputTps => "Per request",
        Metric::RequestThroughputRps => "Requests",
        Metric::ItlMs => "Between tokens",
        other => display::metric_name(other),
    }
}

/// The name of a metric with its statistic: `TTFT, median`.
pub fn full_name(key: MetricKey) -> String {
    let name = display::metric_name(key.metric);
    match key.stat {
        Some(stat) => format!("{name}, {}", display::stat_name(stat)),
        None => name.to_owned(),
    }
}

/// What a metric is measured in and which way it improves:
/// `TTFT, median · ms · lower is better`.
pub fn caption(key: MetricKey) -> String {
    let mut text = full_name(key);
    let unit = match key.metric.unit() {
        // Their names say so.
        Unit::Requests | Unit::Tokens => "",
        unit => unit.symbol(),
    };
    for part in [unit, display::direction_phrase(key.metric.direction())] {
        if !part.is_empty() {
            text.push_str(" · ");
            text.push_str(part);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use speedsheet_core::model::{Axes, Distribution, Family, Status};

    fn decode(status: Status) -> Measurement {
        let axes = Axes {
            context_tokens: Some(0),
            concurrency: Some(1),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Decode, axes);
        one.status = status;
        one.metrics.output_tps = Some(1.0);
        one.metrics.completed_requests = Some(1);
        one.metrics.ttft_ms = Some(Distribution {
            mean: Some(2.0),
            p99: Some(3.0),
            ..Distribution::default()
        });
        one.metrics.e2e_latency_ms = Some(Distribution {
            mean: Some(2.0),
            max: Some(9.0),
            ..Distribution::default()
        });
        one
    }

    fn choices(status: Status) -> Choices {
        let measurements = [decode(status)];
        let layout = Layout::of(&measurements, Family::Decode).unwrap();
        Choices::of(&measurements, &layout)
    }

    #[test]
    fn every_metric_present_is_offered_once_with_its_statistics() {
        let choices = choices(Status::Valid);
        let words: Vec<&str> = choices.leading().map(|(_, word)| word).collect();
        assert_eq!(words, ["Output", "TTFT"]);
        let metrics: Vec<&str> = choices.metrics().into_iter().map(Metric::key).collect();
        let expected = [
            "output_tps",
            "ttft_ms",
            "e2e_latency_ms",
            "completed_requests",
        ];
        assert_eq!(metrics, expected);
        let statistics = choices.statistics(Metric::TtftMs);
        let statistics: Vec<String> = statistics.map(|key| key.to_string()).collect();
        assert_eq!(statistics, ["ttft_ms.mean", "ttft_ms.p99"]);
    }

    #[test]
    fn a_switch_of_the_metric_keeps_the_statistic_where_it_can() {
        let choices = choices(Status::Valid);
        let switched = |metric, before: &str| {
            let before = MetricKey::parse(before).unwrap();
            choices.switched(metric, before).unwrap().to_string()
        };
        assert_eq!(
            switched(Metric::E2eLatencyMs, "ttft_ms.mean"),
            "e2e_latency_ms.mean"
        );
        assert_eq!(
            switched(Metric::E2eLatencyMs, "ttft_ms.p99"),
            "e2e_latency_ms.mean"
        );
        assert_eq!(switched(Metric::OutputTps, "ttft_ms.p99"), "output_tps");
    }

    #[test]
    fn a_metric_that_is_not_there_gives_way_to_the_default() {
        let choices = choices(Status::Valid);
        let asked = |text: &str| choices.pick(MetricKey::parse(text)).unwrap().to_string();
        assert_eq!(asked("ttft_ms.p99"), "ttft_ms.p99");
        assert_eq!(asked("ttft_ms.median"), "output_tps");
        assert_eq!(Choices::default().pick(None), None);
    }

    #[test]
    fn failed_cells_offer_nothing() {
        assert_eq!(choices(Status::Failed), Choices::default());
    }

    #[test]
    fn the_caption_names_statistic_unit_and_direction() {
        let caption = |text: &str| caption(MetricKey::parse(text).unwrap());
        assert_eq!(
            caption("ttft_ms.median"),
            "TTFT, median · ms · lower is better"
        );
        assert_eq!(
            caption("output_tps"),
            "Output, all requests · tok/s · higher is better"
        );
        assert_eq!(caption("completed_requests"), "Completed requests");
    }
}
