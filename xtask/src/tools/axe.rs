//! axe-core, the accessibility checker that the browser tests run inside a page.
//!
//! It is under the MPL and used for tests only, so it is fetched and not kept in git.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha512};

use super::system;
use crate::workspace::Workspace;

const VERSION: &str = "4.14.1";

/// Base64 of the SHA-512 of the package, as the registry states it.
const INTEGRITY: &str =
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==";

/// The one file of the package that we want.
const SCRIPT: &str = "package/axe.min.js";

/// The path of the script, fetched when it isn't there.
pub(crate) fn axe(workspace: &Workspace) -> Result<PathBuf> {
    let path = workspace.target(format!("tools/axe-core-{VERSION}.min.js"));
    if path.is_file() {
        return Ok(path);
    }
    let url = format!("https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz");
    println!("Fetching {url}: it finds faults of accessibility.");
    system::install_curl(workspace)?;
    let package = workspace
        .shell()
        .cmd("curl")
        .args(["--fail", "--silent", "--show-error", "--location"])
        .args(["--retry", "3", &url])
        .output()
        .with_context(|| format!("failed to fetch {url}"))?
        .stdout;

    let found = STANDARD.encode(Sha512::digest(&package));
    ensure!(
        found == INTEGRITY,
        "{url} has the SHA-512 {found}, expected {INTEGRITY}; it is not the file we know, so it is not used"
    );
    let script = unpack(&package).with_context(|| format!("failed to unpack {url}"))?;
    workspace.write(&path, &script)?;
    Ok(path)
}

/// Takes the script out of the packed package.
fn unpack(package: &[u8]) -> Result<Vec<u8>> {
    let mut archive = tar::Archive::new(GzDecoder::new(package));
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.path()?.to_str() == Some(SCRIPT) {
            let mut script = Vec::new();
            entry.read_to_end(&mut script)?;
            return Ok(script);
        }
    }
    anyhow::bail!("there is no {SCRIPT} in it")
}
