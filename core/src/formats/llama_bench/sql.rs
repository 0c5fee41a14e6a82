//! `-o sql`: a `CREATE TABLE`, then an `INSERT` per test, every value quoted.

use super::{YIELDS, fail, new_run, row};
use crate::formats::reading::{join, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::Extra;

/// llama-bench SQL.
pub(in crate::formats) struct Sql;

const CREATE: &str = "CREATE TABLE IF NOT EXISTS test (";
const INSERT: &str = "INSERT INTO test (";

impl Format for Sql {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_bench_sql",
            name: "llama-bench SQL",
            versions: "2023",
            yields: YIELDS,
            marks: &[CREATE, INSERT, "avg_ts"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        let mut lines = text.lines();
        (text.contains(CREATE) || text.contains(INSERT))
            && lines.any(|line| {
                line.starts_with(CREATE)
                    || (line.starts_with(INSERT) && line.contains("build_commit"))
            })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        let mut is_partial = false;
        let mut is_in_table = false;
        for line in input.lines() {
            let text = line.text.trim();
            if text.starts_with(CREATE) {
                is_in_table = true;
            } else if is_in_table {
                // Names and types of the columns, which each INSERT repeats.
                is_in_table = text != ");";
            } else if let Some(rest) = text.strip_prefix(INSERT) {
                if let Some(row) = read_insert(rest) {
                    let path = format!("line {}: $", line.number);
                    runs.push(row::read(row, &path, &[], &mut diagnostics));
                } else {
                    is_partial = true;
                    diagnostics.push(
                        Diagnostic::new(
                            Level::Warning,
                            "unread_line",
                            "expected as many quoted values as columns and `);`, found another end; left out",
                        )
                        .at_line(line.number, 1, text.chars().count()),
                    );
                }
            } else if !text.is_empty() {
                diagnostics.push(
                    Diagnostic::new(
                        Level::Note,
                        "unread_line",
                        "no statement of llama-bench, passed over",
                    )
                    .at_line(line.number, 1, text.chars().count()),
                );
            }
        }
        let mut runs = join(runs);
        if runs.is_empty() {
            let mut run = new_run();
            fail(
                &mut run,
                None,
                "The table is there and no row: the benchmark ended before its first test was done.",
            );
            diagnostics.push(Diagnostic::new(
                Level::Warning,
                "no_result",
                "a table and no row: the benchmark produced nothing",
            ));
            runs.push(run);
        }
        for run in &mut runs {
            run.source.partial = is_partial || is_in_table;
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

/// The row in `a, b) VALUES ('1', '2');`.
fn read_insert(statement: &str) -> Option<Extra> {
    let (columns, values) = statement.split_once(") VALUES (")?;
    let columns: Vec<String> = columns
        .split(',')
        .map(|name| name.trim().to_owned())
        .collect();
    row::of_texts(&columns, &quoted(values.strip_suffix(");")?)?)
}

/// The values of `'a', 'it''s'`.
fn quoted(mut text: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    loop {
        text = text.trim_start().strip_prefix('\'')?;
        let mut value = String::new();
        loop {
            let end = text.find('\'')?;
            value.push_str(&text[..end]);
            text = &text[end + 1..];
            match text.strip_prefix('\'') {
                Some(rest) => {
                    value.push('\'');
                    text = rest;
                }
                None => break,
            }
        }
        values.push(value);
        text = text.trim_start();
        if text.is_empty() {
            return Some(values);
        }
        text = text.strip_prefix(',')?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_within_a_value_is_doubled() {
        let values = quoted("'a', 'it''s', ''").unwrap();
        assert_eq!(values, ["a", "it's", ""]);
        for broken in ["'a', 'b", "'a' 'b'", "a", "'a',"] {
            assert_eq!(quoted(broken), None, "{broken}");
        }
    }
}
