//! Several results of one file that differ only in what was measured.

use crate::model::Run;

/// Puts the measurements of runs together that are otherwise the same; the rest stay runs
/// of their own. The order is that of the first of each.
///
/// The time of a run is the earliest of its parts; notes are kept once.
pub(in crate::formats) fn join(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<(Run, Run)> = Vec::new();
    for run in runs {
        let setup = setup(&run);
        let Some((_, whole)) = joined.iter_mut().find(|(other, _)| *other == setup) else {
            joined.push((setup, run));
            continue;
        };
        whole.measurements.extend(run.measurements);
        whole.source.partial |= run.source.partial;
        for note in run.notes {
            if !whole.notes.contains(&note) {
                whole.notes.push(note);
            }
        }
        whole.measured_at = match (whole.measured_at.take(), run.measured_at) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
    joined.into_iter().map(|(_, run)| run).collect()
}

/// A run without what may differ between the points of a sweep.
fn setup(run: &Run) -> Run {
    let mut setup = Run {
        measurements: Vec::new(),
        notes: Vec::new(),
        measured_at: None,
        title: String::new(),
        ..run.clone()
    };
    setup.source.partial = false;
    setup
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
