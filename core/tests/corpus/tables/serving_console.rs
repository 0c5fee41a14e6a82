//! The result blocks of vLLM and SGLang serving benchmarks in logs and pages.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "vllm-bench-serve/gb10_gemma4-26b_rate-limited_07.log",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 0.3),
                ("/0/measurements/0/axes/input_tokens", 4000.0),
                ("/0/measurements/0/metrics/duration_s", 748.08),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
                ("/0/measurements/0/metrics/ttft_ms/p99", 3812.14),
                ("/0/measurements/0/metrics/e2e_latency_ms/mean", 94243.38),
                ("/0/measurements/0/metrics/itl_ms/median", 158.79),
                ("/0/measurements/0/extra/num_prompts", 200.0),
                ("/0/settings/extra/burstiness", 0.7),
            ],
            texts: &[
                ("/0/model/id", "google/gemma-4-26B-A4B-it"),
                ("/0/model/served_name", "gemma-4-26b-a4b"),
                ("/0/settings/extra/backend", "openai-chat"),
                (
                    "/0/measurements/0/precision/output_tps/text",
                    "129.79 tok/s",
                ),
            ],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gb10_nemotron-omni_198ok_102failed.log",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 1.5),
                ("/0/measurements/0/axes/concurrency", 25.0),
                ("/0/measurements/0/metrics/completed_requests", 198.0),
                ("/0/measurements/0/metrics/failed_requests", 102.0),
                ("/0/measurements/0/metrics/total_tps", 1827.85),
                ("/0/measurements/0/metrics/tpot_ms/p90", 147.25),
                (
                    "/0/measurements/0/extra/Peak output token throughput (tok~1s)",
                    275.0,
                ),
            ],
            texts: &[("/0/source/tool", "vllm bench serve")],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gemma4_gpu_rate32.log",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 32.0),
                ("/0/measurements/0/axes/output_tokens", 1000.0),
                ("/0/measurements/0/metrics/ttft_ms/mean", 1264873.16),
                ("/0/measurements/0/metrics/request_throughput_rps", 0.38),
                (
                    "/0/measurements/0/precision/request_throughput_rps/low",
                    0.375,
                ),
                ("/0/measurements/0/metrics/input_tokens", 8000000.0),
            ],
            texts: &[("/0/model/id", "google/gemma-4-31B-it")],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/gpt-oss_tp1_c4_1k1k_server+client.log",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 4.0),
                ("/0/measurements/0/axes/input_tokens", 1024.0),
                ("/0/measurements/0/metrics/completed_requests", 40.0),
                ("/0/measurements/0/metrics/total_tps", 1213.01),
                ("/0/measurements/0/metrics/ttft_ms/p90", 120.63),
                ("/0/measurements/0/extra/P99.9 ITL (ms)", 61.05),
                ("/0/measurements/0/metrics/output_tokens", 36709.0),
            ],
            texts: &[
                ("/0/model/id", "openai/gpt-oss-120b"),
                ("/0/engine/name", "vllm"),
                ("/0/engine/version", "0.22.0"),
                ("/0/measurements/0/extra/request_rate", "inf"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/v0.17.0_docs-sample_block.txt",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 50.0),
                ("/0/measurements/0/metrics/completed_requests", 1000.0),
                ("/0/measurements/0/metrics/output_tps", 10808.22),
                ("/0/measurements/0/metrics/tpot_ms/median", 3.85),
                ("/0/measurements/0/extra/Peak concurrent requests", 176.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "vllm-bench-serve/wrapper_markdown_with_block.md",
        outcome: Outcome::Read {
            format: "vllm_serve_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 0.3),
                ("/0/measurements/0/axes/input_tokens", 4000.0),
                ("/0/measurements/0/metrics/e2e_latency_ms/p95", 177380.18),
                ("/0/measurements/0/metrics/itl_ms/p99", 1332.64),
            ],
            texts: &[
                ("/0/model/id", "google/gemma-4-26B-A4B-it"),
                ("/0/hardware/name", "DGX Spark NVIDIA GB10 128GB"),
                ("/0/measurements/0/extra/page/Profile", "bf16-v23"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "sglang-bench-serving/console_blocks_several_rates.md",
        outcome: Outcome::Read {
            format: "sglang_serve_console",
            runs: 1,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 2.0),
                ("/0/measurements/5/axes/request_rate", 64.0),
                ("/0/measurements/0/metrics/prompt_tps", 1295.95),
                ("/0/measurements/0/metrics/e2e_latency_ms/mean", 2098.07),
                ("/0/measurements/3/metrics/ttft_ms/p99", 15341.33),
                ("/0/measurements/3/metrics/output_tokens", 218257.0),
                (
                    "/0/measurements/1/extra/Total generated tokens (retokenized)",
                    95297.0,
                ),
            ],
            texts: &[
                ("/0/engine/name", "sglang"),
                ("/0/source/tool", "sglang bench_serving"),
                ("/0/measurements/0/extra/Median TPOT (ms)", "-0.00"),
            ],
            codes: &["not_measured"],
        },
    },
    Row {
        file: "sglang-bench-serving/console_blocks_sglang.md",
        outcome: Outcome::Read {
            format: "sglang_serve_console",
            runs: 1,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 2.0),
                ("/0/measurements/5/axes/request_rate", 64.0),
                ("/0/measurements/2/metrics/duration_s", 261.53),
                ("/0/measurements/4/metrics/ttft_ms/median", 533.11),
                ("/0/measurements/5/metrics/total_tps", 2140.90),
                ("/0/measurements/5/metrics/completed_requests", 996.0),
                ("/0/measurements/1/metrics/tpot_ms/mean", 1.77),
            ],
            texts: &[
                ("/0/engine/name", "sglang"),
                ("/0/extra/arguments/trace_name", "azure_v2"),
            ],
            codes: &["context_inherited", "requests_missing", "not_measured"],
        },
    },
];
