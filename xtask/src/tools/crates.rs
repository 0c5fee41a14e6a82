//! Tools that cargo installs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// A program on crates.io.
struct Tool {
    /// The crate it comes in.
    package: &'static str,
    /// What it is called on disk.
    program: &'static str,
    version: &'static str,
    /// Whether any other version would do.
    any_version: bool,
    /// Whether to compile it with the versions of dependencies its authors had.
    locked: bool,
    /// What it is needed for, told while it is compiled.
    purpose: &'static str,
}

const TRUNK: Tool = Tool {
    package: "trunk",
    program: "trunk",
    version: "0.21.14",
    any_version: false,
    locked: true,
    purpose: "it builds the stand-alone page of the viewer",
};

/// Trunk would download this one as a binary, which a machine behind a package mirror
/// can't. Its version is that of the wasm-bindgen crate in the workspace manifest.
const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    program: "wasm-bindgen",
    version: "0.2.130",
    any_version: false,
    // Its lock file may name a patch release that a registry mirror doesn't carry yet.
    locked: false,
    purpose: "trunk calls it",
};

const GECKODRIVER: Tool = Tool {
    package: "geckodriver",
    program: "geckodriver",
    version: "0.37.1",
    any_version: true,
    locked: false,
    purpose: "it drives Firefox in the browser tests",
};

/// The path of trunk.
pub(crate) fn trunk(workspace: &Workspace) -> Result<PathBuf> {
    TRUNK.find_or_install(workspace)
}

/// The path of the command line of wasm-bindgen.
pub(crate) fn wasm_bindgen(workspace: &Workspace) -> Result<PathBuf> {
    WASM_BINDGEN.find_or_install(workspace)
}

/// The path of geckodriver.
pub(crate) fn geckodriver(workspace: &Workspace) -> Result<PathBuf> {
    GECKODRIVER.find_or_install(workspace)
}

impl Tool {
    fn find_or_install(&self, workspace: &Workspace) -> Result<PathBuf> {
        let ours = workspace.target("tools");
        if let Ok(path) = which::which_in(self.program, Some(ours.join("bin")), ".")
            && self.fits(workspace, &path)
        {
            return Ok(path);
        }
        match which::which(self.program) {
            Ok(path) if self.fits(workspace, &path) => Ok(path),
            Ok(_other) => self.install(workspace, Some(&ours)),
            Err(_missing) => self.install(workspace, None),
        }
    }

    /// Whether the program at a path starts and is of a version that will do.
    fn fits(&self, workspace: &Workspace, path: &Path) -> bool {
        let told = workspace
            .shell()
            .cmd(path)
            .arg("--version")
            .quiet()
            .ignore_stderr()
            .read();
        told.is_ok_and(|told| self.any_version || has_version(&told, self.version))
    }

    /// Compiles the tool into `root`, or where cargo puts programs.
    fn install(&self, workspace: &Workspace, root: Option<&Path>) -> Result<PathBuf> {
        let Self {
            package,
            version,
            purpose,
            ..
        } = self;
        println!("Installing {package} {version}: {purpose}. Compiling it takes minutes.");
        let mut command = workspace
            .cargo()
            .args(["install", package, "--version", version]);
        if self.locked {
            command = command.arg("--locked");
        }
        if let Some(root) = root {
            command = command.arg("--root").arg(root);
        }
        command.run()?;
        let found = match root {
            Some(root) => which::which_in(self.program, Some(root.join("bin")), "."),
            None => which::which(self.program),
        };
        found.with_context(|| {
            format!("cargo installed {package}, but {} is not on the PATH; add the bin folder of cargo to it", self.program)
        })
    }
}

/// Whether a program that answered `told` is of this very version.
fn has_version(told: &str, version: &str) -> bool {
    told.split_whitespace().any(|word| word == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_compared_as_a_whole_word() {
        assert!(has_version("trunk 0.21.14", "0.21.14"));
        assert!(!has_version("trunk 0.21.140", "0.21.14"));
    }

    #[test]
    fn the_command_line_of_wasm_bindgen_is_of_the_crate_s_version() {
        let manifest = include_str!("../../../Cargo.toml");
        let line = format!("wasm-bindgen = \"={}\"", WASM_BINDGEN.version);
        assert!(manifest.contains(&line), "{line} is not in Cargo.toml");
    }
}
