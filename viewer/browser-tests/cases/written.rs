//! Pages that an author wrote, with heatmaps of runs put in.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use thirtyfour::By;

use super::accessibility::ensure_faultless;
use super::layout;
use crate::harness::browser::{NARROW, WIDE};
use crate::harness::run_page::RunPage;
use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, SERVED, Visit};
use crate::harness::workshop::Workshop;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        case_at(
            "axe finds no fault in own pages",
            SERVED,
            written,
            faultless,
        ),
        case_at(
            "no own page scrolls sideways on a phone",
            SERVED,
            written,
            layout::narrow,
        ),
    ];
    for setting in [SERVED, FROM_DISK, FROM_DISK_IN_FIREFOX] {
        trials.extend([
            case_at("heatmaps in an own page are alive", setting, written, alive),
            case_at(
                "the list stays alive below own words",
                setting,
                written,
                home,
            ),
        ]);
    }
    trials
}

/// The page with heatmaps, in a folder of its own.
const COMPARED: &str = "guide/compared.html";

fn written() -> Result<Site> {
    let workshop = Workshop::new()?;
    workshop.take_sample("qwen3.5-2b-h200-nvl.txt", "results/small.txt")?;
    workshop.take_sample("qwen3.5-397b-h200-sxm-x4.txt", "results/large.txt")?;
    workshop.write("speedsheet.toml", "title = \"Two models\"\n")?;
    workshop.write(
        "pages/index.md",
        "Read [how we compare](guide/compared.md).\n\n{{ heatmap small.txt }}\n",
    )?;
    workshop.write(
        "pages/guide/compared.md",
        "# Compared\n\nBoth were measured with the same tool[^tool], see [below](#the-table).\n\n\
         [^tool]: Its name is on the pages of [the runs](run:large.txt#provenance).\n\n\
         ## Decode\n\n{{ heatmap small.txt }}\n\n{{ heatmap large.txt }}\n\n\
         ## Prefill\n\n{{ chart large.txt prefill }}\n\n## The table\n\n\
         {{ table small.txt }}\n\n| name | what it is |\n|---|---|\n| TTFT | time to the first token |\n\n\
         - [x] a task that is done\n\n```sh\nvllm serve a-very-long-command --with=many-arguments-that-do-not-fit-a-phone-at-all\n```\n\n\
         {{ runs }}\n",
    )?;
    workshop.write(
        "pages/a-page-with-a-long-name-in-the-navigation.md",
        "# A page with quite a long name in the navigation\n\nText only.\n",
    )?;
    workshop.build(&["results"])
}

async fn alive(visit: &Visit) -> Result<()> {
    visit.open_alive(COMPARED).await?;
    let [small, large] = ["r1", "r2"].map(|id| RunPage::article(visit, id));
    let (of_small, of_large) = (small.drawn().await?, large.drawn().await?);
    ensure!(of_small.hash != of_large.hash, "both show the same");
    large.choose_metric("ttft_ms").await?;
    large.wait_for_fragment("r2.m=ttft_ms.median").await?;
    large.wait_for_other_picture(&of_large).await?;
    small.wait_for_picture(&of_small).await?;

    let table = RunPage::article(visit, "r4");
    table.filter("Status", "Over capacity").await?;
    table.wait_for_fragment("r4.st=over_capacity").await?;
    let rows = table.rows().await?;
    ensure!(rows.len() == 6, "the table shows {} rows", rows.len());

    let driver = visit.browser().driver();
    let footnote = driver.find(By::Css("sup.footnote a")).await?;
    footnote.click().await?;
    let at = "location.hash === '#footnote-1' && document.querySelector(location.hash) !== null";
    visit.browser().wait_for("the footnote", at).await?;
    driver
        .find(By::Css(".footnotes a[href*='provenance']"))
        .await?
        .click()
        .await?;
    let there =
        "location.pathname.includes('/runs/') && document.querySelector('#provenance') !== null";
    visit.browser().wait_for("the page of the run", there).await
}

async fn home(visit: &Visit) -> Result<()> {
    visit.open_alive("index.html").await?;
    let heatmap = RunPage::article(visit, "r1");
    let fresh = heatmap.drawn().await?;
    heatmap.press_switch("Linear").await?;
    heatmap.wait_for_fragment("r1.s=linear").await?;
    heatmap.wait_for_other_picture(&fresh).await?;
    let linear = heatmap.picture().await?;

    let browser = visit.browser();
    let field = browser
        .find("[data-viewer=runs] [data-viewer-filters] input[type=search]")
        .await?;
    field.send_keys("nvfp4").await?;
    let left = "[...document.querySelectorAll('[data-viewer=runs] [data-run]')]\
                .filter((run) => run.checkVisibility()).length === 1";
    browser.wait_for("one run to be left", left).await?;
    heatmap.wait_for_fragment("r1.s=linear").await?;

    browser.driver().refresh().await?;
    visit.wait_until_alive().await?;
    browser.wait_for("the search to be restored", left).await?;
    heatmap.wait_for_picture(&linear).await
}

async fn faultless(visit: &Visit) -> Result<()> {
    for scheme in ["light", "dark"] {
        visit.browser().set_scheme(scheme).await?;
        for screen in [WIDE, NARROW] {
            visit.browser().set_screen(screen).await?;
            for page in visit.site().own_pages()? {
                visit.open_alive(&page).await?;
                let what = format!("{page} in {scheme}, {} px wide", screen.width);
                ensure_faultless(visit, &what).await?;
            }
        }
    }
    Ok(())
}
