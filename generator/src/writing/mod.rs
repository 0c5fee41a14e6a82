//! The author's own pages: Markdown files in a folder, with front matter that says how each
//! is called and where it stands.
//!
//! `guide/setup.md` becomes `guide/setup.html` beside the runs. `index.md` is put above the
//! list of runs. What is wrong with a file is a finding, and the others are read.

mod front;
mod picture;

pub use picture::Picture;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::slugify;
use walkdir::{DirEntry, WalkDir};

use crate::files;
use crate::ingest::Document;
use crate::ingest::redact::Rules;
use crate::markdown;
use front::Front;

/// The page that is put above the list of runs.
const HOME: &str = "index.html";

/// Names that mean something else in a site, or no file at all on some systems.
const TAKEN: [&str; 10] = [
    "404", "assets", "aux", "con", "data", "embed", "inputs", "nul", "prn", "runs",
];

/// Largest page, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The author's pages, without secrets.
#[derive(Debug, Default)]
pub struct Pages {
    /// The pages in the order of the navigation.
    pub pages: Vec<Page>,
    /// Pictures that pages may show, by their names in the folder.
    pub pictures: BTreeMap<String, Picture>,
    /// What there is to say about the files, those of the pages in the order of `pages`.
    pub documents: Vec<Document>,
}

/// A page of the author's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Name of the file in the folder of the pages, with slashes: `guide/setup.md`.
    pub name: String,
    /// The file for people.
    pub label: String,
    /// Where it will be in the site: `guide/setup.html`.
    pub path: String,
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence, where the author says so.
    pub description: Option<String>,
    /// Whether the navigation leads to it.
    pub nav: bool,
    /// Its place in the navigation; those without one come last.
    order: Option<i64>,
    /// Markdown. The front matter, and the heading that gave the title, are blank lines
    /// in it, so that every line has the number it has in the file.
    pub text: String,
}

impl Page {
    /// True for the page that is put above the list of runs.
    pub fn is_home(&self) -> bool {
        self.path == HOME
    }
}

