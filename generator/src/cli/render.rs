//! Diagnostics for people: the line with a caret, or the JSON path.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Style, Origin, Renderer, Snippet};
use speedsheet_core::formats::{Diagnostic, Level, Location};

use crate::files;
use crate::ingest::Document;

/// Every diagnostic of a document with the place it is about, a blank line after each.
pub(super) fn all(document: &Document) -> String {
    let lines = Lines::of(document);
    let mut text = String::new();
    for diagnostic in &document.diagnostics {
        text.push_str(&full(document, &lines, diagnostic));
        text.push('\n');
    }
    text
}

/// The errors of a document with their places; empty where it has none.
pub(super) fn errors(document: &Document) -> String {
    let lines = Lines::of(document);
    document
        .diagnostics
        .iter()
        .filter(|one| one.level == Level::Error)
        .map(|one| full(document, &lines, one))
        .collect()
}

/// The lines of a document's text, without secrets.
struct Lines<'a>(Vec<&'a str>);

impl<'a> Lines<'a> {
    fn of(document: &'a Document) -> Self {
        Self(
            document
                .text
                .as_deref()
                .unwrap_or_default()
                .lines()
                .collect(),
        )
    }

    /// The line, counted from 1; empty where there is none.
    fn get(&self, number: usize) -> &'a str {
        let index = number.checked_sub(1);
        index
            .and_then(|index| self.0.get(index).copied())
            .unwrap_or_default()
    }
}

fn full(document: &Document, lines: &Lines, diagnostic: &Diagnostic) -> String {
    let title = style(diagnostic.level)
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code);
    let mut group = match &diagnostic.location {
        Location::Input => title.element(Origin::path(document.label.as_str())),
        Location::Json { path } => {
            title.element(Origin::path(format!("{}: {path}", document.label)))
        }
        Location::Text {
            line,
            column,
            length,
        } => {
            let text = lines.get(*line);
            let span = span(text, *column, *length);
            title.element(
                Snippet::source(text)
                    .path(document.label.as_str())
                    .line_start(*line)
                    .annotation(AnnotationKind::Primary.span(span)),
            )
        }
    };
    if let Some(help) = &diagnostic.help {
        group = group.element(Style::HELP.message(help.as_str()));
    }
    let groups: &[Group] = &[group];
    let mut text = Renderer::styled().render(groups);
    text.push('\n');
    text
}

/// A diagnostic on one line: `FILE:LINE:COLUMN: LEVEL: MESSAGE`.
pub(super) fn short(document: &Document, diagnostic: &Diagnostic) -> String {
    let place = match &diagnostic.location {
        Location::Input => String::new(),
        Location::Text { line, column, .. } => format!("{line}:{column}:"),
        Location::Json { path } => format!(" {path}:"),
    };
    let (level, message) = (diagnostic.level, files::harmless(&diagnostic.message));
    let mut text = format!("{}:{place} {level}: {message}", document.label);
    if let Some(help) = &diagnostic.help
        && diagnostic.level == Level::Error
    {
        text.push_str(&format!("\n  help: {}", files::harmless(help)));
    }
    text
}

fn style(level: Level) -> Style<'static> {
    match level {
        Level::Note => Style::NOTE,
        Level::Warning => Style::WARNING,
        Level::Error => Style::ERROR,
    }
}

/// The bytes of `length` characters from `column`, both counted in characters. A line
/// from which a secret was taken is shorter than the parser saw it, so the end of the
/// line is the furthest a span goes.
fn span(text: &str, column: usize, length: usize) -> Range<usize> {
    let byte_of = |index: usize| {
        text.char_indices()
            .nth(index)
            .map_or(text.len(), |(at, _)| at)
    };
    let start = column.saturating_sub(1);
    byte_of(start)..byte_of(start.saturating_add(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str, diagnostic: Diagnostic) -> Document {
        let mut document = Document::without_runs("a.txt".to_owned(), diagnostic);
        document.text = Some(text.to_owned());
        document
    }

    #[test]
    fn the_caret_stands_below_the_characters_that_are_meant() {
        let finding = Diagnostic::new(Level::Warning, "odd", "an odd word").at_line(2, 3, 4);
        let text = all(&document("one\nü: word\n", finding));
        let text = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "warning[odd]: an odd word");
        assert!(lines[1].ends_with("a.txt:2:3"), "{text}");
        assert!(text.contains("2 | ü: word\n"), "{text}");
        assert!(text.contains("|   ^^^^"), "{text}");
    }

    #[test]
    fn a_place_beyond_the_text_is_no_panic() {
        let finding = Diagnostic::new(Level::Error, "odd", "gone").at_line(9, 99, 9);
        assert!(errors(&document("one", finding)).contains("gone"));
    }

    #[test]
    fn a_json_path_stands_behind_the_file() {
        let finding = Diagnostic::new(Level::Note, "odd", "unread").at_path("$.a[0]");
        let document = document("", finding.clone());
        assert!(all(&document).contains("a.txt: $.a[0]"));
        assert_eq!(errors(&document), "");
        assert_eq!(short(&document, &finding), "a.txt: $.a[0]: note: unread");
    }

    #[test]
    fn a_message_that_quotes_the_input_cannot_control_the_terminal() {
        let finding = Diagnostic::new(Level::Error, "odd", "found \u{1b}[2J");
        let short = short(&document("", finding.clone()), &finding);
        assert_eq!(short, "a.txt: error: found \\u{1b}[2J");
        let line = Diagnostic::new(Level::Error, "odd", "odd").at_line(1, 1, 1);
        assert!(!all(&document("\u{1b}]0;x\u{7}", line)).contains("\u{1b}]0"));
    }
}
