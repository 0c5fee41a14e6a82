//! What Markdown becomes.

use super::*;

/// Knows `a.md` and `a.png`.
struct Known;

impl Links for Known {
    fn link(&self, target: &str) -> Result<String, Dead> {
        match target {
            "a.md" => Ok("a.html#b".to_owned()),
            "https://example.org/?q=a:b" => Ok(target.to_owned()),
            _ => Err(Dead::new(format!("no page {target}"))),
        }
    }

    fn picture(&self, target: &str) -> Result<String, Dead> {
        match target {
            "a.png" => Ok("assets/a.png".to_owned()),
            _ => Err(Dead::new(format!("no picture {target}"))),
        }
    }
}

fn style() -> Style {
    Style {
        below: 1,
        prefix: String::new(),
        shortcodes: true,
    }
}

fn rendered(text: &str) -> Rendered {
    render(text, &style(), &Known)
}

#[test]
fn headings_stand_below_those_of_the_page() {
    let text = "# a\n\n## b\n\n### c\n\n###### d";
    let at = |below| {
        let style = Style { below, ..style() };
        let html = render(text, &style, &Known).html();
        let levels = html
            .match_indices("<h")
            .map(|(at, _)| html[at + 2..].chars().next());
        levels.flatten().collect::<String>()
    };
    assert_eq!(at(1), "2236");
    assert_eq!(at(2), "3346");
    assert_eq!(at(3), "4456");
}

#[test]
fn headings_can_be_linked_to() {
    let style = Style {
        prefix: "note-".to_owned(),
        ..style()
    };
    let text = "## Why *this* `x`\n\n## Why this x";
    assert_eq!(anchors(text), ["why-this-x", "why-this-x-2"]);
    let html = render(text, &style, &Known).html();
    assert!(html.contains("<h2 id=\"note-why-this-x\">"), "{html}");
    assert!(html.contains("<h2 id=\"note-why-this-x-2\">"), "{html}");
}

