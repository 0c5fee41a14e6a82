//! File operations whose errors name the path and what was attempted.

use std::fs;
use std::path::{Component, Path};

use anyhow::{Context, Result};

/// Largest input that is read. Results of a sweep are far below; a file of this size
/// is a log or a mistake, and would be held in memory several times over.
const MAX_INPUT_BYTES: u64 = 256 * 1024 * 1024;

/// Reads a whole file of at most 256 MiB.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let attempt = || format!("failed to read {}", shown(path));
    let size = fs::metadata(path).with_context(attempt)?.len();
    if size > MAX_INPUT_BYTES {
        anyhow::bail!(
            "refused to read {}: {size} bytes, more than the {MAX_INPUT_BYTES} that an input may have",
            shown(path)
        );
    }
    fs::read(path).with_context(attempt)
}

/// Writes a file, making its folder where missing.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("failed to write {}", shown(path)))
}

/// Makes a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("failed to make the folder {}", shown(path)))
}

/// Reads a whole file of our own, however large it is.
pub(crate) fn read_any_size(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("failed to read {}", shown(path)))
}

/// Gives a file a second name, or copies it with its time where the file system cannot.
pub(crate) fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        create_folder(folder)?;
    }
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let attempt = || format!("failed to copy {} to {}", shown(from), shown(to));
    fs::copy(from, to).with_context(attempt)?;
    let time = fs::metadata(from).and_then(|known| known.modified());
    let copy = fs::File::options().write(true).open(to);
    time.and_then(|time| copy?.set_modified(time))
        .with_context(attempt)
}

/// Renames a file or folder.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to)
        .with_context(|| format!("failed to rename {} to {}", shown(from), shown(to)))
}

/// Lets two folders change places in one step; false where the system cannot, and
/// nothing was done.
pub(crate) fn exchange(one: &Path, other: &Path) -> bool {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    {
        let _ = (one, other);
        false
    }
}

/// A path for people: slashes everywhere, no control characters, no secrets.
pub(crate) fn shown(path: &Path) -> String {
    let text = harmless(&path.to_string_lossy());
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text
    };
    crate::ingest::redact::Rules::standard().redact(&text)
}

/// A path that says which files lie together: absolute, slashes everywhere, without `.`
/// and `..`. Links are not followed, because stores keep the files of one folder in many.
pub(crate) fn place(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut parts: Vec<String> = Vec::new();
    for part in absolute.components() {
        match part {
            Component::Prefix(prefix) => parts.push(prefix.as_os_str().to_string_lossy().into()),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into()),
        }
    }
    format!("/{}", parts.join("/"))
}

/// A text for a terminal: characters that would control it, or hide or reorder what is
/// around them, are written as escapes.
pub(crate) fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Characters that reorder or hide the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("no/such.txt")).unwrap_err();
        assert_eq!(error.to_string(), "failed to read no/such.txt");
    }

    #[test]
    fn a_place_is_the_same_for_every_spelling() {
        let place_of = |path: &str| place(Path::new(path));
        assert_eq!(place_of("/a/./b/../c.json"), "/a/c.json");
        assert_eq!(place_of("/../a"), "/a");
        assert!(place_of("c.json").ends_with("/c.json"));
        assert_eq!(place_of("./x/../c.json"), place_of("c.json"));
    }

    #[test]
    fn a_hostile_file_name_is_shown_harmless() {
        let shown = shown(Path::new("a\u{1b}[31m\u{202e}txt.json"));
        assert_eq!(shown, "a\\u{1b}[31m\\u{202e}txt.json");
    }
}
