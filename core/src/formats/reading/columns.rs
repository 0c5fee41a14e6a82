//! The long per-request lists of a result, read without a JSON value per element.
//!
//! A detailed serving result holds the time of every token of every request: millions of
//! numbers that as JSON values would take several times the memory of the file. Lists of
//! these names, at the top of a document, are read into [`Column`]s instead.
//!
//! The numbers of a list are parsed from their text by the standard library, which is
//! several times as fast as `serde_json` where every digit counts, and as exact.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor,
};
use serde_json::Value;
use serde_json::value::RawValue;

use super::tree::{Repeats, TreeSeed};

/// The columns of a document, by the name of the field.
pub(in crate::formats) type Columns = BTreeMap<String, Arc<Column>>;

/// Fields at the top of a document that hold one entry per request.
const NAMES: [&str; 7] = [
    "errors",
    "input_lens",
    "itls",
    "latencies",
    "output_lens",
    "start_times",
    "ttfts",
];

/// A field at the top of a document that holds the answers of the model. Nothing keeps
/// them: they are no result of a benchmark and may be private.
const ANSWERS: &str = "generated_texts";

/// One list with an entry per request.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::formats) enum Column {
    /// Numbers; absent for `null`.
    Numbers(Vec<Option<f64>>),
    /// Texts, for example error messages.
    Texts(Vec<String>),
    /// Lists of numbers, of which only a summary is kept.
    Lists(Vec<ListSummary>),
    /// So many answers of the model, which are left out.
    LeftOut(usize),
}

/// A list of numbers, summed up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::formats) struct ListSummary {
    /// Number of elements.
    pub(in crate::formats) count: usize,
    /// Their sum.
    pub(in crate::formats) sum: f64,
    /// The largest; absent in an empty list.
    pub(in crate::formats) max: Option<f64>,
}

impl ListSummary {
    /// The mean; absent for an empty list.
    pub(in crate::formats) fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Column {
    /// Number of entries.
    pub(in crate::formats) fn len(&self) -> usize {
        match self {
            Self::Numbers(list) => list.len(),
            Self::Texts(list) => list.len(),
            Self::Lists(list) => list.len(),
            Self::LeftOut(count) => *count,
        }
    }

    /// The column as JSON, for a format that has no use for it. Lists of numbers
    /// come out as their summaries.
    pub(in crate::formats) fn to_value(&self) -> Value {
        match self {
            Self::Numbers(list) => list.iter().copied().map(number_or_null).collect(),
            Self::Texts(list) => list.iter().map(String::as_str).map(Value::from).collect(),
            Self::Lists(list) => list
                .iter()
                .map(|list| serde_json::json!({"count": list.count, "sum": list.sum, "max": list.max}))
                .collect(),
            Self::LeftOut(_) => Value::Null,
        }
    }
}

/// A number as JSON, whole ones without a fraction.
fn number_or_null(number: Option<f64>) -> Value {
    match number {
        None => Value::Null,
        Some(number) if number.fract() == 0.0 && number.abs() < 9e15 => (number as i64).into(),
        Some(number) => number.into(),
    }
}

/// True for a field that is read as a column where it is a list of the right kind.
pub(super) fn is_column(name: &str) -> bool {
    NAMES.contains(&name) || name == ANSWERS
}

/// A field that may be a column.
pub(super) enum Read {
    Column(Column),
    /// Something else, or a list of mixed kinds.
    Value(Value),
}

/// Reads the value of the field of this name, for which [`is_column`] holds.
pub(super) struct ColumnSeed<'a> {
    pub(super) name: &'a str,
    pub(super) repeats: &'a mut Repeats,
}

