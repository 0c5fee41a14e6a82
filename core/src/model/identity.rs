//! The id and the slug of a run.
//!
//! The id follows the content: two runs with the same id say the same. The slug
//! follows the input: it depends on nothing but the run itself, so adding or
//! removing other runs never breaks a link to this one, and neither does a new
//! parser version. A run that was put together from several files follows what those
//! files share, so that it keeps its link when another file joins them.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{Run, SCHEMA_VERSION, Source, Supplied};

/// Most characters of the readable part of a slug.
const SLUG_LEN: usize = 80;

impl Run {
    /// Sets `schema_version`, `id` and `slug` from the final content.
    ///
    /// # Panics
    /// Never for a run made by this crate: every map in it has string keys.
    pub fn identify(&mut self) {
        self.schema_version = SCHEMA_VERSION;
        self.slug = self.slug_with(6);
        self.id = self.content_hash();
    }

    /// Makes the slug longer, for the rare case that two runs came to the same one. Call
    /// it on both, so that neither depends on which was seen first.
    pub fn lengthen_slug(&mut self) {
        self.slug = if self.source.parts.is_empty() {
            self.slug_with(16)
        } else {
            // What the files share told the two apart no further, so their bytes must.
            let parts = self.source.parts.iter();
            let files: String = parts
                .map(|part| format!("{}#{}\n", part.sha256, part.index))
                .collect();
            self.slug_with(6) + &hex_prefix(files.as_bytes(), 10)
        };
        self.id = self.content_hash();
    }

    /// What the run says about all of its measurements together, as JSON with sorted keys.
    ///
    /// Left out is what is about one input only (its name, hash and position, when it was
    /// measured, the notes, the coordinates that were supplied for it) and what follows
    /// from the rest (id, slug, title). Runs whose shared facts are equal differ in
    /// nothing but their measurements.
    ///
    /// # Panics
    /// Never for a run made by this crate: every map in it has string keys.
    pub fn shared_facts(&self) -> Value {
        let whole = Self {
            model: self.model.clone(),
            hardware: self.hardware.clone(),
            engine: self.engine.clone(),
            settings: self.settings.clone(),
            launch_command: self.launch_command.clone(),
            price: self.price.clone(),
            source: Source {
                sha256: String::new(),
                file_name: None,
                index: 0,
                parts: Vec::new(),
                ..self.source.clone()
            },
            status_explanations: self.status_explanations.clone(),
            extra: self.extra.clone(),
            ..Self::default()
        };
        let mut facts = serde_json::to_value(whole).expect("a run always serializes");
        if let Value::Object(fields) = &mut facts {
            for key in [
                "schema_version",
                "id",
                "slug",
                "title",
                "measurements",
                "notes",
            ] {
                fields.remove(key);
            }
            fields.insert("supplied".to_owned(), supplied_facts(&self.supplied));
            if let Some(Value::Object(source)) = fields.get_mut("source") {
                source.remove("sha256");
                source.remove("index");
            }
        }
        sorted(facts)
    }

    /// Hash of everything but the id, the slug and the name of the input file.
    fn content_hash(&self) -> String {
        let mut canonical = self.clone();
        canonical.id.clear();
        canonical.slug.clear();
        canonical.source.file_name = None;
        let bytes = serde_json::to_vec(&canonical).expect("a run always serializes");
        hex_prefix(&bytes, 16)
    }

    /// The readable part and so many digits that follow the input.
    fn slug_with(&self, digits: usize) -> String {
        let parts = [
            self.model
                .name
                .as_deref()
                .or(self.model.served_name.as_deref()),
            self.hardware.name.as_deref(),
            self.engine.name.as_deref(),
            self.model.quantization.as_deref(),
        ];
        let mut words: Vec<String> = parts.iter().flatten().map(|part| slugify(part)).collect();
        if let Some(count) = self.hardware.count.filter(|&count| count > 1) {
            let after_hardware = usize::from(parts[0].is_some()) + usize::from(parts[1].is_some());
            words.insert(after_hardware, format!("x{count}"));
        }
        words.retain(|word| !word.is_empty());
        let mut slug = words.join("-");
        if slug.is_empty() {
            // The tool is the most that is known of such a run.
            slug = slugify(self.source.tool.as_deref().unwrap_or("run"));
        }
        slug.truncate(SLUG_LEN);
        let readable = slug.trim_matches('-');
        let readable = if readable.is_empty() { "run" } else { readable };
        format!(
            "{readable}-{}",
            hex_prefix(self.origin().as_bytes(), digits)
        )
    }

