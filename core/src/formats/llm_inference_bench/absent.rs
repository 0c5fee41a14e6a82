//! Cells that were planned and are not in the file.
//!
//! The tool leaves a cell out where it knows that the requests would not fit the
//! KV cache, where the user skips it, and where the run ends early. The first can
//! be worked out: every request needs its context and the tokens it may produce.
//! The file does not tell the other two apart.

use std::collections::BTreeSet;

use super::fields::{Fields, whole};
use crate::model::{Axes, Family, Measurement, Status};

/// Most cells of a plan; a larger one is not a plan of this tool.
const LARGEST_PLAN: usize = 10_000;

/// What the metadata planned.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Plan {
    contexts: Vec<u64>,
    levels: Vec<u64>,
    /// Tokens one request may produce; 0 where not known.
    max_tokens: u64,
    /// Tokens the KV cache holds; `None` where not known.
    kv_budget: Option<u64>,
}

impl Plan {
    pub(super) fn of(metadata: &Fields) -> Self {
        let list = |key: &str| {
            let mut seen = BTreeSet::new();
            let items = metadata.get(key).and_then(|list| list.as_array());
            let counts = items.into_iter().flatten().filter_map(whole);
            counts.filter(|&count| seen.insert(count)).collect()
        };
        Self {
            contexts: list("context_lengths"),
            levels: list("concurrency_levels"),
            max_tokens: metadata.count("max_tokens").unwrap_or(0),
            kv_budget: metadata
                .count("max_total_tokens")
                .filter(|&tokens| tokens > 0),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.contexts.len().saturating_mul(self.levels.len())
    }

    /// Tokens the KV cache holds, where known.
    pub(super) fn kv_budget(&self) -> Option<u64> {
        self.kv_budget
    }

    /// True where the plan is too large to be one.
    pub(super) fn is_absurd(&self) -> bool {
        self.len() > LARGEST_PLAN
    }

    /// A measurement for every planned cell of `family` that is not `measured`,
    /// in the order of the plan.
    ///
    /// The tool runs a context of 0 beyond the budget where the engine's limit of
    /// running requests allows it. No file records that limit, but a cell that is
    /// absent was not let through.
    pub(super) fn absent(&self, family: Family, measured: &[Measurement]) -> Vec<Measurement> {
        if self.is_absurd() {
            return Vec::new();
        }
        let present: BTreeSet<_> = measured
            .iter()
            .filter(|measurement| measurement.family == family)
            .map(|measurement| {
                (
                    measurement.axes.context_tokens,
                    measurement.axes.concurrency,
                )
            })
            .collect();
        let mut absent = Vec::new();
        for &context in &self.contexts {
            for &level in &self.levels {
                if present.contains(&(Some(context), Some(level))) {
                    continue;
                }
                let axes = Axes {
                    context_tokens: Some(context),
                    concurrency: Some(level),
                    ..Axes::default()
                };
                let mut measurement = Measurement::new(family, axes);
                if self.exceeds_budget(context, level) {
                    measurement.status = Status::OverCapacity;
                }
                absent.push(measurement);
            }
        }
        absent
    }

    fn exceeds_budget(&self, context: u64, level: u64) -> bool {
        let per_request = u128::from(context) + u128::from(self.max_tokens);
        self.kv_budget
            .is_some_and(|budget| u128::from(level) * per_request > u128::from(budget))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn plan(metadata: Value) -> Plan {
        let Value::Object(metadata) = metadata else {
            panic!("not an object")
        };
        Plan::of(&Fields::new(metadata))
    }

    fn statuses(plan: &Plan) -> Vec<Status> {
        plan.absent(Family::Decode, &[])
            .iter()
            .map(|cell| cell.status)
            .collect()
    }

    #[test]
    fn a_cell_needs_its_context_and_its_output_for_every_request() {
        let plan = plan(json!({
            "context_lengths": [16384], "concurrency_levels": [4, 5, 8],
            "max_tokens": 2048, "max_total_tokens": 92160
        }));
        assert_eq!(
            statuses(&plan),
            [Status::Unknown, Status::Unknown, Status::OverCapacity]
        );
    }

    #[test]
    fn without_a_budget_nothing_is_said_to_be_over_it() {
        let plan = plan(json!({
            "context_lengths": [131072], "concurrency_levels": [128],
            "max_tokens": 8192, "max_total_tokens": 0
        }));
        assert_eq!(statuses(&plan), [Status::Unknown]);
    }

    #[test]
    fn cells_that_were_measured_are_not_absent() {
        let plan = plan(json!({"context_lengths": [0, 0], "concurrency_levels": [1, 2]}));
        let axes = Axes {
            context_tokens: Some(0),
            concurrency: Some(2),
            ..Axes::default()
        };
        let measured = [Measurement::new(Family::Decode, axes)];
        let absent = plan.absent(Family::Decode, &measured);
        assert_eq!(absent.len(), 1);
        assert_eq!(absent[0].axes.concurrency, Some(1));
    }

    #[test]
    fn a_plan_of_absurd_size_is_not_filled_in() {
        let plan = plan(json!({
            "context_lengths": (0..200).collect::<Vec<_>>(), "concurrency_levels": (0..200).collect::<Vec<_>>(),
        }));
        assert!(plan.is_absurd());
        assert!(statuses(&plan).is_empty());
    }
}
