//! The list of all runs.

use serde::Serialize;
use speedsheet_core::model::Run;

use super::headlines::{self, Headline};
use super::text;
use super::text_page::TextBlock;
use crate::site::Entry;

/// Everything the index page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct IndexPage {
    /// `2 runs, 110 measurements`.
    pub(super) summary: String,
    count: String,
    pub(super) runs: Vec<RunRow>,
    /// What the author has to say above the list.
    pub(super) blocks: Vec<TextBlock>,
    /// The data of what is put in there, as paths from the root of the site.
    pub(super) scripts: Vec<String>,
}

/// One run of the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RunRow {
    link: String,
    title: String,
    model: String,
    hardware: String,
    engine: String,
    /// The engine without its version, to filter by.
    engine_name: String,
    quantization: String,
    /// Lowercase text to search in.
    search: String,
    /// What it yields, family by family.
    headlines: Vec<Headline>,
    measured: Option<String>,
    /// How many measurements of each family.
    families: String,
    statuses: String,
    partial: bool,
}

/// The way to the page of a run from the root of the site.
pub(super) fn link(_: usize, run: &Run) -> String {
    format!("runs/{}.html", run.slug)
}

/// The list; `link` leads to the run at a position.
pub(super) fn page(entries: &[&Entry], link: impl Fn(usize, &Run) -> String) -> IndexPage {
    let measurements = entries
        .iter()
        .map(|entry| entry.run.measurements.len())
        .sum();
    let count = text::counted(entries.len(), "run");
    IndexPage {
        summary: format!("{count}, {}", text::counted(measurements, "measurement")),
        count,
        blocks: Vec::new(),
        scripts: Vec::new(),
        runs: entries
            .iter()
            .enumerate()
            .map(|(index, entry)| row(&entry.run, link(index, &entry.run)))
            .collect(),
    }
}

fn row(run: &Run, link: String) -> RunRow {
    let or_empty = |text: Option<String>| text.unwrap_or_default();
    let title = text::title(run);
    let model = text::model(run).unwrap_or_default().to_owned();
    let hardware = or_empty(text::hardware(run));
    let engine = or_empty(text::engine(run));
    let quantization = or_empty(run.model.quantization.clone());
    let words = [
        Some(title.as_str()),
        Some(&model),
        run.model.id.as_deref(),
        Some(&hardware),
        Some(&engine),
        run.engine.version.as_deref(),
        Some(&quantization),
        run.source.tool.as_deref(),
        run.source.file_name.as_deref(),
    ];
    let statuses = text::statuses(run);
    RunRow {
        link,
        search: words
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase(),
        headlines: headlines::by_family(run),
        measured: run.measured_at.as_deref().map(text::moment),
        families: text::families(run),
        statuses: if statuses.is_empty() {
            "no measurements".to_owned()
        } else {
            statuses
        },
        partial: run.source.partial,
        engine_name: run.engine.name.clone().unwrap_or_default(),
        title,
        model,
        hardware,
        engine,
        quantization,
    }
}
