//! Changes of unit that keep the decimal digits of a number.
//!
//! 0.0123 s times a thousand is 12.299999999999999 in binary; the reader wrote 12.3 ms.
//! The decimal point is moved in the text of the number instead.

/// Milliseconds of seconds.
pub(in crate::formats) fn ms_from_s(seconds: f64) -> f64 {
    shift(seconds, 3)
}

/// Milliseconds of microseconds.
pub(in crate::formats) fn ms_from_us(microseconds: f64) -> f64 {
    shift(microseconds, -3)
}

/// Milliseconds of nanoseconds.
pub(in crate::formats) fn ms_from_ns(nanoseconds: f64) -> f64 {
    shift(nanoseconds, -6)
}

/// Seconds of milliseconds.
pub(in crate::formats) fn s_from_ms(milliseconds: f64) -> f64 {
    shift(milliseconds, -3)
}

/// Seconds of nanoseconds.
pub(in crate::formats) fn s_from_ns(nanoseconds: f64) -> f64 {
    shift(nanoseconds, -9)
}

/// The number with its decimal point moved to the right by so many digits.
fn shift(value: f64, digits: i32) -> f64 {
    let text = format!("{value:e}");
    let shifted = text.split_once('e').and_then(|(mantissa, exponent)| {
        let exponent: i32 = exponent.parse().ok()?;
        format!("{mantissa}e{}", exponent + digits).parse().ok()
    });
    shifted.unwrap_or(value * 10f64.powi(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_unit_keeps_the_digits() {
        assert_eq!(ms_from_s(0.0123), 12.3);
        assert_eq!(ms_from_s(1.1), 1100.0);
        assert_eq!(ms_from_ns(29.0), 0.000029);
        assert_eq!(s_from_ms(257.3), 0.2573);
        assert_eq!(ms_from_s(0.0), 0.0);
        assert_eq!(ms_from_s(-0.5), -500.0);
    }
}
