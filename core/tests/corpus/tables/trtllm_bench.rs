//! trtllm-bench.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "trtllm-bench/v0.16_llama70b_tp8_1024_1024_3000.txt",
        outcome: Outcome::Read {
            format: "trtllm_bench_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/hardware/count", 8.0),
                ("/0/measurements/0/axes/input_tokens", 1024.0),
                ("/0/measurements/0/metrics/output_tps", 10_893.872_8),
                ("/0/measurements/0/precision/output_tps/high", 10_893.872_85),
                ("/0/measurements/0/metrics/request_throughput_rps", 10.638_5),
                // 281993.3779 ms.
                ("/0/measurements/0/metrics/duration_s", 281.993_377_9),
                ("/0/measurements/0/metrics/completed_requests", 3000.0),
                ("/0/measurements/0/extra/issue_rate", 1.632_4e14),
                ("/0/engine/extra/max_sequence_length", 25_000.0),
            ],
            texts: &[
                ("/0/model/id", "meta-llama/Llama-3.1-70B-Instruct"),
                ("/0/engine/version", "0.16.0"),
                ("/0/measured_at", "2025-07-11T08:17:39"),
                ("/0/settings/extra/scheduling_policy", "Guaranteed No Evict"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.16_summary_results.log",
        outcome: Outcome::Refused(&["a script made", "--report_json"]),
    },
    Row {
        file: "trtllm-bench/v0.20_W0a_kv090.txt",
        outcome: Outcome::Read {
            format: "trtllm_bench_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 128.0),
                ("/0/measurements/0/metrics/output_tps", 27_784.972_8),
                ("/0/measurements/0/metrics/total_tps", 55_569.945_7),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p99",
                    123_591.726_2,
                ),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/mean",
                    2.802_2,
                ),
                ("/0/measurements/0/metrics/active_requests", 14_812.133_8),
                ("/0/settings/extra/kv_cache_percentage", 90.0),
            ],
            texts: &[
                ("/0/model/quantization", "FP8"),
                ("/0/measured_at", "2026-06-02T03:12:52"),
                (
                    "/0/measurements/0/extra/dataset/dataset_path",
                    "/out/ds_128_128.jsonl",
                ),
            ],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.20_W0a_kv090.report.json",
        outcome: Outcome::Read {
            format: "trtllm_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/hardware/count", 1.0),
                (
                    "/0/measurements/0/metrics/output_tps",
                    27_784.972_849_250_127,
                ),
                ("/0/measurements/0/metrics/duration_s", 138.204_201_992),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/median",
                    68_923.260_184_999_99,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/min",
                    13_933.333_454,
                ),
                (
                    "/0/measurements/0/extra/output_throughput_per_gpu_tok_s",
                    27_784.972_849_250_127,
                ),
            ],
            texts: &[
                ("/0/engine/backend", "Pytorch"),
                ("/0/engine/extra/engine_dir", "None"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.20_W2_isl12.txt",
        outcome: Outcome::Read {
            format: "trtllm_bench_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 12.0),
                ("/0/measurements/0/axes/output_tokens", 256.0),
                ("/0/measurements/0/metrics/total_tps", 48_319.074_1),
                ("/0/measurements/0/metrics/e2e_latency_ms/max", 75_006.643_3),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.20_W2_isl12.report.json",
        outcome: Outcome::Read {
            format: "trtllm_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 12.0),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    180.295_052_460_308_09,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p95",
                    70_799.134_161,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.20_W4_conc128.txt",
        outcome: Outcome::Read {
            format: "trtllm_bench_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/active_requests", 126.771_3),
                ("/0/measurements/0/metrics/e2e_latency_ms/mean", 1_416.412_6),
                ("/0/measurements/0/metrics/output_tps", 22_912.424_2),
                ("/0/settings/extra/max_num_tokens", 4608.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "trtllm-bench/v0.20_W4_conc128.report.json",
        outcome: Outcome::Read {
            format: "trtllm_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/active_requests",
                    126.771_272_163_755_38,
                ),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/mean",
                    180.772_236_716_565_63,
                ),
                (
                    "/0/measurements/0/extra/issue_rate",
                    11_094_555_441_533_332.0,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
];
