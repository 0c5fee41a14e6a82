//! Figures of a measurement that cannot all be right.
//!
//! Run on every run of every format, after its parser. No value is changed: a finding names
//! the figures, and the reader decides. Rounding explains no finding: a printed value is
//! compared as the range it stands for, and rates may differ by [`TOLERANCE`] from what
//! counts and time give, because tools count the ends of a test differently.

use super::{Diagnostic, Level};
use crate::display::trimmed;
use crate::model::{Axis, Family, Measurement, Metric, MetricKey, Run, Stat};

/// How far a rate may be from its count over the duration.
const TOLERANCE: f64 = 0.02;

/// Room for the last digits of binary fractions.
const NOISE: f64 = 1e-9;

/// Findings named one by one for each input.
const NAMED: usize = 20;

/// Statistics in the order of their values; mean and deviation stand outside.
const ORDER: [Stat; 6] = [
    Stat::Min,
    Stat::Median,
    Stat::P90,
    Stat::P95,
    Stat::P99,
    Stat::Max,
];

/// The findings about all runs of an input.
pub(super) fn check(runs: &[Run]) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for run in runs {
        for (index, one) in run.measurements.iter().enumerate() {
            let place = place(run, index, one);
            said.extend(of(one).into_iter().map(|what| format!("{place}{what}")));
        }
    }
    let more = said.len().saturating_sub(NAMED);
    said.truncate(NAMED);
    if more > 0 {
        said.push(format!("{more} more findings of this kind"));
    }
    said.into_iter()
        .map(|message| Diagnostic::new(Level::Warning, "implausible", message))
        .collect()
}

/// Which measurement it is: its family and axes, with the model where it says more.
fn place(run: &Run, index: usize, one: &Measurement) -> String {
    let mut place = String::new();
    if let Some(model) = run.model.name.as_ref().or(run.model.served_name.as_ref()) {
        place.push_str(&format!("{model}, "));
    }
    place.push_str(&format!("{} measurement {}", one.family.key(), index + 1));
    let axes: Vec<String> = Axis::ALL
        .into_iter()
        .filter_map(|axis| Some(format!("{} {}", axis.key(), axis.of(&one.axes)?)))
        .collect();
    if !axes.is_empty() {
        place.push_str(&format!(" ({})", axes.join(", ")));
    }
    place.push_str(": ");
    place
}

/// What is odd about one measurement.
fn of(one: &Measurement) -> Vec<String> {
    let mut odd = Vec::new();
    no_numbers(one, &mut odd);
    for metric in Metric::ALL
        .into_iter()
        .filter(|metric| metric.is_distribution())
    {
        out_of_order(one, metric, &mut odd);
    }
    rates(one, &mut odd);
    odd
}

/// Negative and infinite values.
fn no_numbers(one: &Measurement, odd: &mut Vec<String>) {
    let is_odd = |value: f64| !value.is_finite() || value < 0.0;
    for key in MetricKey::all() {
        if let Some(value) = one.value(key).filter(|value| is_odd(*value)) {
            odd.push(format!("{key} is {value}"));
        }
    }
    for (key, value) in one.deviation.iter().filter(|(_, value)| is_odd(**value)) {
        odd.push(format!("the deviation of {key} is {value}"));
    }
    if let Some(rate) = one.axes.request_rate.filter(|rate| is_odd(*rate)) {
        odd.push(format!("request_rate is {rate}"));
    }
    let Some(requests) = &one.requests else {
        return;
    };
    for (name, values) in [
        ("start_s", &requests.start_s),
        ("ttft_ms", &requests.ttft_ms),
        ("itl_mean_ms", &requests.itl_mean_ms),
        ("itl_max_ms", &requests.itl_max_ms),
        ("e2e_latency_ms", &requests.e2e_latency_ms),
    ] {
        let count = values
            .iter()
            .flatten()
            .filter(|value| is_odd(**value))
            .count();
        if count > 0 {
            odd.push(format!(
                "{name} of {count} requests is negative or no number"
            ));
        }
    }
}

