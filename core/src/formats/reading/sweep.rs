//! Several results of one file that differ only in what was measured.

use std::collections::BTreeMap;
use std::mem::take;

use crate::model::{Measurement, Note, Run};

/// Puts the measurements of runs together that are otherwise the same; the rest stay runs
/// of their own. The order is that of the first of each.
///
/// The time of a run is the earliest of its parts; notes are kept once.
///
/// # Panics
/// Never for a run made by this crate: every map in it has string keys.
pub(in crate::formats) fn join(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for mut run in runs {
        let point = Point::take_from(&mut run);
        let setup = serde_json::to_string(&run).expect("a run always serializes");
        if let Some(&place) = places.get(&setup) {
            point.add_to(&mut joined[place]);
        } else {
            places.insert(setup, joined.len());
            point.give_back_to(&mut run);
            joined.push(run);
        }
    }
    joined
}

/// What may differ between the points of a sweep.
struct Point {
    measurements: Vec<Measurement>,
    notes: Vec<Note>,
    measured_at: Option<String>,
    title: String,
    partial: bool,
}

impl Point {
    fn take_from(run: &mut Run) -> Self {
        Self {
            measurements: take(&mut run.measurements),
            notes: take(&mut run.notes),
            measured_at: run.measured_at.take(),
            title: take(&mut run.title),
            partial: take(&mut run.source.partial),
        }
    }

    fn give_back_to(self, run: &mut Run) {
        run.measurements = self.measurements;
        run.notes = self.notes;
        run.measured_at = self.measured_at;
        run.title = self.title;
        run.source.partial = self.partial;
    }

    fn add_to(self, whole: &mut Run) {
        whole.measurements.extend(self.measurements);
        whole.source.partial |= self.partial;
        for note in self.notes {
            if !whole.notes.contains(&note) {
                whole.notes.push(note);
            }
        }
        whole.measured_at = match (whole.measured_at.take(), self.measured_at) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family, Measurement};

    fn run(model: &str, concurrency: u64) -> Run {
        let mut run = Run::default();
        run.model.name = Some(model.to_owned());
        run.measured_at = Some(format!("2026-01-0{concurrency}T00:00:00"));
        let axes = Axes {
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        run.measurements = vec![Measurement::new(Family::Serve, axes)];
        run
    }

    #[test]
    fn what_differs_in_more_than_the_measurement_stays_apart() {
        let joined = join(vec![run("a", 2), run("b", 1), run("a", 1)]);
        let found: Vec<_> = joined
            .iter()
            .map(|run| (run.model.name.as_deref(), run.measurements.len()))
            .collect();
        assert_eq!(found, [(Some("a"), 2), (Some("b"), 1)]);
        assert_eq!(
            joined[0].measured_at.as_deref(),
            Some("2026-01-01T00:00:00")
        );
    }
}
