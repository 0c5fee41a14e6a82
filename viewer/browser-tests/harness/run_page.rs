//! The page of a run by what a reader does with it.
//!
//! Only this file knows where the page and the viewer put things.

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::json;
use thirtyfour::{By, Key};

use super::visit::Visit;

/// The canvas.
const CANVAS: &str = "[data-viewer=matrix] [data-viewer-canvas] canvas";
const CONTROLS: &str = "[data-viewer=matrix] [data-viewer-controls]";
const INSPECTOR: &str = "[data-viewer=matrix] [data-viewer-inspector]";
const TABLE: &str = "[data-viewer=table]";

/// The page of a run that is open, or its article in a report.
pub(crate) struct RunPage<'a> {
    visit: &'a Visit,
    /// The id of the article; `None` for a page of its own.
    article: Option<&'a str>,
}

/// What is on the canvas.
#[derive(Debug, Deserialize, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Different colours.
    pub(crate) colours: u32,
    /// A hash of all pixels.
    pub(crate) hash: u32,
}

/// Reads the canvas back by way of another, which is made for reading: a browser warns of a
/// canvas that is read often. FNV-1a over whole pixels is enough to tell pictures apart.
const PICTURE: &str = r"
const canvas = document.querySelector(arguments[0]);
if (!canvas) return null;
const { width, height } = canvas;
const copy = new OffscreenCanvas(width, height);
const context = copy.getContext('2d', { willReadFrequently: true });
context.drawImage(canvas, 0, 0);
const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
let hash = 0x811c9dc5;
for (const pixel of pixels) hash = Math.imul(hash ^ pixel, 0x01000193) >>> 0;
return { width, height, colours: new Set(pixels).size, hash };
";

impl<'a> RunPage<'a> {
    /// Opens the page of the run whose name starts with `prefix`, and waits for the
    /// viewer.
    pub(crate) async fn open(visit: &'a Visit, prefix: &str) -> Result<Self> {
        visit.open_alive(&visit.site().run_page(prefix)?).await?;
        Ok(Self::already_open(visit))
    }

    /// The page that is open.
    pub(crate) fn already_open(visit: &'a Visit) -> Self {
        Self {
            visit,
            article: None,
        }
    }

    /// An article of the report that is open.
    pub(crate) fn article(visit: &'a Visit, id: &'a str) -> Self {
        Self {
            visit,
            article: Some(id),
        }
    }

    /// The selector of something in the article.
    fn css(&self, selector: &str) -> String {
        match self.article {
            Some(id) => format!("#{id} {selector}"),
            None => selector.to_owned(),
        }
    }

    /// The path of something in the article.
    fn xpath(&self, path: &str) -> String {
        match self.article {
            Some(id) => format!("//*[@id='{id}']{path}"),
            None => path.to_owned(),
        }
    }

    pub(crate) async fn picture(&self) -> Result<Picture> {
        let found = self.picture_if_any().await?;
        found.with_context(|| format!("there is no {CANVAS}"))
    }

    /// The same; `None` where there is no canvas yet.
    pub(crate) async fn picture_if_any(&self) -> Result<Option<Picture>> {
        let arguments = json!([self.css(CANVAS)]);
        self.visit.browser().script_with(PICTURE, arguments).await
    }

    /// The picture once it is drawn: 42 measured cells lie on a ramp, and a blank or broken
    /// canvas has a colour or two.
    pub(crate) async fn drawn(&self) -> Result<Picture> {
        self.until("the heatmap to be drawn", async || {
            let picture = self.picture_if_any().await?;
            Ok(picture.is_some_and(|picture| {
                picture.colours > 20 && picture.width > 300 && picture.height > 150
            }))
        })
        .await?;
        self.picture().await
    }

    /// Waits until the canvas shows something else.
    pub(crate) async fn wait_for_other_picture(&self, old: &Picture) -> Result<()> {
        self.until("the canvas to change", async || {
            Ok(self.picture().await?.hash != old.hash)
        })
        .await
    }

    /// Waits until the canvas shows what it did before.
    pub(crate) async fn wait_for_picture(&self, old: &Picture) -> Result<()> {
        self.until("the canvas to show what it did before", async || {
            Ok(self.picture().await? == *old)
        })
        .await
    }

