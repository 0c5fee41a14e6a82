//! What stands above a page: TOML between two lines of `+++`.

use serde::Deserialize;
use speedsheet_core::formats::{Diagnostic, Level};

use crate::config::Problem;

const FENCE: &str = "+++";

/// What the author says about a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Front {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// Place in the navigation, the lowest first.
    pub(super) order: Option<i64>,
    pub(super) nav: bool,
}

impl Default for Front {
    fn default() -> Self {
        Self {
            title: None,
            description: None,
            order: None,
            nav: true,
        }
    }
}

/// The front matter, and the text with blank lines in its place.
pub(super) fn split(text: &str) -> Result<(Front, String), Diagnostic> {
    let problem = |line: usize, column: usize, message: String| {
        Diagnostic::new(Level::Error, "front_matter", message).at_line(line, column, 1)
    };
    let first = text.lines().next().unwrap_or_default().trim_end();
    if first == "---" && is_yaml(text) {
        let finding = problem(1, 1, "front matter in YAML, expected TOML".to_owned());
        return Err(finding.with_help("put `+++` above and below it, and write `title = \"…\"`"));
    }
    if first != FENCE {
        return Ok((Front::default(), text.to_owned()));
    }
    let mut end = text.find('\n').map_or(text.len(), |at| at + 1);
    let start = end;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == FENCE {
            // Lines above keep the numbers of the file in what the TOML reader says.
            let front = format!("\n{}", &text[start..end]);
            let front = toml::from_str(&front).map_err(|error| {
                let found = Problem::of("", &front, &error);
                let (line, column) = found.at.unwrap_or((1, 1));
                problem(line, column, found.message)
                    .with_help("known are title, description, order and nav")
            })?;
            return Ok((front, super::blank(text, end + line.len())));
        }
        end += line.len();
    }
    Err(problem(
        1,
        1,
        "front matter without a line `+++` below it".to_owned(),
    ))
}

/// True where what follows the first line looks like YAML up to another `---`.
fn is_yaml(text: &str) -> bool {
    let mut lines = text.lines().skip(1).map(str::trim_end);
    let is_entry = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| key);
        key.is_some_and(|key| !key.is_empty() && !key.contains(' '))
    };
    lines.next().is_some_and(is_entry) && lines.any(|line| line == "---")
}
