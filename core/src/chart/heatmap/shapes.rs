//! The outlines a cell is drawn with, in units of length.

use super::Rect;

/// A point.
type Point = (f64, f64);

/// Sine and cosine of 0, 18, 36, 54, 72 and 90 degrees. A table, because the functions
/// weigh 8 kB in WASM.
const QUARTER: [(f64, f64); 6] = [
    (0.0, 1.0),
    (0.309_017, 0.951_057),
    (0.587_785, 0.809_017),
    (0.809_017, 0.587_785),
    (0.951_057, 0.309_017),
    (1.0, 0.0),
];
/// Radius of the corners of a cell.
const RADIUS: f64 = 6.0;
/// Distance between two lines of the hatching, along an edge.
const HATCH: f64 = 9.0;

/// Lines from lower left to upper right, kept off the rounded corners.
pub(super) fn hatching(rect: Rect) -> impl Iterator<Item = (Point, Point)> {
    let (width, height) = (rect.right - rect.left, rect.bottom - rect.top);
    let along = std::iter::successors(Some(HATCH), |along| Some(along + HATCH));
    along
        .take_while(move |along| *along < width + height - 2.0)
        .map(move |along| {
            let start = (
                rect.left + along.min(width),
                rect.top + (along - width).max(0.0),
            );
            let end = (
                rect.left + (along - height).max(0.0),
                rect.top + along.min(height),
            );
            (start, end)
        })
}

/// A rectangle grown by `grow` on each side, clockwise from its left edge. Its corners
/// are round unless it is too small for that.
pub(super) fn rounded(rect: Rect, grow: f64) -> Vec<Point> {
    let (left, top) = (rect.left - grow, rect.top - grow);
    let (right, bottom) = (rect.right + grow, rect.bottom + grow);
    let radius = RADIUS.min((right - left) / 4.0).min((bottom - top) / 4.0);
    if radius < 2.0 {
        return vec![(left, top), (right, top), (right, bottom), (left, bottom)];
    }
    // Centres of the corners, clockwise from the upper left one.
    let centres = [
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    ];
    let mut points = Vec::with_capacity(centres.len() * QUARTER.len());
    for (quarter, (x, y)) in centres.into_iter().enumerate() {
        for (along, across) in QUARTER {
            let (dx, dy) = match quarter {
                0 => (-across, -along),
                1 => (along, -across),
                2 => (across, along),
                _ => (-along, across),
            };
            points.push((x + dx * radius, y + dy * radius));
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECT: Rect = Rect {
        left: 10.0,
        top: 20.0,
        right: 90.0,
        bottom: 70.0,
    };

    #[test]
    fn a_rounded_rectangle_touches_all_four_edges_and_stays_inside() {
        let points = rounded(RECT, 0.0);
        let range = |of: fn(&Point) -> f64| {
            points
                .iter()
                .map(of)
                .fold((f64::MAX, f64::MIN), |(low, high), value| {
                    (low.min(value), high.max(value))
                })
        };
        assert_eq!(range(|point| point.0), (10.0, 90.0));
        assert_eq!(range(|point| point.1), (20.0, 70.0));
        assert!(!points.contains(&(10.0, 20.0)), "the corner is not round");
    }

    #[test]
    fn a_small_rectangle_has_four_corners() {
        let small = Rect {
            right: 15.0,
            bottom: 25.0,
            ..RECT
        };
        assert_eq!(rounded(small, 0.0).len(), 4);
    }

    #[test]
    fn the_hatching_stays_inside() {
        let inside = |(x, y): Point| (10.0..=90.0).contains(&x) && (20.0..=70.0).contains(&y);
        assert!(hatching(RECT).all(|(start, end)| inside(start) && inside(end)));
        assert!(hatching(RECT).count() > 5);
    }
}