    pub(crate) async fn shows_static_table(&self) -> Result<bool> {
        self.visit
            .browser()
            .script_with(
                "return document.querySelector(arguments[0]).checkVisibility();",
                json!([self.css("[data-viewer=matrix] [data-viewer-static] table")]),
            )
            .await
    }

    /// The state in the address, without `#`, decoded.
    pub(crate) async fn fragment(&self) -> Result<String> {
        self.visit
            .browser()
            .script("return decodeURIComponent(location.hash.slice(1));")
            .await
    }

    /// Waits until the address holds this pair.
    pub(crate) async fn wait_for_fragment(&self, pair: &str) -> Result<()> {
        let waited = self
            .until(&format!("the address to hold {pair}"), async || {
                Ok(self.fragment().await?.split('&').any(|found| found == pair))
            })
            .await;
        if waited.is_err() {
            let found = self.fragment().await?;
            return waited.with_context(|| format!("the address holds {found:?}"));
        }
        Ok(())
    }

    /// The keys of the metrics that can be chosen.
    pub(crate) async fn metrics(&self) -> Result<Vec<String>> {
        self.visit
            .browser()
            .script_with(
                "return [...document.querySelector(arguments[0] + ' select').options]\
                 .map((option) => option.value);",
                json!([self.css(CONTROLS)]),
            )
            .await
    }

    /// Chooses a metric, with whatever statistic comes with it.
    pub(crate) async fn choose_metric(&self, key: &str) -> Result<()> {
        let option = format!("{} select option[value='{key}']", self.css(CONTROLS));
        self.visit.browser().click(&option).await
    }

    /// The statistics that can be chosen; none where their menu is hidden.
    pub(crate) async fn statistics(&self) -> Result<Vec<String>> {
        self.visit
            .browser()
            .script_with(
                "const menu = document.querySelectorAll(arguments[0] + ' select')[1];\
                 return menu.checkVisibility() ? [...menu.options].map((one) => one.text) : [];",
                json!([self.css(CONTROLS)]),
            )
            .await
    }

    /// Goes to the menu of the statistics.
    pub(crate) async fn focus_statistics(&self) -> Result<()> {
        self.visit
            .browser()
            .script_with(
                "document.querySelectorAll(arguments[0] + ' select')[1].focus();",
                json!([self.css(CONTROLS)]),
            )
            .await
    }

    /// Chooses the value of an axis beside those of the matrix.
    pub(crate) async fn choose_slice(&self, axis: &str, value: &str) -> Result<()> {
        let path = format!(
            "//*[@data-viewer='matrix']//label[starts-with(., '{axis}')]//option[.='{value}']"
        );
        let option = self
            .visit
            .browser()
            .driver()
            .find(By::XPath(self.xpath(&path)))
            .await;
        let option = option.with_context(|| format!("{axis} has no value {value}"))?;
        Ok(option.click().await?)
    }

    /// Presses a button of the matrix card by a part of its words.
    pub(crate) async fn press_switch(&self, words: &str) -> Result<()> {
        let path = format!(
            "//*[@data-viewer='matrix']//*[@data-viewer-controls]//button[contains(., '{words}')]"
        );
        let driver = self.visit.browser().driver();
        let button = driver
            .find(By::XPath(self.xpath(&path)))
            .await
            .with_context(|| format!("there is no button {words:?}"))?;
        Ok(button.click().await?)
    }

    /// The width of the canvas in its own pixels, and as it is shown.
    pub(crate) async fn canvas_widths(&self) -> Result<(f64, f64)> {
        self.visit
            .browser()
            .script_with(
                "const canvas = document.querySelector(arguments[0]);\
                 return [canvas.width, canvas.clientWidth];",
                json!([self.css(CANVAS)]),
            )
            .await
    }

    /// Moves the pointer to a place on the canvas, in parts of its width and height.
    pub(crate) async fn point_at(&self, x: f64, y: f64) -> Result<()> {
        let browser = self.visit.browser();
        let (left, top): (f64, f64) = browser
            .script_with(
                "const canvas = document.querySelector(arguments[0]);\
                 canvas.scrollIntoView({ block: 'center' });\
                 const box = canvas.getBoundingClientRect();\
                 return [box.left + box.width * arguments[1], box.top + box.height * arguments[2]];",
                json!([self.css(CANVAS), x, y]),
            )
            .await?;
        let pointer = browser.driver().action_chain();
        let moved = pointer.move_to(left.round() as i64, top.round() as i64);
        Ok(moved.perform().await?)
    }

