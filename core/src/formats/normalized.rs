//! Our own normalized JSON: one run, a list of runs, or one per line.
//!
//! The provenance in it stays: `source` says what the run was read from first, not that it
//! was read again. Id and slug are made anew. Fields that this version does not know are
//! named and left out.

use serde_json::Value;

use super::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Run, SCHEMA_VERSION};

/// Normalized JSON of speedsheet.
pub(super) struct Normalized;

/// What every run has.
const SIGNS: [&str; 3] = ["schema_version", "source", "measurements"];

impl Format for Normalized {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "speedsheet",
            name: "speedsheet's own normalized JSON",
            versions: "schema version 1",
            yields: "the runs as they were written",
            marks: &["\"schema_version\"", "\"measurements\"", "\"source\""],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        // A run of an unknown schema may lack anything but its measurements.
        input.documents().first().is_some_and(|document| {
            document.has_all(&SIGNS)
                || (document.has_all(&["source", "measurements", "settings"])
                    && document.value.pointer("/source/sha256").is_some())
        })
    }

    fn keeps_source(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let runs = documents
            .items
            .iter()
            .filter_map(|document| read(document, &mut diagnostics))
            .collect();
        Parsed { runs, diagnostics }
    }
}

fn read(document: &Document, diagnostics: &mut Vec<Diagnostic>) -> Option<Run> {
    let path = document.path.as_str();
    if let Some(finding) = wrong_version(document.value.get("schema_version")) {
        diagnostics.push(finding.at_path(format!("{path}.schema_version")));
        return None;
    }
    let mut unknown = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let value = serde_path_to_error::Deserializer::new(&document.value, &mut track);
    let read = serde_ignored::deserialize(value, |field| unknown.push(field.to_string()));
    let run: Run = match read {
        Ok(run) => run,
        Err(error) => {
            let at = track.path().to_string();
            diagnostics.push(
                Diagnostic::new(
                    Level::Error,
                    "invalid_run",
                    format!("not a normalized run: {error}"),
                )
                .at_path(format!("{path}.{at}"))
                .with_help("`speedsheet schema` prints what is expected"),
            );
            return None;
        }
    };
    report_unknown(&unknown, path, diagnostics);
    report_missing(document, diagnostics);
    if run.source.sha256.len() != 64 || run.source.format.is_empty() {
        let message = "format and sha256 of the original are not recorded, so the provenance of this run ends here";
        diagnostics.push(
            Diagnostic::new(Level::Warning, "missing_field", message)
                .at_path(format!("{path}.source")),
        );
    }
    Some(run)
}

/// Says why a schema version cannot be read, and what to do.
fn wrong_version(found: Option<&Value>) -> Option<Diagnostic> {
    let (message, help) = match found.and_then(Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => return None,
        Some(version) if version > u64::from(SCHEMA_VERSION) => (
            format!(
                "written in schema version {version}, and this speedsheet reads up to {SCHEMA_VERSION}"
            ),
            "update speedsheet, or build from the benchmark's own output",
        ),
        Some(version) => (
            format!("schema version {version} was never published, the first one is 1"),
            "build from the benchmark's own output again",
        ),
        None => (
            "a run without a schema_version, so that the meaning of its fields is not certain"
                .to_owned(),
            "build from the benchmark's own output again; every run speedsheet writes has one",
        ),
    };
    Some(Diagnostic::new(Level::Error, "schema_version", message).with_help(help))
}

fn report_unknown(unknown: &[String], path: &str, diagnostics: &mut Vec<Diagnostic>) {
    const NAMED: usize = 20;
    for field in unknown.iter().take(NAMED) {
        diagnostics.push(
            Diagnostic::new(
                Level::Warning,
                "unknown_field",
                "a field that this version does not know; it was left out",
            )
            .at_path(format!("{path}.{field}")),
        );
    }
    if unknown.len() > NAMED {
        let message = format!(
            "{} more fields that this version does not know",
            unknown.len() - NAMED
        );
        diagnostics.push(Diagnostic::new(Level::Warning, "unknown_field", message).at_path(path));
    }
}

/// Reports the parts of a run that are always written, however little is known.
fn report_missing(document: &Document, diagnostics: &mut Vec<Diagnostic>) {
    const ALWAYS: [&str; 10] = [
        "id",
        "slug",
        "title",
        "model",
        "hardware",
        "engine",
        "settings",
        "source",
        "measurements",
        "notes",
    ];
    let missing: Vec<&str> = ALWAYS
        .into_iter()
        .filter(|key| document.value.get(key).is_none())
        .collect();
    if !missing.is_empty() {
        let message = format!("not recorded: {}", missing.join(", "));
        diagnostics.push(
            Diagnostic::new(Level::Warning, "missing_field", message)
                .at_path(document.path.as_str()),
        );
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::parse;

    fn run() -> Value {
        json!({
            "schema_version": 1, "id": "0", "slug": "s", "title": "T", "model": {}, "hardware": {},
            "engine": {}, "settings": {}, "notes": [],
            "source": {"format": "vllm_serve", "sha256": "a".repeat(64), "file_name": "first.json"},
            "measurements": [{"family": "serve", "status": "valid", "metrics": {"output_tps": 7.5}}],
        })
    }

    #[test]
    fn the_provenance_of_a_run_survives() {
        let parsed = parse(run().to_string().as_bytes(), Some("second.json"));
        assert_eq!(parsed.diagnostics, []);
        let source = &parsed.runs[0].source;
        assert_eq!(source.format, "vllm_serve");
        assert_eq!(source.file_name.as_deref(), Some("first.json"));
        assert!(parsed.runs[0].slug.starts_with("run-"));
    }

    #[test]
    fn another_schema_version_is_an_error_that_says_what_to_do() {
        for (version, help) in [
            (json!(2), "update speedsheet"),
            (json!(0), "build from"),
            (Value::Null, "build from"),
            (json!("1"), "build from"),
        ] {
            let mut run = run();
            run["schema_version"] = version.clone();
            let parsed = parse(run.to_string().as_bytes(), None);
            assert!(parsed.runs.is_empty());
            let error = &parsed.diagnostics[0];
            assert_eq!(error.code, "schema_version");
            assert!(error.help.as_deref().unwrap().contains(help), "{version}");
        }
    }

    #[test]
    fn an_unknown_field_is_named_and_a_wrong_type_is_an_error_with_its_path() {
        let mut more = run();
        more["measurements"][0]["mood"] = json!("good");
        let parsed = parse(more.to_string().as_bytes(), None);
        assert_eq!(parsed.runs.len(), 1);
        assert_eq!(
            parsed.diagnostics[0].location,
            crate::formats::Location::Json {
                path: "$.measurements.0.mood".to_owned()
            }
        );
        let mut wrong = run();
        wrong["measurements"][0]["metrics"]["output_tps"] = json!("fast");
        let parsed = parse(wrong.to_string().as_bytes(), None);
        assert!(parsed.runs.is_empty());
        assert_eq!(
            parsed.diagnostics[0].location,
            crate::formats::Location::Json {
                path: "$.measurements[0].metrics.output_tps".to_owned()
            }
        );
    }

    #[test]
    fn lists_and_lines_of_runs_are_read_whole() {
        let list = json!([run(), run()]).to_string();
        let lines = format!("{}\n{}\n", run(), run());
        for text in [list, lines] {
            assert_eq!(parse(text.as_bytes(), None).runs.len(), 2);
        }
    }
}
