//! JSON as tools really write it: with bare `NaN` and `Infinity`.
//!
//! Python writes these words where JSON has no number for a value. They become
//! `null`, and each place is reported. Everything else is the strict parser's.

use crate::formats::{Diagnostic, Level};

/// The words that stand for a missing number. `null` is put in their place.
const NON_NUMBERS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];

/// Most places that are named one by one.
const NAMED_PLACES: usize = 20;

/// A bare word in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    start: usize,
    word: &'static str,
}

/// Finds the words that stand where a value may stand, outside strings.
pub(super) fn non_numbers(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut in_string = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'-' | b'I' | b'N' if !in_string => {
                let found = NON_NUMBERS.into_iter().find(|word| {
                    bytes[at..].starts_with(word.as_bytes()) && stands_alone(bytes, at, word.len())
                });
                if let Some(word) = found {
                    words.push(Word { start: at, word });
                    at += word.len() - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    words
}

fn stands_alone(bytes: &[u8], start: usize, len: usize) -> bool {
    let opens = |byte: u8| matches!(byte, b'[' | b',' | b':') || byte.is_ascii_whitespace();
    let closes = |byte: u8| matches!(byte, b']' | b'}' | b',') || byte.is_ascii_whitespace();
    start
        .checked_sub(1)
        .is_some_and(|before| opens(bytes[before]))
        && bytes.get(start + len).is_none_or(|&after| closes(after))
}

/// The text with `null` in place of each word, padded to the word's length
/// where it is longer.
pub(super) fn with_nulls(text: &str, words: &[Word]) -> String {
    let mut fixed = String::with_capacity(text.len() + words.len());
    let mut rest = 0;
    for &Word { start, word } in words {
        fixed.push_str(&text[rest..start]);
        fixed.push_str("null");
        fixed.extend(std::iter::repeat_n(' ', word.len().saturating_sub(4)));
        rest = start + word.len();
    }
    fixed.push_str(&text[rest..]);
    fixed
}

/// Says which words were read as null; an unlimited request rate is none that is missing.
pub(super) fn report(text: &str, words: &[Word]) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = words
        .iter()
        .take(NAMED_PLACES)
        .map(|&Word { start, word }| {
            let (line, column) = place(text, start);
            let (level, message) = if text[..start].trim_end().ends_with("\"request_rate\":") {
                (
                    Level::Note,
                    format!(
                        "found {word} for the request rate, which is not limited then; read as null"
                    ),
                )
            } else {
                (
                    Level::Warning,
                    format!(
                        "found {word}, which JSON has no number for; read as null, not measured"
                    ),
                )
            };
            Diagnostic::new(level, "not_a_number", message).at_line(line, column, word.len())
        })
        .collect();
    if let Some(&Word { start, .. }) = words.get(NAMED_PLACES) {
        let (line, column) = place(text, start);
        let more = words.len() - NAMED_PLACES;
        let message =
            format!("{more} more of NaN or Infinity from here on; read as null, not measured");
        diagnostics.push(
            Diagnostic::new(Level::Warning, "not_a_number", message).at_line(line, column, 1),
        );
    }
    diagnostics
}

/// Says why the value that starts at an offset cannot be read, and where.
pub(super) fn invalid(
    text: &str,
    start: usize,
    error: &serde_json::Error,
    replaced: &[Word],
) -> Diagnostic {
    // The error counts from the start of the value, whose own line counts as its first.
    let value = text.get(start..).unwrap_or_default();
    let line_start = start
        + value
            .split_inclusive('\n')
            .take(error.line().max(1) - 1)
            .map(str::len)
            .sum::<usize>();
    let line_start = line_start.min(text.len());
    // `NaN` grew by one byte; where the error stands behind it, it moved along.
    let mut offset = line_start + error.column().saturating_sub(1);
    for word in replaced {
        if word.word == "NaN" && word.start >= line_start && word.start < offset {
            offset -= 1;
        }
    }
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let (line, column) = place(text, offset);
    let what = error.to_string();
    let what = what
        .rsplit_once(" at line ")
        .map_or(what.as_str(), |(what, _)| what);
    let diagnostic = if error.is_eof() {
        Diagnostic::new(
            Level::Error,
            "truncated_json",
            format!("the JSON ends early ({what}), the file seems to be cut off"),
        )
        .with_help("copy the file again, or let the benchmark finish writing it")
    } else {
        Diagnostic::new(
            Level::Error,
            "invalid_json",
            format!("not valid JSON: {what}"),
        )
    };
    diagnostic.at_line(line, column, 1)
}

/// Line and column of a byte offset, both from 1, the column in characters.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::formats::Location;
    use crate::formats::reading::{Documents, Layout};

    struct Read {
        value: Option<Value>,
        diagnostics: Vec<Diagnostic>,
    }

    fn read(text: &str) -> Read {
        let documents = Documents::read(text);
        let values: Vec<Value> = documents.items.into_iter().map(|one| one.value).collect();
        Read {
            value: match documents.layout {
                _ if documents.is_cut => None,
                Layout::List => Some(values.into()),
                Layout::One => values.into_iter().next(),
                Layout::None | Layout::Lines => None,
            },
            diagnostics: documents.diagnostics,
        }
    }

    fn location(diagnostic: &Diagnostic) -> (usize, usize) {
        match diagnostic.location {
            Location::Text { line, column, .. } => (line, column),
            _ => panic!("no place in text: {diagnostic:?}"),
        }
    }

    #[test]
    fn bare_non_numbers_become_null_and_are_reported_where_they_stand() {
        let read = read("{\"a\": NaN,\n \"é\": [Infinity,-Infinity, -1]}");
        assert_eq!(read.value, Some(json!({"a": null, "é": [null, null, -1]})));
        let places: Vec<_> = read.diagnostics.iter().map(location).collect();
        assert_eq!(places, [(1, 7), (2, 8), (2, 17)]);
    }

    #[test]
    fn the_words_inside_strings_are_left_alone() {
        let read = read(r#"{"say \"NaN": "x: NaN, Infinity", "b": NaN}"#);
        assert_eq!(
            read.value,
            Some(json!({"say \"NaN": "x: NaN, Infinity", "b": null}))
        );
        assert_eq!(read.diagnostics.len(), 1);
    }

    #[test]
    fn strict_json_passes_without_a_word() {
        let read = read(r#"{"NaN": "Infinity"}"#);
        assert_eq!(read.value, Some(json!({"NaN": "Infinity"})));
        assert!(read.diagnostics.is_empty());
    }

    #[test]
    fn other_bare_words_stay_an_error() {
        for text in ["{\"a\": NaNny}", "{\"a\": 1NaN}", "{NaN: 1}", "[Infinity"] {
            assert_eq!(read(text).value, None, "{text}");
        }
    }

    #[test]
    fn a_cut_file_is_said_to_be_cut_and_where() {
        let read = read("{\"a\": NaN,\n \"b\": [1, NaN, 2");
        assert_eq!(read.diagnostics[0].code, "truncated_json");
        assert_eq!(location(&read.diagnostics[0]).0, 2);
    }

    #[test]
    fn an_error_behind_a_replaced_word_keeps_its_column() {
        let text = "{\"a\": NaN, ?}";
        let column = location(&read(text).diagnostics[0]).1;
        assert_eq!(text.chars().nth(column - 1), Some('?'));
    }

    #[test]
    fn a_thousand_non_numbers_do_not_make_a_thousand_findings() {
        let text = format!("{{\"a\": [{}1]}}", "NaN,".repeat(1000));
        let read = read(&text);
        assert!(read.value.is_some());
        assert_eq!(read.diagnostics.len(), NAMED_PLACES + 1);
        assert!(
            read.diagnostics[NAMED_PLACES]
                .message
                .starts_with("980 more")
        );
    }
}
