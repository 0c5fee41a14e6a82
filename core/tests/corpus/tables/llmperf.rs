//! llmperf.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "llmperf/summary_anyscale_70b.json",
        outcome: Outcome::Read {
            format: "llmperf_summary",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 5.0),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    212.829_560_000_017_18,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    207.521_210_711_524_93,
                ),
                ("/0/measurements/0/metrics/completed_requests", 150.0),
            ],
            texts: &[
                ("/0/model/id", "meta-llama/Llama-2-70b-chat-hf"),
                ("/0/engine/name", "anyscale"),
            ],
            codes: &[],
        },
    },
    Row {
        file: "llmperf/summary_bedrock_70b.json",
        outcome: Outcome::Read {
            format: "llmperf_summary",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    387.719_946_998_913_66,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    62.867_056_292_903_534,
                ),
                ("/0/measurements/0/metrics/failed_requests", 49.0),
                ("/0/measurements/0/metrics/completed_requests", 101.0),
            ],
            texts: &[("/0/model/served_name", "meta.llama2-70b-chat-v1")],
            codes: &[],
        },
    },
    Row {
        file: "llmperf/summary_groq_70b.json",
        outcome: Outcome::Read {
            format: "llmperf_summary",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/ttft_ms/p99",
                    350.026_954_580_098_2,
                ),
                (
                    "/0/measurements/0/metrics/itl_ms/median",
                    5.320_808_651_546_638,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/std",
                    71.760_304_457_526_68,
                ),
                ("/0/measurements/0/axes/output_tokens", 150.0),
            ],
            // 1704851704 seconds after 1970.
            texts: &[("/0/measured_at", "2024-01-10T01:55:04Z")],
            codes: &[],
        },
    },
    Row {
        file: "llmperf/individual_groq_70b.json",
        outcome: Outcome::Read {
            format: "llmperf_individual",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/metrics/completed_requests", 150.0),
                ("/0/measurements/0/requests/ttft_ms/0", 297.977_801_412_344),
                // The summary of the same run says 0.2218883791938424 s and 0.3630785904824734 s.
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    221.888_379_193_842_4,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/max",
                    363.078_590_482_473_4,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "llmperf/summary_gpt-4.1-nano_c50.json",
        outcome: Outcome::Read {
            format: "llmperf_summary",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/concurrency", 50.0),
                (
                    "/0/measurements/0/metrics/ttft_ms/mean",
                    1_495.446_391_098_084_9,
                ),
                ("/0/measurements/0/metrics/output_tps", 81.426_008_873_291_7),
            ],
            texts: &[("/0/model/served_name", "gpt-4.1-nano")],
            codes: &[],
        },
    },
    Row {
        file: "llmperf/collected_llama3-8b_results.json",
        outcome: Outcome::Read {
            format: "llmperf_summary",
            runs: 1,
            measurements: &[("valid", 8)],
            numbers: &[
                ("/0/measurements/7/axes/concurrency", 128.0),
                (
                    "/0/measurements/7/metrics/ttft_ms/mean",
                    17_327.640_365_461_036,
                ),
                (
                    "/0/measurements/7/metrics/e2e_latency_ms/p99",
                    39_601.104_103_909_38,
                ),
                (
                    "/0/measurements/7/metrics/output_tps",
                    396.164_276_707_873_17,
                ),
                (
                    "/0/measurements/0/metrics/itl_ms/median",
                    30.432_930_629_302_42,
                ),
            ],
            texts: &[("/0/model/id", "meta-llama/Meta-Llama-3-8B-Instruct")],
            codes: &[],
        },
    },
];
