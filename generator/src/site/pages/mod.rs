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
mod text_page;

pub(super) use notes::problems as note_problems;
pub(super) use place::Place;
pub(super) use report::ReportParts;
pub(super) use text_page::problems as page_problems;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use speedsheet_core::model::Run;
use tera::Tera;

use super::assets::Assets;
use super::data::DataFiles;
use super::links::Directory;
use super::published::FEED;
use super::{Entry, Settings, TITLE};
use crate::writing::Page;

/// Renders pages with the templates of a theme.
pub(super) struct Renderer<'a> {
    settings: &'a Settings<'a>,
    templates: Tera,
    assets: Assets,
    directory: &'a Directory<'a>,
    /// The author's pages, in the order of the navigation; none in a report.
    pages: &'a [Page],
}

/// What every page is given.
#[derive(Serialize)]
struct Frame<'a, Content> {
    /// The way from the page to the root of the site: empty, or `../` once or more.
    root: &'a str,
    /// `index`, `run`, `page`, `report`, or `article`: a run among others in a report.
    kind: &'static str,
    /// Whether there is something that the viewer can bring to life.
    alive: bool,
    /// The author's pages that the navigation leads to.
    nav: Vec<NavLink<'a>>,
    title: &'a str,
    description: &'a str,
    assets: &'a Assets,
    /// What a page says of where it will be, where that is known.
    published: Option<Published>,
    /// Where the article of the page stands.
    at: &'a Place,
    page: &'a Content,
}

/// A link of the navigation.
#[derive(Serialize)]
struct NavLink<'a> {
    title: &'a str,
    /// The way from the root of the site.
    path: &'a str,
    /// Whether it leads to this page.
    current: bool,
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
    pub(super) fn new(
        settings: &'a Settings<'a>,
        assets: Assets,
        directory: &'a Directory<'a>,
        pages: &'a [Page],
    ) -> Result<Self> {
        Ok(Self {
            templates: settings.theme.templates()?,
            settings,
            assets,
            directory,
            pages,
        })
    }

    /// The list of all runs below what the author has to say. `scripts` are the data of the
    /// runs, as paths from the root of the site.
    pub(super) fn index(&self, home: Option<&Page>, scripts: &[String]) -> Result<String> {
        let mut page = index::page(self.directory.runs(), index::link);
        if let Some(home) = home {
            let text = text_page::page(home, self.directory, "", |run| scripts[run].clone())?;
            page.blocks = text.blocks;
            page.scripts = text.scripts;
        }
        let description = home.and_then(|home| home.description.as_deref());
        self.render(
            "index.html",
            &Frame {
                root: "",
                kind: "index",
                alive: true,
                nav: self.nav("index.html"),
                title: self.settings.title.unwrap_or(TITLE),
                published: self.published("index.html"),
                description: description.unwrap_or(&page.summary),
                assets: &self.assets,
                at: &Place::alone(),
                page: &page,
            },
        )
    }

    /// A page of the author's.
    pub(super) fn text(&self, page: &Page, scripts: &[String]) -> Result<String> {
        let root = "../".repeat(page.path.matches('/').count());
        let script = |run: usize| scripts[run].clone();
        let text = text_page::page(page, self.directory, &root, script)?;
        self.render(
            "page.html",
            &Frame {
                root: &root,
                kind: "page",
                alive: !text.scripts.is_empty(),
                nav: self.nav(&page.path),
                title: &page.title,
                published: self.published(&page.path),
                description: page.description.as_deref().unwrap_or(&page.title),
                assets: &self.assets,
                at: &Place::alone(),
                page: &text,
            },
        )
    }

    /// The page of a run.
    pub(super) fn run(&self, entry: &Entry, data: &DataFiles) -> Result<String> {
        let page = run::page(entry, Some(data), &Place::alone(), self.directory)?;
        self.render(
            "run.html",
            &Frame {
                root: "../",
                kind: "run",
                alive: true,
                nav: self.nav(""),
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
        let page = run::page(entry, None, place, self.directory)?;
        let article = self.render(
            "run.html",
            &Frame {
                root: "",
                kind: "article",
                alive: true,
                nav: Vec::new(),
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
                alive: true,
                nav: Vec::new(),
                title: &page.title,
                published: None,
                description: &page.summary,
                assets: &self.assets,
                at: &Place::alone(),
                page: &page,
            },
        )
    }

    /// The navigation of the page at `path`.
    fn nav(&self, path: &str) -> Vec<NavLink<'a>> {
        let pages = self.pages.iter();
        let pages = pages.filter(|page| page.nav && !page.is_home());
        pages
            .map(|page| NavLink {
                title: &page.title,
                path: &page.path,
                current: page.path == path,
            })
            .collect()
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
