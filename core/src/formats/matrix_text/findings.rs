//! What is found on the way from a page to a run.

use super::lines::Line;
use crate::formats::{Diagnostic, Level};

/// What was found on the way.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// The findings, in the order in which they turned up.
    pub diagnostics: Vec<Diagnostic>,
    /// True once something is known to be missing.
    pub partial: bool,
    /// Texts that have no place in the run.
    pub unread: Vec<String>,
}

impl Findings {
    /// Adds a finding.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds a warning about a line.
    pub(super) fn warn(&mut self, line: &Line, code: &'static str, message: String) {
        self.push(line.at(Diagnostic::new(Level::Warning, code, message)));
    }

    /// Adds a note about a line.
    pub(super) fn note(&mut self, line: &Line, code: &'static str, message: String) {
        self.push(line.at(Diagnostic::new(Level::Note, code, message)));
    }

    /// Adds a warning that the page ends inside `line`.
    pub(super) fn cut(&mut self, line: &Line, message: &str) {
        self.partial = true;
        let diagnostic = Diagnostic::new(Level::Warning, "cut_off", message)
            .with_help("copy the page again, down to its last line");
        self.push(line.at(diagnostic));
    }
}
