//! The articles of runs, one on a page or several in a report or a text: finds their parts
//! and connects them with the state.

use speedsheet_core::model::{Family, Measurement};
use wasm_bindgen::JsValue;
use web_sys::Element;
use web_sys::js_sys::Array;

use super::data;
use super::matrix::MatrixCard;
use super::page::{self, Result};
use super::session::Session;
use super::table::TableCard;

/// Starts the page of a run, which is its article.
///
/// # Errors
/// If its data is missing or damaged, or something on it is not as expected.
pub(super) fn start(runs: &Array) -> Result {
    bring_to_life(&page::root()?, &runs.get(0))
}

/// Starts the marked articles of a page, which has the data of their runs in their order.
///
/// # Errors
/// With the first one; the other articles are brought to life all the same.
pub(super) fn start_marked(runs: &Array) -> Result {
    let articles = page::find_all(&page::root()?, "[data-viewer=run]");
    let articles = articles.iter().zip(0..);
    let outcomes = articles.map(|(article, index)| bring_to_life(article, &runs.get(index)));
    // Every one is tried before the first failure is told.
    let outcomes: Vec<Result> = outcomes.collect();
    outcomes.into_iter().collect()
}

fn bring_to_life(article: &Element, run: &JsValue) -> Result {
    if run.is_undefined() {
        return Err("the data of this page is missing; its file belongs beside the page".into());
    }
    let measurements =
        data::read(run).map_err(|error| format!("the data of this page is damaged: {error}"))?;
    mount(measurements, article)
}

/// Brings the places within `root` to life.
pub(super) fn mount(measurements: Vec<Measurement>, root: &Element) -> Result {
    let matrices: Vec<(Family, Element)> = page::find_all(root, "[data-viewer=matrix]")
        .into_iter()
        .filter_map(|place| Some((family_of(&place)?, place)))
        .collect();
    let first = matrices
        .first()
        .map_or(Family::Decode, |(family, _)| *family);
    let key = root.get_attribute("data-key");
    let prefix = key.map_or_else(String::new, |key| key + ".");
    let session = Session::new(measurements, first, prefix)?;
    for (family, place) in &matrices {
        MatrixCard::connect(place, *family, &session)?;
    }
    if let Some(place) = page::find(root, "[data-viewer=table]") {
        TableCard::connect(&place, &session)?;
    }
    session.start()
}

fn family_of(place: &Element) -> Option<Family> {
    let key = place.get_attribute("data-family")?;
    Family::ALL.into_iter().find(|family| family.key() == key)
}
