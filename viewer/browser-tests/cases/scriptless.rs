//! Pages without scripts: nothing may be missing but the interaction.

use std::fs;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use serde_json::json;

use crate::harness::site::REPORT_FILE;
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
        ensure_shown(visit, "", &source).await?;
    }
    Ok(())
}

/// Fails unless the table below `within` has the rows of the source and no other.
async fn ensure_shown(visit: &Visit, within: &str, source: &[Vec<String>]) -> Result<()> {
    let shown: Vec<Vec<String>> = visit
        .browser()
        .script_with(
            "return [...document.querySelectorAll(arguments[0])]\
             .map((row) => [...row.cells].map((cell) => cell.innerText));",
            json!([format!("{within} [data-viewer=table] tr[data-index]")]),
        )
        .await?;
    ensure!(
        shown.len() == source.len(),
        "{} rows of {} are shown",
        shown.len(),
        source.len()
    );
    for row in source {
        let found = shown.iter().any(|shown| holds(shown, row));
        ensure!(found, "there is no row with all of {row:?}");
    }
    Ok(())
}

/// Every number of both samples is in the report, whose runs are in the order of their titles.
pub(super) async fn report_holds_every_number(visit: &Visit) -> Result<()> {
    visit.browser().block_scripts().await?;
    visit.open(REPORT_FILE).await?;
    for ((sample, ..), article) in SAMPLES.into_iter().zip(["#r1", "#r2"]) {
        ensure_shown(visit, article, &source_rows(sample)?)
            .await
            .with_context(|| format!("{sample} at {article}"))?;
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
