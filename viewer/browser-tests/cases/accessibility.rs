//! What axe-core finds wrong, in light and dark, on a wide screen and on a phone.

use std::fs;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use serde::Deserialize;

use crate::harness::browser::{NARROW, WIDE};
use crate::harness::site::path_from_env;
use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        case(
            "axe finds no fault in light",
            SERVED,
            async |visit: &Visit| check(visit, "light").await,
        ),
        case(
            "axe finds no fault in dark",
            SERVED,
            async |visit: &Visit| check(visit, "dark").await,
        ),
    ]
}

/// What axe says of a page.
#[derive(Deserialize)]
struct Report {
    violations: Vec<Violation>,
    /// Rules that were tried and hold.
    passed: Vec<String>,
}

/// A rule that a page breaks.
#[derive(Deserialize)]
struct Violation {
    id: String,
    help: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    html: String,
    #[serde(rename = "failureSummary")]
    summary: String,
}

async fn check(visit: &Visit, scheme: &str) -> Result<()> {
    let browser = visit.browser();
    browser.set_scheme(scheme).await?;
    let mut pages = visit.site().pages()?;
    // States that show what the plain page hides.
    let run = visit.site().run_page("qwen3-5-2b")?;
    pages.extend(["sel=8192,128&st=valid", "v=table"].map(|state| format!("{run}#{state}")));
    for screen in [WIDE, NARROW] {
        browser.set_screen(screen).await?;
        for page in &pages {
            // From one state of a page to another there would be nothing to load.
            browser.open("about:blank").await?;
            visit.open_alive(page).await?;
            let what = format!("{page} in {scheme}, {} px wide", screen.width);
            let passed = ensure_faultless(visit, &what).await?;
            // Nothing is found wrong on an empty page either.
            let tried = ["color-contrast", "link-name", "td-headers-attr"];
            ensure!(
                tried
                    .iter()
                    .all(|rule| passed.iter().any(|passed| passed == rule)),
                "of {tried:?} axe tried only some on {what}: {passed:?}"
            );
        }
    }
    Ok(())
}

/// Fails when axe finds a fault in the page that is open; returns the rules that hold.
pub(super) async fn ensure_faultless(visit: &Visit, what: &str) -> Result<Vec<String>> {
    let report = run_axe(visit).await?;
    ensure!(
        report.violations.is_empty(),
        "{what}:\n{}",
        describe(&report.violations)
    );
    Ok(report.passed)
}

/// Runs axe in the page that is open.
async fn run_axe(visit: &Visit) -> Result<Report> {
    let path = path_from_env("SPEEDSHEET_AXE")?;
    let axe = fs::read_to_string(&path)
        .with_context(|| format!("failed to read axe from {}", path.display()))?;
    let body = format!(
        "{axe};
        const done = arguments[arguments.length - 1];
        axe.run(document).then(
          ({{ violations, passes }}) => done({{ violations, passed: passes.map((rule) => rule.id) }}),
          (error) => done(String(error)),
        );"
    );
    let found = visit.browser().driver().execute_async(body, []).await?;
    found
        .convert()
        .with_context(|| format!("axe failed: {}", found.json()))
}

fn describe(violations: &[Violation]) -> String {
    let mut text = String::new();
    for Violation { id, help, nodes } in violations {
        text += &format!("{id}: {help}, {} times, first:\n", nodes.len());
        for node in nodes.iter().take(3) {
            text += &format!("  {}\n  {}\n", node.html, node.summary.replace('\n', " "));
        }
    }
    text
}
