//! Which files the arguments mean.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use walkdir::WalkDir;

use super::companions;
use crate::config::FILE_NAME as CONFIG;
use crate::files;
use crate::site::{is_report, is_site};

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
    /// What the author supplies because the tool did not record it.
    pub sidecar: Option<PathBuf>,
}

/// What the arguments mean.
#[derive(Debug, Default)]
pub struct Found {
    /// The files to read, folders walked in sorted order, each file once.
    pub inputs: Vec<InputFile>,
    /// The folders that were asked for.
    pub folders: Vec<PathBuf>,
    /// Sidecars whose input is not among the files.
    pub strays: Vec<PathBuf>,
    /// Sites and reports made by this program below the folders, which hold copies of
    /// results.
    pub sites: Vec<PathBuf>,
    /// Configurations in the folders; none is an input, and one of them may be in use.
    pub configs: Vec<PathBuf>,
    /// What could not be looked into.
    pub problems: Vec<anyhow::Error>,
}

/// Finds the files that `paths` mean.
///
/// Hidden files and folders are left out, and so are the configuration of the report and
/// sites and reports that were built before, unless they are asked for themselves.
/// Markdown is a note where another file with the same stem lies beside it, and a
/// sidecar is never an input. The folders in `own` hold something else of the author's and
/// are not looked into, unless they are asked for themselves.
pub fn find(paths: &[PathBuf], own: &[PathBuf]) -> Found {
    let own: Vec<PathBuf> = own.iter().map(|folder| identity(folder)).collect();
    let mut found = Found::default();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.folders.push(path.clone());
            for entry in walk(path, &own, &mut found.sites) {
                match entry {
                    Ok(file) if file.file_name().is_some_and(|name| name == CONFIG) => {
                        found.configs.push(file);
                    }
                    Ok(file) => files.push((file, false)),
                    Err(problem) => found.problems.push(problem),
                }
            }
        } else {
            files.push((path.clone(), true));
        }
    }
    let companions = companions_of(&files);
    let named: BTreeSet<PathBuf> = files
        .iter()
        .filter(|(_, named)| *named)
        .map(|(path, _)| identity(path))
        .collect();
    let mut seen = BTreeSet::new();
    for (path, _) in files {
        if companions.contains(&path) || !seen.insert(identity(&path)) {
            continue;
        }
        if companions::is_sidecar(&name_of(&path)) {
            found.strays.push(path);
            continue;
        }
        found.inputs.push(InputFile {
            named: named.contains(&identity(&path)),
            note: beside(&path, companions::note_names),
            sidecar: beside(&path, companions::sidecar_names),
            path,
        });
    }
    found
}

fn walk(folder: &Path, own: &[PathBuf], sites: &mut Vec<PathBuf>) -> Vec<Result<PathBuf>> {
    let hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let path = entry.path();
            let is_site = entry.depth() > 0 && (is_site(path) || is_report(path));
            if is_site {
                sites.push(path.to_path_buf());
            }
            let is_own = || entry.file_type().is_dir() && own.contains(&identity(path));
            !is_site && (entry.depth() == 0 || !hidden(entry.file_name()) && !is_own())
        })
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

/// The files that another of the files has as its note or sidecar.
fn companions_of(files: &[(PathBuf, bool)]) -> BTreeSet<PathBuf> {
    let mut companions = BTreeSet::new();
    for (path, _) in files {
        let name = name_of(path);
        let notes = companions::note_names(&name);
        let sidecars = companions::sidecar_names(&name);
        companions.extend(
            notes
                .into_iter()
                .chain(sidecars)
                .map(|name| path.with_file_name(name)),
        );
    }
    companions
}

/// The first of the names that is a file beside `path`.
fn beside(path: &Path, names: fn(&str) -> Vec<String>) -> Option<PathBuf> {
    names(&name_of(path))
        .into_iter()
        .map(|name| path.with_file_name(name))
        .find(|candidate| candidate.is_file())
}

/// The same for every spelling of a path.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
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
        let found = find(&[folder.path().to_path_buf()], &[]);
        assert_eq!(names(&found.inputs, &folder), ["a/z.json", "b.txt"]);
        assert!(found.problems.is_empty());
        assert_eq!(found.folders, [folder.path()]);
    }

    #[test]
    fn markdown_beside_an_input_is_its_note() {
        let folder = folder(&["a.txt", "a.md", "README.md"]);
        let inputs = find(&[folder.path().to_path_buf()], &[]).inputs;
        assert_eq!(names(&inputs, &folder), ["README.md", "a.txt"]);
        assert_eq!(inputs[1].note, Some(folder.path().join("a.md")));
        assert_eq!(inputs[0].note, None);
    }

    #[test]
    fn a_sidecar_belongs_to_its_input_and_is_none_itself() {
        let folder = folder(&["a.json", "a.json.meta.toml", "b.json.meta.toml"]);
        let found = find(&[folder.path().to_path_buf()], &[]);
        assert_eq!(names(&found.inputs, &folder), ["a.json"]);
        let sidecar = folder.path().join("a.json.meta.toml");
        assert_eq!(found.inputs[0].sidecar, Some(sidecar.clone()));
        assert_eq!(found.strays, [folder.path().join("b.json.meta.toml")]);

        let alone = find(&[sidecar], &[]);
        assert_eq!((alone.inputs.len(), alone.strays.len()), (0, 1));
    }

    #[test]
    fn the_configuration_of_the_report_is_no_input() {
        let folder = folder(&["speedsheet.toml", "a.txt"]);
        let found = find(&[folder.path().to_path_buf()], &[]);
        assert_eq!(names(&found.inputs, &folder), ["a.txt"]);
        assert_eq!(found.configs, [folder.path().join("speedsheet.toml")]);
    }

    #[test]
    fn a_site_in_a_folder_is_left_out_unless_it_is_asked_for() {
        let folder = folder(&["a.txt", "site/data/a.json", "other/site.json"]);
        let marker = b"{ \"generator\": \"speedsheet\" }";
        files::write(&folder.path().join("site/site.json"), marker).unwrap();
        let found = find(&[folder.path().to_path_buf()], &[]);
        assert_eq!(names(&found.inputs, &folder), ["a.txt", "other/site.json"]);
        assert_eq!(found.sites, [folder.path().join("site")]);
        assert_eq!(find(&[folder.path().join("site")], &[]).inputs.len(), 2);
    }

    #[test]
    fn a_file_that_is_asked_for_twice_is_read_once() {
        let folder = folder(&["a.txt"]);
        let (file, all) = (folder.path().join("a.txt"), folder.path().to_path_buf());
        for paths in [[file.clone(), all.clone()], [all, file]] {
            let inputs = find(&paths, &[]).inputs;
            assert_eq!(inputs.len(), 1);
            assert!(inputs[0].named);
        }
    }
}
