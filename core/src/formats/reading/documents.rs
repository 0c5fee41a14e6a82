//! The JSON documents of an input, however they are laid out.
//!
//! ```text
//! { … }                        one object
//! [ {…}, {…} ]                 a list of objects
//! {…}\n{…}\nwarning: …\n{…}    one per line, among other lines
//! ```
//!
//! A list that breaks off gives the elements before the break. Bare `NaN` and `Infinity`
//! are read as `null` and reported.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::columns::{self, ColumnSeed, Columns, Read};
use super::loose;
use super::tree::{self, Repeats, TreeSeed};
use crate::formats::{Diagnostic, Level};
use crate::model::Extra;

/// Most lines without JSON that are named one by one.
const NAMED_LINES: usize = 5;

/// Most elements of a list that are kept although they are no objects, and so no results. A
/// list of numbers would take many times the size of its file.
const KEPT_OTHERS: usize = 100;

/// How the documents are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// No JSON.
    None,
    /// One value, and nothing else in the file.
    One,
    /// The elements of one list, and nothing else in the file.
    List,
    /// Values one after the other, usually one per line, perhaps among other lines.
    Lines,
}

/// One JSON value of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Where it is: `$`, `$[3]`, or `line 4: $`.
    pub path: String,
    /// The line it starts in, from 1; 1 for the elements of a list.
    pub line: usize,
    /// The value, without what went into `columns`.
    pub value: Value,
    /// Its long per-request lists.
    pub(in crate::formats) columns: Columns,
}

impl Document {
    /// The value as an object.
    pub fn object(&self) -> Option<&Extra> {
        self.value.as_object()
    }

    /// True for an object that has all these keys.
    pub fn has_all(&self, keys: &[&str]) -> bool {
        self.object().is_some_and(|object| {
            keys.iter()
                .all(|key| object.contains_key(*key) || self.columns.contains_key(*key))
        })
    }
}

/// The JSON documents of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Documents {
    /// How they are laid out.
    pub layout: Layout,
    /// The documents, in the order of the input.
    pub items: Vec<Document>,
    /// Words read as `null`, lines that are no JSON, where the JSON breaks off.
    pub diagnostics: Vec<Diagnostic>,
    /// True where the last document, or the list of them, breaks off.
    pub is_cut: bool,
}

impl Documents {
    /// Reads every document of `text`.
    pub(in crate::formats) fn read(text: &str) -> Self {
        let strict = Reader::new(text).read();
        if strict.broken.is_none() {
            return strict.documents;
        }
        let words = loose::non_numbers(text);
        if words.is_empty() {
            return strict.finish(text, &words);
        }
        drop(strict);
        let fixed = loose::with_nulls(text, &words);
        let mut read = Reader::new(&fixed).read();
        if !read.documents.items.is_empty() {
            read.documents
                .diagnostics
                .splice(0..0, loose::report(text, &words));
        }
        read.finish(text, &words)
    }

    /// True for text without any JSON object.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The first object.
    pub fn first(&self) -> Option<&Document> {
        self.items
            .iter()
            .find(|document| document.object().is_some())
    }
}

/// Where the JSON could not be read on.
struct Broken {
    /// Offset in the text at which the value began.
    start: usize,
    error: serde_json::Error,
}

/// What was read, and the place of the first break.
struct Attempt {
    documents: Documents,
    broken: Option<Broken>,
}

impl Attempt {
    /// The documents, with the break reported.
    fn finish(self, text: &str, words: &[loose::Word]) -> Documents {
        let Self {
            mut documents,
            broken,
        } = self;
        if let Some(Broken { start, error }) = broken {
            documents
                .diagnostics
                .push(loose::invalid(text, start, &error, words));
        }
        documents
    }
}

