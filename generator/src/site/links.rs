//! Where the links of the author's texts lead: to pages, to runs, out of the site, or
//! nowhere.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use speedsheet_core::formats::Level;
use speedsheet_core::model::{Family, Run};
use speedsheet_core::query::Layout;
use strsim::normalized_damerau_levenshtein;

use super::Entry;
use super::assets::hashed;
use super::pages::Place;
use crate::markdown::{self, Dead, Links};
use crate::writing::{Page, Pages};

/// What a link begins with that names a run.
const RUN: &str = "run:";

/// The page with the list of runs.
const HOME: &str = "index.html";

/// Most runs that an ambiguous name lists.
const MAX_NAMED: usize = 3;

/// Everything in a site that a link can name.
pub(super) struct Directory<'a> {
    runs: &'a [&'a Entry],
    pages: &'a Pages,
    /// The ids of the headings of pages, by the names of their files.
    anchors: BTreeMap<&'a str, BTreeSet<String>>,
    /// Where pictures will be, by their names; `None` for one that cannot be read.
    pictures: BTreeMap<&'a str, Option<String>>,
}

/// Where a text stands, and so where its links start from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Origin<'a> {
    /// In a page of the author's.
    Page(&'a Page),
    /// In a note of a run, with this text.
    Note(&'a str),
}

/// What a document is that links are written into.
#[derive(Debug, Clone, Copy)]
pub(super) enum Medium<'a> {
    /// A page of the site; the way from it to the root.
    Site(&'a str),
    /// A report of so many runs.
    Report(usize),
}

/// The links of one text.
pub(super) struct Linker<'a> {
    pub(super) directory: &'a Directory<'a>,
    pub(super) origin: Origin<'a>,
    pub(super) medium: Medium<'a>,
    /// What the ids of the text begin with.
    pub(super) prefix: &'a str,
}

/// What a link names in the site.
enum Target<'a> {
    Home,
    Page(&'a Page),
    Run(usize),
    /// The text itself.
    Here,
}

impl<'a> Directory<'a> {
    pub(super) fn new(runs: &'a [&'a Entry], pages: &'a Pages) -> Self {
        let anchors = pages.pages.iter().map(|page| {
            let anchors = markdown::anchors(&page.text).into_iter().collect();
            (page.name.as_str(), anchors)
        });
        let pictures = pages.pictures.iter().map(|(name, picture)| {
            let content = picture.read().ok();
            let path = content
                .map(|content| hashed(&format!("assets/picture.{}", picture.ending()), &content));
            (name.as_str(), path)
        });
        Self {
            runs,
            pages,
            anchors: anchors.collect(),
            pictures: pictures.collect(),
        }
    }

    /// The runs that links can name.
    pub(super) fn runs(&self) -> &'a [&'a Entry] {
        self.runs
    }

    /// Where a picture will be, and its name in the folder of the pages.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&'a str, &str)> {
        let known = self.pictures.iter();
        known.filter_map(|(name, path)| Some((*name, path.as_deref()?)))
    }

    /// The position of the run that is called so: by its slug with or without the digits at
    /// its end, by its id, or by the end of the path of its file.
    pub(super) fn run(&self, name: &str) -> Result<usize, Dead> {
        let ways: [fn(&Entry, &str) -> bool; 4] = [
            |entry, name| entry.run.slug == name,
            |entry, name| readable(&entry.run.slug) == name,
            |entry, name| entry.run.id == name,
            |entry, name| entry.files.iter().any(|file| ends_in(file, name)),
        ];
        for way in ways {
            let runs = self.runs.iter().enumerate();
            let found: Vec<usize> = runs
                .filter(|(_, entry)| way(entry, name))
                .map(|(index, _)| index)
                .collect();
            match *found.as_slice() {
                [] => {}
                [only] => return Ok(only),
                _ => return Err(self.ambiguous(name, &found)),
            }
        }
        let dead = Dead::new(format!("no run is called {name:?}"));
        let names = self.runs.iter().flat_map(|entry| {
            let files = entry.files.iter().map(String::as_str);
            files.chain([entry.run.slug.as_str()])
        });
        Err(match nearest(name, names) {
            Some(near) => dead.with_help(format!("the nearest is {near:?}")),
            None => dead,
        })
    }

    fn ambiguous(&self, name: &str, found: &[usize]) -> Dead {
        let slugs = found.iter().take(MAX_NAMED);
        let slugs: Vec<&str> = slugs.map(|&run| self.runs[run].run.slug.as_str()).collect();
        let more = if found.len() > MAX_NAMED { " …" } else { "" };
        Dead::new(format!("{} runs are called {name:?}", found.len()))
            .with_help(format!("name one by its slug: {}{more}", slugs.join(", ")))
    }

    fn page(&self, name: &str) -> Option<&'a Page> {
        self.pages.pages.iter().find(|page| page.name == name)
    }
}