    /// Goes to the canvas as a reader without a mouse does.
    pub(crate) async fn tab_to_canvas(&self) -> Result<()> {
        let browser = self.visit.browser();
        let mut passed = Vec::new();
        for _ in 0..60 {
            browser.press(Key::Tab).await?;
            let there: bool = browser
                .script("return Boolean(document.activeElement.closest('[data-viewer-canvas]'));")
                .await?;
            if there {
                return Ok(());
            }
            let name: String = browser
                .script("return document.activeElement.outerHTML.slice(0, 60);")
                .await?;
            passed.push(name);
        }
        bail!("the canvas can't be reached by Tab, only {passed:?}")
    }

    /// Waits until the readout of the selected cell holds all of these.
    pub(crate) async fn inspector_says(&self, parts: &[&str]) -> Result<()> {
        self.says(&self.css(INSPECTOR), parts).await
    }

    /// What a screen reader is told of the matrix.
    pub(crate) async fn announcement(&self) -> Result<String> {
        self.visit
            .browser()
            .script(
                "return [...document.querySelectorAll('[data-viewer=matrix] [aria-live]')]\
                 .map((live) => live.textContent).join(' ');",
            )
            .await
    }

    /// The rows of the table that are shown, in their order on the page.
    pub(crate) async fn rows(&self) -> Result<Vec<String>> {
        self.visit
            .browser()
            .script_with(
                "return [...document.querySelectorAll(arguments[0] + ' tr[data-index]')]\
                 .filter((row) => row.checkVisibility())\
                 .map((row) => row.innerText);",
                json!([self.css(TABLE)]),
            )
            .await
    }

    pub(crate) async fn first_row_says(&self, parts: &[&str]) -> Result<()> {
        let row = format!("{TABLE} tbody tr[data-index]:first-child");
        self.says(&self.css(&row), parts).await
    }

    /// What the page says about how many rows it shows.
    pub(crate) async fn count(&self) -> Result<String> {
        self.visit
            .browser()
            .text(&self.css(&format!("{TABLE} [data-viewer-count]")))
            .await
    }

    /// Clicks the head of a column.
    pub(crate) async fn sort_by(&self, key: &str) -> Result<()> {
        let head = format!("{TABLE} th[data-key='{key}'] button");
        self.visit.browser().click(&self.css(&head)).await
    }

    /// Keeps the measurements with this `value` of the filter called `name`.
    pub(crate) async fn filter(&self, name: &str, value: &str) -> Result<()> {
        let browser = self.visit.browser();
        let found: bool = browser
            .script_with(
                r"
                const [within, name, value] = arguments;
                const filters = document.querySelector(within);
                const group = [...filters.querySelectorAll('fieldset, [role=group]')]
                  .find((group) => group.textContent.includes(name));
                const label = group && [...group.querySelectorAll('label, button')]
                  .find((label) => label.textContent.trim() === value);
                if (!label) return false;
                label.click();
                return true;
                ",
                json!([
                    self.css(&format!("{TABLE} [data-viewer-filters]")),
                    name,
                    value
                ]),
            )
            .await?;
        ensure!(found, "there is no filter {name}: {value}");
        Ok(())
    }

    async fn says(&self, selector: &str, parts: &[&str]) -> Result<()> {
        let says_all = async || {
            let text = self.visit.browser().text(selector).await?;
            Ok(parts.iter().all(|part| text.contains(part)))
        };
        let waited = self
            .until(&format!("{selector} to hold {parts:?}"), says_all)
            .await;
        if waited.is_err() {
            let text = self.visit.browser().text(selector).await?;
            return waited.with_context(|| format!("it holds {text:?}"));
        }
        Ok(())
    }

    async fn until(&self, what: &str, holds: impl AsyncFn() -> Result<bool>) -> Result<()> {
        self.visit.browser().until(what, holds).await
    }
}
