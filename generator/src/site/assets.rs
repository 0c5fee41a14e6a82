//! Styles and scripts, named by their content so that they can be cached for ever.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Serialize;
use speedsheet_core::model::sha256_hex;

use super::files::Files;
use super::theme::Theme;

#[cfg(embedded_viewer)]
const VIEWER: Option<&str> = Some(include_str!("../../assets/viewer/viewer.js"));
#[cfg(not(embedded_viewer))]
const VIEWER: Option<&str> = None;

/// True where this program was built with the viewer inside.
pub fn has_viewer() -> bool {
    VIEWER.is_some()
}

/// Paths of the assets, relative to the root of the site.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Assets {
    style: String,
    viewer_style: String,
    theme_script: String,
    icon: String,
    /// Further files of the theme, by their names in it.
    files: BTreeMap<String, String>,
    /// `None` in a site without the viewer.
    viewer: Option<String>,
}

/// Adds the assets of the theme, and the viewer, to the site.
pub(super) fn add(theme: &Theme, files: &mut Files) -> Result<Assets> {
    let style = theme.style()?;
    let mut paths = BTreeMap::new();
    for name in theme.assets() {
        let content = match name {
            "style.css" => style.as_bytes(),
            _ => theme.file(name).unwrap_or_default(),
        };
        let path = insert(files, &format!("assets/{name}"), content)?;
        paths.insert(name.to_owned(), path);
    }
    let mut take = |name: &str| {
        let path = paths.remove(name);
        path.with_context(|| format!("the theme has no {name}"))
    };
    Ok(Assets {
        style: take("style.css")?,
        viewer_style: take("viewer.css")?,
        theme_script: take("theme.js")?,
        icon: take("icon.svg")?,
        files: paths,
        viewer: VIEWER
            .map(|script| insert(files, "assets/viewer.js", script.as_bytes()))
            .transpose()?,
    })
}

fn insert(files: &mut Files, path: &str, content: &[u8]) -> Result<String> {
    let path = hashed(path, content);
    files.add(&path, content)?;
    Ok(path)
}

/// The path with 8 digits of the content's hash before its extension.
pub(super) fn hashed(path: &str, content: &[u8]) -> String {
    let hash = sha256_hex(content);
    match path.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}.{}.{extension}", &hash[..8]),
        None => format!("{path}.{}", &hash[..8]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_follows_the_content() {
        assert_eq!(hashed("assets/a.css", b"abc"), "assets/a.ba7816bf.css");
        assert_ne!(hashed("assets/a.css", b"abd"), "assets/a.ba7816bf.css");
    }
}
