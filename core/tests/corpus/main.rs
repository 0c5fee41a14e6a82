//! Every file of the corpus against what is known of it.
//!
//! A folder `../shared` beside the checkout, where present, holds real output of every
//! tool. Each file has a row in a table here: which format it is, what comes out, and
//! values read off the file by hand, or why it is refused. Without the folder only the
//! tables themselves are checked.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod harm;
mod loss;
mod odd;
mod pairs;
mod row;
mod tables;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use speedsheet_core::formats::{self, Parsed};

use crate::row::Row;

/// The folder of real files, where present.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/formats"));
    folder.is_dir().then(|| folder.to_path_buf())
}

/// The bytes of a file of the corpus.
fn bytes(folder: &Path, row: &Row) -> Vec<u8> {
    let path = folder.join(row.file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse(folder: &Path, row: &Row) -> Parsed {
    let name = Path::new(row.file).file_name().unwrap().to_str();
    formats::parse(&bytes(folder, row), name)
}

#[test]
fn every_file_gives_what_is_known_of_it() {
    let Some(folder) = folder() else { return };
    let mut problems = Vec::new();
    for row in tables::chosen() {
        let parsed = parse(&folder, row);
        println!("{}", row.line(&parsed));
        problems.extend(row.problems(&parsed));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_file_has_one_row() {
    let mut rows = BTreeSet::new();
    for row in tables::all() {
        assert!(rows.insert(row.file.to_owned()), "{} twice", row.file);
    }
    let Some(folder) = folder() else { return };
    let mut files = BTreeSet::new();
    list(&folder, &folder, &mut files);
    files.remove("README.md");
    let missing: Vec<_> = files.difference(&rows).collect();
    assert!(missing.is_empty(), "without a row: {missing:#?}");
    let gone: Vec<_> = rows.difference(&files).collect();
    assert!(gone.is_empty(), "no such file: {gone:#?}");
}

#[test]
fn a_file_that_gives_nothing_says_why() {
    let Some(folder) = folder() else { return };
    for row in tables::chosen() {
        let parsed = parse(&folder, row);
        let is_silent = parsed.runs.iter().all(|run| run.measurements.is_empty())
            && parsed.diagnostics.is_empty()
            && parsed.runs.iter().all(|run| run.notes.is_empty());
        assert!(!is_silent, "{}", row.file);
    }
}

fn list(root: &Path, folder: &Path, files: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(root, &path, files);
        } else {
            files.insert(
                path.strip_prefix(root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned(),
            );
        }
    }
}
