//! MLPerf loadgen.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "mlperf-loadgen/v4.1_llama2-70b_8xMI300X_Server_summary.txt",
        outcome: Outcome::Read {
            format: "mlperf_loadgen",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 73.5),
                ("/0/measurements/0/metrics/output_tps", 21_028.23),
                ("/0/measurements/0/metrics/request_throughput_rps", 71.74),
                // 1006329670, 197873909 and 37054678257 ns.
                ("/0/measurements/0/metrics/ttft_ms/mean", 1_006.329_67),
                ("/0/measurements/0/metrics/tpot_ms/p99", 197.873_909),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/median",
                    37_054.678_257,
                ),
                (
                    "/0/measurements/0/extra/97.00 percentile latency (ns)",
                    109_330_110_319.0,
                ),
                (
                    "/0/measurements/0/extra/Scheduled samples per second",
                    73.66,
                ),
            ],
            texts: &[
                ("/0/measurements/0/source_status", "VALID"),
                ("/0/measurements/0/family", "serve"),
                (
                    "/0/measurements/0/extra/TTFT Early Stopping Result",
                    "Run successful.",
                ),
            ],
            codes: &[],
        },
    },
    Row {
        file: "mlperf-loadgen/v4.1_mixtral_H100x4_Server_summary.txt",
        outcome: Outcome::Read {
            format: "mlperf_loadgen",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 176.0),
                ("/0/measurements/0/metrics/output_tps", 25_706.98),
                ("/0/measurements/0/metrics/ttft_ms/min", 24.666_357),
                ("/0/settings/extra/min_duration (ms)", 2_400_000.0),
            ],
            texts: &[(
                "/0/title",
                "MLPerf Server benchmark of mixtral-8x7b-Server-SUT",
            )],
            codes: &[],
        },
    },
    Row {
        file: "mlperf-loadgen/v4.1_llama2-70b_8xMI300X_Offline_summary.txt",
        outcome: Outcome::Read {
            format: "mlperf_loadgen",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/output_tps", 23_514.8),
                ("/0/measurements/0/metrics/request_throughput_rps", 80.15),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/max",
                    919_874.995_64,
                ),
                ("/0/measurements/0/extra/samples_per_query", 52_800.0),
                ("/0/measurements/0/extra/warnings", 9.0),
            ],
            texts: &[("/0/measurements/0/family", "batch")],
            codes: &["tool_findings"],
        },
    },
    Row {
        file: "mlperf-loadgen/old_non-llm_Offline_summary.txt",
        outcome: Outcome::Read {
            format: "mlperf_loadgen",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    0.165_037,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/min",
                    6_268.465_782,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p90",
                    60_592.566_749,
                ),
            ],
            texts: &[("/0/settings/extra/Scenario", "Offline")],
            codes: &[],
        },
    },
    Row {
        file: "mlperf-loadgen/v4.1_llama2-70b_8xMI300X_Server_accuracy-run.txt",
        outcome: Outcome::Refused(&["accuracy run", "performance run"]),
    },
];
