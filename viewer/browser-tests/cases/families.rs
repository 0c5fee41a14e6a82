//! Pages of the families beside a decode matrix, several matrices, and the percentiles.

use std::fs;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use serde_json::Value;
use thirtyfour::Key;

use super::everywhere;
use crate::harness::run_page::RunPage;
use crate::harness::trial::case;
use crate::harness::visit::{FROM_DISK, SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![case(
        "without scripts a serving test is told whole",
        FROM_DISK,
        serving,
    )];
    trials.push(case(
        "the statistic is switched by keyboard and kept by the next metric",
        SERVED,
        statistic,
    ));
    trials.push(case("a third axis is a menu", SERVED, third_axis));
    trials.extend(everywhere("two matrices are switched apart", two_matrices));
    trials
}

/// Compares with the figures of the source itself, not with what we read from them.
async fn serving(visit: &Visit) -> Result<()> {
    visit.browser().block_scripts().await?;
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../samples/vllm-serve-nemotron-3-nano-omni.json"
    );
    let source: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    visit
        .open(&visit.site().run_page("nemotron-3-nano-omni")?)
        .await?;
    let rows: Vec<Vec<String>> = visit
        .browser()
        .script(
            "return [...document.querySelectorAll('.statistics tbody tr')]\
             .map((row) => [...row.cells].map((cell) => cell.innerText));",
        )
        .await?;
    for (name, key) in [("TTFT", "ttft"), ("TPOT", "tpot"), ("End-to-end", "e2el")] {
        let row = rows.iter().find(|row| row[0].starts_with(name));
        let row = row.with_context(|| format!("no row of {name} in {rows:?}"))?;
        for stat in ["mean", "median", "p99"] {
            let field = format!("{stat}_{key}_ms");
            let value = source[&field]
                .as_f64()
                .with_context(|| format!("no {field}"))?;
            let near = |cell: &String| {
                let shown = cell.replace(',', "").parse::<f64>();
                shown.is_ok_and(|shown| (shown - value).abs() <= 0.5)
            };
            ensure!(row.iter().any(near), "{field} {value} is not in {row:?}");
        }
    }
    let page = visit.browser().text("main").await?;
    ensure!(page.contains("102 of 300"), "failed requests are not told");
    for words in [
        "Request throughput",
        "Completed requests",
        "Single requests",
    ] {
        let is_there = page.contains(words);
        let is_wanted = words != "Single requests";
        ensure!(is_there == is_wanted, "{words}: {is_there}");
    }
    Ok(())
}

async fn statistic(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "glm-5-nvidia").await?;
    page.drawn().await?;
    ensure!(
        page.statistics().await?.is_empty(),
        "a metric of one number has statistics: {:?}",
        page.statistics().await?
    );
    page.choose_metric("ttft_ms").await?;
    page.wait_for_fragment("m=ttft_ms.median").await?;
    let statistics = page.statistics().await?;
    ensure!(
        statistics == ["median", "mean", "p90", "p99"],
        "the statistics are {statistics:?}"
    );
    let before = page.picture().await?;

    page.focus_statistics().await?;
    for _ in 0..3 {
        visit.browser().press(Key::Down).await?;
    }
    page.wait_for_fragment("m=ttft_ms.p99").await?;
    page.wait_for_other_picture(&before).await?;
    page.press_switch("Between tokens").await?;
    page.wait_for_fragment("m=itl_ms.p99").await?;

    let picture = page.picture().await?;
    visit.browser().driver().refresh().await?;
    visit.wait_until_alive().await?;
    page.wait_for_picture(&picture).await?;
    ensure!(page.statistics().await?.len() == 4, "the menu is gone");
    Ok(())
}

/// What is on the second canvas, as a text to compare.
const SECOND: &str = "const canvas = document.querySelectorAll('[data-viewer-canvas] canvas')[1];\
     const copy = new OffscreenCanvas(canvas.width, canvas.height);\
     const context = copy.getContext('2d', { willReadFrequently: true });\
     context.drawImage(canvas, 0, 0);\
     return context.getImageData(0, 0, canvas.width, canvas.height).data\
     .reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);";

async fn two_matrices(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "example-7b").await?;
    let first = page.drawn().await?;
    let second: u64 = visit.browser().script(SECOND).await?;

    let families: Vec<String> = visit
        .browser()
        .script(
            "const places = [...document.querySelectorAll('[data-viewer=matrix]')];\
             [...places[1].querySelectorAll('button')]\
             .find((button) => button.textContent === 'TTFT').click();\
             return places.map((place) => place.dataset.family);",
        )
        .await?;
    ensure!(families == ["decode", "prefill"], "{families:?}");
    page.wait_for_fragment("prefill.m=ttft_ms.mean").await?;
    let changed = async || {
        let now: u64 = visit.browser().script(SECOND).await?;
        Ok(now != second)
    };
    visit
        .browser()
        .until("the second canvas to change", changed)
        .await?;
    page.wait_for_picture(&first).await
}

/// An axis beside those of the matrix is a menu, and the coloured table says which value
/// of it is shown.
async fn third_axis(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "example-7b").await?;
    let before = page.drawn().await?;
    page.inspector_says(&["0 × 16", "512", "668.6 tok/s ± 8.4"])
        .await?;
    let caption = visit
        .browser()
        .script::<String>("return document.querySelector('[data-viewer-static] > p').textContent;")
        .await?;
    ensure!(
        caption.contains("512 tokens in, one of 2 values"),
        "{caption}"
    );

    page.choose_slice("Input tokens", "2,048").await?;
    page.wait_for_fragment("z=i:2048").await?;
    page.wait_for_other_picture(&before).await?;
    page.choose_slice("Input tokens", "512").await?;
    page.wait_for_picture(&before).await?;
    ensure!(
        page.fragment().await?.is_empty(),
        "the default value is in the address: {}",
        page.fragment().await?
    );
    Ok(())
}
