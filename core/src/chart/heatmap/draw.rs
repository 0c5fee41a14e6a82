//! Drawing a heatmap.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::style::{Color, FontStyle, RGBColor};
use plotters_backend::DrawingBackend;

use super::geometry::{HEAD_LINE, LABEL_PAD, LABEL_SIZE, MAIN_SIZE, SMALL_SIZE};
use super::{Cell, Fill, Geometry, Heatmap, Rect, shapes};
use crate::chart::pen::{Align, Pen, text_width};
use crate::chart::{DrawResult, Palette, STEPS, Style};

/// How much of its colour a dimmed cell keeps.
const DIMMED: f64 = 0.15;

/// Draws a heatmap, laid out by `geometry`, on an area of that size times the scale of
/// the style.
///
/// # Errors
/// If the backend cannot draw.
pub fn heatmap<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    map: &Heatmap,
    geometry: &Geometry,
    style: &Style,
) -> DrawResult<DB> {
    let painter = Painter {
        pen: Pen::new(area, style),
        palette: &style.palette,
        map,
        geometry,
    };
    area.fill(&style.palette.card)?;
    for row in 0..map.rows.len() {
        for column in geometry.visible_columns() {
            if let Some(cell) = map.cell(row, column) {
                painter.cell(cell, geometry.rect(row, column))?;
            }
        }
    }
    // Under the row labels, which cover what was scrolled there.
    painter.outline(map.hovered, 2.0)?;
    painter.outline(map.selected, 3.0)?;
    painter.column_labels()?;
    painter.row_labels()
}

struct Painter<'a, DB: DrawingBackend> {
    pen: Pen<'a, DB>,
    palette: &'a Palette,
    map: &'a Heatmap,
    geometry: &'a Geometry,
}

