//! Where the cells of a heatmap are.

use super::{Cell, Fill, Heatmap};
use crate::chart::pen::text_width;

/// Size of a cell's value.
pub(super) const MAIN_SIZE: f64 = 15.0;
/// Size of a cell's second line and of its mark.
pub(super) const SMALL_SIZE: f64 = 11.5;
/// Size of the labels of rows and columns.
pub(super) const LABEL_SIZE: f64 = 13.0;
/// Height of the line with the name of the column axis, and of that with the labels.
pub(super) const HEAD_LINE: f64 = 20.0;
/// Room between the row labels and the cells.
pub(super) const LABEL_PAD: f64 = 10.0;
/// Room left of the row labels, so that the ring of a focused canvas leaves them alone.
const EDGE: f64 = 6.0;
/// How much wider than estimated bold digits and names of axes may be.
const WIDE: f64 = 1.1;
/// Room left and right of a text in a cell.
const TEXT_PAD: f64 = 5.0;
/// The widest the row labels may become, as a share of the whole.
const HEAD_SHARE: f64 = 0.4;
/// Up to so many columns, a cell is made wide enough for both of its lines.
const COLUMNS_WITH_TEXT: usize = 24;
/// Up to so many rows, a cell is made high enough for two lines, then for one.
const ROWS_WITH_TWO_LINES: usize = 16;
const ROWS_WITH_ONE_LINE: usize = 64;

/// The layout of a [`Heatmap`] for a width. All lengths are in units of length (CSS
/// pixels), from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// Width of what is visible.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Width of the row labels, which stay where they are when the cells scroll.
    pub head_width: f64,
    /// Width of a cell and the gap behind it.
    pub cell_width: f64,
    /// Height of a cell and the gap below it.
    pub cell_height: f64,
    /// Whether a cell's value is written.
    pub shows_main: bool,
    /// Whether the second line is.
    pub shows_small: bool,
    rows: usize,
    columns: usize,
    scroll: f64,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
}

impl Geometry {
    /// Lays a heatmap out in `width`. Where the cells need more they reach beyond it,
    /// and [`Geometry::scrolled`] brings the rest into view.
    pub fn fit(map: &Heatmap, width: f64) -> Self {
        let (rows, columns) = (map.rows.len(), map.columns.len());
        let widest = map
            .rows
            .iter()
            .chain([&map.row_axis])
            .map(|label| text_width(label, LABEL_SIZE))
            .fold(0.0, f64::max);
        let head_width = (widest * WIDE + LABEL_PAD + EDGE)
            .min(width * HEAD_SHARE)
            .ceil();
        let (main, small) = needed_widths(map);
        let least = if columns <= COLUMNS_WITH_TEXT {
            main.max(small)
        } else {
            8.0
        };
        let cell_width = ((width - head_width) / columns.max(1) as f64).max(least);
        let cell_height = if rows <= ROWS_WITH_TWO_LINES {
            53.0
        } else if rows <= ROWS_WITH_ONE_LINE {
            26.0
        } else {
            10.0
        };
        let shows_main = cell_width >= main && cell_height >= 20.0;
        Self {
            width,
            height: 2.0 * HEAD_LINE + cell_height * rows as f64 + 3.0,
            head_width,
            cell_width,
            cell_height,
            shows_main,
            shows_small: shows_main && cell_width >= small && cell_height >= 44.0,
            rows,
            columns,
            scroll: 0.0,
        }
    }

    /// The same layout with the cells moved to the left by `scroll`, as far as there
    /// are more of them.
    #[must_use]
    pub fn scrolled(self, scroll: f64) -> Self {
        let most = (self.content_width() - self.width).max(0.0);
        Self {
            scroll: scroll.clamp(0.0, most),
            ..self
        }
    }

    /// Width of everything, seen or not.
    pub fn content_width(&self) -> f64 {
        self.head_width + self.cell_width * self.columns as f64
    }

    /// Height of the labels above the cells.
    pub fn head_height(&self) -> f64 {
        2.0 * HEAD_LINE
    }

    /// Gap between two cells.
    pub(super) fn gap(&self) -> f64 {
        match self.cell_width.min(self.cell_height) {
            size if size < 12.0 => 1.0,
            _ => 3.0,
        }
    }

    /// Row and column of the cell at a point; `None` beside the cells.
    pub fn cell_at(&self, x: f64, y: f64) -> Option<(usize, usize)> {
        if x < self.head_width || x >= self.width {
            return None;
        }
        let place = |from_first: f64, size: f64, count: usize| {
            let place = from_first / size;
            (place >= 0.0 && place < count as f64).then_some(place as usize)
        };
        let row = place(y - self.head_height(), self.cell_height, self.rows)?;
        let column = place(
            x + self.scroll - self.head_width,
            self.cell_width,
            self.columns,
        )?;
        Some((row, column))
    }

    /// The surface of a cell, without the gap.
    pub fn rect(&self, row: usize, column: usize) -> Rect {
        let left = self.head_width + column as f64 * self.cell_width - self.scroll;
        let top = self.head_height() + row as f64 * self.cell_height;
        Rect {
            left,
            top,
            right: left + self.cell_width - self.gap(),
            bottom: top + self.cell_height - self.gap(),
        }
    }

