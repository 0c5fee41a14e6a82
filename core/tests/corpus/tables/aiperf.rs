//! AIPerf: JSON, CSV, console, single requests, and telemetry that is no result.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "aiperf/docs-sample_console_tables.md",
        outcome: Outcome::Read {
            format: "aiperf_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/e2e_latency_ms/mean", 1234.56),
                ("/0/measurements/0/metrics/ttft_ms/median", 231.12),
                ("/0/measurements/0/metrics/itl_ms/p99", 19.01),
                ("/0/measurements/0/metrics/request_throughput_rps", 31.45),
                ("/0/measurements/0/precision/ttft_ms.min/high", 189.235),
                (
                    "/0/measurements/0/extra/Output Token Count (tokens)/p99",
                    178.9,
                ),
            ],
            texts: &[("/0/source/tool", "aiperf")],
            codes: &[],
        },
    },
    Row {
        file: "aiperf/qwen3-0.6b_c1_gpu_telemetry_export.jsonl",
        outcome: Outcome::Refused(&["samples of GPU telemetry", "not a benchmark result"]),
    },
    Row {
        file: "aiperf/qwen3-0.6b_c1_profile_export_aiperf.json",
        outcome: Outcome::Read {
            format: "aiperf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 1.0),
                ("/0/measurements/0/metrics/ttft_ms/mean", 30.814987671875),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    30.668547999999998,
                ),
                ("/0/measurements/0/metrics/output_tps", 50.08213863971112),
                ("/0/measurements/0/metrics/duration_s", 255.56017270100003),
                ("/0/measurements/0/metrics/output_tokens", 12799.0),
            ],
            texts: &[
                ("/0/model/id", "Qwen/Qwen3-0.6B"),
                ("/0/measured_at", "2025-11-07T13:38:54.793124"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "aiperf/qwen3-0.6b_c2_profile_export.jsonl",
        outcome: Outcome::Read {
            format: "aiperf_records",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/completed_requests", 8.0),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
                ("/0/measurements/0/metrics/ttft_ms/max", 59.704609999999995),
                ("/0/measurements/0/requests/ttft_ms/0", 38.007808),
                (
                    "/0/measurements/0/requests/itl_max_ms/0",
                    22.017208999999998,
                ),
                (
                    "/0/measurements/0/requests/e2e_latency_ms/1",
                    3851.0707559999996,
                ),
                // 1762551801663553451 - 1762551801663056063 ns
                ("/0/measurements/0/requests/start_s/1", 0.000497388),
            ],
            texts: &[(
                "/0/measurements/0/precision/ttft_ms.median/from",
                "8 requests",
            )],
            codes: &["left_out"],
        },
    },
    Row {
        file: "aiperf/qwen3-0.6b_c2_profile_export_aiperf.json",
        outcome: Outcome::Read {
            format: "aiperf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 2.0),
                ("/0/measurements/0/axes/input_tokens", 100.0),
                ("/0/measurements/0/axes/output_tokens", 200.0),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p99",
                    4129.22212239,
                ),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/mean",
                    53.6757079612317,
                ),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
                // Two endpoints report the same GPU.
                ("/0/hardware/count", 1.0),
                (
                    "/0/measurements/0/extra/inter_token_latency/p25",
                    18.142066467336683,
                ),
            ],
            texts: &[("/0/hardware/name", "NVIDIA RTX 6000 Ada Generation")],
            codes: &[],
        },
    },
    Row {
        file: "aiperf/qwen3-0.6b_c4_profile_export_aiperf.json",
        outcome: Outcome::Read {
            format: "aiperf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 4.0),
                ("/0/measurements/0/metrics/ttft_ms/p95", 58.606368499999995),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    0.9726808041949375,
                ),
                ("/0/measurements/0/metrics/completed_requests", 64.0),
            ],
            texts: &[("/0/model/name", "Qwen3-0.6B")],
            codes: &[],
        },
    },
    Row {
        file: "aiperf/qwen3.6_5090_agent_c16_profile_export_aiperf.csv",
        outcome: Outcome::Read {
            format: "aiperf_csv",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/ttft_ms/mean", 230.14),
                ("/0/measurements/0/metrics/e2e_latency_ms/p99", 18625.45),
                (
                    "/0/measurements/0/precision/e2e_latency_ms.p99/low",
                    18625.445,
                ),
                ("/0/measurements/0/metrics/output_tps", 1172.15),
                ("/0/measurements/0/metrics/total_tps", 9282.32),
                ("/0/measurements/0/metrics/completed_requests", 96.0),
                ("/0/measurements/0/metrics/duration_s", 44.52),
                (
                    "/0/measurements/0/extra/OSL Mismatch Diff % (%)/avg",
                    -73.46,
                ),
                (
                    "/0/measurements/0/extra/Time to First Token (ms)/p25",
                    141.11,
                ),
            ],
            texts: &[],
            codes: &["empty_section"],
        },
    },
];
