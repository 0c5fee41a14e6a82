//! Pages: typed models in which every number is text already, and their rendering.

mod charts;
mod chips;
mod facts;
mod family;
mod headlines;
mod index;
mod matrix;
mod notes;
mod percentiles;
mod place;
mod points;
mod provenance;
mod report;
mod requests;
mod run;
mod spread;
mod supplied;
mod svg;
mod table;
mod text;

pub(super) use place::Place;
pub(super) use report::ReportParts;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use speedsheet_core::model::Run;
use tera::Tera;

use super::assets::Assets;
use super::data::DataFiles;
use super::published::FEED;
use super::{Entry, Settings, TITLE};

/// Renders pages with the templates of a theme.
pub(super) struct Renderer<'a> {
    settings: &'a Settings<'a>,
    templates: Tera,
    assets: Assets,
}

/// What every page is given.
#[derive(Serialize)]
struct Frame<'a, Content> {
    /// The way from the page to the root of the site: empty, or `../`.
    root: &'static str,
    /// `index`, `run`, `report`, or `article`: a run among others in a report.
    kind: &'static str,
    title: &'a str,
    description: &'a str,
    assets: &'a Assets,
    /// What a page says of where it will be, where that is known.
    published: Option<Published>,
    /// Where the article of the page stands.
    at: &'a Place,
    page: &'a Content,
}

/// Where a page will be.
#[derive(Serialize)]
struct Published {
    /// Its own address.
    page: String,
    /// That of the feed of new runs.
    feed: String,
}

/// What a run is called, and what there is to say of it in a sentence.
pub(super) fn title_and_description(run: &Run) -> (String, String) {
    let title = text::title(run);
    let description = run::description(run, &title);
    (title, description)
}

impl<'a> Renderer<'a> {
    /// # Errors
    /// If a template of the theme is broken.
    pub(super) fn new(settings: &'a Settings<'a>, assets: Assets) -> Result<Self> {
        Ok(Self {
            templates: settings.theme.templates()?,
            settings,
            assets,
        })
    }

    /// The list of all runs, in the order given.
    pub(super) fn index(&self, entries: &[&Entry]) -> Result<String> {
        let page = index::page(entries, |_, run| format!("runs/{}.html", run.slug));
        self.render(
            "index.html",
            &Frame {
                root: "",
                kind: "index",
                title: self.settings.title.unwrap_or(TITLE),
                published: self.published("index.html"),
                description: &page.summary,
                assets: &self.assets,
                at: &Place::alone(),
                page: &page,
            },
        )
    }

    /// The page of a run.
    pub(super) fn run(&self, entry: &Entry, data: &DataFiles) -> Result<String> {
        let page = run::page(entry, Some(data), &Place::alone())?;
        self.render(
            "run.html",
            &Frame {
                root: "../",
                kind: "run",
                title: &page.title,
                published: self.published(&format!("runs/{}.html", entry.run.slug)),
                description: &page.description,
                assets: &self.assets,
                at: &Place::alone(),
                page: &page,
            },
        )
    }

    /// The article of a run in a report: what the page of the run has in its middle.
    ///
    /// # Errors
    /// If a template is broken, or the theme has a `base.html` that knows no articles.
    pub(super) fn article(&self, entry: &Entry, place: &Place) -> Result<String> {
        let page = run::page(entry, None, place)?;
        let article = self.render(
            "run.html",
            &Frame {
                root: "",
                kind: "article",
                title: &page.title,
                published: None,
                description: &page.description,
                assets: &self.assets,
                at: place,
                page: &page,
            },
        )?;
        if article.contains("<html") {
            bail!(
                "the theme writes a whole page where a report needs an article; let its \
                 base.html leave out everything around the block `main` where `kind` is \
                 \"article\", as that of the default theme does"
            );
        }
        Ok(article)
    }

    /// A report of runs in the order of their articles.
    pub(super) fn report(&self, entries: &[&Entry], parts: &ReportParts) -> Result<String> {
        let page = report::page(entries, self.settings.title, parts);
        self.render(
            "report.html",
            &Frame {
                root: "",
                kind: "report",
                title: &page.title,
                published: None,
                description: &page.summary,
                assets: &self.assets,
                at: &Place::alone(),
                page: &page,
            },
        )
    }

    fn published(&self, path: &str) -> Option<Published> {
        let address = self.settings.address?;
        Some(Published {
            page: address.of(path),
            feed: address.of(FEED),
        })
    }

    fn render<Content: Serialize>(&self, name: &str, frame: &Frame<Content>) -> Result<String> {
        let attempt = || format!("failed to fill the template {name}");
        let context = tera::Context::from_serialize(frame).with_context(attempt)?;
        let page = self.templates.render(name, &context);
        page.map_err(|error| self.settings.theme.problem(error))
            .with_context(attempt)
    }
}