impl<'a> Linker<'a> {
    /// What a path names, read from where the text stands.
    fn path(&self, path: &str) -> Result<Target<'a>, Dead> {
        let folder = match self.origin {
            Origin::Page(page) => page.name.rsplit_once('/').map_or("", |(folder, _)| folder),
            Origin::Note(_) => "",
        };
        let full = normalized(folder, path);
        // Notes lie elsewhere; what is left is the way from the folder above.
        let tail = full.trim_start_matches("../");
        let page = match self.origin {
            Origin::Page(_) => self.directory.page(&full),
            Origin::Note(_) => self
                .directory
                .page(tail)
                .or_else(|| self.directory.page(tail.split_once('/')?.1)),
        };
        if let Some(page) = page {
            return Ok(Target::Page(page));
        }
        if full == "index.md" {
            return Ok(Target::Home);
        }
        let dead = match self.directory.run(tail) {
            Ok(run) => return Ok(Target::Run(run)),
            Err(dead) if dead.message.starts_with("no run") => dead,
            Err(ambiguous) => return Err(ambiguous),
        };
        if !tail.to_ascii_lowercase().ends_with(".md") {
            return Err(Dead {
                message: format!("leads nowhere: neither a page nor a result is called {path:?}"),
                ..dead
            });
        }
        let dead = Dead::new(format!("leads nowhere: there is no page {path:?}"));
        let names = self.directory.pages.pages.iter();
        Err(match nearest(tail, names.map(|page| page.name.as_str())) {
            Some(near) => dead.with_help(format!("the nearest is {near:?}")),
            None => dead,
        })
    }

    /// Checks that there is something of that id.
    fn check(&self, target: &Target<'_>, fragment: &str) -> Result<(), Dead> {
        let has = match target {
            Target::Home => fragment == "content",
            Target::Run(run) => has_anchor(&self.directory.runs[*run].run, fragment),
            Target::Page(page) => self.has_heading(page, fragment),
            Target::Here => match self.origin {
                Origin::Page(page) => self.has_heading(page, fragment),
                Origin::Note(text) => markdown::anchors(text).iter().any(|one| one == fragment),
            },
        };
        match has {
            true => Ok(()),
            false => Err(Dead::new(format!(
                "leads nowhere: there is no heading #{fragment}"
            ))),
        }
    }

    fn has_heading(&self, page: &Page, fragment: &str) -> bool {
        let known = self.directory.anchors.get(page.name.as_str());
        fragment == "content" || known.is_some_and(|known| known.contains(fragment))
    }

    fn address(&self, target: &Target<'_>, fragment: Option<&str>) -> Result<String, Dead> {
        let suffix = fragment.map_or_else(String::new, |fragment| format!("#{fragment}"));
        match (target, self.medium) {
            (Target::Here, _) => Ok(format!("#{}{}", self.prefix, fragment.unwrap_or_default())),
            (Target::Home, Medium::Site(root)) => Ok(format!("{root}{HOME}{suffix}")),
            (Target::Page(page), Medium::Site(root)) => Ok(format!("{root}{}{suffix}", page.path)),
            (Target::Run(run), Medium::Site(root)) => {
                let slug = &self.directory.runs[*run].run.slug;
                Ok(format!("{root}runs/{slug}.html{suffix}"))
            }
            (Target::Run(run), Medium::Report(count)) => {
                let place = Place::among(*run, count);
                let fragment = fragment.filter(|fragment| !fragment.contains('='));
                Ok(place.address(fragment))
            }
            (Target::Home | Target::Page(_), Medium::Report(_)) => {
                Err(Dead::new("a report has no pages".to_owned()))
            }
        }
    }
}

