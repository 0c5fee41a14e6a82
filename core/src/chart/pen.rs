//! Shapes and texts on a drawing area, in the sizes of a style.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};
use plotters_backend::DrawingBackend;

use super::Palette;

/// What drawing on a backend returns.
pub type DrawResult<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// How a chart is drawn, whatever it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Colours.
    pub palette: Palette,
    /// A CSS font family list.
    pub font: String,
    /// Pixels of the backend per unit of length: the device pixel ratio on a canvas,
    /// 1 in an SVG, which is scaled by the page.
    pub scale: f64,
    /// Factor on font sizes alone. plotters-svg divides every size by 1.24, see
    /// [`Style::svg`].
    pub font_scale: f64,
}

impl Style {
    /// A style for a canvas with `scale` device pixels per CSS pixel.
    pub fn canvas(palette: Palette, scale: f64) -> Self {
        Self {
            palette,
            font: "system-ui, sans-serif".to_owned(),
            scale,
            font_scale: 1.0,
        }
    }

    /// A style for plotters-svg.
    pub fn svg(palette: Palette) -> Self {
        Self {
            font_scale: 1.24,
            ..Self::canvas(palette, 1.0)
        }
    }
}

/// Where a text stands relative to its position. Vertically it is centred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

/// Draws on an area. Coordinates are pixels of the backend, sizes of text and widths
/// of lines are in units of length.
pub(super) struct Pen<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    style: &'a Style,
}

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    pub(super) fn new(area: &'a DrawingArea<DB, Shift>, style: &'a Style) -> Self {
        Self { area, style }
    }

    /// A length in pixels of the backend.
    pub(super) fn px(&self, length: f64) -> f64 {
        length * self.style.scale
    }

    pub(super) fn rectangle(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        color: impl Color,
    ) -> DrawResult<DB> {
        self.area
            .draw(&Rectangle::new([round(from), round(to)], color.filled()))
    }

    pub(super) fn polygon(&self, points: Vec<(i32, i32)>, color: impl Color) -> DrawResult<DB> {
        self.area.draw(&Polygon::new(points, color.filled()))
    }

    pub(super) fn path(
        &self,
        points: Vec<(i32, i32)>,
        color: RGBAColor,
        width: f64,
    ) -> DrawResult<DB> {
        self.area
            .draw(&PathElement::new(points, self.stroke(color, width)))
    }

    pub(super) fn circle(
        &self,
        center: (f64, f64),
        radius: f64,
        style: ShapeStyle,
    ) -> DrawResult<DB> {
        let radius = self.px(radius).round() as u32;
        self.area.draw(&Circle::new(round(center), radius, style))
    }

    /// A style of lines `width` units wide, at least one pixel.
    pub(super) fn stroke(&self, color: RGBAColor, width: f64) -> ShapeStyle {
        color.stroke_width(self.px(width).round().max(1.0) as u32)
    }

    pub(super) fn text(
        &self,
        text: &str,
        at: (f64, f64),
        align: Align,
        (size, weight): (f64, FontStyle),
        color: impl Color,
    ) -> DrawResult<DB> {
        let horizontal = match align {
            Align::Left => HPos::Left,
            Align::Center => HPos::Center,
            Align::Right => HPos::Right,
        };
        let size = self.px(size) * self.style.font_scale;
        let family = FontFamily::Name(&self.style.font);
        let style = TextStyle {
            font: FontDesc::new(family, size, weight),
            color: color.to_backend_color(),
            pos: Pos::new(horizontal, VPos::Center),
        };
        self.area.draw_text(text, &style, round(at))
    }
}

/// The nearest pixel. Positions far outside any screen saturate.
pub(super) fn round((x, y): (f64, f64)) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

/// About how wide a text is, in the unit of `size`; rather too wide than too narrow.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let em: f64 = text
        .chars()
        .map(|c| match c {
            '.' | ',' | ':' | ' ' | 'i' | 'l' | 'j' | 'f' | 't' | 'r' => 0.36,
            'm' | 'w' | 'M' | 'W' | '—' | '%' => 0.95,
            c if c.is_ascii_uppercase() => 0.7,
            c if c.is_ascii() => 0.62,
            _ => 1.0,
        })
        .sum();
    em * size
}
