//! One input file, read: its runs, and what there is to say about it.

use std::collections::BTreeSet;
use std::path::Path;

use speedsheet_core::formats::{self, Diagnostic, Level, Location};
use speedsheet_core::model::{Note, NoteOrigin, Run, sha256_hex};

use super::file::{Companion, File};
use super::redact::{Findings, Known, Redaction, Rules};
use super::supply;
use crate::config::Config;
use crate::site::{InputCopy, MAX_COPY};

/// One input file, read. Nothing in it holds a secret.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The path as it was asked for, for people.
    pub label: String,
    /// The path that says which files lie together.
    pub(super) place: String,
    /// The runs, with their notes and what was supplied for them.
    pub runs: Vec<Run>,
    /// What there is to say, in the order of the input.
    pub diagnostics: Vec<Diagnostic>,
    /// What was replaced in the runs, by rule and field.
    pub redactions: Vec<Redaction>,
    /// The text, to show a line of it; kept only where a diagnostic points into it.
    pub text: Option<String>,
    /// A copy of the file to offer, where that was asked for and it holds a run.
    pub copy: Option<InputCopy>,
    /// True for a file of a folder that is no benchmark result and need not be one.
    pub skipped: bool,
    /// True where another document holds all of its runs.
    pub repeats: bool,
}

impl Document {
    /// A document without runs, and the one thing there is to say about it, which holds
    /// no secret.
    pub(crate) fn without_runs(label: String, finding: Diagnostic) -> Self {
        Self {
            diagnostics: vec![finding],
            text: None,
            ..Self::written(label, String::new())
        }
    }

    /// A text of the author's, without secrets, with nothing to say about it yet.
    pub(crate) fn written(label: String, text: String) -> Self {
        Self {
            place: label.clone(),
            label,
            runs: Vec::new(),
            diagnostics: Vec::new(),
            redactions: Vec::new(),
            text: Some(text),
            copy: None,
            skipped: false,
            repeats: false,
        }
    }

    /// How many diagnostics have this level.
    pub fn count(&self, level: Level) -> usize {
        self.diagnostics
            .iter()
            .filter(|one| one.level == level)
            .count()
    }

    /// How many texts were replaced in the runs.
    pub fn redacted(&self) -> usize {
        self.redactions.iter().map(|one| one.count).sum()
    }

    /// True where the input, or a run of it, could not be read.
    pub fn has_errors(&self) -> bool {
        self.count(Level::Error) > 0
    }
}

/// Reads a file, and makes a copy to offer where `copies` asks for it. What goes wrong is a
/// diagnostic of the document.
pub(super) fn read(file: &File, config: &Config, copies: bool) -> Document {
    let mut parsed = formats::parse(&file.bytes, Some(file.name()));
    let findings = &mut parsed.diagnostics;
    add_notes(&mut parsed.runs, file, config, findings);
    let said = supply::said(file, config, findings);
    for run in &mut parsed.runs {
        findings.extend(supply::apply(run, &said));
    }
    let mut skipped = false;
    if !file.named && parsed.runs.is_empty() {
        skipped = settle_unrecognised(file, findings);
    }
    // Before our own findings are added: they name options, not values.
    let rules = config.rules();
    let known = known(file, rules);
    rules.redact_diagnostics(findings, &known);
    let (runs, redactions) = redact_runs(parsed.runs, rules, &known, findings);
    let copy = match copies && !runs.is_empty() {
        true => copy(file, rules, findings),
        false => None,
    };
    let points_into_text = |one: &Diagnostic| matches!(one.location, Location::Text { .. });
    let text = findings
        .iter()
        .any(points_into_text)
        .then(|| rules.redact(formats::decode(&file.bytes).0.text()));
    Document {
        label: file.label.clone(),
        place: file.place.clone(),
        copy,
        runs,
        diagnostics: parsed.diagnostics,
        redactions,
        text,
        skipped,
        repeats: false,
    }
}

/// A copy without secrets. `None` where it cannot be made. What only the text of the file
/// holds and none of its runs is a finding, too: the copy is published.
fn copy(file: &File, rules: &Rules, findings: &mut Vec<Diagnostic>) -> Option<InputCopy> {
    let (sha256, size) = (sha256_hex(&file.bytes), file.bytes.len());
    if size > MAX_COPY {
        return Some(InputCopy::too_large(sha256, file.name(), size));
    }
    let (text, found) = rules.redact_input(formats::decode(&file.bytes).0.text());
    let told: BTreeSet<&str> = findings.iter().map(|one| one.code).collect();
    let mut more = found.diagnostics(rules);
    more.retain(|one| !told.contains(one.code));
    findings.extend(more);
    let replaced = found.redactions(rules).iter().map(|one| one.count).sum();
    InputCopy::new(sha256, file.name(), size, &text, replaced).ok()
}

