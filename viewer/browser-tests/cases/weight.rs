//! What a reader downloads for an interactive report.

use std::collections::BTreeMap;
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
    let mut report = String::new();
    let mut heaviest = 0;
    for page in visit.site().run_pages()? {
        visit.take_requests();
        visit.browser().forget_cache().await?;
        visit.open_alive(&page).await?;

        let mut files = BTreeMap::new();
        for request in visit.take_requests() {
            let file = request.file.context("a file is missing")?;
            files.insert(request.path, packed_size(&file)?);
        }
        let total = files.values().sum();
        report += &format!("{page}: {total} B packed, budget {BUDGET} B\n");
        for (path, size) in files {
            report += &format!("  {size:>7}  {path}\n");
        }
        heaviest = heaviest.max(total);
    }
    print!("{report}");
    ensure!(heaviest <= BUDGET, "too heavy:\n{report}");
    Ok(())
}

/// The size of a file as a host that packs sends it.
fn packed_size(file: &Path) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    Ok(encoder.finish()?.len())
}
