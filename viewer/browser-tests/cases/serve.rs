//! A page of `speedsheet serve` that is open while its input changes.

use std::fs;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;

use crate::harness::preview::INPUT;
use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{PREVIEWED, PREVIEWED_IN_FIREFOX, Visit};
use crate::harness::workshop::Workshop;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for setting in [PREVIEWED, PREVIEWED_IN_FIREFOX] {
        trials.extend([
            case_at("an open page follows its input", setting, project, followed),
            case_at(
                "a broken input is told and its numbers stay",
                setting,
                project,
                told,
            ),
        ]);
    }
    trials
}

/// Where the banner with what is wrong is.
const BANNER: &str = "document.querySelector('[data-serve-problems]')";

fn project() -> Result<Site> {
    let workshop = Workshop::new()?;
    workshop.take_sample("qwen3.5-2b-h200-nvl.txt", INPUT)?;
    Ok(workshop.into_site())
}

async fn followed(visit: &Visit) -> Result<()> {
    let page = open_run(visit).await?;
    change(visit, "15.2K", "15.3K")?;
    // The page asks by itself; nothing here reloads it.
    shows(visit, "15.3K").await?;
    visit.wait_until_alive().await?;
    let browser = visit.browser();
    let (path, fragment): (String, String) = browser
        .script("return [location.pathname, location.hash];")
        .await?;
    ensure!(
        path != page && path.starts_with("/runs/"),
        "{page} is now {path}"
    );
    ensure!(
        fragment == "#m=ttft_ms.median",
        "the state is now {fragment:?}"
    );
    ensure!(!has(visit, "15.2K").await?, "the old number is still there");

    visit.open_alive("index.html").await?;
    change(visit, "Qwen3.5-2B", "Qwen3.5-9B")?;
    shows(visit, "Qwen3.5-9B").await
}

async fn told(visit: &Visit) -> Result<()> {
    let page = open_run(visit).await?;
    let path = visit.site().root().join(INPUT);
    let whole = fs::read_to_string(&path)?;
    fs::write(&path, "")?;
    let browser = visit.browser();
    browser.wait_for("the problem to be told", BANNER).await?;
    let message = browser.text("[data-serve-problems]").await?;
    ensure!(message.contains(INPUT), "the page says {message:?}");
    ensure!(has(visit, "15.2K").await?, "the numbers are gone");
    // Also for who comes now.
    visit.open_alive(page.trim_start_matches('/')).await?;
    browser.wait_for("the problem to be told", BANNER).await?;
    ensure!(has(visit, "15.2K").await?, "the numbers are gone");

    fs::write(&path, whole.replace("15.2K", "15.3K"))?;
    shows(visit, "15.3K").await?;
    visit.wait_until_alive().await?;
    browser
        .wait_for("the problem to be taken back", &format!("!{BANNER}"))
        .await
}

/// Opens the page of the only run in a state of its own, and gives its path.
async fn open_run(visit: &Visit) -> Result<String> {
    let browser = visit.browser();
    visit.open_alive("").await?;
    let path: Option<String> = browser
        .script("return document.querySelector('a[href^=\"runs/\"]')?.pathname;")
        .await?;
    let path = path.context("the list has no run")?;
    let address = format!("{}#m=ttft_ms.median", path.trim_start_matches('/'));
    visit.open_alive(&address).await?;
    ensure!(has(visit, "15.2K").await?, "{path} lacks a number");
    Ok(path)
}

/// Replaces a text of the input.
fn change(visit: &Visit, from: &str, to: &str) -> Result<()> {
    let path = visit.site().root().join(INPUT);
    let text = fs::read_to_string(&path)?;
    let changed = text.replace(from, to);
    ensure!(changed != text, "{INPUT} has no {from}");
    Ok(fs::write(path, changed)?)
}

/// Whether the page has this text.
async fn has(visit: &Visit, text: &str) -> Result<bool> {
    let body = "return document.body.textContent.includes(arguments[0]);";
    visit.browser().script_with(body, text.into()).await
}

/// Waits until the page has this text. While it is reloaded nobody can ask it.
async fn shows(visit: &Visit, text: &str) -> Result<()> {
    let shown = async || Ok(has(visit, text).await.unwrap_or(false));
    visit.browser().until(&format!("{text:?}"), shown).await
}
