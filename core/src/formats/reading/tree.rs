//! A JSON value, and the keys that stand more than once in an object.
//!
//! JSON leaves open what a repeated key means. The last value is kept, as most readers do,
//! and [`Repeats`] says that there was another one.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::map::Entry;

use crate::model::Extra;

/// Most repeated keys of a document that are kept with their place.
const NAMED: usize = 100;

/// The repeated keys of a document.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// Where the first ones stand, below the document: `.metrics.ttft_ms`, `.results[3].x`.
    pub(super) places: Vec<String>,
    /// How many more there are.
    pub(super) more: usize,
}

impl Repeats {
    /// Adds a key of the object that is being read.
    pub(super) fn add(&mut self, key: &str) {
        if self.places.len() < NAMED {
            self.places.push(format!(".{key}"));
        } else {
            self.more += 1;
        }
    }

    /// Puts the place of a value in front of what was added since there were `before`
    /// places, all of which is inside of it.
    pub(super) fn inside(&mut self, before: usize, place: impl Fn() -> String) {
        for one in &mut self.places[before..] {
            one.insert_str(0, &place());
        }
    }
}

/// Reads any value.
pub(super) struct TreeSeed<'a>(pub(super) &'a mut Repeats);

impl<'de> DeserializeSeed<'de> for TreeSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Extra::new();
        while let Some(key) = map.next_key::<String>()? {
            let before = self.0.places.len();
            let value = map.next_value_seed(TreeSeed(self.0))?;
            self.0.inside(before, || format!(".{key}"));
            insert(&mut object, key, value, self.0);
        }
        Ok(Value::Object(object))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let before = self.0.places.len();
            let Some(value) = list.next_element_seed(TreeSeed(self.0))? else {
                return Ok(Value::Array(values));
            };
            self.0.inside(before, || format!("[{}]", values.len()));
            values.push(value);
        }
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }
}

/// Puts a field into an object, in the place of an earlier one with the same key.
pub(super) fn insert(object: &mut Extra, key: String, value: Value, repeats: &mut Repeats) {
    match object.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(value);
        }
        Entry::Occupied(mut entry) => {
            repeats.add(entry.key());
            entry.insert(value);
        }
    }
}
