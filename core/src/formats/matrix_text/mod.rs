//! Text copies of "Speed test matrix" pages.
//!
//! A page is copied by hand, so no two copies are alike: bullets or `Key: Value`,
//! pipes or tabs, and values glued together wherever the page prints one below
//! the other. The parser goes through a page in three steps:
//!
//! ```text
//! lines     special spaces made plain, glued lines parted    lines
//! sections  every line put in its place                      page, grid
//! run       facts, table, then cards and matrix against it   assemble: head, facts, table, overview
//! ```
//!
//! [`to_text`] goes the way back.

mod assemble;
mod facts;
mod figures;
mod findings;
mod glue;
mod grid;
mod head;
mod layout;
mod lines;
mod overview;
mod page;
mod table;
mod write;

pub use write::{Dialect, to_text, unwritten};

use super::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};

/// Version of this parser; grows when its output changes.
const PARSER_VERSION: u32 = 1;

/// Texts of which a page has at least one: a quick look before its lines are split.
const MARKS: [&str; 4] = [
    layout::PAGE_TITLE,
    layout::PREFILL_SUBTITLE,
    layout::DECODE_SUBTITLE,
    "Requests at once",
];

/// A text copy of a "Speed test matrix" page.
pub(super) struct MatrixText;

impl Format for MatrixText {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "matrix_text",
            name: "Speed test matrix, text copy of the page",
            versions: "pages of llm-inference-bench 0.4 and 0.6 runs",
            yields: "prefill and decode by context and concurrency, with printed precision",
            marks: &["context length", "Requests at once", "prefill"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let text = input.text();
        !text.trim_start().starts_with(['{', '['])
            && MARKS.iter().any(|mark| text.contains(mark))
            && lines::read(text).iter().any(page::is_sure)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut parsed = Parsed::default();
        for lines in page::split_pages(lines::read(input.text())) {
            let page = page::read(&lines);
            if !page.says_anything() {
                parsed
                    .diagnostics
                    .extend(lines.first().map(|line| no_page(line, lines.len())));
                continue;
            }
            let (mut run, diagnostics) = assemble::run(&page);
            run.source.parser_version = PARSER_VERSION;
            parsed.runs.push(run);
            parsed.diagnostics.extend(diagnostics);
        }
        if parsed.runs.is_empty() {
            parsed.diagnostics.push(Diagnostic::new(
                Level::Error,
                "not_a_result",
                "the text has a line of a Speed test matrix page, and nothing else of one",
            ));
        }
        parsed
    }
}

/// What there is to say about lines that are no page.
fn no_page(first: &lines::Line, count: usize) -> Diagnostic {
    let message = match count {
        1 => "the line is no part of a page and is left out".to_owned(),
        _ => format!(
            "this line and {} more below it are no part of a page and are left out",
            count - 1
        ),
    };
    first.at(Diagnostic::new(Level::Warning, "unread_line", message))
}