impl Links for Linker<'_> {
    fn link(&self, target: &str) -> Result<String, Dead> {
        let (path, fragment) = match target.split_once('#') {
            Some((path, fragment)) => (path, Some(decoded(fragment))),
            None => (target, None),
        };
        let found = if path.is_empty() && fragment.is_some() {
            Target::Here
        } else if let Some(name) = path.strip_prefix(RUN) {
            Target::Run(self.directory.run(&decoded(name))?)
        } else if let Some(scheme) = scheme(path) {
            if ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str()) {
                return Ok(target.to_owned());
            }
            return Err(Dead::new(format!("a link to {scheme}:, which no page has"))
                .with_help("links lead to https:, http:, mailto:, run: or a path"));
        } else if path.is_empty() {
            return Err(Dead::new("a link without an address".to_owned()));
        } else if path.starts_with(['/', '\\']) {
            return Err(Dead::new(format!("the absolute path {path:?}")).with_help(
                "write the way from this file, such as other.md, so that the site works anywhere",
            ));
        } else {
            self.path(&decoded(path))?
        };
        if let Some(fragment) = fragment.as_deref().filter(|fragment| !fragment.is_empty()) {
            self.check(&found, fragment)?;
        }
        self.address(&found, fragment.as_deref())
    }

    fn picture(&self, target: &str) -> Result<String, Dead> {
        let Origin::Page(page) = self.origin else {
            return Err(Dead {
                level: Level::Warning,
                ..Dead::new(format!("the picture {target:?} is left out"))
                    .with_help("notes hold no pictures, pages do")
            });
        };
        if scheme(target).is_some() || target.starts_with(['/', '\\']) {
            let dead = Dead::new(format!("the picture {target:?} is not beside the pages"));
            return Err(
                dead.with_help("a page loads nothing from elsewhere: put it into the folder")
            );
        }
        let folder = page.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = normalized(folder, &decoded(target));
        let Some(path) = self.directory.pictures.get(name.as_str()) else {
            return Err(Dead::new(format!("there is no picture {target:?}"))
                .with_help("pictures are .png, .jpg, .webp or .gif in the folder of the pages"));
        };
        let path = path.as_deref();
        let path =
            path.ok_or_else(|| Dead::new(format!("failed to read the picture {target:?}")))?;
        match self.medium {
            Medium::Site(root) => Ok(format!("{root}{path}")),
            Medium::Report(_) => Err(Dead::new("a report has no pages".to_owned())),
        }
    }
}

/// A slug without the digits that follow the input.
fn readable(slug: &str) -> &str {
    slug.rsplit_once('-').map_or(slug, |(readable, _)| readable)
}

