//! Pages without scripts: nothing may be missing but the interaction.

use std::fs;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;

use crate::harness::trial::case;
use crate::harness::visit::{FROM_DISK, SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    [SERVED, FROM_DISK]
        .map(|setting| {
            case(
                "without scripts a page holds every number",
                setting,
                every_number,
            )
        })
        .into()
}

/// A sample, the start of the name of its page, and how many rows its table has.
const SAMPLES: [(&str, &str, usize); 2] = [
    ("qwen3.5-2b-h200-nvl.txt", "qwen3-5-2b-h200-nvl", 55),
    (
        "qwen3.5-397b-h200-sxm-x4.txt",
        "qwen3-5-397b-a17b-nvfp4",
        55,
    ),
];

/// Compares with the rows of the source itself, not with what we read from them.
async fn every_number(visit: &Visit) -> Result<()> {
    visit.browser().block_scripts().await?;
    for (sample, page, count) in SAMPLES {
        let source = source_rows(sample)?;
        ensure!(source.len() == count, "{sample} has {} rows", source.len());

        let page = visit.site().run_page(page)?;
        visit.open(&page).await?;
        let shown: Vec<Vec<String>> = visit
            .browser()
            .script(
                "return [...document.querySelectorAll('[data-viewer=table] tr[data-index]')]\
                 .map((row) => [...row.cells].map((cell) => cell.innerText));",
            )
            .await?;
        ensure!(
            shown.len() == count,
            "{page} shows {} rows of {count}",
            shown.len()
        );
        for row in source {
            let found = shown.iter().any(|shown| holds(shown, &row));
            ensure!(found, "{page} has no row with all of {row:?}");
        }
    }
    Ok(())
}

/// The cells with figures of each row of "All measurements".
fn source_rows(sample: &str) -> Result<Vec<Vec<String>>> {
    let path = format!("{}/../../samples/{sample}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).with_context(|| format!("failed to read {path}"))?;
    let rows = text
        .lines()
        .filter(|line| {
            let start = line.trim_start_matches(['|', ' ']);
            start.starts_with("Prefill") || start.starts_with("Sustained decode")
        })
        .map(|line| {
            line.split(['|', '\t'])
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| cell.starts_with(|first: char| first.is_ascii_digit()))
                .collect::<Vec<String>>()
        })
        .filter(|cells| cells.len() > 1)
        .collect();
    Ok(rows)
}

/// Whether each cell of a source row is among the cells shown, with or without its unit.
fn holds(shown: &[String], source: &[String]) -> bool {
    source.iter().all(|cell| {
        let figure = cell.split_whitespace().next().unwrap_or(cell);
        shown
            .iter()
            .any(|shown| shown.split_whitespace().any(|word| word == figure))
    })
}
