//! Pages on a phone and on paper.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use serde::Deserialize;
use serde_json::json;
use thirtyfour::common::print::PrintParameters;

use crate::harness::browser::NARROW;
use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        case("no page scrolls sideways on a phone", SERVED, narrow),
        case("on a laptop no table hides columns", SERVED, wide),
        case("every page can be printed", SERVED, print),
    ]
}

/// How far a page reaches to the right, and what reaches farthest.
#[derive(Deserialize)]
struct Reach {
    page: f64,
    window: f64,
    /// The first elements that end beyond the window and are not inside something that scrolls.
    culprits: Vec<String>,
}

/// No page is wider than a phone.
pub(super) async fn narrow(visit: &Visit) -> Result<()> {
    visit.browser().set_screen(NARROW).await?;
    for page in visit.site().pages()? {
        visit.open_alive(&page).await?;
        ensure_fits(visit, &page).await?;
    }
    Ok(())
}

/// Fails when the page that is open is wider than its window.
pub(super) async fn ensure_fits(visit: &Visit, page: &str) -> Result<()> {
    let reach: Reach = visit
            .browser()
            .script(
                r"
                const window_width = document.documentElement.clientWidth;
                const scrolls = (element) => {
                  for (let at = element; at && at !== document.body; at = at.parentElement) {
                    if (getComputedStyle(at).overflowX !== 'visible') return true;
                  }
                  return false;
                };
                const culprits = [...document.body.querySelectorAll('*')]
                  .filter((element) => element.getBoundingClientRect().right > window_width + 1)
                  .filter((element) => !scrolls(element))
                  .map((element) => element.tagName + '.' + element.className)
                  .slice(0, 5);
                return { page: document.documentElement.scrollWidth, window: window_width, culprits };
                ",
            )
            .await?;
    ensure!(
        reach.page <= reach.window,
        "{page} is {} px wide in a window of {} px; beyond its edge: {:?}",
        reach.page,
        reach.window,
        reach.culprits
    );
    Ok(())
}

async fn wide(visit: &Visit) -> Result<()> {
    let site = visit.site();
    // Other samples have dozens of metrics, which no screen holds.
    let text_samples = ["qwen3-5-2b", "qwen3-5-397b-a17b-nvfp4"];
    let mut pages = vec!["index.html".to_owned()];
    for sample in text_samples {
        pages.push(site.run_page(sample)?);
    }
    for page in pages {
        visit.open_alive(&page).await?;
        // A scrolling box is as wide inside as outside where there is nothing to scroll to.
        let hidden: Vec<String> = visit
            .browser()
            .script(
                "return [...document.querySelectorAll('table')]\
                 .map((table) => table.parentElement)\
                 .filter((box) => box.scrollWidth > box.clientWidth)\
                 .map((box) => `${box.className}: ${box.scrollWidth} px in ${box.clientWidth}`);",
            )
            .await?;
        ensure!(hidden.is_empty(), "{page} hides columns: {hidden:?}");
    }
    Ok(())
}

async fn print(visit: &Visit) -> Result<()> {
    for page in visit.site().pages()? {
        visit.open_alive(&page).await?;
        ensure_prints(visit, &page).await?;
    }
    head_is_repeated(visit).await
}

/// In the head of a long table every page of paper shows the same, except for buttons, which
/// Chromium draws on the first one only. So there must be none.
async fn head_is_repeated(visit: &Visit) -> Result<()> {
    let page = visit.site().run_page("qwen3-5-2b")?;
    visit.open_alive(&page).await?;
    let browser = visit.browser();
    browser
        .cdp("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    let displays: Vec<String> = browser
        .script(
            "return [...document.querySelectorAll('.all thead button')]\
             .map((button) => getComputedStyle(button).display);",
        )
        .await?;
    ensure!(
        !displays.is_empty() && displays.iter().all(|one| one == "contents"),
        "on paper the buttons in the head of the table are {displays:?}"
    );
    Ok(())
}

/// Fails when the page that is open gives no paper.
pub(super) async fn ensure_prints(visit: &Visit, page: &str) -> Result<()> {
    let pdf = visit
        .browser()
        .driver()
        .print_page(PrintParameters::default())
        .await?;
    ensure!(
        pdf.starts_with(b"%PDF-") && pdf.len() > 5_000,
        "printing {page} gave {} bytes that start with {:?}",
        pdf.len(),
        String::from_utf8_lossy(&pdf[..pdf.len().min(20)])
    );
    Ok(())
}
