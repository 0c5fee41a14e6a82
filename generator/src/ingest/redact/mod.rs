//! Removes secrets from everything that is read, before anything is written.
//!
//! A launch command pasted into a benchmark result is the usual place of a key, but
//! notes, settings and file names can hold one too, so every string of a run is
//! searched. What is found is replaced by [`REDACTED`] and reported without being
//! repeated. `names` knows which names promise a secret, `shapes` how secrets of
//! well-known services look by themselves, `rules` searches a text for both.

mod config;
mod names;
mod rules;
mod run;
mod search;
mod shapes;
mod table;

pub use config::{ConfigError, CustomRule, RedactConfig};
pub use rules::Rules;
pub use run::redact_run;
pub use table::{RULES, Rule};

use speedsheet_core::formats::{Diagnostic, Level};

/// What stands in the place of a secret.
pub const REDACTED: &str = "<redacted>";

/// A text without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The text, each secret replaced.
    pub text: String,
    /// What was replaced, in order: for example `the value of --api-key`.
    pub found: Vec<String>,
}

/// The text without its secrets. Line breaks inside of a secret are kept, so lines
/// keep their numbers. Applying it twice changes nothing more.
pub fn redact(text: &str) -> Redacted {
    search::apply(text)
}

/// A diagnostic whose words quote the input, without the input's secrets.
pub fn redact_diagnostic(diagnostic: &mut Diagnostic) {
    diagnostic.message = redact(&diagnostic.message).text;
    if let Some(help) = &mut diagnostic.help {
        *help = redact(help).text;
    }
    if let speedsheet_core::formats::Location::Json { path } = &mut diagnostic.location {
        *path = redact(path).text;
    }
}

/// The finding that a secret was replaced. Names the kind and the place only.
fn replaced(kind: &str, place: &str) -> Diagnostic {
    Diagnostic::new(
        Level::Warning,
        "redacted",
        format!("{kind} in {place} was replaced by {REDACTED}"),
    )
    .with_help("the input still holds it: revoke it if the input is or was shared")
}
