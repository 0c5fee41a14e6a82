//! Removes secrets and personal details from everything that is read, before anything
//! is written.
//!
//! A launch command pasted into a benchmark result is the usual place of a key, but
//! notes, settings and file names can hold one too, so every text of a run is searched,
//! and so is the text of an input. What is found is replaced by [`REDACTED`] and
//! reported without being repeated.
//!
//! | part | what it does |
//! |---|---|
//! | `table` | every rule: its id and what it finds |
//! | `config`, `rules` | which rules are in force |
//! | `search` | finds the places where a rule has to look closer |
//! | `hits` | what was found, and putting something else in its place |
//! | `tokens`, `keys` | secrets that are known by their own look |
//! | `named`, `names`, `values` | values behind a name that promises something |
//! | `headers`, `urls`, `hosts`, `addresses`, `places` | what its surroundings show |
//! | `entropy` | texts that look random, to be told |
//! | `run`, `input`, `known` | what is searched: runs, texts, diagnostics |
//! | `report` | what there is to say about it |

mod addresses;
mod config;
mod entropy;
mod headers;
mod hits;
mod hosts;
mod input;
mod keys;
mod known;
mod named;
mod names;
mod places;
mod report;
mod rules;
mod run;
mod scan;
mod search;
mod table;
mod tokens;
mod urls;
mod values;

pub use config::{ConfigError, CustomRule, RedactConfig};
pub use known::Known;
pub use report::{Findings, Redaction};
pub use rules::Rules;
pub use table::{RULES, Rule};

/// What stands in the place of a secret, where its rule names nothing else.
pub const REDACTED: &str = "<redacted>";

impl Rules {
    /// The text without what the rules find. Line breaks inside of a secret are kept, so
    /// lines keep their numbers. Applying it twice changes nothing more.
    pub fn redact(&self, text: &str) -> String {
        let (hits, _) = search::search(text, None, self);
        hits::replaced(text, &hits, self)
    }
}
