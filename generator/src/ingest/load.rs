//! From paths to documents.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use speedsheet_core::formats::{Diagnostic, Level};

use super::companions;
use super::document::{self, Companion, Document, File};
use super::find::{Found, InputFile};
use crate::config::Config;
use crate::files;

/// Reads every file, several at a time; the result is in the order of the inputs.
/// `done` is called after each.
pub fn load_all(found: &Found, config: &Config, done: impl Fn() + Sync) -> Vec<Document> {
    let mut documents: Vec<Document> = found
        .inputs
        .par_iter()
        .flat_map(|input| {
            let documents = load(input, config);
            done();
            documents
        })
        .collect();
    documents.extend(found.strays.iter().map(|path| stray(&files::shown(path))));
    documents
}

/// Reads one file.
fn load(input: &InputFile, config: &Config) -> Vec<Document> {
    let label = files::shown(&input.path);
    let bytes = match files::read(&input.path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let finding = Diagnostic::new(Level::Error, "unreadable", format!("{error:#}"));
            return vec![Document::without_runs(label, finding)];
        }
    };
    let file = File {
        label,
        place: files::place(&input.path),
        bytes,
        named: input.named,
        note: input.note.as_deref().map(companion),
        sidecar: input.sidecar.as_deref().map(companion),
    };
    vec![document::read(&file, config)]
}

fn companion(path: &Path) -> Companion {
    let name = path.file_name().map(PathBuf::from).unwrap_or_default();
    Companion {
        name: files::shown(&name),
        bytes: files::read(path).map_err(|error| error.root_cause().to_string()),
    }
}

/// A sidecar without its input is most likely misspelt.
fn stray(label: &str) -> Document {
    let subject = companions::subject(label);
    let message = format!("a sidecar of {subject}, which is not among the inputs; it says nothing");
    let finding = Diagnostic::new(Level::Warning, "stray_sidecar", message)
        .with_help("a sidecar lies beside its input and has its whole name before `.meta.toml`");
    Document::without_runs(label.to_owned(), finding)
}