/// True where the path of a file is this, or ends in it from the start of a name.
fn ends_in(file: &str, name: &str) -> bool {
    let name = name.trim_start_matches("./");
    let before = file.strip_suffix(name);
    !name.is_empty() && before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The scheme of an address that has one.
fn scheme(address: &str) -> Option<&str> {
    let scheme = address.split_once(':')?.0;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then_some(scheme)
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// A path from a folder, without `.` and with `..` at its start only.
fn normalized(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

/// True where the page of a run has something of that id, or the fragment is a state of
/// the viewer.
fn has_anchor(run: &Run, fragment: &str) -> bool {
    let matrix = fragment.strip_prefix("matrix-").and_then(|key| {
        let family = Family::ALL.into_iter().find(|family| family.key() == key)?;
        Layout::of(&run.measurements, family)
    });
    match fragment {
        "content" | "provenance" => true,
        "launch-command" => run.launch_command.is_some(),
        _ => fragment.contains('=') || matrix.is_some(),
    }
}

fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| normalized_damerau_levenshtein(word, name);
    names.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(model: &str, files: &[&str]) -> Entry {
        let mut run = Run::default();
        run.model.name = Some(model.to_owned());
        run.source.sha256 = format!("{model}{files:?}");
        run.identify();
        Entry {
            run,
            files: files.iter().map(|&file| file.to_owned()).collect(),
            diagnostics: Vec::new(),
        }
    }

    fn pages() -> (Pages, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("method.md", "## How we measure"),
            ("guide/setup.md", "## Before"),
            ("guide/shot.png", "png"),
        ] {
            crate::files::write(&folder.path().join(name), text.as_bytes()).unwrap();
        }
        let rules = crate::ingest::redact::Rules::standard();
        let pages = Pages::read(folder.path(), rules).unwrap();
        (pages, folder)
    }

    /// What links of the page `from` become, or of a note.
    fn linked(from: Option<&str>, medium: Medium<'_>, target: &str) -> String {
        let entries = [
            entry("Model-1B", &["results/a/one.json", "results/a/two.json"]),
            entry("Model-2B", &["results/b/one.json"]),
        ];
        let runs: Vec<&Entry> = entries.iter().collect();
        let (pages, _folder) = pages();
        let directory = Directory::new(&runs, &pages);
        let page = from.map(|name| directory.page(name).unwrap());
        let linker = Linker {
            directory: &directory,
            origin: page.map_or(Origin::Note("# Here"), Origin::Page),
            medium,
            prefix: if from.is_none() { "note-" } else { "" },
        };
        let found = match target.ends_with(".png") {
            true => linker.picture(target),
            false => linker.link(target),
        };
        let slugs = |text: String| {
            let mut text = text;
            for entry in &entries {
                text = text.replace(&entry.run.slug, readable(&entry.run.slug));
            }
            text
        };
        match found {
            Ok(address) => slugs(address),
            Err(dead) => slugs(format!(
                "! {} ({})",
                dead.message,
                dead.help.unwrap_or_default()
            )),
        }
    }

    #[test]
    fn links_of_pages_lead_to_pages_runs_and_out_of_the_site() {
        let root = Medium::Site("");
        for (from, medium, target, address) in [
            ("method.md", root, "guide/setup.md", "guide/setup.html"),
            (
                "method.md",
                root,
                "./guide/setup.md#before",
                "guide/setup.html#before",
            ),
            (
                "guide/setup.md",
                Medium::Site("../"),
                "../method.md",
                "../method.html",
            ),
            ("method.md", root, "#how-we-measure", "#how-we-measure"),
            ("method.md", root, "index.md", "index.html"),
            ("method.md", root, "run:model-2b", "runs/model-2b.html"),
            (
                "method.md",
                root,
                "run:b/one.json#provenance",
                "runs/model-2b.html#provenance",
            ),
            (
                "method.md",
                root,
                "../results/a/two.json",
                "runs/model-1b.html",
            ),
            (
                "method.md",
                root,
                "run:two.json#m=ttft_ms.p99",
                "runs/model-1b.html#m=ttft_ms.p99",
            ),
            (
                "method.md",
                root,
                "https://example.org/a#b",
                "https://example.org/a#b",
            ),
            (
                "method.md",
                root,
                "HTTPS://example.org",
                "HTTPS://example.org",
            ),
        ] {
            assert_eq!(linked(Some(from), medium, target), address, "{target}");
        }
    }

    #[test]
    fn a_dead_link_says_why_and_what_is_near() {
        for (target, told) in [
            (
                "metod.md",
                "! leads nowhere: there is no page \"metod.md\" (the nearest is \"method.md\")",
            ),
            (
                "setup.md",
                "! leads nowhere: there is no page \"setup.md\" (the nearest is \"guide/setup.md\")",
            ),
            (
                "#nothing",
                "! leads nowhere: there is no heading #nothing ()",
            ),
            (
                "guide/setup.md#after",
                "! leads nowhere: there is no heading #after ()",
            ),
            (
                "run:model-2b#top",
                "! leads nowhere: there is no heading #top ()",
            ),
            (
                "run:one.json",
                "! 2 runs are called \"one.json\" (name one by its slug: model-1b, model-2b)",
            ),
            (
                "run:three.json",
                "! no run is called \"three.json\" (the nearest is \"results/b/one.json\")",
            ),
            (
                "x.csv",
                "! leads nowhere: neither a page nor a result is called \"x.csv\" (the nearest is \"results/b/one.json\")",
            ),
            (
                "javascript:alert(1)",
                "! a link to javascript:, which no page has (links lead to https:, http:, mailto:, run: or a path)",
            ),
            (
                "/method.md",
                "! the absolute path \"/method.md\" (write the way from this file, such as other.md, so that the site works anywhere)",
            ),
            (
                "//example.org",
                "! the absolute path \"//example.org\" (write the way from this file, such as other.md, so that the site works anywhere)",
            ),
            ("", "! a link without an address ()"),
        ] {
            let found = linked(Some("method.md"), Medium::Site(""), target);
            if !told.contains("the nearest is \"results") {
                assert_eq!(found, told, "{target}");
            } else {
                assert_eq!(
                    found.split_once(" (").unwrap().0,
                    told.split_once(" (").unwrap().0
                );
            }
        }
    }

    #[test]
    fn notes_find_pages_from_wherever_they_lie() {
        let site = Medium::Site("../");
        for (target, address) in [
            ("../pages/method.md", "../method.html"),
            ("pages/guide/setup.md", "../guide/setup.html"),
            ("method.md", "../method.html"),
            ("two.json", "../runs/model-1b.html"),
            ("#here", "#note-here"),
            ("#there", "! leads nowhere: there is no heading #there ()"),
            (
                "shot.png",
                "! the picture \"shot.png\" is left out (notes hold no pictures, pages do)",
            ),
        ] {
            assert_eq!(linked(None, site, target), address, "{target}");
        }
    }

    #[test]
    fn in_a_report_runs_are_articles_and_pages_are_not_there() {
        assert_eq!(linked(None, Medium::Report(2), "run:model-2b"), "#r2");
        let state = linked(None, Medium::Report(2), "run:model-2b#m=ttft_ms.p99");
        assert_eq!(state, "#r2");
        let provenance = linked(None, Medium::Report(2), "run:model-2b#provenance");
        assert_eq!(provenance, "#r2-provenance");
        let page = linked(None, Medium::Report(2), "pages/method.md");
        assert_eq!(page, "! a report has no pages ()");
    }

    #[test]
    fn pictures_lie_beside_the_pages() {
        let picture = |from, target| linked(Some(from), Medium::Site("../"), target);
        let found = picture("guide/setup.md", "shot.png");
        assert!(found.starts_with("../assets/picture."), "{found}");
        assert_eq!(picture("method.md", "guide/shot.png"), found);
        for target in ["shot.png", "https://example.org/x.png", "../x.png"] {
            assert!(picture("method.md", target).starts_with("! "), "{target}");
        }
    }
}
