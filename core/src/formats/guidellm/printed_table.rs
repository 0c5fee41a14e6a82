//! A table as the tool prints it, with a header of two lines of which the first is merged.
//!
//! ```text
//! Benchmarks Info:
//! =====================================
//! Metadata              || Requests Made ||
//!   Benchmark| Start Time| Comp|  Inc|  Err
//! -----------|-----------|-----|-----|-----
//! synchronous|   16:59:28|   46|    1|    0
//! =====================================
//! ```
//!
//! A name in the first line stands for itself and for every empty place behind it.

use crate::formats::reading::Line;
use crate::formats::{Diagnostic, Level};

/// A table that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    /// Names of the columns: of the group, and within it.
    pub(super) columns: Vec<(String, String)>,
    /// The rows, all with as many cells as there are columns.
    pub(super) rows: Vec<Row>,
    /// True where the line that ends it is there.
    pub(super) is_closed: bool,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// Number of its line.
    pub(super) line: usize,
    /// Its cells, without white space around them.
    pub(super) cells: Vec<String>,
}

/// The table below the line `title`; `None` where there is none. Lines in it that are no
/// rows are reported.
pub(super) fn find(
    lines: &[Line],
    title: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Table> {
    let start = lines.iter().position(|line| line.text.trim() == title)?;
    let mut below = lines[start + 1..]
        .iter()
        .filter(|line| !line.text.trim().is_empty())
        .skip_while(|line| is_rule(&line.text, '='));
    let groups = cells(&below.next()?.text);
    let names = cells(&below.next()?.text);
    let mut table = Table {
        columns: columns(&groups, &names)?,
        rows: Vec::new(),
        is_closed: false,
    };
    for line in below {
        if is_rule(&line.text, '=') {
            table.is_closed = true;
            break;
        }
        if line.text.chars().all(|c| matches!(c, '-' | '|' | ' ')) {
            continue;
        }
        let cells = cells(&line.text);
        if cells.len() == table.columns.len() {
            table.rows.push(Row {
                line: line.number,
                cells,
            });
        } else {
            let message = format!(
                "expected a row of {} cells in {title:?}, found {}; it was left out",
                table.columns.len(),
                cells.len()
            );
            let length = line.text.chars().count();
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                    line.number,
                    1,
                    length,
                ),
            );
        }
    }
    Some(table)
}

fn cells(line: &str) -> Vec<String> {
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

fn is_rule(text: &str, of: char) -> bool {
    let text = text.trim();
    text.len() > 3 && text.chars().all(|c| c == of)
}

/// Both names of every column; `None` where the two lines do not fit each other.
fn columns(groups: &[String], names: &[String]) -> Option<Vec<(String, String)>> {
    if groups.len() != names.len() || names.len() < 2 {
        return None;
    }
    let mut group = "";
    let merged = groups.iter().zip(names).map(|(next, name)| {
        if !next.is_empty() {
            group = next;
        }
        (group.to_owned(), name.clone())
    });
    Some(merged.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::reading::lines;

    #[test]
    fn a_merged_header_names_every_column_below_it() {
        let text = "Benchmarks Info:\n=====\nMetadata || Made |\n B| T| C| I\n-|-|-|-\nsync| 1| 2| 3\nlog line\n=====\n";
        let mut diagnostics = Vec::new();
        let table = find(&lines(text), "Benchmarks Info:", &mut diagnostics).unwrap();
        let names: Vec<String> = table
            .columns
            .iter()
            .map(|(group, name)| format!("{group}/{name}"))
            .collect();
        assert_eq!(names, ["Metadata/B", "Metadata/T", "Made/C", "Made/I"]);
        assert_eq!(table.rows[0].cells, ["sync", "1", "2", "3"]);
        assert!(table.is_closed);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn a_table_without_its_last_line_is_not_closed() {
        let text = "Benchmarks Info:\n=====\nMetadata |\n B| T\n-|-\nsync| 1";
        let table = find(&lines(text), "Benchmarks Info:", &mut Vec::new()).unwrap();
        assert!(!table.is_closed);
        assert_eq!(
            find(&lines(text), "Benchmarks Stats:", &mut Vec::new()),
            None
        );
    }
}
