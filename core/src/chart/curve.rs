//! Speed by context length, as a line.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::style::{Color, FontStyle};
use plotters_backend::DrawingBackend;

use super::pen::{Align, Pen, round, text_width};
use super::{DrawResult, Style, ticks};

/// Size of the texts at the axes.
const LABEL_SIZE: f64 = 12.0;
/// Room left of the plot for the labels of the y axis.
const LEFT: f64 = 48.0;
/// Room right of the plot, half a label of the x axis.
const RIGHT: f64 = 22.0;
/// Room above the plot, half a label of the y axis.
const TOP: f64 = 12.0;
/// Room below the plot for the labels of the x axis.
const BOTTOM: f64 = 28.0;
/// Least room between two labels of the x axis.
const LABEL_GAP: f64 = 8.0;
/// About one tick of the y axis per this length.
const TICK_ROOM: f64 = 44.0;

/// A curve over context lengths.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curve {
    /// Points in any order. Those that are not finite are left out.
    pub points: Vec<CurvePoint>,
}

/// One point of a [`Curve`].
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint {
    /// Context length in tokens.
    pub context: f64,
    /// The context length as written under the axis, for example `8K`.
    pub label: String,
    /// Value, 0 or more.
    pub value: f64,
}

/// Draws a curve: contexts on a logarithmic x axis, values on a linear y axis from 0.
///
/// A label of the x axis that would run into the one before it is left out. One
/// point is drawn in the middle; without any there is an empty grid.
///
/// # Errors
/// If the backend cannot draw.
pub fn prefill_curve<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    curve: &Curve,
    style: &Style,
) -> DrawResult<DB> {
    let mut points: Vec<&CurvePoint> = curve
        .points
        .iter()
        .filter(|point| point.context.is_finite() && point.value.is_finite())
        .collect();
    points.sort_by(|one, other| one.context.total_cmp(&other.context));
    let pen = Pen::new(area, style);
    let plot = Plot::new(&pen, area.dim_in_pixel(), &points);
    grid(&pen, &plot, style)?;
    context_labels(&pen, &plot, &points, style)?;
    line(&pen, &plot, &points, style)
}

/// The rectangle of the plot in pixels, and the values at its edges.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Logarithms of the smallest and the largest context.
    contexts: (f64, f64),
    ticks: Vec<f64>,
}

impl Plot {
    fn new<DB: DrawingBackend>(
        pen: &Pen<'_, DB>,
        (width, height): (u32, u32),
        points: &[&CurvePoint],
    ) -> Self {
        let (top, bottom) = (pen.px(TOP), f64::from(height) - pen.px(BOTTOM));
        let largest = points.iter().map(|point| point.value).fold(0.0, f64::max);
        let wanted = ((bottom - top) / pen.px(TICK_ROOM)).clamp(1.0, 5.0) as usize;
        let end = |point: Option<&&CurvePoint>| point.map_or(0.0, |point| log_context(point));
        Self {
            left: pen.px(LEFT),
            right: f64::from(width) - pen.px(RIGHT),
            top,
            bottom,
            contexts: (end(points.first()), end(points.last())),
            ticks: ticks::ticks(largest, wanted),
        }
    }

    fn x(&self, point: &CurvePoint) -> f64 {
        let (first, last) = self.contexts;
        let share = if first < last {
            (log_context(point) - first) / (last - first)
        } else {
            0.5
        };
        self.left + share * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        let top = self.ticks.last().copied().unwrap_or(1.0);
        self.bottom - value.max(0.0) / top * (self.bottom - self.top)
    }
}

/// An empty context stands where one token does.
fn log_context(point: &CurvePoint) -> f64 {
    point.context.max(1.0).log2()
}

