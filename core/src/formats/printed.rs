//! Numbers as a page prints them, and the range each stands for.
//!
//! A printed number is rounded. `11.8K` stands for everything from 11,750 to
//! 11,850: half a unit of the last digit shown, either way.

use crate::model::{Measurement, MetricKey, Precision};

/// A number read from text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Printed {
    /// The text, unit included.
    pub text: String,
    /// The number as printed, in the unit asked for.
    pub value: f64,
    /// Half a unit of the last digit shown.
    pub half_step: f64,
}

impl Printed {
    /// The record of what was printed.
    pub(super) fn precision(&self) -> Precision {
        Precision {
            text: Some(self.text.clone()),
            // What is printed here is never negative, so neither is what it stands for.
            low: Some(tidy(self.value - self.half_step).max(0.0)),
            high: Some(tidy(self.value + self.half_step)),
            from: None,
        }
    }

    /// The same number in another unit, under the text that a reader is shown for it.
    pub(super) fn scaled(mut self, factor: f64, text: &str) -> Self {
        self.value = tidy(self.value * factor);
        self.half_step = tidy(self.half_step * factor);
        text.clone_into(&mut self.text);
        self
    }
}

/// Sets a metric from a printed number in the unit of the metric, and records how it was
/// printed.
pub(super) fn set(measurement: &mut Measurement, key: MetricKey, printed: &Printed) {
    measurement.metrics.set(key, printed.value);
    measurement
        .precision
        .insert(key.to_string(), printed.precision());
}

/// `455.3`, `1,592.7`, `9769`: digits, thousands separated by commas or not at
/// all, and decimals. No sign, no exponent, no unit.
pub(super) fn number(text: &str) -> Option<Printed> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !grouped_digits(whole) || !fraction.is_none_or(digits) {
        return None;
    }
    let plain: String = text.chars().filter(|&c| c != ',').collect();
    let value: f64 = plain.parse().ok().filter(|value: &f64| value.is_finite())?;
    let decimals = i32::try_from(fraction.map_or(0, str::len)).ok()?;
    Some(Printed {
        text: text.to_owned(),
        value,
        half_step: 0.5 * 10f64.powi(-decimals),
    })
}

/// True for `9`, `9769` and `9,769`, not for `9,76`, `97,69` or `,769`.
fn grouped_digits(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if first.is_empty() || !all_digits(first) {
        return false;
    }
    let grouped = text.contains(',');
    (!grouped || first.len() <= 3) && groups.all(|group| group.len() == 3 && all_digits(group))
}

/// A rate: `455.3`, `15.2K`, `1.2M`; `K` is 1,000 after a rate. A unit such as
/// `tok/s` may follow.
pub(super) fn rate(text: &str) -> Option<Printed> {
    let bare = text.strip_suffix("tok/s").map_or(text, str::trim_end);
    let (digits, factor) = match bare.as_bytes().last()? {
        b'K' | b'k' => (&bare[..bare.len() - 1], 1e3),
        b'M' => (&bare[..bare.len() - 1], 1e6),
        _ => (bare, 1.0),
    };
    Some(number(digits)?.scaled(factor, text))
}

/// A time with its unit, in milliseconds: `732 ms`, `1.2 s`, `850 µs`.
pub(super) fn millis(text: &str) -> Option<Printed> {
    let (digits, factor) = [("ms", 1.0), ("µs", 1e-3), ("us", 1e-3), ("s", 1e3)]
        .into_iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)))?;
    Some(number(digits.trim_end())?.scaled(factor, text))
}

/// A time with its unit, in seconds: `30.0 s`, `500 ms`, `2 min`.
pub(super) fn seconds(text: &str) -> Option<Printed> {
    if let Some(minutes) = text.strip_suffix("min") {
        return Some(number(minutes.trim_end())?.scaled(60.0, text));
    }
    Some(millis(text)?.scaled(1e-3, text))
}

/// A whole number: `13,659`.
pub(super) fn whole(text: &str) -> Option<u64> {
    let printed = number(text).filter(|_| !text.contains('.'))?;
    // Above 2^53 the digits would not survive the conversion.
    (printed.value < 9e15).then_some(printed.value as u64)
}

/// A context length: `8K` is 8,192 tokens, `1M` is 1,048,576, `62.5K` is 64,000,
/// `64,000` is itself. `None` where no whole number of tokens comes out.
pub(super) fn context_tokens(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'K' | b'k' => (&text[..text.len() - 1], 1024.0),
        b'M' | b'm' => (&text[..text.len() - 1], 1_048_576.0),
        _ => (text, 1.0),
    };
    let tokens = number(digits)?.value * factor;
    (tokens.fract() == 0.0 && tokens < 9e15).then_some(tokens as u64)
}

/// Removes the noise that binary fractions leave behind decimal arithmetic:
/// 455.34999999999997 becomes 455.35. Exact to 12 significant digits.
pub(super) fn tidy(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(printed: &Printed) -> (f64, f64) {
        let precision = printed.precision();
        (precision.low.unwrap(), precision.high.unwrap())
    }

    #[test]
    fn a_rate_stands_for_half_a_unit_of_its_last_digit() {
        assert_eq!(range(&rate("11.8K").unwrap()), (11_750.0, 11_850.0));
        assert_eq!(range(&rate("15.2K").unwrap()), (15_150.0, 15_250.0));
        assert_eq!(range(&rate("69K").unwrap()), (68_500.0, 69_500.0));
        assert_eq!(range(&rate("455.3").unwrap()), (455.25, 455.35));
        assert_eq!(rate("1,592.7").unwrap().value, 1592.7);
        assert_eq!(rate("1.2M tok/s").unwrap().value, 1_200_000.0);
    }

    #[test]
    fn times_need_a_unit() {
        assert_eq!(range(&millis("732 ms").unwrap()), (731.5, 732.5));
        assert_eq!(millis("1.2 s").unwrap().value, 1200.0);
        assert_eq!(seconds("30.0 s").unwrap().value, 30.0);
        assert_eq!(range(&seconds("30.0 s").unwrap()), (29.95, 30.05));
        assert_eq!(seconds("2 min").unwrap().value, 120.0);
        assert_eq!(millis("732"), None);
    }

    #[test]
    fn a_number_with_misplaced_commas_is_none() {
        for text in [
            "9,76", "97,691", "9,7691", ",769", "9,", "1234,567", "", ".5", "5.", "-1", "1e5",
        ] {
            let expected = text == "97,691";
            assert_eq!(number(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn a_context_label_counts_in_1024_tokens() {
        assert_eq!(context_tokens("8K"), Some(8_192));
        assert_eq!(context_tokens("251K"), Some(257_024));
        assert_eq!(context_tokens("62.5K"), Some(64_000));
        assert_eq!(context_tokens("1M"), Some(1_048_576));
        assert_eq!(context_tokens("64,000"), Some(64_000));
        assert_eq!(context_tokens("0.3K"), None);
    }
}
