//! What a site has for those who come across it elsewhere: a feed of new runs and a list of
//! its pages, which need to know its address, and what a host shows or heeds.

mod address;
mod feed;
mod sitemap;

pub use address::Address;
pub(super) use feed::NAME as FEED;
pub use feed::undated;

use anyhow::Result;

use super::files::Files;
use super::{Entry, Settings};

/// Name of the page for wrong addresses.
pub(crate) const NOT_FOUND: &str = "404.html";

/// Shown by a host for an address that the site does not have. It may be asked for at any
/// depth, so it loads nothing and has no link that depends on where it is.
const NOT_FOUND_PAGE: &str = include_str!("404.html");

/// Adds the files. `pages` are the paths of the pages, sorted.
pub(super) fn add(
    entries: &[&Entry],
    pages: &[String],
    settings: &Settings<'_>,
    files: &mut Files,
) -> Result<()> {
    // GitHub Pages leaves out files that start with `_` unless it finds this one.
    files.add(".nojekyll", b"")?;
    let home = settings.address.map(Address::link_home);
    let not_found = NOT_FOUND_PAGE.replace("<!-- home -->", &home.unwrap_or_default());
    files.add(NOT_FOUND, not_found.as_bytes())?;
    if let Some(address) = settings.address {
        let title = settings.title.unwrap_or(super::TITLE);
        files.add(feed::NAME, &feed::feed(entries, title, address)?)?;
        files.add("sitemap.xml", &sitemap::sitemap(pages, address)?)?;
    }
    Ok(())
}
