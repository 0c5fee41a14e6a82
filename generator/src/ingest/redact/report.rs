//! The redaction report: what was replaced, where, and how often; never what it was.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;
use speedsheet_core::formats::{Diagnostic, Level};

use super::hits::Hit;
use super::rules::Rules;
use super::table::RuleId;

/// Most places of one rule in one text that are listed one by one.
const MOST_PLACES: usize = 20;

/// Stands for any position in a list.
const ANY_ITEM: &str = "[*]";

/// Something that was replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Redaction {
    /// Id of the rule that found it.
    pub rule: String,
    /// The field of the run, such as `notes[0].text`, with `[*]` for several items of a
    /// list; or line and column of the input.
    pub location: String,
    /// How many texts were replaced there.
    pub count: usize,
}

/// What was found in a run or in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// By rule and field, positions in lists left out.
    fields: BTreeMap<(RuleId, String), Field>,
    /// By rule, the places in a text in their order.
    lines: BTreeMap<RuleId, Vec<Place>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    /// The positions in lists on the way to it; `None` where there were several.
    positions: Vec<Option<usize>>,
    count: usize,
    shortest: usize,
    longest: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
    /// Characters of what was found.
    length: usize,
}

/// A step from a run to one of its fields.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Field(String),
    Item(usize),
}

impl Findings {
    /// True where nothing was found.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.lines.is_empty()
    }

    /// Notes a hit of `length` characters in a field of a run.
    pub(super) fn add_field(&mut self, rule: RuleId, path: &[Step], length: usize) {
        let positions = path.iter().filter_map(|step| match step {
            Step::Item(index) => Some(*index),
            Step::Field(_) => None,
        });
        let field = self
            .fields
            .entry((rule, shown(path)))
            .or_insert_with(|| Field {
                positions: positions.clone().map(Some).collect(),
                count: 0,
                shortest: length,
                longest: length,
            });
        for (known, position) in field.positions.iter_mut().zip(positions) {
            *known = known.filter(|known| *known == position);
        }
        field.count += 1;
        field.shortest = field.shortest.min(length);
        field.longest = field.longest.max(length);
    }

    /// Notes hits in a text, which are in its order.
    pub(super) fn add_lines(&mut self, text: &str, hits: &[Hit]) {
        let mut place = Cursor::default();
        for hit in hits {
            place.go_to(text, hit.range.start);
            self.lines.entry(hit.rule).or_default().push(Place {
                line: place.line + 1,
                column: place.column + 1,
                length: characters(text, &hit.range),
            });
        }
    }

    /// What was replaced, by rule and place.
    pub fn redactions(&self, rules: &Rules) -> Vec<Redaction> {
        let of = |rule: RuleId, location: String, count: usize| Redaction {
            rule: rules.name(rule).to_owned(),
            location,
            count,
        };
        let mut all = Vec::new();
        for ((rule, general), field) in &self.fields {
            if *rule != RuleId::POSSIBLE_SECRET {
                all.push(of(*rule, field.place(general), field.count));
            }
        }
        for (rule, places) in &self.lines {
            if *rule == RuleId::POSSIBLE_SECRET {
                continue;
            }
            if places.len() <= MOST_PLACES {
                all.extend(places.iter().map(|place| of(*rule, place.shown(), 1)));
            } else {
                all.push(of(*rule, between(places), places.len()));
            }
        }
        all
    }

    /// The same as diagnostics, and a warning for every field or place where something
    /// looks like a secret that no rule knows.
    pub fn diagnostics(&self, rules: &Rules) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        for ((rule, general), field) in &self.fields {
            let place = field.place(general);
            all.push(if *rule == RuleId::POSSIBLE_SECRET {
                possible(field.count, field.shortest, field.longest, &place)
            } else {
                replaced(rules, *rule, field.count, &place)
            });
        }
        for (rule, places) in &self.lines {
            let about = |places: &[Place]| {
                let place = between(places);
                if *rule == RuleId::POSSIBLE_SECRET {
                    let lengths = places.iter().map(|place| place.length);
                    let shortest = lengths.clone().min().unwrap_or_default();
                    possible(
                        places.len(),
                        shortest,
                        lengths.max().unwrap_or_default(),
                        &place,
                    )
                } else {
                    replaced(rules, *rule, places.len(), &place)
                }
            };
            if places.len() <= MOST_PLACES {
                all.extend(
                    places.iter().map(|place| {
                        about(&[*place]).at_line(place.line, place.column, place.length)
                    }),
                );
            } else {
                all.push(about(places));
            }
        }
        all
    }
}

