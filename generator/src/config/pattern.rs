//! Patterns over paths: which files are meant, and which facts their names carry.
//!
//! A pattern is the end of a path, at the start of a name: `h200/*.json` matches
//! `results/h200/a.json` and not `results/old-h200/a.json`. One that starts with `/` is
//! for the whole path below the folder of the configuration. `*` stands for anything
//! within a name, `**` for anything across folders, `{field}` for anything within a name
//! up to the next literal, which is the value of that field.

use regex::Regex;

use super::Field;

/// A pattern, ready to be matched.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
    /// True for a pattern of the whole path below the folder of the configuration.
    is_whole: bool,
    fields: Vec<Field>,
}

/// A fact that was read from a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture<'a> {
    /// What it is the value of.
    pub field: Field,
    /// The text that stands there.
    pub text: &'a str,
    /// The name of the file or folder that holds it.
    pub part: &'a str,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        let is_whole = text.starts_with('/');
        let mut regex = String::from(if is_whole { "^" } else { "(?:^|/)" });
        let mut fields: Vec<Field> = Vec::new();
        let mut rest = text.trim_start_matches('/');
        if rest.is_empty() {
            return Err("an empty pattern, expected the end of a path".to_owned());
        }
        let mut follows_field = false;
        while let Some(c) = rest.chars().next() {
            let mut is_field = false;
            if let Some(after) = rest.strip_prefix("**/") {
                regex.push_str("(?:.*/)?");
                rest = after;
            } else if let Some(after) = rest.strip_prefix("**") {
                regex.push_str(".*");
                rest = after;
            } else if let Some(after) = rest.strip_prefix('*') {
                regex.push_str("[^/]*");
                rest = after;
            } else if let Some(after) = rest.strip_prefix('{') {
                let (name, after) = after
                    .split_once('}')
                    .ok_or("`{` without `}`, expected a field such as `{axes.concurrency}`")?;
                let field = Field::parse(name.trim())?;
                if follows_field {
                    return Err(format!(
                        "nothing separates {{{name}}} from the field before it"
                    ));
                }
                if fields.contains(&field) {
                    return Err(format!("{{{name}}} stands there twice"));
                }
                fields.push(field);
                regex.push_str("([^/]+?)");
                rest = after;
                is_field = true;
            } else {
                regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
                rest = &rest[c.len_utf8()..];
            }
            follows_field = is_field;
        }
        regex.push('$');
        let regex = Regex::new(&regex).map_err(|error| format!("too long a pattern: {error}"))?;
        Ok(Self {
            regex,
            is_whole,
            fields,
        })
    }

    /// The fields it reads.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The facts of a path, or `None` where it does not match. `below` is the path
    /// below the folder of the configuration, where it lies there.
    pub fn captures<'a>(&self, path: &'a str, below: Option<&'a str>) -> Option<Vec<Capture<'a>>> {
        let path = if self.is_whole { below? } else { path };
        let captures = self.regex.captures(path)?;
        let groups = captures.iter().skip(1).flatten();
        Some(
            self.fields
                .iter()
                .zip(groups)
                .map(|(field, group)| Capture {
                    field: field.clone(),
                    text: group.as_str(),
                    part: part_at(path, group.start()),
                })
                .collect(),
        )
    }

    /// True where the path matches.
    pub fn matches(&self, path: &str, below: Option<&str>) -> bool {
        self.captures(path, below).is_some()
    }
}

/// The name within the path that holds this byte.
fn part_at(path: &str, at: usize) -> &str {
    let start = path[..at].rfind('/').map_or(0, |slash| slash + 1);
    let end = path[at..].find('/').map_or(path.len(), |slash| at + slash);
    &path[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pattern: &str, path: &str) -> Option<Vec<(String, String)>> {
        let captures = Pattern::new(pattern).unwrap().captures(path, None)?;
        let pair = |one: &Capture| (one.field.name().to_owned(), one.text.to_owned());
        Some(captures.iter().map(pair).collect())
    }

    fn pair(field: &str, text: &str) -> (String, String) {
        (field.to_owned(), text.to_owned())
    }

    #[test]
    fn a_field_reaches_to_the_next_literal() {
        let pattern = "tp{settings.tensor_parallel_size}_c{axes.concurrency}.json";
        assert_eq!(
            texts(pattern, "/r/x/tp4_c16.json"),
            Some(vec![
                pair("settings.extra.tensor_parallel_size", "4"),
                pair("axes.concurrency", "16")
            ])
        );
        for other in [
            "/r/tp4_c16.txt",
            "/r/xtp4_c16.json",
            "/r/tp_c16.json",
            "/r/tp4/_c1.json",
        ] {
            assert_eq!(texts(pattern, other), None, "{other}");
        }
    }

    #[test]
    fn the_part_of_the_path_is_told() {
        let pattern = Pattern::new("{hardware.name}/*/c{axes.concurrency}.json").unwrap();
        let captures = pattern.captures("/r/H200/a/c1.json", None).unwrap();
        let parts: Vec<&str> = captures.iter().map(|one| one.part).collect();
        assert_eq!(parts, ["H200", "c1.json"]);
    }

    #[test]
    fn stars_stand_for_a_name_or_for_folders() {
        let matches = |pattern: &str, path| Pattern::new(pattern).unwrap().matches(path, None);
        assert!(matches("h200/*.json", "r/h200/a.json"));
        assert!(!matches("h200/*.json", "r/h200/deep/a.json"));
        assert!(!matches("h200/*.json", "r/old-h200/a.json"));
        assert!(matches("h200/**", "r/h200/deep/a.json"));
        assert!(matches("h200/**/a.json", "r/h200/a.json"));
        assert!(matches("h200/**/a.json", "r/h200/x/y/a.json"));
        assert!(matches("a+(b).json", "a+(b).json"));
        assert!(!matches("a.json", "axjson"));
    }

    #[test]
    fn a_leading_slash_means_the_folder_of_the_configuration() {
        let pattern = Pattern::new("/results/*.json").unwrap();
        assert!(pattern.matches("/home/me/results/a.json", Some("results/a.json")));
        assert!(!pattern.matches("/home/results/a.json", Some("x/results/a.json")));
        assert!(!pattern.matches("/results/a.json", None));
    }

    #[test]
    fn a_pattern_that_cannot_work_is_refused() {
        for (pattern, reason) in [
            ("", "empty"),
            ("/", "empty"),
            ("c{axes.concurrency.json", "without"),
            ("c{axes.concurency}.json", "axes.concurrency"),
            ("{model.name}{axes.concurrency}", "separates"),
            ("{model.name}-{model.name}", "twice"),
        ] {
            let message = Pattern::new(pattern).unwrap_err();
            assert!(message.contains(reason), "{pattern}: {message}");
        }
    }
}
