//! The table of all measurements: filtered, sorted and counted.

use std::cell::RefCell;
use std::rc::Rc;

use speedsheet_core::model::Measurement;
use speedsheet_core::query::Filter;
use web_sys::Element;

use super::address::Step;
use super::filters::Filters;
use super::page::{self, Result};
use super::session::Session;
use crate::sort::{Column, Sort, order};
use crate::state::View;

/// The places of the table.
pub(super) struct TableCard {
    filters: Option<Filters>,
    body: Element,
    /// Each row at the position of its measurement.
    rows: Vec<Option<Element>>,
    heads: Vec<Head>,
    count: Option<Element>,
    /// What the rows follow at this moment; nothing before the first time.
    shown: RefCell<Option<(Filter, Option<Sort>)>>,
}

/// The head of a column that can be sorted.
struct Head {
    column: Column,
    cell: Element,
    button: Element,
}

impl TableCard {
    /// Brings the table at `place` to life.
    pub(super) fn connect(place: &Element, session: &Rc<Session>) -> Result {
        let table = Self::find(place, &session.measurements)?;
        table.wire(session);
        session.watch(move |session, view| table.show(&session.measurements, view));
        Ok(())
    }

    fn find(place: &Element, measurements: &[Measurement]) -> Result<Self> {
        let body = page::find(place, "tbody").ok_or("the page has no table of measurements")?;
        let mut rows = vec![None; measurements.len()];
        for row in page::find_all(&body, "tr[data-index]") {
            let index = row
                .get_attribute("data-index")
                .and_then(|text| text.parse::<usize>().ok());
            let slot = index.and_then(|index| rows.get_mut(index));
            *slot.ok_or("the table and the data of this page do not belong together")? = Some(row);
        }
        let filters = match page::find(place, "[data-viewer-filters]") {
            Some(place) => Filters::build(&place, measurements)?,
            None => None,
        };
        let heads = page::find_all(place, "th[data-key]")
            .into_iter()
            .filter_map(|cell| {
                let column = Column::parse(&cell.get_attribute("data-key")?)?;
                Some((column, cell))
            })
            .map(|(column, cell)| {
                let button = button_around(&cell)?;
                Ok(Head {
                    column,
                    cell,
                    button,
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            filters,
            body,
            rows,
            heads,
            count: page::find(place, "[data-viewer-count]"),
            shown: RefCell::default(),
        })
    }

    /// Makes the table act on the state.
    fn wire(&self, session: &Rc<Session>) {
        if let Some(filters) = &self.filters {
            filters.wire(session);
        }
        for head in &self.heads {
            let (session, column) = (Rc::clone(session), head.column);
            page::on(&head.button, "click", move |_| {
                session.change(Step::New, |view| view.sort = Sort::next(view.sort, column));
            });
        }
    }

    /// Shows the rows that the state asks for, in its order.
    fn show(&self, measurements: &[Measurement], view: &View) {
        if let Some(filters) = &self.filters {
            filters.show(&view.filter);
        }
        for head in &self.heads {
            let sorted = view.sort.filter(|sort| sort.column == head.column);
            let direction = match sorted {
                None => "none",
                Some(sort) if sort.descending => "descending",
                Some(_) => "ascending",
            };
            page::set(&head.cell, "aria-sort", direction);
        }
        // Going through the rows takes longer than all the rest of a change, and most
        // changes are none to them.
        let wanted = (view.filter.clone(), view.sort);
        let before = self.shown.replace(Some(wanted.clone()));
        if before.as_ref() == Some(&wanted) {
            return;
        }
        let moves = before.and_then(|(_, sort)| sort) != view.sort;
        let mut shown = 0;
        for index in order(measurements, view.sort) {
            let Some(row) = self.rows.get(index).and_then(Option::as_ref) else {
                continue;
            };
            let keeps = view.filter.keeps(&measurements[index]);
            shown += usize::from(keeps);
            page::set_shown(row, keeps);
            if moves {
                // Appending a row that is there already moves it.
                let _ = self.body.append_child(row);
            }
        }
        if let Some(count) = &self.count {
            page::set_count(count, shown, self.rows.iter().flatten().count(), "row");
        }
    }
}

/// Moves what is in a head cell into a button.
fn button_around(cell: &Element) -> Result<Element> {
    let button = page::new("button", "sort", "")?;
    page::set(&button, "type", "button");
    while let Some(child) = cell.first_child() {
        button.append_child(&child).map_err(page::describe)?;
    }
    cell.append_child(&button).map_err(page::describe)?;
    Ok(button)
}
