//! Writing the files of a theme to start an own one from.

use std::path::Path;

use anyhow::{Result, bail};

use super::{DEFAULT, builtin};
use crate::files;

/// Writes the files of a theme that comes with the program into a folder; gives their names.
/// Nothing is overwritten.
///
/// # Errors
/// If there is no such theme, a file is there already, or cannot be written.
pub fn export(name: Option<&str>, folder: &Path) -> Result<Vec<String>> {
    let layer = builtin(name.unwrap_or(DEFAULT))?;
    let names: Vec<&str> = layer.names().collect();
    if let Some(name) = names.iter().find(|name| folder.join(name).exists()) {
        bail!(
            "{} is there already, and nothing was written; give another folder",
            files::shown(&folder.join(name))
        );
    }
    for name in &names {
        files::write(&folder.join(name), layer.file(name).unwrap_or_default())?;
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}
