//! Metrics over an axis, as drawings.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::chart::{AxisLabel, Line, LineChart, LinePoint, Look, ScaleKind};
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement, Metric, MetricKey, Stat};
use speedsheet_core::query::plotted_value;

use super::spread::{self, Spread};
use super::svg;
use super::text;

/// A chart with its words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Chart {
    heading: String,
    caption: String,
    /// The drawing, for wide and for narrow screens.
    svg: (String, Option<String>),
}

/// How large a chart is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Alone in its place.
    Large,
    /// One of several.
    Small,
}

/// Most lines of a chart. More could not be told apart.
const MAX_LINES: usize = 6;

/// Statistics that are drawn together, of which one chart has at most three.
const PERCENTILES: [Stat; 4] = [Stat::Median, Stat::P90, Stat::P95, Stat::P99];

/// A metric over an axis; `None` where there are not two places to draw a line between.
///
/// A distribution is drawn as its percentiles where nothing but `x` varies. Else each
/// combination of the other axes is a line.
pub(super) fn chart(
    measurements: &[&Measurement],
    x: Axis,
    metric: Metric,
    size: Size,
) -> Result<Option<Chart>> {
    let placed: Vec<&Measurement> = measurements
        .iter()
        .copied()
        .filter(|one| x.of(&one.axes).is_some() && text::best_key(one, metric).is_some())
        .filter(|one| text::is_measured(one))
        .collect();
    if spread::values(&placed, x).len() < 2 {
        return Ok(None);
    }
    let others = Spread::of(&placed).beside(x);
    let mut caption = Caption::new(metric, x);
    let mut lines = if others.is_empty() {
        of_statistics(&placed, x, metric, &mut caption)
    } else {
        of_groups(&placed, x, metric, &others, &mut caption)
    };
    if lines.iter().all(|line| !is_a_line(line)) {
        return Ok(None);
    }
    if metric == Metric::RequestThroughputRps && x == Axis::RequestRate {
        lines.push(asked_for(&placed));
    }
    let chart = LineChart {
        x_spacing: x_spacing(&placed, x),
        y_spacing: y_spacing(metric, &lines),
        labels: spread::values(&placed, x)
            .into_iter()
            .map(|at| AxisLabel {
                at,
                text: display::axis_label(x, at),
            })
            .collect(),
        y_end: None,
        lines,
    };
    let words = described(&chart, metric, x);
    let svg = match size {
        Size::Small => (svg::svg(&chart, &words, svg::SMALL)?, None),
        Size::Large => (
            svg::svg(&chart, &words, svg::WIDE)?,
            Some(svg::svg(&chart, &words, svg::NARROW)?),
        ),
    };
    Ok(Some(Chart {
        heading: display::metric_name(metric).to_owned(),
        caption: caption.text(),
        svg,
    }))
}

/// One line for each percentile, or the only one there is.
fn of_statistics(
    placed: &[&Measurement],
    x: Axis,
    metric: Metric,
    caption: &mut Caption,
) -> Vec<Line> {
    let mut keys: Vec<MetricKey> = PERCENTILES
        .into_iter()
        .map(|stat| MetricKey::stat(metric, stat))
        .filter(|&key| metric.is_distribution() && is_a_line(&line(placed, x, |_| Some(key))))
        .collect();
    if keys.len() > 3 {
        // The outer ones say most: the median, p90 and p99.
        keys.remove(2);
    }
    if keys.len() < 2 {
        let stat = placed.iter().find_map(|one| text::best_key(one, metric));
        caption.stat = stat.and_then(|key| key.stat);
        return vec![line(placed, x, |one| text::best_key(one, metric))];
    }
    let looks = Look::of_several(keys.len());
    // The darkest is for the slowest: it is what people plan with.
    let named = keys.iter().rev().zip(looks).map(|(&key, look)| Line {
        name: key.stat.map_or("", display::stat_name).to_owned(),
        look,
        ..line(placed, x, |_| Some(key))
    });
    named.collect()
}

