//! Drawing a line chart.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::style::{Color, FontStyle, RGBColor};
use plotters_backend::DrawingBackend;

use super::plot::{BOTTOM, LABEL_SIZE, NAME_GAP, Plot};
use super::{Line, LineChart, LinePoint, Look};
use crate::chart::pen::{Align, Pen, round, text_width};
use crate::chart::{DrawResult, STEPS, Style, ticks};

/// Least room between two labels of the x axis.
const LABEL_GAP: f64 = 8.0;
/// Least distance between the middles of two names.
const NAME_HEIGHT: f64 = 13.0;
/// Half of the width of the ends of a deviation bar.
const BAR_END: f64 = 3.0;

/// Draws a line chart.
///
/// A label of the x axis that would run into the one before it is left out. Points at the
/// same x are all marked, and the line goes through their mean. One point is drawn in the
/// middle; without any there is an empty grid.
///
/// # Errors
/// If the backend cannot draw.
pub fn line_chart<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    chart: &LineChart,
    style: &Style,
) -> DrawResult<DB> {
    let (width, height) = area.dim_in_pixel();
    let size = (
        f64::from(width) / style.scale,
        f64::from(height) / style.scale,
    );
    let painter = Painter {
        pen: Pen::new(area, style),
        style,
        plot: Plot::new(chart, size),
    };
    painter.grid()?;
    painter.x_labels()?;
    // The first line is the most important one, so it lies on top.
    for line in chart.lines.iter().rev() {
        painter.line(line)?;
    }
    painter.names(&chart.lines)
}

struct Painter<'a, DB: DrawingBackend> {
    pen: Pen<'a, DB>,
    style: &'a Style,
    plot: Plot,
}

impl<DB: DrawingBackend> Painter<'_, DB> {
    fn grid(&self) -> DrawResult<DB> {
        let plot = &self.plot;
        for &tick in &plot.y_ticks {
            let y = plot.y(tick);
            let line = vec![self.pixel((plot.left, y)), self.pixel((plot.right, y))];
            self.pen
                .path(line, self.style.palette.line.to_rgba(), 1.0)?;
            self.text(&ticks::label(tick), (plot.left - 8.0, y), Align::Right)?;
        }
        Ok(())
    }

    fn x_labels(&self) -> DrawResult<DB> {
        let y = self.plot.bottom + BOTTOM * 0.6;
        let mut taken = f64::NEG_INFINITY;
        for (at, text) in &self.plot.x_labels {
            let x = self.plot.x(*at);
            let half = text_width(text, LABEL_SIZE) / 2.0;
            if x - half < taken {
                continue;
            }
            taken = x + half + LABEL_GAP;
            self.text(text, (x, y), Align::Center)?;
        }
        Ok(())
    }

    fn line(&self, line: &Line) -> DrawResult<DB> {
        let color = self.color(line.look);
        let width = match line.look {
            Look::Reference => 1.0,
            Look::Plain(_) => 1.6,
            Look::Accent | Look::Step(_) => 2.0,
        };
        let mut path: Vec<(i32, i32)> = Vec::new();
        for (x, y) in means(line) {
            let pixel = self.pixel((self.plot.x(x), self.plot.y(y)));
            if path.last() != Some(&pixel) {
                path.push(pixel);
            }
        }
        if path.len() > 1 {
            self.pen.path(path, color.to_rgba(), width)?;
        }
        for point in line.points.iter().filter(|point| point.is_finite()) {
            self.point(point, line.look, color)?;
        }
        Ok(())
    }

    fn point(&self, point: &LinePoint, look: Look, color: RGBColor) -> DrawResult<DB> {
        let x = self.plot.x(point.x);
        if let Some(deviation) = point.deviation.filter(|&deviation| deviation > 0.0) {
            let high = self.plot.y(point.y + deviation);
            let low = self.plot.y((point.y - deviation).max(0.0));
            // A bar shorter than the mark would only make it ugly.
            if low - high > 4.0 {
                let at = |x: f64, y: f64| self.pixel((x, y));
                for line in [
                    vec![at(x, high), at(x, low)],
                    vec![at(x - BAR_END, high), at(x + BAR_END, high)],
                    vec![at(x - BAR_END, low), at(x + BAR_END, low)],
                ] {
                    self.pen.path(line, color.to_rgba(), 1.0)?;
                }
            }
        }
        let at = self.scaled((x, self.plot.y(point.y)));
        match look {
            Look::Accent => {
                let surface = self.style.palette.card.filled();
                self.pen.circle(at, 4.0, surface)?;
                self.pen
                    .circle(at, 4.0, self.pen.stroke(color.to_rgba(), 2.0))
            }
            Look::Step(_) => self.pen.circle(at, 3.0, color.filled()),
            Look::Plain(_) | Look::Reference => Ok(()),
        }
    }

    /// Names at the ends of the lines, moved apart where they would touch.
    fn names(&self, lines: &[Line]) -> DrawResult<DB> {
        let mut names: Vec<(f64, &Line)> = lines
            .iter()
            .filter(|line| !line.name.is_empty())
            .filter_map(|line| Some((self.plot.y(means(line).last()?.1), line)))
            .collect();
        names.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut above = f64::NEG_INFINITY;
        for (y, _) in &mut names {
            *y = y.max(above + NAME_HEIGHT);
            above = *y;
        }
        let mut below = self.plot.bottom + NAME_HEIGHT;
        for (y, _) in names.iter_mut().rev() {
            *y = y.min(below - NAME_HEIGHT);
            below = *y;
        }
        for (y, line) in names {
            let x = self.plot.right;
            let swatch = vec![self.pixel((x + 4.0, y)), self.pixel((x + 10.0, y))];
            let color = self.color(line.look).to_rgba();
            self.pen.path(swatch, color, 2.0)?;
            self.text(&line.name, (x + NAME_GAP, y), Align::Left)?;
        }
        Ok(())
    }

    fn color(&self, look: Look) -> RGBColor {
        let palette = &self.style.palette;
        match look {
            Look::Accent => palette.accent,
            Look::Step(step) | Look::Plain(step) => palette.ramp[usize::from(step).min(STEPS - 1)],
            Look::Reference => palette.soft,
        }
    }

    fn text(&self, text: &str, at: (f64, f64), align: Align) -> DrawResult<DB> {
        let font = (LABEL_SIZE, FontStyle::Normal);
        let soft = self.style.palette.soft;
        self.pen.text(text, self.scaled(at), align, font, soft)
    }

    fn scaled(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.pen.px(x), self.pen.px(y))
    }

    fn pixel(&self, at: (f64, f64)) -> (i32, i32) {
        round(self.scaled(at))
    }
}

