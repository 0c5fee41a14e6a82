//! One layer of a theme: files by name.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};

use crate::files;

/// The themes of the program. `SPEEDSHEET_THEMES` is set by the build script: the folder
/// beside the crate in the repository, inside of it in a package.
static BUILTIN: Dir = include_dir!("$SPEEDSHEET_THEMES");

/// Largest file of a theme. Everything is in memory, and a reader has to download it.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What a file of a theme may end in: what a page can load, or that pages are made from.
const ENDINGS: [&str; 11] = [
    "html", "css", "js", "svg", "png", "jpg", "jpeg", "webp", "woff2", "toml", "md",
];

/// The files of one folder.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) name: String,
    /// Where it was read from; `None` for what comes with the program.
    pub(super) folder: Option<PathBuf>,
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl Layer {
    /// Names of the themes that come with the program.
    pub(super) fn builtin_names() -> Vec<&'static str> {
        let mut names: Vec<&str> = BUILTIN
            .dirs()
            .filter_map(|folder| folder.path().to_str())
            .collect();
        names.sort_unstable();
        names
    }

    /// A theme that comes with the program.
    pub(super) fn builtin(name: &str) -> Option<Self> {
        let folder = BUILTIN.dirs().find(|dir| dir.path() == Path::new(name))?;
        let mut files = BTreeMap::new();
        collect(folder, folder.path(), &mut files);
        Some(Self {
            name: name.to_owned(),
            folder: None,
            files,
        })
    }

    /// The files in a folder, however deep. Hidden ones are left out, and links are not
    /// followed.
    ///
    /// # Errors
    /// If something cannot be read, or is no file that a theme can have.
    pub(super) fn read(name: &str, folder: &Path) -> Result<Self> {
        let mut files = BTreeMap::new();
        let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !is_hidden(entry)) {
            let attempt = || format!("failed to read the theme in {}", files::shown(folder));
            let entry = entry.with_context(attempt)?;
            if entry.file_type().is_dir() {
                continue;
            }
            let shown = files::shown(entry.path());
            let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let below = below.to_str().filter(|_| entry.file_type().is_file());
            let Some(below) = below.map(|path| path.replace('\\', "/")) else {
                bail!("{shown} is no plain file with a readable name; a theme holds only such");
            };
            check(
                &below,
                entry.metadata().with_context(attempt)?.len(),
                &shown,
            )?;
            files.insert(below, Cow::Owned(files::read(entry.path())?));
        }
        Ok(Self {
            name: name.to_owned(),
            folder: Some(folder.to_path_buf()),
            files,
        })
    }

    /// The bytes of a file.
    pub(super) fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(AsRef::as_ref)
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>> {
        let text = self.file(name).map(std::str::from_utf8).transpose();
        text.with_context(|| match &self.folder {
            Some(folder) => format!("{} is not UTF-8", files::shown(&folder.join(name))),
            None => format!("{name} is not UTF-8"),
        })
    }

    /// Names of the files, sorted.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

fn collect(
    folder: &'static Dir<'static>,
    root: &Path,
    files: &mut BTreeMap<String, Cow<'static, [u8]>>,
) {
    for file in folder.files() {
        let below = file.path().strip_prefix(root).ok().and_then(Path::to_str);
        if let Some(name) = below {
            files.insert(name.replace('\\', "/"), Cow::Borrowed(file.contents()));
        }
    }
    folder.dirs().for_each(|dir| collect(dir, root, files));
}

fn is_hidden(entry: &walkdir::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

fn check(name: &str, bytes: u64, shown: &str) -> Result<()> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
        bail!(
            "{shown} is no file of a theme, which end in {}; take it away",
            ENDINGS.join(", ")
        );
    }
    if bytes > MAX_BYTES {
        bail!("{shown} has {bytes} bytes; a file of a theme has at most {MAX_BYTES}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_themes_of_the_repository_are_built_in() {
        let root = Path::new(env!("SPEEDSHEET_THEMES"));
        assert!(Layer::builtin_names().contains(&"default"));
        for name in Layer::builtin_names() {
            let built_in = Layer::builtin(name).unwrap();
            let read = Layer::read(name, &root.join(name)).unwrap();
            assert_eq!(built_in.files, read.files, "{name}");
        }
    }

    #[test]
    fn a_file_that_no_theme_has_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Layer::read("theme", &folder.path().join("none")).is_err());
        files::write(&folder.path().join(".git/HEAD"), b"").unwrap();
        files::write(&folder.path().join("run.html.bak"), b"").unwrap();
        let error = Layer::read("theme", folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("run.html.bak is no file of a theme"),
            "{error}"
        );
    }
}
