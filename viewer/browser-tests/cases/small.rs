//! The small things that need a script: the copy button and the theme.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use serde_json::json;

use super::everywhere;
use crate::harness::run_page::RunPage;
use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = everywhere("the theme is switched and kept", theme);
    trials.push(case("the launch command is copied", SERVED, copy));
    trials
}

async fn copy(visit: &Visit) -> Result<()> {
    let browser = visit.browser();
    browser
        .cdp(
            "Browser.grantPermissions",
            json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] }),
        )
        .await?;
    RunPage::open(visit, "qwen3-5-2b").await?;
    browser.click("[data-copy]").await?;

    let body = "const done = arguments[0];\
                navigator.clipboard.readText().then(done, (error) => done(String(error)));";
    let copied = browser.driver().execute_async(body, []).await?;
    let copied: String = copied.convert()?;
    let shown: String = browser
        .script("return document.querySelector('#launch-command').textContent;")
        .await?;
    ensure!(
        copied == shown.trim() && copied.starts_with("vllm serve"),
        "copied {copied:?}, the page shows {shown:?}"
    );
    Ok(())
}

async fn theme(visit: &Visit) -> Result<()> {
    let page = RunPage::open(visit, "qwen3-5-2b").await?;
    let browser = visit.browser();
    let background = "return getComputedStyle(document.body).backgroundColor;";
    let before: String = browser.script(background).await?;
    let picture = page.drawn().await?;

    browser.click("[data-theme-toggle]").await?;
    page.wait_for_other_picture(&picture).await?;
    let after: String = browser.script(background).await?;
    ensure!(before != after, "the background stays {before}");

    browser.driver().refresh().await?;
    visit.wait_until_alive().await?;
    let kept: String = browser.script(background).await?;
    ensure!(
        kept == after,
        "after a reload the background is {kept}, not {after}"
    );
    Ok(())
}
