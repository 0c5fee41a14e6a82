//! The page of a run: finds its parts and connects them with the state.

use speedsheet_core::model::{Family, Measurement};
use web_sys::Element;

use super::data;
use super::matrix::MatrixCard;
use super::page::{self, Result};
use super::session::Session;
use super::table::TableCard;

/// Starts the page that the generator wrote.
pub(super) fn start(data: Option<String>) -> Result {
    let data = data.ok_or("the data of this page is missing; its file belongs beside the page")?;
    let measurements =
        data::read(&data).map_err(|error| format!("the data of this page is damaged: {error}"))?;
    mount(measurements, &page::root()?)
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
    let session = Session::new(measurements, first)?;
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
