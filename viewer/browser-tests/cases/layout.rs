//! Pages on a phone and on paper.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use serde::Deserialize;
use thirtyfour::common::print::PrintParameters;

use crate::harness::browser::NARROW;
use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        case("no page scrolls sideways on a phone", SERVED, narrow),
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

async fn narrow(visit: &Visit) -> Result<()> {
    visit.browser().set_screen(NARROW).await?;
    for page in visit.site().pages()? {
        visit.open_alive(&page).await?;
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
    }
    Ok(())
}

async fn print(visit: &Visit) -> Result<()> {
    for page in visit.site().pages()? {
        visit.open_alive(&page).await?;
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
    }
    Ok(())
}
