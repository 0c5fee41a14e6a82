//! The text of one cell of a console matrix.

use crate::formats::printed::{self, Printed};
use crate::model::Status;

/// Mark of a cell that does not fit the KV cache.
const NO_FIT: &str = "∅";

/// What a cell of a matrix says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PrintedCell {
    /// Nothing, or only dashes.
    Blank,
    /// A word instead of a value: `∅`, `ERROR: loop`.
    Word { status: Status, word: String },
    /// `59.0`, `59.0 2k/17`, `318.1 (30/32)*`.
    Rate(Box<PrintedRate>),
    /// `30.5k/30.5k`, either of which may be a dash.
    Pair(Option<Printed>, Option<Printed>),
}

/// A rate and what is printed below it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PrintedRate {
    pub(super) rate: Printed,
    /// The two numbers of `2k/17`.
    pub(super) detail: Option<(Option<Printed>, Option<Printed>)>,
    /// Requests running of those asked for, where some waited.
    pub(super) running: Option<(Printed, Printed)>,
}

impl PrintedCell {
    /// Reads the text of a cell; `None` where it is none of these.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || is_dash(text) {
            return Some(Self::Blank);
        }
        if let Some(status) = status_of(text) {
            let word = text.to_owned();
            return Some(Self::Word { status, word });
        }
        let mut tokens = text.split_whitespace();
        let first = tokens.next()?;
        let Some(rate) = printed::rate(first) else {
            let (one, other) = pair(first)?;
            return tokens.next().is_none().then_some(Self::Pair(one, other));
        };
        let (mut detail, mut running) = (None, None);
        for token in tokens {
            if let Some(requests) = token
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(")*"))
            {
                let (now, asked) = requests.split_once('/')?;
                running = Some((printed::rate(now)?, printed::rate(asked)?));
            } else if detail.is_none() {
                detail = Some(pair(token)?);
            } else {
                return None;
            }
        }
        let rate = PrintedRate {
            rate,
            detail,
            running,
        };
        Some(Self::Rate(Box::new(rate)))
    }
}

fn status_of(text: &str) -> Option<Status> {
    let word = text.to_ascii_lowercase();
    if text == NO_FIT {
        Some(Status::OverCapacity)
    } else if word == "error" || word.starts_with("error:") {
        Some(Status::Failed)
    } else if matches!(word.as_str(), "skip" | "skipped") {
        Some(Status::Skipped)
    } else {
        // Any other word is kept as it is; what it means is not known.
        text.chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '_' | ':'))
            .then_some(Status::Unknown)
    }
}

fn pair(token: &str) -> Option<(Option<Printed>, Option<Printed>)> {
    let half = |text: &str| {
        if is_dash(text) {
            Some(None)
        } else {
            printed::rate(text).map(Some)
        }
    };
    let (one, other) = token.split_once('/')?;
    Some((half(one)?, half(other)?))
}

fn is_dash(text: &str) -> bool {
    matches!(text, "—" | "–" | "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Printed {
        printed::rate(text).unwrap()
    }

    #[test]
    fn a_rate_may_carry_its_latencies_and_its_queue() {
        let cell = PrintedCell::parse("318.1 20k/93 (30/32)*").unwrap();
        let expected = PrintedCell::Rate(Box::new(PrintedRate {
            rate: number("318.1"),
            detail: Some((Some(number("20k")), Some(number("93")))),
            running: Some((number("30"), number("32"))),
        }));
        assert_eq!(cell, expected);
        let queued_first = PrintedCell::parse("318.1 (30/32)* 20k/93").unwrap();
        assert_eq!(queued_first, expected);
    }

    #[test]
    fn a_dash_stands_for_a_number_that_is_not_known() {
        assert_eq!(
            PrintedCell::parse("—/—"),
            Some(PrintedCell::Pair(None, None))
        );
        assert_eq!(PrintedCell::parse("—"), Some(PrintedCell::Blank));
    }

    #[test]
    fn words_keep_their_spelling() {
        for (text, status) in [
            ("∅", Status::OverCapacity),
            ("ERROR: loop", Status::Failed),
            ("SKIP", Status::Skipped),
            ("resting", Status::Unknown),
        ] {
            let word = text.to_owned();
            assert_eq!(
                PrintedCell::parse(text),
                Some(PrintedCell::Word { status, word })
            );
        }
    }

    #[test]
    fn anything_else_is_not_a_cell() {
        for text in [
            "59.0 2k",
            "59.0 2k/17 9/9",
            "12/13 4",
            "59.0 (3/4)",
            "<b>1</b>",
            "59.0 (3)*",
        ] {
            assert_eq!(PrintedCell::parse(text), None, "{text}");
        }
    }
}
