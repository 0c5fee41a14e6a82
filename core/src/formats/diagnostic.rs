//! What there is to say about an input.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::{FormatInfo, Input, Layout, REGISTRY};

/// One finding about an input. The file is known to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Stable name of the kind of finding, for example `unread_line`.
    pub code: &'static str,
    /// How bad it is.
    pub level: Level,
    /// Where it is.
    pub location: Location,
    /// What was found and what was expected: a lowercase fragment without a period.
    pub message: String,
    /// What to do about it, where there is something to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Worth knowing; the value is right.
    Note,
    /// Something was left out or is doubtful; the rest is right.
    Warning,
    /// The input, or a run of it, could not be read.
    Error,
}

/// Where in the input a finding is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// The input as a whole.
    Input,
    /// A place in text. Lines and columns count from 1, columns in characters.
    Text {
        /// Line number.
        line: usize,
        /// First character.
        column: usize,
        /// Number of characters, at least 1.
        length: usize,
    },
    /// A place in JSON, as a JSONPath such as `$.results[3].aggregate_tps`.
    Json {
        /// The path.
        path: String,
    },
}

impl Diagnostic {
    /// A finding about the input as a whole; narrow it with [`Diagnostic::at_line`]
    /// or [`Diagnostic::at_path`].
    pub fn new(level: Level, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            level,
            location: Location::Input,
            message: message.into(),
            help: None,
        }
    }

    /// The same finding at a place in text.
    #[must_use]
    pub fn at_line(mut self, line: usize, column: usize, length: usize) -> Self {
        self.location = Location::Text {
            line,
            column,
            length: length.max(1),
        };
        self
    }

    /// The same finding at a JSONPath.
    #[must_use]
    pub fn at_path(mut self, path: impl Into<String>) -> Self {
        self.location = Location::Json { path: path.into() };
        self
    }

    /// The same finding with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// How much of an unknown input is searched for the marks of every format.
const SEARCHED: usize = 1 << 20;

/// Most findings of a kind that are named one by one.
const NAMED: usize = 100;

/// Keeps the first findings of each kind and counts the others, so that a huge input that
/// is broken throughout does not give a huge report.
pub(super) fn bound(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut counts: BTreeMap<&'static str, (usize, Level)> = BTreeMap::new();
    let mut kept = Vec::new();
    for finding in diagnostics {
        let (count, level) = counts.entry(finding.code).or_insert((0, Level::Note));
        *count += 1;
        if *count <= NAMED {
            kept.push(finding);
        } else {
            *level = finding.level.max(*level);
        }
    }
    for (code, (count, level)) in counts {
        if count > NAMED {
            let message = format!("{} more findings of this kind", count - NAMED);
            kept.push(Diagnostic::new(level, code, message));
        }
    }
    kept
}

/// The error for an input that no format recognises.
pub(super) fn unrecognised(input: &Input) -> Diagnostic {
    if input.is_web_page() {
        let what = "the source of a web page, which is not a benchmark result";
        return Diagnostic::new(Level::Error, "unrecognised", what)
            .with_help("where the page shows a result, copy its text into a file and give that");
    }
    let text = input.text().trim();
    let what = if text.is_empty() {
        "the file is empty".to_owned()
    } else if input.documents().layout == Layout::List && input.documents().is_empty() {
        "an empty JSON list: the benchmark wrote no result".to_owned()
    } else {
        let first = text.lines().next().unwrap_or_default();
        let shown: String = first.chars().take(60).collect();
        format!("not a benchmark result this version can read, it starts with {shown:?}")
    };
    let known: Vec<&str> = REGISTRY.iter().map(|format| format.info().id).collect();
    let head = &text[..text.floor_char_boundary(SEARCHED)];
    let place = if head.len() < text.len() {
        " in its first megabyte"
    } else {
        ""
    };
    let help = match nearest(head) {
        Some((near, missing)) => format!(
            "it is nearest to {} ({}), but has no {}{place}",
            near.id,
            near.name,
            missing.join(" and no ")
        ),
        None => format!(
            "known formats: {}; `speedsheet formats` describes them",
            known.join(", ")
        ),
    };
    Diagnostic::new(Level::Error, "unrecognised", what).with_help(help)
}

/// The format of whose marks the text has the largest share, at least half of them, and
/// the marks it lacks.
fn nearest(text: &str) -> Option<(FormatInfo, Vec<&'static str>)> {
    let mut best: Option<(FormatInfo, Vec<&'static str>)> = None;
    for format in REGISTRY {
        let info = format.info();
        let missing: Vec<&str> = info
            .marks
            .iter()
            .copied()
            .filter(|mark| !text.contains(mark))
            .collect();
        let is_near = !missing.is_empty() && missing.len() * 2 <= info.marks.len();
        let share = |info: &FormatInfo, missing: usize| missing as f64 / info.marks.len() as f64;
        if is_near
            && best.as_ref().is_none_or(|(other, lacking)| {
                share(&info, missing.len()) < share(other, lacking.len())
            })
        {
            best = Some((info, missing));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_beyond_the_first_hundred_of_a_kind_are_counted() {
        let many = (1..=150)
            .map(|line| Diagnostic::new(Level::Warning, "unread_line", "x").at_line(line, 1, 1));
        let one = Diagnostic::new(Level::Error, "not_a_result", "y");
        let kept = bound(many.chain([one.clone()]).collect());
        assert_eq!(kept.len(), 102);
        assert_eq!(kept[100], one);
        assert_eq!(kept[101].code, "unread_line");
        assert_eq!(kept[101].level, Level::Warning);
        assert_eq!(kept[101].message, "50 more findings of this kind");
    }
}
