<<<<<<< HEAD
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
=======
//! Tables of Markdown, wherever they stand in a page or a log.
//!
//! ```text
//! | model | test  |           t/s |
//! | ----- | ----: | ------------: |
//! | llama | pp512 | 132.19 ± 0.55 |
//! ```
//!
//! A table begins with a row that a line of dashes follows. Its rows may be parted by lines
//! of a log; it ends where the next table begins.

use super::Line;
use crate::formats::{Diagnostic, Level};

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Table {
    /// Number of the line with the names of the columns.
    pub(in crate::formats) line: usize,
    /// Names of the columns.
    pub(in crate::formats) head: Vec<String>,
    /// The headings above it, outermost first, without their marks.
    pub(in crate::formats) headings: Vec<String>,
    /// The rows.
    pub(in crate::formats) rows: Vec<Row>,
    /// True where the file ends within a row, which is left out.
    pub(in crate::formats) is_cut: bool,
>>>>>>> main
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Row {
    /// Number of its line.
    pub(in crate::formats) line: usize,
<<<<<<< HEAD
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
=======
    /// Its cells, as many as there are columns.
    pub(in crate::formats) cells: Vec<String>,
}

impl Table {
    /// Position of the column of this name.
    pub(in crate::formats) fn column(&self, name: &str) -> Option<usize> {
        self.head.iter().position(|known| known == name)
    }

    /// True where there is a column of each name.
    pub(in crate::formats) fn has_all(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.column(name).is_some())
    }

    /// The columns of a row by name.
    pub(in crate::formats) fn named<'a>(
        &'a self,
        row: &'a Row,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let names = self.head.iter().map(String::as_str);
        names.zip(row.cells.iter().map(String::as_str))
    }
}

/// Every table that `is_wanted` by the names of its columns. Rows of these that do not fit
/// the columns are left out and reported. `has_end` tells whether the file ends with the end
/// of a line.
pub(in crate::formats) fn tables(
    lines: &[Line],
    has_end: bool,
    is_wanted: impl Fn(&Table) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut is_in_wanted = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let Some(cells) = cells(&line.text) else {
            if let Some((level, heading)) = heading(&line.text) {
                headings.retain(|(other, _)| *other < level);
                headings.push((level, heading.to_owned()));
            }
            continue;
        };
        let next = lines.get(at).map(|next| next.text.trim());
        if next.is_some_and(|next| is_dashes(next, cells.len())) {
            at += 1;
            let table = Table {
                line: line.number,
                head: cells,
                headings: headings.iter().map(|(_, text)| text.clone()).collect(),
                rows: Vec::new(),
                is_cut: false,
            };
            is_in_wanted = is_wanted(&table);
            if is_in_wanted {
                tables.push(table);
            }
            continue;
        }
        let Some(table) = tables.last_mut().filter(|_| is_in_wanted) else {
            continue;
        };
        let is_last = !has_end && at == lines.len();
        let is_whole = line.text.ends_with('|') && cells.len() == table.head.len();
        if is_whole {
            table.rows.push(Row {
                line: line.number,
                cells,
            });
            continue;
        }
        table.is_cut = is_last;
        let message = format!(
            "expected a row of {} cells between bars, found {}; left out",
            table.head.len(),
            cells.len()
        );
        let length = line.text.chars().count();
        diagnostics.push(
            Diagnostic::new(Level::Warning, "unread_line", message).at_line(line.number, 1, length),
        );
>>>>>>> main
    }
    tables
}

/// The level and the text of `## heading`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (level > 0 && text.starts_with(' ')).then(|| (level, text.trim()))
}

<<<<<<< HEAD
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
=======
/// The cells of a line that begins with a bar. A bar after a backslash parts nothing.
fn cells(line: &str) -> Option<Vec<String>> {
    let rest = line.trim().strip_prefix('|')?;
    let mut cells = vec![String::new()];
    let mut chars = rest.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'|') => {
                chars.next();
                cells.last_mut()?.push('|');
            }
            '|' => cells.push(String::new()),
            _ => cells.last_mut()?.push(c),
        }
    }
    if cells.len() > 1 && cells.last().is_some_and(|last| last.trim().is_empty()) {
        cells.pop();
    }
    Some(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// True for the line below the names of the columns.
fn is_dashes(text: &str, columns: usize) -> bool {
    text.starts_with('|')
        && text.contains('-')
        && text
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':') || c.is_whitespace())
        && cells(text).is_some_and(|cells| cells.len() == columns)
>>>>>>> main
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

<<<<<<< HEAD
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
=======
    fn read(text: &str) -> (Vec<Table>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let is_wanted = |table: &Table| table.column("a").is_some();
        let tables = tables(
            &lines(text),
            text.ends_with('\n'),
            is_wanted,
            &mut diagnostics,
        );
        (tables, diagnostics)
    }

    #[test]
    fn a_table_is_found_among_other_lines_and_other_tables() {
        let text = "# page\n## old\n## part\n| x |\n| - |\n| 0 |\n\n| a | b \\| c |\n|---|:-:|\n| 1 | 2 |\nwarning\n| 3 |  |\n\n| y |\n|---|\n| 4 |\n";
        let (tables, diagnostics) = read(text);
        assert_eq!(tables.len(), 1);
        assert_eq!(tables[0].head, ["a", "b | c"]);
        assert_eq!(tables[0].headings, ["page", "part"]);
        let rows: Vec<_> = tables[0]
            .rows
            .iter()
            .map(|row| (row.line, row.cells.join(",")))
            .collect();
        assert_eq!(rows, [(10, "1,2".to_owned()), (12, "3,".to_owned())]);
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn a_row_that_does_not_fit_is_left_out_and_reported() {
        let (tables, diagnostics) = read("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |\n");
        assert_eq!(tables[0].rows.len(), 1);
        assert!(!tables[0].is_cut);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn a_row_at_the_end_of_a_file_may_be_cut_off() {
        for end in ["| 1 |", "| 1 | 2", "| 1"] {
            let (tables, _) = read(&format!("| a | b |\n|---|---|\n{end}"));
            assert!(tables[0].is_cut && tables[0].rows.is_empty(), "{end}");
        }
        let (tables, _) = read("| a | b |\n|---|---|\n| 1 | 2 |");
        assert!(!tables[0].is_cut && tables[0].rows.len() == 1);
>>>>>>> main
    }
}
