//! Where things are, and how other programs are started.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use xshell::{Cmd, Shell};

/// The checkout this command was started in.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    shell: Shell,
}

impl Workspace {
    /// Finds the workspace that holds this crate, wherever the command was started.
    pub(crate) fn find() -> Result<Self> {
        let metadata = MetadataCommand::new()
            .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .no_deps()
            .exec()
            .context("failed to ask cargo where the workspace is")?;
        let root = metadata.workspace_root.into_std_path_buf();
        let shell = Shell::new()?;
        shell.change_dir(&root);
        Ok(Self {
            root,
            target: metadata.target_directory.into_std_path_buf(),
            shell,
        })
    }

    /// A path inside the checkout.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path inside the one folder that all builds write to.
    pub(crate) fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.target.join(relative)
    }

    /// The shell that programs are started from, standing at the root.
    pub(crate) fn shell(&self) -> &Shell {
        &self.shell
    }

    /// A call of the cargo that runs this command, with its arguments still to come.
    pub(crate) fn cargo(&self) -> Cmd<'_> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        self.shell.cmd(cargo)
    }

    /// Reads a text file and names it when that fails.
    pub(crate) fn read(&self, path: &Path) -> Result<String> {
        self.shell
            .read_file(path)
            .with_context(|| format!("failed to read {}", path.display()))
    }

    /// Writes a file and names it when that fails.
    pub(crate) fn write(&self, path: &Path, contents: &[u8]) -> Result<()> {
        self.shell
            .write_file(path, contents)
            .with_context(|| format!("failed to write {}", path.display()))
    }
}
