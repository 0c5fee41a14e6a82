//! Finds the result blocks among the lines of a log.

use super::super::reading::Line;
use super::super::{Diagnostic, Input, Level};
use super::{Tool, rows};

/// The words in the first line of a block.
pub(super) const TITLE: &str = "= Serving Benchmark Result =";

/// Most lines of a block that are reported one by one because they could not be read.
const NAMED: usize = 20;

/// Lines in a row that are no rows, after which a block is over.
const PATIENCE: usize = 200;

/// A result block.
#[derive(Debug)]
pub(super) struct Block {
    /// Position of its title among the lines.
    pub(super) start: usize,
    /// Position behind its last line.
    pub(super) end: usize,
    /// Number of the line of its title.
    pub(super) line: usize,
    /// Its rows, in order.
    pub(super) rows: Vec<Row>,
    /// True where the line that closes it is there.
    pub(super) is_complete: bool,
}

/// A row of a block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Number of its line.
    pub(super) line: usize,
    /// Title of its section; empty above the first.
    pub(super) section: String,
    /// What stands before the colon.
    pub(super) label: String,
    /// What stands behind it.
    pub(super) value: String,
}

/// The blocks of an input.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) blocks: Vec<Block>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Block {
    /// The tool that printed it: SGLang names the backend and the load in the block itself,
    /// and writes End-to-End where vLLM writes End-to-end.
    pub(super) fn tool(&self) -> Tool {
        let is_sglang = self.rows.iter().any(|row| {
            matches!(
                row.label.as_str(),
                "Backend"
                    | "Traffic request rate"
                    | "Total generated tokens (retokenized)"
                    | "Mean E2E Latency (ms)"
            ) || row.section == "End-to-End Latency"
        });
        if is_sglang { Tool::Sglang } else { Tool::Vllm }
    }
}

/// Finds every block, and says which lines in and around them could not be read.
pub(super) fn find(input: &Input) -> Found {
    let lines = input.lines();
    let has_end = input.text().ends_with('\n');
    let mut found = Found {
        blocks: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut at = 0;
    let mut has_stray = false;
    while at < lines.len() {
        let Some(prefix) = title(&lines[at].text) else {
            if !has_stray && is_stray(&lines[at].text) {
                has_stray = true;
                let message = format!(
                    "a row of a result, but no line {TITLE:?} above it; rows without it are left out"
                );
                found.diagnostics.push(
                    Diagnostic::new(Level::Warning, "unread_line", message).at_line(
                        lines[at].number,
                        1,
                        lines[at].text.chars().count(),
                    ),
                );
            }
            at += 1;
            continue;
        };
        let block = read(lines, at, prefix, has_end, &mut found.diagnostics);
        at = block.end;
        found.blocks.push(block);
    }
    let is_open = lines[found.blocks.last().map_or(0, |block| block.end)..]
        .iter()
        .any(|line| !line.text.is_empty());
    if !found.blocks.is_empty() && is_open && !has_end {
        found.diagnostics.push(Diagnostic::new(
            Level::Note,
            "cut_off",
            "the file ends in the middle of a line; a further result may be missing",
        ));
    }
    found
}

/// What stands before the title, where the line is one: prose that mentions the title
/// goes on behind it.
fn title(line: &str) -> Option<&str> {
    let (before, after) = line.split_once(TITLE)?;
    let is_end = after.trim_end().bytes().all(|byte| byte == b'=');
    is_end.then(|| before.trim_end_matches('='))
}

/// True for a row that only a result has, outside of any.
fn is_stray(line: &str) -> bool {
    row(line).is_some_and(|(label, value)| {
        rows::meaning(label).is_measured() && value.parse::<f64>().is_ok()
    }) && line.contains("  ")
}

fn read(
    lines: &[Line],
    start: usize,
    prefix: &str,
    has_end: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Block {
    let mut block = Block {
        start,
        end: start + 1,
        line: lines[start].number,
        rows: Vec::new(),
        is_complete: false,
    };
    let mut section = String::new();
    let mut unread = 0;
    let mut since_row = 0;
    while let Some(line) = lines.get(block.end) {
        let text = strip(prefix, &line.text).trim();
        if title(&line.text).is_some() || text.starts_with("```") || since_row > PATIENCE {
            break;
        }
        block.end += 1;
        since_row += 1;
        if text.is_empty() || is_progress(text) {
            continue;
        }
        if text.bytes().all(|byte| byte == b'=') {
            block.is_complete = true;
            break;
        }
        if text.starts_with("--") {
            text.trim_matches('-').trim().clone_into(&mut section);
            continue;
        }
        match row(text) {
            Some((label, "")) => label.clone_into(&mut section),
            Some((label, value)) if rows::is_row(label, value) => {
                since_row = 0;
                block.rows.push(Row {
                    line: line.number,
                    section: section.clone(),
                    label: label.to_owned(),
                    value: value.to_owned(),
                });
            }
            _ => {
                unread += 1;
                if unread <= NAMED {
                    diagnostics.push(unread_line(line));
                }
            }
        }
    }
    if unread > NAMED {
        let message = format!("{} more lines of this result are no rows", unread - NAMED);
        diagnostics.push(
            Diagnostic::new(Level::Warning, "unread_line", message).at_line(block.line, 1, 1),
        );
    }
    if !block.is_complete {
        let is_last = lines.last().map(|line| line.number);
        // Without an end of line, digits of the last number may be missing.
        if !has_end && block.rows.last().map(|row| row.line) == is_last {
            block.rows.pop();
        }
        let message = "this result is not closed by a line of =; what follows may be missing";
        diagnostics
            .push(Diagnostic::new(Level::Warning, "cut_off", message).at_line(block.line, 1, 1));
    }
    block
}

/// The line without what every line of the block begins with: the name of a container, a
/// time, the mark of a quotation. Digits may differ.
fn strip<'a>(prefix: &str, line: &'a str) -> &'a str {
    let mut rest = line.char_indices();
    for expected in prefix.trim_end().chars() {
        let same = |found: char| {
            found == expected || (found.is_ascii_digit() && expected.is_ascii_digit())
        };
        if !rest.next().is_some_and(|(_, found)| same(found)) {
            return line;
        }
    }
    rest.as_str()
}

/// Label and value of a row. The colon is followed by white space or nothing.
fn row(text: &str) -> Option<(&str, &str)> {
    let (label, value) = text.trim().split_once(':')?;
    let is_label = !label.is_empty() && label.chars().count() <= 60;
    let is_value = value.is_empty() || value.starts_with(char::is_whitespace);
    (is_label && is_value).then(|| (label.trim(), value.trim()))
}

/// True for what a progress bar leaves.
fn is_progress(text: &str) -> bool {
    text.contains("it/s]") || text.contains("s/it]") || text.contains("%|")
}

fn unread_line(line: &Line) -> Diagnostic {
    let shown: String = line.text.chars().take(60).collect();
    let message = format!("expected a row such as \"Mean TTFT (ms): 73.18\", found {shown:?}");
    let column = 1 + line.text.chars().take_while(|c| c.is_whitespace()).count();
    Diagnostic::new(Level::Warning, "unread_line", message).at_line(
        line.number,
        column,
        line.text.trim().chars().count(),
    )
}
