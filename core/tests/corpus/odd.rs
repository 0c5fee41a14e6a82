//! Figures that cannot all be right: told where a file is odd, and nowhere else.

use crate::row::Row;
use crate::{folder, parse, tables};

/// The files that are odd, and what is odd about them.
const ODD: [(&str, &str); 2] = [
    // GuideLLM 0.2 counts the prompt tokens twice in its total.
    ("guidellm/v0.2_console.txt", "total_tps is 992.7"),
    (
        "guidellm/v0.2_synchronous_stripped.json",
        "total_tps is 992.687",
    ),
];

#[test]
fn implausible_figures_are_told_where_a_file_is_odd() {
    let Some(folder) = folder() else { return };
    let mut problems = Vec::new();
    for row in tables::chosen() {
        let parsed = parse(&folder, row);
        let found = parsed
            .diagnostics
            .iter()
            .filter(|one| one.code == "implausible");
        let found: Vec<&str> = found.map(|one| one.message.as_str()).collect();
        if !is_expected(row, &found) {
            problems.push(format!("{}: {found:#?}", row.file));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn is_expected(row: &Row, found: &[&str]) -> bool {
    match ODD.iter().find(|(file, _)| *file == row.file) {
        None => found.is_empty(),
        Some((_, words)) => found.len() == 1 && found[0].contains(words),
    }
}
