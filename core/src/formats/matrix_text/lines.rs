//! The lines of a text copy, made comparable: special spaces become plain ones,
//! and pieces that a copy glued together are parted where that is certain.

use super::layout::{ALL_MEASUREMENTS, PAGE_TITLE, SUBTITLES};
use crate::formats::Diagnostic;

/// One line, or one piece of a line that held several.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// Line number in the input, from 1.
    pub number: usize,
    /// Column of the first character, from 1.
    pub column: usize,
    /// The text, without spaces at either end; tabs inside are kept.
    pub text: String,
    /// True for the last line of an input that does not end in a line break, which
    /// may have been cut anywhere.
    pub unterminated: bool,
}

impl Line {
    /// The line as a heading: without the marks of a Markdown heading or of bold
    /// text, and without a trailing colon.
    pub(super) fn heading(&self) -> &str {
        let text = self.text.trim_start_matches('#').trim_start();
        let bold = text
            .strip_prefix("**")
            .and_then(|text| text.strip_suffix("**"));
        bold.unwrap_or(text).trim_end_matches(':')
    }

    /// A finding at this line.
    pub(super) fn at(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.at_line(self.number, self.column, self.text.chars().count())
    }

    fn piece(&self, start: usize, end: usize) -> Self {
        let raw = &self.text[start..end];
        let text = raw.trim();
        let lead = self.text[..start].chars().count() + raw.chars().count()
            - raw.trim_start().chars().count();
        Self {
            number: self.number,
            column: self.column + lead,
            text: text.to_owned(),
            unterminated: self.unterminated && end == self.text.len(),
        }
    }
}

/// The non-empty lines of a text, parted.
pub(super) fn read(text: &str) -> Vec<Line> {
    let whole: Vec<Line> = raw_lines(text).collect();
    let mut lines = Vec::with_capacity(whole.len());
    for (index, line) in whole.iter().enumerate() {
        let next = whole.get(index + 1).map(|next| next.text.as_str());
        part(line, next, &mut lines);
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}

fn raw_lines(text: &str) -> impl Iterator<Item = Line> {
    let count = text.lines().count();
    let open_end = !text.ends_with(['\n', '\r']);
    text.lines()
        .enumerate()
        .map(move |(index, raw)| {
            let plain: String = raw.chars().filter_map(plain_char).collect();
            let text = plain.trim();
            let lead = plain.chars().count() - plain.trim_start().chars().count();
            Line {
                number: index + 1,
                column: lead + 1,
                text: text.to_owned(),
                unterminated: open_end && index + 1 == count,
            }
        })
        .filter(|line| !line.text.is_empty())
}

/// Spaces of any width become a plain space; characters without width vanish.
fn plain_char(c: char) -> Option<char> {
    match c {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            Some(' ')
        }
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\r' => None,
        other => Some(other),
    }
}

/// Parts what is certainly two things: a section heading behind the launch
/// command, a subtitle before a card or a table, a page title behind the last
/// line of the page before.
fn part(line: &Line, next: Option<&str>, out: &mut Vec<Line>) {
    if let Some(start) = line.text.strip_suffix(PAGE_TITLE).map(str::len)
        && glued_before(&line.text, start)
    {
        out.push(line.piece(0, start));
        out.push(line.piece(start, line.text.len()));
        return;
    }
    for &(heading, subtitle) in SUBTITLES {
        let Some(start) = line.text.strip_suffix(heading).map(str::len) else {
            continue;
        };
        let followed = next.is_some_and(|next| next.starts_with(subtitle));
        // A command may well end in such a word; the subtitle that must follow
        // the heading, and nothing else, tells that this is the heading.
        if followed && glued_before(&line.text, start) {
            out.push(line.piece(0, start));
            out.push(line.piece(start, line.text.len()));
            return;
        }
    }
    for &(heading, subtitle) in SUBTITLES {
        let Some(rest) = line.text.strip_prefix(subtitle) else {
            continue;
        };
        // The subtitle of the long table goes on until the table begins.
        let end = match rest.find('|') {
            Some(bar) => subtitle.len() + bar,
            None if heading == ALL_MEASUREMENTS => line.text.len(),
            None => subtitle.len(),
        };
        out.push(line.piece(0, end));
        if end < line.text.len() {
            out.push(line.piece(end, line.text.len()));
        }
        return;
    }
    out.push(line.clone());
}

/// True where the text before `start` ends in something other than a space.
fn glued_before(text: &str, start: usize) -> bool {
    text[..start]
        .chars()
        .next_back()
        .is_some_and(|before| !before.is_whitespace() && before != '#' && before != '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &str) -> Vec<String> {
        read(input).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_heading_glued_to_the_launch_command_is_parted() {
        assert_eq!(
            texts(
                "serve --x '{\"a\":2}'Prefill\nprompt tok/s by context length8K context74.6K110 ms TTFT\n"
            ),
            [
                "serve --x '{\"a\":2}'",
                "Prefill",
                "prompt tok/s by context length",
                "8K context74.6K110 ms TTFT"
            ]
        );
    }

    #[test]
    fn a_command_that_ends_in_a_heading_word_stays_whole() {
        assert_eq!(texts("serve --modePrefill\nSustained decode\n").len(), 2);
    }

    #[test]
    fn a_table_glued_to_its_subtitle_is_parted() {
        assert_eq!(
            texts(
                "total tok/s · rows are context length, columns are simultaneous requests| Context | 1 |\n"
            ),
            [
                "total tok/s · rows are context length, columns are simultaneous requests",
                "| Context | 1 |"
            ]
        );
    }

    #[test]
    fn a_page_glued_to_the_page_before_is_parted() {
        assert_eq!(
            texts("KV cache.Speed test matrix\n"),
            ["KV cache.", "Speed test matrix"]
        );
    }

    #[test]
    fn special_spaces_are_spaces_and_the_column_counts_characters() {
        let lines = read("\u{a0} 63\u{202f}ms\u{200b}");
        assert_eq!(lines[0].text, "63 ms");
        assert_eq!(lines[0].column, 3);
        assert!(lines[0].unterminated);
    }
}
