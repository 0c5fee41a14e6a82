//! What is read of a folder of pages.

use super::*;

fn read(files: &[(&str, &str)]) -> Pages {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        files::write(&folder.path().join(name), text.as_bytes()).unwrap();
    }
    Pages::read(folder.path(), Rules::standard()).unwrap()
}

/// Every finding: the end of its file, its line, and what it says.
fn told(pages: &Pages) -> Vec<String> {
    let findings = pages.documents.iter().flat_map(|document| {
        let name = document.label.rsplit('/').next().unwrap();
        let findings = document.diagnostics.iter();
        findings.map(move |one| format!("{name}: {:?} {}", one.location, one.message))
    });
    findings.collect()
}

#[test]
fn front_matter_says_what_a_page_is_called_and_where_it_stands() {
    let pages = read(&[
        (
            "b.md",
            "+++\ntitle = \"First\"\norder = 1\ndescription = \"D\"\n+++\n\n# Kept\n",
        ),
        ("Our Method.md", "\n# Our *method*\n\nText\n"),
        ("a_page.md", "Text\n"),
        ("guide/setup.md", "+++\nnav = false\norder = 2\n+++\n"),
        ("index.md", "Welcome\n"),
        (".hidden.md", "no"),
    ]);
    assert_eq!(told(&pages), Vec::<String>::new());
    let shape: Vec<_> = pages
        .pages
        .iter()
        .map(|page| (page.path.as_str(), page.title.as_str(), page.nav))
        .collect();
    assert_eq!(
        shape,
        [
            ("b.html", "First", true),
            ("guide/setup.html", "setup", false),
            ("a-page.html", "a page", true),
            ("index.html", "index", true),
            ("our-method.html", "Our method", true),
        ]
    );
    assert_eq!(pages.pages[0].text, "\n\n\n\n\n\n# Kept\n");
    assert_eq!(pages.pages[4].text, "\n\n\nText\n");
    assert!(pages.pages[3].is_home());
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_hides_no_other_page() {
    let pages = read(&[
        ("a.md", "+++\ntitle = \"A\"\nodrer = 1\n+++\nText"),
        ("b.md", "+++\ntitle = \"B\"\n"),
        ("c.md", "---\ntitle: C\n---\n"),
        ("d.md", "---\n\nA rule above.\n"),
        ("404.md", "x"),
        ("сравнение.md", "x"),
        ("runs/x.md", "x"),
        ("e/COM1.md", "x"),
        ("f.txt", "x"),
    ]);
    let told = told(&pages);
    for expected in [
        "404.md: Input \"404\" is no name that a page can have",
        "a.md: Text { line: 3, column: 1, length: 1 } unknown key `odrer`; the nearest is `order`",
        "b.md: Text { line: 1, column: 1, length: 1 } front matter without a line `+++`",
        "c.md: Text { line: 1, column: 1, length: 1 } front matter in YAML, expected TOML",
        "x.md: Input \"runs\" is no name",
        "COM1.md: Input \"com1\" is no name",
        "f.txt: Input neither a page nor a picture",
        "has no letter or digit",
    ] {
        assert!(
            told.iter().any(|one| one.contains(expected)),
            "{expected}: {told:#?}"
        );
    }
    assert_eq!(told.len(), 8, "{told:#?}");
    let names: Vec<&str> = pages.pages.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names, ["d.md"]);
}

#[test]
fn two_pages_cannot_be_at_one_place() {
    let pages = read(&[("a b.md", "first"), ("a-b.md", "second")]);
    assert_eq!(pages.pages.len(), 1);
    assert_eq!(pages.pages[0].text, "first");
    let told = told(&pages);
    assert!(
        told[0].starts_with("a-b.md: Input would be a-b.html in the site, as "),
        "{told:?}"
    );
}

#[test]
fn pages_hold_no_secrets() {
    let token = format!("hf_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2));
    let pages = read(&[("a.md", &format!("+++\ntitle = \"{token}\"\n+++\n{token}"))]);
    assert!(!format!("{pages:?}").contains(&token));
    assert!(pages.documents[0].redacted() > 0);
}

#[test]
fn pictures_are_known_by_their_names() {
    let pages = read(&[("a/shot.PNG", "x"), ("b.svg", "x")]);
    assert_eq!(pages.pictures["a/shot.PNG"].ending(), "png");
    assert_eq!(pages.pictures.len(), 1);
}
