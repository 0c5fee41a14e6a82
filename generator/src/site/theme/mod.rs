//! Where templates, styles and scripts come from: layers of files, looked up by name from
//! the top to the bottom.
//!
//! The author's folder lies over a theme that comes with the program, and that over the
//! default theme. A file of a layer takes the place of the one of the same name below it,
//! with two exceptions: a template may extend the one below (`{% extends
//! "below/run.html" %}`) and change single blocks of it, and `extra.css` is added behind
//! the styles that lie below it.

mod export;
mod layer;

pub use export::export;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};
use strsim::jaro_winkler;
use tera::{ErrorKind, Tera};

use crate::files;
use layer::Layer;

/// The theme that lies below all others.
const DEFAULT: &str = "default";

/// Name of the layer with the author's own files.
const OWN: &str = "theme";

/// What a template extends by to change a single block, whatever lies below it.
const BELOW: &str = "below";

/// The styles of a theme.
const STYLE: &str = "style.css";

/// Styles added behind those of the layers below.
const EXTRA_STYLE: &str = "extra.css";

/// Styles that only a report has.
pub(super) const REPORT_STYLE: &str = "report.css";

/// A theme: layers of files, the topmost first.
#[derive(Debug, Clone)]
pub struct Theme {
    layers: Vec<Layer>,
}

impl Theme {
    /// The theme of this name, the default one where none is given, below the files in
    /// `folder`.
    ///
    /// # Errors
    /// If there is no theme of this name, or the folder cannot be read or holds something
    /// that is no part of a theme.
    pub fn new(name: Option<&str>, folder: Option<&Path>) -> Result<Self> {
        let mut layers = Vec::new();
        if let Some(folder) = folder {
            layers.push(Layer::read(OWN, folder)?);
        }
        let name = name.unwrap_or(DEFAULT);
        if name != DEFAULT {
            layers.push(builtin(name)?);
        }
        layers.push(builtin(DEFAULT)?);
        Ok(Self { layers })
    }

    /// The text of a file of the theme; `None` where no layer has it.
    pub(super) fn file(&self, name: &str) -> Option<&[u8]> {
        self.layers.iter().find_map(|layer| layer.file(name))
    }

    /// A file of the theme that is text.
    ///
    /// # Errors
    /// If no layer has it, or it is not UTF-8.
    pub(super) fn text(&self, name: &str) -> Result<&str> {
        for layer in &self.layers {
            if let Some(text) = layer.text(name)? {
                return Ok(text);
            }
        }
        bail!("the theme has no {name}")
    }

    /// The styles: those of the topmost layer that has some, and what is added to them.
    ///
    /// # Errors
    /// If a file is not UTF-8.
    pub(super) fn style(&self) -> Result<String> {
        let mut style = String::new();
        for layer in self.layers.iter().rev() {
            if let Some(text) = layer.text(STYLE)? {
                text.clone_into(&mut style);
            }
            if let Some(text) = layer.text(EXTRA_STYLE)? {
                style.push_str(text);
            }
        }
        Ok(style)
    }

    /// Names of the files that pages may load, without templates and `extra.css`.
    pub(super) fn assets(&self) -> BTreeSet<&str> {
        let names = self.layers.iter().flat_map(Layer::names);
        names.filter(|name| is_asset(name)).collect()
    }

    /// The templates, compiled. Each has the name of its layer in front; one without is
    /// the topmost of that name.
    ///
    /// # Errors
    /// If a template is broken, with file and line.
    pub(super) fn templates(&self) -> Result<Tera> {
        let mut tera = Tera::new();
        tera.autoescape_on(vec![".html"]);
        let prefixes = self.layers.iter().map(|layer| format!("{}/", layer.name));
        tera.set_fallback_prefixes(prefixes)
            .map_err(|error| self.problem(error))?;
        tera.add_raw_templates(self.sources()?)
            .map_err(|error| self.problem(error))?;
        Ok(tera)
    }

    /// Names and texts of the templates of every layer, and of what lies below the
    /// author's.
    fn sources(&self) -> Result<BTreeMap<String, &str>> {
        let mut sources = BTreeMap::new();
        for (position, layer) in self.layers.iter().enumerate().rev() {
            for name in layer.names().filter(|name| is_template(name)) {
                let text = layer.text(name)?.unwrap_or_default();
                sources.insert(format!("{}/{name}", layer.name), text);
                if position > 0 || layer.name != OWN {
                    sources.insert(format!("{BELOW}/{name}"), text);
                }
            }
        }
        Ok(sources)
    }

