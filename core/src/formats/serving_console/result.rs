//! A block and its context as a run with one measurement.

use serde_json::Value;

use super::super::reading::title;
use super::super::{Diagnostic, Level};
use super::Tool;
use super::block::Block;
use super::context::Context;
use super::{reader, setup};
use crate::model::{Measurement, Note, NoteOrigin, Precision, Run, SCHEMA_VERSION, Status};

/// Reads a block with at least one row.
pub(super) fn read(block: &Block, context: &Context, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = Run {
        schema_version: SCHEMA_VERSION,
        ..Run::default()
    };
    let (tool, otherwise) = match block.tool() {
        Tool::Vllm => ("vllm bench serve", "vLLM serving benchmark"),
        Tool::Sglang => ("sglang bench_serving", "SGLang serving benchmark"),
    };
    run.source.tool = Some(tool.to_owned());
    run.source.parser_version = 1;
    run.source.partial = !block.is_complete;

    let (mut measurement, backend) = reader::read(block, diagnostics);
    measurement.status = status(&measurement);
    if measurement.metrics.completed_requests == Some(0) {
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "No request of a measurement was successful, so its rates and times stand for nothing and are kept as printed.".to_owned(),
        });
        measurement.source_status = Some("Successful requests: 0".to_owned());
    }

    setup::apply(context, backend, &mut run, &mut measurement, diagnostics);
    count_failures(block, context, &mut measurement, diagnostics);
    // The engine follows in the title, where it is known.
    let otherwise = match run.engine.name {
        Some(_) => "Serving benchmark",
        None => otherwise,
    };
    run.title = title(&run, otherwise);
    run.measurements.push(measurement);
    run
}

fn status(measurement: &Measurement) -> Status {
    let metrics = &measurement.metrics;
    let is_measured = metrics.output_tps.is_some()
        || metrics.request_throughput_rps.is_some()
        || metrics.total_tps.is_some()
        || metrics.ttft_ms.is_some()
        || metrics.e2e_latency_ms.is_some();
    match (metrics.completed_requests, is_measured) {
        (Some(0), _) => Status::Failed,
        (_, true) => Status::Valid,
        (_, false) => Status::Unknown,
    }
}

/// Counts what failed where an older block does not: vLLM sends as many requests as it was
/// asked for. SGLang may send fewer, and what was typed may be of another call, so there it
/// can only be said that some are missing.
fn count_failures(
    block: &Block,
    context: &Context,
    measurement: &mut Measurement,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let asked = measurement.extra.get("num_prompts").and_then(Value::as_u64);
    let completed = measurement.metrics.completed_requests;
    let missing = asked
        .zip(completed)
        .and_then(|(asked, completed)| asked.checked_sub(completed))
        .filter(|missing| *missing > 0);
    let Some(missing) = missing.filter(|_| measurement.metrics.failed_requests.is_none()) else {
        return;
    };
    if block.tool() == Tool::Vllm && context.is_printed {
        measurement.metrics.failed_requests = Some(missing);
        measurement.precision.insert(
            "failed_requests".to_owned(),
            Precision {
                from: Some("num_prompts - completed".to_owned()),
                ..Precision::default()
            },
        );
        return;
    }
    let message = format!(
        "{missing} fewer requests were successful than were asked for; the result does not say what became of them"
    );
    diagnostics.push(
        Diagnostic::new(Level::Warning, "requests_missing", message).at_line(block.line, 1, 1),
    );
}
