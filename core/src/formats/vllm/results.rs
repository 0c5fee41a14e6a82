//! The results of an input, one run for each that differs in more than the measurement.

use crate::formats::reading::{Fields, join};
use crate::formats::{Diagnostic, Document, Input, Level, Parsed};
use crate::model::{Run, SCHEMA_VERSION};

/// Reads every document that is a result of `tool`, and names the others.
pub(super) fn read_all(
    input: &Input,
    tool: &str,
    is_result: fn(&Document) -> bool,
    read: fn(&mut Run, Fields, &mut Vec<Diagnostic>),
) -> Parsed {
    let documents = input.documents();
    let mut diagnostics = documents.diagnostics.clone();
    let mut runs = Vec::new();
    let mut is_sweep = false;
    let mut passed_over: Vec<&Document> = Vec::new();
    for document in &documents.items {
        let fields = Fields::of(document).filter(|_| is_result(document));
        let Some(fields) = fields else {
            passed_over.push(document);
            continue;
        };
        is_sweep |= fields.has("run_number");
        let mut run = Run {
            schema_version: SCHEMA_VERSION,
            ..Run::default()
        };
        run.source.tool = Some(tool.to_owned());
        run.source.parser_version = 1;
        read(&mut run, fields, &mut diagnostics);
        runs.push(run);
    }
    name_others(&passed_over, tool, &mut diagnostics);
    // The results of a sweep stand in a file each as well, with a date of its own. They stay
    // apart here, so that each meets its twin where files are put together.
    if !is_sweep {
        runs = join(runs);
    }
    if documents.is_cut
        && let Some(last) = runs.last_mut()
    {
        last.source.partial = true;
    }
    Parsed { runs, diagnostics }
}

/// Names the documents that are no results, the first of them one by one.
fn name_others(others: &[&Document], tool: &str, diagnostics: &mut Vec<Diagnostic>) {
    const NAMED: usize = 5;
    let mut warn = |document: &Document, message: String| {
        let finding = Diagnostic::new(Level::Warning, "not_a_result", message);
        diagnostics.push(finding.at_path(&document.path));
    };
    for document in others.iter().take(NAMED) {
        warn(document, format!("no result of {tool}, passed over"));
    }
    if let Some(document) = others.get(NAMED) {
        let more = others.len() - NAMED;
        warn(
            document,
            format!("{more} more that are no result of {tool} from here on, passed over"),
        );
    }
}
