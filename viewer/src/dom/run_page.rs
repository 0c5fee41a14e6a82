//! The page of a run: its state, and who is told when it changes.

use std::cell::RefCell;
use std::rc::Rc;

use speedsheet_core::model::{Family, Measurement};
use web_sys::Element;

use super::address::{self, Step};
use super::data;
use super::matrix::MatrixCard;
use super::page::{self, Result};
use super::table::TableCard;
use crate::metrics::Choices;
use crate::scene::Scene;
use crate::state::View;

/// A run and what the reader sees of it.
pub(super) struct RunPage {
    /// The measurements of the run.
    pub(super) measurements: Vec<Measurement>,
    /// The family of the matrix.
    pub(super) family: Family,
    /// The metrics of the matrix.
    pub(super) choices: Choices,
    view: RefCell<View>,
    matrix: Option<MatrixCard>,
    table: Option<TableCard>,
}

/// Starts the page that the generator wrote.
pub(super) fn start(data: Option<String>) -> Result {
    let data = data.ok_or("the data of this page is missing; its file belongs beside the page")?;
    let measurements =
        data::read(&data).map_err(|error| format!("the data of this page is damaged: {error}"))?;
    RunPage::mount(measurements, &page::root()?)
}

impl RunPage {
    /// Brings the places within `root` to life.
    pub(super) fn mount(measurements: Vec<Measurement>, root: &Element) -> Result {
        let place = page::find(root, "[data-viewer=matrix]");
        let family = place
            .as_ref()
            .and_then(|place| place.get_attribute("data-family"))
            .and_then(|key| Family::ALL.into_iter().find(|family| family.key() == key))
            .unwrap_or(Family::Decode);
        let choices = Choices::of(&measurements, family);
        let view = View::from_fragment(&address::fragment()?).unwrap_or_default();
        let matrix = match place {
            Some(place) => MatrixCard::find(&place, &choices)?,
            None => None,
        };
        let table = match page::find(root, "[data-viewer=table]") {
            Some(place) => Some(TableCard::find(&place, &measurements)?),
            None => None,
        };
        let page = Rc::new(Self {
            measurements,
            family,
            choices,
            view: RefCell::new(view),
            matrix,
            table,
        });
        if let Some(matrix) = &page.matrix {
            matrix.wire(&page)?;
        }
        if let Some(table) = &page.table {
            table.wire(&page);
        }
        let of_address = Rc::clone(&page);
        address::on_change(move |fragment| {
            if let Some(view) = View::from_fragment(fragment) {
                of_address.view.replace(view);
                of_address.show();
            }
        })?;
        page.show();
        Ok(())
    }

    /// The card of the matrix, where the page has one.
    pub(super) fn matrix(&self) -> Option<&MatrixCard> {
        self.matrix.as_ref()
    }

    /// The state at this moment.
    pub(super) fn view(&self) -> View {
        self.view.borrow().clone()
    }

    /// Changes the state, remembers it and shows it.
    pub(super) fn change(&self, step: Step, edit: impl FnOnce(&mut View)) {
        edit(&mut self.view.borrow_mut());
        let fragment = self.view.borrow().to_fragment();
        if let Err(error) = address::write(&fragment, step) {
            page::tell_failure(&error);
        }
        self.show();
    }

    fn show(&self) {
        let view = self.view();
        if let Some(matrix) = &self.matrix {
            let scene = Scene::new(&self.measurements, self.family, &self.choices, &view);
            let shown = matrix.show(&self.measurements, scene, &view);
            if let Err(error) = shown {
                page::tell_failure(&error);
            }
        }
        if let Some(table) = &self.table {
            table.show(&self.measurements, &view);
        }
    }
}
