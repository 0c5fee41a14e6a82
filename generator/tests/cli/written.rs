//! Pages that the author wrote.

use scraper::{ElementRef, Html, Selector};
use serde_json::Value;

use crate::harness::Project;

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: &ElementRef<'_>) -> String {
    element.text().collect()
}

/// A project with one result and these pages.
fn project(pages: &[(&str, &str)]) -> Project {
    let project = Project::with_sample("results/run.txt");
    project.write("speedsheet.toml", "");
    for (name, text) in pages {
        project.write(&format!("pages/{name}"), text);
    }
    project
}

fn page(project: &Project, path: &str) -> Html {
    Html::parse_document(&project.read(&format!("site/{path}")))
}

#[test]
fn pages_stand_in_the_navigation_in_the_order_that_they_ask_for() {
    let project = project(&[
        (
            "method.md",
            "+++\ntitle = \"How we measure\"\norder = 1\n+++\n## Machines\n",
        ),
        ("about.md", "# About\n\nUs.\n"),
        (
            "guide/setup.md",
            "+++\norder = 2\n+++\n# Setup\n\n[How](../method.md#machines)\n",
        ),
        ("legal.md", "+++\nnav = false\n+++\n# Legal\n"),
    ]);
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for (path, root, current) in [
        ("index.html", "", "Runs"),
        ("about.html", "", "About"),
        ("guide/setup.html", "../", "Setup"),
        ("legal.html", "", ""),
    ] {
        let page = page(&project, path);
        let links = select(&page, "header nav a");
        let shown: Vec<(String, &str)> = links
            .iter()
            .map(|link| (text(link), link.attr("href").unwrap()))
            .collect();
        let expected = [
            ("Runs", "index.html"),
            ("How we measure", "method.html"),
            ("Setup", "guide/setup.html"),
            ("About", "about.html"),
        ];
        let expected = expected.map(|(title, link)| (title.to_owned(), format!("{root}{link}")));
        let shown: Vec<_> = shown
            .into_iter()
            .map(|(title, link)| (title, link.to_owned()))
            .collect();
        assert_eq!(shown, expected, "{path}");
        let marked = select(&page, "nav [aria-current=page]");
        assert_eq!(
            marked.iter().map(text).collect::<String>(),
            current,
            "{path}"
        );
    }
    let setup = page(&project, "guide/setup.html");
    assert_eq!(select(&setup, "h1").len(), 1);
    let link = select(&setup, ".prose a")[0];
    assert_eq!(link.attr("href"), Some("../method.html#machines"));
    let method = page(&project, "method.html");
    assert_eq!(select(&method, "h2#machines").len(), 1);
    // Without anything to bring to life there is no program to download.
    assert_eq!(select(&method, "script").len(), 1);
}

#[test]
fn a_page_shows_what_it_asks_for() {
    let text_of_page = "# Compared\n\nBefore.\n\n{{ heatmap run.txt }}\n\nBetween.\n\n\
                        {{ chart run.txt prefill }}\n\n{{ table run.txt }}\n\n{{ runs }}\n";
    let project = project(&[("deep/compared.md", text_of_page)]);
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let page = page(&project, "deep/compared.html");
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    let keys = select(&page, "[data-viewer=run]");
    let keys: Vec<_> = keys
        .iter()
        .map(|one| one.attr("data-key").unwrap())
        .collect();
    assert_eq!(keys, ["r1", "r2", "r3"]);
    assert_eq!(
        select(&page, "#r1 #r1-matrix-decode td[data-index]").len(),
        48
    );
    assert_eq!(select(&page, "#r2 svg").len(), 2);
    assert_eq!(select(&page, "#r3 tr[data-index]").len(), 55);
    let own = project.run_page_path();
    for link in select(&page, ".insert > .kick a, .runs a") {
        assert_eq!(link.attr("href").unwrap(), format!("../{own}"));
    }
    // The viewer has the data of each, in their order, and itself.
    let scripts = select(&page, "script[defer]");
    let scripts: Vec<&str> = scripts.iter().filter_map(|one| one.attr("src")).collect();
    assert_eq!(
        scripts
            .iter()
            .filter(|src| src.starts_with("../data/"))
            .count(),
        3
    );
    let mut ids: Vec<_> = select(&page, "[id]")
        .iter()
        .filter_map(|one| one.attr("id"))
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is there twice");
    for element in select(&page, "[aria-labelledby], [aria-describedby]") {
        let named = element
            .attr("aria-labelledby")
            .or(element.attr("aria-describedby"));
        for id in named.unwrap().split_whitespace() {
            assert!(ids.contains(&id), "{id}");
        }
    }
}

