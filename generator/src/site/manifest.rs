//! `manifest.json`: the SHA-256 of every file of a site and of every input it was made from.
//!
//! It is also what a site is known by, and what tells its own files from those that somebody
//! put beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Component, Path};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use speedsheet_core::model::{Run, sha256_hex};

use super::Entry;
use super::files::Files;
use crate::files;

/// Name of the manifest, in the root of a site.
pub(super) const NAME: &str = "manifest.json";

/// How every manifest of ours starts. One of a web app, which may have the same name, does not.
const START: &str = "{\n  \"generator\": \"speedsheet\"";

/// The number of the arrangement of files described in ARCHITECTURE.md.
const LAYOUT: u32 = 2;

/// What a site is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    generator: String,
    /// Version of the program that wrote it.
    version: String,
    layout: u32,
    /// The inputs, sorted by name.
    #[serde(default)]
    inputs: Vec<Input>,
    /// Every file but the manifest itself, by its path from the root of the site.
    pub(super) files: BTreeMap<String, Sum>,
}

/// An input of a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Input {
    /// Its name without a folder; absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Of its bytes as they were read, before anything was redacted.
    sha256: String,
    /// Slugs of the runs that came from it.
    runs: BTreeSet<String>,
}

/// What tells whether a file was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sum {
    pub(super) sha256: String,
    pub(super) bytes: u64,
}

impl Sum {
    /// The sum of these bytes.
    pub(super) fn of(content: &[u8]) -> Self {
        Self {
            sha256: sha256_hex(content),
            bytes: content.len() as u64,
        }
    }
}

impl Manifest {
    /// The manifest of a site with these runs and the files written so far.
    pub(super) fn new(entries: &[&Entry], files: &Files) -> Self {
        Self {
            generator: "speedsheet".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            layout: LAYOUT,
            inputs: inputs(entries.iter().map(|entry| &entry.run)),
            files: files.sums().clone(),
        }
    }

    /// The text of the file, an entry per line.
    pub(super) fn to_text(&self) -> Result<String> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?))
    }

    /// Reads the manifest of a site.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    fn read(folder: &Path) -> Result<(Self, String)> {
        let path = folder.join(NAME);
        let bytes = files::read(&path)?;
        if !bytes.starts_with(START.as_bytes()) {
            bail!(
                "{} is not the manifest of a site made by speedsheet, which starts with its name",
                files::shown(&path)
            );
        }
        let manifest: Self = serde_json::from_slice(&bytes)
            .with_context(|| format!("{} is damaged", files::shown(&path)))?;
        for path in manifest.files.keys() {
            if !is_inside(path) {
                bail!(
                    "{} lists {path:?}, which is not the path of a file inside of the site; \
                     it was not written by speedsheet",
                    files::shown(&folder.join(NAME))
                );
            }
        }
        Ok((manifest, sha256_hex(&bytes)))
    }
}

/// True for the folder of a site, going by the start of its manifest.
pub(super) fn is_in(folder: &Path) -> bool {
    let mut start = [0; START.len()];
    std::fs::File::open(folder.join(NAME))
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok_and(|()| start == START.as_bytes())
}

/// The paths of the files that a site lists as its own; `None` where its manifest cannot be
/// read.
pub(super) fn own_files(folder: &Path) -> Option<BTreeSet<String>> {
    let (manifest, _) = Manifest::read(folder).ok()?;
    let mut paths: BTreeSet<String> = manifest.files.into_keys().collect();
    paths.insert(NAME.to_owned());
    Some(paths)
}

/// True for a path that leads to a file below the folder it is joined to.
fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

fn inputs<'a>(runs: impl Iterator<Item = &'a Run>) -> Vec<Input> {
    let mut found: BTreeMap<(Option<&str>, &str), BTreeSet<String>> = BTreeMap::new();
    for run in runs {
        let source = &run.source;
        let mut add = |name: Option<&'a str>, sha256: &'a str| {
            let runs = found.entry((name, sha256)).or_default();
            runs.insert(run.slug.clone());
        };
        if source.parts.is_empty() {
            add(source.file_name.as_deref(), &source.sha256);
        }
        for part in &source.parts {
            add(Some(part.file_name.as_str()), &part.sha256);
        }
    }
    let inputs = found.into_iter();
    inputs
        .map(|((name, sha256), runs)| Input {
            name: name.map(str::to_owned),
            sha256: sha256.to_owned(),
            runs,
        })
        .collect()
}

