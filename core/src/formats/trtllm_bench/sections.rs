//! The sections of printed reports in a log.
//!
//! A section is a title that starts with `= `, between two lines of `=`, and the lines up to
//! the next line of `=`. Sections that follow each other without other lines between them
//! are one report; one with a heading that was there already starts the next.

use std::ops::Range;

use crate::formats::reading::Line;

/// One section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    /// The title, without the sign before it.
    pub(super) title: String,
    /// Its lines, by their place in the list.
    pub(super) body: Range<usize>,
    /// False where the file ends before the rule that closes it.
    pub(super) is_closed: bool,
}

/// The sections of one report.
pub(super) type Report = Vec<Section>;

/// Finds every report in the lines of a log.
pub(super) fn reports(lines: &[Line]) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    // Where the last section ended: a line of its own that the next one may share.
    let mut last_end = None;
    let mut at = 0;
    while at < lines.len() {
        let Some(title) = title(lines, at) else {
            at += 1;
            continue;
        };
        let start = at + 3;
        let end = (start..lines.len()).find(|&line| is_rule(&lines[line].text));
        let section = Section {
            title,
            body: start.min(lines.len())..end.unwrap_or(lines.len()),
            is_closed: end.is_some(),
        };
        let follows = last_end.is_some_and(|last: usize| {
            (last..at).all(|line| lines[line].text.is_empty() || is_rule(&lines[line].text))
        });
        match reports.last_mut() {
            Some(report) if follows && report.iter().all(|one| one.title != section.title) => {
                report.push(section);
            }
            _ => reports.push(vec![section]),
        }
        at = end.unwrap_or(lines.len());
        last_end = Some(at);
    }
    reports
}

/// The title of the section whose first rule is this line.
fn title(lines: &[Line], at: usize) -> Option<String> {
    if !is_rule(&lines[at].text) {
        return None;
    }
    let title = lines.get(at + 1)?.text.strip_prefix("= ")?.trim();
    let is_framed = lines.get(at + 2).is_none_or(|line| is_rule(&line.text));
    (is_framed && !title.is_empty()).then(|| title.to_owned())
}

/// True for a line of `=` alone.
fn is_rule(text: &str) -> bool {
    text.len() >= 20 && text.bytes().all(|byte| byte == b'=')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::reading::lines;

    const RULE: &str = "===========================================================";

    fn titles(text: &str) -> Vec<Vec<String>> {
        let read = reports(&lines(&text.replace("---", RULE)));
        let titles = |report: &Report| report.iter().map(|one| one.title.clone()).collect();
        read.iter().map(titles).collect()
    }

    #[test]
    fn sections_of_a_report_follow_each_other_and_log_lines_part_reports() {
        let text = "log\n---\n= DATASET DETAILS\n---\na: 1\n---\nlog\n---\n= ENGINE\n---\nb: 2\n\n---\n= OVERVIEW \n---\nc: 3\n---\n";
        assert_eq!(
            titles(text),
            [vec!["DATASET DETAILS"], vec!["ENGINE", "OVERVIEW"]]
        );
        assert_eq!(
            titles("---\n= A\n---\nx: 1\n---\n\n---\n= A\n---\nx: 2\n---\n"),
            [["A"], ["A"]]
        );
    }

    #[test]
    fn a_section_at_the_end_of_the_file_is_open() {
        let read = reports(&lines(&format!("{RULE}\n= A\n{RULE}\nx: 1")));
        assert!(!read[0][0].is_closed);
        assert_eq!(read[0][0].body, 3..4);
        assert!(reports(&lines(&format!("{RULE}\nNo title\n{RULE}\n"))).is_empty());
    }
}
