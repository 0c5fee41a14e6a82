//! Output of llmperf: the summary of a run, and the list of its requests.

mod individual;
mod summary;

pub(super) use individual::Individual;
pub(super) use summary::Summary;

use crate::model::{Note, NoteOrigin, Run};

/// The tool's name, as in `source.tool`.
const TOOL: &str = "llmperf";

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

/// A run of this tool, still without measurements.
fn new_run() -> Run {
    let mut run = Run::default();
    run.source.tool = Some(TOOL.to_owned());
    run.source.parser_version = PARSER_VERSION;
    run
}

/// Says what the tool means by its inter-token latency: its requests show that it divides
/// the whole time of a request, waiting for the first token included, by the tokens.
fn note_definition(run: &mut Run) {
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text: "llmperf divides the whole time of a request by its tokens, so its time between \
               tokens includes the time to first token. Other tools leave that out."
            .to_owned(),
    });
}
