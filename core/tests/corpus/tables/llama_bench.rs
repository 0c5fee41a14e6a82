//! llama-bench.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "llama-bench/md_rocm_rpc_d32768_ok.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 18.41),
                ("/0/measurements/0/axes/context_tokens", 32_768.0),
                ("/0/measurements/0/axes/input_tokens", 2_048.0),
                ("/0/measurements/1/metrics/output_tps", 4.12),
                ("/0/measurements/1/deviation/output_tps", 0.0),
            ],
            texts: &[
                ("/0/engine/version", "b7693"),
                ("/0/engine/backend", "ROCm,RPC"),
                ("/0/model/quantization", "Q4_K - Medium"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/md_vulkan_rpc_crash_header-only.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("failed", 1)],
            numbers: &[],
            texts: &[("/0/hardware/name", "Radeon 8060S Graphics")],
            codes: &["no_result"],
        },
    },
    Row {
        file: "llama-bench/md_no-table_launcher-error.log",
        outcome: Outcome::Refused(&["not a benchmark result"]),
    },
    Row {
        file: "llama-bench/md_no-table_alloc-fail.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("failed", 1)],
            numbers: &[],
            texts: &[(
                "/0/measurements/0/source_status",
                "Failed to connect to 192.0.2.10:50052",
            )],
            codes: &["no_result"],
        },
    },
    Row {
        file: "llama-bench/md_rocm_fa1_d65536.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 48.38),
                ("/0/measurements/0/deviation/prompt_tps", 0.18),
                ("/0/measurements/1/metrics/output_tps", 12.9),
            ],
            texts: &[
                ("/0/settings/extra/n_ubatch", "2048"),
                ("/0/engine/commit", "0253fb21f"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/md_vulkan_fa1_oom_no-rows.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("failed", 1)],
            numbers: &[],
            texts: &[],
            codes: &["no_result"],
        },
    },
    Row {
        file: "llama-bench/md_vulkan_fa1_gpt-oss-20b.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 1_692.49),
                ("/0/measurements/1/metrics/output_tps", 79.78),
            ],
            texts: &[
                ("/0/model/quantization", "MXFP4 MoE"),
                ("/0/model/name", "gpt-oss 20B"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/md_truncated_161bytes.log",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("failed", 1)],
            numbers: &[],
            texts: &[("/0/hardware/name", "AMD Radeon 8060S Graphics")],
            codes: &["no_result"],
        },
    },
    Row {
        file: "llama-bench/jsonl_rocm_curve-generation.jsonl",
        outcome: Outcome::Read {
            format: "llama_bench",
            runs: 1,
            measurements: &[("valid", 9)],
            numbers: &[
                ("/0/measurements/0/metrics/output_tps", 51.666_501),
                ("/0/measurements/8/axes/context_tokens", 65_536.0),
                ("/0/measurements/8/metrics/output_tps", 36.676_249),
                ("/0/measurements/8/deviation/output_tps", 0.242_965),
                ("/0/measurements/0/repetitions", 3.0),
            ],
            texts: &[
                ("/0/engine/version", "b9927"),
                ("/0/model/name", "Qwen3.6-35B-A3B-UD-Q4_K_XL"),
                ("/0/hardware/name", "AMD Radeon 8060S Graphics"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/jsonl_rocm_curve-prefill.jsonl",
        outcome: Outcome::Read {
            format: "llama_bench",
            runs: 1,
            measurements: &[("valid", 9)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 336.073_121),
                ("/0/measurements/4/axes/context_tokens", 32_768.0),
                ("/0/measurements/4/metrics/prompt_tps", 197.598_55),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/jsonl_hip_gpt-oss-20b.jsonl",
        outcome: Outcome::Read {
            format: "llama_bench",
            runs: 1,
            measurements: &[("valid", 10)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 1_472.012_844),
                ("/0/measurements/9/metrics/output_tps", 34.758_679),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/jsonl_hip_llama32-1b_short.jsonl",
        outcome: Outcome::Read {
            format: "llama_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/output_tps", 192.744_119),
                ("/0/measurements/0/repetitions", 1.0),
            ],
            texts: &[("/0/measured_at", "2025-10-28T14:35:36Z")],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/csv_b9010_p4k-64k.csv",
        outcome: Outcome::Read {
            format: "llama_bench_csv",
            runs: 1,
            measurements: &[("valid", 6)],
            numbers: &[
                ("/0/measurements/0/axes/input_tokens", 4_096.0),
                ("/0/measurements/4/metrics/prompt_tps", 543.892_424),
                ("/0/measurements/5/metrics/output_tps", 55.584_298),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/csv_b9010_r20.csv",
        outcome: Outcome::Read {
            format: "llama_bench_csv",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 1_350.679_089),
                ("/0/measurements/0/deviation/prompt_tps", 84.822_213),
                ("/0/measurements/0/axes/context_tokens", 0.0),
            ],
            texts: &[
                ("/0/model/quantization", "Q4_K - Medium"),
                ("/0/engine/backend", "Vulkan"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/csv_b9010_short_428bytes.csv",
        outcome: Outcome::Read {
            format: "llama_bench_csv",
            runs: 1,
            measurements: &[("failed", 1)],
            numbers: &[],
            texts: &[],
            codes: &["no_result"],
        },
    },
    Row {
        file: "llama-bench/md_many_tables_in_report.txt",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 6,
            measurements: &[("valid", 12)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 490.97),
                ("/1/measurements/1/metrics/output_tps", 129.07),
                ("/4/hardware/count", 2.0),
                ("/5/measurements/0/metrics/prompt_tps", 1_043.22),
            ],
            texts: &[("/2/settings/extra/heading", "GPU 1 ONLY")],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/md_gb10_gemma4.txt",
        outcome: Outcome::Read {
            format: "llama_bench_markdown",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 3_021.76),
                ("/0/measurements/1/metrics/output_tps", 77.35),
            ],
            texts: &[("/0/hardware/name", "NVIDIA GB10")],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/docs-sample_csv.csv",
        outcome: Outcome::Read {
            format: "llama_bench_csv",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 2_413.341_687),
                ("/0/measurements/1/metrics/output_tps", 132.052_051),
            ],
            texts: &[("/0/engine/backend", "CUDA")],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/docs-sample_json.json",
        outcome: Outcome::Read {
            format: "llama_bench",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 2_410.974_041),
                ("/0/measurements/0/repetitions", 5.0),
            ],
            texts: &[("/0/source/dialect", "json")],
            codes: &[],
        },
    },
    Row {
        file: "llama-bench/docs-sample_sql.sql",
        outcome: Outcome::Read {
            format: "llama_bench_sql",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                ("/0/measurements/0/metrics/prompt_tps", 2_407.240_204),
                ("/0/measurements/1/deviation/output_tps", 0.537_692),
            ],
            texts: &[("/0/hardware/name", "NVIDIA GeForce RTX 3090 Ti")],
            codes: &[],
        },
    },
];
