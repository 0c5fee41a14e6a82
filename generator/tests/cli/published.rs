//! What a site has for its host, for feed readers, search engines and previews.

use quick_xml::Reader;
use quick_xml::events::Event;
use scraper::{Html, Selector};
use serde_json::json;

use crate::harness::{Outcome, Project};
use crate::serving::result_with;

const ADDRESS: &str = "https://example.org/bench";

/// The text of every element with this name.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut texts, mut open) = (Vec::new(), false);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) if start.name().as_ref() == name => {
                texts.push(String::new());
                open = true;
            }
            Event::End(_) => open = false,
            Event::Text(text) if open => texts.last_mut().unwrap().push_str(&text),
            Event::GeneralRef(entity) if open => {
                let entity = format!("&{};", &*entity);
                let character = quick_xml::escape::unescape(&entity).unwrap();
                texts.last_mut().unwrap().push_str(&character);
            }
            Event::Eof => return texts,
            _ => {}
        }
    }
}

/// Two runs, one of which does not say when it was measured.
fn project() -> Project {
    let project = Project::with_sample("run.txt");
    let fields = json!({ "model_id": "org/<A> & \u{1b}B", "date": "20260806-032200" });
    project.write("dated.json", &result_with(8, &fields).to_string());
    project
}

fn build(project: &Project, more: &[&str]) -> Outcome {
    let arguments = ["build", "run.txt", "dated.json", "--out", "site"];
    let outcome = project.run(&[&arguments[..], more].concat());
    assert_eq!(outcome.code, 0, "{outcome:?}");
    outcome
}

#[test]
fn without_an_address_nothing_is_said_of_one() {
    let project = project();
    build(&project, &[]);
    let files = project.files("site");
    assert!(files.contains_key(".nojekyll") && files.contains_key("404.html"));
    assert!(!files.contains_key("feed.xml") && !files.contains_key("sitemap.xml"));
    for (name, page) in project.pages() {
        assert!(
            !page.contains("og:") && !page.contains("canonical"),
            "{name}"
        );
    }
}

#[test]
fn the_feed_lists_the_runs_that_say_when_they_were_measured() {
    let project = project();
    let outcome = build(&project, &["--base-url", ADDRESS]);
    assert!(
        outcome
            .stderr
            .contains("1 run does not say when it was measured, so the feed leaves it out"),
        "{outcome:?}"
    );
    let feed = project.read("site/feed.xml");
    assert_eq!(texts(&feed, "title")[1..], ["<A> & B with vllm"]);
    assert_eq!(texts(&feed, "published"), ["2026-08-06T03:22:00Z"]);
    let id = &texts(&feed, "id")[1];
    let path = id.strip_prefix("https://example.org/bench/").unwrap();
    assert!(project.path(&format!("site/{path}")).exists(), "{path}");
    assert!(texts(&feed, "summary")[0].ends_with("1 measurement, 1 valid."));
}

#[test]
fn the_sitemap_lists_every_page() {
    let project = project();
    build(&project, &["--base-url", ADDRESS]);
    let mut pages: Vec<String> = project
        .pages()
        .into_keys()
        .map(|name| format!("{ADDRESS}/{}", name.replace("index.html", "")))
        .collect();
    pages.sort();
    let mut listed = texts(&project.read("site/sitemap.xml"), "loc");
    listed.sort();
    assert_eq!(listed, pages);
}

#[test]
fn the_page_for_wrong_addresses_works_at_any_depth() {
    let project = project();
    for (more, links) in [(&[][..], 0), (&["--base-url", ADDRESS][..], 1)] {
        build(&project, more);
        let page = Html::parse_document(&project.read("site/404.html"));
        assert!(page.errors.is_empty(), "{:?}", page.errors);
        let all = Selector::parse("[href], [src]").unwrap();
        let found: Vec<_> = page
            .select(&all)
            .filter_map(|one| one.attr("href"))
            .collect();
        assert_eq!(page.select(&all).count(), links);
        assert!(found.iter().all(|href| *href == format!("{ADDRESS}/")));
    }
}

#[test]
fn a_page_names_its_address_and_its_text_for_previews() {
    let project = project();
    project.write("speedsheet.toml", &format!("base_url = \"{ADDRESS}/\"\n"));
    build(&project, &[]);
    for (name, page) in project.pages() {
        let page = Html::parse_document(&page);
        let content = |selector: &str, attribute: &str| {
            let selector = Selector::parse(selector).unwrap();
            let found = page.select(&selector).next().unwrap();
            found.attr(attribute).unwrap().to_owned()
        };
        let address = format!("{ADDRESS}/{}", name.replace("index.html", ""));
        assert_eq!(content("meta[property='og:url']", "content"), address);
        assert_eq!(content("link[rel=canonical]", "href"), address);
        assert_eq!(
            content("meta[property='og:description']", "content"),
            content("meta[name=description]", "content")
        );
    }
}

#[test]
fn an_address_that_is_none_is_wrong_usage() {
    let project = project();
    for address in ["/bench", "ftp://example.org", "https://example.org/?x"] {
        let arguments = ["build", "run.txt", "--out", "site", "--base-url", address];
        assert_eq!(project.run(&arguments).code, 2, "{address}");
    }
}