impl<DB: DrawingBackend> Painter<'_, DB> {
    fn cell(&self, cell: &Cell, rect: Rect) -> DrawResult<DB> {
        let (surface, ink, soft) = self.colors(cell);
        self.pen.polygon(self.rounded(rect, 0.0), surface)?;
        if cell.fill == Fill::Hatched {
            self.hatch(rect)?;
        }
        let middle = f64::midpoint(rect.left, rect.right);
        let center = f64::midpoint(rect.top, rect.bottom);
        if !self.geometry.shows_main {
            return Ok(());
        }
        let lines = if self.geometry.shows_small {
            self.small_lines(cell, rect)
        } else {
            [None, None]
        };
        let above = match lines {
            [None, _] => 0.0,
            [_, None] => 8.0,
            _ => 13.0,
        };
        let bold = FontStyle::Bold;
        self.text(&cell.main, (middle, center - above), (MAIN_SIZE, bold), ink)?;
        for (line, text) in lines.into_iter().flatten().enumerate() {
            let below = 10.0 + line as f64 * 12.0 + (8.0 - above);
            let at = (middle, center + below);
            self.text(text, at, (SMALL_SIZE, FontStyle::Normal), soft)?;
        }
        self.marks(cell, rect, ink)
    }

    /// The marks in the upper right corner. They are drawn, because few fonts have an
    /// hourglass.
    fn marks(&self, cell: &Cell, rect: Rect, ink: RGBColor) -> DrawResult<DB> {
        let top = rect.top + 5.0;
        let mut right = rect.right - 5.0;
        let shape = |corners: &[(f64, f64)]| {
            let points = corners
                .iter()
                .map(|&(x, y)| self.pixel((right + x, top + y)));
            self.pen.polygon(points.collect(), ink)
        };
        if cell.queued {
            shape(&[(-7.0, 0.0), (0.0, 0.0), (-7.0, 9.0), (0.0, 9.0)])?;
            right -= 10.0;
        }
        if cell.caveat {
            let at = |x: f64, y: f64| self.pixel((right + x, top + y));
            let outline = vec![at(-4.0, 0.0), at(0.0, 8.0), at(-8.0, 8.0), at(-4.0, 0.0)];
            self.pen.path(outline, ink.to_rgba(), 1.2)?;
        }
        Ok(())
    }

    /// The second line of a cell; broken in two where it is a word that is too wide.
    fn small_lines<'c>(&self, cell: &'c Cell, rect: Rect) -> [Option<&'c str>; 2] {
        if cell.small.is_empty() {
            return [None, None];
        }
        let fits = |text: &str| text_width(text, SMALL_SIZE) <= rect.right - rect.left - 2.0;
        match cell.small.split_once(' ') {
            Some((first, second)) if cell.fill == Fill::Hatched && !fits(&cell.small) => {
                [Some(first), Some(second)]
            }
            _ => [Some(&cell.small), None],
        }
    }

    /// Surface, text and lesser text of a cell.
    fn colors(&self, cell: &Cell) -> (RGBColor, RGBColor, RGBColor) {
        let (card, wall, soft) = (self.palette.card, self.palette.wall, self.palette.soft);
        match cell.fill {
            Fill::Step(step) => {
                let step = usize::from(step).min(STEPS - 1);
                let surface = self.palette.ramp[step];
                if cell.dimmed {
                    (mixed(surface, card, DIMMED), soft, soft)
                } else {
                    let ink = self.palette.ramp_ink[step];
                    (surface, ink, mixed(ink, surface, 0.9))
                }
            }
            Fill::Blank => (card, soft, soft),
            Fill::NoValue | Fill::Hatched if cell.dimmed => (mixed(wall, card, 0.5), soft, soft),
            Fill::NoValue | Fill::Hatched => (wall, soft, soft),
        }
    }

    fn hatch(&self, rect: Rect) -> DrawResult<DB> {
        for (start, end) in shapes::hatching(rect) {
            let line = vec![self.pixel(start), self.pixel(end)];
            self.pen.path(line, self.palette.line.to_rgba(), 1.0)?;
        }
        Ok(())
    }

    fn outline(&self, place: Option<(usize, usize)>, width: f64) -> DrawResult<DB> {
        let Some((row, column)) = place else {
            return Ok(());
        };
        if row >= self.map.rows.len() || !self.geometry.visible_columns().contains(&column) {
            return Ok(());
        }
        let rect = self.geometry.rect(row, column);
        let ring = |grow: f64, color: RGBColor, width: f64| {
            let mut points = self.rounded(rect, grow);
            points.extend_from_within(..2.min(points.len()));
            self.pen.path(points, color.to_rgba(), width)
        };
        // The inner ring parts the outer one from a cell of a similar colour.
        ring(-1.5, self.palette.card, 2.0)?;
        ring(1.0, self.palette.ink, width)
    }

    /// A rectangle with round corners, grown by `grow` on each side.
    fn rounded(&self, rect: Rect, grow: f64) -> Vec<(i32, i32)> {
        let corners = shapes::rounded(rect, grow).into_iter();
        let mut points: Vec<(i32, i32)> = corners.map(|point| self.pixel(point)).collect();
        points.dedup();
        points
    }

    fn column_labels(&self) -> DrawResult<DB> {
        let (map, geometry) = (self.map, self.geometry);
        let size = (LABEL_SIZE, FontStyle::Normal);
        let soft = self.palette.soft;
        let at = (geometry.head_width + 2.0, HEAD_LINE / 2.0);
        self.label(&map.column_axis, at, Align::Left, size, soft)?;
        let widest = map
            .columns
            .iter()
            .map(|label| text_width(label, LABEL_SIZE));
        let every = stride(widest.fold(0.0, f64::max) + 4.0, geometry.cell_width);
        for column in geometry
            .visible_columns()
            .filter(|column| column % every == 0)
        {
            let rect = geometry.rect(0, column);
            let at = (f64::midpoint(rect.left, rect.right), HEAD_LINE * 1.5);
            self.text(&map.columns[column], at, size, soft)?;
        }
        Ok(())
    }

    fn row_labels(&self) -> DrawResult<DB> {
        let (map, geometry) = (self.map, self.geometry);
        let size = (LABEL_SIZE, FontStyle::Normal);
        let soft = self.palette.soft;
        let edge = geometry.head_width - 2.0;
        let cover = (self.pen.px(edge), self.pen.px(geometry.height));
        self.pen.rectangle((0.0, 0.0), cover, self.palette.card)?;
        let right = geometry.head_width - LABEL_PAD;
        self.label(
            &map.row_axis,
            (right, HEAD_LINE * 1.5),
            Align::Right,
            size,
            soft,
        )?;
        let every = stride(LABEL_SIZE + 3.0, geometry.cell_height);
        for (row, label) in map.rows.iter().enumerate().step_by(every) {
            let rect = geometry.rect(row, 0);
            let at = (right, f64::midpoint(rect.top, rect.bottom));
            self.label(label, at, Align::Right, size, soft)?;
        }
        Ok(())
    }

    fn text(
        &self,
        text: &str,
        at: (f64, f64),
        font: (f64, FontStyle),
        color: RGBColor,
    ) -> DrawResult<DB> {
        self.label(text, at, Align::Center, font, color)
    }

    fn label(
        &self,
        text: &str,
        (x, y): (f64, f64),
        align: Align,
        font: (f64, FontStyle),
        color: RGBColor,
    ) -> DrawResult<DB> {
        if text.is_empty() {
            return Ok(());
        }
        let at = (self.pen.px(x), self.pen.px(y));
        self.pen.text(text, at, align, font, color)
    }

    fn pixel(&self, (x, y): (f64, f64)) -> (i32, i32) {
        crate::chart::pen::round((self.pen.px(x), self.pen.px(y)))
    }
}

/// Every how many cells of `size` there is room for a label of `label`.
fn stride(label: f64, size: f64) -> usize {
    (label / size).ceil().max(1.0) as usize
}

/// `share` of one colour and the rest of another.
fn mixed(one: RGBColor, other: RGBColor, share: f64) -> RGBColor {
    let mix = |one: u8, other: u8| {
        (f64::from(one) * share + f64::from(other) * (1.0 - share)).round() as u8
    };
    RGBColor(
        mix(one.0, other.0),
        mix(one.1, other.1),
        mix(one.2, other.2),
    )
}

