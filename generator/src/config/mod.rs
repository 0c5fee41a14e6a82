//! What the author of a report says about its inputs: `speedsheet.toml`, and sidecars
//! beside the inputs.
//!
//! Everything is checked when it is read: an unknown key, a field that no run has or a
//! value of the wrong kind is an error with its place.

mod field;
mod pattern;
mod problem;
mod tables;

pub use field::{Field, Kind};
pub use pattern::{Capture, Pattern};
pub use problem::Problem;
pub use tables::{ConfigFile, PagesTable, Sidecar, ThemeTable};

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::files;
use crate::ingest::redact::{RedactConfig, Rules};
use crate::site::{Address, Theme};
use crate::writing::Pages;
use problem::nearest;

/// Name of the configuration of a report.
pub const FILE_NAME: &str = "speedsheet.toml";

/// Folder of the author's own theme, beside the configuration.
const THEME_FOLDER: &str = "theme";

/// Folder of the author's own pages, beside the configuration.
const PAGES_FOLDER: &str = "pages";

/// What the author says about all inputs.
#[derive(Debug, Default)]
pub struct Config {
    /// The title of the list of runs, without secrets.
    pub title: Option<String>,
    /// The address that the site will have.
    pub address: Option<Address>,
    /// Whether files that differ only in their place on the axes become one run.
    pub group: bool,
    /// Facts that the names of files carry.
    pub paths: Vec<Pattern>,
    /// What the tools did not record. Where several say the same field, the last one holds.
    pub supplies: Vec<Supply>,
    /// Name of the file without its folder, for people.
    pub origin: String,
    /// What the pages look like.
    theme: ThemeTable,
    /// The author's own pages.
    pages: PagesTable,
    /// What is redacted, where that differs from the standard.
    redact: Option<Rules>,
    /// The folder it lies in, as a [place](files::place).
    folder: Option<String>,
    /// Where it is.
    path: Option<PathBuf>,
}

/// What the tools did not record about some files.
#[derive(Debug)]
pub struct Supply {
    pattern: Pattern,
    /// The values, each with its field.
    pub values: Vec<(Field, Value)>,
    /// What the author says about the run.
    pub notes: Option<String>,
}

impl Config {
    /// Reads the file, or else the one found in the working directory or above it, as
    /// far as the root of the repository. Without one everything is as by default.
    ///
    /// # Errors
    /// If the file cannot be read or something in it is wrong.
    pub fn load(file: Option<&Path>) -> Result<Self> {
        let found = match file {
            Some(file) => Some(file.to_path_buf()),
            None => std::env::current_dir().ok().and_then(|start| {
                let found = discover(&start)?;
                // What lies beside it is then called as people would call it there.
                let below = found.strip_prefix(&start).map(Path::to_path_buf);
                Some(below.unwrap_or(found))
            }),
        };
        let Some(path) = found else {
            return Ok(Self {
                group: true,
                ..Self::default()
            });
        };
        let bytes = files::read(&path)?;
        let text = String::from_utf8(bytes)
            .with_context(|| format!("{} is not UTF-8; save it as UTF-8", files::shown(&path)))?;
        let shown = match file {
            Some(_) => files::shown(&path),
            None => FILE_NAME.to_owned(),
        };
        let mut config = Self::read(&text, &shown)?;
        config.origin = path
            .file_name()
            .map(Path::new)
            .map_or_else(String::new, files::shown);
        let place = files::place(&path);
        config.folder = place.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        config.path = Some(path);
        Ok(config)
    }

