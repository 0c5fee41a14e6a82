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
mod points;
mod provenance;
mod requests;
mod run;
mod spread;
mod supplied;
mod svg;
mod table;
mod text;

use anyhow::{Context, Result};
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
    /// `run` or `index`.
    kind: &'static str,
    title: &'a str,
    description: &'a str,
    assets: &'a Assets,
    /// What a page says of where it will be, where that is known.
    published: Option<Published>,
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
        let page = index::page(entries);
        self.render(
            "index.html",
            &Frame {
                root: "",
                kind: "index",
                title: self.settings.title.unwrap_or(TITLE),
                published: self.published("index.html"),
                description: &page.summary,
                assets: &self.assets,
                page: &page,
            },
        )
    }

    /// The page of a run.
    pub(super) fn run(&self, entry: &Entry, data: &DataFiles) -> Result<String> {
        let page = run::page(entry, data)?;
        self.render(
            "run.html",
            &Frame {
                root: "../",
                kind: "run",
                title: &page.title,
                published: self.published(&format!("runs/{}.html", entry.run.slug)),
                description: &page.description,
                assets: &self.assets,
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
