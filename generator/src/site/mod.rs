//! The site: pages, assets and data files, and the folder they are written to.
//!
//! [`render`] makes the files one after the other, without looking at a clock or at a
//! path, so the same runs give the same bytes. [`OutputFolder`] puts them in place as a
//! whole.

mod assets;
mod data;
mod files;
mod folder;
mod inputs;
mod manifest;
mod pages;
mod published;
mod report;
mod theme;

pub use assets::has_viewer;
pub use files::Write;
pub(crate) use folder::is_site;
pub use folder::{Changes, OutputFolder};
pub use inputs::{InputCopy, MAX_COPY};
pub use manifest::{Verdict, verify};
pub use published::{Address, undated};
pub(crate) use report::is_report;
pub use report::{Report, ReportFile, RunWeight, Weight, report};
pub use theme::{Theme, export};

use anyhow::Result;
use speedsheet_core::formats::Diagnostic;
use speedsheet_core::model::Run;

use files::Files;
use inputs::Inputs;
use manifest::Manifest;

/// A run to be shown, and what there is to say about the input it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The run, identified and without secrets.
    pub run: Run,
    /// Findings about its input.
    pub diagnostics: Vec<Diagnostic>,
}

/// The title of the list of runs where the author gives it none.
const TITLE: &str = "Benchmark runs";

/// What the author says about the site as a whole.
#[derive(Debug)]
pub struct Settings<'a> {
    /// Title of the list of runs, where it has one of its own.
    pub title: Option<&'a str>,
    /// What pages look like.
    pub theme: &'a Theme,
    /// Where the site will be, where that is known.
    pub address: Option<&'a Address>,
}

/// Makes every file of the site that shows these runs, in whatever order they come, and
/// offers copies of their inputs.
///
/// # Errors
/// If a template is broken, two runs have the same slug, or a file cannot be written.
pub fn render<'a>(
    entries: &[Entry],
    settings: &Settings<'_>,
    copies: &[InputCopy],
    write: &'a mut Write<'a>,
) -> Result<()> {
    let entries = in_order(entries);
    let inputs = Inputs::new(copies);
    let mut files = Files::new(write);
    let assets = assets::add(settings.theme, &mut files)?;
    let pages = pages::Renderer::new(settings, assets)?;
    let mut paths = vec!["index.html".to_owned()];
    for entry in &entries {
        let data = data::add(&entry.run, &inputs, &mut files)?;
        let page = pages.run(entry, &data)?;
        let path = format!("runs/{}.html", entry.run.slug);
        files.add(&path, page.as_bytes())?;
        paths.push(path);
    }
    files.add("index.html", pages.index(&entries)?.as_bytes())?;
    paths.sort();
    published::add(&entries, &paths, settings, &mut files)?;
    let manifest = Manifest::new(&entries, &files).to_text()?;
    files.add(manifest::NAME, manifest.as_bytes())
}

/// The runs in the order of a list: by title.
fn in_order(entries: &[Entry]) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    // Its result is kept: it is made of strings.
    entries.sort_by_cached_key(|entry| (entry.run.title.to_lowercase(), entry.run.slug.clone()));
    entries
}
