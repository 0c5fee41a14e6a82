//! The block that `vllm bench serve` and SGLang's `bench_serving` print at their end,
//! wherever it stands in a log or a page.
//!
//! ```text
//! Namespace(backend='vllm', dataset_name='random', model='org/name', request_rate=inf, …)
//! 100%|██████████| 200/200 [12:28<00:00,  3.74s/it]
//! ============ Serving Benchmark Result ============
//! Successful requests:                     200
//! Benchmark duration (s):                  748.08
//! ---------------Time to First Token----------------
//! Mean TTFT (ms):                          1584.94
//! ==================================================
//! ```
//!
//! [`block`] finds the blocks, [`rows`] knows their rows, [`context`] reads what stands
//! above them, and [`result`] makes a run of both: [`reader`] of the rows, [`setup`] of the rest.

mod arguments;
mod block;
mod context;
mod reader;
mod result;
mod rows;
mod setup;

use super::reading::join;
use super::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use block::Block;

/// The block of `vllm bench serve`, of `benchmark_serving.py` and of its forks.
pub(super) struct Vllm;

/// The block of SGLang's `bench_serving` and of its forks.
pub(super) struct Sglang;

/// Which of the two tools printed a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Vllm,
    Sglang,
}

impl Format for Vllm {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "vllm_serve_console",
            name: "vLLM bench serve, console block in a log or a page",
            versions: "benchmark_serving.py and its forks, 0.17.0, 2026-04 to 2026-08",
            yields: "serving tests: throughput and latencies as printed, model and load from the line of arguments above",
            marks: &["Serving Benchmark Result", "Successful requests:"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool_of(input) == Some(Tool::Vllm)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read(input)
    }
}

impl Format for Sglang {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "sglang_serve_console",
            name: "SGLang bench_serving, console block in a log or a page",
            versions: "2025 forks; rows of 2026 as documented",
            yields: "serving tests: throughput and latencies as printed, load from the block and the lines above",
            marks: &["Serving Benchmark Result", "Traffic request rate:"],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        tool_of(input) == Some(Tool::Sglang)
    }

    fn parse(&self, input: &Input) -> Parsed {
        read(input)
    }
}

/// The tool that printed the first block; `None` where there is no block.
fn tool_of(input: &Input) -> Option<Tool> {
    // Most inputs are asked this, so lines are split only where it can matter.
    if !input.prints(block::TITLE) {
        return None;
    }
    block::find(input).blocks.first().map(Block::tool)
}

fn read(input: &Input) -> Parsed {
    let found = block::find(input);
    let mut diagnostics = found.diagnostics;
    let lines = input.lines();
    let engine_version = context::engine_version(lines);
    let mut runs = Vec::new();
    let mut before = None;
    let mut from = 0;
    for (position, block) in found.blocks.iter().enumerate() {
        let mut context = context::read(&lines[from..block.start]);
        from = block.end;
        if block.rows.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Level::Warning,
                    "cut_off",
                    "a result begins here, but none of its rows follow",
                )
                .at_line(block.line, 1, 1),
            );
            continue;
        }
        if let Some(before) = &before
            && context.continues(before)
            && context.inherit(before)
        {
            let message = "nothing but the load is said above this result, so it is a point of the run before";
            diagnostics.push(
                Diagnostic::new(Level::Note, "context_inherited", message)
                    .at_line(block.line, 1, 1),
            );
        }
        let mut run = result::read(block, &context, &mut diagnostics);
        if run.engine.name.is_some() || block.tool() == Tool::Vllm {
            run.engine.version.clone_from(&engine_version);
        }
        // Results of which nothing says that they belong together stay apart: the index,
        // which is set anew in the end, makes them different.
        if !context.names_a_setup() {
            run.source.index = u32::try_from(position + 1).unwrap_or(u32::MAX);
        }
        runs.push(run);
        before = Some(context);
    }
    if runs.is_empty() {
        let message = "a serving benchmark began to print its result, but no row of it is there";
        diagnostics.push(Diagnostic::new(Level::Error, "not_a_result", message));
    }
    Parsed {
        runs: join(runs),
        diagnostics,
    }
}

#[cfg(test)]
mod tests;
