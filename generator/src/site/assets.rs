//! Styles and scripts, named by their content so that they can be cached for ever.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use speedsheet_core::model::sha256_hex;

use super::files::Files;
use super::theme::Theme;

/// The script of the viewer; `None` where this program was built without it.
#[cfg(embedded_viewer)]
pub(super) const VIEWER: Option<&str> = Some(include_str!("../../assets/viewer/viewer.js"));
#[cfg(not(embedded_viewer))]
pub(super) const VIEWER: Option<&str> = None;

/// True where this program was built with the viewer inside.
pub fn has_viewer() -> bool {
    VIEWER.is_some()
}

/// Paths of the assets, relative to the root of the site. In a report, whose styles and
/// scripts are elements of it, those of images are the files themselves as `data:`
/// addresses, and the others are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Assets {
    style: String,
    viewer_style: String,
    theme_script: String,
    pub(super) icon: String,
    /// Further files of the theme, by their names in it.
    files: BTreeMap<String, String>,
    /// `None` in a site without the viewer, and in a report.
    viewer: Option<String>,
}

impl Assets {
    /// Those of a report.
    ///
    /// # Errors
    /// If the theme has no icon.
    pub(super) fn inside(theme: &Theme) -> Result<Self> {
        let names = theme.assets().into_iter();
        let images = names.filter_map(|name| Some((name, image_type(name)?)));
        let mut files: BTreeMap<String, String> = images
            .map(|(name, media_type)| {
                let content = STANDARD.encode(theme.file(name).unwrap_or_default());
                let address = format!("data:{media_type};base64,{content}");
                (name.to_owned(), address)
            })
            .collect();
        let icon = files.remove("icon.svg");
        Ok(Self {
            icon: icon.context("the theme has no icon.svg")?,
            files,
            ..Self::default()
        })
    }
}

/// The media type of what is an image by its name.
fn image_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "webp" => Some("image/webp"),
        _ => None,
    }
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
