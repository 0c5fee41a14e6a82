//! What a page, or the browser on its behalf, wrote to the console.
//!
//! Chromium keeps a log that its driver hands out; broken rules of the content security
//! policy are in it. Firefox is told to print its console, and its driver passes it on.

use std::sync::{Arc, Mutex};

use anyhow::Result;
use thirtyfour::WebDriver;
use thirtyfour::manager::DriverLogLine;

/// The lines of the console of Firefox, filled while it runs.
#[derive(Clone, Default)]
pub(crate) struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    /// Takes up a line of the driver if it is one of the console.
    pub(crate) fn add(&self, line: &DriverLogLine) {
        let text = line.line.trim();
        let of_console = ["console.", "JavaScript error:", "JavaScript warning:"];
        // Errors of the browser's own parts come from such places, not from the page. The
        // last is what fetches experiments of its makers, and complains without a network.
        let of_browser = ["chrome://", "resource://", "moz-extension://", "RSLoader:"];
        if of_console.iter().any(|start| text.starts_with(start))
            && !of_browser.iter().any(|place| text.contains(place))
        {
            self.0
                .lock()
                .expect("adding a line never panics")
                .push(text.to_owned());
        }
    }

    /// Takes the lines since the last time.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("adding a line never panics"))
    }
}

/// Takes what Chromium has logged since the last time.
pub(crate) async fn take_logged(driver: &WebDriver) -> Result<Vec<String>> {
    let entries = driver.browser_log().await?;
    Ok(entries
        .into_iter()
        .map(|entry| format!("{} {}", entry.level, entry.message))
        .collect())
}
