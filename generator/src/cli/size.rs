//! Sizes of files as people write them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size(pub(super) usize);

/// Units and their bytes. A `k` is 1,000 here, as `ls --si` and browsers have it; the unit
/// with an `i` is 1,024.
const UNITS: [(&str, f64); 5] = [
    ("B", 1.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
];

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let (number, unit) = text.split_at(text.find(|c| !is_digit(c)).unwrap_or(text.len()));
        let unit = unit.trim();
        let unit = if unit.is_empty() { "B" } else { unit };
        let known = UNITS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(unit));
        let bytes = known.zip(number.parse::<f64>().ok());
        let bytes = bytes.map(|((_, unit), number)| (number * unit).round());
        match bytes {
            // Far above any file, and exact below.
            Some(bytes) if bytes < 1e15 => Ok(Self(bytes as usize)),
            _ => Err("expected a size such as 250kB, 1MB or 1.5MiB".to_owned()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let bytes = |text: &str| text.parse::<Size>().map(|size| size.0);
        assert_eq!(bytes("250kB"), Ok(250_000));
        assert_eq!(bytes("250 KB"), Ok(250_000));
        assert_eq!(bytes("1MB"), Ok(1_000_000));
        assert_eq!(bytes("1.5MiB"), Ok(1_572_864));
        assert_eq!(bytes("12"), Ok(12));
        for text in ["", "kB", "-1kB", "1 GiBit", "1e9", "1..2", "inf"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
