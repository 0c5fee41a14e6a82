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
    // A package carries the themes inside; in the repository they lie beside the crate.
    let beside = crate_folder.join("../themes");
    let inside = crate_folder.join("assets/themes");
    let is_repository = beside.join("default").is_dir();
    let themes: &Path = if is_repository { &beside } else { &inside };
    println!("cargo:rerun-if-changed={}", themes.display());
    println!("cargo:rustc-env=SPEEDSHEET_THEMES={}", themes.display());
}
