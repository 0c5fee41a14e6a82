//! Notes: the source's as text, the author's from Markdown.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use speedsheet_core::model::{NoteOrigin, Run};

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

/// The notes, the author's first: they are about this report. `title` is the level of the
/// heading of the run.
pub(super) fn blocks(run: &Run, title: usize) -> Vec<NoteBlock> {
    let of = |origin| run.notes.iter().filter(move |note| note.origin == origin);
    let author = of(NoteOrigin::Author).map(|note| NoteBlock {
        text: None,
        speaker: "the author",
        html: Some(html(&note.text, title)),
    });
    let plain = |origin, speaker| {
        of(origin).map(move |note| NoteBlock {
            text: Some(note.text.clone()),
            speaker,
            html: None,
        })
    };
    author
        .chain(plain(NoteOrigin::Source, "the source"))
        .chain(plain(NoteOrigin::Reader, "speedsheet"))
        .collect()
}

/// Markdown as HTML that can neither run nor load anything.
fn html(markdown: &str, title: usize) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        // The page has its own levels down to that of a part.
        Event::Start(Tag::Heading {
            level,
            id,
            classes,
            attrs,
        }) => Event::Start(Tag::Heading {
            level: below(level, title),
            id,
            classes,
            attrs,
        }),
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level, title))),
        other => other,
    });
    let mut unsafe_html = String::new();
    pulldown_cmark::html::push_html(&mut unsafe_html, events);
    let mut cleaner = ammonia::Builder::default();
    // A picture would be a request to somebody else. A relative link would lead from
    // the author's folder, which is not in the site, to nowhere.
    cleaner
        .rm_tags(["img"])
        .url_relative(ammonia::UrlRelative::Deny);
    cleaner.clean(&unsafe_html).to_string()
}

/// A level of the author's below the parts of a run whose title has the level `title`.
fn below(level: HeadingLevel, title: usize) -> HeadingLevel {
    let wanted = (level as usize).max(2) + title;
    HeadingLevel::try_from(wanted).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_below_the_headings_of_the_page() {
        let html = html(
            "# Why\n\n*Fast* and [open](https://example.org)\n\n|a|\n|-|\n|1|",
            1,
        );
        assert!(html.contains("<h3>Why</h3>"), "{html}");
        assert!(html.contains("<em>Fast</em>"), "{html}");
        assert!(html.contains("rel=\"noopener noreferrer\""), "{html}");
        assert!(html.contains("<td>1</td>"), "{html}");
    }

    #[test]
    fn headings_of_a_note_stand_below_those_of_the_run() {
        let text = "# a\n\n## b\n\n### c\n\n###### d";
        let on_a_page = html(text, 1);
        let expected = "<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n";
        assert_eq!(on_a_page, expected);
        let in_a_report = html(text, 2);
        let expected = "<h4>a</h4>\n<h4>b</h4>\n<h5>c</h5>\n<h6>d</h6>\n";
        assert_eq!(in_a_report, expected);
    }

    #[test]
    fn nothing_in_a_note_can_run_or_load() {
        let html = html(
            "<script>alert(1)</script><img src=https://x/y onerror=alert(1)>\
             <a href=\"javascript:alert(1)\" style=\"color:red\">a</a>\n\n![p](https://x/z) [r](../x)",
            1,
        );
        for part in [
            "script",
            "img",
            "onerror",
            "javascript",
            "style",
            "https://x",
            "../x",
        ] {
            assert!(!html.contains(part), "{part} in {html}");
        }
    }
}
