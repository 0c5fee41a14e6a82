//! Markdown tables among other lines.
//!
//! ```text
//! | model | test |          t/s |
//! | ----- | ---: | -----------: |
//! | qwen  | tg128| 52.31 ± 0.04 |
//! ```

use super::Line;

/// A table: a header, a line of dashes, and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Table {
    /// Number of the header's line.
    pub(in crate::formats) line: usize,
    /// The names of the columns.
    pub(in crate::formats) header: Vec<String>,
    /// The rows, in their order.
    pub(in crate::formats) rows: Vec<Row>,
    /// The headings above it, outermost first, without their marks.
    pub(in crate::formats) headings: Vec<String>,
    /// True where other lines stand between the rows.
    pub(in crate::formats) is_interrupted: bool,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Row {
    /// Number of its line.
    pub(in crate::formats) line: usize,
    /// Its cells; not always as many as the header has.
    pub(in crate::formats) cells: Vec<Cell>,
    /// True where the row ends in a bar, so that its last cell is whole.
    pub(in crate::formats) is_closed: bool,
}

/// A cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Cell {
    /// The text, without white space around it.
    pub(in crate::formats) text: String,
    /// Where it begins in its line, counted in characters from 1.
    pub(in crate::formats) column: usize,
}

impl Table {
    /// The position of the column of this name.
    pub(in crate::formats) fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|one| one == name)
    }
}

/// Every table in the lines. A row belongs to the table above it until another header
/// comes, whatever stands between: logs are written into tables.
pub(in crate::formats) fn tables(lines: &[Line]) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut other_lines = false;
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        index += 1;
        if let Some((level, heading)) = heading(&line.text) {
            headings.retain(|(other, _)| *other < level);
            headings.push((level, heading.to_owned()));
        }
        let Some(row) = row(line) else {
            other_lines |= !line.text.trim().is_empty();
            continue;
        };
        if let Some(dashes) = lines.get(index)
            && is_rule(&dashes.text)
        {
            index += 1;
            other_lines = false;
            tables.push(Table {
                line: line.number,
                header: row.cells.into_iter().map(|cell| cell.text).collect(),
                rows: Vec::new(),
                headings: headings.iter().map(|(_, text)| text.clone()).collect(),
                is_interrupted: false,
            });
        } else if let Some(table) = tables.last_mut() {
            table.is_interrupted |= other_lines;
            other_lines = false;
            table.rows.push(row);
        }
    }
    tables
}

/// The level and the text of `## heading`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (level > 0 && text.starts_with(' ')).then(|| (level, text.trim()))
}

/// True for the line between a header and its rows.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|')
        && line.contains("--")
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The cells of a line that begins with a bar.
fn row(line: &Line) -> Option<Row> {
    let text = line.text.as_str();
    let indent = text.len() - text.trim_start().len();
    let inner = text[indent..].strip_prefix('|')?;
    let trimmed = inner.trim_end();
    let is_closed = trimmed.ends_with('|');
    let inner = trimmed.strip_suffix('|').unwrap_or(trimmed);
    let mut column = text[..=indent].chars().count() + 1;
    let cells = inner.split('|').map(|cell| {
        let space = cell.len() - cell.trim_start().len();
        let start = column + cell[..space].chars().count();
        column += cell.chars().count() + 1;
        Cell {
            text: cell.trim().to_owned(),
            column: start,
        }
    });
    let cells: Vec<Cell> = cells.collect();
    Some(Row {
        line: line.number,
        cells,
        is_closed,
    })
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    fn texts(row: &Row) -> Vec<&str> {
        row.cells.iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn tables_are_found_among_headings_and_logs() {
        let text = "log line\n# A\n## B\n| x | y (ms) |\n|---|---:|\n| 1 | é |\nwarning: x\n| 2 | 3 |\n\n\
                    ## C\n| z |\n| :-- |\n| 4\n";
        let found = tables(&lines(text));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[1].line), (4, 11));
        assert_eq!(found[0].headings, ["A", "B"]);
        assert_eq!(found[1].headings, ["A", "C"]);
        assert_eq!(found[0].column("y (ms)"), Some(1));
        assert!(found[0].is_interrupted && !found[1].is_interrupted);
        assert_eq!(texts(&found[0].rows[0]), ["1", "é"]);
        assert_eq!(texts(&found[0].rows[1]), ["2", "3"]);
        assert_eq!(found[0].rows[0].cells[1].column, 7);
        assert!(found[0].rows[0].is_closed && !found[1].rows[0].is_closed);
    }

    #[test]
    fn a_bar_without_a_header_is_no_table() {
        assert!(tables(&lines("| a | b |\n| 1 | 2 |\n")).is_empty());
        let only_a_header = tables(&lines("| a |\n|---|"));
        assert!(only_a_header[0].rows.is_empty());
    }
}
