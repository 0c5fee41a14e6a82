//! What is tested, by subject.

use anyhow::Result;
use libtest_mimic::Trial;

use crate::harness::trial::case;
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, SERVED, Visit};

mod accessibility;
mod corpus;
mod crawl;
mod failure;
mod families;
mod harness;
mod hostile;
mod index;
mod layout;
mod matrix;
mod paper;
mod report;
mod scriptless;
mod serve;
mod small;
mod standalone;
mod table;
mod weight;
mod written;

/// Every case, in every setting it is for.
pub(crate) fn all() -> Vec<Trial> {
    [
        harness::trials(),
        scriptless::trials(),
        matrix::trials(),
        table::trials(),
        index::trials(),
        families::trials(),
        small::trials(),
        failure::trials(),
        standalone::trials(),
        report::trials(),
        layout::trials(),
        accessibility::trials(),
        weight::trials(),
        written::trials(),
        paper::trials(),
        hostile::trials(),
        crawl::trials(),
        serve::trials(),
        corpus::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A case over HTTP and from disk, and from disk in Firefox too.
fn everywhere<F>(name: &str, run: F) -> Vec<Trial>
where
    F: AsyncFn(&Visit) -> Result<()> + Copy + Send + 'static,
{
    [SERVED, FROM_DISK, FROM_DISK_IN_FIREFOX]
        .map(|setting| case(name, setting, run))
        .into()
}
