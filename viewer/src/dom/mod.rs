//! The page: where the data of the other modules is shown, and where what a reader does
//! comes from. Start with [`start`].

mod address;
mod canvas;
mod controls;
mod data;
mod filters;
mod inspector;
mod listing;
mod matrix;
mod page;
mod palette;
mod run_page;
mod session;
#[cfg(feature = "standalone")]
mod skeleton;
#[cfg(feature = "standalone")]
mod standalone;
mod table;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::js_sys::Array;

use page::Result;

/// Makes the page interactive. `runs` are the normalized runs that the page shows, in its
/// order and as the browser parsed them; pages that show none need none.
///
/// # Errors
/// With a sentence for the reader, if something the page needs is missing or broken.
#[wasm_bindgen]
#[allow(unreachable_pub, reason = "what a page calls must be public")]
#[allow(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen hands a list over by value only"
)]
pub fn start(runs: Array) -> Result {
    std::panic::set_hook(Box::new(|panic| page::tell_failure(&panic.to_string())));
    let root = page::root()?;
    match root.get_attribute("data-page").as_deref() {
        Some("run") => run_page::start(&runs)?,
        Some("report" | "page") => run_page::start_marked(&runs)?,
        Some("index") => {
            listing::start()?;
            run_page::start_marked(&runs)?;
        }
        #[cfg(feature = "standalone")]
        Some("standalone") => standalone::start()?,
        _ => {}
    }
    root.set_attribute("data-viewer-state", "ready")
        .map_err(page::describe)
}