struct Reader<'a> {
    text: &'a str,
    documents: Documents,
    broken: Option<Broken>,
    /// Lines that are no JSON: number and text.
    other: Vec<(usize, &'a str)>,
    /// The repeated keys of a document, and its position.
    repeats: Vec<(usize, Repeats)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            documents: Documents {
                layout: Layout::None,
                items: Vec::new(),
                diagnostics: Vec::new(),
                is_cut: false,
            },
            broken: None,
            other: Vec::new(),
            repeats: Vec::new(),
        }
    }

    fn read(mut self) -> Attempt {
        let mut at = self.skip_space(0);
        if self.text[at..].starts_with('[') {
            match self.list(at) {
                Some(end) if self.skip_space(end) == self.text.len() => {
                    self.documents.layout = Layout::List;
                    return self.into_attempt();
                }
                Some(_) => {
                    self.documents.items.clear();
                    self.repeats.clear();
                }
                None if !self.documents.items.is_empty() => {
                    self.documents.layout = Layout::List;
                    return self.into_attempt();
                }
                None => {}
            }
        }
        let mut line = 1 + self.text[..at].matches('\n').count();
        while at < self.text.len() {
            let end = self.value(at, line).unwrap_or_else(|| self.line_end(at));
            if self.documents.is_cut {
                break;
            }
            line += self.text[at..end].matches('\n').count();
            let next = self.skip_space(end);
            line += self.text[end..next].matches('\n').count();
            at = next;
        }
        self.documents.layout = match (self.documents.items.len(), self.other.len()) {
            (0, _) => Layout::None,
            (1, 0) => Layout::One,
            _ => Layout::Lines,
        };
        if self.documents.layout == Layout::One {
            "$".clone_into(&mut self.documents.items[0].path);
        }
        self.into_attempt()
    }

    /// Reads the elements of a list; gives the offset behind it, or nothing where it breaks off.
    fn list(&mut self, start: usize) -> Option<usize> {
        let elements = ElementsSeed {
            items: &mut self.documents.items,
            repeats: &mut self.repeats,
        };
        match read_prefix(elements, &self.text[start..]) {
            Ok((passed_over, length)) => {
                if passed_over > 0 {
                    let message = format!(
                        "{passed_over} more elements of the list that are no objects, passed over"
                    );
                    self.documents
                        .diagnostics
                        .push(Diagnostic::new(Level::Warning, "unread_line", message).at_path("$"));
                }
                Some(start + length)
            }
            Err(error) => {
                self.documents.is_cut = error.is_eof();
                self.broken = Some(Broken { start, error });
                None
            }
        }
    }

    /// Reads the object that begins here; gives the offset behind it, or nothing where there
    /// is none.
    fn value(&mut self, start: usize, line: usize) -> Option<usize> {
        let rest = &self.text[start..];
        if !rest.starts_with('{') {
            self.other.push((line, rest));
            return None;
        }
        let mut repeats = Repeats::default();
        match read_prefix(DocumentSeed(&mut repeats), rest) {
            Ok(((value, columns), length)) => {
                note_repeats(&mut self.repeats, self.documents.items.len(), repeats);
                self.documents.items.push(Document {
                    path: format!("line {line}: $"),
                    line,
                    value,
                    columns,
                });
                Some(start + length)
            }
            Err(error) => {
                // The end of the file is where this value stops: nothing can follow.
                self.documents.is_cut = error.is_eof();
                if !error.is_eof() {
                    self.other.push((line, rest));
                }
                self.broken.get_or_insert(Broken { start, error });
                None
            }
        }
    }

    fn skip_space(&self, at: usize) -> usize {
        self.text.len() - self.text[at..].trim_start().len()
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |length| at + length)
    }

    fn into_attempt(mut self) -> Attempt {
        for (index, repeats) in &self.repeats {
            let document = &self.documents.items[*index].path;
            let found = repeats.places.iter().map(|place| {
                let message = "the key stands twice in its object; the last value is kept";
                Diagnostic::new(Level::Warning, "repeated_key", message)
                    .at_path(format!("{document}{place}"))
            });
            self.documents.diagnostics.extend(found);
            if repeats.more > 0 {
                let message = format!("{} more keys that stand twice", repeats.more);
                let more = Diagnostic::new(Level::Warning, "repeated_key", message);
                self.documents.diagnostics.push(more.at_path(document));
            }
        }
        if !self.documents.items.is_empty() {
            let (named, more) = self.other.split_at(self.other.len().min(NAMED_LINES));
            for (number, text) in named {
                let text = text.lines().next().unwrap_or_default();
                let shown: String = text.chars().take(60).collect();
                let finding = format!("not JSON, passed over: {shown:?}");
                self.documents.diagnostics.push(
                    Diagnostic::new(Level::Note, "unread_line", finding).at_line(
                        *number,
                        1,
                        text.chars().count(),
                    ),
                );
            }
            if let Some((number, _)) = more.first() {
                let finding = format!("{} more lines that are no JSON, passed over", more.len());
                self.documents.diagnostics.push(
                    Diagnostic::new(Level::Note, "unread_line", finding).at_line(*number, 1, 1),
                );
            }
        }
        Attempt {
            documents: self.documents,
            broken: self.broken,
        }
    }
}

