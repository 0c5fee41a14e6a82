//! The fragment of the address, which holds the state of the page.

use super::page::{self, Result};

/// How a change of state is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Back returns to the state before.
    New,
    /// The state before is forgotten: it changes too often to go back through.
    Same,
}

/// The fragment with its `#`, or nothing.
pub(super) fn fragment() -> Result<String> {
    page::window()?.location().hash().map_err(page::describe)
}

/// Puts a fragment into the address. A browser may refuse that, for example when it is
/// asked too often; the state is then only not remembered.
pub(super) fn write(text: &str, step: Step) -> Result {
    if fragment()? == text {
        return Ok(());
    }
    let window = page::window()?;
    let location = window.location();
    let path = || Some(location.pathname().ok()? + &location.search().ok()?);
    let address = match text.is_empty() {
        true => path().unwrap_or_default(),
        false => text.to_owned(),
    };
    let history = window.history().map_err(page::describe)?;
    let null = wasm_bindgen::JsValue::NULL;
    let _ = match step {
        Step::New => history.push_state_with_url(&null, "", Some(&address)),
        Step::Same => history.replace_state_with_url(&null, "", Some(&address)),
    };
    Ok(())
}

/// Calls `act` with the fragment whenever the reader goes back, forward or edits it.
pub(super) fn on_change(act: impl Fn(&str) + 'static) -> Result {
    page::on(&page::window()?.into(), "popstate", move |_| {
        if let Ok(text) = fragment() {
            act(&text);
        }
    });
    Ok(())
}
