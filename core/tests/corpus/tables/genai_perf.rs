//! GenAI-Perf: tables of its documentation.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "genai-perf/docs-sample_analyze_tables.txt",
        outcome: Outcome::Read {
            format: "genai_perf_analyze",
            runs: 1,
            measurements: &[("valid", 3)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 1.0),
                ("/0/measurements/0/axes/input_tokens", 201.0),
                ("/0/measurements/0/extra/Num Dataset Entries", 200.0),
                ("/0/measurements/1/metrics/ttft_ms/p99", 33.13),
                ("/0/measurements/2/metrics/output_tps", 145.93),
                ("/0/measurements/2/metrics/request_throughput_rps", 1.3),
                (
                    "/0/measurements/2/extra/gpu0/p99 GPU Power Usage (W)",
                    63.09,
                ),
                (
                    "/0/measurements/2/extra/Output Sequence Length (tokens)/p99",
                    124.55,
                ),
            ],
            texts: &[("/0/measurements/0/extra/Config Name", "gpt2_run_config_2")],
            codes: &[],
        },
    },
    Row {
        file: "genai-perf/docs-sample_dynamo_console.txt",
        outcome: Outcome::Read {
            format: "genai_perf_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/e2e_latency_ms/mean", 1799.53),
                ("/0/measurements/0/metrics/e2e_latency_ms/max", 1802.41),
                ("/0/measurements/0/metrics/per_request_output_tps/p99", 55.7),
                ("/0/measurements/0/metrics/output_tps", 54.52),
                ("/0/measurements/0/metrics/request_throughput_rps", 0.55),
                ("/0/measurements/0/metrics/completed_requests", 10.0),
                (
                    "/0/measurements/0/extra/Time To Second Token (ms)/p75",
                    14.45,
                ),
            ],
            texts: &[("/0/measurements/0/precision/ttft_ms.p99/text", "41.48 ms")],
            codes: &[],
        },
    },
    Row {
        file: "genai-perf/docs-sample_process-export_tables.txt",
        outcome: Outcome::Read {
            format: "genai_perf_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/ttft_ms/mean", 11.59),
                ("/0/measurements/0/metrics/itl_ms/p90", 4.26),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/mean",
                    248.14,
                ),
                ("/0/measurements/0/metrics/output_tps", 443.39),
                ("/0/measurements/0/metrics/completed_requests", 20.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
];
