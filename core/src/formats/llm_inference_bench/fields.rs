//! The fields of one JSON object, taken one by one; what is left is `extra`.

use serde_json::Value;

use crate::model::Extra;

/// An object being read. A `take_…` removes a field only where its value is
/// used, so that nothing is lost: a value of the wrong type, a null and a 0 that
/// means "not measured" stay, and end in `extra` under their own name. That a
/// type is wrong is said once, by [`super::shape::check`].
#[derive(Debug)]
pub(super) struct Fields(Extra);

impl Fields {
    pub(super) fn new(object: Extra) -> Self {
        Self(object)
    }

    /// What has not been taken yet.
    pub(super) fn object(&self) -> &Extra {
        &self.0
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_f64()
    }

    pub(super) fn count(&self, key: &str) -> Option<u64> {
        whole(self.get(key)?)
    }

    /// The text of a field, `None` where it is empty.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?
            .as_str()
            .filter(|text| !text.trim().is_empty())
    }

    /// True where the field is there and true.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.get(key) == Some(&Value::Bool(true))
    }

    pub(super) fn take_text(&mut self, key: &str) -> Option<String> {
        let text = self.text(key)?.to_owned();
        self.0.remove(key);
        Some(text)
    }

    pub(super) fn take_count(&mut self, key: &str) -> Option<u64> {
        let count = self.count(key)?;
        self.0.remove(key);
        Some(count)
    }

    /// A count of at least 1.
    pub(super) fn take_positive_count(&mut self, key: &str) -> Option<u64> {
        self.count(key).filter(|&count| count > 0)?;
        self.take_count(key)
    }

    /// A number that is not negative.
    pub(super) fn take_number(&mut self, key: &str) -> Option<f64> {
        let number = self.number(key).filter(|&number| number >= 0.0)?;
        self.0.remove(key);
        Some(number)
    }

    /// A number above 0, where the tool writes 0 for "not measured".
    pub(super) fn take_positive(&mut self, key: &str) -> Option<f64> {
        self.number(key).filter(|&number| number > 0.0)?;
        self.take_number(key)
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.0.remove(key)
    }

    /// Puts back what could not be used.
    pub(super) fn put(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }

    pub(super) fn take_object(&mut self, key: &str) -> Option<Extra> {
        match self.0.remove(key)? {
            Value::Object(object) => Some(object),
            other => {
                self.0.insert(key.to_owned(), other);
                None
            }
        }
    }

    pub(super) fn take_list(&mut self, key: &str) -> Option<Vec<Value>> {
        match self.0.remove(key)? {
            Value::Array(list) => Some(list),
            other => {
                self.0.insert(key.to_owned(), other);
                None
            }
        }
    }

    /// Everything that was not taken.
    pub(super) fn into_extra(self) -> Extra {
        self.0
    }
}

/// The largest whole number up to which every one is exact as a float.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A number that counts something: whole and not negative. The tool writes some
/// counts as floats.
pub(super) fn whole(value: &Value) -> Option<u64> {
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
            Value::Object(object) => Fields::new(object),
            _ => panic!("not an object"),
        }
    }

    #[test]
    fn what_was_not_used_is_left_for_extra() {
        let object = json!({"zero": 0.0, "negative": -3.0, "text": "1", "null": null, "used": 2});
        let mut read = fields(object);
        for key in ["zero", "negative", "text", "null"] {
            assert_eq!(read.take_positive(key), None, "{key}");
        }
        assert_eq!(read.take_positive("used"), Some(2.0));
        let extra = read.into_extra();
        assert_eq!(
            Value::Object(extra),
            json!({"zero": 0.0, "negative": -3.0, "text": "1", "null": null})
        );
    }

    #[test]
    fn a_count_may_be_written_as_a_float_but_not_with_a_fraction() {
        assert_eq!(whole(&json!(8.0)), Some(8));
        assert_eq!(whole(&json!(8.5)), None);
        assert_eq!(whole(&json!(-8)), None);
        assert_eq!(whole(&json!(1e300)), None);
    }
}
