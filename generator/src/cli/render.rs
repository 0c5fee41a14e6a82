//! Diagnostics for people: the line with a caret, or the JSON path.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Style, Origin, Renderer, Snippet};
use speedsheet_core::formats::{Diagnostic, Level, Location};

use crate::ingest::Document;

/// A diagnostic with the place it is about, ending in a line end.
pub(super) fn full(document: &Document, diagnostic: &Diagnostic) -> String {
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
            let text = line_of(document, *line);
            let span = span(&text, *column, *length);
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
    let Diagnostic { level, message, .. } = diagnostic;
    let mut text = format!("{}:{place} {level}: {message}", document.label);
    if let Some(help) = &diagnostic.help
        && diagnostic.level == Level::Error
    {
        text.push_str(&format!("\n  help: {help}"));
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

/// The line, without secrets; empty where the document has no such line.
fn line_of(document: &Document, line: usize) -> String {
    let text = document.text.as_deref().unwrap_or_default();
    text.lines()
        .nth(line.saturating_sub(1))
        .unwrap_or_default()
        .to_owned()
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

    fn document(text: &str) -> Document {
        Document {
            label: "a.txt".to_owned(),
            sha256: String::new(),
            runs: Vec::new(),
            diagnostics: Vec::new(),
            text: Some(text.to_owned()),
            skipped: false,
        }
    }

    #[test]
    fn the_caret_stands_below_the_characters_that_are_meant() {
        let finding = Diagnostic::new(Level::Warning, "odd", "an odd word").at_line(2, 3, 4);
        let text =
            anstream::adapter::strip_str(&full(&document("one\nü: word\n"), &finding)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "warning[odd]: an odd word");
        assert!(lines[1].ends_with("a.txt:2:3"), "{text}");
        assert!(text.contains("2 | ü: word\n"), "{text}");
        assert!(text.contains("|   ^^^^"), "{text}");
    }

    #[test]
    fn a_place_beyond_the_text_is_no_panic() {
        let finding = Diagnostic::new(Level::Error, "odd", "gone").at_line(9, 99, 9);
        assert!(full(&document("one"), &finding).contains("gone"));
    }

    #[test]
    fn a_json_path_stands_behind_the_file() {
        let finding = Diagnostic::new(Level::Note, "odd", "unread").at_path("$.a[0]");
        assert!(full(&document(""), &finding).contains("a.txt: $.a[0]"));
        assert_eq!(
            short(&document(""), &finding),
            "a.txt: $.a[0]: note: unread"
        );
    }
}
