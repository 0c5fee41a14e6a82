//! The card of a family: its numbers as charts and tables.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, Metric, MetricKey, Run};

use super::charts::{self, Chart, Size};
use super::percentiles::{self, Statistics};
use super::points::{self, Points};
use super::spread::{self, Spread};
use super::text;

/// What a page shows of one family beside its matrix.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct FamilyCard {
    family: &'static str,
    heading: &'static str,
    /// What all measurements have in common.
    lead: Vec<String>,
    /// Requests that failed, in words.
    failed: Option<String>,
    /// Everything of a single measurement that is one number.
    facts: Vec<(&'static str, String)>,
    charts: Vec<Chart>,
    points: Option<Points>,
    statistics: Vec<Statistics>,
    /// True where the rows of the statistics have long names.
    long_heads: bool,
}

/// What is worth drawing and listing of a family, most asked for first.
const fn metrics(family: Family) -> &'static [Metric] {
    match family {
        Family::Prefill => &[
            Metric::PromptTps,
            Metric::TotalTps,
            Metric::TtftMs,
            Metric::E2eLatencyMs,
        ],
        Family::Decode => &[
            Metric::OutputTps,
            Metric::PerRequestOutputTps,
            Metric::TtftMs,
            Metric::ItlMs,
            Metric::TpotMs,
            Metric::E2eLatencyMs,
        ],
        Family::Serve => &[
            Metric::RequestThroughputRps,
            Metric::GoodputRps,
            Metric::OutputTps,
            Metric::TotalTps,
            Metric::TtftMs,
            Metric::TpotMs,
            Metric::ItlMs,
            Metric::E2eLatencyMs,
            Metric::CompletedRequests,
            Metric::FailedRequests,
        ],
        Family::Batch => &[
            Metric::PromptTps,
            Metric::OutputTps,
            Metric::TotalTps,
            Metric::RequestThroughputRps,
            Metric::TtftMs,
            Metric::TpotMs,
            Metric::E2eLatencyMs,
        ],
    }
}

/// The axes that a family is drawn over, the preferred one first.
const fn chart_axes(family: Family) -> &'static [Axis] {
    match family {
        Family::Prefill => &[Axis::Context, Axis::InputTokens, Axis::Concurrency],
        Family::Decode => &[Axis::Context, Axis::Concurrency, Axis::InputTokens],
        Family::Serve => &[
            Axis::RequestRate,
            Axis::Concurrency,
            Axis::InputTokens,
            Axis::OutputTokens,
        ],
        Family::Batch => &[
            Axis::Context,
            Axis::BatchSize,
            Axis::Concurrency,
            Axis::InputTokens,
            Axis::OutputTokens,
        ],
    }
}

/// Most charts of a card: a screen of them.
const MAX_CHARTS: usize = 6;

/// The card of a family; `None` where the run has no such measurement. `is_told` where a
/// matrix has the same numbers.
pub(super) fn card(run: &Run, family: Family, is_told: bool) -> Result<Option<FamilyCard>> {
    let of_family = run.measurements.iter().filter(|one| one.family == family);
    let mut measurements: Vec<&Measurement> = of_family.collect();
    // Sources list points in the order they ran, or in none.
    measurements.sort_by(|one, other| spread::order(one, other));
    let Some(first) = measurements.first() else {
        return Ok(None);
    };
    let is_alone = measurements.len() == 1;
    let has_points = !is_alone && (family == Family::Serve || !is_told);
    let points = has_points.then(|| {
        let always: &[Axis] = match family {
            Family::Prefill if first.axes.context_tokens.is_some() => &[Axis::Context],
            _ => &[],
        };
        points::points(&measurements, metrics(family), always)
    });
    Ok(Some(FamilyCard {
        family: family.key(),
        heading: display::family_name(family),
        lead: lead(&measurements, family),
        failed: failed(&measurements),
        facts: if is_alone { facts(first) } else { Vec::new() },
        charts: charts(&measurements, family)?,
        points,
        long_heads: Spread::of(&measurements).varying.len() > 1,
        statistics: match family {
            Family::Prefill => Vec::new(),
            _ => percentiles::statistics(&measurements),
        },
    }))
}

