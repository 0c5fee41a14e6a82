//! The list of runs.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;

use super::everywhere;
use crate::harness::visit::Visit;

pub(crate) fn trials() -> Vec<Trial> {
    everywhere("a search narrows the list of runs", search)
}

const SEARCH: &str = "[data-viewer=runs] [data-viewer-filters] input[type=search]";

async fn search(visit: &Visit) -> Result<()> {
    visit.open_alive("index.html").await?;
    let all = shown(visit).await?;
    ensure!(all.len() >= 2, "the list shows {all:?}");

    let browser = visit.browser();
    let field = browser.find(SEARCH).await?;
    field.send_keys("nvfp4").await?;
    wait_for_count(visit, 1).await?;
    let left = shown(visit).await?;
    ensure!(left[0].contains("NVFP4"), "left is {left:?}");
    let count = browser
        .text("[data-viewer=runs] [data-viewer-count]")
        .await?;
    ensure!(
        count.split_whitespace().any(|word| word == "1"),
        "one run is shown, but the count says {count:?}"
    );

    field.send_keys(" nothing like this").await?;
    wait_for_count(visit, 0).await?;
    let empty = browser
        .text("[data-viewer=runs] [data-viewer-empty]")
        .await?;
    ensure!(!empty.is_empty(), "the empty list says nothing");

    browser.driver().refresh().await?;
    visit.wait_until_alive().await?;
    wait_for_count(visit, 0)
        .await
        .context("the search is not restored after a reload")
}

/// The runs that are shown, in JavaScript.
const SHOWN: &str = "[...document.querySelectorAll('[data-viewer=runs] [data-run]')]\
                     .filter((run) => run.checkVisibility())";

async fn wait_for_count(visit: &Visit, count: usize) -> Result<()> {
    let expression = format!("{SHOWN}.length === {count}");
    let what = format!("the list to show {count} runs");
    visit.browser().wait_for(&what, &expression).await
}

async fn shown(visit: &Visit) -> Result<Vec<String>> {
    let body = format!("return {SHOWN}.map((run) => run.innerText);");
    visit.browser().script(&body).await
}
