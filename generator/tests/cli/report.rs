//! The report: one file with every run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scraper::{ElementRef, Html, Selector};
use sha2::{Digest, Sha256};

use crate::harness::{Outcome, Project, sample, samples};

/// The samples that were there first.
const SEEDS: [&str; 2] = ["qwen3.5-2b-h200-nvl.txt", "qwen3.5-397b-h200-sxm-x4.txt"];

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

/// Writes `report.html` of these inputs.
fn report(project: &Project, inputs: &[&str]) -> Outcome {
    let arguments = [&["report"], inputs, &["-o", "report.html"]].concat();
    project.run(&arguments)
}

/// The report of every sample.
fn of_samples() -> String {
    let project = Project::new();
    let outcome = report(&project, &[samples().to_str().unwrap()]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    project.read("report.html")
}

/// The report of the two seeds.
fn of_seeds() -> String {
    let project = Project::new();
    let paths = SEEDS.map(|name| samples().join(name));
    let outcome = report(
        &project,
        &paths.each_ref().map(|path| path.to_str().unwrap()),
    );
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.starts_with("report.html  2 runs, ") && outcome.stdout.ends_with(" gzip\n"),
        "{outcome:?}"
    );
    assert!(!outcome.stderr.contains("budget"), "{outcome:?}");
    project.read("report.html")
}