/// Reads a value at the start of `text`, and how many bytes it takes.
fn read_prefix<'de, S: DeserializeSeed<'de>>(
    seed: S,
    text: &'de str,
) -> serde_json::Result<(S::Value, usize)> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut json)?;
    Ok((value, json.into_iter::<IgnoredAny>().byte_offset()))
}

/// Keeps the repeated keys of the document at `index`, if it has any.
fn note_repeats(all: &mut Vec<(usize, Repeats)>, index: usize, repeats: Repeats) {
    if !repeats.places.is_empty() {
        all.push((index, repeats));
    }
}

/// Reads one document.
struct DocumentSeed<'a>(&'a mut Repeats);

impl<'de> DeserializeSeed<'de> for DocumentSeed<'_> {
    type Value = (Value, Columns);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for DocumentSeed<'_> {
    type Value = (Value, Columns);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut object = Extra::new();
        let mut columns = Columns::new();
        let repeats = self.0;
        while let Some(key) = map.next_key::<String>()? {
            let before = repeats.places.len();
            let read = if columns::is_column(&key) {
                map.next_value_seed(ColumnSeed {
                    name: &key,
                    repeats,
                })?
            } else {
                Read::Value(map.next_value_seed(TreeSeed(repeats))?)
            };
            repeats.inside(before, || format!(".{key}"));
            match read {
                Read::Column(column) => {
                    if object.remove(&key).is_some() || columns.contains_key(&key) {
                        repeats.add(&key);
                    }
                    columns.insert(key, column.into());
                }
                Read::Value(value) => {
                    if columns.remove(&key).is_some() {
                        repeats.add(&key);
                    }
                    tree::insert(&mut object, key, value, repeats);
                }
            }
        }
        Ok((Value::Object(object), columns))
    }
}

/// Reads the elements of a list into a vector that outlives a break; gives the number of
/// those it passed over.
struct ElementsSeed<'a> {
    items: &'a mut Vec<Document>,
    repeats: &'a mut Vec<(usize, Repeats)>,
}

impl<'de> DeserializeSeed<'de> for ElementsSeed<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<usize, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ElementsSeed<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<usize, A::Error> {
        let mut others = 0_usize;
        let mut index = 0;
        loop {
            let mut repeats = Repeats::default();
            let Some((value, columns)) = list.next_element_seed(ElementSeed(&mut repeats))? else {
                return Ok(others.saturating_sub(KEPT_OTHERS));
            };
            if !value.is_object() {
                others += 1;
            }
            if value.is_object() || others <= KEPT_OTHERS {
                note_repeats(self.repeats, self.items.len(), repeats);
                self.items.push(Document {
                    path: format!("$[{index}]"),
                    line: 1,
                    value,
                    columns,
                });
            }
            index += 1;
        }
    }
}

/// Reads an element of a list, object or not.
struct ElementSeed<'a>(&'a mut Repeats);

