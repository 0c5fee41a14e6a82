//! optimum-benchmark.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        file: "optimum-benchmark/cuda_llama_benchmark_report.json",
        outcome: Outcome::Read {
            format: "optimum_benchmark",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/ttft_ms/median",
                    26.455_135_345_458_985,
                ),
                (
                    "/0/measurements/0/metrics/itl_ms/p99",
                    26.905_599_594_116_21,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    38.821_440_532_429_996,
                ),
                ("/0/measurements/0/repetitions", 10.0),
                (
                    "/0/measurements/0/extra/prefill/throughput/value",
                    37.615_887_098_844_44,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "optimum-benchmark/cuda_llama_benchmark_report.md",
        outcome: Outcome::Read {
            format: "optimum_benchmark_markdown",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                // 0.026455 s and 0.026906 s in the file.
                ("/0/measurements/0/metrics/ttft_ms/median", 26.455),
                ("/0/measurements/0/metrics/itl_ms/p99", 26.906),
                ("/0/measurements/0/metrics/output_tps", 38.82),
                ("/0/measurements/0/precision/output_tps/low", 38.815),
            ],
            texts: &[("/0/measurements/0/precision/output_tps/text", "38.82")],
            codes: &[],
        },
    },
    Row {
        file: "optimum-benchmark/llama_gptq_2bit_benchmark_report.json",
        outcome: Outcome::Read {
            format: "optimum_benchmark",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                (
                    "/0/measurements/0/metrics/ttft_ms/mean",
                    183.375_561_523_437_5,
                ),
                (
                    "/0/measurements/0/metrics/itl_ms/std",
                    16.876_157_893_242_257,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    29.257_758_862_337_948,
                ),
            ],
            texts: &[],
            codes: &[],
        },
    },
    Row {
        file: "optimum-benchmark/llama70b_compile_benchmark.json",
        outcome: Outcome::Read {
            format: "optimum_benchmark",
            runs: 1,
            measurements: &[("valid", 1)],
            numbers: &[
                ("/0/measurements/0/axes/batch_size", 1.0),
                ("/0/measurements/0/axes/input_tokens", 64.0),
                // 7.598912567968993 samples of 64 tokens each.
                (
                    "/0/measurements/0/metrics/prompt_tps",
                    486.330_404_350_015_55,
                ),
                (
                    "/0/measurements/0/metrics/output_tps",
                    10.106_150_928_797_131,
                ),
                ("/0/hardware/count", 2.0),
            ],
            texts: &[
                ("/0/model/id", "meta-llama/Llama-3.1-70B-Instruct"),
                ("/0/hardware/name", "NVIDIA A100-SXM4-80GB"),
                ("/0/engine/version", "2.6.0"),
            ],
            codes: &[],
        },
    },
];
