//! An input file as it is read, and what lies beside it.

/// A file with its bytes, from disk or out of a bundle.
pub(super) struct File {
    /// The path as it was asked for, for people.
    pub(super) label: String,
    /// The path that says which files lie together.
    pub(super) place: String,
    pub(super) bytes: Vec<u8>,
    /// True where it was asked for itself.
    pub(super) named: bool,
    pub(super) note: Option<Companion>,
    pub(super) sidecar: Option<Companion>,
}

/// A file that says something about another one.
#[derive(Clone)]
pub(super) struct Companion {
    /// Its name without a folder, for people.
    pub(super) name: String,
    /// Its bytes, or why there are none.
    pub(super) bytes: Result<Vec<u8>, String>,
}

impl File {
    /// The name without its folder.
    pub(super) fn name(&self) -> &str {
        self.place.rsplit('/').next().unwrap_or(&self.place)
    }
}
