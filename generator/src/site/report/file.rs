//! The file of a report: whether it may be written, and writing it as a whole.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::files;

/// How the mark begins by which a report is known, as it stands in the file.
const MARK: &str = "<meta name=\"generator\" content=\"speedsheet ";

/// Bytes at the start of a file in which the mark is looked for.
const HEAD: u64 = 1024;

/// The program and its version, for the mark.
pub(super) fn generator() -> String {
    format!("speedsheet {} report", env!("CARGO_PKG_VERSION"))
}

/// True for a file that is a report made by this program.
pub(crate) fn is_report(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(MARK)
}

/// A file that may be written: it is missing, or an earlier report.
#[derive(Debug)]
pub struct ReportFile {
    shown: String,
    /// Absolute, with links followed.
    path: PathBuf,
}

impl ReportFile {
    /// Makes sure that `path` may be written and is none of the `inputs`.
    ///
    /// # Errors
    /// If it is a folder, something else than a report, or an input.
    pub fn claim(path: &Path, inputs: &[PathBuf]) -> Result<Self> {
        let shown = files::shown(path);
        let attempt = || format!("failed to find {shown}");
        if path.is_dir() {
            bail!(
                "the output {shown} is a folder; give the name of a file in it, such as \
                 {}/report.html",
                shown.trim_end_matches('/')
            );
        }
        if !path.exists() {
            let path = std::path::absolute(path).with_context(attempt)?;
            return Ok(Self { shown, path });
        }
        let path = path.canonicalize().with_context(attempt)?;
        let is_same = |input: &PathBuf| input.canonicalize().is_ok_and(|input| input == path);
        if inputs.iter().any(is_same) {
            bail!("the output {shown} is one of the inputs; write the report to another file");
        }
        if !is_report(&path) {
            bail!(
                "the file {shown} is not a report made by speedsheet, so it is not replaced; \
                 choose another name or take it away yourself"
            );
        }
        Ok(Self { shown, path })
    }

    /// The file as it was asked for.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Writes the report beside the file and renames it, so that a failure leaves an
    /// earlier one as it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, html: &str) -> Result<()> {
        let attempt = || format!("failed to write {}; nothing was changed", self.shown);
        self.try_write(html).with_context(attempt)
    }

    fn try_write(&self, html: &str) -> Result<()> {
        let folder = self
            .path
            .parent()
            .context("the root of a disk is no file")?;
        files::create_folder(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".speedsheet-").suffix(".html");
        // Otherwise it would be for the eyes of its owner only.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut beside = builder.tempfile_in(folder)?;
        beside.write_all(html.as_bytes())?;
        beside.persist(&self.path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn marked() -> String {
        format!("<!doctype html>\n{MARK}0.1.0 report\">")
    }

    #[test]
    fn only_a_report_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sub/report.html");
        let file = ReportFile::claim(&path, &[]).unwrap();
        file.write(&marked()).unwrap();
        assert!(is_report(&path));
        assert!(ReportFile::claim(&path, &[]).is_ok());

        let error = ReportFile::claim(&path, std::slice::from_ref(&path)).unwrap_err();
        assert!(
            error.to_string().contains("is one of the inputs"),
            "{error}"
        );
        let error = ReportFile::claim(folder.path(), &[]).unwrap_err();
        assert!(error.to_string().contains("is a folder"), "{error}");
        fs::write(&path, "<p>my thesis</p>").unwrap();
        let error = ReportFile::claim(&path, &[]).unwrap_err();
        assert!(error.to_string().contains("not a report"), "{error}");
    }

    #[test]
    fn nothing_is_left_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        let file = ReportFile::claim(&path, &[]).unwrap();
        file.write("first").unwrap();
        file.write("second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn others_may_read_what_others_may_read_elsewhere() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let known = fs::metadata(folder.path().join(name)).unwrap();
            known.permissions().mode()
        };
        fs::write(folder.path().join("plain"), "").unwrap();
        let file = ReportFile::claim(&folder.path().join("report"), &[]).unwrap();
        file.write("").unwrap();
        assert_eq!(mode("report"), mode("plain"));
    }
}
