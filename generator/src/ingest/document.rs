//! One input file, read: its runs, and what there is to say about it.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use speedsheet_core::formats::{self, Diagnostic, Level, Location};
use speedsheet_core::model::{Note, NoteOrigin, Run};

use super::InputFile;
use super::redact::{Findings, Known, Redaction, Rules};
use crate::files;

/// One input file, read. Nothing in it holds a secret.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The path as it was asked for, for people.
    pub label: String,
    /// The runs, with their notes.
    pub runs: Vec<Run>,
    /// What there is to say, in the order of the input.
    pub diagnostics: Vec<Diagnostic>,
    /// What was replaced in the runs, by rule and field.
    pub redactions: Vec<Redaction>,
    /// The text, to show a line of it; kept only where a diagnostic points into it.
    pub text: Option<String>,
    /// True for a file of a folder that is no benchmark result and need not be one.
    pub skipped: bool,
}

impl Document {
    /// A document of which nothing could be read.
    fn unreadable(label: String, error: &anyhow::Error) -> Self {
        Self {
            label,
            runs: Vec::new(),
            diagnostics: vec![Diagnostic::new(
                Level::Error,
                "unreadable",
                format!("{error:#}"),
            )],
            redactions: Vec::new(),
            text: None,
            skipped: false,
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

/// Reads every file, several at a time; the result is in the order of `inputs`.
/// `done` is called after each.
pub fn load_all(inputs: &[InputFile], rules: &Rules, done: impl Fn() + Sync) -> Vec<Document> {
    inputs
        .par_iter()
        .map(|input| {
            let document = load(input, rules);
            done();
            document
        })
        .collect()
}

/// Reads one file. What goes wrong is a diagnostic of the document.
pub fn load(input: &InputFile, rules: &Rules) -> Document {
    let label = rules.redact(&files::shown(&input.path));
    let bytes = match files::read(&input.path) {
        Ok(bytes) => bytes,
        Err(error) => return Document::unreadable(label, &error),
    };
    let file_name = input.path.file_name().map(|name| name.to_string_lossy());
    let mut parsed = formats::parse(&bytes, file_name.as_deref());
    if let Some(note) = &input.note {
        match read_note(note) {
            Ok(note) => parsed
                .runs
                .iter_mut()
                .for_each(|run| run.notes.push(note.clone())),
            Err(error) => parsed.diagnostics.push(Diagnostic::new(
                Level::Warning,
                "unreadable_note",
                format!("{error:#}"),
            )),
        }
    }
    let mut skipped = false;
    if !input.named && parsed.runs.is_empty() {
        skipped = settle_unrecognised(&input.path, &bytes, &mut parsed.diagnostics);
    }
    // Before our own findings are added: they name options, not values.
    let known = rules.known(formats::decode(&bytes).0.text());
    rules.redact_diagnostics(&mut parsed.diagnostics, &known);
    let (runs, redactions) = redact_runs(parsed.runs, rules, &known, &mut parsed.diagnostics);
    let points_into_text = |one: &Diagnostic| matches!(one.location, Location::Text { .. });
    let text = parsed
        .diagnostics
        .iter()
        .any(points_into_text)
        .then(|| rules.redact(formats::decode(&bytes).0.text()));
    Document {
        label,
        runs,
        diagnostics: parsed.diagnostics,
        redactions,
        text,
        skipped,
    }
}

/// A folder holds other things than results. Its unrecognised files are no errors,
/// except those that claim to be data and are broken. True where the file is to be
/// passed over.
fn settle_unrecognised(path: &Path, bytes: &[u8], diagnostics: &mut [Diagnostic]) -> bool {
    let Some(error) = diagnostics
        .iter_mut()
        .find(|one| one.code == "unrecognised")
    else {
        return false;
    };
    let extension = path
        .extension()
        .map(|text| text.to_string_lossy().to_ascii_lowercase());
    let is_json = extension.as_deref() == Some("json");
    match serde_json::from_slice::<serde::de::IgnoredAny>(bytes) {
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

/// The author's note. Its errors name no folder, because they are shown on the page.
fn read_note(path: &Path) -> anyhow::Result<Note> {
    let name = path
        .file_name()
        .map(|name| files::shown(Path::new(name)))
        .unwrap_or_default();
    let bytes = files::read(path)
        .map_err(|error| anyhow::anyhow!("the note {name} was left out: {}", error.root_cause()))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!("the note {name} was left out: it is not UTF-8; save it as UTF-8")
    })?;
    Ok(Note {
        origin: NoteOrigin::Author,
        text: text.trim_start_matches('\u{feff}').trim().to_owned(),
    })
}

/// Makes the slugs of runs longer that came to the same one. With six hexadecimal digits
/// behind the readable part that takes thousands of runs of one model on one machine.
pub fn part_slugs(documents: &mut [Document]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let runs = documents.iter().flat_map(|document| &document.runs);
    for run in runs {
        *times.entry(run.slug.clone()).or_default() += 1;
    }
    let runs = documents.iter_mut().flat_map(|document| &mut document.runs);
    for run in runs.filter(|run| times[&run.slug] > 1) {
        run.lengthen_slug();
    }
}

/// Takes the runs out of every document whose bytes were seen in an earlier one, and
/// says so.
pub fn mark_repeats(documents: &mut [Document]) {
    let mut first_with: BTreeMap<String, String> = BTreeMap::new();
    for document in documents {
        let Some(run) = document.runs.first() else {
            continue;
        };
        let sha256 = &run.source.sha256;
        match first_with.get(sha256) {
            None => {
                first_with.insert(sha256.clone(), document.label.clone());
            }
            Some(first) => {
                document.runs.clear();
                document.diagnostics = vec![Diagnostic::new(
                    Level::Note,
                    "repeated",
                    format!("has the same bytes as {first}, so it is shown once"),
                )];
            }
        }
    }
}
