//! The fragment of the address, which holds the state of the page.

use std::cell::RefCell;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::page::{self, Result};

/// How a change of state is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Back returns to the state before.
    New,
    /// The state before is forgotten: it changes too often to go back through.
    Same,
}

/// Least time between two changes that are not a step of their own, in milliseconds. A
/// held arrow key makes 30 a second, and Chromium warns after 200 in ten.
const PAUSE_MS: i32 = 300;

thread_local! {
    /// There while such a change was made less than [`PAUSE_MS`] ago; holds the
    /// fragment to write when that time is over.
    static PAUSE: RefCell<Option<Option<String>>> = const { RefCell::new(None) };
}

/// The fragment with its `#`, or nothing.
pub(super) fn fragment() -> Result<String> {
    page::window()?.location().hash().map_err(page::describe)
}

/// Puts a fragment into the address, at once or shortly. A browser may refuse that; the
/// state is then only not remembered.
pub(super) fn write(text: &str, step: Step) -> Result {
    if step == Step::New {
        // The state to go back to is the last one, not one of a moment before.
        if let Some(last) = PAUSE.with_borrow_mut(|pause| pause.as_mut()?.take()) {
            put(&last, Step::Same)?;
        }
        return put(text, step);
    }
    let waits = PAUSE.with_borrow_mut(|pause| {
        let waiting = pause.as_mut().map(|next| *next = Some(text.to_owned()));
        waiting.is_some()
    });
    if waits {
        return Ok(());
    }
    put(text, step)?;
    pause()
}

/// Holds back what follows for a while.
fn pause() -> Result {
    let over = Closure::once_into_js(|| {
        let next = PAUSE.with_borrow_mut(Option::take).flatten();
        if let Some(next) = next
            && let Err(error) = put(&next, Step::Same).and_then(|()| pause())
        {
            page::tell_failure(&error);
        }
    });
    page::window()?
        .set_timeout_with_callback_and_timeout_and_arguments_0(over.unchecked_ref(), PAUSE_MS)
        .map_err(page::describe)?;
    PAUSE.set(Some(None));
    Ok(())
}

fn put(text: &str, step: Step) -> Result {
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
    let null = JsValue::NULL;
    let _ = match step {
        Step::New => history.push_state_with_url(&null, "", Some(&address)),
        Step::Same => history.replace_state_with_url(&null, "", Some(&address)),
    };
    Ok(())
}

/// Calls `act` with the fragment whenever the reader goes back, forward or edits it.
pub(super) fn on_change(act: impl Fn(&str) + 'static) -> Result {
    page::on(&page::window()?.into(), "popstate", move |_| {
        // What waits to be written belongs to the entry that was left.
        PAUSE.with_borrow_mut(|pause| pause.as_mut().map(Option::take));
        if let Ok(text) = fragment() {
            act(&text);
        }
    });
    Ok(())
}
