//! What a site or a report is made of: the inputs, read and put together, with what there
//! was to say about them said.

use std::io::IsTerminal;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use speedsheet_core::formats::Level;

use super::inputs::Inputs;
use super::output::{self, counted};
use super::{Exit, render};
use crate::config::Config;
use crate::ingest::{self, Document, Gathered};
use crate::site::{self, Address, Entry, InputCopy, Settings, Theme};
use crate::writing::Pages;

/// The runs of the inputs.
pub(super) struct Material {
    pub(super) config: Config,
    /// Every run with its findings. None where `exit` is [`Exit::Nothing`].
    pub(super) entries: Vec<Entry>,
    /// The author's own pages.
    pub(super) pages: Pages,
    /// Copies of the inputs to offer.
    pub(super) copies: Vec<InputCopy>,
    /// What was put together, a line for each run.
    pub(super) grouped: String,
    /// What was wrong with inputs, as it was told.
    pub(super) errors: Vec<String>,
    /// How the reading went.
    pub(super) exit: Exit,
}

impl Material {
    /// Reads the inputs, and tells of problems on standard error. Files of a sweep become one
    /// run where `group` and the configuration allow it.
    ///
    /// # Errors
    /// If the configuration cannot be read.
    pub(super) fn gather(inputs: &Inputs, group: bool) -> Result<Self> {
        let bar = ProgressBar::hidden();
        let mut read = inputs.read(true, |count| {
            show(&bar, count);
            || bar.inc(1)
        })?;
        bar.finish_and_clear();
        let exit = Exit::of(&read.documents).and_problems(&read.found.problems);
        let group = read.config.group && group;
        let gathered = ingest::gather(&mut read.documents, &read.found, read.config.rules(), group);
        let grouped = grouped(&gathered);
        let entries: Vec<Entry> = gathered.into_iter().map(entry).collect();
        let mut pages = read.config.pages()?;
        site::check(&entries, &mut pages)?;
        let exit = exit.and_texts(&pages.documents);
        let problems = read.found.problems.iter().map(output::chain);
        let told = report(read.documents.iter().chain(&pages.documents));
        let errors = problems.chain(told).collect();
        if exit == Exit::Nothing {
            output::tell(
                "error: nothing to build: no input holds a benchmark result\n  \
                 `speedsheet formats` lists what can be read",
            );
        } else if !site::has_viewer() {
            output::tell(
                "warning: this speedsheet was built without its viewer, so the pages are complete \
                 but not interactive; run `cargo xtask viewer` and build speedsheet again",
            );
        }
        let copies = read.documents.into_iter();
        Ok(Self {
            grouped,
            entries,
            pages,
            copies: copies.filter_map(|document| document.copy).collect(),
            config: read.config,
            errors,
            exit,
        })
    }

    /// What the author says about the whole; `address` is where the site will be.
    pub(super) fn settings<'a>(
        &'a self,
        theme: &'a Theme,
        address: Option<&'a Address>,
    ) -> Settings<'a> {
        Settings {
            title: self.config.title.as_deref(),
            theme,
            address,
        }
    }
}

/// Shows the progress where somebody watches.
fn show(bar: &ProgressBar, inputs: usize) {
    if std::io::stderr().is_terminal() && inputs > 1 {
        bar.set_length(inputs as u64);
        bar.set_draw_target(ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("reading {wide_bar} {pos} of {len}") {
            bar.set_style(style);
        }
    }
}

/// Most warnings of one input that are told; `speedsheet check` tells all.
const MAX_WARNINGS: usize = 10;

/// Tells errors and warnings, each on its line, and gives the errors; the rest is for
/// `speedsheet check`.
fn report<'a>(documents: impl Iterator<Item = &'a Document>) -> Vec<String> {
    let mut errors = Vec::new();
    let (mut untold, mut skipped, mut redacted) = (0, 0, 0);
    for document in documents {
        redacted += document.redacted();
        if document.skipped {
            skipped += 1;
            continue;
        }
        let mut warnings = 0;
        for diagnostic in &document.diagnostics {
            if document.repeats && diagnostic.code != "repeated" {
                // It was said about the file that is shown.
                continue;
            }
            let is_told = match diagnostic.level {
                Level::Error => true,
                Level::Warning => {
                    warnings += 1;
                    warnings <= MAX_WARNINGS
                }
                Level::Note if diagnostic.code == "redacted" => continue,
                Level::Note => ["repeated", "not_grouped"].contains(&diagnostic.code),
            };
            if is_told {
                let line = render::short(document, diagnostic);
                output::tell(&line);
                if diagnostic.level == Level::Error {
                    errors.push(line);
                }
            } else if diagnostic.code != "grouped" {
                untold += 1;
            }
        }
    }
    if skipped > 0 {
        let files = counted(skipped, "other file");
        output::tell(&format!("skipped {files}: no benchmark results"));
    }
    if redacted > 0 {
        output::tell(&format!(
            "redacted secrets and personal details in {}: `speedsheet check` lists them",
            counted(redacted, "place")
        ));
    }
    if untold > 0 {
        let findings = counted(untold, "more finding");
        output::tell(&format!("{findings}: `speedsheet check` shows them"));
    }
    errors
}

pub(super) fn entry(gathered: Gathered) -> Entry {
    Entry {
        run: gathered.run,
        files: gathered.files,
        diagnostics: gathered.diagnostics,
    }
}

/// What was put together, a line for each run.
fn grouped(gathered: &[Gathered]) -> String {
    let together = gathered.iter().filter_map(|one| one.together.as_ref());
    together
        .map(|together| format!("grouped {}\n", together.summary))
        .collect()
}
