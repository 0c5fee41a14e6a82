//! The text of an input, whatever encoding it came in.

use std::borrow::Cow;
use std::cell::OnceCell;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::reading::{Documents, Layout, Line, lines};
use super::{Diagnostic, Level};

/// Decoded text, with line ends as they were.
#[derive(Debug)]
pub struct Input<'a> {
    text: Cow<'a, str>,
    documents: OnceCell<Documents>,
    lines: OnceCell<Vec<Line>>,
}

impl<'a> Input<'a> {
    /// An input of decoded text.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Self {
            text: text.into(),
            documents: OnceCell::new(),
            lines: OnceCell::new(),
        }
    }

    /// The whole text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The JSON documents in the text. Parsed once.
    pub fn documents(&self) -> &Documents {
        self.documents.get_or_init(|| Documents::read(&self.text))
    }

    /// The lines as a terminal showed them. Split once; empty for text that is JSON as a
    /// whole, so that asking is cheap.
    pub(super) fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| {
            if self.is_json() {
                Vec::new()
            } else {
                lines(&self.text)
            }
        })
    }

    /// True for text that is JSON from its first to its last character, also where its
    /// end is missing.
    pub fn is_json(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
            && matches!(self.documents().layout, Layout::One | Layout::List)
    }

    /// True for the source of a web page. No tool prints one; what a page shows is read
    /// from a copy of its text.
    pub(super) fn is_web_page(&self) -> bool {
        let start = self.text.trim_start().as_bytes();
        [b"<!doctype html".as_slice(), b"<html"].iter().any(|tag| {
            start
                .get(..tag.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(tag))
        })
    }

    /// True for text that is not JSON and holds a literal. Formats of printed text begin
    /// with this: a large JSON file is not searched by each of them.
    pub(super) fn prints(&self, literal: &str) -> bool {
        !self.is_json() && self.text.contains(literal)
    }

    /// The text as one JSON value, or `None` where it is not one or is a list, whose
    /// elements are [`Input::documents`]. Bare `NaN` and `Infinity` are read as `null`.
    pub fn json(&self) -> Option<&serde_json::Value> {
        let documents = self.documents();
        let is_one = documents.layout == Layout::One && !documents.is_cut;
        documents
            .items
            .first()
            .filter(|_| is_one)
            .map(|one| &one.value)
    }

    /// What there is to say about the text as JSON: words read as `null`, or why
    /// it could not be parsed. Empty for text that does not start like JSON.
    pub fn json_diagnostics(&self) -> &[Diagnostic] {
        if self.text.trim_start().starts_with(['{', '[']) {
            &self.documents().diagnostics
        } else {
            &[]
        }
    }
}

/// Decodes UTF-8 and UTF-16, with or without a byte order mark. Bytes that are
/// neither are replaced by U+FFFD and reported.
pub fn decode(bytes: &[u8]) -> (Input<'_>, Vec<Diagnostic>) {
    let (encoding, skip) = Encoding::for_bom(bytes)
        .or_else(|| Some((utf_16_without_mark(bytes)?, 0)))
        .unwrap_or((UTF_8, 0));
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[skip..]);
    let mut diagnostics = Vec::new();
    if malformed {
        let line = text
            .split('\u{fffd}')
            .next()
            .map_or(1, |before| before.matches('\n').count() + 1);
        let message = format!(
            "bytes that are not valid {}, shown as \u{fffd} from here on",
            encoding.name()
        );
        diagnostics.push(
            Diagnostic::new(Level::Warning, "invalid_encoding", message)
                .at_line(line, 1, 1)
                .with_help("save the file as UTF-8"),
        );
    }
    (Input::new(text), diagnostics)
}

/// Mostly ASCII text in UTF-16 has a zero in every other byte.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(512) & !1];
    if head.len() < 4 {
        return None;
    }
    let zeros = |offset: usize| {
        head.iter()
            .skip(offset)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    let most = head.len() / 2 * 3 / 4;
    if zeros(1) > most && zeros(0) == 0 {
        Some(UTF_16LE)
    } else if zeros(0) > most && zeros(1) == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn utf_16_is_read_with_and_without_a_mark() {
        let text = "Speed test matrix – 4 × 141 GB";
        for bytes in [
            utf_16(text, u16::to_le_bytes),
            utf_16(text, u16::to_be_bytes),
            utf_16(&format!("\u{feff}{text}"), u16::to_le_bytes),
            utf_16(&format!("\u{feff}{text}"), u16::to_be_bytes),
        ] {
            let (input, diagnostics) = decode(&bytes);
            assert_eq!(input.text(), text);
            assert!(diagnostics.is_empty());
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(decode(b"\xef\xbb\xbfabc").0.text(), "abc");
    }

    #[test]
    fn invalid_bytes_are_reported_with_their_line() {
        let (input, diagnostics) = decode(b"one\ntwo \xff\n");
        assert_eq!(input.text(), "one\ntwo \u{fffd}\n");
        assert_eq!(
            diagnostics[0].location,
            crate::formats::Location::Text {
                line: 2,
                column: 1,
                length: 1
            }
        );
    }
}
