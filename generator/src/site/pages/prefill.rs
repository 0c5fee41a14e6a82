//! The prefill card: the curve and its numbers.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::chart::{Curve, CurvePoint};
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, Metric, Run, Status};

use super::curve;
use super::text::{self, Figure};

/// The prefill measurements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PrefillCard {
    /// The curve as SVG, for wide and for narrow screens; `None` where fewer than two
    /// points would be drawn.
    svg: Option<(String, String)>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    context: String,
    speed: Option<Figure>,
    ttft: Option<Figure>,
    status: &'static str,
    glyph: &'static str,
    word: Option<&'static str>,
}

/// `None` where the run has no prefill measurement.
pub(super) fn card(run: &Run) -> Result<Option<PrefillCard>> {
    let prefill: Vec<&Measurement> = run
        .measurements
        .iter()
        .filter(|one| one.family == Family::Prefill)
        .collect();
    if prefill.is_empty() {
        return Ok(None);
    }
    let points: Vec<CurvePoint> = prefill.iter().filter_map(|one| point(one)).collect();
    let svg = (points.len() > 1).then(|| {
        let label = described(&points);
        let curve = Curve { points };
        Ok::<_, anyhow::Error>((
            curve::svg(&curve, &label, curve::WIDE)?,
            curve::svg(&curve, &label, curve::NARROW)?,
        ))
    });
    Ok(Some(PrefillCard {
        svg: svg.transpose()?,
        rows: prefill.iter().map(|one| row(one)).collect(),
    }))
}

fn point(one: &Measurement) -> Option<CurvePoint> {
    if !text::is_measured(one) {
        return None;
    }
    let context = Axis::Context.of(&one.axes)?;
    Some(CurvePoint {
        context,
        label: display::axis_label(Axis::Context, context),
        value: one.metrics.prompt_tps?,
    })
}

fn row(one: &Measurement) -> Row {
    let of = |metric| text::figure(one, text::best_key(one, metric)?);
    let failed = one.status == Status::Failed;
    Row {
        context: match Axis::Context.of(&one.axes) {
            Some(context) => display::axis_label(Axis::Context, context),
            None => display::MISSING.to_owned(),
        },
        speed: of(Metric::PromptTps).filter(|_| !failed),
        ttft: of(Metric::TtftMs).filter(|_| !failed),
        status: one.status.key(),
        glyph: display::status_glyph(one.status),
        word: (one.status != Status::Valid).then(|| display::status_word(one.status)),
    }
}

/// The curve in words, for those who do not see it.
fn described(points: &[CurvePoint]) -> String {
    let said: Vec<String> = points
        .iter()
        .map(|point| {
            let speed = display::with_unit(Metric::PromptTps, point.value);
            format!("{speed} at {}", point.label)
        })
        .collect();
    format!("Prefill speed by context length: {}.", said.join(", "))
}
