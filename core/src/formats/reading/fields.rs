//! The fields of one JSON object, taken one by one; what is left is `extra`.

use serde_json::Value;

use super::{Column, Columns, Document};
use crate::formats::{Diagnostic, Level};
use crate::model::{Extra, Metric, MetricKey, Metrics, Stat};

/// An object being read.
///
/// A `take_…` removes a field only where its value is used, so that nothing is lost: a
/// value of the wrong type stays, ends in `extra` under its own name, and is reported; a
/// `null` means "not known" and stays without a word. End with [`Fields::finish`].
#[derive(Debug)]
pub(in crate::formats) struct Fields {
    object: Extra,
    columns: Columns,
    path: String,
    findings: Vec<Diagnostic>,
}

impl Fields {
    /// The fields of an object at a JSONPath such as `$.metrics`.
    pub(in crate::formats) fn new(object: Extra, path: impl Into<String>) -> Self {
        Self {
            object,
            columns: Columns::new(),
            path: path.into(),
            findings: Vec::new(),
        }
    }

    /// The fields of a document; `None` where it is no object.
    pub(in crate::formats) fn of(document: &Document) -> Option<Self> {
        let object = document.object()?.clone();
        Some(Self {
            columns: document.columns.clone(),
            ..Self::new(object, document.path.as_str())
        })
    }

    /// What has not been taken yet, columns aside.
    pub(in crate::formats) fn object(&self) -> &Extra {
        &self.object
    }

    /// The JSONPath of a field.
    pub(in crate::formats) fn path_of(&self, key: &str) -> String {
        let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_plain && !key.is_empty() {
            format!("{}.{key}", self.path)
        } else {
            format!("{}[{}]", self.path, Value::from(key))
        }
    }

    /// A field, without taking it.
    pub(in crate::formats) fn get(&self, key: &str) -> Option<&Value> {
        self.object.get(key)
    }

    /// True where the field is there and not null.
    pub(in crate::formats) fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| !value.is_null()) || self.columns.contains_key(key)
    }

    /// A number that is not negative.
    pub(in crate::formats) fn take_number(&mut self, key: &str) -> Option<f64> {
        let read = |value: &Value| value.as_f64().filter(|number| *number >= 0.0);
        self.take_as(key, "a number that is not negative", read)
    }

    /// A number above 0, where the tool writes 0 for "not measured"; a 0 stays.
    pub(in crate::formats) fn take_positive(&mut self, key: &str) -> Option<f64> {
        if self.get(key)?.as_f64() == Some(0.0) {
            return None;
        }
        self.take_number(key)
    }

    /// Any number.
    pub(in crate::formats) fn take_signed(&mut self, key: &str) -> Option<f64> {
        self.take_as(key, "a number", Value::as_f64)
    }

    /// A whole number that is not negative; `8.0` is one.
    pub(in crate::formats) fn take_count(&mut self, key: &str) -> Option<u64> {
        self.take_as(key, "a whole number that is not negative", whole)
    }

    /// Takes a metric from a field, with a change of unit.
    pub(in crate::formats) fn take_metric(
        &mut self,
        key: &str,
        metrics: &mut Metrics,
        metric: MetricKey,
        unit: impl Fn(f64) -> f64,
    ) {
        let Some(original) = self.get(key).cloned() else {
            return;
        };
        if let Some(value) = self.take_number(key) {
            metrics.set(metric, unit(value));
            if metrics.get(metric).is_none() {
                // A fraction where only a count can be.
                let finding = unexpected(&self.path_of(key), &original, "a whole number");
                self.findings.push(finding);
                self.put(key, original);
            }
        }
    }

    /// Takes the statistics of a metric from the fields that `name` gives for each; those
    /// that are not there are passed over.
    pub(in crate::formats) fn take_distribution<'a>(
        &mut self,
        metrics: &mut Metrics,
        metric: Metric,
        unit: impl Fn(f64) -> f64,
        names: impl IntoIterator<Item = (Stat, &'a str)>,
        name: impl Fn(&str) -> String,
    ) {
        for (stat, word) in names {
            self.take_metric(&name(word), metrics, MetricKey::stat(metric, stat), &unit);
        }
    }

    /// Reports a field that is no count, without taking it.
    pub(in crate::formats) fn check_count(&mut self, key: &str) {
        if let Some(count) = self.take_count(key) {
            self.put(key, count.into());
        }
    }

    /// A text that is not empty; an empty one stays.
    pub(in crate::formats) fn take_text(&mut self, key: &str) -> Option<String> {
        if self
            .get(key)?
            .as_str()
            .is_some_and(|text| text.trim().is_empty())
        {
            return None;
        }
        self.take_as(key, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// True or false.
    pub(in crate::formats) fn take_flag(&mut self, key: &str) -> Option<bool> {
        self.take_as(key, "true or false", Value::as_bool)
    }

    /// An object, to be read with [`Fields::new`] at [`Fields::path_of`].
    pub(in crate::formats) fn take_object(&mut self, key: &str) -> Option<Extra> {
        self.take_as(key, "an object", |value| value.as_object().cloned())
    }

    /// Reads the fields of an object within; what is left of it stays. `None` where there is
    /// no such object.
    pub(in crate::formats) fn within<R>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        let object = self.take_object(key)?;
        let was_empty = object.is_empty();
        let mut inner = Self::new(object, self.path_of(key));
        let result = read(&mut inner);
        let left = inner.finish(&mut self.findings);
        if was_empty || !left.is_empty() {
            self.put(key, Value::Object(left));
        }
        Some(result)
    }

    /// A list.
    pub(in crate::formats) fn take_list(&mut self, key: &str) -> Option<Vec<Value>> {
        self.take_as(key, "a list", |value| value.as_array().cloned())
    }

    /// A field as it is, whatever it is.
    pub(in crate::formats) fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key)
    }

    /// A list with an entry per request, without taking it; see [`Column`].
    pub(in crate::formats) fn column(&self, key: &str) -> Option<&std::sync::Arc<Column>> {
        self.columns.get(key)
    }

    /// A list with an entry per request; see [`Column`].
    pub(in crate::formats) fn take_column(&mut self, key: &str) -> Option<std::sync::Arc<Column>> {
        self.columns.remove(key)
    }

    /// Puts back what could not be used.
    pub(in crate::formats) fn put(&mut self, key: &str, value: Value) {
        self.object.insert(key.to_owned(), value);
    }

    /// Reports fields that are not there although the tool writes them always. Call it
    /// before anything is taken.
    pub(in crate::formats) fn expect<K: AsRef<str>>(&mut self, keys: &[K]) {
        const NAMED: usize = 12;
        let missing: Vec<&str> = keys
            .iter()
            .map(AsRef::as_ref)
            .filter(|key| !self.object.contains_key(*key) && !self.columns.contains_key(*key))
            .collect();
        if missing.is_empty() {
            return;
        }
        let mut message = format!(
            "not recorded: {}",
            missing[..missing.len().min(NAMED)].join(", ")
        );
        if missing.len() > NAMED {
            message.push_str(&format!(" and {} more", missing.len() - NAMED));
        }
        self.findings.push(
            Diagnostic::new(Level::Note, "missing_field", message).at_path(self.path.as_str()),
        );
    }

    /// Adds a finding about a field.
    pub(in crate::formats) fn report(
        &mut self,
        key: &str,
        level: Level,
        code: &'static str,
        message: impl Into<String>,
    ) {
        let path = self.path_of(key);
        self.findings
            .push(Diagnostic::new(level, code, message).at_path(path));
    }

    /// The findings so far, to add those of an object within.
    pub(in crate::formats) fn findings_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.findings
    }

    /// Everything that was not taken; the findings go to `diagnostics`. Answers of the
    /// model, of which only the number was read, are named as left out.
    pub(in crate::formats) fn finish(mut self, diagnostics: &mut Vec<Diagnostic>) -> Extra {
        for (key, column) in std::mem::take(&mut self.columns) {
            if let Column::LeftOut(count) = column.as_ref() {
                let message = format!("{count} answers of the model ({key}) are left out");
                self.report(&key, Level::Note, "left_out", message);
            } else {
                self.object.insert(key, column.to_value());
            }
        }
        diagnostics.extend(self.findings);
        self.object
    }

    fn take_as<T>(
        &mut self,
        key: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.object.get(key)?;
        if value.is_null() {
            return None;
        }
        if let Some(read) = read(value) {
            self.object.remove(key);
            return Some(read);
        }
        let finding = unexpected(&self.path_of(key), value, expected);
        self.findings.push(finding);
        None
    }
}