/// How a site differs from its manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Files that are as they were written.
    pub whole: usize,
    /// Paths of files whose bytes are others, sorted.
    pub changed: Vec<String>,
    /// Paths of files that are not there, sorted.
    pub missing: Vec<String>,
    /// Paths of files, links and other things that the manifest does not list, sorted.
    pub added: Vec<String>,
    /// SHA-256 of the manifest itself, which nothing in the site vouches for.
    pub manifest_sha256: String,
}

impl Verdict {
    /// True where nothing differs.
    pub fn is_whole(&self) -> bool {
        self.changed.is_empty() && self.missing.is_empty() && self.added.is_empty()
    }
}

/// Compares the files of a site with its manifest. Links are not followed.
///
/// # Errors
/// If the folder has no manifest of a site, or something in it cannot be read.
pub fn verify(folder: &Path) -> Result<Verdict> {
    let (manifest, manifest_sha256) = Manifest::read(folder)?;
    let mut verdict = Verdict {
        whole: 0,
        changed: Vec::new(),
        missing: Vec::new(),
        added: Vec::new(),
        manifest_sha256,
    };
    let mut unseen = manifest.files;
    for (path, is_file) in super::folder::list(folder)? {
        match unseen.remove(&path) {
            Some(sum) if is_file => {
                let content = files::read_any_size(&folder.join(&path))?;
                match Sum::of(&content) == sum {
                    true => verdict.whole += 1,
                    false => verdict.changed.push(path),
                }
            }
            Some(_) => verdict.changed.push(path),
            None if path == NAME => {}
            None => verdict.added.push(path),
        }
    }
    verdict.missing = unseen.into_keys().collect();
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(listed: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let manifest = Manifest {
            generator: "speedsheet".to_owned(),
            version: "0".to_owned(),
            layout: LAYOUT,
            inputs: Vec::new(),
            files: listed
                .iter()
                .map(|path| ((*path).to_owned(), Sum::of(path.as_bytes())))
                .collect(),
        };
        let text = manifest.to_text().unwrap();
        files::write(&folder.path().join(NAME), text.as_bytes()).unwrap();
        folder
    }

    #[test]
    fn a_manifest_is_known_by_its_start() {
        assert!(is_in(site(&[]).path()));
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_in(folder.path()));
        files::write(&folder.path().join(NAME), b"{\"name\": \"app\"}").unwrap();
        assert!(!is_in(folder.path()));
    }

    #[test]
    fn what_was_changed_taken_away_or_added_is_named() {
        let folder = site(&["a", "b/c", "b/d", "e"]);
        for (path, content) in [("a", "a"), ("b/c", "other"), ("b/x", "new")] {
            files::write(&folder.path().join(path), content.as_bytes()).unwrap();
        }
        files::create_folder(&folder.path().join("e")).unwrap();
        let verdict = verify(folder.path()).unwrap();
        assert!(!verdict.is_whole());
        assert_eq!(verdict.whole, 1);
        assert_eq!(verdict.changed, ["b/c"]);
        assert_eq!(verdict.missing, ["b/d", "e"]);
        assert_eq!(verdict.added, ["b/x"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_no_file_of_a_site() {
        let folder = site(&["a"]);
        let outside = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(outside.path(), "a").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("a")).unwrap();
        assert_eq!(verify(folder.path()).unwrap().changed, ["a"]);
    }

    #[test]
    fn a_manifest_that_leads_out_of_the_site_is_refused() {
        for path in ["../a", "/etc/passwd", "", "a/../../b"] {
            let error = verify(site(&[path]).path()).unwrap_err();
            assert!(error.to_string().contains("inside of the site"), "{error}");
        }
    }
}
