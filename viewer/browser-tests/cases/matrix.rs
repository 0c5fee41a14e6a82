//! The canvas in the place of the coloured table.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use thirtyfour::Key;

use super::everywhere;
use crate::harness::run_page::RunPage;
use crate::harness::visit::Visit;

pub(crate) fn trials() -> Vec<Trial> {
    [
        everywhere("the heatmap is drawn", drawn),
        everywhere("a metric is switched", metric),
        everywhere("a cell is read by keyboard", keyboard),
        everywhere("a held key does not flood the address", held_key),
    ]
    .into_iter()
    .flatten()
    .collect()
}

async fn drawn(visit: &Visit) -> Result<()> {
    for prefix in ["qwen3-5-2b", "qwen3-5-397b-a17b-nvfp4"] {
        let page = RunPage::open(visit, prefix).await?;
        page.drawn().await?;
        ensure!(
            !page.shows_static_table().await?,
            "the coloured table of {prefix} is still shown"
        );
    }
    Ok(())
}

async fn metric(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let before = page.drawn().await?;
    ensure!(
        page.fragment().await?.is_empty(),
        "the default state is in the address: {}",
        page.fragment().await?
    );

    page.choose_metric("ttft_ms.median").await?;
    page.wait_for_fragment("m=ttft_ms.median").await?;
    page.wait_for_other_picture(&before).await?;

    let metrics = page.metrics().await?;
    for wanted in [
        "output_tps",
        "per_request_output_tps.median",
        "ttft_ms.median",
        "itl_ms.median",
    ] {
        ensure!(
            metrics.iter().any(|metric| metric == wanted),
            "{wanted} can't be chosen, only {metrics:?}"
        );
    }
    Ok(())
}

async fn keyboard(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let before = page.drawn().await?;
    page.tab_to_canvas().await?;

    // The first key selects the first cell, the second goes to the end of its row.
    for key in [Key::Right, Key::End] {
        visit.browser().press(key).await?;
    }
    page.wait_for_fragment("sel=8192,128").await?;
    page.wait_for_other_picture(&before).await?;
    // Figures of the source: 8K, 128 requests at once.
    page.inspector_says(&[
        "8K", "128", "15,186", "15.2K", "732", "115.5", "8.7", "127.8", "39", "455,580",
    ])
    .await?;

    visit.browser().press(Key::Down).await?;
    page.inspector_says(&["16K", "128", "12.3K", "1,288"])
        .await?;
    visit.browser().press(Key::PageDown).await?;
    page.inspector_says(&["251K", "128", "Over capacity"])
        .await?;
    ensure!(
        page.announcement()
            .await?
            .to_lowercase()
            .contains("over capacity"),
        "a screen reader hears: {:?}",
        page.announcement().await?
    );
    Ok(())
}

/// Chromium warns in the console, which every case finds empty, when the address changes
/// more than 200 times in ten seconds.
async fn held_key(visit: &Visit) -> Result<()> {
    const HOLD: &str = "
        const canvas = document.querySelector('canvas');
        for (let times = 0; times < 400; times++) {
            const key = times % 2 ? 'ArrowRight' : 'ArrowLeft';
            canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }";
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    page.drawn().await?;
    let () = visit.browser().script(HOLD).await?;
    page.wait_for_fragment("sel=8192,2").await
}
