//! Files that say something about an input: notes and sidecars.
//!
//! `run.md` beside `run.json` is its note, `run.json.meta.toml` its sidecar. The input
//! may be packed: `run.json.gz` has the same companions, and `run.json.gz.meta.toml`.

use std::path::{Path, PathBuf};

/// End of the name of a sidecar.
const SIDECAR: &str = ".meta.toml";

/// Ends of the names of files that are packed by themselves.
const PACKED: [&str; 2] = [".gz", ".zst"];

/// True for the name of a sidecar.
pub(super) fn is_sidecar(name: &str) -> bool {
    name.len() > SIDECAR.len() && ends_with(name, SIDECAR)
}

/// True for the name of a Markdown file.
pub(super) fn is_markdown(name: &str) -> bool {
    ends_with(name, ".md")
}

/// The name of the input that a sidecar is about.
pub(super) fn subject(sidecar: &str) -> &str {
    &sidecar[..sidecar.len() - SIDECAR.len()]
}

/// The name without the end that says it is packed.
pub(super) fn unpacked(name: &str) -> &str {
    PACKED
        .into_iter()
        .find(|end| name.len() > end.len() && ends_with(name, end))
        .map_or(name, |end| &name[..name.len() - end.len()])
}

/// Names that the note of an input may have, the preferred one first.
pub(super) fn note_names(name: &str) -> Vec<String> {
    if is_markdown(name) || is_sidecar(name) {
        return Vec::new();
    }
    let plain = unpacked(name);
    let stem = |name: &str| match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => format!("{stem}.md"),
        _ => format!("{name}.md"),
    };
    let mut names = vec![stem(plain)];
    if plain != name {
        names.push(stem(name));
    }
    names
}

/// Names that the sidecar of an input may have, the preferred one first.
pub(super) fn sidecar_names(name: &str) -> Vec<String> {
    if is_sidecar(name) {
        return Vec::new();
    }
    let plain = unpacked(name);
    let mut names = vec![format!("{name}{SIDECAR}")];
    if plain != name {
        names.push(format!("{plain}{SIDECAR}"));
    }
    names
}

/// Where the companions of an input lie, if it has any.
pub(crate) fn beside(input: &Path) -> Vec<PathBuf> {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let names = note_names(&name).into_iter().chain(sidecar_names(&name));
    names.map(|name| input.with_file_name(name)).collect()
}

fn ends_with(name: &str, end: &str) -> bool {
    name.len()
        .checked_sub(end.len())
        .and_then(|at| name.get(at..))
        .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_the_stem_and_a_sidecar_the_whole_name() {
        assert_eq!(note_names("run.json"), ["run.md"]);
        assert_eq!(note_names("run"), ["run.md"]);
        assert_eq!(sidecar_names("run.json"), ["run.json.meta.toml"]);
        assert_eq!(subject("run.json.meta.toml"), "run.json");
    }

    #[test]
    fn a_packed_file_has_the_companions_of_what_it_holds_too() {
        assert_eq!(note_names("run.json.gz"), ["run.md", "run.json.md"]);
        assert_eq!(
            sidecar_names("run.json.zst"),
            ["run.json.zst.meta.toml", "run.json.meta.toml"]
        );
    }

    #[test]
    fn companions_have_no_companions() {
        assert!(note_names("run.md").is_empty());
        assert!(sidecar_names("run.json.meta.toml").is_empty());
        assert!(!is_sidecar(".meta.toml"));
        assert!(!is_markdown("ü"));
    }
}
