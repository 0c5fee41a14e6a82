//! Themes lie in layers: the author's files over a named theme over the default one.

use crate::harness::{Project, samples};

fn project() -> Project {
    Project::with_sample("run.txt")
}

/// The styles of the built site.
fn style(project: &Project) -> String {
    let files = project.files("site");
    let mut styles = files
        .into_iter()
        .filter(|(name, _)| name.starts_with("assets/style."));
    let (_, style) = styles.next().unwrap();
    assert!(styles.next().is_none());
    String::from_utf8(style).unwrap()
}

/// The part of a page between two marks.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let rest = page.split_once(start).unwrap().1;
    rest.split_once(end).unwrap().0
}

#[test]
fn a_theme_that_changes_one_block_and_one_colour_leaves_the_rest() {
    for name in ["default", "paper"] {
        let project = project();
        project.write("speedsheet.toml", &format!("theme.name = \"{name}\"\n"));
        project.build(&["run.txt"]);
        let (page, plain) = (project.run_page(), style(&project));

        project.write("theme/extra.css", ":root { --accent: #a0005f; }\n");
        let block = "{% extends \"below/run.html\" %}\n\
                     {% block notes %}{{ super() }}<p>Checked by us.</p>{% endblock notes %}\n";
        project.write("theme/run.html", block);
        project.build(&["run.txt"]);

        assert_eq!(
            style(&project),
            format!("{plain}:root {{ --accent: #a0005f; }}\n"),
            "{name}"
        );
        let themed = project.run_page();
        assert!(!page.contains("Checked by us."));
        assert!(themed.contains("<p>Checked by us.</p>"), "{name}");
        let matrix = |page: &str| between(page, "id=\"matrix-decode\"", "</section>").to_owned();
        assert_eq!(matrix(&themed), matrix(&page), "{name}");
        let headings = |page: &str| page.matches("<h2").count();
        assert_eq!(headings(&themed), headings(&page), "{name}");
    }
}

#[test]
fn paper_is_another_theme() {
    let project = project();
    project.build(&["run.txt"]);
    let (page, plain) = (project.run_page(), style(&project));
    let outcome = project.run(&["build", "run.txt", "--theme", "paper", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_ne!(style(&project), plain);
    let before_results = |page: &str| {
        let setup = page.find("facts-heading").unwrap();
        setup < page.find("id=\"matrix-decode\"").unwrap()
    };
    assert!(before_results(&project.run_page()) && !before_results(&page));
}

#[test]
fn what_is_wrong_with_a_theme_is_told_with_its_place_and_nothing_is_changed() {
    let project = project();
    project.build(&["run.txt"]);
    let before = project.files("site");
    project.write("speedsheet.toml", "");
    for (file, text, told) in [
        ("run.html", "{{ page.title", "theme/run.html:1:"),
        ("index.html", "\n{{ page.titel }}", "theme/index.html:2:"),
        (
            "run.html",
            "{% extends \"belo/run.html\" %}",
            "belo/run.html",
        ),
        ("notes.txt", "", "theme/notes.txt is no file of a theme"),
    ] {
        project.write(&format!("theme/{file}"), text);
        let outcome = project.run(&["build", "run.txt", "--out", "site"]);
        assert_eq!(outcome.code, 3, "{file}: {outcome:?}");
        assert!(outcome.stderr.contains(told), "{outcome:?}");
        assert_eq!(project.files("site"), before);
        std::fs::remove_file(project.path("theme").join(file)).unwrap();
    }
    let outcome = project.run(&["build", "run.txt", "--theme", "papre", "--out", "site"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome.stderr.contains("did you mean paper?"),
        "{outcome:?}"
    );
    project.write("speedsheet.toml", "theme.folder = \"own\"\n");
    let outcome = project.run(&["build", "run.txt", "--out", "site"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("the theme in own\n"), "{outcome:?}");
}

#[test]
fn an_own_picture_can_be_shown() {
    let project = project();
    project.write("speedsheet.toml", "");
    project.write(
        "theme/logo.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    );
    let block = "{% extends \"below/base.html\" %}{% block footer %}\
                 <img src=\"{{ root }}{{ assets.files[\"logo.svg\"] }}\" alt=\"Us\">{% endblock footer %}";
    project.write("theme/base.html", block);
    project.build(&["run.txt"]);
    let page = project.run_page();
    let path = between(&page, "<img src=\"../", "\"");
    assert!(project.path(&format!("site/{path}")).exists(), "{path}");
}

#[test]
fn an_exported_theme_gives_the_same_site_and_is_never_overwritten() {
    let project = project();
    project.write("speedsheet.toml", "");
    project.build(&["run.txt"]);
    let before = project.files("site");
    let outcome = project.run(&["theme", "export"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("theme/run.html\n"), "{outcome:?}");
    project.build(&["run.txt"]);
    assert_eq!(project.files("site"), before);
    project.write("theme/run.html", "mine");
    let outcome = project.run(&["theme", "export"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert_eq!(project.read("theme/run.html"), "mine");
}

#[test]
fn every_sample_has_a_page_in_paper() {
    let project = Project::new();
    let samples = samples();
    let inputs = ["build", samples.to_str().unwrap(), "--theme", "paper"];
    let outcome = project.run(&[&inputs[..], &["--out", "site"]].concat());
    assert_eq!(outcome.code, 0, "{outcome:?}");
}
