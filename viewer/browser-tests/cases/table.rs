//! All measurements: filters, sorting and the count.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;

use super::everywhere;
use crate::harness::run_page::RunPage;
use crate::harness::visit::Visit;

pub(crate) fn trials() -> Vec<Trial> {
    [
        everywhere("a filter acts on table and heatmap", filter),
        everywhere("the table is sorted", sort),
        everywhere("the state of the page is restored", restore),
    ]
    .into_iter()
    .flatten()
    .collect()
}

async fn filter(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let before = page.drawn().await?;
    ensure!(page.rows().await?.len() == 55, "there should be 55 rows");

    page.filter("Status", "Over capacity").await?;
    page.wait_for_fragment("st=over_capacity").await?;
    page.wait_for_other_picture(&before).await?;
    let rows = page.rows().await?;
    ensure!(
        rows.len() == 6 && rows.iter().all(|row| row.contains("Over capacity")),
        "expected the 6 measurements over capacity, got {rows:?}"
    );
    let count = page.count().await?;
    ensure!(
        count.split_whitespace().any(|word| word == "6"),
        "6 rows are shown, but the count says {count:?}"
    );

    page.filter("Context", "64K").await?;
    let rows = page.rows().await?;
    ensure!(
        rows.len() == 1 && rows[0].contains("64K"),
        "expected the one of them at 64K, got {rows:?}"
    );
    Ok(())
}

async fn sort(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let source = page.rows().await?;

    page.sort_by("output_tps").await?;
    page.wait_for_fragment("t=-output_tps").await?;
    page.first_row_says(&["8K", "128", "15.2K"]).await?;

    page.sort_by("output_tps").await?;
    page.wait_for_fragment("t=output_tps").await?;
    page.first_row_says(&["251K", "309.1"]).await?;

    page.sort_by("output_tps").await?;
    let again = page.rows().await?;
    ensure!(
        again == source,
        "the third click should bring back the order of the source"
    );
    Ok(())
}

async fn restore(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let fresh = page.drawn().await?;
    page.choose_metric("ttft_ms").await?;
    page.wait_for_other_picture(&fresh).await?;
    let ttft = page.picture().await?;
    page.sort_by("output_tps").await?;
    page.wait_for_fragment("t=-output_tps").await?;

    visit.browser().driver().refresh().await?;
    visit.wait_until_alive().await?;
    page.wait_for_fragment("m=ttft_ms.median").await?;
    page.wait_for_picture(&ttft).await?;
    page.first_row_says(&["8K", "128", "15.2K"]).await?;

    // Back undoes one choice at a time.
    let source_first = ["Prefill", "8K"];
    visit.browser().driver().back().await?;
    page.first_row_says(&source_first).await?;
    page.wait_for_picture(&ttft).await?;
    visit.browser().driver().back().await?;
    page.wait_for_picture(&fresh).await?;
    visit.browser().driver().forward().await?;
    page.wait_for_picture(&ttft).await
}
