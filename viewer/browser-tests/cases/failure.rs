//! What a reader sees when something is broken.

use std::fs;

use anyhow::{Result, ensure};
use libtest_mimic::Trial;

use crate::harness::run_page::RunPage;
use crate::harness::site::Site;
use crate::harness::trial::{SITE, case_at};
use crate::harness::visit::{FROM_DISK, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        case_at(
            "damaged data is told and leaves the page usable",
            FROM_DISK,
            || damaged(|script| script.replace("push(\"H4sI", "push(\"H4sJ")),
            told,
        ),
        case_at(
            "data that is cut off is told and leaves the page usable",
            FROM_DISK,
            || damaged(|script| format!("{}\");", &script[..script.len() / 2])),
            told,
        ),
        case_at(
            "missing data is told and leaves the page usable",
            FROM_DISK,
            || damaged(|_| String::new()),
            told,
        ),
    ]
}

/// A copy of the site with every data script changed.
fn damaged(change: fn(&str) -> String) -> Result<Site> {
    let site = Site::from_env(SITE)?.copy()?;
    for path in site.files("data", ".js")? {
        let script = fs::read_to_string(&path)?;
        let changed = change(&script);
        ensure!(changed != script, "{} was not damaged", path.display());
        fs::write(&path, changed)?;
    }
    Ok(site)
}

async fn told(visit: &Visit) -> Result<()> {
    visit.open(&visit.site().run_page("qwen3-5-2b")?).await?;
    let browser = visit.browser();
    browser
        .wait_for(
            "the viewer to give up",
            "document.documentElement.dataset.viewerState === 'failed'",
        )
        .await?;
    let message = browser.text("[data-viewer-error]").await?;
    ensure!(
        message.len() > 20,
        "the page should say what failed, but says {message:?}"
    );
    let page = RunPage::already_open(visit);
    ensure!(
        page.shows_static_table().await?,
        "the coloured table is gone; the page says {message:?}"
    );
    ensure!(
        page.rows().await?.len() == 55,
        "rows are gone; the page says {message:?}"
    );
    Ok(())
}
