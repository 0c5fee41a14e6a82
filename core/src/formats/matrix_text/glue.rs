//! Values that a copy glued together: `5,240.7112 ms TTFT` is 5,240.7 and 112.
//!
//! The page prints a rate, a status word and a TTFT below each other, and a copy
//! joins them without a space. A `K` behind the rate or a word between the two
//! parts them for certain. Where digits meet digits every way to part them into
//! two well-formed numbers is given; the caller picks the one the long table
//! confirms, or takes it where there is only one.

use crate::formats::printed::{self, Printed};

/// Most digits and commas that are tried for two numbers glued together.
const LONGEST_PAIR: usize = 48;

/// One way to read a cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reading {
    /// The rate.
    pub rate: Option<Printed>,
    /// The status word.
    pub status: Option<String>,
    /// The time to first token.
    pub ttft: Option<Printed>,
}

/// How a place of the page prints rates below 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RateStyle {
    /// Always with one decimal: a matrix cell.
    OneDecimal,
    /// With one decimal or none: a card.
    UpToOneDecimal,
}

/// Every way to read `text`; empty where there is none. An empty cell or a dash
/// reads as nothing at all. `words` are the status words known on this page; a
/// reading with a known word rules out readings with another.
pub(super) fn readings(text: &str, style: RateStyle, words: &[String]) -> Vec<Reading> {
    let text = text.trim();
    if text.is_empty() || text == super::layout::NONE {
        return vec![Reading {
            rate: None,
            status: None,
            ttft: None,
        }];
    }
    let start = text.find(|c: char| c.is_ascii_digit());
    let Some(start) = start else {
        return vec![Reading {
            rate: None,
            status: Some(text.to_owned()),
            ttft: None,
        }];
    };
    if start > 0 {
        return Vec::new();
    }
    let body = text.strip_suffix("TTFT").map(str::trim_end);
    let mut ways: Vec<Reading> = rate_ends(text)
        .flat_map(|end| match body {
            Some(body) => with_ttft(body, end, style),
            None => without_ttft(text, end, style),
        })
        .collect();
    let knows = |way: &Reading| way.status.as_ref().is_some_and(|word| words.contains(word));
    if ways.iter().any(knows) {
        ways.retain(knows);
    }
    ways
}

/// Where the rate may end: behind its digits, or behind the `K` or `M` after
/// them. A letter that begins a word, as in `2,244.4Killed`, is no suffix; one
/// before a capital may be either, as in `11.8KRequests queued` and `455.3KV full`.
fn rate_ends(text: &str) -> impl Iterator<Item = usize> {
    let digits = text
        .find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
        .unwrap_or(text.len());
    let mut rest = text[digits..].chars();
    let has_suffix = matches!(rest.next(), Some('K' | 'M' | 'k'));
    let next = rest.next();
    let bare = !has_suffix || next.is_some_and(char::is_alphabetic);
    let suffixed = has_suffix && !next.is_some_and(char::is_lowercase);
    [bare.then_some(digits), suffixed.then_some(digits + 1)]
        .into_iter()
        .flatten()
}

fn without_ttft(text: &str, end: usize, style: RateStyle) -> Vec<Reading> {
    let (rate, word) = text.split_at(end);
    let word = word.trim();
    let Some(rate) = well_formed_rate(rate, style) else {
        return Vec::new();
    };
    if word.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    vec![Reading {
        rate: Some(rate),
        status: Some(word)
            .filter(|word| !word.is_empty() && *word != "tok/s")
            .map(str::to_owned),
        ttft: None,
    }]
}

fn with_ttft(body: &str, end: usize, style: RateStyle) -> Vec<Reading> {
    let Some((rate, rest)) = body.split_at_checked(end) else {
        return Vec::new();
    };
    if matches!(rest.trim(), "ms" | "s" | "µs" | "us") {
        return digits_meet_digits(rate, body, style);
    }
    // A suffix or a word parts the two: what follows begins with the word, if any.
    let start = rest
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (word, ttft) = rest.split_at(start);
    let (Some(rate), Some(ttft)) = (well_formed_rate(rate, style), printed::millis(ttft)) else {
        return Vec::new();
    };
    let word = word.trim().trim_start_matches("tok/s").trim();
    vec![Reading {
        rate: Some(rate),
        status: (!word.is_empty()).then(|| word.to_owned()),
        ttft: Some(ttft),
    }]
}

/// `5,240.7112 ms`: every place where a rate may end and a time begin.
fn digits_meet_digits(digits: &str, body: &str, style: RateStyle) -> Vec<Reading> {
    let digits = digits.trim_end();
    // No two numbers of a page are this long; more is not worth trying.
    (1..digits.len().min(LONGEST_PAIR))
        .filter(|&at| digits.is_char_boundary(at))
        .filter_map(|at| {
            let rate = well_formed_rate(&digits[..at], style)?;
            let ttft = well_formed_time(&body[at..])?;
            Some(Reading {
                rate: Some(rate),
                status: None,
                ttft: Some(ttft),
            })
        })
        .collect()
}

