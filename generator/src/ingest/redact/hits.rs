//! What a search has found so far.

use std::ops::Range;

use super::rules::Rules;
use super::table::RuleId;

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) range: Range<usize>,
    pub(super) rule: RuleId,
    /// True for a number of JSON, whose replacement needs quotes.
    pub(super) is_number: bool,
}

/// What was found so far, by the rules that are in force.
pub(super) struct Hits<'a> {
    rules: &'a Rules,
    all: Vec<Hit>,
    /// Where the header that was found last ends.
    header_end: usize,
}

impl<'a> Hits<'a> {
    /// Nothing yet.
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            all: Vec::new(),
            header_end: 0,
        }
    }

    pub(super) fn add(&mut self, rule: RuleId, range: Range<usize>) {
        self.push(rule, range, false);
    }

    pub(super) fn add_number(&mut self, rule: RuleId, range: Range<usize>) {
        self.push(rule, range, true);
    }

    /// Adds the value of a header.
    pub(super) fn add_header(&mut self, rule: RuleId, range: Range<usize>) {
        self.header_end = range.end;
        self.add(rule, range);
    }

    /// True inside of a key that was found last, where looking closer again would take long
    /// for a text made to be slow. What is no key by itself, such as the host of a URL,
    /// can be the beginning of one.
    pub(super) fn cover(&self, at: usize) -> bool {
        let last = self.all.last();
        last.is_some_and(|hit| hit.rule < RuleId::NAMED_SECRET && hit.range.contains(&at))
    }

    fn push(&mut self, rule: RuleId, range: Range<usize>, is_number: bool) {
        if self.rules.is_on(rule) && !range.is_empty() {
            self.all.push(Hit {
                range,
                rule,
                is_number,
            });
        }
    }

    /// True inside the value of the header that was found last.
    pub(super) fn is_in_header(&self, at: usize) -> bool {
        at < self.header_end
    }

    /// What was found, in order and without overlaps.
    pub(super) fn merged(self) -> Vec<Hit> {
        merged(self.all)
    }
}

/// Hits in order; those that overlap become one, of the rule that the table has first.
pub(super) fn merged(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end), hit.rule));
    let mut merged: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match merged.last_mut() {
            Some(last) if hit.range.start < last.range.end => {
                last.range.end = last.range.end.max(hit.range.end);
                last.rule = last.rule.min(hit.rule);
            }
            _ => merged.push(hit),
        }
    }
    merged
}

/// The text with every hit replaced. Line breaks inside of a hit stay, so lines keep
/// their numbers.
pub(super) fn replaced(text: &str, hits: &[Hit], rules: &Rules) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut copied = 0;
    for hit in hits {
        clean.push_str(&text[copied..hit.range.start]);
        if hit.is_number {
            clean.push('"');
        }
        clean.push_str(rules.replacement(hit.rule));
        if hit.is_number {
            clean.push('"');
        }
        let breaks = text[hit.range.clone()].matches('\n').count();
        clean.extend(std::iter::repeat_n('\n', breaks));
        copied = hit.range.end;
    }
    clean.push_str(&text[copied..]);
    clean
}
