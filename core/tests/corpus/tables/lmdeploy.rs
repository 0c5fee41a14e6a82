//! LMDeploy.

use crate::row::{Outcome, Row};

pub(crate) const ROWS: &[Row] = &[Row {
    file: "lmdeploy/docs-sample_v0.2.0_tables.md",
    outcome: Outcome::Read {
        format: "lmdeploy_tables",
        runs: 5,
        measurements: &[("valid", 24)],
        numbers: &[
            ("/0/measurements/0/axes/concurrency", 256.0),
            ("/0/measurements/0/metrics/request_throughput_rps", 14.556),
            ("/0/measurements/0/metrics/ttft_ms/max", 4652.0),
            ("/0/measurements/0/extra/num_promts", 3000.0),
            ("/3/settings/extra/tp", 4.0),
            ("/3/measurements/0/metrics/total_tps", 3467.969),
            ("/3/measurements/0/metrics/itl_ms/p95", 292.0),
            ("/4/measurements/19/axes/batch_size", 64.0),
            ("/4/measurements/19/axes/input_tokens", 2048.0),
            ("/4/measurements/19/metrics/ttft_ms/mean", 39105.0),
            ("/4/measurements/18/metrics/itl_ms/p99", 767.0),
            ("/4/measurements/0/extra/mem(GB)", 76.55),
        ],
        texts: &[
            ("/3/model/name", "llama2-70b"),
            ("/4/measurements/0/family", "batch"),
            ("/0/measurements/0/family", "serve"),
        ],
        codes: &[],
    },
}];
