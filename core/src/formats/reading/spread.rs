//! How single values are distributed, where a source lists them and no statistics.

use crate::model::{Distribution, Measurement, Metric, MetricKey, Precision, Stat};

/// Sets the statistics of a metric that are not known yet from single values, which `from`
/// names, for example `12 requests`. Nothing happens where there are none.
pub(in crate::formats) fn set_from_values(
    measurement: &mut Measurement,
    metric: Metric,
    values: impl IntoIterator<Item = f64>,
    from: &str,
) {
    let Some(distribution) = distribution(values.into_iter().collect()) else {
        return;
    };
    for stat in Stat::ALL {
        let Some(value) = distribution.get(stat) else {
            continue;
        };
        let key = MetricKey::stat(metric, stat);
        if measurement.metrics.get(key).is_some() {
            continue;
        }
        measurement.metrics.set(key, value);
        let precision = Precision {
            from: Some(from.to_owned()),
            ..Precision::default()
        };
        measurement.precision.insert(key.to_string(), precision);
    }
}

/// Mean, standard deviation of the population, extremes, and percentiles by linear
/// interpolation; absent where there is no value.
fn distribution(mut values: Vec<f64>) -> Option<Distribution> {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    let (first, last) = (*values.first()?, *values.last()?);
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
    Some(Distribution {
        mean: Some(mean),
        median: Some(percentile(&values, 50)),
        p90: Some(percentile(&values, 90)),
        p95: Some(percentile(&values, 95)),
        p99: Some(percentile(&values, 99)),
        min: Some(first),
        max: Some(last),
        std: Some(variance.sqrt()),
    })
}

/// A percentile of sorted values, of which there is at least one.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let place = (sorted.len() - 1) * percent;
    let low = sorted[place / 100];
    let high = sorted[place.div_ceil(100)];
    low + (high - low) * (place % 100) as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family};

    #[test]
    fn percentiles_lie_between_the_values_beside_them() {
        let found = distribution(vec![4.0, 1.0, 2.0, 3.0, f64::NAN]).unwrap();
        assert_eq!((found.mean, found.median), (Some(2.5), Some(2.5)));
        assert_eq!((found.min, found.max), (Some(1.0), Some(4.0)));
        assert!((found.p90.unwrap() - 3.7).abs() < 1e-12);
        assert!((found.std.unwrap() - 1.25f64.sqrt()).abs() < 1e-12);
        let one = distribution(vec![7.0]).unwrap();
        assert_eq!((one.p99, one.std), (Some(7.0), Some(0.0)));
    }

    #[test]
    fn what_was_computed_says_from_what() {
        let mut measurement = Measurement::new(Family::Serve, Axes::default());
        set_from_values(&mut measurement, Metric::TtftMs, [], "0 requests");
        assert_eq!(measurement.metrics.ttft_ms, None);
        set_from_values(&mut measurement, Metric::TtftMs, [1.0, 3.0], "2 requests");
        let from = measurement.precision["ttft_ms.p99"].from.as_deref();
        assert_eq!(from, Some("2 requests"));
    }
}
