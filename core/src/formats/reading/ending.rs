//! How a program ended, where it printed that beside its results.

use super::Line;
use crate::formats::{Diagnostic, Level};
use crate::model::{Axes, Measurement, Note, NoteOrigin, Run, Status};

/// Most lines, and characters of one, that are quoted.
const QUOTED: usize = 3;
const LENGTH: usize = 200;

/// What the lines say about why a program ended, in its own words: the text of an exception,
/// or else the lines that complain.
pub(in crate::formats) fn complaint(lines: &[Line]) -> Option<String> {
    let thrown = lines
        .iter()
        .rev()
        .find_map(|line| line.text.trim().strip_prefix("what():"));
    if let Some(thrown) = thrown.map(str::trim).filter(|text| !text.is_empty()) {
        return Some(shortened(thrown));
    }
    let mut quoted: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| is_complaint(&line.text)) {
        let text = shortened(line.text.trim());
        if quoted.len() < QUOTED && !quoted.contains(&text) {
            quoted.push(text);
        }
    }
    (!quoted.is_empty()).then(|| quoted.join("; "))
}

fn is_complaint(line: &str) -> bool {
    const SIGNS: [&str; 12] = [
        "error",
        "fail",
        "abort",
        "assert",
        "crash",
        "out of memory",
        "exception",
        "unable to",
        "cannot",
        "could not",
        "killed",
        "no such",
    ];
    let text = line.trim();
    let is_of_a_result = text.starts_with(['{', '"', '|']);
    // A frame of a backtrace names functions, and these are often called after an error.
    let is_frame = text.contains("[0x") || text.contains("(+0x");
    let lower = text.to_lowercase();
    !is_of_a_result && !is_frame && SIGNS.iter().any(|sign| lower.contains(sign))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A failed measurement with the setup of the last run, for a program that complained after
/// its last result: what it was at is not there. [`join`](super::join) puts it beside the others.
pub(in crate::formats) fn failed_after(
    runs: &[Run],
    reason: String,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Run> {
    let mut run = runs.last()?.clone();
    let mut failed = Measurement::new(run.measurements.last()?.family, Axes::default());
    let message = format!("the benchmark went on after its last result and failed: {reason}");
    diagnostics.push(Diagnostic::new(Level::Warning, "no_result", message));
    failed.status = Status::Failed;
    failed.source_status = Some(reason);
    run.measurements = vec![failed];
    run.source.partial = true;
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text: "The benchmark went on after its last result and failed; what else it was to measure is not known.".to_owned(),
    });
    Some(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::reading::lines;

    #[test]
    fn the_text_of_an_exception_is_the_reason() {
        let text = "libggml.so(error_out+0x1) [0x7f]\nterminate called\n  what():  device lost\nwrapper: failed\n";
        assert_eq!(complaint(&lines(text)).as_deref(), Some("device lost"));
    }

    #[test]
    fn lines_that_complain_are_quoted_once_and_frames_are_not() {
        let text = "x: 0 = GPU\nfailed to connect\nlib(throw_error+0x1) [0x7f]\nout of memory\nout of memory\n";
        assert_eq!(
            complaint(&lines(text)).as_deref(),
            Some("failed to connect; out of memory")
        );
        assert_eq!(complaint(&lines("x: 0 = GPU\n")), None);
    }
}
