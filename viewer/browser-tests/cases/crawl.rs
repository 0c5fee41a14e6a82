//! A new project, published below the root of a host: everything that a page leads to is
//! there.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;

use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{SERVED, Visit};
use crate::harness::workshop::Workshop;

pub(crate) fn trials() -> Vec<Trial> {
    vec![case_at(
        "every link of a new project's site is answered",
        SERVED,
        new_project,
        crawl,
    )]
}

fn new_project() -> Result<Site> {
    let workshop = Workshop::new()?;
    workshop.run(&["init"])?;
    workshop.take_sample("qwen3.5-2b-h200-nvl.txt", "results/run.txt")?;
    workshop.build(&["results"])
}

/// What a page leads to: addresses as they are written, and what the browser makes of them.
const LINKS: &str = "return [...document.querySelectorAll('[href], [src]')].map((element) => \
                     [element.getAttribute('href') ?? element.getAttribute('src'), \
                      element.href ?? element.src]);";

/// The first line of what the server answers; asked without a browser, which would download.
fn status_of(address: &str) -> Result<String> {
    let rest = address.strip_prefix("http://").context("not over HTTP")?;
    let (host, path) = rest.split_once('/').context("no path")?;
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line)
}

/// Opens every page, and everything that one leads to, as the server answers it.
async fn crawl(visit: &Visit) -> Result<()> {
    let browser = visit.browser();
    let root = visit.url("");
    let mut seen = BTreeSet::from([root.clone()]);
    let mut pages = VecDeque::from([root.clone()]);
    while let Some(page) = pages.pop_front() {
        browser.open(&page).await?;
        let links: Vec<(String, String)> = browser.script(LINKS).await?;
        ensure!(!links.is_empty(), "{page} leads to nothing");
        for (written, address) in links {
            ensure!(
                !written.starts_with('/') && !written.contains("://"),
                "{page} has the absolute address {written}"
            );
            let address = address.split('#').next().unwrap_or_default().to_owned();
            if written.starts_with("data:") || !seen.insert(address.clone()) {
                continue;
            }
            ensure!(address.starts_with(&root), "{page} leads to {address}");
            if address.ends_with(".html") {
                pages.push_back(address);
            } else {
                let status = status_of(&address)?;
                ensure!(
                    status.contains(" 200 "),
                    "{address} is answered with {status}"
                );
            }
        }
    }
    let missing: Vec<String> = visit
        .take_requests()
        .into_iter()
        .filter(|request| request.file.is_none())
        .map(|request| request.path)
        .collect();
    ensure!(missing.is_empty(), "not there: {missing:?}");
    ensure!(seen.len() >= 10, "only {seen:?}");
    println!("{} addresses, all answered", seen.len());
    Ok(())
}
