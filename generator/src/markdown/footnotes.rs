//! Footnotes: numbered in the order of their references, listed below the text.

use std::collections::BTreeMap;

use pulldown_cmark::Event;

use super::clean::Mark;

/// The footnotes of a text.
#[derive(Debug, Default)]
pub(super) struct Footnotes<'a> {
    /// Labels in the order of their first references; the first one has number 1.
    order: Vec<String>,
    /// What they say, by label.
    bodies: BTreeMap<String, Vec<Event<'a>>>,
    /// The label of the one that is open, and the text it interrupts.
    open: Option<(String, Vec<Event<'a>>)>,
}

impl<'a> Footnotes<'a> {
    /// The reference to a footnote as HTML.
    pub(super) fn reference(&mut self, label: &str, mark: &Mark) -> String {
        let known = self.order.iter().position(|one| one == label);
        let number = known.unwrap_or(self.order.len()) + 1;
        let id = match known {
            Some(_) => String::new(),
            None => format!(" id=\"{}\"", mark.id(&format!("footnote-ref-{number}"))),
        };
        if known.is_none() {
            self.order.push(label.to_owned());
        }
        let target = mark.to(&format!("footnote-{number}"));
        format!("<sup class=\"footnote\"{id}><a href=\"{target}\">{number}</a></sup>")
    }

    /// Begins a footnote; `text` is what stands before it.
    pub(super) fn open(&mut self, label: &str, text: Vec<Event<'a>>) {
        self.open = Some((label.to_owned(), text));
    }

    /// Ends it; gives the text before it back.
    pub(super) fn close(&mut self, body: Vec<Event<'a>>) -> Vec<Event<'a>> {
        let Some((label, text)) = self.open.take() else {
            return body;
        };
        // What says the same label again is said there, too.
        self.bodies.entry(label).or_default().extend(body);
        text
    }

    /// The list of all of them. Those that nothing refers to come last.
    pub(super) fn list(&mut self, mark: &Mark) -> Vec<Event<'a>> {
        let referenced = self.order.len();
        let rest: Vec<String> = self
            .bodies
            .keys()
            .filter(|label| !self.order.contains(label))
            .cloned()
            .collect();
        self.order.extend(rest);
        let mut events = Vec::new();
        if self.order.is_empty() {
            return events;
        }
        let html = |text: String| Event::Html(text.into());
        events.push(html("<hr><ol class=\"footnotes\">\n".to_owned()));
        for (index, label) in self.order.iter().enumerate() {
            let number = index + 1;
            let id = mark.id(&format!("footnote-{number}"));
            events.push(html(format!("<li id=\"{id}\">\n")));
            events.extend(self.bodies.remove(label).unwrap_or_default());
            if index < referenced {
                let target = mark.to(&format!("footnote-ref-{number}"));
                let back = format!("<p><a href=\"{target}\">Back to {number}</a></p>\n");
                events.push(html(back));
            }
            events.push(html("</li>\n".to_owned()));
        }
        events.push(html("</ol>\n".to_owned()));
        events
    }
}
