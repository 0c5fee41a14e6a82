//! The files that a new project starts with.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use crate::files;

/// Where the results of a project are published from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    /// GitHub Pages
    Github,
    /// GitLab Pages
    Gitlab,
}

/// A file of a new project.
#[derive(Debug, Clone, Copy)]
struct Starter {
    path: &'static str,
    text: &'static str,
    /// The host it is for; for every one where there is none.
    host: Option<Host>,
}

const FILES: [Starter; 5] = [
    Starter {
        path: "speedsheet.toml",
        text: include_str!("files/speedsheet.toml"),
        host: None,
    },
    Starter {
        path: "results/README.md",
        text: include_str!("files/results.md"),
        host: None,
    },
    Starter {
        path: ".gitignore",
        text: include_str!("files/gitignore"),
        host: None,
    },
    Starter {
        path: ".github/workflows/report.yml",
        text: include_str!("files/github.yml"),
        host: Some(Host::Github),
    },
    Starter {
        path: ".gitlab-ci.yml",
        text: include_str!("files/gitlab.yml"),
        host: Some(Host::Gitlab),
    },
];

/// What stands for the version of the program in the files.
const VERSION: &str = "@VERSION@";

/// A file of a new project, and whether it was written: one that is there already is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Started {
    /// Its path in the project.
    pub path: &'static str,
    /// False where it was there.
    pub written: bool,
}

/// Writes the files of a new project into a folder, which may hold one already.
///
/// # Errors
/// If a file cannot be written.
pub fn start(folder: &Path, hosts: &[Host]) -> Result<Vec<Started>> {
    let wanted = FILES
        .iter()
        .filter(|file| file.host.is_none_or(|host| hosts.contains(&host)));
    wanted
        .map(|file| {
            let text = file.text.replace(VERSION, env!("CARGO_PKG_VERSION"));
            let written = write_new(&folder.join(file.path), text.as_bytes())?;
            Ok(Started {
                path: file.path,
                written,
            })
        })
        .collect()
}

/// Writes a file that is not there yet; gives whether it did. A link in its place counts as
/// there, wherever it leads.
fn write_new(path: &Path, content: &[u8]) -> Result<bool> {
    let attempt = || format!("failed to write {}", files::shown(path));
    if let Some(folder) = path.parent() {
        files::create_folder(folder)?;
    }
    let opened = std::fs::File::options()
        .write(true)
        .create_new(true)
        .open(path);
    match opened {
        Ok(mut file) => std::io::Write::write_all(&mut file, content)
            .with_context(attempt)
            .map(|()| true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error).with_context(attempt),
    }
}
