//! Where the points of a line chart are.

use super::LineChart;
use crate::chart::pen::text_width;
use crate::chart::{ScaleKind, ticks};

/// Size of the texts at the axes.
pub(super) const LABEL_SIZE: f64 = 12.0;
/// Room left of the plot for the labels of the y axis.
const LEFT: f64 = 48.0;
/// Room right of the plot, half a label of the x axis.
const RIGHT: f64 = 22.0;
/// Room between the end of a line and its name.
pub(super) const NAME_GAP: f64 = 14.0;
/// Room above the plot, half a label of the y axis.
const TOP: f64 = 12.0;
/// Room below the plot for the labels of the x axis.
pub(super) const BOTTOM: f64 = 28.0;
/// About one tick of the y axis per this length.
const TICK_ROOM: f64 = 44.0;
/// About one tick of the x axis per this length.
const LABEL_ROOM: f64 = 64.0;

/// The rectangle of the plot, in units of length, and the axes along its edges.
pub(super) struct Plot {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    x: Axis,
    y: Axis,
    /// Values of the grid lines.
    pub(super) y_ticks: Vec<f64>,
    /// Values and texts under the x axis.
    pub(super) x_labels: Vec<(f64, String)>,
}

impl Plot {
    pub(super) fn new(chart: &LineChart, (width, height): (f64, f64)) -> Self {
        let points = || {
            let points = chart.lines.iter().flat_map(|line| &line.points);
            points.filter(|point| point.is_finite())
        };
        let (top, bottom) = (TOP, height - BOTTOM);
        let names = chart.lines.iter().map(|line| match line.name.is_empty() {
            true => 0.0,
            false => text_width(&line.name, LABEL_SIZE) + NAME_GAP,
        });
        let (left, right) = (LEFT, width - names.fold(RIGHT, f64::max));

        let wanted = ((bottom - top) / TICK_ROOM).clamp(1.0, 5.0) as usize;
        // The bar of a deviation belongs to the picture, as far as it is above 0.
        let highest = points().map(|point| point.y + point.deviation.unwrap_or(0.0).max(0.0));
        let lowest = points().map(|point| point.y);
        let (y, y_ticks) = match chart.y_end {
            Some(end) => Axis::linear(end, wanted),
            None => Axis::of(chart.y_spacing, lowest, highest, wanted),
        };

        let wanted = ((right - left) / LABEL_ROOM).clamp(2.0, 6.0) as usize;
        let xs = || points().map(|point| point.x);
        let (x, x_labels) = if chart.labels.is_empty() {
            let (axis, ticks) = Axis::along(chart.x_spacing, xs(), wanted);
            let label = |tick: f64| (tick, ticks::label(tick));
            (axis, ticks.into_iter().map(label).collect())
        } else {
            let mut labels: Vec<(f64, String)> = chart
                .labels
                .iter()
                .map(|label| (label.at, label.text.clone()))
                .collect();
            labels.sort_by(|one, other| one.0.total_cmp(&other.0));
            (Axis::fitting(chart.x_spacing, xs()), labels)
        };
        Self {
            left,
            right,
            top,
            bottom,
            x,
            y,
            y_ticks,
            x_labels,
        }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right - self.left)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }
}

/// An axis from one value to another.
struct Axis {
    spacing: ScaleKind,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis with round ends, and the round values along it.
    fn of(
        spacing: ScaleKind,
        low: impl Iterator<Item = f64>,
        high: impl Iterator<Item = f64>,
        wanted: usize,
    ) -> (Self, Vec<f64>) {
        let low = low.filter(|&value| value > 0.0).fold(f64::MAX, f64::min);
        let high = high.fold(0.0, f64::max);
        if spacing == ScaleKind::Linear || low >= high {
            return Self::linear(high, wanted);
        }
        let (from, to, ticks) = ticks::log_ticks(low, high, wanted);
        (Self { spacing, from, to }, ticks)
    }

    /// The same for the x axis, which need not start at 0: values that hardly differ would
    /// be one line up.
    fn along(
        spacing: ScaleKind,
        values: impl Iterator<Item = f64> + Clone,
        wanted: usize,
    ) -> (Self, Vec<f64>) {
        let low = values.clone().fold(f64::MAX, f64::min);
        let high = values.clone().fold(0.0, f64::max);
        if spacing == ScaleKind::Log || low < high / 2.0 || low >= high {
            return Self::of(spacing, values.clone(), values, wanted);
        }
        let ticks = ticks::ticks_between(low, high, wanted);
        let axis = Self {
            spacing,
            from: ticks.first().copied().unwrap_or(low),
            to: ticks.last().copied().unwrap_or(high),
        };
        (axis, ticks)
    }

    fn linear(end: f64, wanted: usize) -> (Self, Vec<f64>) {
        let ticks = ticks::ticks(end, wanted);
        let axis = Self {
            spacing: ScaleKind::Linear,
            from: 0.0,
            to: ticks.last().copied().unwrap_or(1.0),
        };
        (axis, ticks)
    }

    /// An axis that ends at the outermost values; a linear one starts at 0.
    fn fitting(spacing: ScaleKind, values: impl Iterator<Item = f64> + Clone) -> Self {
        let low = values.clone().fold(f64::MAX, f64::min);
        // Nothing has no logarithm; it stands one doubling before the first value.
        let positive = values.clone().filter(|&value| value > 0.0);
        let above_zero = positive.fold(f64::MAX, f64::min);
        let high = values.fold(0.0, f64::max);
        match spacing {
            ScaleKind::Linear => Self {
                spacing,
                from: 0.0,
                to: high,
            },
            ScaleKind::Log => Self {
                spacing,
                from: if low > 0.0 { low } else { above_zero / 2.0 },
                to: high,
            },
        }
    }

    /// Where a value is, 0 at the start and 1 at the end. The middle where both are one.
    fn share(&self, value: f64) -> f64 {
        if self.from >= self.to {
            return 0.5;
        }
        let share = match self.spacing {
            ScaleKind::Linear => (value - self.from) / (self.to - self.from),
            ScaleKind::Log => {
                (value.max(self.from) / self.from).log2() / (self.to / self.from).log2()
            }
        };
        share.clamp(0.0, 1.0)
    }
}
