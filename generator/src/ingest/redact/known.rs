//! What is known to be a secret because it was found anywhere in an input.
//!
//! A parser takes an input apart, and a diagnostic quotes it, often only the beginning of
//! it. What was a secret in its place no longer looks like one then: a line of a private
//! key, a password without its name, half of a token. So the whole input is searched
//! first, and what was found is looked for in everything made of it.

use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;
use speedsheet_core::formats::{Diagnostic, Location};

use super::REDACTED;
use super::hits::Hit;
use super::rules::Rules;
use super::scan::floor;
use super::search::search;
use super::table::RuleId;

/// Shortest beginning of a secret that is taken for one.
const SHORTEST: usize = 4;

/// Fewest characters of a secret that is looked for elsewhere.
const LEAST: usize = 12;

/// Most secrets whose beginnings are looked for in a diagnostic.
const MOST: usize = 2_000;

/// What follows where a quote was cut off, or ends.
const CUTS: [char; 5] = ['…', '"', '\'', '\\', '`'];

/// What was found in an input.
#[derive(Debug, Default)]
pub struct Known {
    /// Everything, with the rule that found it.
    found: BTreeMap<String, RuleId>,
    /// The rules of what `automaton` looks for.
    rules: Vec<RuleId>,
    /// Looks for the secrets that cannot be taken for anything else.
    automaton: Option<AhoCorasick>,
}

impl Rules {
    /// Searches the text of an input, and of what lies beside it.
    pub fn known(&self, texts: &[&str]) -> Known {
        let mut found = BTreeMap::new();
        let hits = texts.iter().flat_map(|text| {
            let (hits, _) = search(text, None, self);
            hits.into_iter().map(move |hit| (text, hit))
        });
        for (text, hit) in hits {
            // A key of several lines is taken apart by what reads lines.
            for line in text[hit.range]
                .split('\n')
                .flat_map(|line| line.split("\\n"))
            {
                let line = line.trim();
                if line.len() >= SHORTEST {
                    found.entry(line.to_owned()).or_insert(hit.rule);
                }
            }
        }
        let (secrets, rules): (Vec<&String>, Vec<RuleId>) = found
            .iter()
            .filter(|(text, rule)| **rule < RuleId::EMAIL && is_unmistakable(text))
            .unzip();
        let automaton = (!secrets.is_empty())
            .then(|| AhoCorasick::new(&secrets).ok())
            .flatten();
        Known {
            rules,
            automaton,
            found,
        }
    }

    /// Takes what was found in the input out of what is said about it.
    pub fn redact_diagnostics(&self, diagnostics: &mut [Diagnostic], known: &Known) {
        for diagnostic in diagnostics {
            // Beginnings first: a part of one can look like something else.
            let clean = |text: &mut String| {
                *text = self.redact(&without_beginnings(std::mem::take(text), &known.found));
            };
            clean(&mut diagnostic.message);
            diagnostic.help.iter_mut().for_each(clean);
            if let Location::Json { path } = &mut diagnostic.location {
                clean(path);
            }
        }
    }
}

impl Known {
    /// Where known secrets stand in a text.
    pub(super) fn find(&self, text: &str) -> impl Iterator<Item = Hit> {
        let found = self
            .automaton
            .iter()
            .flat_map(move |one| one.find_iter(text));
        found.map(|one| Hit {
            range: one.range(),
            rule: self.rules[one.pattern().as_usize()],
            is_number: false,
        })
    }
}

/// True for what no other text could be by chance.
fn is_unmistakable(text: &str) -> bool {
    let has = |accept: fn(char) -> bool| text.chars().any(accept);
    text.len() >= LEAST
        && !text.contains("-----")
        && has(|c| c.is_ascii_digit())
        && has(|c| c.is_ascii_alphabetic())
}

/// The text without secrets, and without beginnings of them at which a quote was cut off.
fn without_beginnings(mut text: String, secrets: &BTreeMap<String, RuleId>) -> String {
    for secret in secrets.keys().take(MOST) {
        let Some(head) = secret.get(..SHORTEST) else {
            continue;
        };
        let mut from = 0;
        while let Some(found) = text[from..].find(head) {
            let start = from + found;
            let same = text[start..]
                .bytes()
                .zip(secret.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            let end = floor(&text, start + same);
            let rest = &text[end..];
            from = end;
            if same == secret.len() || rest.is_empty() || rest.starts_with(CUTS) {
                text.replace_range(start..end, REDACTED);
                from = start + REDACTED.len();
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use speedsheet_core::formats::Level;

    use super::*;

    #[test]
    fn the_beginning_of_a_secret_that_a_quote_cut_off_is_replaced() {
        let token = format!("{}{}", "hf_", "A1b2C3d4E5f6G7h8I9j0K1l2");
        let input = format!("first {token} and https://jane:pa55word@localhost/ end");
        for (message, expected) in [
            (
                format!("found {:?}", &input[..16]),
                "found \"first <redacted>\"",
            ),
            (
                format!("found \"{}…\"", &input[6..12]),
                "found \"<redacted>…\"",
            ),
            (
                format!("found {:?}", &input[..input.len() - 16]),
                "found \"first <redacted> and https://<redacted>\"",
            ),
            ("found \"first and\"".to_owned(), "found \"first and\""),
        ] {
            let mut all = [Diagnostic::new(Level::Error, "odd", message).with_help("hf_")];
            let known = Rules::standard().known(&[&input]);
            Rules::standard().redact_diagnostics(&mut all, &known);
            assert_eq!(all[0].message, expected);
        }
    }
}
