//! Values along an axis, as lines.
//!
//! A [`LineChart`] says what to show, in numbers and finished names. `plot` finds the
//! place of every point, and [`line_chart`] draws it.

mod draw;
mod plot;

use super::ScaleKind;

pub use draw::line_chart;

/// What to draw.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineChart {
    /// How values are spaced along the x axis: by ratio, or by difference from 0.
    pub x_spacing: ScaleKind,
    /// How values are spaced along the y axis, as above.
    pub y_spacing: ScaleKind,
    /// Texts under the x axis; round numbers where there are none.
    pub labels: Vec<AxisLabel>,
    /// Value at the upper end of a linear y axis; the largest one where it is not given.
    pub y_end: Option<f64>,
    /// The lines, the most important one first.
    pub lines: Vec<Line>,
}

/// A text under the x axis.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisLabel {
    /// The value it belongs to.
    pub at: f64,
    /// What is written, for example `8K`.
    pub text: String,
}

/// One line of a [`LineChart`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Written at its right end; empty for a line that needs no name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Points in any order. Those that are not finite are left out.
    pub points: Vec<LinePoint>,
}

/// How a [`Line`] is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// In the colour of curves, each point marked.
    #[default]
    Accent,
    /// In a colour of the ramp, each point marked.
    Step(u8),
    /// In a colour of the ramp, without marks: for lines of very many points.
    Plain(u8),
    /// Thin and grey, without marks: to compare with.
    Reference,
}

/// One point of a [`Line`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinePoint {
    /// Place along the x axis, 0 or more.
    pub x: f64,
    /// Value, 0 or more.
    pub y: f64,
    /// How far the value varied to either side, where that is known.
    pub deviation: Option<f64>,
}

impl LinePoint {
    /// A point without a deviation.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            deviation: None,
        }
    }

    fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Look {
    /// The looks of `count` marked lines, as far apart as the ramp allows. The light end
    /// of the ramp is left out: it would hardly be seen on the page.
    pub fn of_several(count: usize) -> Vec<Self> {
        const DARKEST: usize = super::STEPS - 1;
        const LIGHTEST: usize = DARKEST / 2;
        match count {
            0 | 1 => vec![Self::Accent; count],
            _ => (0..count)
                .map(|at| {
                    let down = at * (DARKEST - LIGHTEST) / (count - 1);
                    Self::Step((DARKEST - down) as u8)
                })
                .collect(),
        }
    }

    /// The same without marks.
    pub fn plain(self) -> Self {
        match self {
            Self::Step(step) => Self::Plain(step),
            Self::Accent => Self::Plain(super::STEPS as u8 - 3),
            other => other,
        }
    }
}
