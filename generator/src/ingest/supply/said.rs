//! What was supplied for a file, wherever it was written.

use speedsheet_core::formats::{Diagnostic, Level};
use speedsheet_core::model::SuppliedFrom;

use super::{Said, sweep};
use crate::config::{self, Config};
use crate::ingest::file::{Companion, File};

/// What was supplied for a file: by its sidecar, by the configuration, by its path, in
/// the order in which they hold.
pub(in crate::ingest) fn said(
    file: &File,
    config: &Config,
    findings: &mut Vec<Diagnostic>,
) -> Vec<Said> {
    let mut said = Vec::new();
    let from_toml = |values: Vec<(config::Field, serde_json::Value)>, from, origin: &str| {
        let origin = origin.to_owned();
        values.into_iter().map(move |(field, value)| Said {
            field,
            value,
            from,
            origin: origin.clone(),
        })
    };
    if let Some(companion) = &file.sidecar {
        match sidecar(companion).and_then(|sidecar| sidecar.values()) {
            Ok(values) => said.extend(from_toml(values, SuppliedFrom::Sidecar, &companion.name)),
            Err(problem) => findings.push(
                Diagnostic::new(
                    Level::Error,
                    "unreadable_sidecar",
                    format!("the sidecar was left out: {problem}"),
                )
                .with_help("`speedsheet schema --sidecar` prints what a sidecar can hold"),
            ),
        }
    }
    for supply in config.supplies_of(&file.place) {
        let values = supply.values.clone();
        let origin = &config.origin;
        said.extend(from_toml(values, SuppliedFrom::Configuration, origin));
    }
    said.extend(from_path(file, config, findings));
    said
}

/// What the path carries: by the patterns of the configuration, then by the names that
/// tools give their folders themselves.
fn from_path(file: &File, config: &Config, findings: &mut Vec<Diagnostic>) -> Vec<Said> {
    let below = config.below(&file.place);
    let matching = config.paths.iter();
    let captures = matching.filter_map(|pattern| pattern.captures(&file.place, below));
    let written = captures
        .flatten()
        .map(|one| (one.field, one.text.to_owned(), one.part.to_owned()));
    let swept = file.place.split('/').filter_map(|part| {
        let values = sweep::values(part)?.into_iter();
        Some(values.map(|(field, text)| (field, text, part.to_owned())))
    });
    let mut said = Vec::new();
    for (field, text, part) in written.chain(swept.flatten()) {
        match field.read(&text) {
            Ok(value) => said.push(Said {
                field,
                value,
                from: SuppliedFrom::Path,
                origin: part,
            }),
            Err(message) => findings.push(
                Diagnostic::new(
                    Level::Warning,
                    "unreadable_path",
                    format!("in the path ({part}), {message}; it is left out"),
                )
                .with_help("correct the pattern in speedsheet.toml, or rename the file"),
            ),
        }
    }
    said
}

/// What the sidecar says.
pub(in crate::ingest) fn sidecar(companion: &Companion) -> Result<config::Sidecar, String> {
    let bytes = companion.bytes.as_ref().map_err(Clone::clone)?;
    config::read_sidecar(bytes, &companion.name).map_err(|problem| problem.to_string())
}