/// What holds for all measurements.
fn lead(measurements: &[&Measurement], family: Family) -> Vec<String> {
    let mut lead = Vec::new();
    if family == Family::Prefill
        && measurements
            .iter()
            .any(|one| one.metrics.prompt_tps.is_some())
    {
        lead.push("Prompt tokens processed per second, higher is better.".to_owned());
    }
    let spread = Spread::of(measurements);
    let common = spread.common();
    // Most prefill tests run one request at a time, which nobody needs to be told.
    // Of a single measurement the facts say it.
    let is_usual = family == Family::Prefill && common == "1 at once";
    if measurements.len() > 1 && !common.is_empty() && !is_usual {
        lead.push(format!("All with {common}."));
    }
    let repetitions = |one: &&Measurement| one.repetitions;
    if let Some(first) = measurements.first().and_then(repetitions) {
        let same = measurements
            .iter()
            .all(|one| one.repetitions == Some(first));
        let varied = measurements.iter().any(|one| !one.deviation.is_empty());
        let what = match (same, varied) {
            (true, true) => format!(
                "Mean of {} ± standard deviation.",
                text::counted(first as usize, "repetition")
            ),
            (true, false) => format!("Mean of {}.", text::counted(first as usize, "repetition")),
            (false, _) => "Mean of several repetitions ± standard deviation.".to_owned(),
        };
        lead.push(what);
    } else if measurements.iter().any(|one| !one.deviation.is_empty()) {
        lead.push("Mean of several repetitions ± standard deviation.".to_owned());
    }
    lead
}

/// Most measurements whose failed requests are told one by one.
const MAX_FAILED: usize = 12;

/// `Failed requests: 3 of 1,000 (64 at once), 9 of 1,000 (128 at once).`
fn failed(measurements: &[&Measurement]) -> Option<String> {
    let varying = Spread::of(measurements).varying;
    let said: Vec<String> = measurements
        .iter()
        .filter_map(|one| {
            let failed = one.metrics.failed_requests.filter(|&count| count > 0)?;
            let mut text = display::grouped(failed);
            if let Some(completed) = one.metrics.completed_requests {
                text.push_str(&format!(" of {}", display::grouped(completed + failed)));
            }
            let place = varying
                .iter()
                .filter_map(|&axis| Some(text::on_axis(axis, axis.of(&one.axes)?)));
            let place: Vec<String> = place.collect();
            if !place.is_empty() {
                text.push_str(&format!(" ({})", place.join(", ")));
            }
            Some(text)
        })
        .collect();
    if said.is_empty() {
        return None;
    }
    let mut text = format!(
        "Failed requests: {}",
        said[..said.len().min(MAX_FAILED)].join(", ")
    );
    if said.len() > MAX_FAILED {
        let more = text::counted(said.len() - MAX_FAILED, "more measurement");
        text.push_str(&format!(", and {more}"));
    }
    Some(text + ".")
}

/// Everything of a measurement that is one number.
fn facts(one: &Measurement) -> Vec<(&'static str, String)> {
    let axes = Axis::ALL.into_iter().filter_map(|axis| {
        let label = display::axis_label(axis, axis.of(&one.axes)?);
        Some(match axis {
            Axis::RequestRate => ("Request rate, asked for", format!("{label} req/s")),
            _ => (display::axis_name(axis), label),
        })
    });
    let metrics = MetricKey::all().filter(|key| key.stat.is_none());
    let metrics = metrics.filter_map(|key| {
        let text::Figure {
            number,
            unit,
            deviation,
        } = text::figure(one, key)?;
        let words = [Some(number), Some(unit.to_owned()), deviation];
        let words: Vec<String> = words
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect();
        Some((display::metric_name(key.metric), words.join(" ")))
    });
    let unlimited =
        spread::is_unlimited(one).then(|| ("Request rate, asked for", "unlimited".to_owned()));
    axes.chain(unlimited).chain(metrics).collect()
}

fn charts(measurements: &[&Measurement], family: Family) -> Result<Vec<Chart>> {
    let has_tpot = measurements.iter().any(|one| one.metrics.tpot_ms.is_some());
    let wanted: Vec<Metric> = metrics(family)
        .iter()
        .copied()
        .filter(|metric| match family {
            // The time to the first token of a prefill test says the same as its speed.
            Family::Prefill => *metric == Metric::PromptTps,
            // Both tell how fast tokens follow each other.
            _ if has_tpot && *metric == Metric::ItlMs => false,
            // A count is no curve, and the first speed says what the second does.
            _ => !text::counts(*metric) && *metric != Metric::TotalTps,
        })
        .collect();
    let axes: Vec<Axis> = chart_axes(family)
        .iter()
        .copied()
        .filter(|&axis| spread::values(measurements, axis).len() > 1)
        .collect();
    // Load is what a serving test varies; all else is told apart by lines.
    let most_axes = if family == Family::Serve { 1 } else { 2 };
    let size = match (family, axes.len()) {
        (Family::Prefill, 0 | 1) => Size::Large,
        _ => Size::Small,
    };
    let (mut charts, mut drawn) = (Vec::new(), 0);
    for &axis in &axes {
        // Two values make a line of which the table tells as much.
        if drawn > 0 && spread::values(measurements, axis).len() < 3 {
            continue;
        }
        let before = charts.len();
        for &metric in &wanted {
            charts.extend(charts::chart(measurements, axis, metric, size)?);
        }
        drawn += usize::from(charts.len() > before);
        if drawn == most_axes {
            break;
        }
    }
    charts.truncate(MAX_CHARTS);
    Ok(charts)
}
