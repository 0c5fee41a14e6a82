//! GuideLLM: reports, console tables, and a summary that is none of its own.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "guidellm/v0.2_synchronous_stripped.json",
        outcome: Outcome::Read {
            format: "guidellm",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 1.0),
                ("/0/measurements/0/axes/input_tokens", 256.0),
                // The tool writes 0.6444743664368339 s.
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/mean",
                    644.4743664368339,
                ),
                ("/0/measurements/0/metrics/ttft_ms/p99", 21.281957626342773),
                ("/0/measurements/0/metrics/output_tps", 198.13346751788123),
                ("/0/measurements/0/metrics/completed_requests", 46.0),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
                ("/0/measurements/0/metrics/output_tokens", 5888.0),
                ("/0/measurements/0/extra/request_totals/incomplete", 1.0),
                ("/0/measurements/0/requests/ttft_ms/0", 21.281957626342773),
                ("/0/settings/duration_s", 30.0),
            ],
            texts: &[
                ("/0/model/name", "example_model"),
                ("/0/measured_at", "2025-06-05T20:59:28.1827Z"),
            ],
            codes: &["left_out", "inconsistent_value"],
        },
    },
    Row {
        file: "guidellm/v0.3_constant_rate10_qwen3-0.6b.json",
        outcome: Outcome::Read {
            format: "guidellm",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 10.0),
                ("/0/measurements/0/axes/output_tokens", 128.0),
                ("/0/measurements/0/metrics/ttft_ms/mean", 1006.2143587008272),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    1005.8121681213379,
                ),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    9.777764697593275,
                ),
                (
                    "/0/measurements/0/metrics/active_requests",
                    22.783126411617154,
                ),
                ("/0/measurements/0/metrics/completed_requests", 586.0),
                ("/0/measurements/0/extra/request_totals/incomplete", 23.0),
                ("/0/measurements/0/requests/input_tokens/0", 124.0),
                (
                    "/0/measurements/0/requests/e2e_latency_ms/0",
                    2331.2907218933105,
                ),
            ],
            texts: &[
                ("/0/model/id", "Qwen/Qwen3-0.6B"),
                (
                    "/0/measurements/0/requests/error/3",
                    "TimeoutError: The request timed out before completing.",
                ),
            ],
            codes: &["left_out"],
        },
    },
    Row {
        file: "guidellm/v0.8.0dev_report-v2_constant_two-rates.json",
        outcome: Outcome::Read {
            format: "guidellm",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 2.0),
                ("/0/measurements/1/axes/request_rate", 4.0),
                ("/0/measurements/1/axes/input_tokens", 32.0),
                ("/0/measurements/0/metrics/ttft_ms/mean", 11.481165885925293),
                (
                    "/0/measurements/1/metrics/e2e_latency_ms/mean",
                    17.633914947509766,
                ),
                ("/0/measurements/1/metrics/prompt_tps", 52.3990405449119),
                ("/0/measurements/1/metrics/duration_s", 2.5186119079589844),
                ("/0/measurements/1/metrics/input_tokens", 131.0),
            ],
            texts: &[
                ("/0/source/tool_version", "0.8.0.dev18"),
                ("/0/source/dialect", "report version 2"),
                ("/0/model/name", "e2e-mock-model"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "guidellm/v0.2_console.txt",
        outcome: Outcome::Read {
            format: "guidellm_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 1.0),
                ("/0/measurements/0/axes/output_tokens", 128.0),
                ("/0/measurements/0/metrics/completed_requests", 46.0),
                ("/0/measurements/0/metrics/e2e_latency_ms/p99", 690.0),
                ("/0/measurements/0/precision/e2e_latency_ms.p99/low", 685.0),
                ("/0/measurements/0/metrics/ttft_ms/median", 16.4),
                ("/0/measurements/0/metrics/tpot_ms/p99", 5.2),
                ("/0/measurements/0/metrics/input_tokens", 11827.0),
                ("/0/measurements/0/extra/Requests Made Inc", 1.0),
            ],
            texts: &[
                ("/0/model/name", "example_model"),
                ("/0/measurements/0/extra/Metadata Start Time", "16:59:28"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "guidellm/derived_parsed_results.json",
        outcome: Outcome::Refused(&["summary that another program made", "benchmarks.json"]),
    },
];
