//! Tables of a text copy: pipes, tabs, or tabs that a copy turned into spaces.

use super::layout::{COLUMNS, NONE};
use super::lines::Line;

/// A table as it stands in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grid {
    /// The head row.
    pub header: Row,
    /// The rows below, separators left out.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// The line it was read from.
    pub line: Line,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// How the cells were told apart.
    pub style: Style,
    /// True where the row surely ends in this line.
    pub closed: bool,
}

/// A cell and the column of its first character.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// The text, trimmed.
    pub text: String,
    /// Column of the first character, from 1.
    pub column: usize,
}

/// How the cells of a row are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `| a | b |`.
    Pipe,
    /// Tabs.
    Tab,
    /// Spaces where tabs were.
    Space,
}

/// Which table a head row begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Context by simultaneous requests.
    Heatmap,
    /// All measurements.
    Table,
}

impl Row {
    /// The line as the head row of a table, if it is one.
    pub(super) fn header(line: &Line) -> Option<(Kind, Self)> {
        let mut row = Self::delimited(line).or_else(|| Self::spaced(line, split_spaced_header))?;
        let first = row.cells.first().map(|cell| cell.text.as_str());
        if row.style == Style::Space && first == Some("Phase") {
            row = Self::spaced(line, split_column_names)?;
        }
        match row.cells.as_slice() {
            [first, rest @ ..] if first.text == "Phase" && rest.len() >= 2 => {
                Some((Kind::Table, row))
            }
            [first, rest @ ..]
                if first.text == "Context"
                    && !rest.is_empty()
                    && rest.iter().all(|cell| is_count(&cell.text)) =>
            {
                Some((Kind::Heatmap, row))
            }
            _ => None,
        }
    }

    /// The line as a row below a head row of `kind` and `columns` cells; `None`
    /// where it cannot be one.
    pub(super) fn body(line: &Line, kind: Kind, columns: usize, words: &[String]) -> Option<Self> {
        if let Some(row) = Self::delimited(line) {
            return Some(row);
        }
        let wide = Self::spaced(line, split_wide)?;
        if wide.cells.len() == columns {
            return Some(wide);
        }
        match kind {
            Kind::Heatmap => Self::spaced(line, |text| split_heatmap_row(text, words)),
            Kind::Table => Self::spaced(line, split_table_row),
        }
    }

    /// True for the `|---|---|` below a head row.
    pub(super) fn is_separator(line: &Line) -> bool {
        line.text.starts_with('|')
            && line.text.contains("--")
            && line
                .text
                .chars()
                .all(|c| matches!(c, '|' | '-' | ':' | ' '))
    }

    fn delimited(line: &Line) -> Option<Self> {
        if line.text.starts_with('|') {
            let (pieces, closed) = split_pipes(&line.text);
            return Some(Self::of(line, pieces, Style::Pipe, closed));
        }
        if line.text.contains('\t') {
            let pieces = split_at(&line.text, |c| c == '\t');
            return Some(Self::of(line, pieces, Style::Tab, !line.unterminated));
        }
        None
    }

    fn spaced<'a>(
        line: &'a Line,
        split: impl FnOnce(&'a str) -> Option<Vec<&'a str>>,
    ) -> Option<Self> {
        let pieces = split(&line.text)?;
        Some(Self::of(line, pieces, Style::Space, !line.unterminated))
    }

    fn of(line: &Line, pieces: Vec<&str>, style: Style, closed: bool) -> Self {
        let cells = pieces
            .into_iter()
            .map(|piece| {
                // Every piece is a slice of the line, so the distance is its place.
                let offset = piece.as_ptr() as usize - line.text.as_ptr() as usize;
                let lead = piece.len() - piece.trim_start().len();
                Cell {
                    text: piece.trim().replace("\\|", "|"),
                    column: line.column + line.text[..offset + lead].chars().count(),
                }
            })
            .collect();
        Self {
            line: line.clone(),
            cells,
            style,
            closed,
        }
    }
}

/// True for `1`, `128`, `1,024`.
fn is_count(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == ',')
}

fn split_at(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    text.split(is_separator).collect()
}

/// The cells between unescaped pipes, and whether the last pipe is there.
fn split_pipes(text: &str) -> (Vec<&str>, bool) {
    let mut pieces = Vec::new();
    let mut start = 1;
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        if c == '|' && !escaped {
            pieces.push(&text[start..index]);
            start = index + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    let closed = start == text.len() && text.len() > 1;
    if !closed {
        pieces.push(&text[start.min(text.len())..]);
    }
    (pieces, closed)
}

/// Pieces separated by two or more spaces.
fn split_wide(text: &str) -> Option<Vec<&str>> {
    let pieces: Vec<&str> = text
        .split("  ")
        .map(str::trim)
        .filter(|piece| !piece.is_empty())
        .collect();
    Some(pieces)
}

/// `Context 1 2 4`, or the first word of any other head row.
fn split_spaced_header(text: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    matches!(words.first(), Some(&("Context" | "Phase"))).then_some(words)
}

/// The known column names one behind the other.
fn split_column_names(text: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        // Of two names that fit, such as a name and its longer sibling, the longer.
        let name = COLUMNS
            .iter()
            .filter(|name| rest.starts_with(**name))
            .max_by_key(|name| name.len())?;
        names.push(&rest[..name.len()]);
        rest = rest[name.len()..].trim_start();
    }
    Some(names)
}

