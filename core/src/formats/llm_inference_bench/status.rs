//! How a cell ended, derived from its fields.
//!
//! The tool writes no status word. Before 0.6 a failed cell has an
//! `aggregate_tps` of 0.0; from 0.6 on it has a negative number, which for a
//! looping answer is the one named in `metadata.loop_detection`. A resume
//! checkpoint writes −1 for "does not fit" and −2 for "the user skipped it".

use serde_json::Value;

use super::fields::Fields;
use crate::model::Status;

/// Caveat of a cell that ran fewer requests at once than asked for.
pub(super) const UNDERFILLED: &str = "underfilled";

/// Share of the requests asked for below which a cell is underfilled.
const FILLED_SHARE: f64 = 0.98;

/// `avg_running_reqs` is rounded to one decimal place.
const RUNNING_ROUNDING: f64 = 0.05;

/// Most characters of a failure reason that serve as a status word.
const REASON_LEN: usize = 80;

/// How a cell ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    pub(super) status: Status,
    /// The name of the field that says so, or the tool's reason.
    pub(super) source_status: Option<String>,
    pub(super) caveats: Vec<String>,
}

/// What a negative `aggregate_tps` means in the file at hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sentinels {
    /// The number that marks a looping answer.
    pub(super) looping: Option<f64>,
    /// True in a resume checkpoint.
    pub(super) checkpoint: bool,
}

/// Derives the outcome of a cell.
pub(super) fn of(cell: &Fields, concurrency: Option<u64>, sentinels: Sentinels) -> Outcome {
    let ended = |status, word: Option<&str>| Outcome {
        status,
        source_status: word.map(str::to_owned),
        caveats: Vec::new(),
    };
    let aggregate = cell.number("aggregate_tps");
    if cell.flag("loop_detected") || (aggregate.is_some() && aggregate == sentinels.looping) {
        return ended(Status::Failed, Some("loop_detected"));
    }
    let failed = || {
        ended(
            Status::Failed,
            cell.text("failure_reason").map(reason).as_deref(),
        )
    };
    match aggregate {
        Some(-1.0) if sentinels.checkpoint => return ended(Status::OverCapacity, None),
        Some(-2.0) if sentinels.checkpoint => return ended(Status::Skipped, None),
        Some(tps) if tps <= 0.0 => return failed(),
        Some(_) => {}
        None if cell.get("aggregate_tps") == Some(&Value::Null) => return failed(),
        None => return ended(Status::Unknown, None),
    }
    let waited = |key| cell.number(key).is_some_and(|value| value > 0.0);
    let is_limited = cell.flag("capacity_limited");
    let is_queued = is_limited || waited("avg_queue_reqs") || waited("queue_fraction");
    let mut outcome = if is_queued {
        ended(Status::Queued, is_limited.then_some("capacity_limited"))
    } else {
        ended(Status::Valid, None)
    };
    if is_underfilled(cell, concurrency, is_queued) {
        outcome.caveats.push(UNDERFILLED.to_owned());
    }
    outcome
}

/// The tool's own word where it has one. Older versions have none; there the
/// running requests tell, unless a queue explains why they are few.
fn is_underfilled(cell: &Fields, concurrency: Option<u64>, is_queued: bool) -> bool {
    if let Some(Value::Bool(said)) = cell.get("underfilled") {
        return *said;
    }
    let (Some(running), Some(asked)) = (cell.number("avg_running_reqs"), concurrency) else {
        return false;
    };
    !is_queued && running + RUNNING_ROUNDING < FILLED_SHARE * asked as f64
}

