//! `speedsheet build`.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use speedsheet_core::formats::Level;

use super::output::{self, counted};
use super::{Exit, render};
use crate::ingest::redact::Rules;
use crate::ingest::{self, Document, InputFile};
use crate::site::{self, Entry, OutputFolder};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Benchmark results: files, or folders to look into
    ///
    /// Markdown with the same stem beside a file, such as `run.md` beside `run.txt`, is
    /// shown on its page as the author's notes.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Folder of the site; replaced as a whole where it holds an earlier one
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let folder = OutputFolder::claim(&args.out, &args.inputs)?;
    let (inputs, problems) = ingest::find(&args.inputs);
    problems.iter().for_each(output::failure);
    let mut documents = load(&inputs);
    ingest::mark_repeats(&mut documents);
    ingest::part_slugs(&mut documents);
    report(&documents);

    let exit = Exit::of(&documents).and_problems(&problems);
    if exit == Exit::Nothing {
        output::tell(
            "error: nothing to build: no input holds a benchmark result\n  \
             `speedsheet formats` lists what can be read",
        );
        return Ok(exit);
    }
    if !site::has_viewer() {
        output::tell(
            "warning: this speedsheet was built without its viewer, so the pages are complete \
             but not interactive; run `cargo xtask viewer` and build speedsheet again",
        );
    }
    let entries = entries(documents);
    let files = site::render(&entries)?;
    folder.replace_with(&files)?;
    output::print(&summary(&entries, folder.shown()))?;
    Ok(exit)
}

/// Reads the inputs, with a progress bar where somebody watches.
fn load(inputs: &[InputFile]) -> Vec<Document> {
    let bar = if std::io::stderr().is_terminal() && inputs.len() > 1 {
        ProgressBar::new(inputs.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template("reading {wide_bar} {pos} of {len}") {
        bar.set_style(style);
    }
    let documents = ingest::load_all(inputs, Rules::standard(), || bar.inc(1));
    bar.finish_and_clear();
    documents
}

/// Most warnings of one input that are told; `speedsheet check` tells all.
const MAX_WARNINGS: usize = 10;

/// Errors and warnings, each on its line; the rest is for `speedsheet check`.
fn report(documents: &[Document]) {
    let (mut untold, mut skipped, mut redacted) = (0, 0, 0);
    for document in documents {
        redacted += document.redacted();
        if document.skipped {
            skipped += 1;
            continue;
        }
        let mut warnings = 0;
        for diagnostic in &document.diagnostics {
            let is_told = match diagnostic.level {
                Level::Error => true,
                Level::Warning => {
                    warnings += 1;
                    warnings <= MAX_WARNINGS
                }
                Level::Note if diagnostic.code == "redacted" => continue,
                Level::Note => diagnostic.code == "repeated",
            };
            if is_told {
                output::tell(&render::short(document, diagnostic));
            } else {
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
}

fn entries(documents: Vec<Document>) -> Vec<Entry> {
    documents
        .into_iter()
        .flat_map(|document| {
            let diagnostics = document.diagnostics;
            document.runs.into_iter().map(move |run| Entry {
                run,
                diagnostics: diagnostics.clone(),
            })
        })
        .collect()
}

fn summary(entries: &[Entry], folder: &str) -> String {
    let mut text = String::new();
    for entry in entries {
        let run = &entry.run;
        let count = counted(run.measurements.len(), "measurement");
        text.push_str(&format!("{folder}/runs/{}.html  {count}\n", run.slug));
    }
    text.push_str(&format!(
        "built {}: open {folder}/index.html\n",
        counted(entries.len(), "run")
    ));
    text
}
