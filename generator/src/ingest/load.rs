//! From paths to documents: read, unpack, parse.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use speedsheet_core::formats::{Diagnostic, Level};

use super::companions;
use super::document::{self, Document};
use super::file::{Companion, File};
use super::find::{Found, InputFile};
use super::unpack::{Limits, Member, Unpacked, unpack};
use crate::config::{Config, FILE_NAME as CONFIG};
use crate::files;

/// What stands behind the name of a bundle where it is taken for a folder.
pub(super) const BUNDLE: &str = "!";

/// Reads every file, several at a time; the result is in the order of the inputs.
/// `done` is called after each. With `copies` each document has a copy of its file to offer.
pub fn load_all(
    found: &Found,
    config: &Config,
    copies: bool,
    done: impl Fn() + Sync,
) -> Vec<Document> {
    let mut documents: Vec<Document> = found
        .inputs
        .par_iter()
        .flat_map(|input| {
            let documents = load(input, config, copies);
            done();
            documents
        })
        .collect();
    let strays = found.strays.iter();
    documents.extend(strays.map(|path| stray(shown(path, config))));
    let sites = found.sites.iter();
    documents.extend(sites.map(|path| built_before(shown(path, config), path.is_dir())));
    let unused = found.configs.iter().filter(|path| !config.is_of(path));
    documents.extend(unused.map(|path| unused_config(shown(path, config))));
    documents
}

/// Reads one file; a bundle gives a document for each of its files.
fn load(input: &InputFile, config: &Config, copies: bool) -> Vec<Document> {
    let label = shown(&input.path, config);
    let failed = |code, message: String| {
        let message = config.rules().redact(&message);
        let finding = Diagnostic::new(Level::Error, code, message);
        vec![Document::without_runs(label.clone(), finding)]
    };
    let bytes = match files::read(&input.path) {
        Ok(bytes) => bytes,
        Err(error) => return failed("unreadable", format!("{error:#}")),
    };
    let place = files::place(&input.path);
    let (bytes, place) = match unpack(bytes, Limits::INPUT) {
        Ok(Unpacked::Plain(bytes)) => (bytes, place),
        Ok(Unpacked::File(bytes)) => (bytes, companions::unpacked(&place).to_owned()),
        Ok(Unpacked::Bundle(members)) => {
            return Bundle::new(input, label, place, members).load(config, copies);
        }
        Err(reason) => {
            let mut documents = failed("not_unpacked", format!("not unpacked: {reason}"));
            for finding in documents.iter_mut().flat_map(|one| &mut one.diagnostics) {
                finding.help = Some("unpack it yourself and give the files".to_owned());
            }
            return documents;
        }
    };
    let file = File {
        label,
        place,
        bytes,
        named: input.named,
        note: input.note.as_deref().map(companion),
        sidecar: input.sidecar.as_deref().map(companion),
    };
    vec![document::read(&file, config, copies)]
}

/// A path for people, without what the author's own rules find either.
fn shown(path: &Path, config: &Config) -> String {
    config.rules().redact(&files::shown(path))
}

fn companion(path: &Path) -> Companion {
    let name = path.file_name().map(PathBuf::from).unwrap_or_default();
    Companion {
        name: files::shown(&name),
        bytes: files::read(path).map_err(|error| error.root_cause().to_string()),
    }
}

/// A configuration beside the results that is not the one in use was most likely meant.
fn unused_config(label: String) -> Document {
    let message = "a configuration that is not in use";
    let finding = Diagnostic::new(Level::Warning, "unused_config", message)
        .with_help("give it with --config, or run the command in its folder");
    Document::without_runs(label, finding)
}

/// A site holds copies of what it was made from.
fn built_before(label: String, is_site: bool) -> Document {
    let (message, help) = match is_site {
        true => (
            "a site made by speedsheet, not looked into",
            "give the folder itself to read the data of the site",
        ),
        false => (
            "a report made by speedsheet, not looked into",
            "read what it was made from",
        ),
    };
    let finding = Diagnostic::new(Level::Note, "skipped", message).with_help(help);
    Document {
        skipped: true,
        ..Document::without_runs(label, finding)
    }
}

