//! Rates of the whole machine from rates per GPU.
//!
//! The pipeline divides the rates of the whole machine by a number of GPUs that depends on
//! the setup. On one node it divides every rate by `tp × pp × pcp_size` (rows before 2026
//! know `tp` alone). Over several nodes it divides the input by the GPUs that process
//! prompts, the output by the GPUs that decode, and the total by both together, so the
//! three do not add up. Where the counts are right, undoing the divisions makes them add
//! up: that is checked for every row, and a row that fails keeps its rates per GPU only.

use crate::formats::Level;
use crate::formats::reading::Fields;
use crate::model::{Measurement, Metric, MetricKey, Precision};

/// How far input and output may be off the total: only rounding separates them.
const TOLERANCE: f64 = 1e-3;

/// The GPUs by which a row's rates were divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gpus {
    input: u64,
    output: u64,
    total: u64,
    /// What the counts were read from.
    from: &'static str,
}

impl Gpus {
    /// The GPUs of a row; `None` where it does not say.
    pub(super) fn of(row: &Fields) -> Option<Self> {
        let count = |key: &str| row.get(key)?.as_u64().filter(|&count| count > 0);
        let flag = |key: &str| row.get(key).and_then(serde_json::Value::as_bool);
        if flag("is_multinode") == Some(true) {
            let (input, decode) = (
                count("num_prefill_gpu")?,
                row.get("num_decode_gpu")?.as_u64()?,
            );
            let total = input.checked_add(decode)?;
            return Some(Self {
                input,
                // Without GPUs of their own, the output is made by all.
                output: if decode > 0 { decode } else { total },
                total,
                from: "num_prefill_gpu, num_decode_gpu",
            });
        }
        // A row of one node that is disaggregated, or has no flag and parts, contradicts itself.
        if flag("disagg") == Some(true) || row.has("num_prefill_gpu") || row.has("prefill_tp") {
            return None;
        }
        let mut total = count("tp")?;
        for key in ["pp", "pcp_size"] {
            if row.has(key) {
                total = total.checked_mul(count(key)?)?;
            }
        }
        Some(Self {
            input: total,
            output: total,
            total,
            from: if row.has("pp") {
                "tp, pp, pcp_size"
            } else {
                "tp"
            },
        })
    }

    /// All GPUs together.
    pub(super) fn total(self) -> Option<u32> {
        u32::try_from(self.total).ok()
    }
}

/// The rates per GPU of a row, and the metric and GPUs of each.
const RATES: [(&str, Metric); 3] = [
    ("tput_per_gpu", Metric::TotalTps),
    ("output_tput_per_gpu", Metric::OutputTps),
    ("input_tput_per_gpu", Metric::PromptTps),
];

/// Sets the rates of the whole machine. The rates per GPU stay where they are: they are what
/// was recorded. True where the number of GPUs is right.
pub(super) fn set_rates(row: &mut Fields, gpus: Option<Gpus>, one: &mut Measurement) -> bool {
    let rates = RATES.map(|(key, _)| positive(row, key));
    let Some(gpus) = gpus else {
        row.report(
            "tput_per_gpu",
            Level::Note,
            "unknown_gpus",
            "the row does not say by how many GPUs its rates were divided; they stay per GPU",
        );
        return false;
    };
    let counts = [gpus.total, gpus.output, gpus.input].map(|count| count as f64);
    if let [Some(total), Some(output), Some(input)] = rates {
        let (whole, parts) = (total * counts[0], output * counts[1] + input * counts[2]);
        if (whole - parts).abs() > TOLERANCE * whole {
            let message = format!(
                "over the GPUs of {} the total is {whole:.1} tok/s, input and output together {parts:.1}; \
                 the rates stay per GPU",
                gpus.from
            );
            row.report("tput_per_gpu", Level::Warning, "contradiction", message);
            return false;
        }
    } else if gpus.input != gpus.total {
        row.report(
            "tput_per_gpu",
            Level::Note,
            "unknown_gpus",
            "without all three rates the number of GPUs cannot be checked; they stay per GPU",
        );
        return false;
    }
    for (((key, metric), rate), count) in RATES.into_iter().zip(rates).zip(counts) {
        if let Some(rate) = rate {
            let metric = MetricKey::single(metric);
            one.metrics.set(metric, rate * count);
            let precision = Precision {
                from: Some(format!("{key} × {count} GPUs ({})", gpus.from)),
                ..Precision::default()
            };
            one.precision.insert(metric.to_string(), precision);
        }
    }
    true
}

/// A rate; a 0 is none, and anything else is reported.
fn positive(row: &mut Fields, key: &str) -> Option<f64> {
    let value = row.get(key)?.clone();
    let rate = row.take_positive(key);
    row.put(key, value);
    rate
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::model::{Axes, Family};

    fn rates(row: Value) -> ([Option<f64>; 3], Vec<&'static str>) {
        let Value::Object(row) = row else {
            panic!("not an object")
        };
        let mut row = Fields::new(row, "$");
        let mut one = Measurement::new(Family::Serve, Axes::default());
        let gpus = Gpus::of(&row);
        set_rates(&mut row, gpus, &mut one);
        let codes = row.findings_mut().iter().map(|one| one.code).collect();
        let metrics = one.metrics;
        (
            [metrics.total_tps, metrics.output_tps, metrics.prompt_tps],
            codes,
        )
    }

    #[test]
    fn one_node_has_one_number_of_gpus() {
        let row = json!({"is_multinode": false, "disagg": false, "tp": 4, "pp": 2, "pcp_size": 1,
            "tput_per_gpu": 30.0, "output_tput_per_gpu": 20.0, "input_tput_per_gpu": 10.0});
        assert_eq!(rates(row), ([Some(240.0), Some(160.0), Some(80.0)], vec![]));
    }

    #[test]
    fn several_nodes_divide_input_and_output_by_their_own_gpus() {
        let row = json!({"is_multinode": true, "disagg": true, "num_prefill_gpu": 1, "num_decode_gpu": 4,
            "tput_per_gpu": 40.0, "output_tput_per_gpu": 25.0, "input_tput_per_gpu": 100.0});
        assert_eq!(
            rates(row),
            ([Some(200.0), Some(100.0), Some(100.0)], vec![])
        );
    }

    #[test]
    fn rates_that_do_not_add_up_stay_per_gpu() {
        let row = json!({"is_multinode": true, "num_prefill_gpu": 2, "num_decode_gpu": 4,
            "tput_per_gpu": 40.0, "output_tput_per_gpu": 25.0, "input_tput_per_gpu": 100.0});
        assert_eq!(rates(row), ([None; 3], vec!["contradiction"]));
    }

    #[test]
    fn a_row_that_does_not_name_its_gpus_stays_per_gpu() {
        for row in [
            json!({"is_multinode": true, "tp": 8, "tput_per_gpu": 40.0}),
            json!({"is_multinode": false, "tput_per_gpu": 40.0}),
            json!({"is_multinode": true, "num_prefill_gpu": 2, "num_decode_gpu": 4, "tput_per_gpu": 40.0}),
            json!({"disagg": true, "tp": 8, "tput_per_gpu": 40.0}),
        ] {
            assert_eq!(rates(row), ([None; 3], vec!["unknown_gpus"]));
        }
    }
}
