//! A browser with a fresh profile, and the few things a test does with it.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::manager::{BrowserKind, WebDriverManager};
use thirtyfour::{
    By, ChromiumLikeCapabilities, DesiredCapabilities, Key, LoggingPrefsLogLevel, WebDriver,
    WebElement,
};

use super::{console, network};

/// How long a page may take to show what a test waits for. Far more than it needs on a
/// busy machine; a test that passes never waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Which program shows the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Chromium,
    Firefox,
}

/// The size of a window's inside and how many pixels of the screen make one of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) density: f64,
}

/// A laptop.
pub(crate) const WIDE: Screen = Screen {
    width: 1280,
    height: 900,
    density: 1.0,
};

/// The narrowest phone that the pages are made for.
pub(crate) const NARROW: Screen = Screen {
    width: 380,
    height: 800,
    density: 2.0,
};

/// A running browser.
pub(crate) struct Browser {
    engine: Engine,
    driver: WebDriver,
    printed: console::Printed,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with a driver of its own; `is_served` where it is to look at pages that
    /// this machine serves.
    pub(crate) async fn start(engine: Engine, is_served: bool) -> Result<Self> {
        let profile = TempDir::new()?;
        let printed = console::Printed::default();
        let manager = {
            let printed = printed.clone();
            WebDriverManager::builder()
                .driver_binary(BrowserKind::Chrome, "chromedriver")
                .driver_binary(BrowserKind::Firefox, geckodriver())
                .on_driver_log(move |line| printed.add(line))
                .build()
        };
        let driver = match engine {
            Engine::Chromium => manager.launch(chromium(&profile)?).await,
            Engine::Firefox => manager.launch(firefox(is_served)?).await,
        };
        let browser = Self {
            engine,
            driver: driver.with_context(|| format!("failed to start {engine}"))?,
            printed,
            _profile: profile,
        };
        if engine == Engine::Chromium {
            browser.set_screen(WIDE).await?;
        }
        Ok(browser)
    }

    pub(crate) async fn quit(self) -> Result<()> {
        Ok(self.driver.quit().await?)
    }

    /// The driver, for what has no word of its own here.
    pub(crate) fn driver(&self) -> &WebDriver {
        &self.driver
    }

    pub(crate) async fn open(&self, url: &str) -> Result<()> {
        self.driver
            .goto(url)
            .await
            .with_context(|| format!("failed to open {url}"))
    }

    /// Runs the body of a function in the page and returns what it returns.
    pub(crate) async fn script<T: DeserializeOwned>(&self, body: &str) -> Result<T> {
        self.script_with(body, json!([])).await
    }

    /// The same with `arguments`, a JSON array.
    pub(crate) async fn script_with<T: DeserializeOwned>(
        &self,
        body: &str,
        arguments: Value,
    ) -> Result<T> {
        let arguments = match arguments {
            Value::Array(arguments) => arguments,
            other => vec![other],
        };
        let returned = self
            .driver
            .execute(body, arguments)
            .await
            .with_context(|| format!("failed to run in the page: {body}"))?;
        returned
            .convert()
            .with_context(|| format!("the page returned something else than expected: {body}"))
    }

    /// Waits until an expression is true in the page; `what` says what is waited for.
    pub(crate) async fn wait_for(&self, what: &str, expression: &str) -> Result<()> {
        let body = format!("return Boolean({expression});");
        self.until(what, async || self.script(&body).await).await
    }

