//! Takes everything out of HTML that could run or load something.

use std::borrow::Cow;

use pulldown_cmark::CowStr;
use speedsheet_core::model::sha256_hex;

/// Addresses outside of the site that a link may have.
pub(super) const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// What tells our own ids and addresses from those that a text brings as HTML: it follows
/// the text, so the text cannot hold it.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    mark: String,
    /// What ids begin with on the page.
    prefix: String,
}

impl Mark {
    pub(super) fn of(text: &str, prefix: &str) -> Self {
        Self {
            mark: format!("own-{}-", sha256_hex(text.as_bytes())),
            prefix: prefix.to_owned(),
        }
    }

    /// An id of ours.
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}{}{name}", self.mark, self.prefix)
    }

    /// The address of what has that id.
    pub(super) fn to(&self, name: &str) -> String {
        format!("{}#{}{name}", self.mark, self.prefix)
    }

    /// An address of ours. One that leads out of the site stays as it is, because
    /// what a text brings as HTML may do so, too.
    pub(super) fn own(&self, value: &str) -> CowStr<'static> {
        match has_scheme(value) {
            true => value.to_owned().into(),
            false => format!("{}{value}", self.mark).into(),
        }
    }

    /// What stands where something is put in.
    pub(super) fn place(&self, number: usize) -> String {
        format!("<p>{}{number}.</p>", self.mark)
    }

    /// What stands where a picture is put in.
    pub(super) fn picture(&self, number: usize) -> String {
        format!("{}picture-{number}.", self.mark)
    }

    /// The HTML without scripts, styles, forms, frames, pictures, and without ids and
    /// addresses in the site that are not ours.
    pub(super) fn clean(&self, html: &str) -> String {
        let mark = self.mark.clone();
        let mut cleaner = ammonia::Builder::default();
        cleaner
            .url_schemes(SCHEMES.into())
            .rm_tags(["img"])
            .add_generic_attributes(["id"])
            .add_allowed_classes("sup", ["footnote"])
            .add_allowed_classes("ol", ["footnotes"])
            .url_relative(ammonia::UrlRelative::PassThrough)
            .attribute_filter(move |_, name, value| {
                let own = value.strip_prefix(mark.as_str());
                match name {
                    "id" => own.map(Cow::Borrowed),
                    "href" if has_scheme(value) => Some(value.into()),
                    "href" => own.map(Cow::Borrowed),
                    // Of a quotation; a relative one would be of the author's folder.
                    "cite" => has_scheme(value).then(|| value.into()),
                    _ => Some(value.into()),
                }
            });
        cleaner.clean(html).to_string()
    }
}

/// True for an address that leads out of the site.
fn has_scheme(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        SCHEMES
            .iter()
            .any(|known| known.eq_ignore_ascii_case(scheme))
    })
}
