//! The report: every run in one file that needs no other.
//!
//! ```text
//! head      policy with the hashes of what is inside, icon, styles, script of the theme
//! contents  where there are several runs
//! article   one per run, complete without scripts
//! data      of all runs, in the order of the articles
//! viewer
//! ```

mod file;
mod inline;

pub use file::ReportFile;
pub(crate) use file::is_report;

use anyhow::Result;

use super::assets::{self, Assets};
use super::links::Directory;
use super::pages::{Place, Renderer, ReportParts};
use super::theme::{REPORT_STYLE, Theme};
use super::{Entry, Settings, data, in_order};
use crate::writing::Pages;
use inline::Inline;

/// A report and what it weighs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The whole file.
    pub html: String,
    /// What its parts weigh.
    pub weight: Weight,
}

/// Bytes after packing with gzip. The parts are packed alone, so that together they are a
/// little more than the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weight {
    /// The whole file.
    pub total: usize,
    /// The WASM program and its script.
    pub viewer: usize,
    /// Styles, icon and the script of the theme.
    pub theme: usize,
    /// Each run, in the order of the report.
    pub runs: Vec<RunWeight>,
}

/// What a run adds to a report, in bytes after packing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunWeight {
    /// The title of the run.
    pub title: String,
    /// Its article.
    pub page: usize,
    /// Its measurements for the viewer.
    pub data: usize,
}

/// Makes the report of these runs, in whatever order they come. The title of the settings is
/// that of a report of several runs; their address is not used.
///
/// # Errors
/// If a template is broken.
pub fn report(entries: &[Entry], settings: &Settings<'_>) -> Result<Report> {
    let entries = in_order(entries);
    let theme = settings.theme;
    let assets = Assets::inside(theme)?;
    let icon = assets.icon.clone();
    let none = Pages::default();
    let directory = Directory::new(&entries, &none);
    let pages = Renderer::new(settings, assets, &directory, &[])?;
    let place = |index| Place::among(index, entries.len());
    let articles = entries.iter().enumerate();
    let articles = articles.map(|(index, entry)| pages.article(entry, &place(index)));
    let articles = articles.collect::<Result<Vec<String>>>()?;
    let packed = entries.iter().map(|entry| data::packed(&entry.run));
    let packed = packed.collect::<Result<Vec<Vec<u8>>>>()?;

    let runs = entries.iter().zip(articles.iter().zip(&packed));
    let runs = runs.map(|(entry, (article, data))| {
        Ok(RunWeight {
            title: entry.run.title.clone(),
            page: packed_size(article)?,
            data: data.len(),
        })
    });
    let runs = runs.collect::<Result<_>>()?;

    let style = Inline::style(&styles(theme)?);
    let theme_script = Inline::script(theme.text("theme.js")?);
    let data_script = Inline::script(&data::script(&packed));
    let viewer = assets::VIEWER.map(Inline::script);
    let scripts = [Some(&theme_script), Some(&data_script), viewer.as_ref()];
    let scripts: Vec<&Inline> = scripts.into_iter().flatten().collect();
    let parts = ReportParts {
        policy: inline::policy(&scripts, &style),
        generator: file::generator(),
        style: style.element,
        theme_script: theme_script.element,
        data_script: data_script.element,
        viewer: viewer.map(|viewer| viewer.element),
        articles,
    };
    let html = pages.report(&entries, &parts)?;
    let theme_text = [&parts.style, &parts.theme_script, &icon].map(String::as_str);
    Ok(Report {
        weight: Weight {
            total: packed_size(&html)?,
            viewer: packed_size(parts.viewer.as_deref().unwrap_or_default())?,
            theme: packed_size(&theme_text.concat())?,
            runs,
        },
        html,
    })
}

/// Every style of the theme that a report uses.
fn styles(theme: &Theme) -> Result<String> {
    let mut styles = theme.style()?;
    for name in ["viewer.css", REPORT_STYLE] {
        styles.push_str(theme.text(name)?);
    }
    Ok(styles)
}

fn packed_size(text: &str) -> Result<usize> {
    Ok(data::gzip(text.as_bytes())?.len())
}
