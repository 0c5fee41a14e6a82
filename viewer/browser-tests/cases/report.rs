//! The report of two samples: one file, opened from disk without a network.

use std::fs;

use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use thirtyfour::By;

use super::accessibility::ensure_faultless;
use super::layout::{ensure_fits, ensure_prints};
use super::scriptless::report_holds_every_number;
use super::weight::packed_size;
use crate::harness::browser::{NARROW, WIDE};
use crate::harness::run_page::RunPage;
use crate::harness::site::{REPORT_FILE, Site};
use crate::harness::trial::{REPORT, case_at};
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, Setting, Visit};

/// The most that a report of two runs may weigh, packed, in bytes.
const BUDGET: usize = 250_000;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        at_report(
            "a report of two runs weighs at most 250 kB",
            FROM_DISK,
            weigh,
        ),
        at_report("a report has no fault for axe", FROM_DISK, accessible),
        at_report("a report fits a phone and paper", FROM_DISK, fits),
        at_report(
            "without scripts a report holds every number",
            FROM_DISK,
            report_holds_every_number,
        ),
    ];
    for setting in [FROM_DISK, FROM_DISK_IN_FIREFOX] {
        trials.extend([
            at_report("a report asks for nothing but itself", setting, alone),
            at_report("a metric of a report is that of one run", setting, metrics),
            at_report("a filter of a report is that of one run", setting, filters),
            at_report("a report remembers the state of each run", setting, restore),
        ]);
    }
    trials
}

fn at_report<F>(name: &str, setting: Setting, run: F) -> Trial
where
    F: AsyncFnOnce(&Visit) -> Result<()> + Send + 'static,
{
    case_at(name, setting, || Site::report_from_env(REPORT), run)
}

/// Opens the report without a network, and gives its two runs.
async fn open(visit: &Visit) -> Result<[RunPage<'_>; 2]> {
    visit.browser().cut_off().await?;
    visit.open_alive(REPORT_FILE).await?;
    Ok(["r1", "r2"].map(|id| RunPage::article(visit, id)))
}

async fn weigh(visit: &Visit) -> Result<()> {
    open(visit).await?;
    let path = visit.site().root().join(REPORT_FILE);
    let (whole, packed) = (fs::metadata(&path)?.len(), packed_size(&path)?);
    println!("a report of two runs has {whole} B, {packed} B packed; budget {BUDGET} B");
    ensure!(packed <= BUDGET, "{packed} B packed, more than {BUDGET} B");
    Ok(())
}

async fn alone(visit: &Visit) -> Result<()> {
    for run in open(visit).await? {
        run.drawn().await?;
        ensure!(
            !run.shows_static_table().await?,
            "a coloured table is shown"
        );
    }
    let browser = visit.browser();
    let address: String = browser.script("return location.href;").await?;
    // Firefox keeps no log of requests; its pages know what they loaded.
    let mut asked = browser.take_requested().await?;
    let loaded: Vec<String> = browser
        .script("return performance.getEntriesByType('resource').map((one) => one.name);")
        .await?;
    asked.extend(loaded);
    asked.retain(|url| *url != address && !url.starts_with("data:"));
    ensure!(asked.is_empty(), "the report asks for {asked:?}");
    Ok(())
}

async fn metrics(visit: &Visit) -> Result<()> {
    let [first, second] = open(visit).await?;
    let (of_first, of_second) = (first.drawn().await?, second.drawn().await?);
    ensure!(of_first.hash != of_second.hash, "both runs show the same");

    second.choose_metric("ttft_ms").await?;
    second.wait_for_fragment("r2.m=ttft_ms.median").await?;
    second.wait_for_other_picture(&of_second).await?;
    let ttft = second.picture().await?;
    first.wait_for_picture(&of_first).await?;

    first.press_switch("Linear").await?;
    first.wait_for_fragment("r1.s=linear").await?;
    first.wait_for_fragment("r2.m=ttft_ms.median").await?;
    first.wait_for_other_picture(&of_first).await?;
    second.wait_for_picture(&ttft).await
}

async fn filters(visit: &Visit) -> Result<()> {
    let [first, second] = open(visit).await?;
    let kept = [
        ("r1", &first, "Over capacity", "over_capacity", 6),
        ("r2", &second, "Requests queued", "queued", 4),
    ];
    for (id, run, word, key, count) in kept {
        run.filter("Status", word).await?;
        run.wait_for_fragment(&format!("{id}.st={key}")).await?;
        let rows = run.rows().await?;
        ensure!(
            rows.len() == count && rows.iter().all(|row| row.contains(word)),
            "{id} should show {count} measurements with {word:?}, not {rows:?}"
        );
        if id == "r1" {
            let others = second.rows().await?.len();
            ensure!(others == 55, "the other run shows {others} rows of 55");
        }
    }
    second.sort_by("output_tps").await?;
    second.wait_for_fragment("r2.t=-output_tps").await?;
    ensure!(
        !first.fragment().await?.contains("r1.t="),
        "the other run is sorted"
    );
    ensure!(
        first.count().await?.contains("6 of 55"),
        "the first run counts {:?}",
        first.count().await?
    );
    Ok(())
}

async fn restore(visit: &Visit) -> Result<()> {
    let [first, second] = open(visit).await?;
    let (fresh, of_second) = (first.drawn().await?, second.drawn().await?);
    first.choose_metric("ttft_ms").await?;
    first.wait_for_other_picture(&fresh).await?;
    let ttft = first.picture().await?;

    // The contents put an anchor into the address, and the state comes back with a change.
    let driver = visit.browser().driver();
    driver.find(By::Css("a[href='#r2']")).await?.click().await?;
    visit
        .browser()
        .wait_for("the address of the second run", "location.hash === '#r2'")
        .await?;
    second.press_switch("Linear").await?;
    second.wait_for_fragment("r2.s=linear").await?;
    second.wait_for_fragment("r1.m=ttft_ms.median").await?;
    second.wait_for_other_picture(&of_second).await?;
    let linear = second.picture().await?;

    driver.refresh().await?;
    visit.wait_until_alive().await?;
    first.wait_for_picture(&ttft).await?;
    second.wait_for_picture(&linear).await
}

async fn accessible(visit: &Visit) -> Result<()> {
    let browser = visit.browser();
    for scheme in ["light", "dark"] {
        browser.set_scheme(scheme).await?;
        for screen in [WIDE, NARROW] {
            browser.set_screen(screen).await?;
            open(visit).await?;
            let what = format!("the report in {scheme}, {} px wide", screen.width);
            let passed = ensure_faultless(visit, &what).await?;
            for rule in ["color-contrast", "landmark-unique", "heading-order"] {
                let tried = passed.iter().any(|passed| passed == rule);
                ensure!(tried, "axe did not try {rule} on {what}: {passed:?}");
            }
        }
    }
    Ok(())
}

async fn fits(visit: &Visit) -> Result<()> {
    open(visit).await?;
    ensure_prints(visit, REPORT_FILE).await?;
    visit.browser().set_screen(NARROW).await?;
    open(visit).await?;
    ensure_fits(visit, REPORT_FILE).await
}
