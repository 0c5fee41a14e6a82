//! A block and its context as a run with one measurement.

use serde_json::Value;

use super::super::reading::title;
use super::super::{Diagnostic, Level};
use super::Tool;
use super::block::Block;
use super::context::Context;
use super::{reader, setup};
use crate::model::{Measurement, Note, NoteOrigin, Run, SCHEMA_VERSION, Status};

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
    measurement.status = status(&measurement, block);
    if measurement.metrics.completed_requests == Some(0) {
        run.notes.push(Note {
            origin: NoteOrigin::Reader,
            text: "No request of a measurement was successful, so its rates and times stand for nothing and are kept as printed.".to_owned(),
        });
        measurement.source_status = Some("Successful requests: 0".to_owned());
    }

    setup::apply(context, backend, &mut run, &mut measurement, diagnostics);
    check_prompts(block, &measurement, diagnostics);
    run.title = title(&run, otherwise);
    run.measurements.push(measurement);
    run
}

fn status(measurement: &Measurement, block: &Block) -> Status {
    let metrics = &measurement.metrics;
    let is_measured = metrics.output_tps.is_some()
        || metrics.request_throughput_rps.is_some()
        || metrics.total_tps.is_some()
        || metrics.ttft_ms.is_some()
        || metrics.e2e_latency_ms.is_some();
    match (metrics.completed_requests, is_measured) {
        (Some(0), _) => Status::Failed,
        (_, true) => Status::Valid,
        (_, false) if block.is_complete => Status::Failed,
        (_, false) => Status::Unknown,
    }
}

/// Says where fewer requests ended well than were asked for and nothing tells why.
fn check_prompts(block: &Block, measurement: &Measurement, diagnostics: &mut Vec<Diagnostic>) {
    let asked = measurement.extra.get("num_prompts").and_then(Value::as_u64);
    let Some((asked, completed)) = asked.zip(measurement.metrics.completed_requests) else {
        return;
    };
    if measurement.metrics.failed_requests.is_none() && completed < asked {
        let message = format!(
            "{asked} requests were asked for and {completed} were successful; the result does not say what became of the others"
        );
        diagnostics.push(
            Diagnostic::new(Level::Warning, "requests_missing", message).at_line(block.line, 1, 1),
        );
    }
}
