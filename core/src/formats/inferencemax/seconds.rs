//! The unit of the times in a row, from the row itself.
//!
//! The pipeline writes `tpot` in seconds and beside it `intvty`, tokens per second and user,
//! which is its reciprocal: their product is 1 where the time is in seconds and 1,000 where
//! it is in milliseconds. That settles the unit of TPOT. The end-to-end latency is tied to
//! it: what follows the first token lasts TPOT times the output tokens, so in another unit
//! the two would disagree a thousandfold. TTFT and ITL have no such partner; they stand in
//! the same row under the same label and are parts of the end-to-end latency.

use crate::formats::reading::Fields;

/// How far the product may be off.
const TOLERANCE: f64 = 0.01;

/// How far the tokens that the times imply may be off those asked for: answers may be
/// shorter than asked for, a wrong unit is off by a thousand.
const FACTOR: f64 = 30.0;

/// What a row says about the unit of its times.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Proof {
    /// Every figure agrees in seconds.
    Seconds,
    /// Every figure agrees in milliseconds.
    Milliseconds,
    /// There is nothing to compare.
    None,
    /// Figures that agree in neither: what they are.
    Contradiction(String),
}

/// Compares the figures of a row under the names of the pipeline.
pub(super) fn of(row: &Fields) -> Proof {
    let number = |key: &str| row.get(key)?.as_f64().filter(|&number| number > 0.0);
    let mut proof = Proof::None;
    for stat in ["mean", "median", "p90", "p95", "p99"] {
        let (tpot, intvty) = (format!("{stat}_tpot"), format!("{stat}_intvty"));
        let (Some(time), Some(rate)) = (number(&tpot), number(&intvty)) else {
            continue;
        };
        let product = time * rate;
        let found = if (product - 1.0).abs() <= TOLERANCE {
            Proof::Seconds
        } else if (product / 1000.0 - 1.0).abs() <= TOLERANCE {
            Proof::Milliseconds
        } else {
            Proof::Contradiction(format!(
                "{tpot} {time} times {intvty} {rate} is {product:.4}"
            ))
        };
        if proof != Proof::None && proof != found {
            return Proof::Contradiction(format!(
                "{tpot} {time} times {intvty} {rate} is {product:.4}, unlike the others of the row"
            ));
        }
        proof = found;
    }
    if matches!(proof, Proof::Seconds | Proof::Milliseconds)
        && let (Some(whole), Some(first), Some(each), Some(asked)) = (
            number("mean_e2el"),
            number("mean_ttft"),
            number("mean_tpot"),
            number("osl"),
        )
    {
        let tokens = (whole - first) / each;
        if tokens * FACTOR < asked || tokens > asked * FACTOR {
            return Proof::Contradiction(format!(
                "mean_e2el {whole} less mean_ttft {first} at mean_tpot {each} is {tokens:.1} tokens of {asked}"
            ));
        }
    }
    proof
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn proof(row: Value) -> Proof {
        match row {
            Value::Object(row) => of(&Fields::new(row, "$")),
            _ => panic!("not an object"),
        }
    }

    #[test]
    fn a_time_and_its_reciprocal_settle_the_unit() {
        let seconds =
            json!({"mean_tpot": 0.01, "mean_intvty": 100.0, "p99_tpot": 0.02, "p99_intvty": 50.0});
        assert_eq!(proof(seconds), Proof::Seconds);
        assert_eq!(
            proof(json!({"median_tpot": 10.0, "median_intvty": 100.0})),
            Proof::Milliseconds
        );
        assert_eq!(
            proof(json!({"mean_tpot": 0.01, "mean_ttft": 0.2})),
            Proof::None
        );
    }

    #[test]
    fn figures_that_agree_in_no_unit_are_a_contradiction() {
        for row in [
            json!({"mean_tpot": 0.01, "mean_intvty": 70.0}),
            json!({"mean_tpot": 0.01, "mean_intvty": 100.0, "p99_tpot": 10.0, "p99_intvty": 100.0}),
            // The end-to-end latency is in milliseconds, the time per token is not.
            json!({"mean_tpot": 0.01, "mean_intvty": 100.0, "mean_ttft": 100.0, "mean_e2el": 10_000.0, "osl": 1000}),
        ] {
            assert!(matches!(proof(row), Proof::Contradiction(_)));
        }
    }
}
