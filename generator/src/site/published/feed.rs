//! The Atom feed of new runs.

use std::io::Cursor;

use anyhow::Result;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use speedsheet_core::model::Run;

use super::Address;
use crate::site::{Entry, pages};

/// Name of the feed, in the root of a site.
pub(in crate::site) const NAME: &str = "feed.xml";

/// Most runs that a feed lists, the newest.
const MAX_ENTRIES: usize = 50;

type Xml = Writer<Cursor<Vec<u8>>>;

/// The newest runs, by when they were measured. Runs that do not say so are not among them:
/// the clock of the machine that builds the site is not looked at.
pub(super) fn feed(entries: &[&Entry], title: &str, address: &Address) -> Result<Vec<u8>> {
    let mut runs: Vec<(String, &Run)> = entries
        .iter()
        .filter_map(|entry| Some((moment(entry.run.measured_at.as_deref()?)?, &entry.run)))
        .collect();
    runs.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.slug.cmp(&b.1.slug)));
    runs.truncate(MAX_ENTRIES);
    let mut xml = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    xml.create_element("feed")
        .with_attribute(("xmlns", "http://www.w3.org/2005/Atom"))
        .write_inner_content(|xml| {
            element(xml, "title", title)?;
            element(xml, "id", &address.to_string())?;
            link(xml, "self", &address.of(NAME))?;
            link(xml, "alternate", &address.to_string())?;
            let newest = runs.first().map(|(moment, _)| moment.as_str());
            element(xml, "updated", newest.unwrap_or("1970-01-01T00:00:00Z"))?;
            xml.create_element("author")
                .write_inner_content(|xml| element(xml, "name", title))?;
            runs.iter()
                .try_for_each(|(moment, run)| entry(xml, run, moment, address))
        })?;
    let mut text = xml.into_inner().into_inner();
    text.push(b'\n');
    Ok(text)
}

/// How many runs a feed leaves out because they do not say when they were measured.
pub fn undated(entries: &[Entry]) -> usize {
    let moment = |entry: &&Entry| entry.run.measured_at.as_deref().and_then(moment);
    entries
        .iter()
        .filter(|entry| moment(entry).is_none())
        .count()
}

fn entry(xml: &mut Xml, run: &Run, moment: &str, address: &Address) -> std::io::Result<()> {
    let page = address.of(&format!("runs/{}.html", run.slug));
    let (title, summary) = pages::title_and_description(run);
    xml.create_element("entry").write_inner_content(|xml| {
        element(xml, "title", &title)?;
        element(xml, "id", &page)?;
        link(xml, "alternate", &page)?;
        element(xml, "published", moment)?;
        element(xml, "updated", moment)?;
        element(xml, "summary", &summary)
    })?;
    Ok(())
}

fn element(xml: &mut Xml, name: &str, text: &str) -> std::io::Result<()> {
    let text: String = text.chars().filter(|&c| is_of_xml(c)).collect();
    xml.create_element(name)
        .write_text_content(BytesText::new(&text))?;
    Ok(())
}

fn link(xml: &mut Xml, relation: &str, address: &str) -> std::io::Result<()> {
    xml.create_element("link")
        .with_attribute(("rel", relation))
        .with_attribute(("href", address))
        .write_empty()?;
    Ok(())
}

/// What XML 1.0 can hold. Anything else would make the whole feed unreadable.
fn is_of_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// A moment as Atom wants it, with seconds and a zone. Where the tool wrote none of them,
/// midnight and UTC stand in.
fn moment(text: &str) -> Option<String> {
    let whole = match text.split_once('T') {
        None => format!("{text}T00:00:00Z"),
        Some((_, time)) if time.ends_with('Z') || time.contains(['+', '-']) => text.to_owned(),
        Some(_) => format!("{text}Z"),
    };
    let moment: jiff::Timestamp = whole.parse().ok()?;
    Some(moment.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_seconds_and_a_zone() {
        for (text, expected) in [
            ("2026-09-13T02:25:00Z", Some("2026-09-13T02:25:00Z")),
            ("2026-09-13T02:25:00+02:00", Some("2026-09-13T00:25:00Z")),
            ("2026-09-13T02:25", Some("2026-09-13T02:25:00Z")),
            ("2026-09-13", Some("2026-09-13T00:00:00Z")),
            ("yesterday", None),
            ("2026-13-13", None),
        ] {
            assert_eq!(moment(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn no_text_breaks_the_feed() {
        let mut xml = Writer::new(Cursor::new(Vec::new()));
        element(&mut xml, "title", "a\u{1b}\u{0}<b>&]]>\u{ffff}").unwrap();
        let text = String::from_utf8(xml.into_inner().into_inner()).unwrap();
        assert_eq!(text, "<title>a&lt;b&gt;&amp;]]&gt;</title>");
    }
}