/// One line for each combination of the other axes.
fn of_groups(
    placed: &[&Measurement],
    x: Axis,
    metric: Metric,
    others: &[Axis],
    caption: &mut Caption,
) -> Vec<Line> {
    let stat = placed.iter().find_map(|one| text::best_key(one, metric));
    caption.stat = stat.and_then(|key| key.stat);
    let mut groups: Vec<(Vec<Option<f64>>, Vec<&Measurement>)> = Vec::new();
    for &one in placed {
        let key: Vec<Option<f64>> = others.iter().map(|axis| axis.of(&one.axes)).collect();
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups.sort_by(|one, other| {
        one.0
            .partial_cmp(&other.0)
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let names: Vec<&str> = others
        .iter()
        .map(|&axis| display::axis_name(axis))
        .collect();
    caption.lines = names.join(" / ").to_lowercase();
    caption.left_out = groups.len().saturating_sub(MAX_LINES);
    groups.truncate(MAX_LINES);
    let looks = Look::of_several(groups.len());
    let lines = groups.into_iter().zip(looks).map(|((_, group), look)| {
        let labels: Vec<String> = others
            .iter()
            .map(|&axis| spread::label(group[0], axis))
            .collect();
        Line {
            name: labels.join(" / "),
            look,
            ..line(&group, x, |one| text::best_key(one, metric))
        }
    });
    lines.collect()
}

fn line(placed: &[&Measurement], x: Axis, key: impl Fn(&Measurement) -> Option<MetricKey>) -> Line {
    let points = placed.iter().filter_map(|one| {
        let key = key(one)?;
        Some(LinePoint {
            x: x.of(&one.axes)?,
            y: plotted_value(one, key)?,
            deviation: one.deviation.get(&key.to_string()).copied(),
        })
    });
    Line {
        points: points.collect(),
        ..Line::default()
    }
}

/// True where a line leads from one place to another.
fn is_a_line(line: &Line) -> bool {
    let first = line.points.first();
    line.points
        .iter()
        .any(|point| first.is_some_and(|first| first.x != point.x))
}

/// The arrival rate that was asked for, to compare with the one that was reached.
fn asked_for(placed: &[&Measurement]) -> Line {
    let rates = spread::values(placed, Axis::RequestRate);
    Line {
        name: "asked for".to_owned(),
        look: Look::Reference,
        points: rates
            .into_iter()
            .map(|rate| LinePoint::new(rate, rate))
            .collect(),
    }
}

/// Values that double from one to the next are spaced by ratio.
fn x_spacing(placed: &[&Measurement], x: Axis) -> ScaleKind {
    let values = spread::values(placed, x);
    let positive = values.iter().copied().find(|&value| value > 0.0);
    match (positive, values.last()) {
        (Some(low), Some(&high)) if high / low < 6.0 => ScaleKind::Linear,
        _ => ScaleKind::Log,
    }
}

/// Speeds are drawn from 0. So are latencies, unless one would vanish beside another.
fn y_spacing(metric: Metric, lines: &[Line]) -> ScaleKind {
    let values = || {
        let points = lines.iter().flat_map(|line| &line.points);
        points.map(|point| point.y).filter(|&y| y > 0.0)
    };
    let (low, high) = (
        values().fold(f64::MAX, f64::min),
        values().fold(0.0, f64::max),
    );
    if metric.is_distribution() && high / low > 25.0 {
        ScaleKind::Log
    } else {
        ScaleKind::Linear
    }
}

/// What stands below the heading.
struct Caption {
    metric: Metric,
    x: Axis,
    stat: Option<Stat>,
    /// What tells the lines apart.
    lines: String,
    left_out: usize,
}

impl Caption {
    fn new(metric: Metric, x: Axis) -> Self {
        Self {
            metric,
            x,
            stat: None,
            lines: String::new(),
            left_out: 0,
        }
    }

    /// `tok/s by context, higher is better`.
    fn text(&self) -> String {
        let mut text = match self.stat {
            Some(stat) => format!("{}, ", display::stat_name(stat)),
            None => String::new(),
        };
        let unit = self.metric.unit().symbol();
        let x = display::axis_name(self.x).to_lowercase();
        text.push_str(format!("{unit} by {x}").trim_start());
        let direction = display::direction_phrase(self.metric.direction());
        if !direction.is_empty() {
            text.push_str(&format!(", {direction}"));
        }
        if !self.lines.is_empty() {
            text.push_str(&format!("; lines: {}", self.lines));
        }
        if self.left_out > 0 {
            let more = text::counted(self.left_out, "more line");
            text.push_str(&format!(" ({more} not drawn, see the table)"));
        }
        text
    }
}

/// Most points that are told in words.
const MAX_TOLD: usize = 24;

/// The chart in words, for those who do not see it.
fn described(chart: &LineChart, metric: Metric, x: Axis) -> String {
    let mut text = format!(
        "{} by {}.",
        display::metric_name(metric),
        display::axis_name(x).to_lowercase()
    );
    let mut told = 0;
    for line in chart
        .lines
        .iter()
        .filter(|line| line.look != Look::Reference)
    {
        told += line.points.len();
        if told > MAX_TOLD {
            text.push_str(" The table has the rest.");
            break;
        }
        let points: Vec<String> = line
            .points
            .iter()
            .map(|point| {
                let value = display::with_unit(metric, point.y);
                format!("{value} at {}", display::axis_label(x, point.x))
            })
            .collect();
        let name = if line.name.is_empty() {
            String::new()
        } else {
            format!("{}: ", line.name)
        };
        text.push_str(&format!(" {name}{}.", points.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Distribution, Family, Status};

    use super::*;

    fn serve(rate: f64, median: f64, p99: f64) -> Measurement {
        let axes = Axes {
            request_rate: Some(rate),
            ..Axes::default()
        };
        let mut one = Measurement::new(Family::Serve, axes);
        one.status = Status::Valid;
        one.metrics.request_throughput_rps = Some(rate * 0.9);
        one.metrics.ttft_ms = Some(Distribution {
            median: Some(median),
            p99: Some(p99),
            ..Distribution::default()
        });
        one
    }

    fn drawn(measurements: &[Measurement], metric: Metric) -> Option<Chart> {
        let all: Vec<&Measurement> = measurements.iter().collect();
        chart(&all, Axis::RequestRate, metric, Size::Small).unwrap()
    }

    #[test]
    fn a_latency_is_drawn_as_its_percentiles() {
        let sweep = [serve(1.0, 40.0, 90.0), serve(2.0, 45.0, 300.0)];
        let chart = drawn(&sweep, Metric::TtftMs).unwrap();
        assert!(chart.svg.0.contains(">p99<"), "{}", chart.svg.0);
        assert!(chart.svg.0.contains(">median<"), "{}", chart.svg.0);
        assert_eq!(chart.caption, "ms by request rate, lower is better");
    }

    #[test]
    fn the_rate_asked_for_stands_beside_the_one_reached() {
        let sweep = [serve(1.0, 40.0, 90.0), serve(2.0, 45.0, 300.0)];
        let chart = drawn(&sweep, Metric::RequestThroughputRps).unwrap();
        assert!(chart.svg.0.contains(">asked for<"), "{}", chart.svg.0);
    }

    #[test]
    fn what_else_varies_makes_a_line_of_its_own() {
        let mut sweep = Vec::new();
        for input in [512, 1024] {
            for rate in [1.0, 2.0] {
                let mut one = serve(rate, 40.0, 90.0);
                one.axes.input_tokens = Some(input);
                sweep.push(one);
            }
        }
        let chart = drawn(&sweep, Metric::TtftMs).unwrap();
        assert!(chart.svg.0.contains(">1,024<"), "{}", chart.svg.0);
        assert_eq!(
            chart.caption,
            "median, ms by request rate, lower is better; lines: input tokens"
        );
    }

    #[test]
    fn one_place_and_failed_measurements_make_no_line() {
        assert_eq!(drawn(&[serve(1.0, 40.0, 90.0)], Metric::TtftMs), None);
        let mut failed = serve(2.0, 1.0, 1.0);
        failed.status = Status::Failed;
        assert_eq!(
            drawn(&[serve(1.0, 40.0, 90.0), failed], Metric::TtftMs),
            None
        );
    }
}
