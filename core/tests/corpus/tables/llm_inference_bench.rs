//! llm-inference-bench, in short: its own tests check it cell by cell.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "llm-inference-bench/v0.1_sglang_qwen3.5-awq_c1-32.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 4)],
            numbers: &[
                (
                    "/0/measurements/3/metrics/output_tps",
                    1_469.953_721_839_980_7,
                ),
                (
                    "/0/measurements/0/metrics/per_request_output_tps/mean",
                    147.459_396_726_926_34,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    90.561_346_034_519_37,
                ),
                (
                    "/0/measurements/0/metrics/draft_acceptance_rate",
                    0.566_666_666_666_666_7,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_llamacpp_qwen3.5-397b_q3.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 13)],
            numbers: &[
                (
                    "/0/measurements/8/metrics/output_tps",
                    144.707_889_976_771_16,
                ),
                (
                    "/0/measurements/5/metrics/duration_s",
                    30.088_283_528_995_817,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_sglang_qwen3.5-122b_9of16.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("over_capacity", 1), ("unknown", 6), ("valid", 9)],
            numbers: &[(
                "/0/measurements/8/metrics/output_tps",
                560.787_356_462_189_5,
            )],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_vllm_minimax-m25_2gpu_18errors.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("failed", 18), ("valid", 27)],
            numbers: &[
                (
                    "/0/measurements/26/metrics/output_tps",
                    28.875_820_648_728_265,
                ),
                ("/0/measurements/27/metrics/failed_requests", 64.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_vllm_qwen3.5-122b_interrupted_11of40_all_errors.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("failed", 11), ("unknown", 29)],
            numbers: &[("/0/measurements/3/metrics/failed_requests", 8.0)],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_vllm_qwen3.5-397b-awq_mtp_40cells.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("queued", 4), ("valid", 41)],
            numbers: &[
                ("/0/measurements/44/metrics/output_tps", 645.798_918_795_091),
                ("/0/measurements/44/metrics/active_requests", 124.7),
                ("/0/measurements/44/metrics/queued_requests", 3.3),
                (
                    "/0/measurements/44/metrics/ttft_ms/p99",
                    43_513.581_261_077_2,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.2_vllm_qwen3.5-397b_30of40_26zero.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("failed", 26), ("over_capacity", 10), ("valid", 9)],
            numbers: &[
                (
                    "/0/measurements/8/metrics/output_tps",
                    595.936_126_998_335_2,
                ),
                ("/0/measurements/9/metrics/failed_requests", 0.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp1_mtp0_decode-matrix.console.log",
        outcome: Outcome::Read {
            format: "llm_inference_bench_console",
            runs: 1,
            measurements: &[("over_capacity", 23), ("valid", 12)],
            numbers: &[
                ("/0/measurements/0/metrics/output_tps", 59.0),
                ("/0/measurements/0/metrics/ttft_ms/median", 2000.0),
                ("/0/measurements/0/metrics/itl_ms/median", 17.0),
                ("/0/measurements/2/metrics/ttft_ms/median", 118.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp1_mtp0_decode-matrix_12of35.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("over_capacity", 23), ("valid", 12)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/output_tps",
                    59.025_474_113_992_45,
                ),
                ("/0/measurements/0/metrics/duration_s", 29.987_053),
                (
                    "/0/measurements/7/metrics/itl_ms/median",
                    37.068_664_253_829_15,
                ),
                (
                    "/0/measurements/7/metrics/per_request_output_tps/median",
                    26.976_963_430_692_464,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp1_mtp0_warmup_no-results.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("over_capacity", 1)],
            numbers: &[],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp1_mtp1_decode-matrix_underfilled.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("over_capacity", 23), ("valid", 12)],
            numbers: &[
                ("/0/measurements/4/metrics/active_requests", 1.9),
                (
                    "/0/measurements/4/metrics/e2e_latency_ms/mean",
                    29_051.548_159_914_09,
                ),
                ("/0/measurements/4/metrics/completed_requests", 2.0),
                (
                    "/0/measurements/4/metrics/draft_acceptance_rate",
                    0.563_218_390_804_597_7,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp2_mtp1_warmup.console.log",
        outcome: Outcome::Read {
            format: "llm_inference_bench_console",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/output_tps", 71.6),
                ("/0/measurements/0/metrics/ttft_ms/median", 1000.0),
                ("/0/measurements/0/metrics/e2e_latency_ms/p90", 30_500.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.17_glm5.1_dcp2_mtp1_warmup_1cell.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/output_tps",
                    71.614_544_790_481_15,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/median",
                    30_492.462_314_199_656,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.29_ds4-flash_tp2_cc1.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/output_tps",
                    164.455_808_267_277_12,
                ),
                (
                    "/0/measurements/0/metrics/draft_acceptance_rate",
                    0.310_714_285_714_285_7,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    69.251_253_036_782_15,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.29_ds4-flash_tp4_c1-8_decode.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[
                (
                    "/0/measurements/1/metrics/output_tps",
                    781.557_739_141_391_5,
                ),
                ("/0/measurements/1/metrics/output_tokens", 11_716.0),
                (
                    "/0/measurements/1/metrics/ttft_ms/mean",
                    1_514.918_164_753_908,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.29_ds4-flash_tp4_prefill-only-64k.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.29_glm5.2_mtp0_prefill_8k-64000.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 2)],
            numbers: &[],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llm-inference-bench/v0.4.29_glm5.2_mtp3_decode_c1-4-8.json",
        outcome: Outcome::Read {
            format: "llm_inference_bench",
            runs: 1,
            measurements: &[("valid", 3)],
            numbers: &[(
                "/0/measurements/1/metrics/per_request_output_tps/p99",
                77.403_765_088_441_65,
            )],
            texts: &[],
            codes: &[],
        },
    },
];
