//! The id and the slug of a run.
//!
//! The id follows the content: two runs with the same id say the same. The slug
//! follows the input: it depends on nothing but the run itself, so adding or
//! removing other runs never breaks a link to this one, and neither does a new
//! parser version.

use sha2::{Digest, Sha256};

use super::{Run, SCHEMA_VERSION};

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
        self.slug = self.slug_with(16);
        self.id = self.content_hash();
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
        slug.truncate(SLUG_LEN);
        let readable = slug.trim_matches('-');
        let readable = if readable.is_empty() { "run" } else { readable };
        let origin = format!("{}#{}", self.source.sha256, self.source.index);
        format!("{readable}-{}", hex_prefix(origin.as_bytes(), digits))
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
/// else separates. Safe as a file name on every system once a suffix is added.
fn slugify(text: &str) -> String {
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