    /// The scroll position nearest to the present one at which a column is in view.
    pub fn scroll_to_show(&self, column: usize) -> f64 {
        let left = column as f64 * self.cell_width;
        let room = self.width - self.head_width;
        let least = left + self.cell_width - room;
        self.scroll.min(left).max(least.min(left))
    }

    /// The columns in view.
    pub(super) fn visible_columns(&self) -> std::ops::Range<usize> {
        let first = (self.scroll / self.cell_width) as usize;
        let room = self.scroll + self.width - self.head_width;
        let end = (room / self.cell_width).ceil().max(0.0) as usize;
        first.min(self.columns)..end.min(self.columns)
    }
}

/// Widths a cell needs for its value and for its second line. The word of a cell that
/// was not run is not counted: it may take two lines.
fn needed_widths(map: &Heatmap) -> (f64, f64) {
    let widest = |text: fn(&Cell) -> &str, size: f64| {
        map.cells
            .iter()
            .filter(|cell| cell.fill != Fill::Hatched)
            .map(|cell| text_width(text(cell), size))
            .fold(0.0, f64::max)
    };
    let pad = 2.0 * TEXT_PAD + 3.0;
    let main = widest(|cell| &cell.main, MAIN_SIZE) * WIDE;
    let small = widest(|cell| &cell.small, SMALL_SIZE);
    (main + pad, small + pad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: usize, columns: usize) -> Heatmap {
        let cell = Cell {
            fill: Fill::Step(0),
            main: "5,240.7".to_owned(),
            small: "112 ms".to_owned(),
            ..Cell::default()
        };
        Heatmap {
            row_axis: "Context".to_owned(),
            rows: vec!["8K".to_owned(); rows],
            columns: vec!["128".to_owned(); columns],
            cells: vec![cell; rows * columns],
            ..Heatmap::default()
        }
    }

    #[test]
    fn the_middle_of_every_cell_hits_that_cell() {
        for (rows, columns) in [(1, 1), (6, 8), (300, 2)] {
            let geometry = Geometry::fit(&map(rows, columns), 800.0);
            for place in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let rect = geometry.rect(place.0, place.1);
                let hit = geometry.cell_at(
                    f64::midpoint(rect.left, rect.right),
                    f64::midpoint(rect.top, rect.bottom),
                );
                assert_eq!(hit, Some(place));
            }
        }
    }

    #[test]
    fn labels_and_the_outside_hit_nothing() {
        let geometry = Geometry::fit(&map(2, 2), 400.0);
        let inside = geometry.rect(0, 0);
        assert_eq!(geometry.cell_at(inside.left - 1.0, inside.top + 1.0), None);
        assert_eq!(geometry.cell_at(inside.left + 1.0, inside.top - 1.0), None);
        assert_eq!(geometry.cell_at(399.9, geometry.height + 60.0), None);
        assert_eq!(geometry.cell_at(f64::NAN, f64::NAN), None);
    }

    #[test]
    fn cells_fill_the_width_and_scroll_where_it_is_too_narrow() {
        let wide = Geometry::fit(&map(6, 8), 900.0);
        assert!((wide.content_width() - 900.0).abs() < 1e-9);
        assert_eq!(wide.scrolled(50.0), wide);

        let narrow = Geometry::fit(&map(6, 8), 300.0);
        assert!(narrow.shows_small && narrow.content_width() > 300.0);
        let end = narrow.scrolled(f64::INFINITY);
        let last = end.rect(0, 7);
        assert!(last.right <= 300.0);
        assert_eq!(end.cell_at(last.left + 1.0, last.top + 1.0), Some((0, 7)));
        assert_eq!(end.visible_columns().end, 8);
    }

    #[test]
    fn a_cell_under_the_row_labels_cannot_be_hit() {
        let geometry = Geometry::fit(&map(6, 8), 300.0).scrolled(40.0);
        let first = geometry.rect(0, 0);
        assert!(first.left < geometry.head_width);
        assert_eq!(geometry.cell_at(first.left + 1.0, first.top + 1.0), None);
    }

    #[test]
    fn scrolling_shows_a_column_and_moves_no_further_than_needed() {
        let geometry = Geometry::fit(&map(6, 8), 300.0);
        assert_eq!(geometry.scroll_to_show(0), 0.0);
        let scroll = geometry.scroll_to_show(7);
        let moved = geometry.scrolled(scroll);
        assert!((moved.rect(0, 7).right + 3.0 - 300.0).abs() < 1e-9);
        assert_eq!(moved.scroll_to_show(7), scroll);
    }

    #[test]
    fn texts_are_dropped_as_cells_get_small() {
        let texts = |rows, columns| {
            let geometry = Geometry::fit(&map(rows, columns), 800.0);
            (geometry.shows_main, geometry.shows_small)
        };
        assert_eq!(texts(6, 8), (true, true));
        assert_eq!(texts(40, 8), (true, false));
        assert_eq!(texts(200, 8), (false, false));
        assert_eq!(texts(6, 200), (false, false));
    }
}
