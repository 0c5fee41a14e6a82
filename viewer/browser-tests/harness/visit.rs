//! One reader at one site: a browser, and the site in the place where it looks at it.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::browser::{Browser, Engine};
use super::preview::Preview;
use super::server::{Request, Server};
use super::site::Site;

/// Where a site is looked at, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    engine: Engine,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Under a sub-path of a web server.
    Http,
    /// On disk.
    Disk,
    /// Served by the program itself, from a project with its input.
    Preview,
}

/// Over HTTP in Chromium.
pub(crate) const SERVED: Setting = Setting {
    engine: Engine::Chromium,
    place: Place::Http,
};

/// From disk in Chromium.
pub(crate) const FROM_DISK: Setting = Setting {
    engine: Engine::Chromium,
    place: Place::Disk,
};

/// From disk in Firefox.
pub(crate) const FROM_DISK_IN_FIREFOX: Setting = Setting {
    engine: Engine::Firefox,
    place: Place::Disk,
};

/// Served by the program, in Chromium.
pub(crate) const PREVIEWED: Setting = Setting {
    engine: Engine::Chromium,
    place: Place::Preview,
};

/// Served by the program, in Firefox.
pub(crate) const PREVIEWED_IN_FIREFOX: Setting = Setting {
    engine: Engine::Firefox,
    place: Place::Preview,
};

/// A site being looked at.
pub(crate) struct Visit {
    site: Site,
    server: Option<Server>,
    preview: Option<Preview>,
    browser: Browser,
}

impl Visit {
    pub(crate) async fn start(setting: Setting, site: Site) -> Result<Self> {
        let (mut server, mut preview) = (None, None);
        match setting.place {
            Place::Http => server = Some(Server::start(site.root())?),
            Place::Disk => {}
            Place::Preview => preview = Some(Preview::start(site.root())?),
        }
        let is_served = setting.place != Place::Disk;
        Ok(Self {
            site,
            server,
            preview,
            browser: Browser::start(setting.engine, is_served).await?,
        })
    }

    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Opens a page, named by its path from the root of the site.
    pub(crate) async fn open(&self, path: &str) -> Result<()> {
        self.browser.open(&self.url(path)).await
    }

    /// Opens a page and waits until the viewer has started, where the page has one.
    pub(crate) async fn open_alive(&self, path: &str) -> Result<()> {
        self.open(path).await?;
        self.wait_until_alive().await
    }

    /// Waits until the viewer has started, where the page has one. A text that has nothing
    /// to bring to life goes without.
    pub(crate) async fn wait_until_alive(&self) -> Result<()> {
        let ready = "document.documentElement.dataset.viewerState === 'ready' \
                     || document.readyState === 'complete' \
                     && document.documentElement.dataset.page === 'page' \
                     && !document.querySelector('[data-viewer]')";
        let started = self.browser.wait_for("the viewer to start", ready).await;
        if started.is_err() {
            let state: String = self
                .browser
                .script(
                    "return `data-viewer-state is ${document.documentElement.dataset.viewerState}, \
                     the error on the page is: ${document.querySelector('[data-viewer-error]')?.textContent}`;",
                )
                .await?;
            let console = self.browser.take_console().await?.join("\n");
            return started.with_context(|| format!("{state}\nconsole: {console}"));
        }
        Ok(())
    }

    /// Takes what the server was asked for since the last time; nothing where it is not ours.
    pub(crate) fn take_requests(&self) -> Vec<Request> {
        let server = self.server.as_ref();
        server.map(Server::take_requests).unwrap_or_default()
    }

    /// Checks what holds for every visit: an empty console, nothing asked for that isn't
    /// there, and nothing asked for elsewhere.
    pub(crate) async fn check(&self) -> Result<()> {
        let mut console = self.browser.take_console().await?;
        console.dedup();
        ensure!(
            console.is_empty(),
            "the console should be empty, but says:\n{}",
            console.join("\n")
        );
        self.check_requests().await
    }

    /// The same without the console.
    pub(crate) async fn check_requests(&self) -> Result<()> {
        let requests = self.take_requests();
        let missing: Vec<&str> = requests
            .iter()
            .filter(|request| request.file.is_none())
            .map(|request| request.path.as_str())
            .collect();
        ensure!(
            missing.is_empty(),
            "the page asks for files that are not there: {missing:?}"
        );

        let own = [self.url("").as_str(), "data:", "blob:"].map(str::to_owned);
        let mut foreign = self.browser.take_requested().await?;
        foreign.retain(|url| !own.iter().any(|start| url.starts_with(start)));
        ensure!(
            foreign.is_empty(),
            "the page asks for what is not of the site: {foreign:?}"
        );
        Ok(())
    }

    /// Ends the visit; the failure of a test comes before what is found wrong at the end.
    pub(crate) async fn finish(self, outcome: Result<()>, picture: &Path) -> Result<()> {
        let outcome = match outcome {
            Ok(()) => self.check().await,
            failed => failed,
        };
        let outcome = match outcome {
            Ok(()) => Ok(()),
            Err(error) => {
                let url = self.browser.driver().current_url().await;
                let url = url.map_or_else(|error| error.to_string(), String::from);
                let seen = match self.browser.driver().screenshot(picture).await {
                    Ok(()) => picture.display().to_string(),
                    Err(error) => error.to_string(),
                };
                Err(error.context(format!("at {url}, picture: {seen}")))
            }
        };
        let quit = self.browser.quit().await;
        outcome.and(quit)
    }

    /// Ends the visit without looking back.
    pub(crate) async fn quit(self) -> Result<()> {
        self.browser.quit().await
    }

    pub(crate) fn url(&self, path: &str) -> String {
        match (&self.server, &self.preview) {
            (Some(server), _) => server.url(path),
            (_, Some(preview)) => preview.url(path),
            (None, None) => format!("file://{}/{path}", self.site.root().display()),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.place {
            Place::Http => "over HTTP",
            Place::Disk => "from disk",
            Place::Preview => "served by the program",
        };
        write!(f, "{place} in {}", self.engine)
    }
}
