//! Where templates, styles and scripts come from.

/// Files of the theme built into the program, by name. `SPEEDSHEET_THEME` is set by the
/// build script: the folder beside the crate in the repository, inside of it in a
/// package.
macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("SPEEDSHEET_THEME"), "/", $name)))),*]
    };
}

const BUILTIN: &[(&str, &str)] = builtin![
    "base.html",
    "index.html",
    "run.html",
    "parts/facts.html",
    "parts/family.html",
    "parts/headlines.html",
    "parts/matrix.html",
    "parts/notes.html",
    "parts/provenance.html",
    "parts/requests.html",
    "parts/table.html",
    "style.css",
    "viewer.css",
    "theme.js",
    "icon.svg",
];

/// A theme: files by name. One lookup, so that a layer of a user's own files can be put
/// above the built-in one here and nowhere else.
#[derive(Debug, Clone, Copy)]
pub(super) struct Theme {
    files: &'static [(&'static str, &'static str)],
}

impl Theme {
    /// The theme built into the program.
    pub(super) fn builtin() -> Self {
        Self { files: BUILTIN }
    }

    /// The text of a file of the theme; `None` where no layer has it.
    pub(super) fn file(&self, name: &str) -> Option<&str> {
        let (_, text) = self.files.iter().find(|(known, _)| *known == name)?;
        Some(text)
    }

    /// Names and texts of the templates.
    pub(super) fn templates(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(|(name, _)| name.ends_with(".html"))
            .map(|&(name, text)| (name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_theme_folder_is_built_in() {
        let folder = std::path::Path::new(env!("SPEEDSHEET_THEME"));
        let mut found: Vec<String> = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                entry
                    .path()
                    .strip_prefix(folder)
                    .unwrap()
                    .display()
                    .to_string()
            })
            .filter(|name| name != "theme.toml")
            .collect();
        found.sort();
        let mut known: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        assert_eq!(found, known);
    }
}
