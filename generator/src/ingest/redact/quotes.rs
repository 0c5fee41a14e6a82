//! Diagnostics, which quote the input, often only the beginning of it.
//!
//! A secret that was cut off by that no longer looks like one. So the secrets of the
//! whole input are known first, and their beginnings are looked for where a quote ends.

use std::collections::BTreeSet;

use speedsheet_core::formats::{Diagnostic, Location};

use super::REDACTED;
use super::rules::Rules;
use super::scan::floor;
use super::search::search;

/// Shortest beginning of a secret that is taken for one.
const SHORTEST: usize = 4;

/// What follows where a quote was cut off, or ends.
const CUTS: [char; 5] = ['…', '"', '\'', '\\', '`'];

impl Rules {
    /// Takes what the rules find in `text`, the input, out of what is said about it.
    pub fn redact_diagnostics(&self, diagnostics: &mut [Diagnostic], text: &str) {
        if diagnostics.is_empty() {
            return;
        }
        let (hits, _) = search(text, None, self);
        let secrets: BTreeSet<&str> = hits.into_iter().map(|hit| &text[hit.range]).collect();
        for diagnostic in diagnostics {
            // Beginnings first: a part of one can look like something else.
            let clean = |text: &mut String| {
                *text = self.redact(&without_beginnings(std::mem::take(text), &secrets));
            };
            clean(&mut diagnostic.message);
            diagnostic.help.iter_mut().for_each(clean);
            if let Location::Json { path } = &mut diagnostic.location {
                clean(path);
            }
        }
    }
}

/// The text without beginnings of secrets at which a quote was cut off.
fn without_beginnings(mut text: String, secrets: &BTreeSet<&str>) -> String {
    if !text.contains(CUTS) {
        return text;
    }
    for secret in secrets {
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
            if rest.is_empty() || rest.starts_with(CUTS) {
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
            Rules::standard().redact_diagnostics(&mut all, &input);
            assert_eq!(all[0].message, expected);
        }
    }
}