    /// Reads the text of a configuration.
    fn read(text: &str, shown: &str) -> Result<Self, Problem> {
        let text = text.trim_start_matches('\u{feff}');
        let file: ConfigFile =
            toml::from_str(text).map_err(|error| Problem::of(shown, text, &error))?;
        let pattern = |written: &toml::Spanned<String>| {
            Pattern::new(written.get_ref())
                .map_err(|message| Problem::at(shown, text, Some(written.span()), &message))
        };
        let paths = file.path.iter().map(|table| {
            let made = pattern(&table.pattern)?;
            if made.fields().is_empty() {
                let message =
                    "a pattern without a field, expected one such as `{axes.concurrency}`";
                let span = Some(table.pattern.span());
                return Err(Problem::at(shown, text, span, message));
            }
            Ok(made)
        });
        let paths = paths.collect::<Result<_, Problem>>()?;
        let supplies = file.supply.into_iter().map(|table| {
            let made = pattern(&table.pattern)?;
            let span = Some(table.pattern.span());
            let problem = |message: &str| Problem::at(shown, text, span.clone(), message);
            if let Some(field) = made.fields().first() {
                return Err(problem(&format!(
                    "{{{field}}} in `match`, which only says which files are meant; \
                     facts are read from paths by [[path]]"
                )));
            }
            let said = table.into_sidecar();
            Ok(Supply {
                pattern: made,
                values: said.values().map_err(|message| problem(&message))?,
                notes: said.notes,
            })
        });
        let redact = |table: toml::Spanned<RedactConfig>| {
            let span = table.span();
            Rules::new(table.get_ref())
                .map_err(|error| Problem::at(shown, text, Some(span), &error.to_string()))
        };
        let rules = file.redact.map(redact).transpose()?;
        let address = file.base_url.map(|written| {
            let parsed = written.get_ref().parse();
            parsed.map_err(|error: anyhow::Error| {
                Problem::at(shown, text, Some(written.span()), &error.to_string())
            })
        });
        let title = file.title.map(|title| {
            let rules = rules.as_ref().unwrap_or_else(|| Rules::standard());
            rules.redact(&title)
        });
        Ok(Self {
            address: address.transpose()?,
            group: file.group.enabled,
            paths,
            supplies: supplies.collect::<Result<_, Problem>>()?,
            origin: FILE_NAME.to_owned(),
            title,
            theme: file.theme,
            pages: file.pages,
            redact: rules,
            folder: None,
            path: None,
        })
    }

    /// What is redacted.
    pub fn rules(&self) -> &Rules {
        self.redact.as_ref().unwrap_or_else(|| Rules::standard())
    }

    /// What the pages look like; `name` is that of a theme to use instead of the one here.
    ///
    /// # Errors
    /// If there is no such theme, or the author's own files cannot be used.
    pub fn theme(&self, name: Option<&str>) -> Result<Theme> {
        let named = self.theme.folder.is_some();
        let folder = self
            .theme_folder()
            .filter(|folder| named || folder.is_dir());
        Theme::new(name.or(self.theme.name.as_deref()), folder.as_deref())
    }

    /// Reads the author's own pages.
    ///
    /// # Errors
    /// If their folder cannot be looked into.
    pub fn pages(&self) -> Result<Pages> {
        let named = self.pages.folder.is_some();
        match self
            .pages_folder()
            .filter(|folder| named || folder.is_dir())
        {
            Some(folder) => Pages::read(&folder, self.rules()),
            None => Ok(Pages::default()),
        }
    }

    /// Where the author's own theme is or would be; `None` without a configuration.
    pub(crate) fn theme_folder(&self) -> Option<PathBuf> {
        self.beside(self.theme.folder.as_deref().unwrap_or(THEME_FOLDER))
    }

    /// Where the author's own pages are or would be; `None` without a configuration.
    pub(crate) fn pages_folder(&self) -> Option<PathBuf> {
        self.beside(self.pages.folder.as_deref().unwrap_or(PAGES_FOLDER))
    }

    /// A folder beside the configuration.
    fn beside(&self, folder: &str) -> Option<PathBuf> {
        Some(self.path.as_deref()?.parent()?.join(folder))
    }

    /// True where it was read from this file.
    pub(crate) fn is_of(&self, file: &Path) -> bool {
        let identity = |path: &Path| path.canonicalize().ok();
        let own = self.path.as_deref().and_then(identity);
        own.is_some() && own == identity(file)
    }

    /// The path of a file below the folder of the configuration.
    pub(crate) fn below<'a>(&self, place: &'a str) -> Option<&'a str> {
        place
            .strip_prefix(self.folder.as_deref()?)?
            .strip_prefix('/')
    }

    /// What it supplies for a file, what holds first.
    pub(crate) fn supplies_of(&self, place: &str) -> impl Iterator<Item = &Supply> {
        let below = self.below(place).map(str::to_owned);
        let place = place.to_owned();
        let all = self.supplies.iter().rev();
        all.filter(move |supply| supply.pattern.matches(&place, below.as_deref()))
    }
}

/// Reads a sidecar.
///
/// # Errors
/// If something in it is wrong.
pub fn read_sidecar(bytes: &[u8], shown: &str) -> Result<Sidecar, Problem> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Problem::at(shown, "", None, "not UTF-8; save it as UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    let sidecar: Sidecar =
        toml::from_str(text).map_err(|error| Problem::of(shown, text, &error))?;
    sidecar
        .values()
        .map_err(|message| Problem::at(shown, text, None, &message))?;
    Ok(sidecar)
}

/// The configuration in the folder or the nearest one above it. A folder with a `.git`
/// ends the search: what lies above belongs to something else.
fn discover(start: &Path) -> Option<PathBuf> {
    candidates(start).find(|candidate| candidate.is_file())
}

