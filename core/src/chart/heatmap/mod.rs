//! A matrix of values as coloured cells.
//!
//! A [`Heatmap`] says what to show, in finished texts and colour steps. A [`Geometry`]
//! lays it out for a width and finds the cell under a point. [`heatmap`] draws it.

mod draw;
mod geometry;
mod shapes;

pub use draw::heatmap;
pub use geometry::{Geometry, Rect};

/// What to draw: everything formatted, nothing measured in pixels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heatmap {
    /// Name of the axis whose values label the rows.
    pub row_axis: String,
    /// Name of the axis whose values label the columns.
    pub column_axis: String,
    /// Row labels.
    pub rows: Vec<String>,
    /// Column labels.
    pub columns: Vec<String>,
    /// Cells, row by row; a place beyond the end is blank.
    pub cells: Vec<Cell>,
    /// Row and column of the selected cell.
    pub selected: Option<(usize, usize)>,
    /// Row and column of the cell under the pointer.
    pub hovered: Option<(usize, usize)>,
}

/// One cell of a [`Heatmap`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// Its surface.
    pub fill: Fill,
    /// Its value, or the glyph of a cell that was not run.
    pub main: String,
    /// A second value, or the word of a cell that was not run.
    pub small: String,
    /// True where requests waited in a queue: an hourglass in the corner.
    pub queued: bool,
    /// True where the value has a caveat: a triangle in the corner.
    pub caveat: bool,
    /// True where the cell does not match what the reader asked for.
    pub dimmed: bool,
}

/// The surface of a [`Cell`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fill {
    /// Nothing was ever planned here.
    #[default]
    Blank,
    /// A colour of the ramp, 0 for the worst to 10 for the best. Larger is 10.
    Step(u8),
    /// Measured, without a value to show.
    NoValue,
    /// Not run, or without a usable result: hatched.
    Hatched,
}

impl Heatmap {
    /// The cell at a place, `None` where it is blank or outside.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        if column >= self.columns.len() {
            return None;
        }
        self.cells
            .get(row * self.columns.len() + column)
            .filter(|cell| cell.fill != Fill::Blank)
    }
}
