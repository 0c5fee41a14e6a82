//! Programs that come from the system: the browsers and what fetches a file.

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// A program, and the Debian package it comes in.
struct Package {
    /// Any one of these names will do.
    programs: &'static [&'static str],
    debian: &'static str,
}

const PACKAGES: [Package; 3] = [
    Package {
        programs: &["chromium", "chromium-browser", "google-chrome"],
        debian: "chromium",
    },
    Package {
        programs: &["chromedriver"],
        debian: "chromium-driver",
    },
    Package {
        programs: &["firefox", "firefox-esr"],
        debian: "firefox-esr",
    },
];

/// Installs the browsers that are missing, with apt where there is one.
pub(crate) fn install_browsers(workspace: &Workspace) -> Result<()> {
    install(workspace, &PACKAGES)
}

/// Installs curl if it is missing.
pub(super) fn install_curl(workspace: &Workspace) -> Result<()> {
    install(
        workspace,
        &[
            Package {
                programs: &["curl"],
                debian: "curl",
            },
            Package {
                programs: &["curl"],
                debian: "ca-certificates",
            },
        ],
    )
}

fn install(workspace: &Workspace, packages: &[Package]) -> Result<()> {
    let missing: Vec<&Package> = packages
        .iter()
        .filter(|package| {
            let mut programs = package.programs.iter();
            !programs.any(|program| which::which(program).is_ok())
        })
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|package| package.debian).collect();
    let wanted = names.join(" ");
    if which::which("apt-get").is_err() {
        let programs: Vec<&str> = missing.iter().map(|package| package.programs[0]).collect();
        bail!(
            "{} not found on the PATH, needed by the tests in browsers; there is no apt-get to install with, so install by hand and repeat",
            programs.join(", ")
        );
    }
    println!("Installing with apt-get: {wanted}.");
    apt(workspace, &["update", "--quiet=2"])?;
    let install = ["install", "--yes", "--quiet=2", "--no-install-recommends"];
    apt(workspace, &[&install[..], &names].concat())
        .with_context(|| format!("failed to install {wanted}; as root: apt-get install {wanted}"))
}

/// Calls apt-get as root, through sudo where we are somebody else.
fn apt(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    let shell = workspace.shell();
    let user = shell.cmd("id").arg("-u").quiet().read()?;
    let command = if user == "0" {
        shell.cmd("apt-get")
    } else {
        // Without a terminal sudo would wait for a password that nobody types.
        shell.cmd("sudo").args(["--non-interactive", "apt-get"])
    };
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    Ok(())
}
