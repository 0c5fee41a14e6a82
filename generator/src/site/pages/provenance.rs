//! Where the numbers come from.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::formats::{Diagnostic, Location, REGISTRY};
use speedsheet_core::model::{Run, SourcePart};

use super::text;
use crate::site::Entry;
use crate::site::data::DataFiles;
use crate::site::inputs::InputLink;

/// Where a run was read from, and what there was to say about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Provenance {
    facts: Vec<(&'static str, String)>,
    sha256: String,
    /// Where a copy of the input is, or why there is none.
    input: Option<InputLink>,
    /// The files of a run that was put together from several.
    parts: Vec<Part>,
    more_parts: Option<String>,
    findings: Vec<Finding>,
    /// How many more there are, where there are too many for a page.
    more_findings: Option<String>,
}

/// Most findings that a page lists.
const MAX_FINDINGS: usize = 100;

/// Most files that a page lists.
const MAX_PARTS: usize = 200;

/// One of several files.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Part {
    name: String,
    /// Where its copy is, from the root of the site.
    copy: Option<String>,
    measured: String,
    sha256: String,
}

/// A finding about the input.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Finding {
    level: String,
    place: String,
    message: String,
}

pub(super) fn provenance(entry: &Entry, data: Option<&DataFiles>) -> Provenance {
    let run = &entry.run;
    let links = data.map_or(&[][..], |data| &data.parts);
    let parts = run.source.parts.iter().enumerate();
    Provenance {
        facts: facts(run),
        sha256: run.source.sha256.clone(),
        parts: parts
            .take(MAX_PARTS)
            .map(|(at, one)| part(one, links.get(at).and_then(Option::as_ref)))
            .collect(),
        input: data.and_then(|data| data.input.clone()),
        more_parts: more(run.source.parts.len(), MAX_PARTS, "more file"),
        findings: entry
            .diagnostics
            .iter()
            .take(MAX_FINDINGS)
            .map(finding)
            .collect(),
        more_findings: more(entry.diagnostics.len(), MAX_FINDINGS, "more finding"),
    }
}

fn more(all: usize, most: usize, noun: &str) -> Option<String> {
    let more = all.checked_sub(most).filter(|&more| more > 0)?;
    Some(text::counted(more, noun))
}

fn part(part: &SourcePart, link: Option<&InputLink>) -> Part {
    let name = match part.index {
        0 => part.file_name.clone(),
        index => format!("{}, number {} in the file", part.file_name, index + 1),
    };
    Part {
        name,
        copy: link.and_then(|link| link.path.clone()),
        measured: part
            .measured_at
            .as_deref()
            .map_or_else(|| display::MISSING.to_owned(), text::moment),
        // Enough to tell files apart; the JSON has all of it.
        sha256: part.sha256.chars().take(12).collect(),
    }
}

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let source = &run.source;
    let position = (source.index > 0).then(|| format!("number {} in the file", source.index + 1));
    [
        ("Published by", attribution(run)),
        ("Measured", run.measured_at.as_deref().map(text::moment)),
        ("Measured with", text::tool(run)),
        ("Input", input(run)),
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

/// The file, or how many of them.
fn input(run: &Run) -> Option<String> {
    match run.source.parts.len() {
        0 => run.source.file_name.clone(),
        count => Some(format!("{}, put together", text::counted(count, "file"))),
    }
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