#[test]
fn a_report_is_well_formed_and_every_reference_in_it_is_met() {
    let page = Html::parse_document(&of_samples());
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    let ids = select(&page, "[id]");
    let mut ids: Vec<&str> = ids.iter().filter_map(|one| one.attr("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is there twice");

    let mut checked = 0;
    for name in ["href", "data-copy", "aria-labelledby", "aria-describedby"] {
        for element in select(&page, &format!("[{name}]")) {
            for id in element.attr(name).unwrap().split_whitespace() {
                if id.starts_with("data:") {
                    continue;
                }
                let id = id.strip_prefix('#').unwrap_or(id);
                assert!(ids.binary_search(&id).is_ok(), "{name}: {id}");
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn regions_of_several_runs_have_different_names() {
    let page = Html::parse_document(&of_seeds());
    let named = select(&page, "section[aria-labelledby], [role=region][aria-label]");
    let name = |one: &ElementRef| {
        let name = one.attr("aria-labelledby").or(one.attr("aria-label"));
        name.unwrap().to_owned()
    };
    let mut names: Vec<String> = named.iter().map(name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(all > 15, "{names:?}");
    assert_eq!(names.len(), all, "{names:?}");
}

#[test]
fn a_report_leads_nowhere_and_loads_nothing() {
    for html in [of_samples(), of_seeds()] {
        let page = Html::parse_document(&html);
        for element in select(&page, "[href], [src]") {
            let link = element.attr("href").or(element.attr("src")).unwrap();
            assert!(link.starts_with('#') || link.starts_with("data:"), "{link}");
        }
        let loading = "script[src], link[rel=stylesheet], img, iframe, object, embed, form, \
                       base, [style], [onclick], [download], [srcset], [http-equiv=refresh]";
        assert_eq!(select(&page, loading).len(), 0);
        let style: String = select(&page, "style")[0].text().collect();
        assert!(!style.contains("url(") && !style.contains("@import"));
    }
    // Only a text that a source prints could hold an address.
    assert!(!of_seeds().contains("http://") && !of_seeds().contains("https://"));
}

#[test]
fn the_policy_allows_what_is_inside_and_no_other() {
    let page = Html::parse_document(&of_seeds());
    let hash = |element: ElementRef| {
        let text: String = element.text().collect();
        format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
    };
    let hashes = |tag: &str| -> Vec<String> { select(&page, tag).into_iter().map(hash).collect() };
    let policy = select(&page, "meta[http-equiv=Content-Security-Policy]")[0];
    let expected = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data:; \
         base-uri 'none'; form-action 'none'",
        hashes("script").join(" "),
        hashes("style").join(" ")
    );
    assert_eq!(policy.attr("content").unwrap(), expected);
    assert!(hashes("script").len() > 1 && hashes("style").len() == 1);
}

#[test]
fn every_run_has_an_article_and_a_line_in_the_contents() {
    let page = Html::parse_document(&of_seeds());
    let text = |selector: &str| -> Vec<String> {
        let found = select(&page, selector);
        found.iter().map(|one| one.text().collect()).collect()
    };
    assert_eq!(text("article > h2"), text(".runs a"));
    assert_eq!(text("article > h2").len(), 2);
    assert_eq!(select(&page, "h1").len(), 1);
    assert_eq!(select(&page, "article tr[data-index]").len(), 110);
    let keys = select(&page, "article[data-viewer=run]");
    let keys: Vec<_> = keys.iter().map(|one| one.attr("data-key")).collect();
    assert_eq!(keys, [Some("r1"), Some("r2")]);
    // What the viewer gets is as much.
    let script: String = select(&page, "script")[1].text().collect();
    assert_eq!(script.matches('"').count(), 4, "{}", &script[..60]);
}

#[test]
fn a_report_of_one_run_is_like_its_page() {
    let project = Project::with_sample("run.txt");
    report(&project, &["run.txt"]);
    let html = project.read("report.html");
    let page = Html::parse_document(&html);
    assert_eq!(select(&page, "h1").len(), 1);
    assert_eq!(select(&page, "#matrix-decode, #provenance").len(), 2);
    assert_eq!(select(&page, "[data-key='r1'], .runs").len(), 0);
}

#[test]
fn the_theme_of_the_author_is_that_of_the_report() {
    let project = Project::new();
    let red = "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"9\" fill=\"red\"/></svg>";
    project.write("theme/logo.svg", red);
    project.write("theme/extra.css", ":root { --accent: #a0005f; }\n");
    let block = "{% extends \"below/run.html\" %}\n\
                 {% block notes %}{{ super() }}<p>Checked by us.</p>\
                 <img alt=\"\" src=\"{{ root }}{{ assets.files[\"logo.svg\"] }}\">{% endblock notes %}\n";
    project.write("theme/run.html", block);
    project.write("speedsheet.toml", "theme.name = \"paper\"\n");
    let seeds = SEEDS.map(|name| samples().join(name));
    let seeds = seeds.each_ref().map(|path| path.to_str().unwrap());
    let outcome = report(&project, &seeds);
    assert_eq!(outcome.code, 0, "{outcome:?}");

    let page = Html::parse_document(&project.read("report.html"));
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    assert_eq!(select(&page, "article > p").len(), 2 + 2, "kicks and ours");
    let logo = format!("data:image/svg+xml;base64,{}", STANDARD.encode(red));
    let pictures = select(&page, "article img");
    let pictures: Vec<_> = pictures.iter().map(|one| one.attr("src")).collect();
    assert_eq!(pictures, [Some(logo.as_str()); 2]);
    let style: String = select(&page, "style")[0].text().collect();
    assert!(style.contains("Charter") && style.contains("--accent: #a0005f"));
}

#[test]
fn a_theme_that_knows_no_articles_is_told() {
    let project = Project::with_sample("run.txt");
    let own = "<!doctype html><html lang=\"en\"><title>{{ title }}</title></html>";
    project.write("theme/run.html", own);
    project.write("speedsheet.toml", "");
    let outcome = report(&project, &["run.txt"]);
    assert_eq!(outcome.code, 3);
    assert!(
        outcome.stderr.contains("where `kind` is \"article\""),
        "{outcome:?}"
    );
    assert!(!project.path("report.html").exists());
}

#[test]
fn hostile_names_are_text() {
    let hostile = "</script><script>alert(1)</script><!--";
    let project = Project::new();
    project.write("a.txt", &sample().replace("Qwen3.5-2B", hostile));
    project.write("b.txt", &sample().replace("BF16", "</style><b>"));
    project.write(
        "speedsheet.toml",
        &format!("title = \"{hostile}{{{{ 7*7 }}}}\""),
    );
    let outcome = report(&project, &["a.txt", "b.txt"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let html = project.read("report.html");
    assert!(!html.contains("<script>alert"));
    let page = Html::parse_document(&html);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    let title: String = select(&page, "h1")[0].text().collect();
    assert_eq!(title, format!("{hostile}{{{{ 7*7 }}}}"));
    let clean = Html::parse_document(&of_seeds());
    assert_eq!(
        select(&page, "script, style").len(),
        select(&clean, "script, style").len()
    );
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (first, second) = (Project::new(), Project::with_sample("in/a.txt"));
    first.write("in/a.txt", &sample());
    for project in [&first, &second] {
        project.write("in/b.txt", &sample().replace("Qwen3.5-2B", "Other-2B"));
    }
    report(&first, &["in"]);
    let mut command = second.command(&["report", "in/b.txt", "in/a.txt", "-o", "report.html"]);
    let status = command.env("TZ", "Asia/Tokyo").output().unwrap().status;
    assert!(status.success());
    assert_eq!(first.read("report.html"), second.read("report.html"));
}

#[test]
fn a_report_above_its_budget_is_written_with_a_warning() {
    let project = Project::with_sample("run.txt");
    let arguments = ["report", "run.txt", "-o", "report.html", "--budget", "5kB"];
    let outcome = project.run(&arguments);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("more than its budget of 5000 bytes"),
        "{outcome:?}"
    );
    for part in ["viewer", "styles", "pages of 1 run", "data", "Qwen3.5-2B"] {
        assert!(outcome.stderr.contains(part), "{part}: {outcome:?}");
    }
    assert!(project.path("report.html").exists());

    let outcome = project.run(&["report", "run.txt", "-o", "r.html", "--budget", "many"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("such as 250kB"), "{outcome:?}");
}

#[test]
fn only_an_earlier_report_is_replaced() {
    let project = Project::with_sample("run.txt");
    project.write("report.html", "<!doctype html><title>My thesis</title>");
    let outcome = report(&project, &["run.txt"]);
    assert_eq!(outcome.code, 3);
    assert!(
        outcome.stderr.contains("report.html is not a report"),
        "{outcome:?}"
    );
    assert!(project.read("report.html").contains("My thesis"));

    for (out, reason) in [("run.txt", "one of the inputs"), (".", "is a folder")] {
        let outcome = project.run(&["report", "run.txt", "-o", out]);
        assert_eq!(outcome.code, 3);
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    assert_eq!(project.read("run.txt"), sample());

    std::fs::remove_file(project.path("report.html")).unwrap();
    assert_eq!(report(&project, &["run.txt"]).code, 0);
    project.write("run.txt", &sample().replace("Qwen3.5-2B", "Other-2B"));
    assert_eq!(report(&project, &["run.txt"]).code, 0);
    assert!(project.read("report.html").contains("Other-2B"));
}

#[test]
fn nothing_usable_leaves_the_earlier_report() {
    let project = Project::with_sample("run.txt");
    report(&project, &["run.txt"]);
    let earlier = project.read("report.html");
    project.write("run.txt", "nothing");
    assert_eq!(report(&project, &["run.txt"]).code, 3);
    assert_eq!(project.read("report.html"), earlier);
}

#[test]
fn a_report_among_the_inputs_is_passed_over() {
    let project = Project::with_sample("run.txt");
    report(&project, &["."]);
    let first = project.read("report.html");
    let outcome = report(&project, &["."]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("1 run,"), "{outcome:?}");
    assert_eq!(project.read("report.html"), first);
}
