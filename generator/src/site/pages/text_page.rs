//! Pages that the author wrote, and what they have put in.

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::model::Family;

use super::family::{self, FamilyCard};
use super::index::{self, RunRow};
use super::matrix::{self, MatrixCard};
use super::place::Place;
use super::run::FAMILIES;
use super::table::{self, Table};
use super::text;
use crate::markdown::{self, Block, Dead, Kind, Problem, Shortcode, Style};
use crate::site::links::{Directory, Linker, Medium, Origin};
use crate::writing::Page;

/// Everything that a page of the author's shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct TextPage {
    pub(super) blocks: Vec<TextBlock>,
    /// The data of what is put in, as paths from the root of the site.
    pub(super) scripts: Vec<String>,
}

/// A part of the text; one of the two.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct TextBlock {
    /// Sanitised HTML made from the author's Markdown.
    html: Option<String>,
    insert: Option<Insert>,
}

/// Something that is put in: the list of runs, or one of the other three.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Insert {
    at: Place,
    runs: Vec<RunRow>,
    /// The run that it is about: its title, and the way to its page from the root.
    title: String,
    link: String,
    matrix: Option<MatrixCard>,
    card: Option<FamilyCard>,
    table: Option<Table>,
}

/// How the text of a page is written out.
pub(in crate::site) const STYLE: Style = Style {
    below: 1,
    prefix: String::new(),
    shortcodes: true,
};

/// The page. `script` gives the path of the data of a run, by its position.
pub(super) fn page(
    page: &Page,
    directory: &Directory<'_>,
    root: &str,
    script: impl Fn(usize) -> String,
) -> Result<TextPage> {
    let rendered = rendered(page, directory, root);
    let mut scripts = Vec::new();
    let mut blocks = Vec::new();
    for block in rendered.blocks {
        match block {
            Block::Html(html) => blocks.push(TextBlock {
                html: Some(html),
                insert: None,
            }),
            Block::Shortcode(wanted) => {
                let place = Place::inserted(scripts.len(), wanted.below);
                // What cannot be put in was told when the site was checked.
                let Ok((run, insert)) = insert(&wanted.shortcode, directory, place)? else {
                    continue;
                };
                scripts.extend(run.map(&script));
                blocks.push(TextBlock {
                    html: None,
                    insert: Some(insert),
                });
            }
        }
    }
    Ok(TextPage { blocks, scripts })
}

/// What is wrong with the text of a page: links that lead nowhere, and what cannot be put
/// in.
pub(in crate::site) fn problems(page: &Page, directory: &Directory<'_>) -> Result<Vec<Problem>> {
    let rendered = rendered(page, directory, "");
    let mut problems = rendered.problems;
    for block in rendered.blocks {
        if let Block::Shortcode(wanted) = block
            && let Err(dead) = insert(&wanted.shortcode, directory, Place::alone())?
        {
            let range = wanted.range;
            problems.push(Problem { range, dead });
        }
    }
    problems.sort_by_key(|problem| problem.range.start);
    Ok(problems)
}

fn rendered(page: &Page, directory: &Directory<'_>, root: &str) -> markdown::Rendered {
    let links = Linker {
        directory,
        origin: Origin::Page(page),
        medium: Medium::Site(root),
        prefix: "",
    };
    markdown::render(&page.text, &STYLE, &links)
}

/// What a shortcode puts in, and the run whose data it needs.
fn insert(
    shortcode: &Shortcode,
    directory: &Directory<'_>,
    at: Place,
) -> Result<Result<(Option<usize>, Insert), Dead>> {
    let entries = directory.runs();
    let mut insert = Insert {
        at,
        runs: Vec::new(),
        title: String::new(),
        link: String::new(),
        matrix: None,
        card: None,
        table: None,
    };
    if shortcode.kind == Kind::Runs {
        insert.runs = index::page(entries, index::link).runs;
        return Ok(Ok((None, insert)));
    }
    let position = match directory.run(&shortcode.run) {
        Ok(position) => position,
        Err(dead) => return Ok(Err(dead)),
    };
    let run = &entries[position].run;
    insert.title = text::title(run);
    insert.link = index::link(position, run);
    let mut families = FAMILIES
        .into_iter()
        .filter(|family| shortcode.family.is_none_or(|wanted| wanted == *family));
    let said = match shortcode.kind {
        Kind::Heatmap => {
            insert.matrix = families.find_map(|family| matrix::card(run, family));
            insert.matrix.is_some()
        }
        Kind::Chart => {
            for family in families {
                insert.card = family::card(run, family, None)?;
                if insert.card.is_some() {
                    break;
                }
            }
            insert.card.is_some()
        }
        Kind::Table => {
            insert.table = table::table(run);
            insert.table.is_some()
        }
        Kind::Runs => true,
    };
    if said {
        return Ok(Ok((Some(position), insert)));
    }
    let what = match shortcode.kind {
        Kind::Heatmap => "two axes to draw a heatmap over",
        _ => "measurements to show",
    };
    let of = shortcode.family.map(Family::key);
    let of = of.map_or_else(String::new, |family| format!(" of the family {family}"));
    Ok(Err(Dead::new(format!(
        "{:?} has no {what}{of}",
        shortcode.run
    ))))
}
