//! Output of AIPerf and of its predecessor GenAI-Perf, which share most names and layouts.
//!
//! Both write the statistics of one test as JSON, as CSV and as a table on the console;
//! AIPerf lists single requests as well, GenAI-Perf compares several tests in a table of
//! its own (`analyze`). [`quantity`] knows the names and units of all of them: JSON has a
//! `unit` beside each quantity, the others put it behind the name in parentheses.

mod analyze;
mod config;
mod console;
mod json;
mod quantity;
mod records;
mod row;
mod sheet;
mod telemetry;

pub(super) use analyze::Analyze;
pub(super) use console::{AiperfConsole, GenaiConsole};
pub(super) use json::{AiperfJson, GenaiJson};
pub(super) use records::Records;
pub(super) use sheet::{AiperfCsv, GenaiCsv};
pub(super) use telemetry::Telemetry;

use crate::model::{Measurement, Note, NoteOrigin, Run, SCHEMA_VERSION, Status};

/// Which of the two tools wrote an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Aiperf,
    Genai,
}

impl Tool {
    /// The tool's name, as in `source.tool`.
    fn name(self) -> &'static str {
        match self {
            Self::Aiperf => "aiperf",
            Self::Genai => "genai-perf",
        }
    }

    /// A title for a run whose model is not known.
    fn untitled(self) -> &'static str {
        match self {
            Self::Aiperf => "AIPerf run",
            Self::Genai => "GenAI-Perf run",
        }
    }

    /// A run of this tool, still without measurements.
    fn new_run(self) -> Run {
        let mut run = Run {
            schema_version: SCHEMA_VERSION,
            ..Run::default()
        };
        run.source.tool = Some(self.name().to_owned());
        run.source.parser_version = 1;
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "The tool's inter-token latency is the mean of a request after its first \
                   token, which other tools call TPOT; its statistics are over requests."
                .to_owned(),
        });
        run
    }
}

/// Sets the status from what was measured: a test without a completed request, or without any
/// figure, failed.
fn settle(one: &mut Measurement) {
    let metrics = &one.metrics;
    let has_figures = metrics.output_tps.is_some()
        || metrics.request_throughput_rps.is_some()
        || metrics.e2e_latency_ms.is_some()
        || metrics.ttft_ms.is_some();
    one.status = if has_figures && metrics.completed_requests != Some(0) {
        Status::Valid
    } else {
        Status::Failed
    };
}

/// What there is to say about a test that failed.
const NO_RESULT: &str =
    "no request was completed or nothing was measured, so there are no latencies and no rates";

#[cfg(test)]
mod tests;
