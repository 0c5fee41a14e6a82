//! What is wrong with a file that an author wrote, and where.

use std::fmt;
use std::ops::Range;

use crate::files;
use crate::ingest::redact::Rules;

/// A problem in a TOML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Name of the file, for people.
    pub file: String,
    /// Line and column from 1, where they are known.
    pub at: Option<(usize, usize)>,
    /// What was found and what was expected: a lowercase fragment without a period.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// A problem at a place in `text`.
    pub(super) fn at(file: &str, text: &str, span: Option<Range<usize>>, message: &str) -> Self {
        Self {
            file: file.to_owned(),
            at: span.map(|span| place(text, span.start)),
            // The message can quote a value of the file, such as a key in a wrong place.
            message: files::harmless(&Rules::standard().redact(message)),
        }
    }

    /// What the TOML reader found.
    pub(crate) fn of(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let message =
            unknown_key(error.message()).unwrap_or_else(|| error.message().replace('\n', "; "));
        Self::at(file, text, error.span(), &message)
    }
}

/// Line and column of a byte, from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// The reader's words for an unknown key, with the nearest one first.
fn unknown_key(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `")?;
    let (found, rest) = rest.split_once('`')?;
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let nearest = nearest(found, known.iter().copied())?;
    Some(format!(
        "unknown key `{found}`; the nearest is `{nearest}`, and known are {}",
        known.join(", ")
    ))
}

/// The candidate that reads most like `word`.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let likeness = |candidate: &str| strsim::normalized_damerau_levenshtein(word, candidate);
    candidates
        .into_iter()
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_names_its_line_and_the_nearest() {
        let text = "[hardware]\nname = 'x'\n  cuont = 4\n";
        let error = toml::from_str::<crate::config::Sidecar>(text).unwrap_err();
        let problem = Problem::of("a.toml", text, &error);
        assert_eq!(problem.at, Some((3, 3)));
        let shown = problem.to_string();
        assert!(
            shown.starts_with("a.toml:3:3: unknown key `cuont`; the nearest is `count`"),
            "{shown}"
        );
    }

    #[test]
    fn a_secret_in_a_wrong_place_is_not_repeated() {
        let text = "price = 'hf_AbCdEfGhIjKlMnOpQr0123456789'";
        let error = toml::from_str::<crate::config::Sidecar>(text).unwrap_err();
        let shown = Problem::of("a.toml", text, &error).to_string();
        assert!(!shown.contains("hf_AbC"), "{shown}");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(place("ü = 1", 3), (1, 3));
        assert_eq!(place("", 9), (1, 1));
    }
}
