//! The `[redact]` table of the configuration: which rules are switched off, and which
//! ones the author adds.

use std::fmt;

use regex::RegexBuilder;
use schemars::JsonSchema;
use serde::Deserialize;

use super::rules::{Custom, Rules};
use super::table::{self, RuleId};

/// Most bytes that the compiled form of an added pattern may take. Ordinary patterns
/// need some thousands; nested repetitions can need gigabytes.
const PATTERN_BYTES: usize = 1 << 20;

/// What the author says about redaction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RedactConfig {
    /// Ids of rules that are not applied.
    pub disable: Vec<String>,
    /// Rules of the author's own.
    pub add: Vec<CustomRule>,
}

/// A rule of the author's own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomRule {
    /// Its id in the redaction report: lowercase letters, digits and underscores.
    pub name: String,
    /// A regular expression in the syntax of the `regex` crate. Where it has a group
    /// named `secret`, only that group is replaced.
    pub pattern: String,
    /// What stands in the place of the text that was found; `<redacted>` where absent.
    pub replacement: Option<String>,
}

/// Why a [`RedactConfig`] cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The key it is about, for example `redact.add[0].pattern`.
    pub key: String,
    /// What was found and what was expected: a lowercase fragment without a period.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for ConfigError {}

impl Rules {
    /// The rules that this configuration leaves and adds.
    ///
    /// # Errors
    /// If it names an unknown rule, or adds one with a name that is taken or malformed,
    /// or with a pattern that cannot be used.
    pub fn new(config: &RedactConfig) -> Result<Self, ConfigError> {
        let mut rules = Self::all();
        for (index, id) in config.disable.iter().enumerate() {
            rules.disable(known(id, format!("redact.disable[{index}]"))?);
        }
        for (index, rule) in config.add.iter().enumerate() {
            let key = format!("redact.add[{index}]");
            let earlier = &config.add[..index];
            check_name(rule, earlier).map_err(|message| ConfigError {
                key: format!("{key}.name"),
                message,
            })?;
            rules.add(compiled(rule).map_err(|message| ConfigError {
                key: format!("{key}.pattern"),
                message,
            })?);
        }
        Ok(rules)
    }
}

fn known(id: &str, key: String) -> Result<RuleId, ConfigError> {
    RuleId::from_name(id).ok_or_else(|| {
        let nearest = table::RULES
            .iter()
            .map(|rule| rule.id)
            .max_by(|a, b| strsim::jaro_winkler(a, id).total_cmp(&strsim::jaro_winkler(b, id)))
            .unwrap_or_default();
        ConfigError {
            key,
            message: format!(
                "{id:?} is no redaction rule; the nearest is {nearest:?}, and the README lists all"
            ),
        }
    })
}

fn check_name(rule: &CustomRule, earlier: &[CustomRule]) -> Result<(), String> {
    let name = &rule.name;
    let well_formed = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !well_formed {
        return Err(format!(
            "{name:?} is no name for a rule; it takes lowercase letters, digits and underscores, \
             and starts with a letter"
        ));
    }
    if RuleId::from_name(name).is_some() || earlier.iter().any(|other| other.name == *name) {
        return Err(format!(
            "there is a rule {name:?} already; give this one a name of its own"
        ));
    }
    Ok(())
}

fn compiled(rule: &CustomRule) -> Result<Custom, String> {
    let pattern = RegexBuilder::new(&rule.pattern)
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(2 * PATTERN_BYTES)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(limit) => format!(
                "the pattern of {:?} takes more than {limit} bytes when compiled; use fewer or \
                 smaller repetitions",
                rule.name
            ),
            other => format!(
                "the pattern of {:?} is no regular expression: {}",
                rule.name,
                last_line(&other.to_string())
            ),
        })?;
    if pattern.is_match("") {
        return Err(format!(
            "the pattern of {:?} matches the empty text, so it would match everywhere; make it \
             need a character",
            rule.name
        ));
    }
    Ok(Custom {
        name: rule.name.clone(),
        pattern,
        replacement: rule.replacement.clone(),
    })
}

/// The cause: the lines before it draw the pattern with a caret.
fn last_line(text: &str) -> &str {
    let line = text.lines().next_back().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(json: &str) -> ConfigError {
        Rules::new(&serde_json::from_str(json).unwrap()).unwrap_err()
    }

    #[test]
    fn an_unknown_rule_is_refused_with_the_nearest_one() {
        let error = error(r#"{ "disable": ["email", "host_nam"] }"#);
        assert_eq!(error.key, "redact.disable[1]");
        assert!(
            error.message.contains(r#"nearest is "host_name""#),
            "{error}"
        );
    }

    #[test]
    fn a_pattern_that_cannot_be_used_is_refused_with_the_reason() {
        for (pattern, reason) in [
            ("(a", "unclosed group"),
            ("x*", "matches the empty text"),
            ("(?:[a-z]{1000}){1000}", "takes more than"),
        ] {
            let error = error(&format!(
                r#"{{ "add": [{{ "name": "own", "pattern": "{pattern}" }}] }}"#
            ));
            assert_eq!(error.key, "redact.add[0].pattern");
            assert!(error.message.contains(reason), "{error}");
            assert!(!error.message.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_name_that_is_taken_or_malformed_is_refused() {
        for name in ["email", "Own", "own rule", "", "1own"] {
            let error = error(&format!(
                r#"{{ "add": [{{ "name": "{name}", "pattern": "x" }}] }}"#
            ));
            assert_eq!(error.key, "redact.add[0].name");
        }
        let twice =
            r#"{ "add": [{ "name": "a", "pattern": "x" }, { "name": "a", "pattern": "y" }] }"#;
        assert_eq!(error(twice).key, "redact.add[1].name");
    }

    #[test]
    fn unknown_keys_are_refused() {
        assert!(serde_json::from_str::<RedactConfig>(r#"{ "disabled": [] }"#).is_err());
        let rule = r#"{ "add": [{ "name": "a", "pattern": "x", "flags": "i" }] }"#;
        assert!(serde_json::from_str::<RedactConfig>(rule).is_err());
    }
}
