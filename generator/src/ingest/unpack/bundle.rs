//! Archives of several files.

use std::io::{Cursor, Read};

use tar::EntryType;
use zip::ZipArchive;

use super::limits::{Budget, Trouble};

/// A file of an archive as it stands there, packed further or not.
pub(super) struct Entry {
    /// Its path, with `/` between its parts and nothing that leads out of the archive.
    pub(super) name: String,
    /// Its bytes, or why there are none.
    pub(super) bytes: Result<Vec<u8>, Trouble>,
}

/// The files of a zip archive.
pub(super) fn zip(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Entry>, Trouble> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(Trouble::damage)?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let raw = archive.by_index_raw(index).map_err(Trouble::damage)?;
        let name = safe_name(&raw.name().map_err(Trouble::damage)?);
        let (is_file, is_link) = (raw.is_file(), raw.is_symlink());
        drop(raw);
        if is_hidden(&name) {
            continue;
        }
        if is_link {
            entries.push(link(name));
        } else if is_file {
            budget.add_file()?;
            let bytes = archive
                .by_index(index)
                .map_err(|error| Trouble::new(format!("it cannot be unpacked: {error}")))
                .and_then(|file| {
                    let packed = file.compressed_size();
                    budget.read(file, packed)
                });
            entries.push(entry(name, bytes)?);
        }
    }
    Ok(entries)
}

/// The files of a tar archive.
pub(super) fn tar(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Entry>, Trouble> {
    let mut archive = tar::Archive::new(bytes);
    let mut entries = Vec::new();
    for file in archive.entries().map_err(Trouble::damage)? {
        let mut file = file.map_err(Trouble::damage)?;
        let name = safe_name(&String::from_utf8_lossy(&file.path_bytes()));
        if is_hidden(&name) {
            continue;
        }
        match file.header().entry_type() {
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                budget.add_file()?;
                let stated = file.size();
                // A sparse file is mostly holes, so the archive is what it comes from.
                let content = budget.read(file.by_ref(), bytes.len() as u64);
                entries.push(entry(name, content.and_then(|bytes| whole(bytes, stated)))?);
            }
            EntryType::Symlink | EntryType::Link => entries.push(link(name)),
            _ => {}
        }
    }
    Ok(entries)
}

/// The bytes of a file of which this many were promised.
fn whole(bytes: Vec<u8>, stated: u64) -> Result<Vec<u8>, Trouble> {
    if (bytes.len() as u64) < stated {
        return Err(Trouble::damage("its end is missing"));
    }
    Ok(bytes)
}

/// An entry, unless the trouble with it is the end of everything.
fn entry(name: String, bytes: Result<Vec<u8>, Trouble>) -> Result<Entry, Trouble> {
    match bytes {
        Err(trouble) if trouble.is_final => Err(trouble),
        bytes => Ok(Entry { name, bytes }),
    }
}

fn link(name: String) -> Entry {
    Entry {
        name,
        bytes: Err(Trouble::new(
            "it is a link, and links of bundles are not followed",
        )),
    }
}

/// The path without what leads out of the archive. It is a name for people and for
/// patterns; nothing is ever written there.
fn safe_name(name: &str) -> String {
    let parts: Vec<&str> = name
        .split(['/', '\\'])
        .filter(|part| !["", ".", ".."].contains(part))
        .collect();
    if parts.is_empty() {
        return "unnamed".to_owned();
    }
    parts.join("/")
}

/// True for what a file system hides, and for the copies of hidden facts that macOS adds.
fn is_hidden(name: &str) -> bool {
    name.split('/')
        .any(|part| part.starts_with('.') || part == "__MACOSX")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_lead_out_of_the_archive() {
        for (name, safe) in [
            ("../../etc/passwd", "etc/passwd"),
            ("/etc/passwd", "etc/passwd"),
            ("a\\..\\b.json", "a/b.json"),
            ("./a//b.json", "a/b.json"),
            ("..", "unnamed"),
        ] {
            assert_eq!(safe_name(name), safe);
        }
    }
}
