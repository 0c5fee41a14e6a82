//! One page as a run.

use std::collections::BTreeSet;

use serde_json::Value;

use super::findings::Findings;
use super::grid::Style;
use super::layout::{PREFILL, SUSTAINED_DECODE, TABLE_SUBTITLE};
use super::page::{Page, Section};
use super::{facts, head, overview, table};
use crate::formats::{Diagnostic, Level};
use crate::model::{Note, NoteOrigin, Run, Stat, StatusExplanation};

/// Turns the sections of a page into a run.
pub(super) fn run(page: &Page) -> (Run, Vec<Diagnostic>) {
    let mut run = Run::default();
    let mut findings = Findings::default();
    run.source.dialect = Some(dialect(page).to_owned());
    for fact in &page.facts {
        let may_be_cut = fact.line.unterminated;
        if let Err(expected) = facts::read(&mut run, fact) {
            findings.warn(
                &fact.line,
                "unreadable_value",
                format!(
                    "{} is {:?}, expected {expected}; it is kept as text",
                    fact.label, fact.value
                ),
            );
        }
        if may_be_cut {
            findings.cut(
                &fact.line,
                "the page ends here, and the last fact may be cut off",
            );
        }
    }
    if !page.launch.is_empty() {
        let lines: Vec<&str> = page.launch.iter().map(|line| line.text.as_str()).collect();
        run.launch_command = Some(lines.join("\n"));
    }
    head::read(page, &mut run, &mut findings);

    let stat = stat(page, &mut run);
    if let Some(grid) = &page.table {
        let (measurements, unplaced) = table::read(grid, stat, &mut findings);
        run.measurements = measurements;
        findings.unread.extend(unplaced);
    }
    report_repeats(&run, &mut findings);
    overview::merge(page, stat, &mut run.measurements, &mut findings);
    head::check_summary(page, &mut run, &mut findings);
    explanations_and_notes(page, &mut run);
    for line in &page.unread {
        findings.warn(
            line,
            "unread_line",
            "the line has no place in the layout of the page and is kept as text".to_owned(),
        );
        findings.unread.push(line.text.clone());
    }
    check_complete(page, &run, &mut findings);
    if !findings.unread.is_empty() {
        let unread = findings.unread.iter().cloned().map(Value::from).collect();
        run.extra.insert("unread".to_owned(), Value::Array(unread));
    }
    run.source.partial = findings.partial;
    (run, findings.diagnostics)
}

fn dialect(page: &Page) -> &'static str {
    let grid = page.heatmap.as_ref().or(page.table.as_ref());
    let by_bullets = || {
        page.facts
            .iter()
            .any(|fact| fact.line.text.starts_with("- "))
    };
    match grid.map(|grid| grid.header.style) {
        Some(Style::Pipe) => "pipe",
        None if by_bullets() => "pipe",
        _ => "tab",
    }
}

/// The statistic the page says its latencies are; anything else it says there is a note.
fn stat(page: &Page, run: &mut Run) -> Stat {
    let Some(line) = &page.table_subtitle else {
        return Stat::Median;
    };
    let text = line.text.as_str();
    let of_means = ["means", "averages"].iter().any(|word| text.contains(word));
    let expected = TABLE_SUBTITLE.replace(
        "medians",
        if text.contains("means") {
            "means"
        } else {
            "medians"
        },
    );
    if text != expected {
        run.extra.insert("table_subtitle".to_owned(), text.into());
    }
    match of_means && !text.contains("medians") {
        true => Stat::Mean,
        false => Stat::Median,
    }
}

fn explanations_and_notes(page: &Page, run: &mut Run) {
    for one in &page.explanations {
        let explanation = StatusExplanation {
            source_status: one.word.clone(),
            text: one.text.clone(),
        };
        // The page says it below the matrix and again below the table.
        if !run.status_explanations.contains(&explanation) {
            run.status_explanations.push(explanation);
        }
    }
    run.notes.extend(page.notes.iter().map(|line| Note {
        origin: NoteOrigin::Source,
        text: line.text.clone(),
    }));
}

fn report_repeats(run: &Run, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    let repeats = run
        .measurements
        .iter()
        .filter(|one| !seen.insert((one.family, one.axes.context_tokens, one.axes.concurrency)))
        .count();
    if repeats > 0 {
        findings.push(Diagnostic::new(Level::Warning, "repeated_rows", format!(
            "{repeats} rows of the table repeat an earlier phase, context and number of requests; all are kept"
        )));
    }
}

/// Says what the page lacks, so that a cut copy never looks complete.
fn check_complete(page: &Page, run: &Run, findings: &mut Findings) {
    let last = page.last.as_ref();
    if let Some(label) = &page.open_label {
        findings.cut(label, "the page ends behind this label");
        findings.unread.push(label.text.clone());
    } else if let Some(line) = page.launch.last().filter(|line| line.unterminated) {
        findings.cut(
            line,
            "the page ends here, and the launch command may be cut off",
        );
    }
    if run.measurements.is_empty() {
        findings.partial = true;
        findings.push(Diagnostic::new(
            Level::Warning,
            "no_measurements",
            "the page holds no measurement",
        ));
    } else if page.table.is_none() {
        findings.partial = true;
        findings.push(
            Diagnostic::new(
                Level::Warning,
                "no_table",
                "the page has no table of all measurements; values are those of the cards and the matrix",
            )
            .with_help("copy the page down to its last line to get the exact values"),
        );
    } else if page.heatmap.is_none()
        && run
            .measurements
            .iter()
            .any(|one| one.family == crate::model::Family::Decode)
    {
        findings.push(Diagnostic::new(
            Level::Note,
            "no_matrix",
            "the page has no matrix to check the table of all measurements against",
        ));
    }
    for (section, heading, is_empty) in [
        (Section::Prefill, PREFILL, page.cards.is_empty()),
        (Section::Decode, SUSTAINED_DECODE, page.heatmap.is_none()),
    ] {
        if is_empty && page.sections.contains(&section) {
            findings.push(Diagnostic::new(
                Level::Warning,
                "empty_section",
                format!("the section {heading:?} holds no values"),
            ));
        }
    }
    let explained_below =
        |section: Section| page.explanations.iter().any(|one| one.section == section);
    if page.table.is_some()
        && explained_below(Section::Decode)
        && !explained_below(Section::Table)
        && let Some(line) = last
    {
        findings.note(line, "no_closing_explanation", "the page ends with its table; the explanations of its status words are not repeated below it".to_owned());
    }
}
