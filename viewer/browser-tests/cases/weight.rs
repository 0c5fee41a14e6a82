//! What a reader downloads for an interactive report.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use libtest_mimic::Trial;

use crate::harness::trial::case;
use crate::harness::visit::{SERVED, Visit};

/// The most that the page of a run and all it loads may weigh, packed, in bytes.
const BUDGET: usize = 120_000;

pub(crate) fn trials() -> Vec<Trial> {
    vec![case(
        "an interactive run page weighs at most 120 kB",
        SERVED,
        weigh,
    )]
}

async fn weigh(visit: &Visit) -> Result<()> {
    let mut heaviest = Load::default();
    for page in visit.site().run_pages()? {
        let load = Load::of(visit, &page).await?;
        if load.total() > heaviest.total() {
            heaviest = load;
        }
    }
    print!("{heaviest}");
    ensure!(heaviest.total() <= BUDGET, "{heaviest}");
    Ok(())
}

/// The files that a page loads, with their packed sizes.
#[derive(Default)]
struct Load(BTreeMap<String, usize>);

impl Load {
    /// Opens a page as a reader does for the first time.
    async fn of(visit: &Visit, page: &str) -> Result<Self> {
        visit.take_requests();
        visit.browser().forget_cache().await?;
        visit.open_alive(page).await?;
        let mut files = BTreeMap::new();
        for request in visit.take_requests() {
            let file = request.file.context("a file is missing")?;
            files.insert(request.path, packed_size(&file)?);
        }
        Ok(Self(files))
    }

    fn total(&self) -> usize {
        self.0.values().sum()
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        writeln!(
            f,
            "the heaviest run page loads {total} B packed; budget {BUDGET} B"
        )?;
        for (path, size) in &self.0 {
            writeln!(f, "{size:>9} B  {path}")?;
        }
        Ok(())
    }
}

/// The size of a file as a host that packs sends it, in bytes.
pub(super) fn packed_size(file: &Path) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    Ok(encoder.finish()?.len())
}
