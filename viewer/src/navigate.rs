//! Moving over a matrix by keyboard.

/// A cell by row and column.
pub type Place = (usize, usize);

/// The cell that a key leads to in a matrix of `rows` by `columns`; `None` where the
/// key means nothing or there is no cell. Without a cell to start from, every key
/// that moves leads to the first one.
///
/// Arrows go to the neighbour and stop at the edge, Home and End go along the row,
/// PageUp and PageDown along the column.
pub fn moved(from: Option<Place>, key: &str, (rows, columns): (usize, usize)) -> Option<Place> {
    let last = (rows.checked_sub(1)?, columns.checked_sub(1)?);
    let (row, column) = from.unwrap_or((0, 0));
    let (row, column) = (row.min(last.0), column.min(last.1));
    let to = match key {
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => ((row + 1).min(last.0), column),
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, (column + 1).min(last.1)),
        "Home" => (row, 0),
        "End" => (row, last.1),
        "PageUp" => (0, column),
        "PageDown" => (last.0, column),
        _ => return None,
    };
    Some(if from.is_some() { to } else { (0, 0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_by_one_and_stop_at_the_edge() {
        let size = (2, 3);
        assert_eq!(moved(Some((0, 0)), "ArrowRight", size), Some((0, 1)));
        assert_eq!(moved(Some((0, 2)), "ArrowRight", size), Some((0, 2)));
        assert_eq!(moved(Some((1, 2)), "ArrowUp", size), Some((0, 2)));
        assert_eq!(moved(Some((0, 2)), "ArrowUp", size), Some((0, 2)));
    }

    #[test]
    fn home_and_page_keys_jump_to_the_edges() {
        let size = (4, 5);
        assert_eq!(moved(Some((2, 2)), "Home", size), Some((2, 0)));
        assert_eq!(moved(Some((2, 2)), "End", size), Some((2, 4)));
        assert_eq!(moved(Some((2, 2)), "PageUp", size), Some((0, 2)));
        assert_eq!(moved(Some((2, 2)), "PageDown", size), Some((3, 2)));
    }

    #[test]
    fn the_first_key_selects_the_first_cell() {
        assert_eq!(moved(None, "End", (4, 5)), Some((0, 0)));
    }

    #[test]
    fn other_keys_and_empty_matrices_lead_nowhere() {
        assert_eq!(moved(Some((0, 0)), "Tab", (1, 1)), None);
        assert_eq!(moved(None, "ArrowDown", (0, 0)), None);
        // A matrix that has shrunk since brings its selection back inside.
        assert_eq!(moved(Some((9, 9)), "ArrowDown", (2, 2)), Some((1, 1)));
    }
}