/// The points of a line by x, those at the same one as their mean. A plain line is a
/// curve of its own, which may go straight up.
fn means(line: &Line) -> Vec<(f64, f64)> {
    let mut points: Vec<&LinePoint> = line
        .points
        .iter()
        .filter(|point| point.is_finite())
        .collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    let joins = !matches!(line.look, Look::Plain(_));
    points
        .chunk_by(|one, other| joins && one.x == other.x)
        .map(|same| {
            let sum: f64 = same.iter().map(|point| point.y).sum();
            (same[0].x, sum / same.len() as f64)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use plotters::drawing::IntoDrawingArea;
    use plotters_svg::SVGBackend;

    use super::*;
    use crate::chart::{AxisLabel, Palette, ScaleKind};

    fn drawn(chart: &LineChart) -> String {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, (520, 210)).into_drawing_area();
            line_chart(&area, chart, &Style::svg(Palette::light())).unwrap();
            area.present().unwrap();
        }
        text
    }

    /// A chart of one line over labelled values.
    fn labelled(points: &[(f64, &str, f64)]) -> LineChart {
        LineChart {
            labels: points
                .iter()
                .map(|&(at, text, _)| AxisLabel {
                    at,
                    text: text.to_owned(),
                })
                .collect(),
            lines: vec![line("", points.iter().map(|&(x, _, y)| (x, y)))],
            y_spacing: ScaleKind::Linear,
            ..LineChart::default()
        }
    }

    fn line(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Line {
        Line {
            name: name.to_owned(),
            points: points
                .into_iter()
                .map(|(x, y)| LinePoint::new(x, y))
                .collect(),
            ..Line::default()
        }
    }

    /// The texts of an SVG, in order.
    fn texts(svg: &str) -> Vec<&str> {
        svg.split("<text")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once(">\n")?.1.split_once('\n')?.0))
            .collect()
    }

    /// The points of every path, in order.
    fn paths(svg: &str) -> Vec<Vec<&str>> {
        svg.split("points=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().split_whitespace().collect())
            .collect()
    }

    #[test]
    fn labels_that_would_collide_are_left_out_and_their_points_are_not() {
        let svg = drawn(&labelled(&[
            (8_192.0, "8K", 74_600.0),
            (257_024.0, "251K", 49_500.0),
            (262_144.0, "256K", 48_200.0),
        ]));
        assert_eq!(texts(&svg), ["0", "25K", "50K", "75K", "8K", "251K"]);
        assert_eq!(svg.matches("<circle").count(), 2 * 3);
    }

    #[test]
    fn one_point_stands_in_the_middle_without_a_line() {
        let svg = drawn(&labelled(&[(8_192.0, "8K", 100.0)]));
        // The middle between the margins of 48 and 22 in a width of 520.
        assert!(svg.contains("cx=\"273\""), "{svg}");
        assert_eq!(svg.matches("stroke-width=\"2\"").count(), 1, "{svg}");
    }

    #[test]
    fn values_are_spaced_by_ratio_whatever_the_order_of_the_source() {
        let svg = drawn(&labelled(&[
            (4096.0, "4K", 1.0),
            (1024.0, "1K", 1.0),
            (2048.0, "2K", 1.0),
        ]));
        assert_eq!(paths(&svg).last().unwrap(), &["48,12", "273,12", "498,12"]);
    }

    #[test]
    fn zero_stands_one_doubling_before_the_first_value() {
        let svg = drawn(&labelled(&[
            (0.0, "0", 1.0),
            (1024.0, "1K", 1.0),
            (2048.0, "2K", 1.0),
        ]));
        assert_eq!(paths(&svg).last().unwrap(), &["48,12", "273,12", "498,12"]);
    }

    #[test]
    fn values_that_are_not_finite_are_not_drawn() {
        let svg = drawn(&labelled(&[(0.0, "0", f64::NAN), (1.0, "1", 2.0)]));
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn text_is_escaped() {
        assert!(!drawn(&labelled(&[(1.0, "<script>", 1.0)])).contains("<script>"));
    }

    #[test]
    fn repeated_points_are_all_marked_and_the_line_goes_through_their_mean() {
        let svg = drawn(&labelled(&[
            (1.0, "1", 100.0),
            (1.0, "1", 0.0),
            (2.0, "2", 50.0),
        ]));
        assert_eq!(svg.matches("<circle").count(), 2 * 3);
        // The middle of a plot from 12 to 182.
        assert_eq!(paths(&svg).last().unwrap(), &["48,97", "498,97"]);
    }

    #[test]
    fn a_deviation_is_a_bar_around_its_value() {
        let mut chart = labelled(&[(1.0, "1", 80.0), (2.0, "2", 80.0)]);
        chart.lines[0].points[0].deviation = Some(20.0);
        let svg = drawn(&chart);
        assert!(paths(&svg).contains(&vec!["48,12", "48,80"]), "{svg}");
    }

    #[test]
    fn names_stand_at_the_ends_of_their_lines_and_apart() {
        let mut chart = labelled(&[]);
        chart.lines = vec![
            line("p99", [(1.0, 99.0), (2.0, 100.0)]),
            line("median", [(1.0, 98.0), (2.0, 99.0)]),
        ];
        let svg = drawn(&chart);
        let height = |name: &str| -> f64 {
            let before = &svg[..svg.find(name).unwrap()];
            let text = &before[before.rfind("<text").unwrap()..];
            text.split(" y=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        };
        assert!(height("median") - height("p99") >= NAME_HEIGHT, "{svg}");
    }

    #[test]
    fn latencies_over_orders_of_magnitude_have_ticks_by_ratio() {
        let mut chart = labelled(&[(1.0, "1", 40.0), (2.0, "2", 30_000.0)]);
        chart.y_spacing = ScaleKind::Log;
        assert_eq!(texts(&drawn(&chart))[..3], ["100", "1K", "10K"]);
    }
}
