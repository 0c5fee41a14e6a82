//! The runs in a file that a reader opens.

use speedsheet_core::model::{Run, SCHEMA_VERSION};

/// Reads normalized runs: one JSON object, an array of them, or one on each line.
///
/// # Errors
/// With a sentence that says what was found and what makes such a file.
pub fn read(text: &str) -> Result<Vec<Run>, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("the file is empty".to_owned());
    }
    let runs = match text.starts_with('[') {
        true => serde_json::from_str::<Vec<Run>>(text).map_err(|error| explain(text, &error))?,
        false => serde_json::Deserializer::from_str(text)
            .into_iter::<Run>()
            .collect::<Result<_, _>>()
            .map_err(|error| explain(text, &error))?,
    };
    for run in &runs {
        match run.schema_version {
            0 => return Err(format!("it is JSON, but not a normalized run. {ADVICE}")),
            1..=SCHEMA_VERSION => {}
            newer => {
                return Err(format!(
                    "it has schema version {newer}, and this viewer knows versions up to {SCHEMA_VERSION}"
                ));
            }
        }
    }
    match runs.is_empty() {
        true => Err("it holds no run".to_owned()),
        false => Ok(runs),
    }
}

/// What to do about a file that is something else.
const ADVICE: &str = "`speedsheet parse FILE` makes one from benchmark output";

fn explain(text: &str, error: &serde_json::Error) -> String {
    if text.starts_with(['{', '[']) {
        format!("it is not a normalized run ({error}). {ADVICE}")
    } else {
        let start: String = text.chars().take(30).collect();
        format!("it is not JSON, it starts with {start:?}. {ADVICE}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = r#"{"schema_version": 1, "title": "A on B"}"#;

    #[test]
    fn one_run_an_array_and_lines_are_read() {
        for (text, count) in [
            (RUN.to_owned(), 1),
            (format!("\u{feff}[{RUN}, {RUN}]"), 2),
            (format!("{RUN}\n{RUN}\n{RUN}\n"), 3),
        ] {
            assert_eq!(read(&text).unwrap().len(), count);
        }
    }

    #[test]
    fn another_file_is_refused_with_what_was_found() {
        let refused = |text: &str| read(text).unwrap_err();
        assert!(refused("[package]").contains("not a normalized run"));
        assert!(refused("name = 1").contains("not JSON, it starts with \"name = 1\""));
        assert!(refused("{\"a\": 1}").contains("not a normalized run"));
        assert!(refused("[]").contains("no run"));
        assert!(refused(" ").contains("empty"));
    }

    #[test]
    fn a_newer_schema_is_named() {
        let text = RUN.replace(": 1", ": 9");
        assert!(read(&text).unwrap_err().contains("schema version 9"));
    }
}
