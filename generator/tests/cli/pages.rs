//! What the pages hold.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html, Selector};
use speedsheet_core::display;
use speedsheet_core::model::Run;
use speedsheet_core::query::metrics_present;

use crate::harness::{Project, sample, samples};

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

/// The text of an element with single spaces.
fn text(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn built(inputs: &[&str]) -> (Project, BTreeMap<String, String>) {
    let project = Project::new();
    project.build(inputs);
    let pages = project.pages();
    (project, pages)
}

/// Whether a cell holds the number, with whatever unit and deviation behind it.
fn is_shown(cell: &str, number: &str) -> bool {
    let rest = cell.strip_prefix(number);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// A site of all samples.
fn sample_site() -> (Project, BTreeMap<String, String>) {
    built(&[samples().to_str().unwrap()])
}

#[test]
fn pages_are_well_formed() {
    for (name, page) in sample_site().1 {
        let page = Html::parse_document(&page);
        assert!(page.errors.is_empty(), "{name}: {:?}", page.errors);
        let mut ids: Vec<&str> = select(&page, "[id]")
            .iter()
            .filter_map(|one| one.attr("id"))
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name} has an id twice");
    }
}

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let (project, pages) = sample_site();
    let files = project.files("site");
    for (name, page) in &pages {
        let page = Html::parse_document(page);
        let mut checked = 0;
        for element in select(&page, "[href], [src]") {
            let link = element.attr("href").or(element.attr("src")).unwrap();
            if let Some(id) = link.strip_prefix('#') {
                assert_eq!(
                    select(&page, &format!("[id='{id}']")).len(),
                    1,
                    "{name}: {link}"
                );
                continue;
            }
            let from_root = match (name.split_once('/'), link.strip_prefix("../")) {
                (None, None) => link.to_owned(),
                (Some(_), Some(link)) => link.to_owned(),
                (Some((folder, _)), None) => format!("{folder}/{link}"),
                (None, Some(_)) => panic!("{name}: {link} leads out of the site"),
            };
            assert!(files.contains_key(&from_root), "{name}: {link}");
            checked += 1;
        }
        assert!(checked > 4, "{name}");
    }
}

#[test]
fn every_number_of_every_measurement_is_on_the_page() {
    let (project, pages) = sample_site();
    let samples = samples();
    let runs: Vec<Run> = serde_json::from_str(
        &project
            .run(&["parse", "--group", samples.to_str().unwrap()])
            .stdout,
    )
    .unwrap();
    assert!(runs.len() > 1);
    for run in runs {
        let page = Html::parse_document(&pages[&format!("runs/{}.html", run.slug)]);
        let rows = select(&page, "[data-viewer=table] tr[data-index]");
        assert_eq!(rows.len(), run.measurements.len());
        for (index, one) in run.measurements.iter().enumerate() {
            assert_eq!(
                rows[index].attr("data-index"),
                Some(index.to_string().as_str())
            );
            let cells: Vec<String> = select(&page, &format!("tr[data-index='{index}'] td"))
                .into_iter()
                .map(text)
                .collect();
            for key in metrics_present([one]) {
                let printed = display::measured(one, key);
                let short = printed
                    .trim_end_matches(" tok/s")
                    .trim_end_matches(" req/s");
                assert!(
                    cells.iter().any(|cell| is_shown(cell, short)),
                    "{key} {printed}: {cells:?}"
                );
            }
        }
    }
}

#[test]
fn the_matrix_shows_what_was_measured_and_what_was_not() {
    let project = Project::with_sample("a.txt");
    project.build(&["a.txt"]);
    let page = Html::parse_document(&project.run_page());
    let cells = select(&page, "table.matrix td[data-index]");
    assert_eq!(cells.len(), 48);
    assert_eq!(select(&page, "table.matrix td.wall").len(), 6);
    assert_eq!(
        text(select(&page, "table.matrix td.wall")[0]),
        "∅over capacity"
    );
    assert_eq!(
        text(select(&page, "table.matrix td.h10")[0]),
        "15.2KTTFT 732 ms"
    );
    assert_eq!(
        text(select(&page, ".legend .statuses")[0])
            .matches("Over capacity")
            .count(),
        1
    );
    assert_eq!(select(&page, ".chart svg[role=img][aria-label]").len(), 2);
}