    /// Asks again and again until the answer is yes.
    pub(crate) async fn until(
        &self,
        what: &str,
        holds: impl AsyncFn() -> Result<bool>,
    ) -> Result<()> {
        let start = Instant::now();
        while !holds().await? {
            let seconds = PATIENCE.as_secs();
            ensure!(
                start.elapsed() < PATIENCE,
                "waited {seconds} s in vain for {what}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// The one visible or hidden element that a CSS selector finds first.
    pub(crate) async fn find(&self, selector: &str) -> Result<WebElement> {
        self.driver
            .find(By::Css(selector))
            .await
            .with_context(|| format!("the page has no {selector}"))
    }

    /// Clicks like a person: scrolled into view, and nothing in front of it.
    pub(crate) async fn click(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        element
            .click()
            .await
            .with_context(|| format!("failed to click {selector}"))
    }

    /// Presses a key wherever the focus is.
    pub(crate) async fn press(&self, key: Key) -> Result<()> {
        let keys = self.driver.action_chain().send_keys(key);
        Ok(keys.perform().await?)
    }

    /// The text of an element as a reader sees it.
    pub(crate) async fn text(&self, selector: &str) -> Result<String> {
        Ok(self.find(selector).await?.text().await?)
    }

    /// Sets the size of the page. Chromium only.
    pub(crate) async fn set_screen(&self, screen: Screen) -> Result<()> {
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": screen.width,
                "height": screen.height,
                "deviceScaleFactor": screen.density,
                "mobile": false,
            }),
        )
        .await
    }

    /// Sets the colour scheme of the system: `light` or `dark`. Chromium only.
    pub(crate) async fn set_scheme(&self, scheme: &str) -> Result<()> {
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] }),
        )
        .await
    }

    /// Blocks the scripts of pages opened from now on. Chromium only.
    pub(crate) async fn block_scripts(&self) -> Result<()> {
        self.cdp(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        )
        .await
    }

    /// Forgets all that was loaded before. Chromium only.
    pub(crate) async fn forget_cache(&self) -> Result<()> {
        self.cdp("Network.clearBrowserCache", json!({})).await
    }

    /// Takes the network away. Firefox never has one here, see [`firefox`].
    pub(crate) async fn cut_off(&self) -> Result<()> {
        match self.engine {
            Engine::Chromium => {
                network::cut_off(&self.driver).await?;
                self.wait_for("the network to be off", "!navigator.onLine")
                    .await
            }
            Engine::Firefox => Ok(()),
        }
    }

    /// A command of the developer tools of Chromium.
    pub(crate) async fn cdp(&self, command: &str, parameters: Value) -> Result<()> {
        self.driver
            .cdp()
            .send_raw(command, parameters)
            .await
            .with_context(|| format!("failed to call {command}"))?;
        Ok(())
    }

    /// What was written to the console since the last time it was taken.
    pub(crate) async fn take_console(&self) -> Result<Vec<String>> {
        match self.engine {
            Engine::Chromium => console::take_logged(&self.driver).await,
            Engine::Firefox => Ok(self.printed.take()),
        }
    }

    /// The addresses asked for since the last time; empty where the browser doesn't tell.
    pub(crate) async fn take_requested(&self) -> Result<Vec<String>> {
        match self.engine {
            Engine::Chromium => network::take_requested(&self.driver).await,
            Engine::Firefox => Ok(Vec::new()),
        }
    }
}

fn geckodriver() -> String {
    std::env::var("SPEEDSHEET_GECKODRIVER").unwrap_or_else(|_| "geckodriver".to_owned())
}

fn chromium(profile: &TempDir) -> Result<thirtyfour::ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    for argument in [
        "--headless",
        // The tests may run as root, where the sandbox refuses to start.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
    ] {
        capabilities.add_arg(argument)?;
    }
    capabilities.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
    capabilities.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
    capabilities.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    Ok(capabilities)
}

/// Whatever Firefox wants of a network goes to a proxy that is not there, except what this
/// machine serves where that is to be looked at.
fn firefox(is_served: bool) -> Result<thirtyfour::FirefoxCapabilities> {
    let mut preferences = FirefoxPreferences::new();
    preferences.set("network.proxy.type", 1)?;
    preferences.set("network.proxy.allow_hijacking_localhost", !is_served)?;
    for protocol in ["http", "ssl", "socks"] {
        preferences.set(&format!("network.proxy.{protocol}"), "127.0.0.1")?;
        preferences.set(&format!("network.proxy.{protocol}_port"), 9)?;
    }
    preferences.set("devtools.console.stdout.content", true)?;
    preferences.set("browser.dom.window.dump.enabled", true)?;
    let mut capabilities = DesiredCapabilities::firefox();
    capabilities.set_preferences(preferences)?;
    capabilities.add_arg("-headless")?;
    Ok(capabilities)
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
        })
    }
}
