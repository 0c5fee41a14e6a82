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
use tera::Tera;

use super::Entry;
use super::assets::Assets;
use super::data::DataFiles;
use super::theme::Theme;

/// Renders pages with the templates of a theme.
pub(super) struct Renderer<'a> {
    theme: &'a Theme,
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
    page: &'a Content,
}

impl<'a> Renderer<'a> {
    /// # Errors
    /// If a template of the theme is broken.
    pub(super) fn new(theme: &'a Theme, assets: Assets) -> Result<Self> {
        Ok(Self {
            templates: theme.templates()?,
            theme,
            assets,
        })
    }

    /// The list of all runs, in the order given.
    pub(super) fn index(&self, entries: &[&Entry], title: Option<&str>) -> Result<String> {
        let page = index::page(entries);
        self.render(
            "index.html",
            &Frame {
                root: "",
                kind: "index",
                title: title.unwrap_or("Benchmark runs"),
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
                description: &page.description,
                assets: &self.assets,
                page: &page,
            },
        )
    }

    fn render<Content: Serialize>(&self, name: &str, frame: &Frame<Content>) -> Result<String> {
        let attempt = || format!("failed to fill the template {name}");
        let context = tera::Context::from_serialize(frame).with_context(attempt)?;
        let page = self.templates.render(name, &context);
        page.map_err(|error| self.theme.problem(error))
            .with_context(attempt)
    }
}