/// Percentiles that fall where they should rise, and a mean outside the extremes.
fn out_of_order(one: &Measurement, metric: Metric, odd: &mut Vec<String>) {
    let known = |stat: Stat| {
        let key = MetricKey::stat(metric, stat);
        Some((key, Range::of(one, key)?))
    };
    let ordered: Vec<_> = ORDER.into_iter().filter_map(known).collect();
    for pair in ordered.windows(2) {
        let [(lower, low), (upper, high)] = pair else {
            continue;
        };
        if low.is_above(high) {
            odd.push(format!(
                "{lower} {} is above {upper} {}",
                low.value, high.value
            ));
        }
    }
    let Some((key, mean)) = known(Stat::Mean) else {
        return;
    };
    if let Some((_, min)) = known(Stat::Min)
        && min.is_above(&mean)
    {
        odd.push(format!(
            "{key} {} is below the smallest {}",
            mean.value, min.value
        ));
    }
    if let Some((_, max)) = known(Stat::Max)
        && mean.is_above(&max)
    {
        odd.push(format!(
            "{key} {} is above the largest {}",
            mean.value, max.value
        ));
    }
}

/// Rates that are not what the counts and the duration give.
fn rates(one: &Measurement, odd: &mut Vec<String>) {
    let range = |metric: Metric| Range::of(one, MetricKey::single(metric));
    let Some(duration) = range(Metric::DurationS).filter(|duration| duration.low > 0.0) else {
        return;
    };
    let mut compare = |metric: Metric, count: Option<Range>, of: &str| {
        let (Some(rate), Some(count)) = (range(metric), count) else {
            return;
        };
        let expected = Range {
            value: count.value / duration.value,
            low: count.low / duration.high,
            high: count.high / duration.low,
        };
        let is_off = rate.low > expected.high * (1.0 + TOLERANCE)
            || rate.high < expected.low * (1.0 - TOLERANCE);
        if is_off {
            odd.push(format!(
                "{} is {}, but {of} over {} s come to {}",
                metric.key(),
                trimmed(rate.value, 3),
                trimmed(duration.value, 3),
                trimmed(expected.value, 3)
            ));
        }
    };
    let (input, output) = (range(Metric::InputTokens), range(Metric::OutputTokens));
    compare(Metric::OutputTps, output, "output_tokens");
    // The prompt tokens of a prefill measurement are those of one request.
    if one.family != Family::Prefill {
        let total = input.zip(output).map(|(input, output)| Range {
            value: input.value + output.value,
            low: input.low + output.low,
            high: input.high + output.high,
        });
        compare(Metric::TotalTps, total, "input_tokens and output_tokens");
    }
    compare(
        Metric::RequestThroughputRps,
        range(Metric::CompletedRequests),
        "completed_requests",
    );
}

/// A value and what it stands for.
#[derive(Debug, Clone, Copy)]
struct Range {
    value: f64,
    low: f64,
    high: f64,
}

impl Range {
    /// The value of a metric as the range it was printed for. A derived estimate lies in that
    /// range or is as good as it; then the range covers both.
    fn of(one: &Measurement, key: MetricKey) -> Option<Self> {
        let value = one.value(key).filter(|value| value.is_finite())?;
        let precision = one.precision_of(key);
        let low = precision
            .and_then(|precision| precision.low)
            .unwrap_or(value);
        let high = precision
            .and_then(|precision| precision.high)
            .unwrap_or(value);
        Some(Self {
            value,
            low: low.min(value),
            high: high.max(value),
        })
    }

    /// True where no value of this range is as small as one of the other.
    fn is_above(&self, other: &Self) -> bool {
        self.low > other.high + NOISE * other.high.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Distribution, Precision, Requests};