impl<'de> DeserializeSeed<'de> for ColumnSeed<'_> {
    type Value = Read;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Read, D::Error> {
        if self.name == ANSWERS {
            let answers = <&RawValue>::deserialize(deserializer)?.get();
            let count =
                serde_json::from_str::<Vec<IgnoredAny>>(answers).map_or(1, |list| list.len());
            return Ok(match (answers, count) {
                ("null", _) | (_, 0) => Read::Value(Value::Null),
                _ => Read::Column(Column::LeftOut(count)),
            });
        }
        deserializer.deserialize_any(ReadVisitor(self.repeats))
    }
}

struct ReadVisitor<'a>(&'a mut Repeats);

impl<'de> Visitor<'de> for ReadVisitor<'_> {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Read, A::Error> {
        let mut column = None;
        while let Some(entry) = list.next_element::<Entry>()? {
            match push(&mut column, entry) {
                Ok(()) => {}
                Err(entry) => return mixed(column, entry, list).map(Read::Value),
            }
        }
        Ok(match column {
            Some(column) => Read::Column(column),
            None => Read::Value(Value::Array(Vec::new())),
        })
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Read, A::Error> {
        TreeSeed(self.0).visit_map(map).map(Read::Value)
    }

    fn visit_unit<E>(self) -> Result<Read, E> {
        Ok(Read::Value(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Read, E> {
        Ok(Read::Value(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Read, E> {
        Ok(Read::Value(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Read, E> {
        Ok(Read::Value(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Read, E> {
        Ok(Read::Value(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Read, E> {
        Ok(Read::Value(value.into()))
    }
}

/// Adds an entry; gives it back where it is of another kind than those before it.
fn push(column: &mut Option<Column>, entry: Entry) -> Result<(), Entry> {
    match (column.as_mut(), entry) {
        (None, Entry::Number(one)) => *column = Some(Column::Numbers(vec![one])),
        (None, Entry::Text(one)) => *column = Some(Column::Texts(vec![one])),
        (None, Entry::List(one)) => *column = Some(Column::Lists(vec![one])),
        (Some(Column::Numbers(list)), Entry::Number(one)) => list.push(one),
        (Some(Column::Texts(list)), Entry::Text(one)) => list.push(one),
        (Some(Column::Lists(list)), Entry::List(one)) => list.push(one),
        (_, entry) => return Err(entry),
    }
    Ok(())
}

/// A list of mixed kinds as it was.
fn mixed<'de, A: SeqAccess<'de>>(
    column: Option<Column>,
    entry: Entry,
    mut rest: A,
) -> Result<Value, A::Error> {
    let mut values = match column.map(|column| column.to_value()) {
        Some(Value::Array(values)) => values,
        _ => Vec::new(),
    };
    values.push(match entry {
        Entry::Number(one) => number_or_null(one),
        Entry::Text(one) => one.into(),
        Entry::List(one) => Column::Lists(vec![one]).to_value()[0].take(),
        Entry::Other(value) => value,
    });
    while let Some(value) = rest.next_element()? {
        values.push(value);
    }
    Ok(Value::Array(values))
}

/// Numbers for which a list has room at once; answers are rarely shorter.
const FIRST_NUMBERS: usize = 128;

/// The number that a JSON value is, or nothing where it is another or too large for one.
fn number(text: &str) -> Option<f64> {
    // JSON has no other value that would parse as a number.
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some(number)
}

/// One entry of a list.
enum Entry {
    Number(Option<f64>),
    Text(String),
    List(ListSummary),
    Other(Value),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Entry, E> {
        Ok(Entry::Number(None))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Entry, E> {
        Ok(Entry::Number(Some(value as f64)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Entry, E> {
        Ok(Entry::Number(Some(value as f64)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Entry, E> {
        Ok(Entry::Number(Some(value)))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Entry, E> {
        Ok(Entry::Other(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Entry, E> {
        Ok(Entry::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Entry, E> {
        Ok(Entry::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Entry, A::Error> {
        let mut numbers: Vec<f64> = Vec::with_capacity(FIRST_NUMBERS);
        while let Some(entry) = list.next_element::<&RawValue>()? {
            if let Some(number) = number(entry.get()) {
                numbers.push(number);
                continue;
            }
            let before = numbers.into_iter().map(|one| number_or_null(Some(one)));
            let entry = serde_json::from_str(entry.get()).map_err(A::Error::custom)?;
            let mut values: Vec<Value> = before.chain([entry]).collect();
            while let Some(value) = list.next_element()? {
                values.push(value);
            }
            return Ok(Entry::Other(values.into()));
        }
        Ok(Entry::List(ListSummary {
            count: numbers.len(),
            sum: numbers.iter().sum(),
            max: numbers.iter().copied().reduce(f64::max),
        }))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
        Value::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Entry::Other)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn seed<'r>(name: &'r str, repeats: &'r mut Repeats) -> ColumnSeed<'r> {
        ColumnSeed { name, repeats }
    }

    fn read(text: &str) -> Result<Column, Value> {
        let mut json = serde_json::Deserializer::from_str(text);
        match seed("itls", &mut Repeats::default())
            .deserialize(&mut json)
            .unwrap()
        {
            Read::Column(column) => Ok(column),
            Read::Value(value) => Err(value),
        }
    }

    #[test]
    fn a_list_of_one_kind_is_a_column() {
        assert_eq!(
            read("[0.5, null, 3]"),
            Ok(Column::Numbers(vec![Some(0.5), None, Some(3.0)]))
        );
        assert_eq!(
            read(r#"["", "x"]"#),
            Ok(Column::Texts(vec![String::new(), "x".to_owned()]))
        );
        let Ok(Column::Lists(lists)) = read("[[], [1, 2, 0.5]]") else {
            panic!("no lists");
        };
        assert_eq!((lists[0].mean(), lists[0].max), (None, None));
        assert_eq!(
            (lists[1].count, lists[1].sum, lists[1].max),
            (3, 3.5, Some(2.0))
        );
    }

    #[test]
    fn answers_are_counted_and_not_kept() {
        for (text, expected) in [
            (r#"["one", "\"two\"", null]"#, Ok(Column::LeftOut(3))),
            (r#""one""#, Ok(Column::LeftOut(1))),
            ("[]", Err(Value::Null)),
            ("null", Err(Value::Null)),
        ] {
            let mut json = serde_json::Deserializer::from_str(text);
            let read = match seed("generated_texts", &mut Repeats::default())
                .deserialize(&mut json)
                .unwrap()
            {
                Read::Column(column) => Ok(column),
                Read::Value(value) => Err(value),
            };
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn a_number_is_read_to_its_last_digit_and_one_too_large_is_none() {
        let texts = [
            "0.0499454720011272",
            "62.39544015899992",
            "1e-7",
            "5e-324",
            "-0.0",
        ];
        for text in texts {
            let expected: f64 = serde_json::from_str(text).unwrap();
            assert_eq!(
                number(text).map(f64::to_bits),
                Some(expected.to_bits()),
                "{text}"
            );
        }
        for text in ["1e999", "null", "true", "\"1\"", "[1]"] {
            assert_eq!(number(text), None, "{text}");
        }
        let mut json = serde_json::Deserializer::from_str("[[1, 1e999]]");
        assert!(
            seed("itls", &mut Repeats::default())
                .deserialize(&mut json)
                .is_err()
        );
    }

    #[test]
    fn anything_else_stays_as_it_is() {
        for text in [
            "[]",
            "{\"a\":[1]}",
            "null",
            "\"x\"",
            "-3",
            "true",
            r#"[1,"x",[2]]"#,
            r#"["x",{"a":1}]"#,
            "[true]",
            "[[1,null]]",
        ] {
            assert_eq!(
                read(text),
                Err(serde_json::from_str(text).unwrap()),
                "{text}"
            );
        }
        // A list of numbers before the odd one is known by its summary alone.
        assert_eq!(
            read(r#"[[1, 2], "x"]"#),
            Err(json!([{"count": 2, "sum": 3.0, "max": 2.0}, "x"]))
        );
    }
}
