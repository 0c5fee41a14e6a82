//! Tables drawn with `+`, `-` and `|`.

use super::super::reading::Line;
use super::super::{Diagnostic, Level};

/// A table.
#[derive(Debug)]
pub(super) struct Grid {
    /// Names of the columns.
    pub(super) head: Vec<String>,
    /// Number of the line and cells of each row, as many as there are columns.
    pub(super) rows: Vec<(usize, Vec<String>)>,
    /// True where its last border is there.
    pub(super) is_complete: bool,
}

/// Reads the table at the beginning of `lines`, empty lines aside; `None` where there is none.
///
/// A row whose first cell is empty goes on with the row above. A row that does not fit the
/// columns is reported and left out.
pub(super) fn read(
    lines: &[Line],
    has_end: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Grid> {
    let start = lines.iter().position(|line| !line.text.is_empty())?;
    let border = lines[start].text.trim();
    if !is_border(border) {
        return None;
    }
    let mut grid = Grid {
        head: Vec::new(),
        rows: Vec::new(),
        is_complete: false,
    };
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        let text = line.text.trim();
        if is_border(text) {
            // A border that is cut short closes nothing.
            grid.is_complete = text.len() == border.len() && !grid.rows.is_empty();
            continue;
        }
        if !text.starts_with('|') {
            break;
        }
        grid.is_complete = false;
        let is_cut = !has_end && at + 1 == lines.len() && !text.ends_with('|');
        let inner = text.strip_prefix('|').unwrap_or(text);
        let cells: Vec<String> = inner
            .strip_suffix('|')
            .unwrap_or(inner)
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect();
        if grid.head.is_empty() {
            if is_cut {
                break;
            }
            grid.head = cells;
        } else if is_cut || cells.len() != grid.head.len() {
            let message = format!(
                "expected a row of {} cells between bars, found {} of them; left out",
                grid.head.len(),
                cells.len()
            );
            diagnostics.push(
                Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                    line.number,
                    1,
                    text.chars().count(),
                ),
            );
        } else if let Some((_, above)) = grid.rows.last_mut().filter(|_| cells[0].is_empty()) {
            for (above, cell) in above.iter_mut().zip(cells) {
                above.push_str(&cell);
            }
        } else {
            grid.rows.push((line.number, cells));
        }
    }
    Some(grid)
}

fn is_border(text: &str) -> bool {
    text.starts_with('+') && text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

#[cfg(test)]
mod tests {
    use super::super::super::reading::lines;
    use super::*;

    #[test]
    fn a_wrapped_cell_is_put_together_and_an_odd_row_is_reported() {
        let text = "\n+---+---+\n| A | B |\n+===+===+\n| a | 1 |\n+---+---+\n| b | {x |\n|   | :1} |\n| c |\n+---+---+\nend";
        let mut diagnostics = Vec::new();
        let grid = read(&lines(text), true, &mut diagnostics).unwrap();
        assert_eq!(grid.head, ["A", "B"]);
        let cells: Vec<_> = grid.rows.iter().map(|(_, cells)| cells.join(" ")).collect();
        assert_eq!(cells, ["a 1", "b {x:1}"]);
        assert!(grid.is_complete);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn a_number_at_the_end_of_a_file_may_be_cut_off() {
        let text = "+---+---+\n| A | B |\n+---+---+\n| a | 1 |\n| b | 27";
        let mut diagnostics = Vec::new();
        let grid = read(&lines(text), false, &mut diagnostics).unwrap();
        assert_eq!(grid.rows.len(), 1);
        assert!(!grid.is_complete);
    }
}