    fn measurement(change: impl FnOnce(&mut Measurement)) -> Vec<String> {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        one.metrics.duration_s = Some(10.0);
        one.metrics.output_tokens = Some(1000);
        one.metrics.input_tokens = Some(500);
        one.metrics.completed_requests = Some(20);
        one.metrics.output_tps = Some(100.0);
        one.metrics.total_tps = Some(150.0);
        one.metrics.request_throughput_rps = Some(2.0);
        one.metrics.ttft_ms = Some(Distribution {
            mean: Some(20.0),
            median: Some(18.0),
            p90: Some(30.0),
            p99: Some(50.0),
            min: Some(10.0),
            max: Some(50.0),
            ..Distribution::default()
        });
        change(&mut one);
        of(&one)
    }

    #[test]
    fn figures_that_agree_are_not_mentioned() {
        assert_eq!(measurement(|_| {}), Vec::<String>::new());
        assert!(measurement(|one| one.metrics.output_tps = Some(101.9)).is_empty());
    }

    #[test]
    fn percentiles_rise_and_the_mean_lies_between_the_extremes() {
        let ttft = |change: fn(&mut Distribution)| {
            measurement(|one| change(one.metrics.ttft_ms.as_mut().unwrap()))
        };
        assert_eq!(
            ttft(|ttft| ttft.p90 = Some(60.0)),
            ["ttft_ms.p90 60 is above ttft_ms.p99 50"]
        );
        assert_eq!(
            ttft(|ttft| ttft.mean = Some(9.0)),
            ["ttft_ms.mean 9 is below the smallest 10"]
        );
        assert_eq!(
            ttft(|ttft| ttft.mean = Some(51.0)),
            ["ttft_ms.mean 51 is above the largest 50"]
        );
    }

    #[test]
    fn rates_are_counts_over_the_duration() {
        assert_eq!(
            measurement(|one| one.metrics.output_tps = Some(97.0)),
            ["output_tps is 97, but output_tokens over 10 s come to 100"]
        );
        assert_eq!(
            measurement(|one| one.metrics.total_tps = Some(160.0)).len(),
            1
        );
        assert_eq!(
            measurement(|one| one.metrics.request_throughput_rps = Some(1.5)).len(),
            1
        );
    }

    #[test]
    fn rounding_is_no_contradiction() {
        let printed = |low, high| Precision {
            low: Some(low),
            high: Some(high),
            ..Precision::default()
        };
        let odd = measurement(|one| {
            one.metrics.request_throughput_rps = Some(2.5);
            one.precision
                .insert("request_throughput_rps".to_owned(), printed(2.04, 2.96));
        });
        assert!(odd.is_empty());
        let odd = measurement(|one| {
            one.metrics.ttft_ms.as_mut().unwrap().p99 = Some(49.9);
            one.metrics.ttft_ms.as_mut().unwrap().p90 = Some(50.0);
            one.precision
                .insert("ttft_ms.p90".to_owned(), printed(49.5, 50.5));
        });
        assert!(odd.is_empty());
    }

    #[test]
    fn numbers_below_zero_are_mentioned_wherever_they_are() {
        let odd = measurement(|one| {
            one.metrics.queued_requests = Some(-1.0);
            one.deviation.insert("output_tps".to_owned(), f64::NAN);
            one.requests = Some(Requests {
                ttft_ms: vec![Some(-1.0), None, Some(2.0)],
                ..Requests::default()
            });
        });
        assert_eq!(
            odd,
            [
                "queued_requests is -1",
                "the deviation of output_tps is NaN",
                "ttft_ms of 1 requests is negative or no number"
            ]
        );
    }

    #[test]
    fn an_input_full_of_oddities_names_some_and_counts_the_rest() {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        one.metrics.power_w = Some(-1.0);
        let mut run = Run::default();
        run.measurements = vec![one; 50];
        let findings = check(&[run]);
        assert_eq!(findings.len(), NAMED + 1);
        assert_eq!(findings[NAMED].message, "30 more findings of this kind");
        assert_eq!(findings[0].message, "serve measurement 1: power_w is -1");
    }
}
