//! Exit codes. They are a promise to scripts: add, don't change.

use std::process::ExitCode;

use crate::ingest::Document;

/// How a command ended. Warnings never change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Everything that was asked for was done.
    Success = 0,
    /// Some inputs had errors; the rest was done.
    SomeFailed = 1,
    /// The command line was not understood; nothing was done.
    Usage = 2,
    /// No input could be used, or the output was refused or could not be written.
    /// What was there before is as it was.
    Nothing = 3,
}

/// The same for people, below `--help`.
pub(super) const HELP: &str = "\
Exit codes:
  0  everything that was asked for was done; warnings do not change this
  1  some inputs had errors, the rest was done
  2  the command line was not understood
  3  no input could be used, or the output was refused or could not be written";

impl Exit {
    /// The outcome of reading these inputs.
    pub(super) fn of(documents: &[Document]) -> Self {
        let failed = documents.iter().any(Document::has_errors);
        let usable = documents.iter().any(|document| !document.runs.is_empty());
        match (failed, usable) {
            (false, true) => Self::Success,
            (true, true) => Self::SomeFailed,
            (_, false) => Self::Nothing,
        }
    }

    /// The outcome where texts of the author's have errors, too.
    pub(super) fn and_texts(self, texts: &[Document]) -> Self {
        match self {
            Self::Success if texts.iter().any(Document::has_errors) => Self::SomeFailed,
            other => other,
        }
    }

    /// The outcome where some paths could not even be looked into.
    pub(super) fn and_problems(self, problems: &[anyhow::Error]) -> Self {
        match self {
            Self::Success if !problems.is_empty() => Self::SomeFailed,
            other => other,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
