//! What Chromium asked for, over the network or from disk.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;
use thirtyfour::WebDriver;

/// One line of the performance log, as far as we read it.
#[derive(Deserialize)]
struct Line {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    method: String,
    #[serde(default)]
    params: Params,
}

#[derive(Default, Deserialize)]
struct Params {
    request: Option<Request>,
}

#[derive(Deserialize)]
struct Request {
    url: String,
}

/// Takes the addresses asked for since the last time.
pub(crate) async fn take_requested(driver: &WebDriver) -> Result<Vec<String>> {
    let mut urls = Vec::new();
    for entry in driver.get_log("performance").await? {
        let line: Line = serde_json::from_str(&entry.message)?;
        if line.message.method == "Network.requestWillBeSent"
            && let Some(request) = line.message.params.request
            // The empty tab that the browser opens first; no page can ask for these.
            && !request.url.starts_with("chrome://")
        {
            urls.push(request.url);
        }
    }
    Ok(urls)
}

/// Cuts Chromium off from every network.
pub(crate) async fn cut_off(driver: &WebDriver) -> Result<()> {
    let conditions = json!({
        "offline": true,
        "latency": 0,
        "downloadThroughput": 0,
        "uploadThroughput": 0,
    });
    let tools = driver.cdp();
    for (command, parameters) in [
        ("Network.enable", json!({})),
        ("Network.emulateNetworkConditions", conditions),
    ] {
        tools
            .send_raw(command, parameters)
            .await
            .with_context(|| format!("failed to call {command}"))?;
    }
    Ok(())
}
