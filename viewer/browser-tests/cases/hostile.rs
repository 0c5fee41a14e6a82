//! Inputs that try to run something, to lead somewhere else or to look like something else.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;

use super::layout;
use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, SERVED, Setting, Visit};
use crate::harness::workshop::Workshop;

pub(crate) fn trials() -> Vec<Trial> {
    let at = |setting: Setting| case_at("nothing in hostile inputs runs", setting, hostile, inert);
    vec![
        at(SERVED),
        at(FROM_DISK),
        at(FROM_DISK_IN_FIREFOX),
        case_at(
            "hostile inputs do not widen a page",
            SERVED,
            hostile,
            layout::narrow,
        ),
    ]
}

/// Each would leave a mark, `window.hacked`, if it were run; whoever reads the page sees it
/// as text.
const TEXTS: [&str; 8] = [
    "<script>window.hacked=1</script>",
    "<img src=x onerror=\"window.hacked=1\">",
    "</title></script><svg/onload=window.hacked=1>",
    "{{ 7 * 191 }}{% include \"run.html\" %}",
    "'\"><a href=\"javascript:window.hacked=1\">x</a>",
    "]]></textarea><!--",
    "\u{202e}gpj.lmth\u{202c} up & down",
    "../../../../etc/passwd",
];

/// Names that a file can have, and that no address is to be made of.
const NAMES: [&str; 6] = [
    "<img src=x onerror=hacked=1>.json",
    "CON.json",
    "..json",
    "\u{202e}nosj.json",
    "{{ 7 * 191 }}.json",
    "a' onmouseover='hacked=1.json",
];

/// The notes of every run, and the text of every page: Markdown with the same in it.
const NOTES: &str = "# Notes <script>window.hacked=1</script>\n\n\
    [one](javascript:window.hacked=1) [two](JaVaScRiPt&#58;window.hacked=1) \
    [three](data:text/html,<script>window.hacked=1</script>) [four](vbscript:x)\n\n\
    <img src=x onerror=window.hacked=1><iframe srcdoc=\"<script>parent.hacked=1</script>\">\
    </iframe><form action=https://example.org><button>go</button></form>\
    <style>body{display:none}</style><base href=https://example.org/><meta http-equiv=refresh \
    content=\"0;url=https://example.org/\">\n\n\
    ![picture](https://example.org/x.png) <math><mtext></mtext><script>window.hacked=1</script>\n\n\
    <svg><style><img src=x onerror=window.hacked=1></style></svg>\n\n\
    `{{ page.title }}` {{ page.title }} {% raw %}\n\n<div onclick=window.hacked=1 \
    style=\"position:fixed;inset:0\"><b>unclosed <table><tr><td>cell";

fn hostile() -> Result<Site> {
    let workshop = Workshop::new()?;
    let sample = workshop.take_sample("vllm-serve-nemotron-3-nano-omni.json", "sample.json")?;
    let sample: serde_json::Value = serde_json::from_str(&sample)?;
    for (number, text) in TEXTS.iter().enumerate() {
        let mut result = sample.clone();
        for key in ["model_id", "tokenizer_id", "backend", "label"] {
            result[key] = (*text).into();
        }
        result[*text] = (*text).into();
        let name = format!("results/{number}");
        workshop.write(&format!("{name}.json"), &result.to_string())?;
        workshop.write(&format!("{name}.md"), NOTES)?;
        let title = toml_text(text);
        let supplied = format!(
            "title = {title}\nlaunch_command = {title}\n[hardware]\nname = {title}\nkind = {title}\n"
        );
        workshop.write(&format!("{name}.json.meta.toml"), &supplied)?;
    }
    for name in NAMES {
        let mut result = sample.clone();
        result["model_id"] = name.into();
        workshop.write(&format!("names/{name}"), &result.to_string())?;
    }
    for (number, text) in TEXTS.iter().enumerate() {
        let front = format!(
            "+++\ntitle = {0}\ndescription = {0}\n+++\n",
            toml_text(text)
        );
        let shortcode = format!("{{{{ heatmap {text} }}}}");
        let heading = format!("## {text}\n\n[{text}]({text}) {text}[^1]\n\n[^1]: {text}\n");
        let page = [&front, &heading, &shortcode, "\n\n", NOTES].concat();
        workshop.write(&format!("pages/{number}.md"), &page)?;
    }
    for name in NAMES {
        workshop.write(
            &format!("pages/{}.md", name.trim_end_matches(".json")),
            NOTES,
        )?;
    }
    workshop.write("pages/a\\..\\..\\b.md", NOTES)?;
    workshop.write(
        "speedsheet.toml",
        &format!("title = {}\n", toml_text(&TEXTS.concat())),
    )?;
    std::fs::remove_file(workshop.folder().join("sample.json"))?;
    // Links to nowhere are errors, and the pages are there all the same.
    workshop.build_with_errors(&["results", "names", "--no-group"])
}

/// A TOML text; JSON escapes all that needs to be.
fn toml_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

async fn inert(visit: &Visit) -> Result<()> {
    let browser = visit.browser();
    let pages = visit.site().pages()?;
    ensure!(pages.len() >= 2 * TEXTS.len() + 9, "only {pages:?}");
    let mut shown = String::new();
    for page in &pages {
        ensure!(
            page.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-./".contains(c)),
            "the address {page:?}"
        );
        visit.open_alive(page).await?;
        let found: Vec<String> = browser
            .script(
                r#"
                const found = [];
                if (window.hacked !== undefined) found.push('something ran');
                for (const element of document.querySelectorAll('*')) {
                  for (const { name, value } of element.attributes) {
                    if (name.startsWith('on') && element.namespaceURI.endsWith('xhtml')) found.push(`${element.tagName} has ${name}`);
                    if (/^\s*(javascript|vbscript|data:text)/i.test(value)) found.push(`${name} leads to ${value}`);
                  }
                }
                for (const name of ['iframe', 'form', 'base', 'object', 'embed', 'math', 'main style', 'main script', 'main img']) {
                  if (document.querySelector(name)) found.push(`a ${name} is on the page`);
                }
                for (const link of document.querySelectorAll('main a[href^="javascript"]')) link.click();
                document.querySelectorAll('.notes *, .prose *').forEach((element) => element.click?.());
                if (window.hacked !== undefined) found.push('something ran on a click');
                return found;
                "#,
            )
            .await?;
        ensure!(found.is_empty(), "{page}: {found:?}");
        let text: String = browser
            .script("return document.title + document.body.textContent;")
            .await?;
        ensure!(!text.contains("1337"), "{page} filled in a template");
        shown.push_str(&text);
    }
    for text in TEXTS {
        ensure!(shown.contains(text), "{text:?} is shown nowhere as text");
    }
    Ok(())
}