#[test]
fn what_the_author_says_above_the_list_is_in_index_md() {
    let project = project(&[(
        "index.md",
        "Hello [runs](run:run.txt).\n\n{{ heatmap run.txt }}\n",
    )]);
    project.build(&["results"]);
    let page = page(&project, "index.html");
    assert_eq!(text(&select(&page, ".prose")[0]).trim(), "Hello runs.");
    assert_eq!(select(&page, "[data-viewer=run] td[data-index]").len(), 48);
    assert_eq!(select(&page, "[data-viewer=runs] [data-run]").len(), 1);
    assert_eq!(select(&page, "header nav a").len(), 1);
}

#[test]
fn a_dead_link_is_an_error_with_its_file_and_line_and_hides_nothing() {
    let project = project(&[
        (
            "a.md",
            "+++\ntitle = \"A\"\n+++\n\nSee [this](b.md),\n[that](run:run.json).\n\n{{ chart nothing }}\n",
        ),
        ("b2.md", "[a](a.md#nowhere)\n"),
    ]);
    project.write(
        "results/run.md",
        "A [note](../pages/a.md), and\n\n[another](../pages/c.md).\n",
    );
    for arguments in [
        &["build", "results", "--out", "site"][..],
        &["check", "results"],
    ] {
        let outcome = project.run(arguments);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let said = outcome.stderr + &outcome.stdout;
        for place in [
            "pages/a.md:5:5",
            "pages/a.md:6:1",
            "pages/a.md:8:1",
            "pages/b2.md:1:1",
            "the note of results/run.txt:3:1",
        ] {
            assert!(said.contains(place), "{place}: {said}");
        }
        assert!(
            said.contains("b2.md") && said.contains("run.txt"),
            "the nearest: {said}"
        );
    }
    let a = page(&project, "a.html");
    assert_eq!(select(&a, ".prose a").len(), 0);
    assert_eq!(text(&select(&a, ".prose p")[0]), "See this,\nthat.");
    let run = project.run_page();
    assert!(run.contains("<a href=\"../a.html\""), "{run}");
    assert!(run.contains("another"), "the text of a dead link stays");

    let outcome = project.run(&["check", "results", "--json"]);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(report["texts"][0]["file"], "pages/a.md");
    assert_eq!(
        report["texts"][0]["diagnostics"][0]["location"]["text"]["line"],
        5
    );
    assert_eq!(report["errors"], 5);
}

#[test]
fn pages_are_no_inputs_and_pictures_come_along() {
    let project = project(&[(
        "a.md",
        "![A screen](shots/one.png)\n\n![far](https://example.org/x.png)\n",
    )]);
    project.write("pages/shots/one.png", "not really a picture");
    let outcome = project.run(&["check", ".", "--json"]);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(report["files"].as_array().unwrap().len(), 1, "{report}");
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stderr.contains("pages/a.md:3:1"), "{outcome:?}");
    let a = page(&project, "a.html");
    let pictures = select(&a, "img");
    assert_eq!(pictures.len(), 1);
    assert_eq!(pictures[0].attr("alt"), Some("A screen"));
    assert_eq!(
        project.read(&format!("site/{}", pictures[0].attr("src").unwrap())),
        "not really a picture"
    );
}

#[test]
fn a_broken_page_hides_no_other() {
    let project = project(&[("a.md", "+++\ntitel = \"A\"\n+++\n"), ("b.md", "# B\n")]);
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("pages/a.md:2:1: error: unknown key `titel`; the nearest is `title`"),
        "{outcome:?}"
    );
    assert!(project.path("site/b.html").exists());
    assert!(!project.path("site/a.html").exists());
    assert!(
        project
            .path(&format!("site/{}", project.run_page_path()))
            .exists()
    );
}

#[test]
fn another_folder_can_hold_the_pages() {
    let project = project(&[("a.md", "# A\n")]);
    project.write("docs/b.md", "# B\n");
    project.write("speedsheet.toml", "pages.folder = \"docs\"\n");
    project.build(&["results"]);
    assert!(project.path("site/b.html").exists());
    assert!(!project.path("site/a.html").exists());
    project.write("speedsheet.toml", "pages.folder = \"dosc\"\n");
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome.stderr.contains("failed to read the pages in dosc"),
        "{outcome:?}"
    );
}

#[test]
fn pages_are_in_the_sitemap_and_the_manifest() {
    let project = project(&[("guide/a.md", "# A\n")]);
    project.write(
        "speedsheet.toml",
        "base_url = \"https://example.org/bench/\"\n",
    );
    project.build(&["results"]);
    assert!(
        project
            .read("site/sitemap.xml")
            .contains("https://example.org/bench/guide/a.html")
    );
    assert!(project.read("site/manifest.json").contains("guide/a.html"));
    assert_eq!(project.run(&["verify", "site"]).code, 0);
}