/// The finding for a value of the wrong type, which is kept as it is.
pub(in crate::formats) fn unexpected(path: &str, found: &Value, expected: &str) -> Diagnostic {
    const SHOWN: usize = 40;
    let text = match found {
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(object) => format!("an object with {} fields", object.len()),
        scalar => {
            let text = scalar.to_string();
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    };
    Diagnostic::new(
        Level::Warning,
        "unexpected_type",
        format!("expected {expected}, found {text}; kept as it is, not used as a measurement"),
    )
    .at_path(path)
}

/// The largest whole number up to which every one is exact as a float.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A number that counts something: whole and not negative. Some tools write counts as floats.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let number = value.as_f64()?;
        let counts = (0.0..=LARGEST_WHOLE).contains(&number) && number.fract() == 0.0;
        counts.then_some(number as u64)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(value: Value) -> Fields {
        match value {
            Value::Object(object) => Fields::new(object, "$"),
            _ => panic!("not an object"),
        }
    }

    #[test]
    fn what_was_not_used_is_left_for_extra_and_a_wrong_type_is_reported() {
        let mut read = fields(json!({"a": "fast", "b": -3.0, "c": null, "d": 2, "e": 8.0}));
        assert_eq!(read.take_number("a"), None);
        assert_eq!(read.take_number("b"), None);
        assert_eq!(read.take_number("c"), None);
        assert_eq!(read.take_number("d"), Some(2.0));
        assert_eq!(read.take_count("e"), Some(8));
        let mut diagnostics = Vec::new();
        let extra = read.finish(&mut diagnostics);
        assert_eq!(
            Value::Object(extra),
            json!({"a": "fast", "b": -3.0, "c": null})
        );
        let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages.len(), 2);
        assert!(messages[0].starts_with("expected a number that is not negative, found \"fast\""));
    }

    #[test]
    fn a_field_that_should_be_there_is_missed() {
        let mut read = fields(json!({"a": null}));
        read.expect(&["a", "b c"]);
        let mut diagnostics = Vec::new();
        read.finish(&mut diagnostics);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].message, "not recorded: b c");
    }

    #[test]
    fn a_key_that_is_no_word_is_quoted_in_its_path() {
        let read = fields(json!({}));
        assert_eq!(read.path_of("b c"), "$[\"b c\"]");
        assert_eq!(read.path_of("b"), "$.b");
    }
}
