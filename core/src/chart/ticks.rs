//! Round numbers along an axis, and how they are written.

use crate::display;

/// Round values from 0 to the first one that is not below `max`: about `wanted`
/// steps of 1, 2, 2.5 or 5 times a power of ten. For a `max` that is not positive
/// and finite, 0 and 1.
pub(super) fn ticks(max: f64, wanted: usize) -> Vec<f64> {
    let max = if max.is_finite() && max > 0.0 {
        max
    } else {
        1.0
    };
    let rough = max / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        // The smallest step that needs no more than `wanted` of them, give or take
        // the error of floating point.
        .find(|step| step * wanted as f64 >= max * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    let count = (max / step - 1e-9).ceil().max(1.0) as usize;
    (0..=count).map(|index| index as f64 * step).collect()
}

/// Round values of even ratio from one that is not above `low` to one that is not below
/// `high`, which are both positive: about `wanted` of them.
pub(super) fn log_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let first = low.log10().floor() as i32;
    let last = high.log10().ceil() as i32;
    let of = |factors: &[f64]| {
        let ticks = (first..=last).flat_map(|power| {
            let power = 10f64.powi(power);
            factors.iter().map(move |factor| factor * power)
        });
        let ticks: Vec<f64> = ticks.collect();
        // Give or take the error of floating point.
        let start = ticks.iter().rposition(|&tick| tick <= low * (1.0 + 1e-9));
        let end = ticks.iter().position(|&tick| tick >= high * (1.0 - 1e-9));
        ticks[start.unwrap_or(0)..=end.unwrap_or(ticks.len() - 1)].to_vec()
    };
    let fine = of(&[1.0, 2.0, 5.0]);
    if fine.len() <= wanted + 2 {
        return fine;
    }
    let decades = of(&[1.0]);
    let step = (decades.len() - 1).div_ceil(wanted.max(1) + 1).max(1);
    // The last one is kept, because the largest value lies below it.
    let keep = |index: usize| index % step == 0 || index == decades.len() - 1;
    (0..decades.len())
        .filter(|&index| keep(index))
        .map(|index| decades[index])
        .collect()
}

/// A tick of an axis as text: `0`, `250`, `2.5K`, `100K`, `1M`.
pub(super) fn label(value: f64) -> String {
    let (scaled, suffix) = match value.abs() {
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e3 => (value / 1e3, "K"),
        _ => (value, ""),
    };
    format!("{}{suffix}", display::trimmed(scaled, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(max: f64) -> Vec<String> {
        ticks(max, 4).into_iter().map(label).collect()
    }

    #[test]
    fn ticks_are_round_and_reach_the_largest_value() {
        assert_eq!(labels(90_100.0), ["0", "25K", "50K", "75K", "100K"]);
        assert_eq!(labels(100.0), ["0", "25", "50", "75", "100"]);
        assert_eq!(labels(0.3), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels(2_121_273.0), ["0", "1M", "2M", "3M"]);
    }

    #[test]
    fn ticks_by_ratio_hold_the_smallest_and_the_largest_value() {
        let labels =
            |low, high| -> Vec<String> { log_ticks(low, high, 4).into_iter().map(label).collect() };
        assert_eq!(labels(40.0, 30_000.0), ["10", "100", "1K", "10K", "100K"]);
        assert_eq!(labels(60.0, 450.0), ["50", "100", "200", "500"]);
        assert_eq!(labels(1.0, 10.0), ["1", "2", "5", "10"]);
        let many = log_ticks(1e-9, 1e12, 4);
        assert!(many.len() <= 7 && many[0] <= 1e-9 && many[many.len() - 1] >= 1e12);
    }

    #[test]
    fn an_axis_without_a_positive_value_still_has_two_ends() {
        for max in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            let ticks = ticks(max, 4);
            assert_eq!((ticks[0], ticks[ticks.len() - 1]), (0.0, 1.0));
        }
    }
}
