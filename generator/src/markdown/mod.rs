//! The author's Markdown as HTML that can neither run nor load anything.
//!
//! ```text
//! text -> events (pulldown-cmark) -> links resolved, headings named, footnotes gathered
//!      -> HTML -> cleaned (ammonia) -> blocks, with what is put in between them
//! ```
//!
//! Where a link leads is not known here: [`Links`] says so, or that it leads nowhere, which
//! becomes a [`Problem`] while its text stays.

mod anchors;
mod clean;
mod footnotes;
mod shortcode;

pub(crate) use shortcode::{Kind, Shortcode};

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};
use speedsheet_core::formats::Level;

use crate::ingest::redact::REDACTED;
use anchors::Anchors;
use clean::Mark;
use footnotes::Footnotes;

/// How a text is written out.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// The level of the heading above the text; its own begin below, at the second.
    pub(crate) below: usize,
    /// What its ids begin with.
    pub(crate) prefix: String,
    /// Whether a paragraph such as `{{ heatmap NAME }}` means something.
    pub(crate) shortcodes: bool,
}

/// Says where links lead.
pub(crate) trait Links {
    /// The address of what a link names.
    fn link(&self, target: &str) -> Result<String, Dead>;

    /// The address of a picture.
    fn picture(&self, target: &str) -> Result<String, Dead>;
}

/// Why something that a text names cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dead {
    pub(crate) level: Level,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Dead {
    /// A link to nowhere.
    pub(crate) fn new(message: String) -> Self {
        Self {
            level: Level::Error,
            message,
            help: None,
        }
    }

    /// The same with advice.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Something dead, and where in the text it stands, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) range: Range<usize>,
    pub(crate) dead: Dead,
}

/// A text written out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rendered {
    /// The text in its order.
    pub(crate) blocks: Vec<Block>,
    /// Links that lead nowhere, and shortcodes that mean nothing.
    pub(crate) problems: Vec<Problem>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    /// Clean HTML.
    Html(String),
    /// Something to be put in.
    Shortcode(Wanted),
}

/// Something that a text asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) shortcode: Shortcode,
    /// Where in the text, in bytes.
    pub(crate) range: Range<usize>,
    /// The level of the heading that it stands below.
    pub(crate) below: usize,
}

impl Rendered {
    /// The text as one piece, where nothing is put in.
    pub(crate) fn html(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Html(text) => Some(text.as_str()),
            Block::Shortcode(_) => None,
        });
        texts.collect()
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
}

/// The heading of the first level that a text begins with: what it says, and where it ends.
pub(crate) fn leading_title(text: &str) -> Option<(String, usize)> {
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    let first = Tag::Heading {
        level: HeadingLevel::H1,
        id: None,
        classes: Vec::new(),
        attrs: Vec::new(),
    };
    let (event, range) = events.next()?;
    if event != Event::Start(first) {
        return None;
    }
    let said = events.take_while(|(event, _)| !matches!(event, Event::End(TagEnd::Heading(_))));
    let said: String = said.filter_map(|(event, _)| plain(&event)).collect();
    Some((said.trim().to_owned(), range.end))
}

/// What an event says, without markup.
fn plain(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_owned()),
        _ => None,
    }
}

/// The ids of the headings of a text, without a prefix.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut anchors = Anchors::default();
    let mut said: Option<String> = None;
    for event in Parser::new_ext(text, options()) {
        match (&mut said, event) {
            (_, Event::Start(Tag::Heading { .. })) => said = Some(String::new()),
            (Some(words), Event::End(TagEnd::Heading(_))) => {
                anchors.add(words);
                said = None;
            }
            (Some(words), event) => words.extend(plain(&event)),
            (None, _) => {}
        }
    }
    anchors.into_names()
}

/// Writes a text out.
pub(crate) fn render(text: &str, style: &Style, links: &dyn Links) -> Rendered {
    let mut writer = Writer {
        text,
        style,
        links,
        mark: Mark::of(text, &style.prefix),
        anchors: Anchors::default(),
        footnotes: Footnotes::default(),
        events: Vec::new(),
        heading: None,
        dropped: Vec::new(),
        picture: None,
        pictures: Vec::new(),
        level: style.below,
        depth: 0,
        shortcodes: Vec::new(),
        problems: Vec::new(),
    };
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    while let Some((event, range)) = events.next() {
        if writer.takes_shortcode(&event, &range) {
            // The markup that its words may look like means nothing.
            for (event, _) in events.by_ref() {
                if event == Event::End(TagEnd::Paragraph) {
                    break;
                }
            }
        } else {
            writer.take(event, range);
        }
    }
    writer.finish()
}

struct Writer<'a> {
    text: &'a str,
    style: &'a Style,
    links: &'a dyn Links,
    mark: Mark,
    anchors: Anchors,
    footnotes: Footnotes<'a>,
    events: Vec<Event<'a>>,
    /// Where the open heading begins in `events`, and what it says so far.
    heading: Option<(usize, String)>,
    /// For each open link whether it was left out.
    dropped: Vec<bool>,
    /// The open picture, and the words for it.
    picture: Option<(Tag<'a>, String)>,
    /// Pictures as HTML. They are put in behind the cleaning, which lets none through.
    pictures: Vec<String>,
    /// The level of the last heading, or of the one above the text.
    level: usize,
    /// How many blocks are open.
    depth: usize,
    shortcodes: Vec<Wanted>,
    problems: Vec<Problem>,
}

