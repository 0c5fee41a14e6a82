//! The table of formats in the README, written from the registry.

use anyhow::{Context, Result};

use crate::workspace::Workspace;

const FROM: &str = "<!-- formats: written by `cargo xtask formats` -->\n";
const TO: &str = "<!-- /formats -->";

/// Writes the table between its marks.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let path = workspace.path("README.md");
    let readme = workspace.read(&path)?;
    let table = workspace
        .cargo()
        .args(["run", "--quiet", "--package", "speedsheet", "--"])
        .args(["formats", "--to", "markdown"])
        .read()?;
    let written =
        between_marks(&readme, &table).context("README.md lacks the marks of the table")?;
    workspace.write(&path, written.as_bytes())
}

fn between_marks(readme: &str, table: &str) -> Option<String> {
    let (before, rest) = readme.split_once(FROM)?;
    let (_, after) = rest.split_once(TO)?;
    Some(format!("{before}{FROM}\n{}\n\n{TO}{after}", table.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let readme = format!("a\n{FROM}old\n{TO}\nb\n");
        let written = between_marks(&readme, "| new |\n").unwrap();
        assert_eq!(written, format!("a\n{FROM}\n| new |\n\n{TO}\nb\n"));
        assert_eq!(between_marks(&written, "| new |"), Some(written.clone()));
        assert_eq!(between_marks("no marks", "x"), None);
    }
}
