//! Drawing on any plotters backend: SVG at build time, the canvas in a browser.
//!
//! Nothing here measures text: a browser could do that only by laying out elements
//! in the page. Texts are anchored at their middle or end instead, and where it
//! matters whether one fits, its width is estimated.
//!
//! Start with [`ColorScale`] for how a value becomes a colour, then
//! [`line_chart`] for how a chart is drawn.

mod heatmap;
mod lines;
mod palette;
mod pen;
mod scale;
mod ticks;

pub use heatmap::{Cell, Fill, Geometry, Heatmap, Rect, heatmap};
pub use lines::{AxisLabel, Line, LineChart, LinePoint, Look, line_chart};
pub use palette::{Palette, parse_hex};
pub use pen::{DrawResult, Style};
pub use plotters::drawing::IntoDrawingArea;
pub use plotters::style::RGBColor;
pub use scale::{ColorScale, STEPS, ScaleKind};