impl<'a> Writer<'a> {
    /// Takes a paragraph at the top that is a shortcode.
    fn takes_shortcode(&mut self, event: &Event<'a>, range: &Range<usize>) -> bool {
        if !self.style.shortcodes || self.depth > 0 || *event != Event::Start(Tag::Paragraph) {
            return false;
        }
        let source = self.text[range.clone()].trim();
        let inner = source.strip_prefix("{{").and_then(|s| s.strip_suffix("}}"));
        let Some(inner) = inner.filter(|inner| !inner.contains(['\n', '{', '}'])) else {
            return false;
        };
        let range = range.start..range.start + source.len();
        match shortcode::parse(inner) {
            Ok(shortcode) => {
                let place = self.mark.place(self.shortcodes.len());
                self.events.push(Event::Html(place.into()));
                self.shortcodes.push(Wanted {
                    shortcode,
                    range,
                    below: self.level,
                });
                true
            }
            Err(dead) => {
                self.problems.push(Problem { range, dead });
                false
            }
        }
    }

    fn take(&mut self, event: Event<'a>, range: Range<usize>) {
        if let Some((_, said)) = &mut self.heading {
            said.extend(plain(&event));
        }
        if let Some((_, words)) = &mut self.picture
            && event != Event::End(TagEnd::Image)
        {
            words.extend(plain(&event));
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::FootnoteReference(label) => {
                let reference = self.footnotes.reference(&label, &self.mark);
                self.events.push(Event::InlineHtml(reference.into()));
            }
            // What the redaction puts in looks like an element, and is text.
            Event::Html(text) => self.events.push(Event::Html(shown_redacted(text))),
            Event::InlineHtml(text) => self.events.push(Event::InlineHtml(shown_redacted(text))),
            Event::TaskListMarker(done) => {
                let mark = if done { "☑ " } else { "☐ " };
                self.events.push(Event::Text(mark.into()));
            }
            other => self.events.push(other),
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        self.depth += usize::from(is_block(&tag));
        match tag {
            Tag::Heading { level, .. } => {
                let level = below(level, self.style.below);
                self.level = level as usize;
                self.heading = Some((self.events.len(), String::new()));
                self.events.push(Event::Start(Tag::Heading {
                    level,
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
            }
            Tag::FootnoteDefinition(label) => {
                self.footnotes
                    .open(&label, std::mem::take(&mut self.events));
            }
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let found = match link_type {
                    LinkType::Email => Ok(dest_url),
                    _ => self.links.link(&dest_url).map(|to| self.mark.own(&to)),
                };
                self.dropped.push(found.is_err());
                match found {
                    Ok(dest_url) => self.events.push(Event::Start(Tag::Link {
                        link_type,
                        dest_url,
                        title,
                        id,
                    })),
                    Err(dead) => self.problems.push(Problem { range, dead }),
                }
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let found = self.links.picture(&dest_url);
                match found {
                    Ok(address) => {
                        let dest_url = address.into();
                        let tag = Tag::Image {
                            link_type,
                            dest_url,
                            title,
                            id,
                        };
                        self.picture = Some((tag, String::new()));
                    }
                    Err(dead) => self.problems.push(Problem { range, dead }),
                }
            }
            other => self.events.push(Event::Start(other)),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        self.depth -= usize::from(!matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
        ));
        match tag {
            TagEnd::Heading(level) => {
                self.events
                    .push(Event::End(TagEnd::Heading(below(level, self.style.below))));
                if let Some((at, said)) = self.heading.take() {
                    let anchor = self.anchors.add(&said);
                    let id = self.mark.id(&anchor);
                    if let Event::Start(Tag::Heading { id: place, .. }) = &mut self.events[at] {
                        *place = Some(id.into());
                    }
                }
            }
            TagEnd::FootnoteDefinition => {
                self.events = self.footnotes.close(std::mem::take(&mut self.events));
            }
            TagEnd::Link => {
                if self.dropped.pop() == Some(false) {
                    self.events.push(Event::End(tag));
                }
            }
            // The words of one that is left out stand there as text.
            TagEnd::Image => {
                if let Some((tag, words)) = self.picture.take() {
                    let place = self.mark.picture(self.pictures.len());
                    self.events.push(Event::Text(place.into()));
                    let events = [
                        Event::Start(tag),
                        Event::Text(words.into()),
                        Event::End(TagEnd::Image),
                    ];
                    let mut picture = String::new();
                    html::push_html(&mut picture, events.into_iter());
                    self.pictures.push(picture);
                }
            }
            other => self.events.push(Event::End(other)),
        }
    }

    fn finish(mut self) -> Rendered {
        self.events.extend(self.footnotes.list(&self.mark));
        let mut raw = String::new();
        html::push_html(&mut raw, self.events.into_iter());
        let mut clean = self.mark.clean(&raw);
        for (number, picture) in self.pictures.iter().enumerate() {
            clean = clean.replace(&self.mark.picture(number), picture);
        }
        let mut blocks = Vec::new();
        let mut rest = clean.as_str();
        for (number, wanted) in self.shortcodes.into_iter().enumerate() {
            if let Some((before, after)) = rest.split_once(&self.mark.place(number)) {
                blocks.push(Block::Html(before.to_owned()));
                blocks.push(Block::Shortcode(wanted));
                rest = after;
            }
        }
        blocks.push(Block::Html(rest.to_owned()));
        blocks.retain(|block| !matches!(block, Block::Html(text) if text.trim().is_empty()));
        Rendered {
            blocks,
            problems: self.problems,
        }
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}

fn shown_redacted(text: CowStr<'_>) -> CowStr<'_> {
    match text.contains(REDACTED) {
        true => text.replace(REDACTED, "&lt;redacted&gt;").into(),
        false => text,
    }
}

/// A level of the author's below a heading of the level `above`.
fn below(level: HeadingLevel, above: usize) -> HeadingLevel {
    let wanted = (level as usize).max(2) + above.saturating_sub(1);
    HeadingLevel::try_from(wanted).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests;
