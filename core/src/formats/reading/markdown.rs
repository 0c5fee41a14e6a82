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
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Row {
    /// Number of its line.
    pub(in crate::formats) line: usize,
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
    }
    tables
}

/// The level and the text of `## heading`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (level > 0 && text.starts_with(' ')).then(|| (level, text.trim_end_matches('#').trim()))
}

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
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

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
    }
}
