//! Finds the theme and the viewer. Builds neither: `cargo xtask viewer` makes the viewer.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=assets");
    println!("cargo:rustc-check-cfg=cfg(embedded_viewer)");
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    if crate_folder.join("assets/viewer/viewer.js").is_file() {
        println!("cargo:rustc-cfg=embedded_viewer");
    }
    // A package carries the theme inside; in the repository it lies beside the crate.
    let inside = crate_folder.join("theme");
    let beside = crate_folder.join("../themes/default");
    let theme: &Path = if inside.is_dir() { &inside } else { &beside };
    println!("cargo:rustc-env=SPEEDSHEET_THEME={}", theme.display());
}
