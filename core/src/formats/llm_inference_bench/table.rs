//! The boxes of a console report: panels of text and tables of cells.
//!
//! ```text
//! ╭──────────╮        Per-Request tok/s          a table's title stands above it
//! │ a panel  │        ╭────────────┬──────╮
//! ╰──────────╯        │ ctx \ conc │    1 │
//!                     ├────────────┼──────┤
//!                     │ 16k        │ 57.0 │
//!                     ╰────────────┴──────╯
//! ```

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// A line outside any box.
    Line {
        number: usize,
        text: String,
    },
    /// The lines of a panel, without its frame.
    Panel {
        lines: Vec<String>,
    },
    Table(Table),
}

/// A table. The lines of a row that was printed over several are joined.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    /// The lines directly above, joined by spaces.
    pub(super) title: String,
    /// Line of the header.
    pub(super) number: usize,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// False where the input ended, or something else began, before the lower edge.
    pub(super) is_closed: bool,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) cells: Vec<Cell>,
}

/// A cell and where it starts on the row's first line, from 1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) column: usize,
}

/// Splits a report into its parts. Escape sequences for colours are dropped, and of
/// a line that was overwritten by a carriage return only the last state counts.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parser = Parser::default();
    for (index, line) in text.lines().enumerate() {
        let shown = line
            .trim_end_matches('\r')
            .rsplit('\r')
            .next()
            .unwrap_or_default();
        let plain = anstream::adapter::strip_str(shown).to_string();
        parser.line(index + 1, plain.trim());
    }
    parser.close();
    parser.parts
}

#[derive(Debug, Default)]
struct Parser {
    parts: Vec<Part>,
    /// Lines outside boxes since the last box or empty line.
    above: Vec<String>,
    open: Option<Open>,
}

#[derive(Debug)]
enum Open {
    Panel(Vec<String>),
    Table(Table),
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) {
        match line.chars().next() {
            Some('╭' | '┌' | '┏') => {
                self.close();
                self.open = Some(if line.contains(['┬', '┳']) {
                    Open::Table(Table {
                        title: self.above.join(" "),
                        number: number + 1,
                        header: Vec::new(),
                        rows: Vec::new(),
                        is_closed: false,
                    })
                } else {
                    Open::Panel(Vec::new())
                });
                self.above.clear();
            }
            Some('╰' | '└' | '┗') => {
                if let Some(Open::Table(table)) = &mut self.open {
                    table.is_closed = true;
                }
                self.close();
            }
            Some('├' | '┡' | '┣') => {}
            Some('│' | '┃') => self.inside(number, line),
            _ => self.outside(number, line),
        }
    }

    fn inside(&mut self, number: usize, line: &str) {
        let cells = cells(line);
        match &mut self.open {
            Some(Open::Panel(lines)) => {
                let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
                lines.push(texts.join(" │ ").trim().to_owned());
            }
            Some(Open::Table(table)) => table.row(Row { number, cells }),
            None => {
                // A row whose table began before the input did, or within log lines.
                self.parts.push(Part::Line {
                    number,
                    text: line.to_owned(),
                });
            }
        }
    }

    fn outside(&mut self, number: usize, line: &str) {
        self.close();
        if line.is_empty() {
            self.above.clear();
            return;
        }
        self.above.push(line.to_owned());
        self.parts.push(Part::Line {
            number,
            text: line.to_owned(),
        });
    }

    fn close(&mut self) {
        match self.open.take() {
            Some(Open::Panel(lines)) => self.parts.push(Part::Panel { lines }),
            Some(Open::Table(table)) => self.parts.push(Part::Table(table)),
            None => {}
        }
    }
}

impl Table {
    fn row(&mut self, row: Row) {
        if self.header.is_empty() {
            self.number = row.number;
            self.header = row.cells.into_iter().map(|cell| cell.text).collect();
            return;
        }
        let continues = row.cells.first().is_some_and(|label| label.text.is_empty());
        match self.rows.last_mut() {
            Some(above) if continues && above.cells.len() == row.cells.len() => {
                for (cell, more) in above.cells.iter_mut().zip(row.cells) {
                    if !more.text.is_empty() {
                        cell.text = format!("{} {}", cell.text, more.text).trim().to_owned();
                    }
                }
            }
            _ => self.rows.push(row),
        }
    }
}

/// The cells between the bars of a line; a bar missing at the end is no matter.
fn cells(line: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut column = 1;
    for (index, text) in line.split(['│', '┃']).enumerate() {
        if index > 0 {
            let indent = text.chars().take_while(|c| c.is_whitespace()).count();
            cells.push(Cell {
                text: text.trim().to_owned(),
                column: column + indent,
            });
        }
        column += text.chars().count() + 1;
    }
    if line.ends_with(['│', '┃']) {
        cells.pop();
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\u{1b}[1mDone.\u{1b}[0m\n\
        \n\
        Aggregate decode     \n\
        tok/s                \n\
        ╭────────────┬──────╮\n\
        │ ctx \\ conc │    1 │\n\
        ├────────────┼──────┤\n\
        │ 0          │ \u{1b}[32m59.0\u{1b}[0m │\n\
        │            │ 2k/1 │\n\
        ╰────────────┴──────╯\n\
        ╭───────────╮\n\
        │ Model: A  │\n\
        ╰───────────╯\n";

    #[test]
    fn a_report_is_lines_panels_and_tables() {
        let parts = parts(REPORT);
        let Part::Table(table) = &parts[3] else {
            panic!("no table: {parts:?}")
        };
        assert_eq!(table.title, "Aggregate decode tok/s");
        assert_eq!(table.header, ["ctx \\ conc", "1"]);
        assert_eq!(table.rows.len(), 1);
        assert_eq!(
            table.rows[0].cells[1],
            Cell {
                text: "59.0 2k/1".to_owned(),
                column: 16
            }
        );
        assert!(table.is_closed);
        assert_eq!(
            parts[4],
            Part::Panel {
                lines: vec!["Model: A".to_owned()]
            }
        );
    }

    #[test]
    fn a_table_that_was_cut_off_is_not_closed() {
        let cut = REPORT.split("╰").next().unwrap();
        let parts = parts(cut);
        let Some(Part::Table(table)) = parts.last() else {
            panic!("no table: {parts:?}")
        };
        assert!(!table.is_closed);
        assert_eq!(table.rows.len(), 1);
    }

    #[test]
    fn only_the_last_state_of_an_overwritten_line_counts() {
        let parts = parts("10%\r50%\r100%\r\n");
        assert_eq!(
            parts,
            [Part::Line {
                number: 1,
                text: "100%".to_owned()
            }]
        );
    }
}
