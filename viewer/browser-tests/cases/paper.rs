//! The theme "paper", and an author's own files over it.

use anyhow::{Result, ensure};
use libtest_mimic::Trial;

use super::{accessibility, layout};
use crate::harness::browser::{NARROW, WIDE};
use crate::harness::site::Site;
use crate::harness::trial::case_at;
use crate::harness::visit::{FROM_DISK, FROM_DISK_IN_FIREFOX, SERVED, Visit};
use crate::harness::workshop::Workshop;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        case_at("axe finds no fault in paper", SERVED, paper, faultless),
        case_at(
            "no page in paper scrolls sideways on a phone",
            SERVED,
            paper,
            layout::narrow,
        ),
        case_at("an own theme lies over paper", FROM_DISK, themed, own),
        case_at(
            "an own theme lies over paper",
            FROM_DISK_IN_FIREFOX,
            themed,
            own,
        ),
    ]
}

/// A matrix, curves, batches and single requests.
const SAMPLES: [&str; 4] = [
    "qwen3.5-2b-h200-nvl.txt",
    "sglang-serve-console-rates.md",
    "llama-bench-qwen3.6-35b-depths.jsonl",
    "aiperf-records-qwen3-0.6b-c2.jsonl",
];

fn paper() -> Result<Site> {
    let workshop = Workshop::new()?;
    for sample in SAMPLES {
        workshop.take_sample(sample, &format!("results/{sample}"))?;
    }
    workshop.build(&["results", "--theme", "paper"])
}

/// One colour, one block and a picture of the author's own.
fn themed() -> Result<Site> {
    let workshop = Workshop::new()?;
    workshop.take_sample(SAMPLES[0], "run.txt")?;
    workshop.write("speedsheet.toml", "theme.name = \"paper\"\n")?;
    let colour = "html, html[data-theme=\"dark\"], html:not([data-theme=\"light\"]) \
                  { --accent: rgb(160, 0, 95); }\n";
    workshop.write("theme/extra.css", colour)?;
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"10\"/>";
    workshop.write("theme/logo.svg", picture)?;
    let block = "{% extends \"below/base.html\" %}{% block footer %}\
                 <img id=\"logo\" src=\"{{ root }}{{ assets.files[\"logo.svg\"] }}\" alt=\"Us\"> \
                 Ours.{% endblock footer %}";
    workshop.write("theme/base.html", block)?;
    workshop.build(&["run.txt"])
}

async fn faultless(visit: &Visit) -> Result<()> {
    for screen in [WIDE, NARROW] {
        visit.browser().set_screen(screen).await?;
        for page in visit.site().pages()? {
            visit.open_alive(&page).await?;
            let what = format!("{page} in paper, {} px wide", screen.width);
            accessibility::ensure_faultless(visit, &what).await?;
        }
    }
    Ok(())
}

async fn own(visit: &Visit) -> Result<()> {
    let browser = visit.browser();
    let page = visit.site().run_page("qwen3-5-2b")?;
    visit.open_alive(&page).await?;
    let style = async |selector: &str, property: &str| -> Result<String> {
        browser
            .script(&format!(
                "return getComputedStyle(document.querySelector('{selector}')).{property};"
            ))
            .await
    };
    let pressed = style(".segments button[aria-pressed=true]", "backgroundColor").await?;
    ensure!(pressed == "rgb(160, 0, 95)", "the accent is {pressed}");
    let font = style("body", "fontFamily").await?;
    ensure!(font.contains("Charter"), "the text is set in {font}");
    let width: u32 = browser
        .script("return document.querySelector('#logo').naturalWidth;")
        .await?;
    ensure!(width == 40, "the picture is {width} px wide");
    let footer = browser.text("footer").await?;
    ensure!(footer.trim() == "Ours.", "the footer says {footer:?}");
    Ok(())
}