    /// What the digits of the slug follow: the input, or what the inputs share.
    fn origin(&self) -> String {
        if self.source.parts.is_empty() {
            return format!("{}#{}", self.source.sha256, self.source.index);
        }
        let mut facts = self.shared_facts();
        if let Value::Object(fields) = &mut facts {
            // These change while the inputs stay the same.
            fields.remove("price");
            fields.remove("supplied");
            if let Some(Value::Object(source)) = fields.get_mut("source") {
                source.remove("parser_version");
                source.remove("partial");
            }
        }
        facts.to_string()
    }
}

/// The supplied values by field and kind of origin, without those that differ from input
/// to input: the title, and what places a measurement.
fn supplied_facts(supplied: &[Supplied]) -> Value {
    let mut facts = Map::new();
    for one in supplied
        .iter()
        .filter(|one| !one.is_coordinate() && one.field != "title")
    {
        let by_origin = facts
            .entry(one.field.clone())
            .or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(by_origin) = by_origin {
            by_origin.insert(one.from.key().to_owned(), one.value.clone().into());
        }
    }
    Value::Object(facts)
}

/// The same value with the keys of every object in order, whatever kind of map holds them.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by(|one, other| one.0.cmp(&other.0));
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, sorted(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// The SHA-256 of `bytes` as 64 lowercase hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn hex_prefix(bytes: &[u8], digits: usize) -> String {
    let mut hex = sha256_hex(bytes);
    hex.truncate(digits);
    hex
}

/// Lowercase ASCII letters and digits with single dashes between words; anything
/// else separates. What a slug is made of.
pub fn slugify(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(model: &str) -> Run {
        let mut run = Run::default();
        run.model.name = Some(model.to_owned());
        run.hardware.name = Some("H200 NVL".to_owned());
        run.engine.name = Some("vllm".to_owned());
        run.source.sha256 = sha256_hex(model.as_bytes());
        run
    }

    #[test]
    fn a_slug_reads_as_model_hardware_engine() {
        let mut run = run("Qwen3.5-2B");
        run.hardware.count = Some(4);
        run.identify();
        assert!(
            run.slug.starts_with("qwen3-5-2b-h200-nvl-x4-vllm-"),
            "{}",
            run.slug
        );
    }

    #[test]
    fn the_slug_of_a_run_that_names_nothing_names_the_tool() {
        let mut run = Run::default();
        run.identify();
        assert!(run.slug.starts_with("run-"), "{}", run.slug);
        run.source.tool = Some("vllm bench serve".to_owned());
        run.identify();
        assert!(run.slug.starts_with("vllm-bench-serve-"), "{}", run.slug);
    }

    #[test]
    fn a_longer_slug_begins_with_the_short_one() {
        let mut run = run("Qwen3.5-2B");
        run.identify();
        let short = run.slug.clone();
        run.lengthen_slug();
        assert!(run.slug.starts_with(&short) && run.slug.len() == short.len() + 10);
    }

    #[test]
    fn a_hostile_name_cannot_leave_the_folder() {
        let mut run = run("../../etc/<script>\u{202e}CON");
        run.identify();
        assert!(
            run.slug
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "{}",
            run.slug
        );
    }

    #[test]
    fn the_id_follows_the_content_and_not_the_file_name() {
        let (mut first, mut renamed, mut changed) = (run("a"), run("a"), run("a"));
        renamed.source.file_name = Some("other.txt".to_owned());
        changed.title = "other".to_owned();
        first.identify();
        renamed.identify();
        changed.identify();
        assert_eq!(first.id, renamed.id);
        assert_ne!(first.id, changed.id);
    }
}