    /// An error of a template, with the file it is in and the line.
    pub(super) fn problem(&self, error: tera::Error) -> anyhow::Error {
        let report = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => report,
            // Told in full: what it is about stands in its text only.
            _ => return anyhow::Error::new(error).context("failed to read the templates"),
        };
        let span = report.span();
        anyhow::anyhow!(
            "{}:{}:{}: {}",
            self.shown(report.filename()),
            span.start_line,
            span.start_col + 1,
            report.message()
        )
    }

    /// The file that a template is from, for people.
    fn shown(&self, template: &str) -> String {
        let (prefix, name) = template.split_once('/').unwrap_or(("", template));
        let mut layers = self.layers.iter();
        let layer = match prefix {
            BELOW => layers.find(|layer| layer.name != OWN && layer.file(name).is_some()),
            _ => layers.find(|layer| layer.name == prefix),
        };
        match layer.map(|layer| (layer.folder.as_deref(), &layer.name)) {
            Some((Some(folder), _)) => files::shown(&folder.join(name)),
            Some((None, theme)) => format!("{name} of the theme {theme}"),
            None => template.to_owned(),
        }
    }
}

fn is_template(name: &str) -> bool {
    name.ends_with(".html")
}

/// True for what a page may load: no template, nothing about the theme itself, and no
/// styles that are part of others or of reports.
fn is_asset(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    !matches!(ending, Some("html" | "toml" | "md")) && ![EXTRA_STYLE, REPORT_STYLE].contains(&name)
}

/// A layer that comes with the program.
fn builtin(name: &str) -> Result<Layer> {
    if let Some(layer) = Layer::builtin(name) {
        return Ok(layer);
    }
    let names = Layer::builtin_names();
    let near = |known: &&str| jaro_winkler(known, name);
    let nearest = names.iter().max_by(|a, b| near(a).total_cmp(&near(b)));
    bail!(
        "there is no theme {name:?}; the themes are {}{}",
        names.join(", "),
        nearest.map_or_else(String::new, |known| format!("; did you mean {known}?"))
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            files::write(&folder.path().join(name), text.as_bytes()).unwrap();
        }
        folder
    }

    #[test]
    fn a_layer_lies_over_the_ones_below() {
        let own = folder(&[
            ("icon.svg", "<svg/>"),
            ("extra.css", ":root{--accent:red}"),
            ("logo.svg", "<svg/>"),
        ]);
        let theme = Theme::new(Some("paper"), Some(own.path())).unwrap();
        assert_eq!(theme.file("icon.svg"), Some(&b"<svg/>"[..]));
        assert!(theme.file("theme.js").is_some());
        assert!(theme.assets().contains("logo.svg"));
        assert!(!theme.assets().contains("extra.css"));
        let style = theme.style().unwrap();
        let default = Theme::new(None, None).unwrap().style().unwrap();
        assert!(style.starts_with(&default));
        assert!(style.ends_with(":root{--accent:red}"));
        assert!(style.len() > default.len() + 100, "paper adds its own");
    }

    #[test]
    fn styles_that_are_replaced_take_with_them_what_was_added_to_them() {
        let own = folder(&[("style.css", "a{}")]);
        let theme = Theme::new(Some("paper"), Some(own.path())).unwrap();
        assert_eq!(theme.style().unwrap(), "a{}");
    }

    #[test]
    fn a_block_can_be_changed_by_itself() {
        let own = folder(&[(
            "base.html",
            "{% extends \"below/base.html\" %}{% block footer %}Ours.{% endblock %}",
        )]);
        for name in ["default", "paper"] {
            let theme = Theme::new(Some(name), Some(own.path())).unwrap();
            let templates = theme.templates().unwrap();
            assert!(templates.contains_template("run.html"), "{name}");
            let context = tera::Context::from_serialize(&serde_json::json!({
                "root": "", "kind": "index", "title": "T", "description": "", "published": null,
                "assets": {"icon": "", "style": "", "viewer_style": "", "theme_script": "", "viewer": null},
                "alive": true, "nav": [],
                "page": {"runs": [], "summary": "", "count": "", "blocks": [], "scripts": []},
            }));
            let page = templates.render("index.html", &context.unwrap());
            let page = page.map_err(|error| theme.problem(error)).unwrap();
            assert!(page.contains("Ours.</footer>"), "{page}");
        }
    }

    #[test]
    fn a_broken_template_is_named_with_its_line() {
        let own = folder(&[("run.html", "{# a #}\n{{ title")]);
        let theme = Theme::new(None, Some(own.path())).unwrap();
        let error = theme.templates().unwrap_err().to_string();
        assert!(error.contains("run.html:2:"), "{error}");
    }

    #[test]
    fn an_unknown_theme_is_told_with_those_there_are() {
        let error = Theme::new(Some("papre"), None).unwrap_err().to_string();
        assert!(
            error.contains("default, paper; did you mean paper?"),
            "{error}"
        );
    }
}
