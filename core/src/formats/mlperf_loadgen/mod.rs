//! MLPerf loadgen: the summary of a performance run, `mlperf_log_summary.txt`.
//!
//! ```text
//! ================================================
//! MLPerf Results Summary
//! ================================================
//! SUT name : PySUT
//! Scenario : Server
//! Completed tokens per second: 21028.23
//! Result is : VALID
//!   Min duration satisfied : Yes
//! …
//! 50.00 percentile first token latency (ns)   : 990199455
//! …
//! target_qps : 73.5
//! …
//! No errors encountered during test.
//! ```
//!
//! Latencies are nanoseconds; tokens are output tokens. A sample is a request. Which model
//! ran on what stands nowhere in it: the folder names say. An accuracy run writes the last
//! two sentences alone.

mod labels;
mod summary;

use std::ops::Range;

use crate::formats::reading::{Line, join};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};

/// A loadgen summary.
pub(super) struct Summary;

/// Version of this parser; it grows when its output changes.
const PARSER_VERSION: u32 = 1;

const TITLE: &str = "MLPerf Results Summary";

impl Format for Summary {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "mlperf_loadgen",
            name: "MLPerf loadgen summary",
            versions: "4.1 and an older one; single and multiple stream as documented, without a real file",
            yields: "Server runs as serving tests by request rate, Offline runs as batches: rates and latencies",
            marks: &[TITLE, "Scenario :", "Result is :", "Test Parameters Used"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let lines = input.lines();
        lines.iter().any(|line| line.text.trim() == TITLE) || is_accuracy(lines)
    }

    fn parse(&self, input: &Input) -> Parsed {
        let lines = input.lines();
        let ends_whole = input.text().ends_with(['\n', '\r']);
        let mut parsed = Parsed::default();
        for Block { body, is_whole } in blocks(lines, ends_whole) {
            let run = summary::read(&lines[body], is_whole, &mut parsed.diagnostics);
            parsed.runs.push(run);
        }
        if parsed.runs.is_empty() {
            let message =
                "the summary of an accuracy run: it says that the run ended and holds no result";
            parsed.diagnostics.push(
                Diagnostic::new(Level::Error, "not_a_result", message)
                    .with_help("give mlperf_log_summary.txt of the performance run"),
            );
        }
        parsed.runs = join(parsed.runs);
        parsed
    }
}

/// The lines of one summary.
struct Block {
    /// From below the title to the sentence about errors.
    body: Range<usize>,
    /// False where that sentence is missing.
    is_whole: bool,
}

fn blocks(lines: &[Line], ends_whole: bool) -> Vec<Block> {
    let titles: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].text.trim() == TITLE)
        .collect();
    let mut blocks = Vec::new();
    for (index, &title) in titles.iter().enumerate() {
        let limit = titles.get(index + 1).copied().unwrap_or(lines.len());
        let last = (title..limit)
            .find(|&at| labels::closing(&lines[at].text) == Some(labels::Closing::Errors));
        let body = match last {
            Some(last) => title + 1..last + 1,
            // The last line of the file may be cut off.
            None if limit == lines.len() && !ends_whole => title + 1..(limit - 1).max(title + 1),
            None => title + 1..limit,
        };
        blocks.push(Block {
            body,
            is_whole: last.is_some(),
        });
    }
    blocks
}

/// True for text that holds loadgen's closing sentences and nothing else.
fn is_accuracy(lines: &[Line]) -> bool {
    let mut written = lines.iter().filter(|line| !line.text.trim().is_empty());
    let Some(first) = written.next() else {
        return false;
    };
    let is_closing = |line: &Line| labels::closing(&line.text).is_some();
    is_closing(first) && written.all(is_closing)
}