/// A label, then cells that end in `TTFT` or are a status word or a dash.
fn split_heatmap_row<'a>(text: &'a str, words: &[String]) -> Option<Vec<&'a str>> {
    let (label, mut rest) = text.split_once(' ')?;
    super::super::printed::context_tokens(label)?;
    let mut cells = vec![label];
    rest = rest.trim_start();
    while !rest.is_empty() {
        let ends = |end: usize| rest[end..].is_empty() || rest[end..].starts_with(' ');
        let word = words
            .iter()
            .map(String::as_str)
            .chain([NONE])
            .filter(|word| rest.starts_with(word) && ends(word.len()))
            .max_by_key(|word| word.len());
        let end = match word {
            Some(word) => word.len(),
            None => rest
                .find("TTFT")
                .map_or(rest.len(), |start| start + "TTFT".len()),
        };
        cells.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Some(cells)
}

/// Phase, context, requests, status, then values: a dash or a number with its unit.
fn split_table_row(text: &str) -> Option<Vec<&str>> {
    let starts_value = |word: &str| word == NONE || word.starts_with(|c: char| c.is_ascii_digit());
    let words: Vec<&str> = text.split_whitespace().collect();
    let context = words.iter().position(|word| starts_value(word))?;
    let status = context + 2;
    let values = status
        + words
            .get(status..)?
            .iter()
            .position(|word| starts_value(word))?;
    if context == 0 || values == status || !is_count(words[context + 1]) {
        return None;
    }
    let span = |from: usize, to: usize| {
        let start = words[from].as_ptr() as usize - text.as_ptr() as usize;
        let end = words[to - 1].as_ptr() as usize + words[to - 1].len() - text.as_ptr() as usize;
        &text[start..end]
    };
    let mut cells = vec![
        span(0, context),
        words[context],
        words[context + 1],
        span(status, values),
    ];
    let mut index = values;
    while index < words.len() {
        let has_unit = words.get(index + 1).is_some_and(|word| !starts_value(word));
        let end = index + 1 + usize::from(has_unit);
        cells.push(span(index, end));
        index = end;
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::matrix_text::lines::read;

    fn cells(row: &Row) -> Vec<&str> {
        row.cells.iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn a_row_cut_before_its_last_pipe_is_not_closed() {
        let line = &read("| Prefill | 8K | 1 | Val")[0];
        let row = Row::body(line, Kind::Table, 12, &[]).unwrap();
        assert_eq!(cells(&row), ["Prefill", "8K", "1", "Val"]);
        assert!(!row.closed);
    }

    #[test]
    fn an_escaped_pipe_does_not_part_cells() {
        let line = &read("| a \\| b | c |\n")[0];
        let row = Row::body(line, Kind::Table, 2, &[]).unwrap();
        assert_eq!(cells(&row), ["a | b", "c"]);
        assert!(row.closed);
    }

    #[test]
    fn tabs_that_became_single_spaces_are_told_apart_by_their_words() {
        let header =
            &read("Phase Context Requests at once Status Total tok/s TTFT Measured for\n")[0];
        let (kind, row) = Row::header(header).unwrap();
        assert_eq!(kind, Kind::Table);
        assert_eq!(row.cells.len(), 7);
        let line = &read("Sustained decode 8K 128 Requests queued 2,244.4 30,178 ms —\n")[0];
        let row = Row::body(line, kind, 7, &[]).unwrap();
        assert_eq!(
            cells(&row),
            [
                "Sustained decode",
                "8K",
                "128",
                "Requests queued",
                "2,244.4",
                "30,178 ms",
                "—"
            ]
        );
        assert_eq!(row.cells[3].column, 25);
    }

    #[test]
    fn heatmap_rows_with_single_spaces_end_their_cells_at_ttft() {
        let line =
            &read("8K 82.9584 ms TTFT Over capacity 2,244.4Requests queued30,178 ms TTFT\n")[0];
        let row = Row::body(line, Kind::Heatmap, 4, &["Over capacity".to_owned()]).unwrap();
        assert_eq!(
            cells(&row),
            [
                "8K",
                "82.9584 ms TTFT",
                "Over capacity",
                "2,244.4Requests queued30,178 ms TTFT"
            ]
        );
    }
}