impl Field {
    /// `general` with the positions that are the same every time.
    fn place(&self, general: &str) -> String {
        let mut parts = general.split(ANY_ITEM);
        let mut place = parts.next().unwrap_or_default().to_owned();
        for (position, part) in self.positions.iter().zip(parts) {
            match position {
                Some(index) => place.push_str(&format!("[{index}]")),
                None => place.push_str(ANY_ITEM),
            }
            place.push_str(part);
        }
        place
    }
}

impl Place {
    fn shown(self) -> String {
        format!("line {}, column {}", self.line, self.column)
    }
}

/// `line 3, column 7`, or the first and the last line of several places.
fn between(places: &[Place]) -> String {
    match places {
        [] => String::new(),
        [only] => only.shown(),
        [first, .., last] => format!("lines {} to {}", first.line, last.line),
    }
}

fn replaced(rules: &Rules, rule: RuleId, count: usize, place: &str) -> Diagnostic {
    let what = rules.finds(rule);
    let times = match count {
        1 => String::new(),
        count => format!(" {count} times"),
    };
    let note = Diagnostic::new(
        Level::Note,
        "redacted",
        format!(
            "{what} in {place} was replaced{times} (rule {})",
            rules.name(rule)
        ),
    );
    if rule < RuleId::EMAIL {
        note.with_help("the input still holds it: revoke it if the input is or was shared")
    } else {
        note
    }
}

fn possible(count: usize, shortest: usize, longest: usize, place: &str) -> Diagnostic {
    let what = match (count, shortest == longest) {
        (1, _) => format!("a text of {shortest} characters in {place} looks"),
        (_, true) => format!("{count} texts of {shortest} characters in {place} look"),
        _ => format!("{count} texts of {shortest} to {longest} characters in {place} look"),
    };
    Diagnostic::new(
        Level::Warning,
        "possible_secret",
        format!("{what} random, as a key does, and match no rule; nothing was replaced there"),
    )
    .with_help(
        "look there: add a rule under `redact.add` in the configuration if it is a secret, or \
         switch `possible_secret` off under `redact.disable` if such texts are none",
    )
}

/// The field for people, positions left out: `launch_command`, `notes[*].text`.
fn shown(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Item(_) => text.push_str(ANY_ITEM),
            Step::Field(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                // A name of the source must not look like a position.
                text.push_str(&name.replace(ANY_ITEM, "[]"));
            }
        }
    }
    text
}

/// Number of characters of a range.
pub(super) fn characters(text: &str, range: &Range<usize>) -> usize {
    text[range.clone()].chars().count()
}

/// Line and column of a place in a text, found by going forward only.
#[derive(Default)]
struct Cursor {
    at: usize,
    line: usize,
    column: usize,
}

impl Cursor {
    fn go_to(&mut self, text: &str, at: usize) {
        let part = &text[self.at..at];
        match part.rfind('\n') {
            Some(last) => {
                self.line += part.matches('\n').count();
                self.column = part[last + 1..].chars().count();
            }
            None => self.column += part.chars().count(),
        }
        self.at = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> Step {
        Step::Field(name.to_owned())
    }

    #[test]
    fn ten_thousand_hits_in_a_list_are_one_entry() {
        let mut findings = Findings::default();
        for index in 0..10_000 {
            let path = [
                field("runs"),
                Step::Item(2),
                field("log"),
                Step::Item(index),
            ];
            findings.add_field(RuleId::EMAIL, &path, 9);
        }
        findings.add_field(RuleId::EMAIL, &[field("notes"), Step::Item(3)], 9);
        let rules = Rules::standard();
        let locations: Vec<(String, usize)> = findings
            .redactions(rules)
            .into_iter()
            .map(|one| (one.location, one.count))
            .collect();
        assert_eq!(
            locations,
            [
                ("notes[3]".to_owned(), 1),
                ("runs[2].log[*]".to_owned(), 10_000)
            ]
        );
        let diagnostics = findings.diagnostics(rules);
        assert_eq!(
            diagnostics[1].message,
            "an e-mail address in runs[2].log[*] was replaced 10000 times (rule email)"
        );
        assert_eq!(diagnostics.len(), 2);
    }

    #[test]
    fn places_in_a_text_are_lines_and_columns_of_characters() {
        let text = "one\nüü two three\n";
        let hit = |range: Range<usize>| Hit {
            range,
            rule: RuleId::EMAIL,
            is_number: false,
        };
        let start = text.find("two").unwrap();
        let mut findings = Findings::default();
        findings.add_lines(
            text,
            &[hit(0..3), hit(start..start + 3), hit(start + 4..start + 9)],
        );
        let redactions = findings.redactions(Rules::standard());
        let locations: Vec<&str> = redactions.iter().map(|one| one.location.as_str()).collect();
        assert_eq!(
            locations,
            ["line 1, column 1", "line 2, column 4", "line 2, column 8"]
        );
    }
}
