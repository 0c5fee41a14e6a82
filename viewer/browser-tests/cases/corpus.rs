//! Every page of a site of real files, where the machine has them.

use anyhow::{Context, Result};
use libtest_mimic::Trial;

use super::layout;
use crate::harness::site::Site;
use crate::harness::trial::{CORPUS, case_at};
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, SERVED, Setting, Visit};

pub(crate) fn trials() -> Vec<Trial> {
    if std::env::var_os(CORPUS).is_none() {
        return Vec::new();
    }
    let at =
        |name: &str, setting: Setting| case_at(name, setting, || Site::from_env(CORPUS), open_all);
    vec![
        at("every page of real files opens", FROM_DISK),
        at("every page of real files opens", FROM_DISK_IN_FIREFOX),
        case_at(
            "no page of real files scrolls sideways on a phone",
            SERVED,
            || Site::from_env(CORPUS),
            layout::narrow,
        ),
    ]
}

/// Opens one page after the other; the console is looked at when all were open.
async fn open_all(visit: &Visit) -> Result<()> {
    let pages = visit.site().pages()?;
    for page in &pages {
        visit.open_alive(page).await?;
        visit.check().await.with_context(|| page.clone())?;
    }
    println!("{} pages", pages.len());
    Ok(())
}
