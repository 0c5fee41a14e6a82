//! InferenceMAX / InferenceX.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "inferencemax/agg_bmk_b200-h100-h200_11rows.json",
        outcome: Outcome::Read {
            format: "inferencemax",
            // h200 at tp 8, 2 and 4, h100 at tp 4 and 8, b200 at tp 2.
            runs: 6,
            measurements: &[("valid", 11)],
            numbers: &[
                ("/0/hardware/count", 8.0),
                // 242.02323770403703 per GPU at tp 8.
                (
                    "/0/measurements/0/metrics/output_tps",
                    1_936.185_901_632_296_2,
                ),
                (
                    "/0/measurements/0/extra/output_tput_per_gpu",
                    242.023_237_704_037_03,
                ),
                // The second row of the file is the first of h100 at tp 4; 0.04356823810376227 s.
                (
                    "/1/measurements/0/metrics/ttft_ms/mean",
                    43.568_238_103_762_27,
                ),
                (
                    "/1/measurements/0/metrics/tpot_ms/std",
                    0.076_673_845_792_525_39,
                ),
                (
                    "/1/measurements/0/metrics/e2e_latency_ms/median",
                    3_776.923_340_745_270_3,
                ),
                (
                    "/1/measurements/0/metrics/per_request_output_tps/median",
                    245.531_428_645_277_83,
                ),
                ("/1/measurements/0/extra/std_intvty", 13_042.256_973_856_995),
                ("/1/measurements/1/axes/concurrency", 64.0),
            ],
            texts: &[
                ("/0/hardware/name", "h200"),
                ("/5/hardware/name", "b200"),
                ("/0/model/id", "openai/gpt-oss-120b"),
                (
                    "/0/measurements/0/precision/output_tps/from",
                    "output_tput_per_gpu × 8 GPUs (tp)",
                ),
            ],
            codes: &["no_meaning"],
        },
    },
    Row {
        file: "inferencemax/agg_bmk_mi355x_20rows.json",
        outcome: Outcome::Read {
            format: "inferencemax",
            runs: 2,
            measurements: &[("valid", 20)],
            numbers: &[
                ("/0/settings/extra/tp", 4.0),
                ("/1/settings/extra/tp", 8.0),
                // The second row: 8,192 in, 1,024 out, 64 at once.
                ("/1/measurements/0/axes/input_tokens", 8192.0),
                ("/1/measurements/0/axes/output_tokens", 1024.0),
                ("/1/measurements/0/axes/concurrency", 64.0),
                (
                    "/1/measurements/0/metrics/ttft_ms/p99",
                    6_083.013_003_922_937,
                ),
                (
                    "/1/measurements/0/extra/tput_per_gpu",
                    2_153.410_974_036_065,
                ),
            ],
            texts: &[
                ("/0/model/quantization", "fp4"),
                ("/0/engine/name", "sglang"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "inferencemax/agg_bmk_mixed_single+multinode_19rows.json",
        outcome: Outcome::Read {
            format: "inferencemax",
            runs: 8,
            measurements: &[("valid", 19)],
            numbers: &[
                ("/0/hardware/count", 2.0),
                // The sixth row: 1 GPU for prompts and 4 for decoding, 43,447.639938808694 each.
                ("/3/hardware/count", 5.0),
                ("/3/measurements/0/axes/concurrency", 2560.0),
                (
                    "/3/measurements/0/metrics/total_tps",
                    217_238.199_694_043_46,
                ),
                (
                    "/3/measurements/0/metrics/output_tps",
                    108_257.095_475_738_37,
                ),
                (
                    "/3/measurements/0/metrics/prompt_tps",
                    108_981.104_218_305_09,
                ),
                (
                    "/3/measurements/0/metrics/itl_ms/p99",
                    482.073_616_236_449_3,
                ),
            ],
            texts: &[
                ("/0/hardware/name", "b200"),
                ("/0/hardware/extra/hw", "b200-trt"),
                ("/3/hardware/name", "gb200"),
                ("/3/engine/name", "dynamo-trt"),
                ("/3/model/name", "gpt-oss-120b"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "inferencemax/agg_bmk_multinode_mi355x_disagg_7rows.json",
        outcome: Outcome::Read {
            format: "inferencemax",
            runs: 3,
            measurements: &[("valid", 7)],
            numbers: &[
                ("/0/hardware/count", 24.0),
                ("/0/measurements/0/metrics/total_tps", 39_943.817_582_867_36),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    665.618_301_602_080_5,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p99",
                    197_647.112_817_729_35,
                ),
                ("/0/settings/extra/decode_ep", 16.0),
            ],
            texts: &[
                ("/0/hardware/name", "mi355x"),
                ("/0/hardware/extra/hw", "mi355x-amd_0"),
                ("/0/settings/extra/spec_decoding", "mtp"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "inferencemax/agg_bmk_empty.json",
        outcome: Outcome::Refused(&["an empty JSON list"]),
    },
    Row {
        file: "inferencemax/slo-experiment_seconds_isl10240_conc16.json",
        outcome: Outcome::Read {
            format: "inferencex_experiment",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 16.0),
                // 3.1382447043433785 and 0.196229197233622 in the file.
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    3_138.244_704_343_378_5,
                ),
                ("/0/measurements/0/metrics/tpot_ms/p99", 196.229_197_233_622),
                (
                    "/0/measurements/0/metrics/output_tps",
                    95.415_977_171_588_48,
                ),
                (
                    "/0/measurements/0/metrics/duration_s",
                    214.639_105_599_373_58,
                ),
                ("/0/measurements/0/metrics/completed_requests", 160.0),
            ],
            texts: &[
                ("/0/model/id", "zai-org/GLM-5-FP8"),
                ("/0/measured_at", "2026-02-13T13:56:36"),
                ("/0/measurements/0/extra/request_rate", "inf"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "inferencemax/site-export_deepseek-r1_e2e.csv",
        outcome: Outcome::Read {
            format: "inferencemax_csv",
            runs: 1,
            measurements: &[("valid", 5)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 4.0),
                // 98.82861137108823 per GPU at TP 8; 0.15776667634490876 under "Mean TTFT (ms)".
                ("/0/measurements/0/metrics/total_tps", 790.628_890_968_705_8),
                (
                    "/0/measurements/0/metrics/ttft_ms/mean",
                    157.766_676_344_908_76,
                ),
                (
                    "/0/measurements/4/metrics/e2e_latency_ms/p99",
                    32_259.036_232_512_44,
                ),
                (
                    "/0/measurements/4/metrics/itl_ms/median",
                    264.321_191_236_376_76,
                ),
            ],
            texts: &[
                ("/0/model/name", "DeepSeek-R1-0528"),
                ("/0/hardware/name", "h200"),
                ("/0/measurements/0/extra/date", "2026-06-02"),
                ("/0/settings/extra/Hardware Key", "h200_sglang"),
            ],
            codes: &["wrong_label", "no_meaning"],
        },
    },
];
