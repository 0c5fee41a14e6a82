//! The canvas in the place of the coloured table.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use thirtyfour::Key;

use super::everywhere;
use crate::harness::browser::{NARROW, WIDE};
use crate::harness::run_page::RunPage;
use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        case("the heatmap is sharp and follows the window", SERVED, sharp),
        case("a cell is read by pointing at it", SERVED, pointer),
    ];
    trials.extend(everywhere("the heatmap is drawn", drawn));
    trials.extend(everywhere("a metric is switched", metric));
    trials.extend(everywhere("axes, colours and table are switched", switches));
    trials.extend(everywhere("a cell is read by keyboard", keyboard));
    trials.extend(everywhere(
        "a held key does not flood the address",
        held_key,
    ));
    trials
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

async fn sharp(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let mut widths = Vec::new();
    for screen in [WIDE, NARROW] {
        visit.browser().set_screen(screen).await?;
        let sharp = async || {
            let (pixels, shown) = page.canvas_widths().await?;
            Ok((pixels - shown * screen.density).abs() <= 1.0 && shown < screen.width.into())
        };
        let what = format!("a canvas with a pixel for each of {screen:?}");
        visit.browser().until(&what, sharp).await?;
        widths.push(page.drawn().await?.width);
    }
    ensure!(
        widths[0] != widths[1],
        "the canvas stays {} px wide",
        widths[0]
    );
    Ok(())
}

async fn pointer(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    page.drawn().await?;
    // Until a cell is chosen the best one is shown.
    page.inspector_says(&["8K", "128", "best"]).await?;
    // The lower right corner is the largest context with the most requests.
    page.point_at(0.97, 0.97).await?;
    page.inspector_says(&["251K", "128", "Over capacity"])
        .await?;
    page.point_at(0.97, 0.2).await?;
    page.inspector_says(&["8K", "128", "15,186", "732"]).await
}

async fn switches(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let before = page.drawn().await?;

    page.press_switch("Linear").await?;
    page.wait_for_fragment("s=linear").await?;
    page.wait_for_other_picture(&before).await?;
    page.press_switch("Log").await?;
    page.wait_for_picture(&before).await?;

    page.press_switch("Axes").await?;
    page.wait_for_fragment("x=1").await?;
    page.wait_for_other_picture(&before).await?;
    page.press_switch("Axes").await?;
    page.wait_for_picture(&before).await?;

    page.press_switch("Table").await?;
    page.wait_for_fragment("v=table").await?;
    ensure!(page.shows_static_table().await?, "the table is not shown");
    page.press_switch("Heatmap").await?;
    page.wait_for_picture(&before).await?;
    ensure!(!page.shows_static_table().await?, "the table stays");
    ensure!(
        page.fragment().await?.is_empty(),
        "the default state is in the address: {}",
        page.fragment().await?
    );
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

    page.choose_metric("ttft_ms").await?;
    page.wait_for_fragment("m=ttft_ms.median").await?;
    page.wait_for_other_picture(&before).await?;

    let metrics = page.metrics().await?;
    for wanted in ["output_tps", "per_request_output_tps", "ttft_ms", "itl_ms"] {
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
