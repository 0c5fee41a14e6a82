//! A whole site in memory.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use speedsheet_core::model::Run;

use crate::site::{self, Entry, InputCopy, Settings};
use crate::writing::Pages;

/// The files of a site, and where its pages come from.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    /// By their paths from the root, with slashes.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// The runs, in the order of their inputs.
    pub(super) origins: Vec<Origin>,
}

/// A run and the input files it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) slug: String,
    /// Names of the files, each with the position of the run in it.
    pub(super) files: BTreeSet<(String, u32)>,
}

impl Snapshot {
    /// Makes every file of the site that shows these runs.
    ///
    /// # Errors
    /// As [`site::render`].
    pub(crate) fn render(
        entries: &[Entry],
        pages: &Pages,
        settings: &Settings<'_>,
        copies: &[InputCopy],
    ) -> Result<Self> {
        let mut files = BTreeMap::new();
        let mut keep = |path: &str, content: &[u8]| {
            files.insert(path.to_owned(), content.to_vec());
            Ok(())
        };
        site::render(entries, pages, settings, copies, &mut keep)?;
        let origins = entries.iter().map(|entry| Origin::of(&entry.run)).collect();
        Ok(Self { files, origins })
    }

    /// Number of runs in it.
    pub(crate) fn runs(&self) -> usize {
        self.origins.len()
    }
}

impl Origin {
    fn of(run: &Run) -> Self {
        let source = &run.source;
        let whole = source.file_name.iter();
        let whole = whole.map(|name| (name.clone(), source.index));
        let parts = source.parts.iter();
        let parts = parts.map(|part| (part.file_name.clone(), part.index));
        Self {
            slug: run.slug.clone(),
            files: if source.parts.is_empty() {
                whole.collect()
            } else {
                parts.collect()
            },
        }
    }
}
