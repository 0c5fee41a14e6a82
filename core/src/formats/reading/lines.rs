//! The lines of console output, as a reader of the terminal would have seen them.

/// One line without colours and cursor movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::formats) struct Line {
    /// Number of the line in the file, from 1.
    pub(in crate::formats) number: usize,
    /// The text, without trailing white space.
    pub(in crate::formats) text: String,
}

/// The lines of `text`: escape sequences removed, and what a progress bar overwrote by a
/// carriage return as lines of their own, under the number of the line they are in.
pub(in crate::formats) fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        for part in line.split('\r') {
            let shown = if part.contains('\u{1b}') {
                anstream::adapter::strip_str(part).to_string()
            } else {
                part.to_owned()
            };
            lines.push(Line {
                number: index + 1,
                text: shown.trim_end().to_owned(),
            });
        }
    }
    lines
}

/// The lines after one number and before another.
pub(in crate::formats) fn between(lines: &[Line], after: usize, before: usize) -> &[Line] {
    let start = lines.partition_point(|line| line.number <= after);
    let end = lines.partition_point(|line| line.number < before);
    lines.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_and_colours_do_not_hide_a_line() {
        let read = lines("10%\r 50%\r\u{1b}[32m100%\u{1b}[0m\r\nTTFT: 3 \r\nlast");
        let read: Vec<(usize, &str)> = read
            .iter()
            .map(|line| (line.number, line.text.as_str()))
            .collect();
        assert_eq!(
            read,
            [
                (1, "10%"),
                (1, " 50%"),
                (1, "100%"),
                (2, "TTFT: 3"),
                (3, "last")
            ]
        );
    }
}