/// A sidecar without its input is most likely misspelt.
fn stray(label: String) -> Document {
    let subject = companions::subject(&label);
    let message = format!("a sidecar of {subject}, which is not among the inputs; it says nothing");
    let finding = Diagnostic::new(Level::Warning, "stray_sidecar", message)
        .with_help("a sidecar lies beside its input and has its whole name before `.meta.toml`");
    Document::without_runs(label, finding)
}

/// A bundle, whose files are read as those of a folder are.
struct Bundle<'a> {
    input: &'a InputFile,
    label: String,
    place: String,
    files: BTreeMap<String, Result<Vec<u8>, String>>,
    /// What is said about the whole bundle, for files without companions of their own.
    note: Option<Companion>,
    sidecar: Option<Companion>,
}

impl<'a> Bundle<'a> {
    fn new(input: &'a InputFile, label: String, place: String, members: Vec<Member>) -> Self {
        let members = members.into_iter();
        Self {
            input,
            label,
            place,
            files: members.map(|one| (one.name, one.bytes)).collect(),
            note: input.note.as_deref().map(companion),
            sidecar: input.sidecar.as_deref().map(companion),
        }
    }

    fn load(mut self, config: &Config, copies: bool) -> Vec<Document> {
        let companions: BTreeSet<String> = self
            .files
            .keys()
            .flat_map(|name| {
                [companions::note_names, companions::sidecar_names].map(|of| beside(name, of))
            })
            .flatten()
            .filter(|name| self.files.contains_key(name))
            .collect();
        let names: Vec<String> = self
            .files
            .keys()
            .filter(|name| !companions.contains(*name) && last(name) != CONFIG)
            .cloned()
            .collect();
        let mut documents: Vec<Document> = names
            .iter()
            .map(|name| self.document(name, config, copies))
            .collect();
        let says_nothing = documents
            .iter()
            .all(|document| document.runs.is_empty() && !document.has_errors());
        if self.input.named && says_nothing {
            let message = match documents.len() {
                0 => "a bundle without files".to_owned(),
                1 => "no benchmark result among the 1 file of the bundle".to_owned(),
                count => format!("no benchmark result among the {count} files of the bundle"),
            };
            let finding = Diagnostic::new(Level::Error, "unrecognised", message)
                .with_help("`speedsheet check` says of each file what it is not");
            documents.push(Document::without_runs(self.label.clone(), finding));
        }
        documents
    }

    fn document(&mut self, name: &str, config: &Config, copies: bool) -> Document {
        let label = format!("{}{BUNDLE}/{}", self.label, shown(Path::new(name), config));
        if companions::is_sidecar(last(name)) {
            return stray(label);
        }
        let note = self.companion(name, companions::note_names);
        let sidecar = self.companion(name, companions::sidecar_names);
        // Taken out, so that no more than one file of the bundle is held twice.
        let bytes = match self.files.remove(name) {
            Some(Ok(bytes)) => bytes,
            Some(Err(reason)) => {
                let message = format!("not unpacked: {reason}");
                let finding = Diagnostic::new(Level::Error, "not_unpacked", message);
                return Document::without_runs(label, finding);
            }
            None => Vec::new(),
        };
        let file = File {
            label,
            place: format!("{}{BUNDLE}/{}", self.place, companions::unpacked(name)),
            bytes,
            named: false,
            note: note.or_else(|| self.note.clone()),
            sidecar: sidecar.or_else(|| self.sidecar.clone()),
        };
        document::read(&file, config, copies)
    }

    /// The first of the names that is a file of the bundle beside `name`.
    fn companion(&self, name: &str, names: fn(&str) -> Vec<String>) -> Option<Companion> {
        let found = beside(name, names).into_iter();
        let mut found =
            found.filter_map(|name| Some((last(&name).to_owned(), self.files.get(&name)?)));
        found.next().map(|(name, bytes)| Companion {
            name: files::shown(Path::new(&name)),
            bytes: bytes.clone(),
        })
    }
}

/// The names of companions, in the folder of `name`.
fn beside(name: &str, names: fn(&str) -> Vec<String>) -> Vec<String> {
    let folder = &name[..name.len() - last(name).len()];
    let names = names(last(name)).into_iter();
    names.map(|name| format!("{folder}{name}")).collect()
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
