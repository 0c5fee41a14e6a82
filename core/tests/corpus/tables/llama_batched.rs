//! llama-batched-bench and sweep-bench.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "llama-batched-bench/docs-sample_batched-bench.md",
        outcome: Outcome::Read {
            format: "llama_batched_bench_markdown",
            runs: 1,
            measurements: &[("valid", 12)],
            numbers: &[
                ("/0/measurements/1/axes/batch_size", 2.0),
                ("/0/measurements/1/metrics/prompt_tps", 1_295.19),
                ("/0/measurements/5/metrics/output_tps", 465.4),
                ("/0/measurements/5/metrics/duration_s", 12.209),
                ("/0/measurements/3/metrics/total_tps", 252.99),
            ],
            texts: &[("/0/source/tool", "llama-batched-bench")],
            codes: &[],
        },
    },
    Row {
        file: "llama-batched-bench/docs-sample_sweep-bench.md",
        outcome: Outcome::Read {
            format: "llama_batched_bench_markdown",
            runs: 1,
            measurements: &[("valid", 17)],
            numbers: &[
                ("/0/measurements/3/axes/context_tokens", 1_536.0),
                ("/0/measurements/3/metrics/prompt_tps", 400.42),
                ("/0/measurements/0/metrics/output_tps", 55.38),
            ],
            texts: &[("/0/source/tool", "sweep-bench")],
            codes: &[],
        },
    },
    Row {
        file: "llama-batched-bench/docs-sample_sweep-bench.jsonl",
        outcome: Outcome::Read {
            format: "llama_batched_bench",
            runs: 1,
            measurements: &[("valid", 5)],
            numbers: &[
                ("/0/measurements/1/axes/context_tokens", 512.0),
                ("/0/measurements/0/metrics/prompt_tps", 468.086_884),
                ("/0/measurements/2/metrics/output_tps", 62.160_694),
            ],
            texts: &[],
            codes: &[],
        },
    },
];
