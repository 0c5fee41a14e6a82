//! JSON lines of SGLang's `bench_serving`.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "sglang-bench-serving/deepseek_dp_offline_inf.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 1.0),
                ("/0/measurements/0/axes/output_tokens", 512.0),
                ("/0/measurements/0/metrics/completed_requests", 10000.0),
                ("/0/measurements/0/metrics/output_tps", 12412.394674113431),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    10014.104524045251,
                ),
                ("/0/measurements/0/metrics/duration_s", 412.49091206211597),
            ],
            texts: &[
                ("/0/engine/name", "sglang"),
                ("/0/measurements/0/extra/request_rate", "inf"),
                ("/0/settings/extra/dataset_name", "random"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/fork_lora_reduced-keys.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 8.0),
                ("/0/measurements/0/metrics/output_tokens", 178875.0),
                ("/0/measurements/0/metrics/total_tps", 2633.9076398227976),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    4.5740566694486455,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/mean",
                    26348.71936485637,
                ),
            ],
            texts: &[("/0/settings/extra/architecture", "dlora")],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/fork_sglang_azure_infinity_16req.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/completed_requests", 16.0),
                ("/0/measurements/0/metrics/input_tokens", 9217.0),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    1993.0568689887878,
                ),
            ],
            texts: &[
                ("/0/settings/extra/routing_strategy", "static"),
                ("/0/measurements/0/extra/request_rate", "inf"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/fork_sglang_multi-instance_infinity.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/settings/extra/num_instances", 2.0),
                ("/0/measurements/0/metrics/output_tps", 1048.206030052918),
                (
                    "/0/measurements/0/extra/instance_load_distribution/instance_1/percentage",
                    50.0,
                ),
                (
                    "/0/measurements/0/extra/load_balance_metrics/max_min_ratio",
                    1.0,
                ),
            ],
            texts: &[],
            codes: &["missing_field"],
        },
    },
    Row {
        file: "sglang-bench-serving/llama3.3-70b_offline.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 2,
            measurements: &[("valid", 7)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 1024.0),
                ("/0/measurements/1/axes/output_tokens", 512.0),
                ("/0/measurements/5/axes/input_tokens", 256.0),
                (
                    "/0/measurements/4/metrics/itl_ms/median",
                    133.00489401444793,
                ),
                ("/1/measurements/0/metrics/completed_requests", 2000.0),
                (
                    "/1/measurements/0/metrics/e2e_latency_ms/median",
                    48729.666985571384,
                ),
                ("/1/measurements/0/extra/random_input_len", 1024.0),
            ],
            texts: &[("/1/settings/extra/dataset_name", "sharegpt")],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/llama3.3-70b_online_rates.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 2,
            measurements: &[("valid", 7)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 1.0),
                ("/0/measurements/4/axes/request_rate", 16.0),
                ("/0/measurements/4/metrics/output_tps", 4288.049348197696),
                ("/1/measurements/1/axes/request_rate", 8.0),
                (
                    "/1/measurements/1/metrics/ttft_ms/median",
                    83.16566958092153,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/llama405b_online.jsonl",
        outcome: Outcome::Read {
            format: "sglang_serve",
            runs: 2,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/3/axes/request_rate", 8.0),
                (
                    "/0/measurements/3/metrics/ttft_ms/median",
                    123718.62683666404,
                ),
                ("/0/measurements/3/metrics/duration_s", 669.4968274980783),
                ("/1/measurements/0/metrics/input_tokens", 269081.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
];
