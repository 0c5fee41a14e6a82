//! Ids of headings, so that links can lead to them.

use std::collections::BTreeSet;

/// Ids that pages have already.
const TAKEN: [&str; 2] = ["content", "runs-heading"];

/// What every heading of a text is called.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    names: Vec<String>,
    known: BTreeSet<String>,
}

impl Anchors {
    /// The id of a heading that says this: its words in lower case with dashes between, and
    /// a number where a heading before says the same.
    pub(super) fn add(&mut self, said: &str) -> String {
        let base = name(said);
        let mut name = base.clone();
        let mut number = 1;
        while TAKEN.contains(&name.as_str()) || self.known.contains(&name) {
            number += 1;
            name = format!("{base}-{number}");
        }
        self.known.insert(name.clone());
        self.names.push(name.clone());
        name
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

fn name(said: &str) -> String {
    let mut name = String::new();
    for c in said.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '_' {
            name.push(c);
        } else if (c.is_whitespace() || c == '-') && !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    // Footnotes and what is put in have ids that begin so.
    let is_ours = name.starts_with("footnote-") || is_of_run(name);
    match name.is_empty() || is_ours {
        true => format!("section-{name}").trim_end_matches('-').to_owned(),
        false => name.to_owned(),
    }
}

/// True for `r2-matrix`.
fn is_of_run(name: &str) -> bool {
    let number = name.strip_prefix('r').and_then(|rest| rest.split_once('-'));
    number.is_some_and(|(digits, _)| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_named_by_what_it_says_and_no_name_is_there_twice() {
        let mut anchors = Anchors::default();
        let headings = [
            ("How we  measure: TTFT & ITL", "how-we-measure-ttft-itl"),
            ("Überblick", "überblick"),
            ("Content", "content-2"),
            ("How we measure TTFT ITL", "how-we-measure-ttft-itl-2"),
            ("!?", "section"),
            ("R2 matrix", "section-r2-matrix"),
            ("Footnote 1", "section-footnote-1"),
            ("\u{202e}evil\" onclick=x", "evil-onclickx"),
        ];
        for (said, name) in headings {
            assert_eq!(anchors.add(said), name);
        }
    }
}
