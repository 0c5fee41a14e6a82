//! The published schemas of workflows, which those that `speedsheet init` writes must follow.
//!
//! A package of Python's registry brings them; they are fetched and not kept in git.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::workspace::Workspace;

const PACKAGE: &str = "check-jsonschema";

const VERSION: &str = "0.39.0";

/// SHA-256 of the package, in hexadecimal digits.
const SHA256: &str = "14ce5c94871c551268ea948ffe21e9f1464dc48fb20bf9a4c13deeaaf756cf9b";

/// Where the schemas are in it.
const FOLDER: &str = "check_jsonschema/builtin_schemas/vendor";

/// The schemas that are wanted.
const SCHEMAS: [&str; 2] = ["github-workflows.json", "gitlab-ci.json"];

/// The folder with the schemas, fetched when they aren't there.
pub(crate) fn schemas(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target(format!("tools/{PACKAGE}-{VERSION}"));
    if SCHEMAS.iter().all(|name| folder.join(name).is_file()) {
        return Ok(folder);
    }
    println!("Fetching {PACKAGE} {VERSION}: it brings the schemas of workflows.");
    let download = tempfile::tempdir()?;
    workspace
        .shell()
        .cmd("python3")
        .args(["-m", "pip", "download", "--quiet", "--no-deps"])
        .args(["--disable-pip-version-check", "--only-binary", ":all:"])
        .arg("--dest")
        .arg(download.path())
        .arg(format!("{PACKAGE}=={VERSION}"))
        .run()
        .with_context(|| format!("failed to fetch {PACKAGE}"))?;
    let name = format!("{}-{VERSION}-py3-none-any.whl", PACKAGE.replace('-', "_"));
    let package = std::fs::read(download.path().join(&name))
        .with_context(|| format!("pip brought no {name}"))?;
    let digest = Sha256::digest(&package);
    let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    ensure!(
        found == SHA256,
        "{name} has the SHA-256 {found}, expected {SHA256}; it is not the file we know, so it is not used"
    );
    let mut archive = zip::ZipArchive::new(Cursor::new(package))?;
    for name in SCHEMAS {
        let mut schema = Vec::new();
        archive
            .by_name(&format!("{FOLDER}/{name}"))
            .with_context(|| format!("there is no {name} in it"))?
            .read_to_end(&mut schema)?;
        workspace.write(&folder.join(name), &schema)?;
    }
    Ok(folder)
}