/// The first line of a failure reason, short enough for a table cell. The whole
/// text stays in `extra`.
fn reason(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    if line.chars().count() <= REASON_LEN {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(REASON_LEN - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(cell: Value, sentinels: Sentinels) -> Outcome {
        let Value::Object(object) = cell else {
            panic!("not an object")
        };
        let cell = Fields::new(object);
        let concurrency = cell.count("concurrency");
        of(&cell, concurrency, sentinels)
    }

    fn status(cell: Value) -> Status {
        outcome(cell, Sentinels::default()).status
    }

    #[test]
    fn a_zero_or_a_negative_rate_is_a_failure() {
        assert_eq!(
            status(json!({"aggregate_tps": 0.0, "num_errors": 8})),
            Status::Failed
        );
        assert_eq!(
            status(json!({"aggregate_tps": 0.0, "num_errors": 0})),
            Status::Failed
        );
        assert_eq!(status(json!({"aggregate_tps": -1.0})), Status::Failed);
        assert_eq!(status(json!({"aggregate_tps": null})), Status::Failed);
    }

    #[test]
    fn a_missing_or_misspelt_rate_says_nothing() {
        assert_eq!(status(json!({})), Status::Unknown);
        assert_eq!(status(json!({"aggregate_tps": "59.0"})), Status::Unknown);
    }

    #[test]
    fn a_loop_is_told_by_its_flag_or_by_the_sentinel_of_the_file() {
        let sentinels = Sentinels {
            looping: Some(-4.0),
            checkpoint: false,
        };
        for cell in [
            json!({"aggregate_tps": -9.0, "loop_detected": true}),
            json!({"aggregate_tps": -4.0}),
        ] {
            let outcome = outcome(cell, sentinels);
            assert_eq!(outcome.status, Status::Failed);
            assert_eq!(outcome.source_status.as_deref(), Some("loop_detected"));
        }
        let other = outcome(
            json!({"aggregate_tps": -3.0, "failure_reason": "engine gone\nat line 3"}),
            sentinels,
        );
        assert_eq!(other.source_status.as_deref(), Some("engine gone"));
    }

    #[test]
    fn minus_one_and_two_have_their_meaning_in_a_checkpoint_only() {
        let sentinels = Sentinels {
            looping: None,
            checkpoint: true,
        };
        assert_eq!(
            outcome(json!({"aggregate_tps": -1.0}), sentinels).status,
            Status::OverCapacity
        );
        assert_eq!(
            outcome(json!({"aggregate_tps": -2.0}), sentinels).status,
            Status::Skipped
        );
        assert_eq!(
            outcome(json!({"aggregate_tps": -3.0}), sentinels).status,
            Status::Failed
        );
    }

    #[test]
    fn any_sign_of_a_queue_makes_a_cell_queued() {
        for sign in ["avg_queue_reqs", "queue_fraction"] {
            assert_eq!(
                status(json!({"aggregate_tps": 9.0, sign: 0.1})),
                Status::Queued
            );
            assert_eq!(
                status(json!({"aggregate_tps": 9.0, sign: 0})),
                Status::Valid
            );
        }
        let limited = outcome(
            json!({"aggregate_tps": 9.0, "capacity_limited": true}),
            Sentinels::default(),
        );
        assert_eq!(limited.status, Status::Queued);
        assert_eq!(limited.source_status.as_deref(), Some("capacity_limited"));
    }

    #[test]
    fn underfilled_is_the_tools_word_or_derived_where_rounding_leaves_no_doubt() {
        let caveats = |cell| outcome(cell, Sentinels::default()).caveats;
        assert_eq!(
            caveats(json!({"aggregate_tps": 9.0, "underfilled": true})),
            [UNDERFILLED]
        );
        let said_no = json!({"aggregate_tps": 9.0, "underfilled": false, "concurrency": 4, "avg_running_reqs": 3.0});
        assert!(caveats(said_no).is_empty());
        let certain = json!({"aggregate_tps": 9.0, "concurrency": 2, "avg_running_reqs": 1.9});
        assert_eq!(caveats(certain), [UNDERFILLED]);
        let doubtful = json!({"aggregate_tps": 9.0, "concurrency": 4, "avg_running_reqs": 3.9});
        assert!(caveats(doubtful).is_empty());
    }
}
