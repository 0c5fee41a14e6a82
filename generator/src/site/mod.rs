//! The site: pages, assets and data files, and the folder they are written to.
//!
//! [`render`] makes every file in memory, without looking at a clock or at a path, so
//! the same runs give the same bytes. [`OutputFolder`] puts them in place as a whole.

mod assets;
mod data;
mod output;
mod pages;
mod theme;

pub use assets::has_viewer;
pub use output::OutputFolder;
pub(crate) use output::is_site;

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use speedsheet_core::formats::Diagnostic;
use speedsheet_core::model::Run;

use theme::Theme;

/// A run to be shown, and what there is to say about the input it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The run, identified and without secrets.
    pub run: Run,
    /// Findings about its input.
    pub diagnostics: Vec<Diagnostic>,
}

/// The files of a site: relative paths with slashes, and contents.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Every file of the site that shows these runs, in whatever order they come. `title` is
/// that of the list of runs, where the author gave it one.
///
/// # Errors
/// If a template is broken, or two runs have the same slug.
pub fn render(entries: &[Entry], title: Option<&str>) -> Result<Files> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_by(|one, other| {
        let key = |entry: &Entry| (entry.run.title.to_lowercase(), entry.run.slug.clone());
        key(one).cmp(&key(other))
    });
    let theme = Theme::builtin();
    let mut files = Files::new();
    let assets = assets::add(&theme, &mut files)?;
    let pages = pages::Renderer::new(&theme, assets)?;
    for entry in &entries {
        let run = &entry.run;
        let path = format!("runs/{}.html", run.slug);
        ensure!(
            !files.contains_key(&path),
            "two runs would be written to {path}; this is a bug, please report it"
        );
        let data = data::add(run, &mut files)?;
        files.insert(path, pages.run(entry, &data)?.into_bytes());
    }
    let index = pages.index(&entries, title)?;
    files.insert("index.html".to_owned(), index.into_bytes());
    files.insert(output::MARKER.to_owned(), output::marker());
    Ok(files)
}
