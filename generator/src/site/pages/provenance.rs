//! Where the numbers come from.

use serde::Serialize;
use speedsheet_core::formats::{Diagnostic, Location, REGISTRY};
use speedsheet_core::model::Run;

use super::text;
use crate::site::Entry;

/// Where a run was read from, and what there was to say about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Provenance {
    facts: Vec<(&'static str, String)>,
    sha256: String,
    findings: Vec<Finding>,
}

/// A finding about the input.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Finding {
    level: String,
    place: String,
    message: String,
}

pub(super) fn provenance(entry: &Entry) -> Provenance {
    let run = &entry.run;
    Provenance {
        facts: facts(run),
        sha256: run.source.sha256.clone(),
        findings: entry.diagnostics.iter().map(finding).collect(),
    }
}

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let source = &run.source;
    let position = (source.index > 0).then(|| format!("number {} in the file", source.index + 1));
    [
        ("Published by", attribution(run)),
        ("Measured", run.measured_at.as_deref().map(text::moment)),
        ("Measured with", text::tool(run)),
        ("Input", source.file_name.clone()),
        ("Run", position),
        ("Format", Some(format(run))),
        (
            "Read by",
            Some(format!("parser version {}", source.parser_version)),
        ),
        ("Run id", Some(run.id.clone())),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

fn attribution(run: &Run) -> Option<String> {
    let attribution = run.source.attribution.as_ref()?;
    Some(if attribution.ambiguous {
        format!(
            "{} (ambiguous: the source glues several words together, so they are kept as printed)",
            attribution.text
        )
    } else {
        attribution.text.clone()
    })
}

/// The name of the format for people, its identifier, and its dialect.
fn format(run: &Run) -> String {
    let id = &run.source.format;
    let known = REGISTRY
        .iter()
        .map(|format| format.info())
        .find(|info| info.id == *id);
    let mut text = match known {
        Some(info) => format!("{} ({id})", info.name),
        None => id.clone(),
    };
    if let Some(dialect) = &run.source.dialect {
        text.push_str(&format!(", {dialect} dialect"));
    }
    text
}

fn finding(diagnostic: &Diagnostic) -> Finding {
    Finding {
        level: diagnostic.level.to_string(),
        place: match &diagnostic.location {
            Location::Input => String::new(),
            Location::Text { line, .. } => format!("line {line}"),
            Location::Json { path } => path.clone(),
        },
        message: diagnostic.message.clone(),
    }
}
