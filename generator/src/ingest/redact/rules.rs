//! The rules that are in force: those of the table that are switched on, and the
//! author's own.

use std::sync::LazyLock;

use regex::Regex;

use super::REDACTED;
use super::table::{RULES, RuleId};

/// The rules that are in force. Made by [`Rules::new`] from the configuration, or
/// [`Rules::standard`] without one.
#[derive(Debug, Clone)]
pub struct Rules {
    /// One per rule of the table.
    on: [bool; RULES.len()],
    custom: Vec<Custom>,
}

/// A rule of the author's own, ready for use.
#[derive(Debug, Clone)]
pub(super) struct Custom {
    pub(super) name: String,
    pub(super) pattern: Regex,
    pub(super) replacement: Option<String>,
}

static STANDARD: LazyLock<Rules> = LazyLock::new(Rules::all);

impl Rules {
    /// Every rule of the table and no other.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    pub(super) fn all() -> Self {
        Self {
            on: [true; RULES.len()],
            custom: Vec::new(),
        }
    }

    pub(super) fn disable(&mut self, id: RuleId) {
        self.on[id.0] = false;
    }

    pub(super) fn add(&mut self, rule: Custom) {
        self.custom.push(rule);
    }

    /// The author's own rules, with their ids.
    pub(super) fn custom(&self) -> impl Iterator<Item = (RuleId, &Custom)> {
        let ids = (RULES.len()..).map(RuleId);
        ids.zip(&self.custom)
    }

    /// True where a rule is in force.
    pub(super) fn is_on(&self, id: RuleId) -> bool {
        self.on.get(id.0).copied().unwrap_or(true)
    }

    /// What stands in the place of what a rule found.
    pub(super) fn replacement(&self, id: RuleId) -> &str {
        let own = id.0.checked_sub(RULES.len());
        own.and_then(|index| self.custom.get(index)?.replacement.as_deref())
            .unwrap_or(REDACTED)
    }

    /// What a rule finds, to stand in a sentence.
    pub(super) fn finds(&self, id: RuleId) -> &str {
        RULES
            .get(id.0)
            .map_or("a text of a rule of your own", |rule| rule.finds)
    }

    /// The id for people and for `redact.disable`.
    pub(super) fn name(&self, id: RuleId) -> &str {
        match RULES.get(id.0) {
            Some(rule) => rule.id,
            None => &self.custom[id.0 - RULES.len()].name,
        }
    }
}
