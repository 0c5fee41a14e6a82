//! vLLM bench serve: the JSON of single tests and of sweeps.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "vllm-bench-serve/fork_gpt-oss_multinode_conc128.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 128.0),
                ("/0/measurements/0/metrics/output_tps", 8368.280252140186),
                ("/0/measurements/0/metrics/ttft_ms/p90", 1269.4133618613705),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/median",
                    15410.800829995424,
                ),
                ("/0/measurements/0/extra/p99.9_itl_ms", 22.104734647087753),
            ],
            texts: &[
                ("/0/model/id", "openai/gpt-oss-120b"),
                (
                    "/0/model/revision",
                    "b5c939de8f754692c1647ca79fbf85e8c1e70f8a",
                ),
                ("/0/measurements/0/extra/request_rate", "inf"),
                ("/0/settings/extra/backend", "openai"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/fork_request_goodput-colon_rate-inf-string.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 16.0),
                ("/0/measurements/0/metrics/total_tps", 1739.060046596079),
                (
                    "/0/measurements/0/metrics/itl_ms/median",
                    162.99506300128996,
                ),
                ("/0/measurements/0/metrics/completed_requests", 160.0),
                (
                    "/0/measurements/0/extra/benchmark_start_time_unix",
                    1781153679.8800478,
                ),
            ],
            texts: &[
                ("/0/model/name", "deepseek-r1"),
                ("/0/engine/name", "vllm"),
                ("/0/measured_at", "2026-06-11T04:57:29"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gb10_gemma4-26b_rate-limited_07.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 0.3),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    0.2673506602575041,
                ),
                ("/0/measurements/0/metrics/tpot_ms/p95", 219.8891460118396),
                ("/0/measurements/0/metrics/input_tokens", 815399.0),
                ("/0/settings/extra/burstiness", 0.7),
            ],
            texts: &[
                ("/0/model/id", "google/gemma-4-26B-A4B-it"),
                ("/0/settings/extra/endpoint_type", "openai-chat"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gb10_muse-glimmer_specdecode.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                // 1.952732670275267 percent.
                (
                    "/0/measurements/0/metrics/draft_acceptance_rate",
                    0.01952732670275267,
                ),
                ("/0/measurements/0/metrics/ttft_ms/p99", 316295.51849416975),
                ("/0/measurements/0/metrics/duration_s", 2465.894033792021),
                ("/0/measurements/0/extra/spec_decode_num_drafts", 75006.0),
            ],
            texts: &[("/0/title", "Muse-Glimmer-30B")],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gb10_nemotron-omni_198ok_102failed.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 25.0),
                ("/0/measurements/0/axes/request_rate", 1.5),
                ("/0/measurements/0/metrics/completed_requests", 198.0),
                ("/0/measurements/0/metrics/failed_requests", 102.0),
                ("/0/measurements/0/metrics/itl_ms/std", 1988.899298944378),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gpt-oss_c256_burst10.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 256.0),
                ("/0/measurements/0/metrics/output_tps", 1720.6598769695984),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p99",
                    219536.91566144035,
                ),
                ("/0/measurements/0/extra/num_prompts", 2560.0),
            ],
            texts: &[("/0/measured_at", "2026-06-07T16:08:06")],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gemma4_gpu_rate32.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                // The rate asked for, and the one that was reached.
                ("/0/measurements/0/axes/request_rate", 32.0),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    0.380681199139898,
                ),
                ("/0/measurements/0/metrics/ttft_ms/mean", 1264873.158337657),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
                ("/0/measurements/0/extra/max_concurrent_requests", 1000.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/v0.8.4_deepseek-r1_h200_detailed_30000-100.json",
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 10.0),
                ("/0/measurements/0/metrics/output_tps", 20.625108456653287),
                ("/0/measurements/0/requests/input_tokens/49", 30000.0),
                // Seconds in the file.
                ("/0/measurements/0/requests/ttft_ms/0", 5210.358357999212),
                ("/0/measurements/0/requests/itl_max_ms/0", 62395.44015899992),
            ],
            texts: &[("/0/model/served_name", "/data/nm/models/DeepSeek-R1")],
            codes: &["left_out"],
        },
    },
    run_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=4-BENCH--max_concurrency=2-num_prompts=8/run=0.json",
        &[
            ("/0/measurements/0/axes/concurrency", 2.0),
            ("/0/measurements/0/metrics/ttft_ms/p99", 762.4942294094944),
            ("/0/measurements/0/extra/run_number", 0.0),
            ("/0/settings/extra/max_num_seqs", 4.0),
        ],
    ),
    run_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=4-BENCH--max_concurrency=2-num_prompts=8/run=1.json",
        &[
            ("/0/measurements/0/metrics/output_tps", 199.36907134182283),
            ("/0/measurements/0/extra/run_number", 1.0),
            ("/0/settings/extra/max_num_seqs", 4.0),
        ],
    ),
    summary_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=4-BENCH--max_concurrency=2-num_prompts=8/summary.json",
        &[
            ("/0/measurements/0/metrics/output_tps", 93.74767963046673),
            ("/1/measurements/0/metrics/output_tps", 199.36907134182283),
            ("/1/measurements/0/extra/run_number", 1.0),
            ("/1/settings/extra/max_num_seqs", 4.0),
        ],
    ),
    run_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=8-BENCH--max_concurrency=2-num_prompts=8/run=0.json",
        &[
            ("/0/measurements/0/metrics/total_tps", 573.6017984236794),
            ("/0/settings/extra/max_num_seqs", 8.0),
        ],
    ),
    run_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=8-BENCH--max_concurrency=2-num_prompts=8/run=1.json",
        &[
            ("/0/measurements/0/metrics/tpot_ms/std", 1.712061198028375),
            ("/0/settings/extra/max_num_seqs", 8.0),
        ],
    ),
    summary_of_a_sweep(
        "vllm-bench-sweep/v0.25.1_tree/SERVE--max_num_seqs=8-BENCH--max_concurrency=2-num_prompts=8/summary.json",
        &[
            ("/0/measurements/0/metrics/duration_s", 0.6694539679883746),
            (
                "/1/measurements/0/metrics/e2e_latency_ms/mean",
                170.58326499864052,
            ),
            ("/1/settings/extra/max_num_seqs", 8.0),
        ],
    ),
];

const fn run_of_a_sweep(file: &'static str, numbers: &'static [(&'static str, f64)]) -> Row {
    sweep(file, 1, &[("valid", 1)], numbers)
}

/// The results of a combination once more. They stay runs of their own until files are
/// put together.
const fn summary_of_a_sweep(file: &'static str, numbers: &'static [(&'static str, f64)]) -> Row {
    sweep(file, 2, &[("valid", 2)], numbers)
}

const fn sweep(
    file: &'static str,
    runs: usize,
    measurements: &'static [(&'static str, usize)],
    numbers: &'static [(&'static str, f64)],
) -> Row {
    Row {
        file,
        outcome: Outcome::Read {
            format: "vllm_serve",
            runs,
            measurements,
            numbers,
            texts: &[("/0/model/id", "facebook/opt-125m")],
            codes: &[],
        },
    }
}
