//! Copies of the inputs, for those who want to look at what was measured themselves.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use anyhow::Result;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use speedsheet_core::display;

use super::files::Files;

/// The largest input that a site offers a copy of, in bytes.
pub const MAX_COPY: usize = 512 * 1024;

/// A copy of an input without its secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct InputCopy {
    /// SHA-256 of the input as it was read.
    pub sha256: String,
    /// What its name ends with, such as `json`.
    pub extension: String,
    /// Bytes of the input.
    pub size: usize,
    /// How many secrets and personal details were taken out.
    pub replaced: usize,
    /// Packed, because there are many. `None` where the input is too large to be offered.
    packed: Option<Vec<u8>>,
}

/// What a page says of a copy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct InputLink {
    /// Path from the root of the site; `None` where the input is not offered.
    pub(super) path: Option<String>,
    /// What was taken out, or why there is no copy.
    pub(super) remark: String,
}

impl InputCopy {
    /// A copy with this text, from which `replaced` details were taken out.
    ///
    /// # Errors
    /// Never for a text in memory.
    pub fn new(
        sha256: String,
        name: &str,
        size: usize,
        text: &str,
        replaced: usize,
    ) -> Result<Self> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(text.as_bytes())?;
        Ok(Self {
            packed: Some(packer.finish()?),
            replaced,
            ..Self::too_large(sha256, name, size)
        })
    }

    /// An input that is too large to be offered.
    pub fn too_large(sha256: String, name: &str, size: usize) -> Self {
        Self {
            sha256,
            extension: extension(name),
            size,
            replaced: 0,
            packed: None,
        }
    }

    fn path(&self) -> String {
        // The hash is that of the input. Sixteen digits tell all inputs of a site apart.
        let hash: String = self.sha256.chars().take(16).collect();
        format!("data/input-{hash}.{}", self.extension)
    }
}

/// The copies by the hash of their input.
pub(super) struct Inputs<'a>(BTreeMap<&'a str, &'a InputCopy>);

impl<'a> Inputs<'a> {
    pub(super) fn new(copies: &'a [InputCopy]) -> Self {
        Self(
            copies
                .iter()
                .map(|copy| (copy.sha256.as_str(), copy))
                .collect(),
        )
    }

    /// Adds the copy of an input to the site, and says where it is. `None` where nothing is
    /// known of the input, such as that of a normalized run.
    pub(super) fn add(&self, sha256: &str, files: &mut Files) -> Result<Option<InputLink>> {
        let Some(copy) = self.0.get(sha256) else {
            return Ok(None);
        };
        let Some(packed) = &copy.packed else {
            return Ok(Some(InputLink {
                path: None,
                remark: format!(
                    "not offered: it has {}, and a site offers inputs of up to {}",
                    kilobytes(copy.size),
                    kilobytes(MAX_COPY)
                ),
            }));
        };
        let path = copy.path();
        // Several runs may come from one input.
        if !files.has(&path) {
            let mut text = Vec::new();
            GzDecoder::new(packed.as_slice()).read_to_end(&mut text)?;
            files.add(&path, &text)?;
        }
        Ok(Some(InputLink {
            path: Some(path),
            remark: match copy.replaced {
                0 => "nothing had to be taken out".to_owned(),
                1 => "1 secret or personal detail was taken out".to_owned(),
                count => format!(
                    "{} secrets or personal details were taken out",
                    display::grouped(count as u64)
                ),
            },
        }))
    }
}

fn kilobytes(bytes: usize) -> String {
    format!("{} kB", display::grouped(bytes.div_ceil(1024) as u64))
}

/// What a name ends with, where that is a plain word.
fn extension(name: &str) -> String {
    let is_plain = |text: &&str| {
        (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    // A browser would show these as pages of the site.
    let is_page = |text: &str| ["html", "htm", "xhtml", "svg", "xml", "js"].contains(&text);
    let found = name.rsplit_once('.').map(|(_, text)| text).filter(is_plain);
    match found.map(str::to_ascii_lowercase) {
        Some(text) if !is_page(&text) => text,
        _ => "txt".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_written_once_however_many_runs_come_from_it() {
        let copy = InputCopy::new("ab".repeat(32), "a.JSON", 2, "{}", 0).unwrap();
        let copies = [
            copy,
            InputCopy::too_large("cd".repeat(32), "b.json", 3 << 20),
        ];
        let inputs = Inputs::new(&copies);
        let mut written = Vec::new();
        let mut write = |path: &str, content: &[u8]| {
            written.push((path.to_owned(), content.to_vec()));
            Ok(())
        };
        let mut files = Files::new(&mut write);
        let first = inputs.add(&"ab".repeat(32), &mut files).unwrap().unwrap();
        let again = inputs.add(&"ab".repeat(32), &mut files).unwrap().unwrap();
        let large = inputs.add(&"cd".repeat(32), &mut files).unwrap().unwrap();

        assert_eq!(first, again);
        assert_eq!(
            first.path.as_deref(),
            Some("data/input-abababababababab.json")
        );
        assert_eq!(large.path, None);
        assert!(large.remark.contains("3,072 kB"), "{}", large.remark);
        assert_eq!(inputs.add("", &mut files).unwrap(), None);
        assert_eq!(written.len(), 1);
        assert_eq!(written[0].1, b"{}");
    }

    #[test]
    fn a_copy_is_never_a_page_or_a_script_of_the_site() {
        assert_eq!(extension("run.HTML"), "txt");
        assert_eq!(extension("run.js"), "txt");
        assert_eq!(extension("run.md"), "md");
        assert_eq!(extension("run.a/../b"), "txt");
        assert_eq!(extension("run"), "txt");
    }
}
