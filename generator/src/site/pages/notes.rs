//! Notes: the source's as text, the author's from Markdown.

use serde::Serialize;
use speedsheet_core::model::{NoteOrigin, Run};

use super::place::Place;
use crate::markdown::{self, Problem, Style};
use crate::site::links::{Directory, Linker, Medium, Origin};

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct NoteBlock {
    /// Plain text; `None` where `html` is set.
    text: Option<String>,
    /// Who says the text.
    speaker: &'static str,
    /// Sanitised HTML made from the author's Markdown.
    html: Option<String>,
}

/// The notes, the author's first: they are about this report.
pub(super) fn blocks(
    run: &Run,
    place: &Place,
    directory: &Directory<'_>,
    medium: Medium<'_>,
) -> Vec<NoteBlock> {
    let author = of(run, NoteOrigin::Author).enumerate();
    let author = author.map(|(index, text)| NoteBlock {
        text: None,
        speaker: "the author",
        html: Some(rendered(text, index, place, directory, medium).html()),
    });
    let plain = |origin, speaker| {
        of(run, origin).map(move |text| NoteBlock {
            text: Some(text.to_owned()),
            speaker,
            html: None,
        })
    };
    author
        .chain(plain(NoteOrigin::Source, "the source"))
        .chain(plain(NoteOrigin::Reader, "speedsheet"))
        .collect()
}

/// The author's notes, each with the links in it that lead nowhere.
pub(in crate::site) fn problems<'a>(
    run: &'a Run,
    directory: &Directory<'_>,
) -> impl Iterator<Item = (&'a str, Vec<Problem>)> {
    of(run, NoteOrigin::Author).map(|text| {
        let (place, medium) = (Place::alone(), Medium::Site("../"));
        let rendered = rendered(text, 0, &place, directory, medium);
        (text, rendered.problems)
    })
}

fn of(run: &Run, origin: NoteOrigin) -> impl Iterator<Item = &str> {
    let notes = run.notes.iter().filter(move |note| note.origin == origin);
    notes.map(|note| note.text.as_str())
}

/// A note as HTML that can neither run nor load anything.
fn rendered(
    text: &str,
    index: usize,
    place: &Place,
    directory: &Directory<'_>,
    medium: Medium<'_>,
) -> markdown::Rendered {
    let number = match index {
        0 => String::new(),
        index => format!("{}-", index + 1),
    };
    let style = Style {
        // Its headings stand below that of the card.
        below: place.title_level() + 1,
        prefix: format!("{}note-{number}", place.prefix()),
        shortcodes: false,
    };
    let links = Linker {
        directory,
        origin: Origin::Note(text),
        medium,
        prefix: &style.prefix,
    };
    markdown::render(text, &style, &links)
}
