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

/// Round values from one that is not above `low` to one that is not below `high`, in about
/// `wanted` steps; `low` is below `high`.
pub(super) fn ticks_between(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let steps = ticks(high - low, wanted);
    let step = steps.get(1).copied().unwrap_or(1.0);
    let first = (low / step + 1e-9).floor();
    let count = (high / step - 1e-9).ceil() - first;
    (0..=count.max(1.0) as usize)
        .map(|index| (first + index as f64) * step)
        .collect()
}

/// The ends of an axis by ratio from `low` to `high`, which are both positive, and about
/// `wanted` round values between them.
pub(super) fn log_ticks(low: f64, high: f64, wanted: usize) -> (f64, f64, Vec<f64>) {
    let first = low.log10().floor() as i32;
    let last = high.log10().ceil() as i32;
    let of = |factors: &[f64]| -> Vec<f64> {
        let powers = (first..=last).map(|power| 10f64.powi(power));
        powers
            .flat_map(|power| factors.iter().map(move |factor| factor * power))
            .collect()
    };
    // The nearest round values around them, give or take the error of floating point.
    let fine = of(&[1.0, 2.0, 5.0]);
    let below = fine.iter().rfind(|&&tick| tick <= low * (1.0 + 1e-9));
    let above = fine.iter().find(|&&tick| tick >= high * (1.0 - 1e-9));
    let from = below.copied().unwrap_or(low);
    let to = above.copied().unwrap_or(high);
    let within = |ticks: Vec<f64>| -> Vec<f64> {
        let mut ticks = ticks;
        ticks.retain(|tick| (from..=to).contains(tick));
        ticks
    };
    let fine = within(fine);
    if fine.len() <= wanted + 2 {
        return (from, to, fine);
    }
    let decades = within(of(&[1.0]));
    let step = decades.len().div_ceil(wanted + 1).max(1);
    (from, to, decades.into_iter().step_by(step).collect())
}

/// A tick of an axis as text: `0`, `250`, `2.5K`, `1,005`, `100K`, `1M`.
pub(super) fn label(value: f64) -> String {
    // Four digits are read more easily than a thousand with three decimals.
    if (1e3..1e4).contains(&value) && value % 100.0 != 0.0 {
        return display::trimmed(value, 0);
    }
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
    fn ticks_between_two_values_hold_both() {
        let labels = |low, high| -> Vec<String> {
            let ticks = ticks_between(low, high, 4).into_iter();
            ticks.map(label).collect()
        };
        assert_eq!(
            labels(1_005.0, 1_044.0),
            ["1K", "1,010", "1,020", "1,030", "1,040", "1,050"]
        );
        assert_eq!(labels(10.2, 10.6), ["10.2", "10.3", "10.4", "10.5", "10.6"]);
    }

    #[test]
    fn an_axis_by_ratio_ends_close_to_its_values() {
        let axis = |low, high| {
            let (from, to, ticks) = log_ticks(low, high, 4);
            let labels: Vec<String> = ticks.into_iter().map(label).collect();
            (label(from), label(to), labels.join(" "))
        };
        let expected =
            |from: &str, to: &str, ticks: &str| (from.to_owned(), to.to_owned(), ticks.to_owned());
        assert_eq!(axis(40.0, 30_000.0), expected("20", "50K", "100 1K 10K"));
        assert_eq!(axis(60.0, 450.0), expected("50", "500", "50 100 200 500"));
        assert_eq!(axis(1.0, 10.0), expected("1", "10", "1 2 5 10"));
        assert!(log_ticks(1e-9, 1e12, 4).2.len() <= 6);
    }

    #[test]
    fn an_axis_without_a_positive_value_still_has_two_ends() {
        for max in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            let ticks = ticks(max, 4);
            assert_eq!((ticks[0], ticks[ticks.len() - 1]), (0.0, 1.0));
        }
    }
}
