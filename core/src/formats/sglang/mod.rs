//! Output of the benchmarks that come with SGLang: `bench_serving`, `bench_one_batch` and
//! `bench_one_batch_server`. All of them append one JSON object per result to a file. What
//! `bench_serving` prints is read elsewhere, with the like of vLLM.

mod one_batch;
mod serving;

pub(super) use one_batch::OneBatch;
pub(super) use serving::Serving;

use super::reading::{Fields, join};
use super::{Diagnostic, Document, Documents, Level, Parsed};
use crate::model::Run;

/// Reads every document that `is_result`, and joins those that differ in the load alone.
fn read_all(
    documents: &Documents,
    is_result: fn(&Document) -> bool,
    mut read: impl FnMut(Fields, &Document, &mut Vec<Diagnostic>) -> Run,
) -> Parsed {
    let mut diagnostics = documents.diagnostics.clone();
    let mut runs = Vec::new();
    for document in &documents.items {
        match Fields::of(document).filter(|_| is_result(document)) {
            Some(fields) => runs.push(read(fields, document, &mut diagnostics)),
            None => {
                let message = "no result of this benchmark, passed over";
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "not_a_result", message)
                        .at_path(&document.path),
                );
            }
        }
    }
    if documents.is_cut
        && let Some(last) = runs.last_mut()
    {
        last.source.partial = true;
    }
    Parsed {
        runs: join(runs),
        diagnostics,
    }
}

#[cfg(test)]
mod serving_tests;
