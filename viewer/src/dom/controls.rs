//! The switches above the matrix.

use std::rc::Rc;

use speedsheet_core::chart::ScaleKind;
use speedsheet_core::model::MetricKey;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement};

use super::address::Step;
use super::page::{self, Result};
use super::session::Session;
use crate::metrics::{Choices, full_name};

/// Class of a group of buttons that look like one.
const SEGMENTS: &str = "segments";

/// The switches.
pub(super) struct Controls {
    metrics: Vec<(MetricKey, Element)>,
    every_metric: HtmlSelectElement,
    scales: [(ScaleKind, Element); 2],
    swap: Element,
    tables: [(bool, Element); 2],
}

impl Controls {
    /// Builds the switches at `place`.
    pub(super) fn build(place: &Element, choices: &Choices) -> Result<Self> {
        page::clear(place);
        let metrics = choices.common.iter().map(|&(key, word)| (key, word));
        let metrics = segments(place, "Metric", metrics)?;
        let every_metric = every_metric(place, choices)?;
        let scales = [(ScaleKind::Linear, "Linear"), (ScaleKind::Log, "Log")];
        let scales = segments(place, "Colour scale", scales.into_iter())?;
        let swap = page::add_button(place, "button", "⇄ Axes")?;
        page::set(&swap, "aria-label", "Swap the axes");
        let tables = [(false, "Heatmap"), (true, "Table")];
        let tables = segments(place, "Shown as", tables.into_iter())?;
        let pair = "two buttons were built from two words";
        Ok(Self {
            metrics,
            every_metric,
            scales: scales.try_into().map_err(|_| pair)?,
            swap,
            tables: tables.try_into().map_err(|_| pair)?,
        })
    }

    /// Makes the switches act on the page.
    pub(super) fn wire(&self, session: &Rc<Session>) {
        for (key, button) in &self.metrics {
            let (session, key) = (Rc::clone(session), *key);
            page::on(button, "click", move |_| choose(&session, key));
        }
        let of_select = Rc::clone(session);
        let select = self.every_metric.clone();
        page::on(&self.every_metric, "change", move |_| {
            if let Some(key) = MetricKey::parse(&select.value()) {
                choose(&of_select, key);
            }
        });
        for (scale, button) in &self.scales {
            let (session, scale) = (Rc::clone(session), *scale);
            page::on(button, "click", move |_| {
                session.change(Step::New, |view| view.scale = scale);
            });
        }
        let of_swap = Rc::clone(session);
        page::on(&self.swap, "click", move |_| {
            of_swap.change(Step::New, |view| view.swapped = !view.swapped);
        });
        for (table, button) in &self.tables {
            let (session, table) = (Rc::clone(session), *table);
            page::on(button, "click", move |_| {
                session.change(Step::New, |view| view.table = table);
            });
        }
    }

    /// Shows what is switched on.
    pub(super) fn show(&self, view: &crate::state::View, shown: MetricKey) {
        for (key, button) in &self.metrics {
            page::set_pressed(button, *key == shown);
        }
        self.every_metric.set_value(&shown.to_string());
        for (scale, button) in &self.scales {
            page::set_pressed(button, *scale == view.scale);
        }
        page::set_pressed(&self.swap, view.swapped);
        for (table, button) in &self.tables {
            page::set_pressed(button, *table == view.table);
        }
        // The coloured table shows what the generator wrote.
        let of_canvas = self.metrics.iter().map(|(_, button)| button);
        let of_canvas = of_canvas.chain(self.scales.iter().map(|(_, button)| button));
        for button in of_canvas.chain([&self.swap, self.every_metric.unchecked_ref()]) {
            let _ = button.toggle_attribute_with_force("disabled", view.table);
        }
    }
}

fn choose(session: &Session, key: MetricKey) {
    // The default is not written into the address.
    let default = session.choices.pick(None) == Some(key);
    session.change(Step::New, |view| view.metric = (!default).then_some(key));
}

/// A group of buttons of which one is on.
fn segments<'a, T>(
    place: &Element,
    name: &str,
    choices: impl Iterator<Item = (T, &'a str)>,
) -> Result<Vec<(T, Element)>> {
    let group = page::add(place, "div", SEGMENTS, "")?;
    page::set(&group, "role", "group");
    page::set(&group, "aria-label", name);
    choices
        .map(|(choice, word)| Ok((choice, page::add_button(&group, "", word)?)))
        .collect()
}

/// Every metric there is, those with a button first.
fn every_metric(place: &Element, choices: &Choices) -> Result<HtmlSelectElement> {
    let label = page::add(place, "label", "select", "")?;
    page::add(&label, "span", "hide", "Any metric")?;
    let select = page::add(&label, "select", "", "")?;
    let common = choices.common.iter().map(|&(key, _)| key);
    for key in common.chain(choices.more.iter().copied()) {
        let option = page::add(&select, "option", "", &full_name(key))?;
        page::set(&option, "value", &key.to_string());
    }
    page::cast(select)
}