#[cfg(test)]
mod tests {
    use plotters::drawing::IntoDrawingArea;
    use plotters_svg::SVGBackend;

    use super::*;

    fn cell(fill: Fill, main: &str, small: &str) -> Cell {
        Cell {
            fill,
            main: main.to_owned(),
            small: small.to_owned(),
            ..Cell::default()
        }
    }

    fn svg(map: &Heatmap, width: f64, scroll: f64, scale: f64) -> String {
        let geometry = Geometry::fit(map, width).scrolled(scroll);
        let size = ((width * scale) as u32, (geometry.height * scale) as u32);
        let mut style = Style::svg(Palette::light());
        style.scale = scale;
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
            heatmap(&area, map, &geometry, &style).unwrap();
            area.present().unwrap();
        }
        text
    }

    fn two_by_two() -> Heatmap {
        Heatmap {
            row_axis: "Context".to_owned(),
            column_axis: "Requests at once".to_owned(),
            rows: vec!["8K".to_owned(), "16K".to_owned()],
            columns: vec!["1".to_owned(), "128".to_owned()],
            cells: vec![
                cell(Fill::Step(0), "455.3", "63 ms"),
                cell(Fill::Step(10), "15.2K", "732 ms"),
                cell(Fill::NoValue, "—", ""),
                cell(Fill::Hatched, "∅", "over capacity"),
            ],
            ..Heatmap::default()
        }
    }

    #[test]
    fn every_text_and_both_ends_of_the_ramp_are_drawn() {
        let svg = svg(&two_by_two(), 600.0, 0.0, 1.0);
        for text in [
            "Context",
            "Requests at once",
            "8K",
            "128",
            "455.3",
            "63 ms",
            "15.2K",
            "∅",
            "over capacity",
        ] {
            assert!(svg.contains(&format!(">\n{text}\n<")), "{text}");
        }
        assert!(svg.contains("fill=\"#D4F1DC\"") && svg.contains("fill=\"#291A31\""));
    }

    #[test]
    fn a_cell_that_was_not_run_is_hatched_and_not_coloured() {
        let mut map = two_by_two();
        let lines = |map: &Heatmap| svg(map, 600.0, 0.0, 1.0).matches("<polyline").count();
        let hatched = lines(&map);
        map.cells[3].fill = Fill::NoValue;
        assert_eq!(lines(&map), 0);
        assert!(hatched > 5);
    }

    #[test]
    fn a_narrow_cell_breaks_its_word_in_two() {
        let svg = svg(&two_by_two(), 190.0, 0.0, 1.0);
        assert!(svg.contains(">\nover\n<") && svg.contains(">\ncapacity\n<"));
    }

    #[test]
    fn the_selected_cell_is_outlined_and_a_selection_outside_is_ignored() {
        let mut map = two_by_two();
        let outlines = |map: &Heatmap| {
            let svg = svg(map, 600.0, 0.0, 1.0);
            svg.matches("stroke=\"#131A22\" stroke-width=\"3\"").count()
        };
        map.selected = Some((1, 0));
        assert_eq!(outlines(&map), 1);
        map.selected = Some((2, 0));
        assert_eq!(outlines(&map), 0);
    }

    #[test]
    fn everything_grows_with_the_pixel_ratio() {
        let map = two_by_two();
        let (once, twice) = (svg(&map, 600.0, 0.0, 1.0), svg(&map, 600.0, 0.0, 2.0));
        assert!(once.contains("font-size=\"11.5\""));
        assert!(twice.contains("font-size=\"23\"") && !twice.contains("font-size=\"11.5\""));
    }

    #[test]
    fn a_large_matrix_is_drawn_without_texts_in_its_cells_and_with_few_labels() {
        let map = Heatmap {
            rows: (0..300).map(|row| format!("r{row}")).collect(),
            columns: (0..200).map(|column| format!("c{column}")).collect(),
            cells: vec![cell(Fill::Step(3), "12.3", "4 ms"); 300 * 200],
            ..Heatmap::default()
        };
        let svg = svg(&map, 400.0, 0.0, 1.0);
        assert!(!svg.contains("12.3"));
        assert!(svg.contains(">\nr0\n<") && !svg.contains(">\nr1\n<"));
        // Columns beyond the right edge cost nothing.
        assert!(svg.matches("<polygon").count() < 300 * 60);
    }

    #[test]
    fn scrolling_keeps_the_row_labels_in_place() {
        let mut map = two_by_two();
        map.columns = vec!["1".to_owned(); 12];
        map.cells = vec![cell(Fill::Step(1), "455.3", "63 ms"); 24];
        let label = |scroll: f64| {
            let svg = svg(&map, 300.0, scroll, 1.0);
            let before = svg.split_once(">\n16K\n<").unwrap().0;
            before.rsplit_once("<text").unwrap().1.to_owned()
        };
        assert_eq!(label(0.0), label(100.0));
    }

    #[test]
    fn an_empty_matrix_draws_nothing_but_its_names() {
        let svg = svg(&Heatmap::default(), 300.0, 0.0, 1.0);
        assert!(!svg.contains("<polygon"));
    }
}
