//! The site: pages, assets and data files, and the folder they are written to.
//!
//! [`render`] makes the files one after the other, without looking at a clock or at a
//! path, so the same runs give the same bytes. [`OutputFolder`] puts them in place as a
//! whole.

mod assets;
mod check;
mod data;
mod files;
mod folder;
mod inputs;
mod links;
mod manifest;
mod pages;
mod published;
mod report;
mod theme;

pub use assets::has_viewer;
pub use check::check;
pub use files::Write;
pub(crate) use folder::is_site;
pub use folder::{Changes, OutputFolder};
pub use inputs::{InputCopy, MAX_COPY};
pub use manifest::{Verdict, verify};
pub(crate) use published::NOT_FOUND;
pub use published::{Address, undated};
pub(crate) use report::is_report;
pub use report::{Report, ReportFile, RunWeight, Weight, report};
pub use theme::{Theme, export};

use anyhow::Result;
use speedsheet_core::formats::Diagnostic;
use speedsheet_core::model::Run;

use crate::writing::Pages;
use files::Files;
use inputs::Inputs;
use links::Directory;
use manifest::Manifest;

/// A run to be shown, and what there is to say about the input it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The run, identified and without secrets.
    pub run: Run,
    /// The files it was read from, for people.
    pub files: Vec<String>,
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

/// Makes every file of the site that shows these runs, in whatever order they come, and the
/// author's pages, and offers copies of the inputs.
///
/// # Errors
/// If a template is broken, two runs have the same slug, or a file cannot be written.
pub fn render<'a>(
    entries: &[Entry],
    writing: &Pages,
    settings: &Settings<'_>,
    copies: &[InputCopy],
    write: &'a mut Write<'a>,
) -> Result<()> {
    let entries = in_order(entries);
    let inputs = Inputs::new(copies);
    let mut files = Files::new(write);
    let assets = assets::add(settings.theme, &mut files)?;
    let directory = Directory::new(&entries, writing);
    let pages = pages::Renderer::new(settings, assets, &directory, &writing.pages)?;
    let mut paths = vec!["index.html".to_owned()];
    let mut scripts = Vec::new();
    for entry in &entries {
        let data = data::add(&entry.run, &inputs, &mut files)?;
        let page = pages.run(entry, &data)?;
        let path = format!("runs/{}.html", entry.run.slug);
        files.add(&path, page.as_bytes())?;
        paths.push(path);
        scripts.push(data.script);
    }
    let home = writing.pages.iter().find(|page| page.is_home());
    files.add("index.html", pages.index(home, &scripts)?.as_bytes())?;
    for page in writing.pages.iter().filter(|page| !page.is_home()) {
        files.add(&page.path, pages.text(page, &scripts)?.as_bytes())?;
        paths.push(page.path.clone());
    }
    add_pictures(writing, &directory, &mut files)?;
    paths.sort();
    published::add(&entries, &paths, settings, &mut files)?;
    let manifest = Manifest::new(&entries, &files).to_text()?;
    files.add(manifest::NAME, manifest.as_bytes())
}

/// Adds the pictures beside the pages; those of the same content are one.
fn add_pictures(writing: &Pages, directory: &Directory<'_>, files: &mut Files) -> Result<()> {
    for (name, path) in directory.pictures() {
        if !files.has(path) {
            files.add(path, &writing.pictures[name].read()?)?;
        }
    }
    Ok(())
}

/// The runs in the order of a list: by title.
fn in_order(entries: &[Entry]) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    // Its result is kept: it is made of strings.
    entries.sort_by_cached_key(|entry| (entry.run.title.to_lowercase(), entry.run.slug.clone()));
    entries
}
