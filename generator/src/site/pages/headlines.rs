//! The few numbers people come for.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Family, Measurement, Metric, MetricKey, Run, Status};

use super::text::{self, Figure};

/// A number with what it is and where it was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Headline {
    /// What it is.
    pub(super) label: &'static str,
    /// The number.
    pub(super) figure: Figure,
    /// Where it was measured, and what else to know of it.
    pub(super) place: String,
}

/// The headlines that the run has numbers for.
pub(super) fn headlines(run: &Run) -> Vec<Headline> {
    [output(run), single_user(run), prefill(run), kv_cache(run)]
        .into_iter()
        .flatten()
        .collect()
}

/// The highest output of all requests together.
pub(super) fn output(run: &Run) -> Option<Headline> {
    let (one, key) = best(run, Family::Decode, Metric::OutputTps, |_| true)?;
    headline("Output, all requests, best", one, key)
}

/// The highest output that a request has the engine to itself for.
pub(super) fn single_user(run: &Run) -> Option<Headline> {
    let alone = |one: &Measurement| one.axes.concurrency == Some(1);
    let (one, key) = best(run, Family::Decode, Metric::PerRequestOutputTps, alone)?;
    let mut headline = headline("Output, one request alone, best", one, key)?;
    if let Some(ttft) = text::best_key(one, Metric::TtftMs) {
        headline.place = match one.axes.context_tokens {
            Some(tokens) => text::context(&display::context_label(tokens)),
            None => headline.place,
        };
        headline
            .place
            .push_str(&format!(", TTFT {}", display::measured(one, ttft)));
    }
    Some(headline)
}

/// The highest speed of prompt processing.
pub(super) fn prefill(run: &Run) -> Option<Headline> {
    let (one, key) = best(run, Family::Prefill, Metric::PromptTps, |_| true)?;
    let mut headline = headline("Prefill, best", one, key)?;
    if let (Some(tokens), Some(1) | None) = (one.axes.context_tokens, one.axes.concurrency) {
        headline.place = text::context(&display::context_label(tokens));
    }
    Some(headline)
}

/// Shown where it was recorded only, never guessed.
fn kv_cache(run: &Run) -> Option<Headline> {
    let tokens = run.settings.kv_budget_tokens?;
    let number = display::grouped(tokens);
    Some(Headline {
        label: "KV cache holds",
        figure: Figure {
            number,
            unit: "tokens",
        },
        place: "as recorded by the benchmark".to_owned(),
    })
}

fn headline(label: &'static str, one: &Measurement, key: MetricKey) -> Option<Headline> {
    let mut place = text::place(one);
    if one.status == Status::Queued {
        place.push_str(", some queued");
    }
    Some(Headline {
        label,
        figure: text::figure(one, key)?,
        place,
    })
}

/// The measurement with the highest value; the first of several.
fn best(
    run: &Run,
    family: Family,
    metric: Metric,
    keep: impl Fn(&Measurement) -> bool,
) -> Option<(&Measurement, MetricKey)> {
    let mut best: Option<(&Measurement, MetricKey, f64)> = None;
    let candidates = run.measurements.iter().filter(|one| one.family == family);
    for one in candidates.filter(|one| text::is_measured(one) && keep(one)) {
        let Some(key) = text::best_key(one, metric) else {
            continue;
        };
        let Some(value) = one.value(key) else {
            continue;
        };
        if best.is_none_or(|(_, _, highest)| value > highest) {
            best = Some((one, key, value));
        }
    }
    best.map(|(one, key, _)| (one, key))
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::Axes;

    use super::*;

    fn decode(concurrency: u64, status: Status, output: f64) -> Measurement {
        let axes = Axes {
            context_tokens: Some(8192),
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Decode, axes);
        one.status = status;
        one.metrics.output_tps = Some(output);
        one
    }

    #[test]
    fn a_failed_cell_is_never_the_best() {
        let run = Run {
            measurements: vec![
                decode(1, Status::Valid, 100.0),
                decode(2, Status::Failed, 900.0),
                decode(4, Status::Queued, 300.0),
            ],
            ..Run::default()
        };
        let headline = output(&run).unwrap();
        assert_eq!(headline.figure.number, "300.0");
        assert_eq!(headline.place, "8K context, 4 at once, some queued");
    }

    #[test]
    fn what_was_not_measured_has_no_headline() {
        assert!(headlines(&Run::default()).is_empty());
    }
}
