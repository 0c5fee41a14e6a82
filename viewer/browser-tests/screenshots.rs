//! Pictures of the pages, for people to look at. Not a test: run on demand by
//! `cargo xtask screenshots`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use libtest_mimic::Trial;
use serde_json::json;

use crate::harness::browser::{NARROW, Screen, WIDE};
use crate::harness::site::{REPORT_FILE, Site, path_from_env};
use crate::harness::trial::{REPORT, SITE, block_on};
use crate::harness::visit::{FROM_DISK, Visit};

pub(crate) fn trial() -> Trial {
    Trial::test("screenshots", || block_on(take())).with_ignored_flag(true)
}

async fn take() -> Result<()> {
    let folder = path_from_env("SPEEDSHEET_SCREENSHOTS")?;
    fs::create_dir_all(&folder)?;
    let site = Site::from_env(SITE)?;
    let pages = site.pages()?;
    take_of(site, &pages, &folder).await?;
    let report = Site::report_from_env(REPORT)?;
    take_of(report, &[REPORT_FILE.to_owned()], &folder).await
}

async fn take_of(site: Site, pages: &[String], folder: &Path) -> Result<()> {
    let visit = Visit::start(FROM_DISK, site).await?;
    let outcome = take_all(&visit, pages, folder).await;
    visit.quit().await?;
    outcome
}

async fn take_all(visit: &Visit, pages: &[String], folder: &Path) -> Result<()> {
    let mut alive = true;
    for page in pages {
        for (size, screen) in [("wide", WIDE), ("narrow", NARROW)] {
            for scheme in ["light", "dark"] {
                visit.browser().set_scheme(scheme).await?;
                visit.browser().set_screen(screen).await?;
                visit.open(page).await?;
                if alive && let Err(error) = visit.wait_until_alive().await {
                    println!("the pictures show pages without the viewer: {error:#}");
                    alive = false;
                }
                let name = page.trim_end_matches(".html").replace('/', "-");
                let path = folder.join(format!("{name}-{size}-{scheme}.png"));
                fs::write(&path, picture(visit, screen).await?)
                    .with_context(|| format!("failed to write {}", path.display()))?;
                println!("{}", path.display());
            }
        }
    }
    Ok(())
}

/// The whole page, also what is below the window.
async fn picture(visit: &Visit, screen: Screen) -> Result<Vec<u8>> {
    let height: u32 = visit
        .browser()
        .script("return document.documentElement.scrollHeight;")
        .await?;
    let full = Screen { height, ..screen };
    visit.browser().set_screen(full).await?;
    // The canvas follows the size of the window one frame later.
    visit
        .browser()
        .driver()
        .execute_async(
            "const done = arguments[0]; \
             requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));",
            [],
        )
        .await?;
    let taken = visit
        .browser()
        .driver()
        .cdp()
        .send_raw("Page.captureScreenshot", json!({ "format": "png" }))
        .await?;
    let packed = taken["data"]
        .as_str()
        .context("the browser sent no picture")?;
    Ok(STANDARD.decode(packed)?)
}
