//! `speedsheet verify`.

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::output::{self, counted};
use crate::{files, site};

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Args {
    /// Folder of a site
    #[arg(value_name = "SITE")]
    site: PathBuf,
}

const HELP: &str = "\
Compares every file with the SHA-256 in manifest.json, and names what was changed, what is
missing and what was added. Nothing in the site vouches for the manifest itself: compare its
SHA-256, which is printed, with one that you trust.

Exit codes: 0 nothing differs, 1 something does, 3 there is no site to verify.";

pub(super) fn run(args: &Args) -> Result<Exit> {
    let verdict = site::verify(&args.site)?;
    let mut text = String::new();
    for (word, paths) in [
        ("changed", &verdict.changed),
        ("missing", &verdict.missing),
        ("added", &verdict.added),
    ] {
        for path in paths {
            text.push_str(&format!("{word:<8} {}\n", files::harmless(path)));
        }
    }
    let differ = verdict.changed.len() + verdict.missing.len() + verdict.added.len();
    text.push_str(&format!(
        "{} as written, {differ} not; SHA-256 of {}/manifest.json: {}\n",
        counted(verdict.whole, "file"),
        files::shown(&args.site).trim_end_matches('/'),
        verdict.manifest_sha256
    ));
    output::print(&text)?;
    Ok(match verdict.is_whole() {
        true => Exit::Success,
        false => Exit::SomeFailed,
    })
}