fn grid<DB: DrawingBackend>(pen: &Pen<'_, DB>, plot: &Plot, style: &Style) -> DrawResult<DB> {
    for &tick in &plot.ticks {
        let y = plot.y(tick);
        let line = vec![round((plot.left, y)), round((plot.right, y))];
        pen.path(line, style.palette.line.to_rgba(), 1.0)?;
        pen.text(
            &ticks::label(tick),
            (plot.left - pen.px(8.0), y),
            Align::Right,
            (LABEL_SIZE, FontStyle::Normal),
            style.palette.soft,
        )?;
    }
    Ok(())
}

fn context_labels<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    plot: &Plot,
    points: &[&CurvePoint],
    style: &Style,
) -> DrawResult<DB> {
    let mut taken = f64::NEG_INFINITY;
    for point in points {
        let x = plot.x(point);
        let half = pen.px(text_width(&point.label, LABEL_SIZE)) / 2.0;
        if x - half < taken {
            continue;
        }
        taken = x + half + pen.px(LABEL_GAP);
        pen.text(
            &point.label,
            (x, plot.bottom + pen.px(BOTTOM) * 0.6),
            Align::Center,
            (LABEL_SIZE, FontStyle::Normal),
            style.palette.soft,
        )?;
    }
    Ok(())
}

fn line<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    plot: &Plot,
    points: &[&CurvePoint],
    style: &Style,
) -> DrawResult<DB> {
    let accent = style.palette.accent.to_rgba();
    let places: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (plot.x(point), plot.y(point.value)))
        .collect();
    if places.len() > 1 {
        pen.path(places.iter().copied().map(round).collect(), accent, 2.0)?;
    }
    for &place in &places {
        pen.circle(place, 4.0, style.palette.card.filled())?;
        pen.circle(place, 4.0, pen.stroke(accent, 2.0))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use plotters::drawing::IntoDrawingArea;
    use plotters_svg::SVGBackend;

    use super::*;
    use crate::chart::Palette;

    fn svg(points: &[(f64, &str, f64)]) -> String {
        let points = points
            .iter()
            .map(|&(context, label, value)| CurvePoint {
                context,
                label: label.to_owned(),
                value,
            })
            .collect();
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, (520, 210)).into_drawing_area();
            prefill_curve(&area, &Curve { points }, &Style::svg(Palette::light())).unwrap();
            area.present().unwrap();
        }
        text
    }

    /// The texts of an SVG, in order.
    fn texts(svg: &str) -> Vec<&str> {
        svg.split("<text")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once(">\n")?.1.split_once('\n')?.0))
            .collect()
    }

    #[test]
    fn labels_that_would_collide_are_left_out_and_their_points_are_not() {
        let svg = svg(&[
            (8_192.0, "8K", 74_600.0),
            (257_024.0, "251K", 49_500.0),
            (262_144.0, "256K", 48_200.0),
        ]);
        assert_eq!(texts(&svg), ["0", "25K", "50K", "75K", "8K", "251K"]);
        assert_eq!(svg.matches("<circle").count(), 2 * 3);
    }

    #[test]
    fn one_point_stands_in_the_middle_without_a_line() {
        let svg = svg(&[(8_192.0, "8K", 100.0)]);
        // The middle between the margins of 48 and 22 in a width of 520.
        assert!(svg.contains("cx=\"273\""), "{svg}");
        assert_eq!(svg.matches("stroke-width=\"2\"").count(), 1, "{svg}");
    }

    #[test]
    fn contexts_are_spaced_by_ratio_whatever_the_order_of_the_source() {
        let svg = svg(&[
            (4096.0, "4K", 1.0),
            (1024.0, "1K", 1.0),
            (2048.0, "2K", 1.0),
        ]);
        let line = svg.split("points=\"").last().unwrap();
        let xs: Vec<&str> = line.split_whitespace().take(3).collect();
        assert_eq!(xs, ["48,12", "273,12", "498,12"]);
    }

    #[test]
    fn values_that_are_not_finite_are_not_drawn() {
        let svg = svg(&[(0.0, "0", f64::NAN), (1.0, "1", 2.0)]);
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn text_is_escaped() {
        assert!(!svg(&[(1.0, "<script>", 1.0)]).contains("<script>"));
    }
}
