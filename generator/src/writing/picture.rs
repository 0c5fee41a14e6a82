//! Pictures beside the pages.

use std::path::PathBuf;

use anyhow::Result;

use crate::files;

/// Names of pictures end so. SVG is not among them: opened by itself it can run scripts.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// A picture that pages may show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    path: PathBuf,
    ending: &'static str,
}

impl Picture {
    pub(super) fn new(path: PathBuf, ending: &'static str) -> Self {
        Self { path, ending }
    }

    /// What its name ends in.
    pub fn ending(&self) -> &'static str {
        self.ending
    }

    /// Reads it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>> {
        files::read(&self.path)
    }
}

/// The ending of what is a picture by its name.
pub(super) fn kind(name: &str) -> Option<&'static str> {
    let ending = name.rsplit_once('.')?.1;
    ENDINGS
        .into_iter()
        .find(|one| one.eq_ignore_ascii_case(ending))
}