/// Where a configuration is looked for, the first place first.
pub(crate) fn candidates(start: &Path) -> impl Iterator<Item = PathBuf> {
    let mut outside = false;
    let inside = start.ancestors().take_while(move |folder| {
        let is_inside = !outside;
        outside = folder.join(".git").exists();
        is_inside
    });
    inside.map(|folder| folder.join(FILE_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_is_found_above_but_not_outside_of_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        files::write(&root.join(FILE_NAME), b"").unwrap();
        files::write(&root.join("repository/.git/HEAD"), b"").unwrap();
        files::write(&root.join("repository/in/x"), b"").unwrap();
        files::write(&root.join("plain/in/x"), b"").unwrap();
        assert_eq!(discover(&root.join("plain/in")), Some(root.join(FILE_NAME)));
        assert_eq!(discover(&root.join("repository/in")), None);
        files::write(&root.join("repository").join(FILE_NAME), b"").unwrap();
        assert_eq!(
            discover(&root.join("repository/in")),
            Some(root.join("repository").join(FILE_NAME))
        );
    }

    fn problem(text: &str) -> String {
        Config::read(text, FILE_NAME).unwrap_err().to_string()
    }

    #[test]
    fn every_mistake_names_its_line_and_what_was_meant() {
        for (text, at, words) in [
            ("[grup]\nenabled = true", "1:2:", "`group`"),
            ("[group]\nenable = true", "2:1:", "`enabled`"),
            ("[[suply]]", "1:3:", "`supply`"),
            (
                "[[path]]\n\npattern = '{axes.concurency}'",
                "3:11:",
                "`axes.concurrency`",
            ),
            ("[[path]]\npattern = '*.json'", "2:11:", "without a field"),
            ("[[supply]]\nmatch = '{model.name}'", "2:9:", "[[path]]"),
            (
                "[[supply]]\nmatch = '*'\nhardware.nam = 'x'",
                "3:",
                "`name`",
            ),
            ("[[supply]]\nmatch = '*'\nhardware.count = 'x'", "3:", "u32"),
            (
                "[[supply]]\nmatch = '*'\nsettings.duration_s = 'x'",
                "2:",
                "a number",
            ),
            ("[[supply]]\nhardware.name = 'x'", "1:1:", "match"),
            ("[redact]\ndisable = ['emial']", "1:", "\"email\""),
            (
                "[redact]\nadd = [{ name = 'own', pattern = '(' }]",
                "1:",
                "redact.add[0].pattern",
            ),
            ("base_url = '/bench/'", "1:12:", "is no address"),
            ("[redact]\ndisabel = []", "2:1:", "`disable`"),
            ("title =", "1:", ""),
        ] {
            let problem = problem(text);
            let place = format!("speedsheet.toml:{at}");
            assert!(problem.starts_with(&place), "{text}: {problem}");
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }

    #[test]
    fn the_last_table_that_matches_comes_first() {
        let text = "
            [[supply]]
            match = '*.json'
            hardware.name = 'H100'
            [[supply]]
            match = 'h200/*'
            hardware.name = 'H200'
        ";
        let config = Config::read(text, FILE_NAME).unwrap();
        let names = |place: &str| -> Vec<Value> {
            let supplies = config.supplies_of(place);
            supplies.map(|supply| supply.values[0].1.clone()).collect()
        };
        assert_eq!(names("/r/h200/a.json"), ["H200", "H100"]);
        assert_eq!(names("/r/a.json"), ["H100"]);
        assert!(names("/r/a.txt").is_empty());
    }

    #[test]
    fn an_empty_configuration_groups() {
        assert!(Config::read("", FILE_NAME).unwrap().group);
        assert!(
            !Config::read("group.enabled = false", FILE_NAME)
                .unwrap()
                .group
        );
    }

    const README: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"));

    #[test]
    fn the_examples_of_the_readme_are_right() {
        let blocks: Vec<&str> = README
            .split("```toml\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .collect();
        let [sidecar, config, redact] = blocks.as_slice() else {
            panic!("{} blocks", blocks.len())
        };
        read_sidecar(sidecar.as_bytes(), "README.md").unwrap();
        let config = Config::read(config, "README.md").unwrap();
        assert_eq!((config.supplies.len(), config.paths.len()), (2, 1));
        Config::read(redact, "README.md").unwrap();
    }

    #[test]
    fn the_readme_lists_every_field() {
        for name in Field::names() {
            let (table, key) = name.split_once('.').unwrap_or(("(top)", name));
            let row = README.lines().find(|line| {
                line.starts_with(&format!("| `{table}` |"))
                    || line.starts_with(&format!("| {table} |"))
            });
            let key = format!("`{key}");
            assert!(row.is_some_and(|row| row.contains(&key)), "{name}");
        }
    }
}
