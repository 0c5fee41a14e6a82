//! llama-benchy.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "llama-benchy/v0.4.0_gemma4_c1-5-10.log",
        outcome: Outcome::Read {
            format: "llama_benchy_markdown",
            runs: 1,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/2/axes/concurrency", 5.0),
                ("/0/measurements/2/metrics/prompt_tps", 4_262.37),
                ("/0/measurements/2/metrics/ttft_ms/mean", 943.2),
                ("/0/measurements/3/metrics/output_tps", 52.22),
                (
                    "/0/measurements/3/metrics/per_request_output_tps/mean",
                    14.13,
                ),
                ("/0/measurements/5/deviation/output_tps", 1.12),
            ],
            texts: &[
                ("/0/measured_at", "2026-08-06T08:12:09"),
                ("/0/source/tool_version", "0.4.0"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-benchy/v0.4.0_wrapper.md",
        outcome: Outcome::Read {
            format: "llama_benchy_markdown",
            runs: 1,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/4/metrics/prompt_tps", 5_079.67),
                ("/0/measurements/4/metrics/ttft_ms/mean", 1_555.23),
            ],
            texts: &[("/0/model/served_name", "gemma-4-26b-a4b")],
            codes: &[],
        },
    },
    Row {
        file: "llama-benchy/v0.4.0_nemotron_big-context.log",
        outcome: Outcome::Read {
            format: "llama_benchy_markdown",
            runs: 1,
            measurements: &[("valid", 24)],
            numbers: &[],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llama-benchy/qwen3.6_lorbus.md",
        outcome: Outcome::Read {
            format: "llama_benchy_markdown",
            runs: 1,
            measurements: &[("valid", 20)],
            numbers: &[
                ("/0/measurements/2/axes/context_tokens", 1_000.0),
                ("/0/measurements/2/metrics/prompt_tps", 2_398.37),
                ("/0/measurements/1/metrics/output_tps", 75.79),
                ("/0/measurements/1/deviation/output_tps", 0.56),
                ("/0/measurements/0/metrics/ttft_ms/mean", 979.34),
            ],
            texts: &[],
            codes: &["no_end"],
        },
    },
    Row {
        file: "llama-benchy/schema-sample.json",
        outcome: Outcome::Read {
            format: "llama_benchy",
            runs: 1,
            measurements: &[("valid", 4)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/prompt_tps",
                    987.098_751_467_516_4,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/mean",
                    2_076.042_979_024_350_6,
                ),
                ("/0/measurements/3/axes/concurrency", 2.0),
                (
                    "/0/measurements/3/metrics/output_tps",
                    98.704_849_125_622_81,
                ),
                (
                    "/0/measurements/3/metrics/per_request_output_tps/mean",
                    49.922_734_796_997_744,
                ),
            ],
            texts: &[("/0/measured_at", "2026-02-07T19:09:00Z")],
            codes: &[],
        },
    },
];