/// Adds what the author says in words, the nearest to the input first.
fn add_notes(runs: &mut [Run], file: &File, config: &Config, findings: &mut Vec<Diagnostic>) {
    let mut texts = Vec::new();
    if let Some(note) = &file.note {
        match note_text(note) {
            Ok(text) => {
                findings.extend(result_in_note(&note.name, &text));
                texts.push(text);
            }
            Err(message) => {
                findings.push(Diagnostic::new(Level::Warning, "unreadable_note", message));
            }
        }
    }
    if let Some(Ok(sidecar)) = file.sidecar.as_ref().map(supply::sidecar) {
        texts.extend(sidecar.notes);
    }
    let supplies = config.supplies_of(&file.place);
    texts.extend(supplies.filter_map(|supply| supply.notes.clone()));
    for run in runs {
        run.notes.extend(texts.iter().map(|text| Note {
            origin: NoteOrigin::Author,
            text: text.trim().to_owned(),
        }));
    }
}

/// A tool may write the same result as Markdown and as JSON, with names that make one the
/// note of the other.
fn result_in_note(name: &str, text: &str) -> Option<Diagnostic> {
    let held = formats::parse(text.as_bytes(), None).runs;
    let format = &held.first()?.source.format;
    let message = format!(
        "{name} is shown as the note beside this result, and holds a result itself ({format})"
    );
    Some(
        Diagnostic::new(Level::Warning, "result_in_note", message)
            .with_help("where it is no repetition, rename it to have it read"),
    )
}

/// Its errors name no folder, because they are shown on the page.
fn note_text(note: &Companion) -> Result<String, String> {
    let left_out = |reason: &str| format!("the note {} was left out: {reason}", note.name);
    let bytes = note.bytes.as_ref().map_err(|reason| left_out(reason))?;
    let text =
        std::str::from_utf8(bytes).map_err(|_| left_out("it is not UTF-8; save it as UTF-8"))?;
    Ok(text.trim_start_matches('\u{feff}').trim().to_owned())
}

/// A folder holds other things than results. Its unrecognised files are no errors,
/// except those that claim to be data and are broken. True where the file is to be
/// passed over.
fn settle_unrecognised(file: &File, diagnostics: &mut [Diagnostic]) -> bool {
    let Some(error) = diagnostics
        .iter_mut()
        .find(|one| one.code == "unrecognised")
    else {
        return false;
    };
    let extension = Path::new(file.name())
        .extension()
        .map(|text| text.to_string_lossy().to_ascii_lowercase());
    let is_json = extension.as_deref() == Some("json");
    match serde_json::from_slice::<serde::de::IgnoredAny>(&file.bytes) {
        Err(problem) if is_json => {
            error.message = format!("not valid JSON: {problem}");
            error.help = Some("the file may have been cut off; copy it again".to_owned());
            false
        }
        _ => {
            error.level = Level::Note;
            error.code = "skipped";
            true
        }
    }
}

/// What is a secret in the file or in its sidecar, both of which diagnostics quote.
fn known(file: &File, rules: &Rules) -> Known {
    let (input, _) = formats::decode(&file.bytes);
    let sidecar = file
        .sidecar
        .as_ref()
        .and_then(|one| one.bytes.as_ref().ok());
    let sidecar = String::from_utf8_lossy(sidecar.map_or(&[], Vec::as_slice));
    rules.known(&[input.text(), &sidecar])
}

/// Takes the secrets out of the runs and says what was replaced. A run that cannot be
/// searched is left out.
fn redact_runs(
    runs: Vec<Run>,
    rules: &Rules,
    known: &Known,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Run>, Vec<Redaction>) {
    let mut findings = Findings::default();
    let is_only = runs.len() == 1;
    let mut clean = Vec::with_capacity(runs.len());
    for (index, mut run) in runs.into_iter().enumerate() {
        let index = (!is_only).then_some(index);
        match rules.redact_run(&mut run, index, known, &mut findings) {
            Ok(()) => {
                run.identify();
                clean.push(run);
            }
            Err(error) => diagnostics.push(Diagnostic::new(
                Level::Error,
                "not_redacted",
                format!("a run was left out because it could not be searched for secrets: {error}"),
            )),
        }
    }
    diagnostics.extend(findings.diagnostics(rules));
    (clean, findings.redactions(rules))
}
