//! The filters of a run page.

use std::cell::RefCell;
use std::rc::Rc;

use speedsheet_core::model::Measurement;
use speedsheet_core::query::Filter;
use web_sys::{Element, HtmlInputElement};

use super::address::Step;
use super::page::{self, Result};
use super::session::Session;
use crate::facets::{self, Facet, Group};

/// The filters and their summary.
pub(super) struct Filters {
    groups: Vec<Group>,
    boxes: Vec<(Facet, HtmlInputElement)>,
    summary: Element,
    reset: Element,
    shown: RefCell<String>,
}

impl Filters {
    /// Builds the filters at `place`; `None` where there is nothing to choose.
    pub(super) fn build(place: &Element, measurements: &[Measurement]) -> Result<Option<Self>> {
        page::clear(place);
        let groups = facets::groups(measurements);
        if groups.is_empty() {
            return Ok(None);
        }
        let bar = page::add(place, "div", "filter-bar", "")?;
        let details = page::add(&bar, "details", "filters", "")?;
        let head = page::add(&details, "summary", "", "")?;
        page::add(&head, "b", "", "Filter")?;
        let summary = page::add(&head, "span", "soft", "")?;
        let body = page::add(&details, "div", "filter-groups", "")?;
        let mut boxes = Vec::new();
        for group in &groups {
            let set = page::add(&body, "fieldset", "", "")?;
            page::add(&set, "legend", "", group.name)?;
            for (facet, words) in &group.facets {
                let label = page::add(&set, "label", "choice", "")?;
                let input = page::add(&label, "input", "", "")?;
                page::set(&input, "type", "checkbox");
                page::add(&label, "span", "", words)?;
                boxes.push((*facet, page::cast(input)?));
            }
        }
        let reset = page::add_button(&bar, "button", "Reset filters")?;
        Ok(Some(Self {
            groups,
            boxes,
            summary,
            reset,
            shown: RefCell::default(),
        }))
    }

    /// Makes the filters act on the page.
    pub(super) fn wire(&self, session: &Rc<Session>) {
        for (facet, input) in &self.boxes {
            let (session, facet) = (Rc::clone(session), *facet);
            page::on(input, "change", move |_| {
                session.change(Step::New, |view| facet.toggle(&mut view.filter));
            });
        }
        let session = Rc::clone(session);
        page::on(&self.reset, "click", move |_| {
            session.change(Step::New, |view| view.filter = Filter::default());
        });
    }

    /// Shows what is asked for.
    pub(super) fn show(&self, filter: &Filter) {
        for (facet, input) in &self.boxes {
            input.set_checked(facet.is_chosen(filter));
        }
        let summary = facets::summary(&self.groups, filter);
        page::set_shown(&self.reset, !summary.is_empty());
        if *self.shown.borrow() != summary || summary.is_empty() {
            let text = if summary.is_empty() {
                "matrix and table show everything"
            } else {
                &summary
            };
            self.summary.set_text_content(Some(text));
            self.shown.replace(summary);
        }
    }
}
