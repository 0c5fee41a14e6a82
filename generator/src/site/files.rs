//! The files of a site on their way out: each is written as soon as it is made, so that a
//! site may be larger than memory.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use super::manifest::Sum;

/// Takes a file of the site: its path from the root, with slashes, and its content.
pub type Write<'a> = dyn FnMut(&str, &[u8]) -> Result<()> + 'a;

/// The files written so far.
pub(super) struct Files<'a> {
    write: &'a mut Write<'a>,
    sums: BTreeMap<String, Sum>,
}

impl<'a> Files<'a> {
    pub(super) fn new(write: &'a mut Write<'a>) -> Self {
        Self {
            write,
            sums: BTreeMap::new(),
        }
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If it cannot be written, or there is such a file already.
    pub(super) fn add(&mut self, path: &str, content: &[u8]) -> Result<()> {
        let earlier = self.sums.insert(path.to_owned(), Sum::of(content));
        ensure!(
            earlier.is_none(),
            "two files of the site would be written to {path}; this is a bug, please report it"
        );
        (self.write)(path, content)
    }

    /// What was written, by path.
    pub(super) fn sums(&self) -> &BTreeMap<String, Sum> {
        &self.sums
    }

    /// True where the file was written.
    pub(super) fn has(&self, path: &str) -> bool {
        self.sums.contains_key(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_written_over() {
        let mut written = Vec::new();
        let mut write = |path: &str, _: &[u8]| {
            written.push(path.to_owned());
            Ok(())
        };
        let mut files = Files::new(&mut write);
        files.add("a.html", b"one").unwrap();
        let error = files.add("a.html", b"two").unwrap_err();
        assert!(error.to_string().contains("a.html"), "{error}");
        assert!(files.has("a.html") && !files.has("b.html"));
        assert_eq!(written, ["a.html"]);
    }
}
