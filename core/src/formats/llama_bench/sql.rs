//! `-o sql`: a `CREATE TABLE`, then an `INSERT` per test, every value quoted.

use super::{YIELDS, fail, new_run, row};
use crate::formats::reading::{complaint, failed_after, join, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::Extra;

/// llama-bench SQL.
pub(in crate::formats) struct Sql;

/// The table was called `test` in 2023, and `llama_bench` since.
const CREATE: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS test (",
    "CREATE TABLE IF NOT EXISTS llama_bench (",
];
const INSERT: [&str; 2] = ["INSERT INTO test (", "INSERT INTO llama_bench ("];

impl Format for Sql {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_bench_sql",
            name: "llama-bench SQL",
            versions: "2023; the later name of the table as documented, without a real file",
            yields: YIELDS,
            marks: &["INSERT INTO ", "build_commit", "avg_ts"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        input.prints("build_commit")
            && text.lines().any(|line| {
                is_create(line) || (insert(line).is_some() && line.contains("build_commit"))
            })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        let mut is_partial = false;
        let mut is_in_table = false;
        let lines = input.lines();
        let mut behind = 0;
        for (at, line) in lines.iter().enumerate() {
            let text = line.text.trim();
            if is_create(text) {
                is_in_table = true;
            } else if is_in_table {
                // Names and types of the columns, which each INSERT repeats.
                is_in_table = text != ");";
            } else if let Some(rest) = insert(text) {
                if let Some(row) = read_insert(rest) {
                    let path = format!("line {}: $", line.number);
                    runs.push(row::read(row, &path, &[], &mut diagnostics));
                    behind = at + 1;
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
        let reason = complaint(&lines[behind..]);
        if !runs.is_empty()
            && let Some(reason) = reason.clone()
        {
            runs.extend(failed_after(&runs, reason, &mut diagnostics));
        }
        let mut runs = join(runs);
        if runs.is_empty() {
            let mut run = new_run();
            fail(
                &mut run,
                reason,
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
            run.source.partial |= is_partial || is_in_table;
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

fn is_create(line: &str) -> bool {
    CREATE.iter().any(|start| line.starts_with(start))
}

/// What follows the name of the table.
fn insert(line: &str) -> Option<&str> {
    INSERT.iter().find_map(|start| line.strip_prefix(start))
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
    fn a_table_without_rows_is_a_failed_run_with_its_reason() {
        let text = "CREATE TABLE IF NOT EXISTS llama_bench (\n  build_commit TEXT,\n  avg_ts REAL\n);\n\nmain: error: failed to load model 'a'\n";
        let parsed = crate::formats::parse(text.as_bytes(), None);
        assert_eq!(
            parsed.runs[0].measurements[0].source_status.as_deref(),
            Some("main: error: failed to load model 'a'")
        );
    }

    #[test]
    fn a_quote_within_a_value_is_doubled() {
        let values = quoted("'a', 'it''s', ''").unwrap();
        assert_eq!(values, ["a", "it's", ""]);
        for broken in ["'a', 'b", "'a' 'b'", "a", "'a',"] {
            assert_eq!(quoted(broken), None, "{broken}");
        }
    }
}
