//! The packages that are published, and whether they are complete.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;

use crate::site::{self, Profile};
use crate::viewer;
use crate::workspace::Workspace;

/// Packages in the order in which they can be published, the program last.
const PACKAGES: [&str; 2] = ["speedsheet-core", PROGRAM];

const PROGRAM: &str = "speedsheet";

/// Writes the packages to `target/package/`: with the viewer and the themes inside, which
/// the crate of the program does not have in the repository. Gives their paths.
pub(crate) fn write(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    viewer::build(workspace)?;
    copy_themes(workspace)?;
    let mut package = workspace.cargo();
    // The themes and the viewer are in no commit.
    package = package.args(["package", "--no-verify", "--allow-dirty"]);
    for name in PACKAGES {
        package = package.args(["--package", name]);
    }
    package.run()?;
    let version = env!("CARGO_PKG_VERSION");
    let path = |name: &&str| workspace.target(format!("package/{name}-{version}.crate"));
    Ok(PACKAGES.iter().map(path).collect())
}

/// Builds the program from its packages in an empty folder, and compares the site that it
/// makes of the samples with that of the program built here.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let packages = write(workspace)?;
    let folder = tempfile::tempdir()?;
    for package in &packages {
        unpack(package, folder.path())?;
    }
    let program = compile(workspace, folder.path())?;
    let (ours, theirs) = (
        workspace.target("packaged/site-here"),
        workspace.target("packaged/site-packaged"),
    );
    site::build(workspace, Profile::Dev, &[site::SAMPLES], &ours)?;
    site::build_with(workspace, &program, &[site::SAMPLES], &theirs)?;
    let (here, packaged) = (read(&ours)?, read(&theirs)?);
    let differing: Vec<&String> = here
        .keys()
        .chain(packaged.keys())
        .filter(|name| here.get(*name) != packaged.get(*name))
        .collect();
    ensure!(
        differing.is_empty(),
        "the program from the package makes another site; it differs in {differing:?}"
    );
    println!(
        "the program from the package makes the same {} files",
        here.len()
    );
    Ok(())
}

fn unpack(package: &Path, folder: &Path) -> Result<()> {
    let attempt = || format!("failed to unpack {}", package.display());
    let file = fs::File::open(package).with_context(attempt)?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    archive.unpack(folder).with_context(attempt)
}

fn copy_themes(workspace: &Workspace) -> Result<()> {
    let (from, to) = (
        workspace.path("themes"),
        workspace.path("generator/assets/themes"),
    );
    workspace.shell().remove_path(&to)?;
    for (name, content) in read(&from)? {
        workspace.write(&to.join(name), &content)?;
    }
    Ok(())
}

/// Compiles the unpacked program with the unpacked core, in the place of the published one.
fn compile(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let unpacked = |name: &str| folder.join(format!("{name}-{version}"));
    let core = unpacked(PACKAGES[0]);
    let core = serde_json::to_string(core.to_str().context("a temporary folder with no name")?)?;
    let target = workspace.target("packaged/build");
    let _outside = workspace.shell().push_dir(unpacked(PROGRAM));
    workspace
        .cargo()
        .args(["build", "--config"])
        .arg(format!("patch.crates-io.speedsheet-core.path={core}"))
        .arg("--target-dir")
        .arg(&target)
        .run()?;
    Ok(target.join(format!("debug/{PROGRAM}{}", std::env::consts::EXE_SUFFIX)))
}

/// Every file below a folder by its path.
fn read(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder)?;
            let content = fs::read(entry.path())
                .with_context(|| format!("failed to read {}", entry.path().display()))?;
            files.insert(name.to_string_lossy().replace('\\', "/"), content);
        }
    }
    Ok(files)
}
