//! The harness itself: a check that can't fail proves nothing.

use std::fs;

use anyhow::Result;
use libtest_mimic::Trial;

use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{FROM_DISK_IN_FIREFOX, SERVED, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for setting in [SERVED, FROM_DISK_IN_FIREFOX] {
        trials.extend([
            case_at(
                "a message on the console is noticed",
                setting,
                noisy,
                console,
            ),
            case_at("an error of a script is noticed", setting, broken, console),
        ]);
    }
    trials.push(case_at(
        "a missing file is noticed",
        SERVED,
        lacking,
        requests,
    ));
    trials.push(case_at(
        "a foreign file is noticed",
        SERVED,
        foreign,
        requests,
    ));
    trials
}

fn noisy() -> Result<Site> {
    site_of("console.warn('heard')")
}

fn broken() -> Result<Site> {
    site_of("heard.nowhere()")
}

fn lacking() -> Result<Site> {
    site_of("document.createElement('img').src = 'nowhere.png'")
}

fn foreign() -> Result<Site> {
    // Port 9 throws away what it is sent; nobody is asked for anything.
    site_of("document.createElement('img').src = 'http://127.0.0.1:9/elsewhere.png'")
}

/// A site of one page with one script.
fn site_of(script: &str) -> Result<Site> {
    let site = Site::empty()?;
    let icon = "<link rel=\"icon\" href=\"data:,\">";
    let page = format!("<!doctype html><title>Test</title>{icon}<script>{script}</script>");
    fs::write(site.root().join("index.html"), page)?;
    Ok(site)
}

async fn console(visit: &Visit) -> Result<()> {
    visit.open("index.html").await?;
    let heard = async || {
        let lines = visit.browser().take_console().await?;
        Ok(lines.iter().any(|line| line.contains("heard")))
    };
    visit
        .browser()
        .until("the console to be heard", heard)
        .await
}

async fn requests(visit: &Visit) -> Result<()> {
    visit.open("index.html").await?;
    let noticed = async || Ok(visit.check_requests().await.is_err());
    visit
        .browser()
        .until("the request to be noticed", noticed)
        .await?;
    // The browser complains of it as well; that is not what is tested here.
    visit.browser().take_console().await?;
    Ok(())
}