impl<'de> DeserializeSeed<'de> for ElementSeed<'_> {
    type Value = (Value, Columns);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ElementSeed<'_> {
    type Value = (Value, Columns);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        DocumentSeed(self.0).visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Ok((TreeSeed(self.0).visit_seq(list)?, Columns::new()))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok((Value::Null, Columns::new()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok((value.into(), Columns::new()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok((value.into(), Columns::new()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok((value.into(), Columns::new()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok((value.into(), Columns::new()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok((value.into(), Columns::new()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::Location;

    fn read(text: &str) -> (Layout, Vec<(String, Value)>, bool) {
        let documents = Documents::read(text);
        let items = documents.items.into_iter();
        (
            documents.layout,
            items.map(|one| (one.path, one.value)).collect(),
            documents.is_cut,
        )
    }

    fn at(path: &str, value: Value) -> (String, Value) {
        (path.to_owned(), value)
    }

    #[test]
    fn an_object_a_list_and_lines_are_told_apart() {
        assert_eq!(
            read(" {\"a\": 1}\n"),
            (Layout::One, vec![at("$", json!({"a": 1}))], false)
        );
        assert_eq!(
            read("[{\"a\": 1}, 2]\n"),
            (
                Layout::List,
                vec![at("$[0]", json!({"a": 1})), at("$[1]", json!(2))],
                false
            )
        );
        assert_eq!(
            read("{\"a\": 1}\n{\n \"a\": 2\n}\n"),
            (
                Layout::Lines,
                vec![
                    at("line 1: $", json!({"a": 1})),
                    at("line 2: $", json!({"a": 2}))
                ],
                false
            )
        );
        assert_eq!(read("[]"), (Layout::List, vec![], false));
        assert_eq!(
            read("plain text\n[info] x\n"),
            (Layout::None, vec![], false)
        );
        assert_eq!(read(""), (Layout::None, vec![], false));
    }

    #[test]
    fn a_long_list_of_numbers_takes_no_room() {
        let text = format!("[{}{{\"a\": 1}}]", "7, ".repeat(1000));
        let documents = Documents::read(&text);
        assert_eq!(documents.items.len(), KEPT_OTHERS + 1);
        assert_eq!(
            documents.first().map(|one| one.path.as_str()),
            Some("$[1000]")
        );
        let said = &documents.diagnostics[0].message;
        assert!(said.starts_with("900 more elements"), "{said}");
    }

    #[test]
    fn lines_that_are_no_json_are_passed_over_and_named() {
        let documents = Documents::read("warning: {x}\n{\"a\": 1}\n{broken\n[1/2] x\n{\"a\": 2}\n");
        assert_eq!(documents.items.len(), 2);
        assert_eq!(documents.items[1].path, "line 5: $");
        let codes: Vec<_> = documents.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(
            codes,
            ["unread_line", "unread_line", "unread_line", "invalid_json"]
        );
    }

    #[test]
    fn what_stands_before_a_break_is_kept() {
        let text = "[{\"a\": 1}, {\"a\": NaN}, {\"a\": 3";
        let documents = Documents::read(text);
        assert_eq!((documents.layout, documents.items.len()), (Layout::List, 2));
        assert!(documents.is_cut);
        let codes: Vec<_> = documents.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["not_a_number", "truncated_json"]);
        let documents = Documents::read("{\"a\": 1}\n{\"a\": 2");
        assert_eq!((documents.layout, documents.items.len()), (Layout::One, 1));
        assert!(documents.is_cut);
    }

    #[test]
    fn a_key_that_stands_twice_is_told_with_its_place() {
        let text =
            r#"{"a": 1, "b": {"c": [0, {"d": 1, "d": 2}]}, "a": 3, "ttfts": [1], "ttfts": 7}"#;
        let documents = Documents::read(text);
        assert_eq!(
            documents.items[0].value,
            json!({"a": 3, "b": {"c": [0, {"d": 2}]}, "ttfts": 7})
        );
        assert!(documents.items[0].columns.is_empty());
        let found = documents.diagnostics.iter();
        let places: Vec<String> = found
            .map(|one| match &one.location {
                Location::Json { path } => format!("{} {path}", one.code),
                _ => one.code.to_owned(),
            })
            .collect();
        assert_eq!(
            places,
            [
                "repeated_key $.b.c[1].d",
                "repeated_key $.a",
                "repeated_key $.ttfts"
            ]
        );
        let lines = Documents::read("{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n");
        assert_eq!(
            lines.diagnostics[0].location,
            Location::Json {
                path: "line 2: $.a".to_owned()
            }
        );
        let many = format!("[{{{}\"a\": 0}}]", "\"a\": 0, ".repeat(300));
        let many = Documents::read(&many).diagnostics;
        assert_eq!(many.len(), 101);
        assert_eq!(many[100].message, "200 more keys that stand twice");
    }

    #[test]
    fn per_request_lists_become_columns() {
        let documents = Documents::read(r#"{"ttfts": [0.1, 0.2], "errors": "none", "x": [1]}"#);
        let document = documents.first().unwrap();
        assert_eq!(document.value, json!({"errors": "none", "x": [1]}));
        assert_eq!(document.columns["ttfts"].len(), 2);
        assert!(document.has_all(&["ttfts", "x"]));
    }
}
