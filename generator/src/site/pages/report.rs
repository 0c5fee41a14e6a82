//! The page of a report.

use serde::Serialize;

use super::index::{self, RunRow};
use super::place::Place;
use super::text;
use crate::site::{Entry, TITLE};

/// What stands ready to be put into a report. Scripts and styles are whole elements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(in crate::site) struct ReportParts {
    /// The policy that allows what is inside.
    pub(in crate::site) policy: String,
    /// The program and its version.
    pub(in crate::site) generator: String,
    pub(in crate::site) style: String,
    pub(in crate::site) theme_script: String,
    pub(in crate::site) data_script: String,
    /// `None` in a report without the viewer.
    pub(in crate::site) viewer: Option<String>,
    /// The articles in their order.
    pub(in crate::site) articles: Vec<String>,
}

/// Everything that a report shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ReportPage<'a> {
    pub(super) title: String,
    pub(super) summary: String,
    /// The contents; none where there is only one run, whose title is that of the report.
    runs: Vec<RunRow>,
    #[serde(flatten)]
    parts: &'a ReportParts,
}

pub(super) fn page<'a>(
    entries: &[&Entry],
    title: Option<&str>,
    parts: &'a ReportParts,
) -> ReportPage<'a> {
    let place = |index| Place::among(index, entries.len());
    let contents = index::page(entries, |index, _| format!("#{}", place(index).anchor()));
    let (title, runs) = match entries {
        [only] => (text::title(&only.run), Vec::new()),
        _ => (title.unwrap_or(TITLE).to_owned(), contents.runs),
    };
    ReportPage {
        title,
        summary: contents.summary,
        runs,
        parts,
    }
}
