//! The fields of a run that an author can supply, and the values they take.

use std::fmt;

use serde_json::Value;

use super::nearest;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number from 0.
    Count,
    /// A number.
    Number,
    /// Whatever the tool's own name stands for.
    Any,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text | Self::Any => "a text",
            Self::Count => "a whole number",
            Self::Number => "a number that is not negative",
        })
    }
}

/// Every field with a place of its own. `settings` takes other names too; they stand
/// in `settings.extra`.
const FIELDS: [(&str, Kind); 33] = [
    ("model.name", Kind::Text),
    ("model.id", Kind::Text),
    ("model.served_name", Kind::Text),
    ("model.revision", Kind::Text),
    ("model.quantization", Kind::Text),
    ("hardware.kind", Kind::Text),
    ("hardware.name", Kind::Text),
    ("hardware.count", Kind::Count),
    ("hardware.memory_gb", Kind::Number),
    ("hardware.memory_per_device_gb", Kind::Number),
    ("hardware.os", Kind::Text),
    ("hardware.extra", Kind::Any),
    ("engine.name", Kind::Text),
    ("engine.version", Kind::Text),
    ("engine.commit", Kind::Text),
    ("engine.repository", Kind::Text),
    ("engine.build", Kind::Text),
    ("engine.backend", Kind::Text),
    ("engine.extra", Kind::Any),
    ("settings.decode_mode", Kind::Text),
    ("settings.prefill_mode", Kind::Text),
    ("settings.duration_s", Kind::Number),
    ("settings.max_output_tokens", Kind::Count),
    ("settings.kv_budget_tokens", Kind::Count),
    ("settings.extra", Kind::Any),
    ("axes.context_tokens", Kind::Count),
    ("axes.input_tokens", Kind::Count),
    ("axes.output_tokens", Kind::Count),
    ("axes.concurrency", Kind::Count),
    ("axes.request_rate", Kind::Number),
    ("axes.batch_size", Kind::Count),
    ("title", Kind::Text),
    ("launch_command", Kind::Text),
];

/// Largest count that survives in every program that reads JSON.
const MAX_COUNT: u64 = 1 << 53;

/// A field of a run, for example `hardware.name` or `settings.extra.dtype`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field(String);

impl Field {
    /// The field of a name; `settings.dtype` is short for `settings.extra.dtype`.
    ///
    /// # Errors
    /// Says which field is the nearest.
    pub fn parse(name: &str) -> Result<Self, String> {
        let unknown = || {
            let known = FIELDS.iter().map(|(name, _)| *name);
            match nearest(name, known) {
                Some(nearest) => format!("unknown field `{name}`; the nearest is `{nearest}`"),
                None => format!("unknown field `{name}`"),
            }
        };
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        if let Some((section, key)) = name.split_once(".extra.") {
            let takes_extra = ["hardware", "engine", "settings"].contains(&section);
            return (takes_extra && is_word(key))
                .then(|| Self(name.to_owned()))
                .ok_or_else(unknown);
        }
        let is_group = name.ends_with(".extra");
        if !is_group && FIELDS.iter().any(|(known, _)| *known == name) {
            return Ok(Self(name.to_owned()));
        }
        match name.strip_prefix("settings.") {
            Some(key) if is_word(key) && !is_group => Ok(Self(format!("settings.extra.{key}"))),
            _ => Err(unknown()),
        }
    }

    /// The names of all fields with a place of their own.
    #[cfg(test)]
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().map(|(name, _)| *name)
    }

    /// The price of the machine, which is one field of two parts.
    pub(crate) fn price() -> Self {
        Self("price".to_owned())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// What it holds.
    pub fn kind(&self) -> Kind {
        FIELDS
            .iter()
            .find(|(known, _)| *known == self.0)
            .map_or(Kind::Any, |&(_, kind)| kind)
    }

    /// The value that a text, such as a part of a path, stands for in this field.
    ///
    /// # Errors
    /// Says what was found and what is expected.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let number = || text.parse::<f64>().ok().filter(|number| number.is_finite());
        let count = || text.parse::<u64>().ok().filter(|&count| count <= MAX_COUNT);
        let value = match self.kind() {
            Kind::Text => (!text.trim().is_empty()).then(|| text.into()),
            Kind::Count => count().map(Value::from),
            Kind::Number => number().filter(|&number| number >= 0.0).map(Value::from),
            Kind::Any => Some(match text {
                "true" => true.into(),
                "false" => false.into(),
                text => match (count(), number()) {
                    (Some(count), _) => count.into(),
                    (None, Some(number)) => number.into(),
                    (None, None) => text.into(),
                },
            }),
        };
        value.ok_or_else(|| format!("{self} is {text:?}, expected {}", self.kind()))
    }

    /// Checks that a value is of the kind the field holds.
    ///
    /// # Errors
    /// Says what was found and what is expected.
    pub fn accepts(&self, value: &Value) -> Result<(), String> {
        let fits = match self.kind() {
            Kind::Text => value.as_str().is_some_and(|text| !text.trim().is_empty()),
            Kind::Count => value.as_u64().is_some_and(|count| count <= MAX_COUNT),
            Kind::Number => value.as_f64().is_some_and(|number| number >= 0.0),
            Kind::Any => true,
        };
        if fits {
            return Ok(());
        }
        Err(format!("{self} is {value}, expected {}", self.kind()))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_without_a_place_of_its_own_is_kept_under_its_name() {
        let name = |text| Field::parse(text).map(|field| field.name().to_owned());
        let expected = Ok("settings.extra.tensor_parallel_size".to_owned());
        assert_eq!(name("settings.tensor_parallel_size"), expected);
        assert_eq!(name("settings.extra.tensor_parallel_size"), expected);
        assert_eq!(
            name("settings.duration_s"),
            Ok("settings.duration_s".to_owned())
        );
    }

    #[test]
    fn an_unknown_field_names_the_nearest() {
        for (wrong, right) in [
            ("axes.concurency", "axes.concurrency"),
            ("hardware.nam", "hardware.name"),
            ("model.extra.x", "model.name"),
            ("settings.", "settings.extra"),
            ("titel", "title"),
        ] {
            let message = Field::parse(wrong).unwrap_err();
            assert!(message.contains(right), "{message}");
        }
    }

    #[test]
    fn values_are_checked_by_the_field_that_takes_them() {
        let read = |field, text| Field::parse(field).unwrap().read(text);
        assert_eq!(read("axes.concurrency", "16"), Ok(Value::from(16)));
        assert_eq!(read("axes.request_rate", "0.5"), Ok(Value::from(0.5)));
        assert_eq!(read("settings.extra.dtype", "auto"), Ok("auto".into()));
        assert_eq!(read("settings.extra.eager", "true"), Ok(true.into()));
        assert_eq!(read("model.name", "7"), Ok("7".into()));
        for (field, text) in [
            ("axes.concurrency", "1.5"),
            ("axes.concurrency", "-1"),
            ("axes.concurrency", "99999999999999999"),
            ("axes.request_rate", "inf"),
            ("hardware.memory_gb", "-1"),
            ("model.name", " "),
        ] {
            let message = read(field, text).unwrap_err();
            assert!(message.contains("expected"), "{message}");
        }
    }
}
