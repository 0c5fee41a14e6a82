//! Numbers as the console report prints them, and the range each stands for.

use crate::model::Precision;

/// A printed number: `59.0`, `1,469.9`, `30.5k`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Printed {
    /// The value at face value.
    pub(super) value: f64,
    /// The text and the range of values printed like this.
    pub(super) precision: Precision,
}

impl Printed {
    /// Reads `text` as a number that is not negative, with thousands separated by
    /// commas and an optional `k` (×1,000) or `M` behind. `2k` stands for 1,500 to
    /// 2,500: half of the last digit either way.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (digits, scale) = if let Some(digits) = text.strip_suffix(['k', 'K']) {
            (digits, 1e3)
        } else if let Some(digits) = text.strip_suffix('M') {
            (digits, 1e6)
        } else {
            (text, 1.0)
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_grouped(whole) || !only_digits(decimals) || digits.ends_with('.') {
            return None;
        }
        let number: f64 = digits.replace(',', "").parse().ok()?;
        let half = 0.5 / 10f64.powi(i32::try_from(decimals.len()).ok()?);
        let scaled = |number: f64| round(number * scale);
        Some(Self {
            value: scaled(number),
            precision: Precision {
                text: Some(text.to_owned()),
                low: Some(scaled((number - half).max(0.0))),
                high: Some(scaled(number + half)),
                from: None,
            },
        })
        .filter(|printed| printed.value.is_finite())
    }

    /// True where both may be the same value, rounded differently.
    pub(super) fn overlaps(&self, other: &Precision) -> bool {
        let (low, high) = (self.precision.low, self.precision.high);
        low.zip(other.high).is_none_or(|(low, high)| low <= high)
            && high.zip(other.low).is_none_or(|(high, low)| low <= high)
    }
}

/// Digits, with commas between groups of three where there are any.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let is_digits =
        |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().unwrap_or_default();
    let has_more = whole.contains(',');
    is_digits(first)
        && (!has_more || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && is_digits(group))
}

/// Takes the noise of binary fractions away, far below any printed digit.
fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Option<(f64, f64, f64)> {
        let printed = Printed::parse(text)?;
        Some((
            printed.value,
            printed.precision.low?,
            printed.precision.high?,
        ))
    }

    #[test]
    fn half_of_the_last_digit_is_open_either_way() {
        assert_eq!(range("59.0"), Some((59.0, 58.95, 59.05)));
        assert_eq!(range("2k"), Some((2000.0, 1500.0, 2500.0)));
        assert_eq!(range("30.5k"), Some((30500.0, 30450.0, 30550.0)));
        assert_eq!(range("118"), Some((118.0, 117.5, 118.5)));
        assert_eq!(range("1,469.9"), Some((1469.9, 1469.85, 1469.95)));
        assert_eq!(range("0"), Some((0.0, 0.0, 0.5)));
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "", "k", "—", "-1", "1.", ".5", "1,2", "1234,567", "1e9", "12x", "NaN", "1.2.3",
        ] {
            assert_eq!(range(text), None, "{text}");
        }
    }
}
