//! evalscope perf.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "evalscope-perf/docs-sample_deepseek-r1-distill_console.md",
        outcome: Outcome::Read {
            format: "evalscope_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 10.0),
                ("/0/measurements/0/metrics/duration_s", 92.66),
                ("/0/measurements/0/metrics/output_tps", 1727.453),
                ("/0/measurements/0/metrics/request_throughput_rps", 1.079),
                ("/0/measurements/0/metrics/ttft_ms/mean", 8636.0),
                ("/0/measurements/0/metrics/e2e_latency_ms/p95", 11147.0),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/median",
                    185.5081,
                ),
                (
                    "/0/measurements/0/extra/Average time per output token (s)",
                    0.00058,
                ),
                (
                    "/0/measurements/0/extra/percentiles/66%/Latency (s)",
                    11.0023,
                ),
            ],
            texts: &[
                ("/0/model/name", "DeepSeek-R1-Distill-Qwen-1.5B"),
                ("/0/measured_at", "2025-02-13T10:36:32"),
            ],
            codes: &["wrong_label", "not_streamed", "not_measured"],
        },
    },
    Row {
        file: "evalscope-perf/docs-sample_v1.5.0_console_c50.txt",
        outcome: Outcome::Read {
            format: "evalscope_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 50.0),
                ("/0/measurements/0/metrics/duration_s", 9.4961),
                ("/0/measurements/0/metrics/completed_requests", 1000.0),
                ("/0/measurements/0/metrics/total_tps", 21061.2),
                ("/0/measurements/0/metrics/itl_ms/mean", 3.7),
                ("/0/measurements/0/metrics/ttft_ms/median", 94.9),
                ("/0/measurements/0/metrics/tpot_ms/p99", 5.9),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/p90",
                    270.4783,
                ),
                (
                    "/0/measurements/0/extra/percentiles/50%/Total (tok~1s)",
                    473.4438,
                ),
            ],
            texts: &[("/0/measurements/0/precision/ttft_ms.mean/text", "0.1131 s")],
            codes: &[],
        },
    },
    Row {
        file: "evalscope-perf/web-fixture_perf-detail.json",
        outcome: Outcome::Refused(&["evalscope's web interface"]),
    },
];
