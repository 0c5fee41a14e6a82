//! The WASM viewer as one classic script.
//!
//! A page opened from disk can neither fetch a file nor load a module, so the script
//! carries the program itself:
//!
//! ```text
//! glue of wasm-bindgen      defines `wasm_bindgen`
//! const speedsheetWasm      base64 of the gzip of the WASM
//! viewer/boot.js            unpacks it and starts
//! ```
//!
//! The same sources give the same bytes.

use std::ffi::OsString;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;
use xshell::cmd;

use crate::workspace::Workspace;

/// The target that the viewer is compiled for.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Where the script is written, seen from the root. Not in git.
const SCRIPT: &str = "generator/assets/viewer/viewer.js";

/// The start of the program, the last part of the script.
const BOOT: &str = "viewer/boot.js";

/// How large the viewer is, in bytes.
pub(crate) struct Sizes {
    wasm: usize,
    wasm_gzip: usize,
    script: usize,
    script_gzip: usize,
}

/// Builds the viewer and writes its script.
pub(crate) fn build(workspace: &Workspace) -> Result<Sizes> {
    add_target(workspace)?;
    let program = compile(workspace)?;
    let (glue, wasm) = bind(&program)?;
    let packed = pack(&wasm)?;

    let boot_path = workspace.path(BOOT);
    let boot = workspace
        .shell()
        .read_file(&boot_path)
        .with_context(|| format!("failed to read {}", boot_path.display()))?;
    let script = assemble(&glue, &packed, &boot);
    workspace.write(&workspace.path(SCRIPT), script.as_bytes())?;

    Ok(Sizes {
        wasm: wasm.len(),
        wasm_gzip: packed.len(),
        script: script.len(),
        script_gzip: gzip(script.as_bytes())?.len(),
    })
}

/// Adds the WASM target to the toolchain when it isn't there.
///
/// `rust-toolchain.toml` names it too, but rustup heeds that only while it installs
/// the toolchain, not when the toolchain was there before.
pub(crate) fn add_target(workspace: &Workspace) -> Result<()> {
    let shell = workspace.shell();
    let sysroot = cmd!(shell, "rustc --print sysroot").quiet().read()?;
    let installed = Path::new(&sysroot).join("lib/rustlib").join(WASM_TARGET);
    if installed.is_dir() {
        return Ok(());
    }
    println!("Installing the Rust target {WASM_TARGET}.");
    cmd!(shell, "rustup target add {WASM_TARGET}")
        .run()
        .with_context(|| {
            format!("the toolchain lacks {WASM_TARGET} and rustup could not add it; without rustup, install the target with the package manager Rust came from")
        })
}

/// Compiles the viewer crate and returns the path of the program.
fn compile(workspace: &Workspace) -> Result<PathBuf> {
    workspace
        .cargo()
        .args(["build", "--package", "speedsheet-viewer"])
        .args(["--profile", "viewer", "--target", WASM_TARGET])
        .env("CARGO_ENCODED_RUSTFLAGS", compiler_flags(workspace)?)
        .run()?;
    let program = workspace.target(format!("{WASM_TARGET}/viewer/speedsheet_viewer.wasm"));
    ensure!(
        program.is_file(),
        "cargo built the viewer, but {} is not there",
        program.display()
    );
    Ok(program)
}

/// The flags that keep the folders of this machine out of the program.
///
/// A panic names the file it happened in, and a dependency's file is somewhere below the
/// home of whoever compiled it. Readers have no use for that, and with it two machines
/// would never build the same bytes.
pub(crate) fn compiler_flags(workspace: &Workspace) -> Result<OsString> {
    let cargo_home = home::cargo_home().context("failed to find the home of cargo")?;
    let mut flags = OsString::from("--remap-path-prefix=");
    flags.push(cargo_home.join("registry").join("src"));
    // Cargo separates encoded flags by this character, so that a path may have spaces.
    flags.push("=crates\u{1f}--remap-path-prefix=");
    flags.push(workspace.path(""));
    flags.push("=");
    Ok(flags)
}

/// Writes the glue for classic scripts, and the program with all that only tools need
/// taken out.
fn bind(program: &Path) -> Result<(String, Vec<u8>)> {
    let mut output = Bindgen::new()
        .input_path(program)
        .no_modules(true)?
        .typescript(false)
        .debug(false)
        .keep_debug(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .with_context(|| format!("failed to write the glue for {}", program.display()))?;
    let mut glue = without_comments(output.js());
    // An import is named after what it calls, with a hash behind it that hardly packs: in
    // the glue and in the program. A number does.
    for (number, import) in output.wasm_mut().imports.iter_mut().enumerate() {
        let (long, short) = (format!("{}:", import.name), format!("i{number}:"));
        if glue.matches(&long).count() == 1 {
            glue = glue.replace(&long, &short);
            import.name = format!("i{number}");
        }
    }
    Ok((glue, output.wasm_mut().emit_wasm()))
}

/// The glue without the comments that stand on lines of their own, which no reader of a page
/// needs.
fn without_comments(glue: &str) -> String {
    let mut text = String::with_capacity(glue.len());
    let mut is_comment = false;
    for line in glue.lines() {
        is_comment |= line.trim_start().starts_with("/**");
        if !is_comment && !line.trim_start().starts_with("//") {
            text.push_str(line);
            text.push('\n');
        }
        is_comment &= !line.trim_end().ends_with("*/");
    }
    text
}

/// Joins the three parts of the script.
fn assemble(glue: &str, packed: &[u8], boot: &str) -> String {
    let wasm = STANDARD.encode(packed);
    format!("{glue}\n;const speedsheetWasm=\"{wasm}\";\n{boot}")
}

/// Packs as tightly as gzip can: a second here for several kilobytes less for every reader.
fn pack(contents: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Gzip,
        contents,
        &mut packed,
    )?;
    Ok(packed)
}

/// Packs as a web server does.
fn gzip(contents: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    Ok(encoder.finish()?)
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "viewer  {SCRIPT}")?;
        writeln!(f, "  WASM            {:>9} B", self.wasm)?;
        writeln!(f, "  WASM, gzip      {:>9} B", self.wasm_gzip)?;
        writeln!(f, "  script          {:>9} B", self.script)?;
        write!(f, "  script, gzip    {:>9} B", self.script_gzip)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_packed_is_gzip_and_carries_no_time() {
        let packed = pack(b"speed").unwrap();
        assert_eq!(packed[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&packed[..])
            .read_to_string(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, "speed");
    }

    #[test]
    fn only_comments_are_taken_out_of_the_glue() {
        let glue = "a();\n/**\n * Says what\n * @param {string} x\n */\nb(); /* c */\n/** d */\n  // f\ne();\n";
        assert_eq!(without_comments(glue), "a();\nb(); /* c */\ne();\n");
    }

    #[test]
    fn the_program_stands_between_glue_and_start() {
        assert_eq!(
            assemble("glue", b"abc", "boot"),
            "glue\n;const speedsheetWasm=\"YWJj\";\nboot"
        );
    }
}