fn well_formed_rate(text: &str, style: RateStyle) -> Option<Printed> {
    let rate = printed::rate(text)?;
    if let Some(digits) = text.strip_suffix(['K', 'M', 'k']) {
        // From 1,000 on the page goes to the next suffix.
        let whole = digits.split('.').next().unwrap_or_default();
        return (whole.len() <= 3).then_some(rate);
    }
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let as_printed = match style {
        RateStyle::OneDecimal => decimals == 1,
        RateStyle::UpToOneDecimal => decimals <= 1,
    };
    (as_printed && has_grouping(text)).then_some(rate)
}

/// A time as the page prints it: no leading zero, thousands grouped.
fn well_formed_time(text: &str) -> Option<Printed> {
    let leading_zero =
        text.starts_with('0') && text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let digits = text
        .split(|c: char| !(c.is_ascii_digit() || c == ','))
        .next()?;
    (!leading_zero && has_grouping(digits)).then(|| printed::millis(text))?
}

/// True where four or more digits before the point are grouped by commas.
fn has_grouping(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or_default();
    whole.len() < 4 || whole.contains(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, style: RateStyle) -> Vec<(f64, Option<String>, Option<f64>)> {
        readings(text, style, &["Requests queued".to_owned()])
            .into_iter()
            .map(|reading| {
                (
                    reading.rate.map_or(f64::NAN, |rate| rate.value),
                    reading.status,
                    reading.ttft.map(|ttft| ttft.value),
                )
            })
            .collect()
    }

    #[test]
    fn matrix_cells_have_one_reading() {
        let one = RateStyle::OneDecimal;
        for (text, rate, ttft) in [
            ("5,240.7112 ms TTFT", 5240.7, 112.0),
            ("455.363 ms TTFT", 455.3, 63.0),
            ("11.8K200 ms TTFT", 11800.0, 200.0),
            ("8,915.62,274 ms TTFT", 8915.6, 2274.0),
            ("12.3K1,288 ms TTFT", 12300.0, 1288.0),
            ("64.538,366 ms TTFT", 64.5, 38366.0),
            ("0.45 ms TTFT", 0.4, 5.0),
            ("0.41.2 s TTFT", 0.4, 1200.0),
        ] {
            assert_eq!(read(text, one), [(rate, None, Some(ttft))], "{text}");
        }
    }

    #[test]
    fn a_status_word_parts_rate_and_ttft() {
        let queued = Some("Requests queued".to_owned());
        assert_eq!(
            read(
                "2,244.4Requests queued30,178 ms TTFT",
                RateStyle::OneDecimal
            ),
            [(2244.4, queued.clone(), Some(30178.0))]
        );
        assert_eq!(
            read("11.8KRequests queued178 ms TTFT", RateStyle::OneDecimal),
            [(11800.0, queued, Some(178.0))]
        );
        assert_eq!(
            read("2,244.4Killed30 ms TTFT", RateStyle::OneDecimal),
            [(2244.4, Some("Killed".to_owned()), Some(30.0))]
        );
    }

    #[test]
    fn a_letter_that_may_be_a_suffix_or_begin_a_word_gives_both() {
        let ways = read("455.3KV full30 ms TTFT", RateStyle::OneDecimal);
        let word = |text: &str| Some(text.to_owned());
        assert_eq!(
            ways,
            [
                (455.3, word("KV full"), Some(30.0)),
                (455_300.0, word("V full"), Some(30.0))
            ]
        );
        // 2,244.4K would have been printed as 2.2M.
        assert_eq!(
            read("2,244.4KV full30 ms TTFT", RateStyle::OneDecimal),
            [(2244.4, word("KV full"), Some(30.0))]
        );
    }

    #[test]
    fn cards_print_whole_rates() {
        let card = RateStyle::UpToOneDecimal;
        assert_eq!(
            read("9,76913,174 ms TTFT", card),
            [(9769.0, None, Some(13174.0))]
        );
        assert_eq!(
            read("6,62038,096 ms TTFT", card),
            [(6620.0, None, Some(38096.0))]
        );
        assert_eq!(
            read("69K1,866 ms TTFT", card),
            [(69000.0, None, Some(1866.0))]
        );
    }

    #[test]
    fn a_card_that_can_be_parted_in_two_ways_gives_both() {
        let ways = read("45563 ms TTFT", RateStyle::UpToOneDecimal);
        assert_eq!(ways, [(45.0, None, Some(563.0)), (455.0, None, Some(63.0))]);
    }

    #[test]
    fn what_cannot_be_read_gives_nothing() {
        for text in ["1,1", "15.2K732 ms", "~5", "455.3.63 ms TTFT", "1"] {
            assert!(read(text, RateStyle::OneDecimal).is_empty(), "{text}");
        }
    }
}
