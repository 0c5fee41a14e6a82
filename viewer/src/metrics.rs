//! The metrics a reader can switch between.

use speedsheet_core::display;
use speedsheet_core::model::{Family, Measurement, Metric, MetricKey, Unit};
use speedsheet_core::query::plotted_value;

/// The metrics that have a button of their own, with the word on it.
const COMMON: [(Metric, &str); 4] = [
    (Metric::OutputTps, "Output"),
    (Metric::PerRequestOutputTps, "Per request"),
    (Metric::TtftMs, "TTFT"),
    (Metric::ItlMs, "Between tokens"),
];

/// The metrics of one family, most asked for first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// Those with a button, and the word on it.
    pub common: Vec<(MetricKey, &'static str)>,
    /// All others.
    pub more: Vec<MetricKey>,
}

impl Choices {
    /// The metrics of which at least one measurement of the family has a value to draw.
    pub fn of(measurements: &[Measurement], family: Family) -> Self {
        let mut more: Vec<MetricKey> = MetricKey::all()
            .filter(|&key| {
                let mut family = measurements.iter().filter(|one| one.family == family);
                family.any(|one| plotted_value(one, key).is_some())
            })
            .collect();
        let mut common = Vec::new();
        for (metric, word) in COMMON {
            // The first key of a metric has its preferred statistic.
            if let Some(at) = more.iter().position(|key| key.metric == metric) {
                common.push((more.remove(at), word));
            }
        }
        Self { common, more }
    }

    /// The metric asked for where there is one, else the default one. `None` where the
    /// family has no value at all.
    pub fn pick(&self, asked: Option<MetricKey>) -> Option<MetricKey> {
        let has = |key: &MetricKey| {
            self.more.contains(key) || self.common.iter().any(|(known, _)| known == key)
        };
        let first = self.common.first().map(|&(key, _)| key);
        asked.filter(has).or(first).or(self.more.first().copied())
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
    use speedsheet_core::model::{Axes, Distribution, Status};

    fn decode(status: Status) -> Measurement {
        let mut one = Measurement::new(Family::Decode, Axes::default());
        one.status = status;
        one.metrics.output_tps = Some(1.0);
        one.metrics.completed_requests = Some(1);
        one.metrics.ttft_ms = Some(Distribution {
            mean: Some(2.0),
            p99: Some(3.0),
            ..Distribution::default()
        });
        one
    }

    #[test]
    fn every_metric_present_is_offered_once() {
        let choices = Choices::of(&[decode(Status::Valid)], Family::Decode);
        let common: Vec<String> = choices.common.iter().map(|(key, _)| key.to_string()).collect();
        let more: Vec<String> = choices.more.iter().map(MetricKey::to_string).collect();
        assert_eq!(common, ["output_tps", "ttft_ms.mean"]);
        assert_eq!(more, ["ttft_ms.p99", "completed_requests"]);
    }

    #[test]
    fn a_metric_that_is_not_there_gives_way_to_the_default() {
        let choices = Choices::of(&[decode(Status::Valid)], Family::Decode);
        let asked = |text: &str| choices.pick(MetricKey::parse(text)).unwrap().to_string();
        assert_eq!(asked("ttft_ms.p99"), "ttft_ms.p99");
        assert_eq!(asked("ttft_ms.median"), "output_tps");
        assert_eq!(Choices::default().pick(None), None);
    }

    #[test]
    fn failed_cells_and_other_families_offer_nothing() {
        assert_eq!(Choices::of(&[decode(Status::Failed)], Family::Decode), Choices::default());
        assert_eq!(Choices::of(&[decode(Status::Valid)], Family::Serve), Choices::default());
    }

    #[test]
    fn the_caption_names_statistic_unit_and_direction() {
        let caption = |text: &str| caption(MetricKey::parse(text).unwrap());
        assert_eq!(caption("ttft_ms.median"), "TTFT, median · ms · lower is better");
        assert_eq!(caption("output_tps"), "Output, all requests · tok/s · higher is better");
        assert_eq!(caption("completed_requests"), "Completed requests");
    }
}
