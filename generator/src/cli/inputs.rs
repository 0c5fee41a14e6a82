//! The arguments that say what is read, shared by the commands.

use std::path::PathBuf;

use anyhow::Result;

use super::output;
use crate::config::{self, Config};
use crate::ingest::{self, Document, Found};
use crate::serve::Wanted;

#[derive(Debug, clap::Args)]
pub(super) struct Inputs {
    /// Benchmark results: files, folders to look into, or bundles (zip, tar, gz, zst)
    ///
    /// Markdown with the same stem beside a file, such as `run.md` beside `run.json`, is
    /// shown on its page as the author's notes. `run.json.meta.toml` beside it supplies
    /// what the tool did not record.
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Configuration of the report; without it, the speedsheet.toml in the working
    /// directory or above it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Inputs {
    /// What a change of may change the result: the inputs, what lies beside them, and every
    /// place where a configuration is looked for.
    pub(super) fn wanted(&self) -> Wanted {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            self.inputs.iter().cloned().partition(|path| path.is_dir());
        let beside: Vec<PathBuf> = files.iter().flat_map(|file| ingest::beside(file)).collect();
        let configs = match &self.config {
            Some(file) => vec![file.clone()],
            None => std::env::current_dir()
                .map(|folder| config::candidates(&folder).collect())
                .unwrap_or_default(),
        };
        Wanted {
            folders: folders.into_iter().collect(),
            files: files.into_iter().chain(beside).chain(configs).collect(),
        }
    }
}

/// The inputs, read.
pub(super) struct Read {
    pub(super) config: Config,
    pub(super) found: Found,
    pub(super) documents: Vec<Document>,
}

impl Inputs {
    /// Reads the configuration and the inputs, and tells what could not be looked into.
    /// `start` gets the number of inputs and gives what is called after each. With `copies`
    /// each document has a copy of its file to offer.
    pub(super) fn read<F: Fn() + Sync>(
        &self,
        copies: bool,
        start: impl FnOnce(usize) -> F,
    ) -> Result<Read> {
        let config = Config::load(self.config.as_deref())?;
        let own = [config.pages_folder(), config.theme_folder()];
        let own: Vec<PathBuf> = own.into_iter().flatten().collect();
        let found = ingest::find(&self.inputs, &own);
        found.problems.iter().for_each(output::failure);
        let documents = ingest::load_all(&found, &config, copies, start(found.inputs.len()));
        Ok(Read {
            config,
            found,
            documents,
        })
    }
}
