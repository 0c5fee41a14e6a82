//! inference-perf.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "inference-perf/kubecon2025_batch-size_stage_0_lifecycle_metrics.json",
        outcome: Outcome::Read {
            format: "inference_perf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 1.0),
                // 0.033318985928781326 s in the file.
                (
                    "/0/measurements/0/metrics/ttft_ms/mean",
                    33.318_985_928_781_33,
                ),
                (
                    "/0/measurements/0/metrics/e2e_latency_ms/p99",
                    493.349_949_190_160_2,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    62.153_639_326_980_74,
                ),
                (
                    "/0/measurements/0/metrics/request_throughput_rps",
                    0.996_850_670_841_712,
                ),
                ("/0/measurements/0/metrics/failed_requests", 0.0),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "inference-perf/kubecon2025_batch-size_stage_6_lifecycle_metrics.json",
        outcome: Outcome::Read {
            format: "inference_perf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 222.83),
                (
                    "/0/measurements/0/metrics/output_tps",
                    7_140.792_680_764_174,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/p99",
                    2_750.966_869_294_643_4,
                ),
                (
                    "/0/measurements/0/metrics/itl_ms/p90",
                    38.816_237_938_590_35,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "inference-perf/kubecon2025_batch-size_summary_lifecycle_metrics.json",
        outcome: Outcome::Read {
            format: "inference_perf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/output_tps",
                    4_646.495_280_316_906,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    2_106.196_197_506_506,
                ),
            ],
            texts: &[("/0/source/dialect", "summary")],
            codes: &[],
        },
    },
    Row {
        file: "inference-perf/kubecon2025_batch-size_summary_prometheus_metrics.json",
        outcome: Outcome::Refused(&["Prometheus", "no throughput"]),
    },
    Row {
        file: "inference-perf/kubecon2025_batch-size_stage_3_prometheus_metrics.json",
        outcome: Outcome::Refused(&["Prometheus", "no throughput"]),
    },
    Row {
        file: "inference-perf/kubecon2025_eagle_stage_5_lifecycle_metrics.json",
        outcome: Outcome::Read {
            format: "inference_perf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 86.81),
                (
                    "/0/measurements/0/metrics/output_tps",
                    4_261.656_778_639_336,
                ),
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    4_545.612_891_553_901,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "inference-perf/llm-d_benchmark-report_lifecycle.yaml",
        outcome: Outcome::Read {
            format: "inference_perf",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/request_rate", 1.0),
                ("/0/measurements/0/metrics/duration_s", 2.48),
                (
                    "/0/measurements/0/metrics/itl_ms/median",
                    169.999_999_999_999_93,
                ),
                (
                    "/0/measurements/0/metrics/total_tps",
                    306.854_838_709_677_44,
                ),
                ("/0/measurements/0/extra/successes/image/count/max", 3.0),
            ],
            texts: &[("/0/source/dialect", "yaml")],
            codes: &[],
        },
    },
];
