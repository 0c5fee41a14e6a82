//! The fragment of the address, which holds the state of the page.

use std::cell::RefCell;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::page::{self, Result};
use crate::fragment;

/// How a change of state is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Back returns to the state before.
    New,
    /// The state before is forgotten: it changes too often to go back through.
    Same,
}

/// Most changes in a second that are not a step of their own; the last of any more is
/// written when the second is over. A held arrow key makes 30, and Chromium warns after
/// 200 in ten seconds.
const MOST_PER_SECOND: u32 = 15;

/// The second that runs since the first such change.
#[derive(Default)]
struct Second {
    /// How many were written.
    written: u32,
    /// The fragment that waits.
    next: Option<String>,
}

thread_local! {
    static SECOND: RefCell<Option<Second>> = const { RefCell::new(None) };
    static STATE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last fragment that was a state: the one in the address, one that waits to be written,
/// or one whose place in the address an anchor of the page has taken.
pub(super) fn state() -> Result<String> {
    STATE.with_borrow(Clone::clone).map_or_else(fragment, Ok)
}

/// The fragment with its `#`, or nothing.
pub(super) fn fragment() -> Result<String> {
    page::window()?.location().hash().map_err(page::describe)
}

/// Puts a fragment into the address, at once or within a second. A browser may refuse
/// that; the state is then only not remembered.
pub(super) fn write(text: &str, step: Step) -> Result {
    STATE.set(Some(text.to_owned()));
    if step == Step::New {
        // The state to go back to is the last one, not one of a moment before.
        if let Some(last) = SECOND.with_borrow_mut(|second| second.as_mut()?.next.take()) {
            put(&last, Step::Same)?;
        }
        return put(text, step);
    }
    let waits = SECOND.with_borrow_mut(|second| {
        let second = second.as_mut()?;
        second.written += 1;
        let waits = second.written > MOST_PER_SECOND;
        second.next = waits.then(|| text.to_owned());
        Some(waits)
    });
    match waits {
        Some(true) => Ok(()),
        Some(false) => put(text, step),
        None => {
            put(text, step)?;
            start_second()
        }
    }
}

/// Counts for a second, then writes what waits.
fn start_second() -> Result {
    let over = Closure::once_into_js(|| {
        let next = SECOND.take().and_then(|second| second.next);
        if let Some(next) = next
            && let Err(error) = write(&next, Step::Same)
        {
            page::tell_failure(&error);
        }
    });
    page::window()?
        .set_timeout_with_callback_and_timeout_and_arguments_0(over.unchecked_ref(), 1000)
        .map_err(page::describe)?;
    SECOND.set(Some(Second::default()));
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
        SECOND.with_borrow_mut(|second| second.as_mut().map(|second| second.next.take()));
        if let Ok(text) = fragment() {
            if fragment::parse(&text).is_some() {
                STATE.set(Some(text.clone()));
            }
            act(&text);
        }
    });
    Ok(())
}
