//! The list of pages for search engines.

use std::io::Cursor;

use anyhow::Result;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Address;

/// Lists the pages, by their paths.
pub(super) fn sitemap(pages: &[String], address: &Address) -> Result<Vec<u8>> {
    let mut xml = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    xml.create_element("urlset")
        .with_attribute(("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9"))
        .write_inner_content(|xml| {
            for page in pages {
                xml.create_element("url").write_inner_content(|xml| {
                    xml.create_element("loc")
                        .write_text_content(BytesText::new(&address.of(page)))?;
                    Ok(())
                })?;
            }
            Ok(())
        })?;
    let mut text = xml.into_inner().into_inner();
    text.push(b'\n');
    Ok(text)
}
