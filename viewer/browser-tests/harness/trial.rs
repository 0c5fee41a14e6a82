//! A case as the test runner sees it.

use std::fs;

use anyhow::Result;
use libtest_mimic::{Failed, Trial};

use super::site::{Site, path_from_env};
use super::visit::{Setting, Visit};

/// Names the folder of the site of the samples.
pub(crate) const SITE: &str = "SPEEDSHEET_SITE";

/// Names the folder of a site of real files; not set where the machine has none.
pub(crate) const CORPUS: &str = "SPEEDSHEET_CORPUS_SITE";

/// Names the folder of a report of two samples.
pub(crate) const REPORT: &str = "SPEEDSHEET_REPORT";

/// Names the folder of the stand-alone page of the viewer.
pub(crate) const STANDALONE: &str = "SPEEDSHEET_STANDALONE";

/// A case at the site of the samples.
pub(crate) fn case<F>(name: &str, setting: Setting, case: F) -> Trial
where
    F: AsyncFnOnce(&Visit) -> Result<()> + Send + 'static,
{
    case_at(name, setting, || Site::from_env(SITE), case)
}

/// A case at any site.
pub(crate) fn case_at<S, F>(name: &str, setting: Setting, site: S, case: F) -> Trial
where
    S: FnOnce() -> Result<Site> + Send + 'static,
    F: AsyncFnOnce(&Visit) -> Result<()> + Send + 'static,
{
    let name = format!("{name}, {setting}");
    let picture = format!("{}.png", name.replace([' ', ','], "_"));
    Trial::test(name, move || {
        let run = async {
            let visit = Visit::start(setting, site()?).await?;
            let folder = path_from_env("SPEEDSHEET_FAILURES")?;
            fs::create_dir_all(&folder)?;
            let outcome = case(&visit).await;
            visit.finish(outcome, &folder.join(picture)).await
        };
        block_on(run)
    })
}

/// Runs a case to its end and prepares its failure for the runner.
pub(crate) fn block_on(case: impl Future<Output = Result<()>>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime
        .block_on(case)
        .map_err(|error| Failed::from(format!("{error:#}")))
}