#[test]
fn tables_code_tasks_and_strikes_are_kept() {
    let html = rendered("|a|\n|-|\n|1|\n\n```sh\n<b> & $x\n```\n\n- [x] done\n\n~~old~~").html();
    for part in [
        "<td>1</td>",
        "&lt;b&gt; &amp; $x",
        "☑ done",
        "<del>old</del>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[test]
fn footnotes_are_numbered_by_their_references_and_listed_below() {
    let text =
        "One[^b] two[^a] again[^b].\n\n[^a]: Of *a*.\n\n[^b]: Of b.\n\nThe end.\n\n[^c]: Alone.";
    let rendered = rendered(text);
    let html = rendered.html();
    let end = html.find("The end.").unwrap();
    let (first, second) = (
        html.find("Of b.").unwrap(),
        html.find("Of <em>a</em>.").unwrap(),
    );
    assert!(
        end < first && first < second && second < html.find("Alone.").unwrap(),
        "{html}"
    );
    assert_eq!(html.matches("href=\"#footnote-1\"").count(), 2, "{html}");
    assert_eq!(html.matches("id=\"footnote-ref-1\"").count(), 1, "{html}");
    assert!(html.contains("<li id=\"footnote-2\">"), "{html}");
    assert!(html.contains("href=\"#footnote-ref-2\""), "{html}");
    assert!(html.contains("<ol class=\"footnotes\">"), "{html}");
    assert!(!html.contains("own-"), "{html}");
}

#[test]
fn links_lead_where_they_are_said_to_and_dead_ones_are_told_with_their_place() {
    let text = "[one](a.md) [two](https://example.org/?q=a:b) <x@example.org>\n\n\
                [**three**](b.md) ![four](c.png) ![five](a.png)";
    let rendered = rendered(text);
    let html = rendered.html();
    assert!(html.contains("<a href=\"a.html#b\""), "{html}");
    assert!(
        html.contains("<a href=\"https://example.org/?q=a:b\""),
        "{html}"
    );
    assert!(html.contains("<a href=\"mailto:x@example.org\""), "{html}");
    assert!(html.contains("<strong>three</strong> four"), "{html}");
    assert!(
        html.contains("<img src=\"assets/a.png\" alt=\"five\" />"),
        "{html}"
    );
    let told: Vec<(&str, &str)> = rendered
        .problems
        .iter()
        .map(|one| (&text[one.range.clone()], one.dead.message.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("[**three**](b.md)", "no page b.md"),
            ("![four](c.png)", "no picture c.png")
        ]
    );
}

#[test]
fn html_can_neither_run_nor_load_nor_lead_into_the_site() {
    let text = "<script>alert(1)</script><img src=https://x/y onerror=alert(1)>\
                <a href=\"javascript:alert(1)\" style=\"color:red\">a</a> <a href=\"../x\">r</a>\n\n\
                <p id=\"content\" class=\"alert\">p</p><iframe src=x></iframe><input name=q>\n\n\
                <a href=\"https://example.org\">out</a> <q cite=\"x\">q</q> <b>bold</b>";
    let html = rendered(text).html();
    for part in [
        "script",
        "alert",
        "https://x",
        "../x",
        "style",
        "id=",
        "iframe",
        "name",
        "cite",
    ] {
        assert!(!html.contains(part), "{part} is in {html}");
    }
    assert!(html.contains("href=\"https://example.org\""), "{html}");
    assert!(html.contains("<b>bold</b>"), "{html}");
}

#[test]
fn what_was_redacted_is_told_where_it_stood() {
    for text in ["key <redacted> here", "<redacted>\n", "- <redacted>"] {
        let html = rendered(text).html();
        assert!(html.contains("&lt;redacted&gt;"), "{text}: {html}");
    }
}

#[test]
fn a_paragraph_of_its_own_can_be_a_shortcode() {
    let text = "One.\n\n{{ heatmap a_b_c.json }}\n\nTwo {{ runs }}.\n\n`{{ runs }}`\n\n\
                - {{ runs }}\n\n    {{ runs }}\n\n{{ runs }}";
    let rendered = rendered(text);
    let shape: Vec<&str> = rendered
        .blocks
        .iter()
        .map(|block| match block {
            Block::Html(_) => "text",
            Block::Shortcode(wanted) => &text[wanted.range.clone()],
        })
        .collect();
    assert_eq!(
        shape,
        ["text", "{{ heatmap a_b_c.json }}", "text", "{{ runs }}"]
    );
    assert_eq!(rendered.html().matches("{{ runs }}").count(), 4);
    assert_eq!(rendered.problems, []);
}

#[test]
fn a_shortcode_that_means_nothing_is_told_and_stays_as_text() {
    let text = "{{ 7 * 7 }}";
    let rendered = rendered(text);
    assert!(rendered.html().contains("{{ 7 * 7 }}"));
    assert_eq!(rendered.problems[0].range, 0..text.len());
    let plain = Style {
        shortcodes: false,
        ..style()
    };
    let rendered = render(text, &plain, &Known);
    assert!(rendered.html().contains("{{ 7 * 7 }}"));
    assert_eq!(rendered.problems, []);
}

#[test]
fn a_text_that_guesses_at_our_marks_changes_nothing() {
    let text = "own-0-0.\n\n<p id=\"own-0-x\">p</p>\n\n{{ runs }}";
    let rendered = rendered(text);
    assert_eq!(rendered.blocks.len(), 2);
    assert!(!rendered.html().contains("id="));
}

#[test]
fn the_title_is_the_heading_that_a_text_begins_with() {
    let (title, end) = leading_title("\n# Our *method*\n\nText").unwrap();
    assert_eq!((title.as_str(), end), ("Our method", 16));
    assert_eq!(leading_title("Text\n\n# Our method"), None);
    assert_eq!(leading_title("## Two"), None);
}
