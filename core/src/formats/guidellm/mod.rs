//! Output of GuideLLM: its report as JSON, and the tables it prints.
//!
//! A report holds one benchmark per load (rate or concurrency), and for each the
//! statistics of its successful, errored and incomplete requests. Start with [`Report`] for
//! the file and with `benchmark` for one entry of it; [`Console`] reads the tables.

mod benchmark;
mod console;
mod load;
mod metrics;
mod printed_table;
mod report;
mod requests;

pub(super) use console::Console;
pub(super) use report::Report;

use crate::model::{Note, NoteOrigin, Run, SCHEMA_VERSION};

/// The tool's name, as in `source.tool`.
const TOOL: &str = "guidellm";

/// A run of this tool, still without measurements.
fn new_run() -> Run {
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    run.source.tool = Some(TOOL.to_owned());
    run.source.parser_version = 1;
    run
}

/// Says what the tool means by its time per output token, which its single requests show.
fn note_definition(run: &mut Run) {
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text: "GuideLLM divides by all output tokens of a request for its time per output \
               token (TPOT), the first one included, and since its report version 2 counts the \
               wait for the first token as well. Its inter-token latency is the mean of a \
               request after the first token, which other tools call TPOT."
            .to_owned(),
    });
}

#[cfg(test)]
mod tests;
