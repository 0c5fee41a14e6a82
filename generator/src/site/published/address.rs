//! The address that a site will have.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, Result, bail};
use url::Url;

/// The address of the root of a site, which ends in `/`. Only what must name it in full uses
/// it: pages link to each other relative to where they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// The address of a file of the site.
    pub(in crate::site) fn of(&self, path: &str) -> String {
        let path = path.strip_suffix("index.html").unwrap_or(path);
        format!("{}{path}", self.0)
    }

    /// A paragraph with a link to the list of runs.
    pub(super) fn link_home(&self) -> String {
        let address = quick_xml::escape::escape(self.0.as_str());
        format!("<p><a href=\"{address}\">To the list of runs</a></p>")
    }
}

impl FromStr for Address {
    type Err = Error;

    /// Reads an address such as `https://example.org/bench/`; the last `/` may be left out.
    ///
    /// # Errors
    /// If it is no address of a web page, or has a user, a query or a fragment.
    fn from_str(text: &str) -> Result<Self> {
        let expected = "expected the address of the site, such as https://example.org/bench/";
        let Ok(mut url) = Url::parse(text) else {
            bail!("{text:?} is no address; {expected}");
        };
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            bail!("{text:?} is not an address of the web; {expected}");
        }
        if !url.username().is_empty() || url.password().is_some() {
            bail!("the address has a user or a password, which everybody could read; {expected}");
        }
        if url.query().is_some() || url.fragment().is_some() {
            bail!("{text:?} has something behind `?` or `#`; {expected}");
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Ok(Self(url))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_in_a_slash() {
        for text in ["https://example.org/bench", "https://example.org/bench/"] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), "https://example.org/bench/");
            assert_eq!(
                address.of("runs/a.html"),
                "https://example.org/bench/runs/a.html"
            );
            assert_eq!(address.of("index.html"), "https://example.org/bench/");
        }
    }

    #[test]
    fn what_is_no_address_of_a_site_is_refused() {
        for (text, told) in [
            ("bench", "is no address"),
            ("/bench/", "is no address"),
            ("ftp://example.org/", "not an address of the web"),
            ("javascript:alert(1)", "not an address of the web"),
            ("https://me:secret@example.org/", "a user or a password"),
            ("https://example.org/?a=b", "behind `?` or `#`"),
            ("https://example.org/#a", "behind `?` or `#`"),
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
