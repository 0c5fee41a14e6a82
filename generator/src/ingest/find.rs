//! Which files the arguments mean.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use walkdir::WalkDir;

use crate::files;

/// One file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFile {
    /// Where it is.
    pub path: PathBuf,
    /// True where the file itself was asked for, not the folder it is in. What is
    /// found in a folder may be something else than a result.
    pub named: bool,
    /// Markdown with the same stem beside it: what the author says about it.
    pub note: Option<PathBuf>,
}

/// The files that `paths` mean, folders walked in sorted order, each file once; and
/// what could not be looked into.
///
/// Hidden files and folders are left out. Markdown is a note where another file with
/// the same stem lies beside it.
pub fn find(paths: &[PathBuf]) -> (Vec<InputFile>, Vec<anyhow::Error>) {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        if path.is_dir() {
            for entry in walk(path) {
                match entry {
                    Ok(file) => found.push((file, false)),
                    Err(problem) => problems.push(problem),
                }
            }
        } else {
            found.push((path.clone(), true));
        }
    }
    (without_repeats(found), problems)
}

fn walk(folder: &Path) -> Vec<Result<PathBuf>> {
    let hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !hidden(entry.file_name()))
        .filter_map(|entry| match entry {
            Ok(entry) if entry.file_type().is_file() => Some(Ok(entry.into_path())),
            Ok(_) => None,
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                let cause = error.into_io_error().map_or_else(
                    || anyhow!("the link leads back to itself"),
                    anyhow::Error::from,
                );
                Some(Err(cause.context(format!(
                    "failed to look into {}",
                    files::shown(&path)
                ))))
            }
        })
        .collect()
}

fn without_repeats(found: Vec<(PathBuf, bool)>) -> Vec<InputFile> {
    let stems: BTreeSet<PathBuf> = found
        .iter()
        .filter(|(path, _)| !is_markdown(path))
        .map(|(path, _)| path.with_extension(""))
        .collect();
    let mut seen = BTreeSet::new();
    found
        .into_iter()
        .filter(|(path, _)| !(is_markdown(path) && stems.contains(&path.with_extension(""))))
        .filter(|(path, _)| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())))
        .map(|(path, named)| {
            let note = Some(path.with_extension("md"))
                .filter(|note| !is_markdown(&path) && note.is_file());
            InputFile { path, named, note }
        })
        .collect()
}

fn is_markdown(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            files::write(&folder.path().join(file), b"x").unwrap();
        }
        folder
    }

    fn names(inputs: &[InputFile], folder: &tempfile::TempDir) -> Vec<String> {
        inputs
            .iter()
            .map(|input| files::shown(input.path.strip_prefix(folder.path()).unwrap()))
            .collect()
    }

    #[test]
    fn folders_are_walked_in_order_without_hidden_files() {
        let folder = folder(&["b.txt", "a/z.json", "a/.hidden.json", ".git/x.json"]);
        let (inputs, problems) = find(&[folder.path().to_path_buf()]);
        assert_eq!(names(&inputs, &folder), ["a/z.json", "b.txt"]);
        assert!(problems.is_empty());
    }

    #[test]
    fn markdown_beside_an_input_is_its_note() {
        let folder = folder(&["a.txt", "a.md", "README.md"]);
        let (inputs, _) = find(&[folder.path().to_path_buf()]);
        assert_eq!(names(&inputs, &folder), ["README.md", "a.txt"]);
        assert_eq!(inputs[1].note, Some(folder.path().join("a.md")));
        assert_eq!(inputs[0].note, None);
    }

    #[test]
    fn a_file_that_is_asked_for_twice_is_read_once() {
        let folder = folder(&["a.txt"]);
        let (inputs, _) = find(&[folder.path().join("a.txt"), folder.path().to_path_buf()]);
        assert_eq!(inputs.len(), 1);
        assert!(inputs[0].named);
    }
}
