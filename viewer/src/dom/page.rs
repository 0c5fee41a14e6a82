//! Small steps over the DOM, with errors that are sentences.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, EventTarget, HtmlElement, Window};

/// What can go wrong, in words for the reader.
pub(super) type Result<T = (), E = String> = std::result::Result<T, E>;

/// The words of an exception.
pub(super) fn describe(error: impl Into<JsValue>) -> String {
    let error = error.into();
    match error.dyn_ref::<web_sys::js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}

pub(super) fn window() -> Result<Window> {
    web_sys::window().ok_or_else(|| "there is no window".to_owned())
}

pub(super) fn document() -> Result<Document> {
    window()?
        .document()
        .ok_or_else(|| "there is no document".to_owned())
}

/// The `<html>` element.
pub(super) fn root() -> Result<Element> {
    document()?
        .document_element()
        .ok_or_else(|| "the page is empty".to_owned())
}

/// The first element below `within` that matches.
pub(super) fn find(within: &Element, selector: &str) -> Option<Element> {
    within.query_selector(selector).ok().flatten()
}

/// Every element below `within` that matches, in the order of the page.
pub(super) fn find_all(within: &Element, selector: &str) -> Vec<Element> {
    let Ok(list) = within.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into().ok())
        .collect()
}

/// A new element with a class, which may be empty, and a text.
pub(super) fn new(tag: &str, class: &str, text: &str) -> Result<Element> {
    let element = document()?.create_element(tag).map_err(describe)?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    Ok(element)
}

/// The same, put at the end of `parent`.
pub(super) fn add(parent: &Element, tag: &str, class: &str, text: &str) -> Result<Element> {
    let element = new(tag, class, text)?;
    parent.append_child(&element).map_err(describe)?;
    Ok(element)
}

/// A new button with a text, put at the end of `parent`.
pub(super) fn add_button(parent: &Element, class: &str, text: &str) -> Result<Element> {
    let button = add(parent, "button", class, text)?;
    set(&button, "type", "button");
    Ok(button)
}

/// Sets an attribute, unless it is so already: writing the same again would make the
/// browser work out styles anew. That can only fail for a name that is none, and ours are.
pub(super) fn set(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        let _ = element.set_attribute(name, value);
    }
}

/// Sets the text of an element, unless it is so already.
pub(super) fn set_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Shows or hides an element.
pub(super) fn set_shown(element: &Element, shown: bool) {
    // Same as above.
    let _ = element.toggle_attribute_with_force("hidden", !shown);
}

/// Says whether a switch is on.
pub(super) fn set_pressed(button: &Element, pressed: bool) {
    set(
        button,
        "aria-pressed",
        if pressed { "true" } else { "false" },
    );
}

/// Sets a property of an element's own style; the page's policy allows that to a
/// script, though not to markup.
pub(super) fn style(element: &HtmlElement, property: &str, value: &str) {
    let _ = element.style().set_property(property, value);
}

/// Says how many of a list are shown: `55 rows`, or `6 of 55 rows`.
pub(super) fn set_count(place: &Element, shown: usize, all: usize, noun: &str) {
    let ending = if all == 1 { "" } else { "s" };
    let text = match shown == all {
        true => format!("{all} {noun}{ending}"),
        false => format!("{shown} of {all} {noun}{ending}"),
    };
    set_text(place, &text);
}

/// Takes everything out of an element.
pub(super) fn clear(element: &Element) {
    element.set_text_content(None);
}

/// The element as a more special kind of element.
pub(super) fn cast<T: JsCast>(element: Element) -> Result<T> {
    let tag = element.tag_name();
    element
        .dyn_into()
        .map_err(|_| format!("the browser made something unexpected of <{tag}>"))
}

/// Calls `act` at every event, for as long as the page lives.
pub(super) fn on(target: &EventTarget, event: &str, act: impl FnMut(Event) + 'static) {
    let closure = Closure::<dyn FnMut(Event)>::new(act);
    let listener = closure.as_ref().unchecked_ref();
    // Adding a listener fails for no event name.
    let _ = target.add_event_listener_with_callback(event, listener);
    closure.forget();
}

/// Tells the reader that something failed; what was on the page stays there.
pub(super) fn tell_failure(message: &str) {
    let Ok(root) = root() else { return };
    set(&root, "data-viewer-state", "failed");
    if let Some(place) = find(&root, "[data-viewer-error]") {
        let text = format!("The interactive view failed: {message}. The page itself is complete.");
        place.set_text_content(Some(&text));
        set_shown(&place, true);
    }
}
