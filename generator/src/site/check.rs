//! Looks for what is dead in the author's texts before they are written out.

use std::collections::BTreeSet;

use anyhow::Result;
use speedsheet_core::formats::Diagnostic;

use super::links::Directory;
use super::pages::{note_problems, page_problems};
use super::{Entry, in_order};
use crate::ingest::Document;
use crate::markdown::Problem;
use crate::writing::Pages;

/// Finds links that lead nowhere, and what cannot be put into a page, in the pages and in
/// the notes of the runs. Each becomes a finding of the documents of the pages.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn check(entries: &[Entry], pages: &mut Pages) -> Result<()> {
    let entries = in_order(entries);
    let directory = Directory::new(&entries, pages);
    let mut found: Vec<(&str, Vec<Diagnostic>)> = Vec::new();
    for page in &pages.pages {
        let problems = page_problems(page, &directory)?;
        let findings = problems.iter().map(|one| finding(&page.text, one));
        found.push((&page.label, findings.collect()));
    }
    let mut notes = Vec::new();
    // What is supplied for many runs is the note of each.
    let mut known = BTreeSet::new();
    for entry in &entries {
        for (text, problems) in note_problems(&entry.run, &directory) {
            if problems.is_empty() || !known.insert(text) {
                continue;
            }
            let file = entry.files.first().unwrap_or(&entry.run.slug);
            let label = format!("the note of {file}");
            let mut document = Document::written(label, text.to_owned());
            document.diagnostics = problems.iter().map(|one| finding(text, one)).collect();
            notes.push(document);
        }
    }
    for (label, findings) in found {
        let document = pages.documents.iter_mut().find(|one| one.label == label);
        if let Some(document) = document {
            document.diagnostics.extend(findings);
        }
    }
    pages.documents.extend(notes);
    Ok(())
}

fn finding(text: &str, problem: &Problem) -> Diagnostic {
    let before = &text[..problem.range.start];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let first_line = text[problem.range.clone()]
        .lines()
        .next()
        .unwrap_or_default();
    let dead = &problem.dead;
    let mut finding = Diagnostic::new(dead.level, "dead_link", dead.message.as_str()).at_line(
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
        first_line.chars().count(),
    );
    finding.help.clone_from(&dead.help);
    finding
}