impl Pages {
    /// Reads the pages in a folder, however deep. Hidden files are left out, and links are
    /// not followed.
    ///
    /// # Errors
    /// If the folder cannot be looked into.
    pub fn read(folder: &Path, rules: &Rules) -> Result<Self> {
        let mut pages = Self::default();
        let entries = WalkDir::new(folder)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| !is_hidden(entry));
        for entry in entries {
            let attempt = || format!("failed to read the pages in {}", files::shown(folder));
            let entry = entry.with_context(attempt)?;
            if entry.file_type().is_dir() {
                continue;
            }
            pages.take(folder, &entry, rules);
        }
        pages.settle();
        Ok(pages)
    }

    fn take(&mut self, folder: &Path, entry: &DirEntry, rules: &Rules) {
        let label = files::shown(entry.path());
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let name = below.to_str().map(|name| name.replace('\\', "/"));
        let problem = |message: &str| Diagnostic::new(Level::Error, "page", message);
        let Some(name) = name.filter(|_| entry.file_type().is_file()) else {
            let finding = problem("no plain file with a readable name, so it is left out");
            self.tell(label, finding);
            return;
        };
        if let Some(kind) = picture::kind(&name) {
            let picture = Picture::new(entry.path().to_path_buf(), kind);
            self.pictures.insert(name, picture);
            return;
        }
        if !name.to_ascii_lowercase().ends_with(".md") {
            let finding = Diagnostic::new(Level::Note, "skipped", "neither a page nor a picture")
                .with_help("pages are Markdown (.md), pictures .png, .jpg, .webp or .gif");
            let mut document = Document::without_runs(label, finding);
            document.skipped = true;
            self.documents.push(document);
            return;
        }
        match read_text(entry) {
            Ok(text) => self.add(name, label, &text, rules),
            Err(message) => self.tell(label, problem(&message)),
        }
    }

    fn tell(&mut self, label: String, finding: Diagnostic) {
        self.documents.push(Document::without_runs(label, finding));
    }

    fn add(&mut self, name: String, label: String, text: &str, rules: &Rules) {
        let (text, found) = rules.redact_input(text);
        let mut document = Document::written(label.clone(), text.clone());
        document.redactions = found.redactions(rules);
        document.diagnostics = found.diagnostics(rules);
        let path = match path(&name) {
            Ok(path) => path,
            Err(message) => {
                let finding = Diagnostic::new(Level::Error, "page", message)
                    .with_help("rename it; letters a to z, digits and dashes are safe");
                document.diagnostics.push(finding);
                self.documents.push(document);
                return;
            }
        };
        match front::split(&text) {
            Ok((front, text)) => self.pages.push(page(name, label, path, front, text)),
            Err(finding) => document.diagnostics.push(finding),
        }
        self.documents.push(document);
    }

    /// Puts the pages into order, and leaves out what would be at the same place.
    fn settle(&mut self) {
        let mut taken: BTreeMap<String, String> = BTreeMap::new();
        let documents = &mut self.documents;
        self.pages.retain(|page| {
            let Some(other) = taken.insert(page.path.clone(), page.label.clone()) else {
                return true;
            };
            let message = format!("would be {} in the site, as {other} is", page.path);
            let document = documents.iter_mut().find(|one| one.label == page.label);
            if let Some(document) = document {
                let finding = Diagnostic::new(Level::Error, "page", message);
                document
                    .diagnostics
                    .push(finding.with_help("rename one of them"));
            }
            taken.insert(page.path.clone(), other);
            false
        });
        self.pages.sort_by_cached_key(|page| {
            let order = page.order.unwrap_or(i64::MAX);
            (order, page.title.to_lowercase(), page.path.clone())
        });
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn read_text(entry: &DirEntry) -> Result<String, String> {
    let size = entry.metadata().map_or(0, |known| known.len());
    if size > MAX_BYTES {
        return Err(format!(
            "{size} bytes, more than the {MAX_BYTES} that a page may have"
        ));
    }
    let bytes = files::read(entry.path()).map_err(|error| format!("{error:#}"))?;
    let text = String::from_utf8(bytes).map_err(|_| "not UTF-8; save it as UTF-8".to_owned())?;
    let text = text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text);
    Ok(text.replace("\r\n", "\n"))
}

fn page(name: String, label: String, path: String, front: Front, mut text: String) -> Page {
    let leading = match front.title {
        Some(_) => None,
        None => markdown::leading_title(&text),
    };
    let leading = leading.map(|(title, end)| {
        text = blank(&text, end);
        title
    });
    let stem = name.rsplit('/').next().unwrap_or(&name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let title = front.title.or(leading).filter(|title| !title.is_empty());
    Page {
        title: title.unwrap_or_else(|| stem.replace(['-', '_'], " ")),
        description: front.description,
        nav: front.nav,
        order: front.order,
        name,
        label,
        path,
        text,
    }
}

/// The text with its first `end` bytes taken out, the lines of them kept.
fn blank(text: &str, end: usize) -> String {
    let (first, rest) = text.split_at(end);
    "\n".repeat(first.matches('\n').count()) + rest
}

/// Where a page will be.
fn path(name: &str) -> Result<String, String> {
    let stem = &name[..name.len() - ".md".len()];
    let parts: Vec<String> = stem.split('/').map(slugify).collect();
    if parts.iter().any(String::is_empty) {
        return Err(format!(
            "the name {name:?} has no letter or digit to make an address of"
        ));
    }
    let is_port = |part: &str| {
        let number = part.strip_prefix("com").or(part.strip_prefix("lpt"));
        number.is_some_and(|number| number.len() == 1 && number != "0")
    };
    let taken = parts
        .iter()
        .find(|part| TAKEN.contains(&part.as_str()) || is_port(part));
    if let Some(taken) = taken {
        return Err(format!("{taken:?} is no name that a page can have"));
    }
    Ok(parts.join("/") + ".html")
}

#[cfg(test)]
mod tests;
