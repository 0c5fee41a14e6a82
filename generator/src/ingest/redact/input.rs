//! The text of an input, for those who want to download it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::hits::{Hit, merged, replaced};
use super::report::Findings;
use super::rules::Rules;
use super::search::search;
use super::table::RuleId;

impl Rules {
    /// The text of an input without what the rules find, and what that was. Lines keep
    /// their numbers, and JSON stays JSON.
    pub fn redact_input(&self, text: &str) -> (String, Findings) {
        let (mut hits, possible) = search(text, None, self);
        let mut hidden = self.hidden(text, &hits);
        hidden.extend(self.shown_by_structure(text));
        if !hidden.is_empty() {
            hits.extend(hidden);
            hits = merged(hits);
        }
        let mut findings = Findings::default();
        let mut all = hits.clone();
        all.extend(possible);
        all.sort_by_key(|hit| hit.range.start);
        findings.add_lines(text, &all);
        (replaced(text, &hits, self), findings)
    }

    /// Strings of JSON whose place says that they are secrets, wherever they stand.
    fn shown_by_structure(&self, text: &str) -> Vec<Hit> {
        let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let secrets: BTreeMap<String, RuleId> = values
            .map_while(Result::ok)
            .flat_map(|value| self.whole_secrets(value))
            .collect();
        if secrets.is_empty() {
            return Vec::new();
        }
        let hits = strings(text).filter_map(|(start, end)| {
            let plain = serde_json::from_str::<String>(&text[start - 1..=end]).ok()?;
            let rule = *secrets.get(&plain)?;
            Some(Hit {
                range: start..end,
                rule,
                is_number: false,
            })
        });
        hits.collect()
    }

    /// Strings of JSON in which more is found once their escapes are resolved:
    /// `"\u0068f_…"` is a token, too. They are replaced whole.
    fn hidden(&self, text: &str, hits: &[Hit]) -> Vec<Hit> {
        let mut hidden = Vec::new();
        if !text.contains("\\u00") && !text.contains("\\/") {
            return hidden;
        }
        for (start, end) in strings(text) {
            let inner = &text[start..end];
            if !inner.contains("\\u00") && !inner.contains("\\/") {
                continue;
            }
            let Ok(plain) = serde_json::from_str::<String>(&format!("\"{inner}\"")) else {
                continue;
            };
            let (found, _) = search(&plain, None, self);
            let from = hits.partition_point(|hit| hit.range.end <= start);
            let known = hits[from..]
                .iter()
                .take_while(|hit| hit.range.start < end)
                .count();
            if let Some(first) = found.first().filter(|_| found.len() > known) {
                hidden.push(Hit {
                    range: start..end,
                    rule: first.rule,
                    is_number: false,
                });
            }
        }
        hidden
    }
}

/// The insides of what stands between double quotes on one line.
fn strings(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find('"')? + 1;
        let mut end = start;
        loop {
            match bytes.get(end)? {
                b'"' | b'\n' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        at = end + 1;
        Some((start, end))
    })
}
