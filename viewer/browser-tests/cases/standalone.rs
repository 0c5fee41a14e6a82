//! The page that trunk builds: the viewer alone, opening a run from disk.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;

use super::accessibility::ensure_faultless;
use crate::harness::run_page::RunPage;
use crate::harness::site::Site;
use crate::harness::trial::{SITE, STANDALONE, case_at};
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    let standalone = || Site::from_env(STANDALONE);
    vec![
        case_at(
            "the stand-alone page draws a run picked from disk",
            SERVED,
            standalone,
            draws,
        ),
        case_at(
            "the stand-alone page says why a file is not a run",
            SERVED,
            standalone,
            refuses,
        ),
    ]
}

async fn draws(visit: &Visit) -> Result<()> {
    let runs = Site::from_env(SITE)?.files("data", ".json")?;
    let run = runs
        .iter()
        .find(|path| path.to_string_lossy().contains("qwen3-5-2b"))
        .with_context(|| format!("the site has no JSON of the run, only {runs:?}"))?;

    visit.open("").await?;
    pick(visit, run).await?;
    RunPage::already_open(visit).drawn().await?;
    ensure_faultless(visit, "the stand-alone page with a run").await?;
    Ok(())
}

async fn refuses(visit: &Visit) -> Result<()> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    visit.open("").await?;
    pick(visit, manifest.as_ref()).await?;
    let told = "document.querySelector('[data-viewer-error]')?.checkVisibility()";
    let browser = visit.browser();
    browser
        .wait_for("the page to say what is wrong", told)
        .await?;
    let message = browser.text("[data-viewer-error]").await?;
    ensure!(message.contains("Cargo.toml"), "the page says {message:?}");
    Ok(())
}

/// Picks a file as a reader does in the dialogue of the browser.
async fn pick(visit: &Visit, path: &std::path::Path) -> Result<()> {
    let browser = visit.browser();
    let input = "input[type=file]";
    let there = format!("document.querySelector('{input}')");
    browser.wait_for("the viewer to start", &there).await?;
    let field = browser.find(input).await?;
    let path = path.canonicalize()?;
    Ok(field.send_keys(path.to_string_lossy()).await?)
}