#[test]
fn the_policy_allows_nothing_that_the_page_does_not_bring() {
    for (name, page) in sample_site().1 {
        let page = Html::parse_document(&page);
        let policy = select(&page, "meta[http-equiv=Content-Security-Policy]")[0]
            .attr("content")
            .unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"),
            "{name}"
        );
        assert!(!policy.contains("unsafe-inline"), "{name}");
        assert_eq!(
            select(
                &page,
                "style, [style], script:not([src]), [onclick], iframe"
            )
            .len(),
            0,
            "{name}"
        );
        for script in select(&page, "script, link[rel=stylesheet]") {
            let path = script.attr("src").or(script.attr("href")).unwrap();
            let hash = path.rsplit('.').nth(1).unwrap();
            assert!(
                hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()),
                "{name}: {path}"
            );
        }
    }
}

#[test]
fn hostile_names_are_text() {
    let hostile = "<script>alert(1)</script>{{ 7*7 }}{% raw %}\" onload=x \u{202e}gnp</title>";
    let project = Project::new();
    project.write(
        "a.txt",
        &sample()
            .replace("Qwen3.5-2B", hostile)
            .replace("BF16", "</script><b>"),
    );
    project.write(
        "a.md",
        "{{ 7*7 }} <script>alert(2)</script> [x](javascript:alert(3))",
    );
    let outcome = project.run(&["build", "a.txt", "--out", "site"]);
    assert_eq!(outcome.code, 1, "a link to nowhere: {outcome:?}");
    for (name, page) in project.pages() {
        assert!(!page.contains("<script>alert"), "{name}");
        assert!(!page.contains("javascript:"), "{name}");
        assert!(page.contains("{{ 7*7 }}"), "{name}");
        let page = Html::parse_document(&page);
        assert!(page.errors.is_empty(), "{name}: {:?}", page.errors);
        assert_eq!(
            select(&page, "script:not([src]), [onload]").len(),
            0,
            "{name}"
        );
        assert_eq!(select(&page, "title").len(), 1, "{name}");
    }
}

#[test]
fn a_run_without_decode_says_so_and_what_to_do() {
    let text = sample();
    let project = Project::new();
    let (head, rest) = text.split_once("Sustained decode\n").unwrap();
    let table = rest.split_once("All measurements").unwrap().1;
    let prefill_only: String = table
        .lines()
        .filter(|line| !line.starts_with("| Sustained"))
        .map(|line| format!("{line}\n"))
        .collect();
    project.write("a.txt", &format!("{head}All measurements{prefill_only}"));
    project.build(&["a.txt"]);
    let page = project.run_page();
    assert!(page.contains("This run measured prefill only"));
    assert!(page.contains("90.1K"));
    assert_eq!(
        select(&Html::parse_document(&page), "table.matrix").len(),
        0
    );
}

#[test]
fn an_input_that_ends_early_is_said_to_be_incomplete() {
    let text = sample();
    let project = Project::new();
    project.write("a.txt", &text[..text.len() * 3 / 4]);
    let outcome = project.run(&["build", "a.txt", "--out", "site"]);
    assert!(outcome.code <= 1, "{outcome:?}");
    assert!(project.run_page().contains("<b>Incomplete input.</b>"));
    assert!(project.read("site/index.html").contains("incomplete input"));
}

#[test]
fn a_small_input_is_offered_and_a_large_one_is_said_to_be_large() {
    let project = Project::with_sample("a.txt");
    project.write("b.txt", &format!("{}\n{}", sample(), " \n".repeat(300_000)));
    project.run(&["build", "a.txt", "b.txt", "--no-group", "--out", "site"]);
    let files = project.files("site");
    let copies: Vec<&String> = files
        .keys()
        .filter(|path| path.starts_with("data/input-"))
        .collect();
    assert_eq!(copies.len(), 1, "{copies:?}");
    let copy = String::from_utf8_lossy(&files[copies[0]]);
    assert!(copy.contains("Sustained decode"));
    let pages = project.pages();
    let runs: Vec<&String> = pages
        .iter()
        .filter(|(path, _)| path.starts_with("runs/"))
        .map(|(_, page)| page)
        .collect();
    let offered = |page: &&&String| page.contains(copies[0].as_str());
    let refused = |page: &&&String| page.contains("not offered: it has");
    assert_eq!(runs.iter().filter(offered).count(), 1);
    assert_eq!(runs.iter().filter(refused).count(), 1);
}
