//! What the real files hold, checked by hand against their notes.

/// What is expected of a real file: prefill points, and decode cells by status.
pub(crate) struct Expected {
    pub(crate) file: &'static str,
    pub(crate) prefill: usize,
    pub(crate) valid: usize,
    pub(crate) queued: usize,
    pub(crate) over_capacity: usize,
    pub(crate) failed: usize,
    pub(crate) unknown: usize,
    pub(crate) underfilled: usize,
    /// Decode values: context, concurrency, metric, value.
    pub(crate) values: &'static [(u64, u64, &'static str, Option<f64>)],
}

pub(crate) const NOTHING: Expected = Expected {
    file: "",
    prefill: 0,
    valid: 0,
    queued: 0,
    over_capacity: 0,
    failed: 0,
    unknown: 0,
    underfilled: 0,
    values: &[],
};

pub(crate) const FILES: [Expected; 18] = [
    Expected {
        file: "v0.1_sglang_qwen3.5-awq_c1-32.json",
        valid: 4,
        values: &[
            (0, 32, "output_tps", Some(1_469.953_721_839_980_7)),
            (
                0,
                1,
                "per_request_output_tps.mean",
                Some(147.459_396_726_926_34),
            ),
            (0, 1, "per_request_output_tps.median", None),
            (0, 1, "ttft_ms.median", Some(90.561_346_034_519_37)),
            (0, 1, "draft_acceptance_rate", Some(0.566_666_666_666_666_7)),
            (0, 1, "duration_s", None),
            (0, 1, "output_tokens", Some(2230.0)),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_llamacpp_qwen3.5-397b_q3.json",
        prefill: 5,
        valid: 8,
        values: &[
            (0, 8, "output_tps", Some(144.707_889_976_771_16)),
            (0, 1, "duration_s", Some(30.088_283_528_995_817)),
            (0, 1, "draft_acceptance_rate", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_sglang_qwen3.5-122b_9of16.json",
        valid: 9,
        over_capacity: 1,
        unknown: 6,
        values: &[
            (16_384, 4, "output_tps", Some(560.787_356_462_189_5)),
            (16_384, 128, "output_tps", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_vllm_minimax-m25_2gpu_18errors.json",
        prefill: 5,
        valid: 22,
        failed: 18,
        values: &[
            (32_768, 32, "output_tps", Some(28.875_820_648_728_265)),
            (32_768, 64, "output_tps", None),
            (32_768, 64, "failed_requests", Some(64.0)),
            (32_768, 64, "ttft_ms.median", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_vllm_qwen3.5-122b_interrupted_11of40_all_errors.json",
        failed: 11,
        unknown: 29,
        values: &[
            (0, 8, "failed_requests", Some(8.0)),
            (0, 8, "draft_acceptance_rate", None),
            (131_072, 128, "output_tps", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_vllm_qwen3.5-397b-awq_mtp_40cells.json",
        prefill: 5,
        valid: 36,
        queued: 4,
        underfilled: 1,
        values: &[
            (131_072, 128, "output_tps", Some(645.798_918_795_091)),
            (131_072, 128, "active_requests", Some(124.7)),
            (131_072, 128, "queued_requests", Some(3.3)),
            (131_072, 128, "ttft_ms.p99", Some(43_513.581_261_077_2)),
            (0, 1, "draft_acceptance_rate", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.2_vllm_qwen3.5-397b_30of40_26zero.json",
        prefill: 5,
        valid: 4,
        over_capacity: 10,
        failed: 26,
        values: &[
            (0, 8, "output_tps", Some(595.936_126_998_335_2)),
            (0, 16, "ttft_ms.median", None),
            (0, 16, "failed_requests", Some(0.0)),
            (16_384, 128, "output_tps", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp1_mtp0_decode-matrix_12of35.json",
        valid: 12,
        over_capacity: 23,
        values: &[
            (0, 1, "output_tps", Some(59.025_474_113_992_45)),
            (0, 1, "duration_s", Some(29.987_053)),
            (0, 1, "e2e_latency_ms.median", None),
            (0, 16, "itl_ms.median", Some(37.068_664_253_829_15)),
            (
                0,
                16,
                "per_request_output_tps.median",
                Some(26.976_963_430_692_464),
            ),
            (0, 16, "completed_requests", Some(0.0)),
            (0, 1, "draft_acceptance_rate", None),
            (0, 64, "output_tps", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp1_mtp1_decode-matrix_underfilled.json",
        valid: 12,
        over_capacity: 23,
        underfilled: 1,
        values: &[
            (0, 2, "active_requests", Some(1.9)),
            (0, 2, "e2e_latency_ms.mean", Some(29_051.548_159_914_09)),
            (0, 2, "completed_requests", Some(2.0)),
            (0, 2, "draft_acceptance_rate", Some(0.563_218_390_804_597_7)),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp1_mtp0_warmup_no-results.json",
        over_capacity: 1,
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp2_mtp1_warmup_1cell.json",
        valid: 1,
        values: &[
            (131_072, 1, "output_tps", Some(71.614_544_790_481_15)),
            (
                131_072,
                1,
                "e2e_latency_ms.median",
                Some(30_492.462_314_199_656),
            ),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp1_mtp0_decode-matrix.console.log",
        valid: 12,
        over_capacity: 23,
        values: &[
            (0, 1, "output_tps", Some(59.0)),
            (0, 1, "ttft_ms.median", Some(2000.0)),
            (0, 1, "itl_ms.median", Some(17.0)),
            (0, 4, "ttft_ms.median", Some(118.0)),
            (0, 32, "per_request_output_tps.mean", Some(9.9)),
            (65_536, 1, "output_tps", Some(55.0)),
            (0, 1, "e2e_latency_ms.median", None),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.17_glm5.1_dcp2_mtp1_warmup.console.log",
        valid: 1,
        values: &[
            (131_072, 1, "output_tps", Some(71.6)),
            (131_072, 1, "ttft_ms.median", Some(1000.0)),
            (131_072, 1, "e2e_latency_ms.p90", Some(30_500.0)),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.29_ds4-flash_tp2_cc1.json",
        valid: 1,
        values: &[
            (0, 1, "output_tps", Some(164.455_808_267_277_12)),
            (0, 1, "draft_acceptance_rate", Some(0.310_714_285_714_285_7)),
            (0, 1, "ttft_ms.median", Some(69.251_253_036_782_15)),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.29_ds4-flash_tp4_c1-8_decode.json",
        valid: 2,
        values: &[
            (0, 8, "output_tps", Some(781.557_739_141_391_5)),
            (0, 8, "output_tokens", Some(11_716.0)),
            (0, 8, "ttft_ms.mean", Some(1_514.918_164_753_908)),
        ],
        ..NOTHING
    },
    Expected {
        file: "v0.4.29_ds4-flash_tp4_prefill-only-64k.json",
        prefill: 1,
        ..NOTHING
    },
    Expected {
        file: "v0.4.29_glm5.2_mtp3_decode_c1-4-8.json",
        valid: 3,
        values: &[(
            0,
            4,
            "per_request_output_tps.p99",
            Some(77.403_765_088_441_65),
        )],
        ..NOTHING
    },
    Expected {
        file: "v0.4.29_glm5.2_mtp0_prefill_8k-64000.json",
        prefill: 2,
        ..NOTHING
    },
];
