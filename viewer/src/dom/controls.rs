//! The switches above a matrix.

use std::cell::Cell;
use std::rc::Rc;

use speedsheet_core::chart::ScaleKind;
use speedsheet_core::display;
use speedsheet_core::model::{Family, Metric, MetricKey};
use speedsheet_core::query::{Layout, Slice};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement};

use super::address::Step;
use super::page::{self, Result};
use super::session::Session;
use crate::metrics::Choices;
use crate::scene::Scene;
use crate::state::CardView;

/// Class of a group of buttons that look like one.
const SEGMENTS: &str = "segments";

/// The switches.
pub(super) struct Controls {
    metrics: Vec<(Metric, Element)>,
    every_metric: Menu,
    statistics: Menu,
    /// The metric and the statistic that are shown; nothing before the first time.
    shown: Rc<Cell<Option<MetricKey>>>,
    slices: Vec<(Slice, Menu)>,
    scales: [(ScaleKind, Element); 2],
    swap: Element,
    tables: [(bool, Element); 2],
}

/// A menu with its label.
struct Menu {
    label: Element,
    select: HtmlSelectElement,
}

impl Controls {
    /// Builds the switches at `place`.
    pub(super) fn build(place: &Element, choices: &Choices, layout: &Layout) -> Result<Self> {
        page::clear(place);
        let metrics = segments(place, "Metric", choices.leading())?;
        let every_metric = Menu::build(place, "Any metric", "hide")?;
        for metric in choices.metrics() {
            every_metric.offer(metric.key(), display::metric_name(metric))?;
        }
        let statistics = Menu::build(place, "Statistic", "hide")?;
        let slices = layout.slices.iter().map(|slice| {
            let menu = Menu::build(place, display::axis_name(slice.axis), "")?;
            for &value in &slice.values {
                menu.offer("", &display::axis_label(slice.axis, value))?;
            }
            Ok((slice.clone(), menu))
        });
        let slices = slices.collect::<Result<_>>()?;
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
            statistics,
            shown: Rc::default(),
            slices,
            scales: scales.try_into().map_err(|_| pair)?,
            swap,
            tables: tables.try_into().map_err(|_| pair)?,
        })
    }

    /// Makes the switches act on the matrix of `family`.
    pub(super) fn wire(&self, session: &Rc<Session>, family: Family, choices: &Rc<Choices>) {
        let chooser = Chooser {
            session: Rc::clone(session),
            family,
            choices: Rc::clone(choices),
            shown: Rc::clone(&self.shown),
        };
        for (metric, button) in &self.metrics {
            let (chooser, metric) = (chooser.clone(), *metric);
            page::on(button, "click", move |_| chooser.metric(metric));
        }
        let (of_metrics, select) = (chooser.clone(), self.every_metric.select.clone());
        page::on(&self.every_metric.select, "change", move |_| {
            let key = select.value();
            if let Some(metric) = Metric::ALL.into_iter().find(|metric| metric.key() == key) {
                of_metrics.metric(metric);
            }
        });
        let select = self.statistics.select.clone();
        page::on(&self.statistics.select, "change", move |_| {
            if let Some(key) = MetricKey::parse(&select.value()) {
                chooser.key(key);
            }
        });
        let on = |target: &Element, event: &str, edit: Box<dyn Fn(&mut CardView)>| {
            let session = Rc::clone(session);
            page::on(target, event, move |_| {
                session.change(Step::New, |view| edit(view.card_mut(family)));
            });
        };
        for (slice, menu) in &self.slices {
            let (slice, select) = (slice.clone(), menu.select.clone());
            let edit = move |card: &mut CardView| {
                let at = usize::try_from(select.selected_index()).unwrap_or(0);
                card.slice.retain(|(axis, _)| *axis != slice.axis);
                let value = slice.values.get(at).copied();
                // The default is not written into the address.
                let value = value.filter(|&value| value != slice.default);
                card.slice.extend(value.map(|value| (slice.axis, value)));
            };
            on(&menu.select, "change", Box::new(edit));
        }
        for (scale, button) in &self.scales {
            let scale = *scale;
            on(button, "click", Box::new(move |card| card.scale = scale));
        }
        on(
            &self.swap,
            "click",
            Box::new(|card| card.swapped = !card.swapped),
        );
        for (table, button) in &self.tables {
            let table = *table;
            on(button, "click", Box::new(move |card| card.table = table));
        }
    }

    /// Shows what is switched on.
    pub(super) fn show(&self, card: &CardView, scene: &Scene, choices: &Choices) -> Result {
        let before = self.shown.replace(Some(scene.key));
        let metric = scene.key.metric;
        if before.is_none_or(|before| before.metric != metric) {
            self.statistics.refill(choices, metric)?;
        }
        for (known, button) in &self.metrics {
            page::set_pressed(button, *known == metric);
        }
        self.every_metric.select.set_value(metric.key());
        self.statistics.select.set_value(&scene.key.to_string());
        for ((slice, menu), (_, value)) in self.slices.iter().zip(&scene.slices) {
            let at = slice.values.iter().position(|known| known == value);
            menu.select
                .set_selected_index(at.map_or(-1, |at| at as i32));
        }
        for (scale, button) in &self.scales {
            page::set_pressed(button, *scale == card.scale);
        }
        page::set_pressed(&self.swap, card.swapped);
        for (table, button) in &self.tables {
            page::set_pressed(button, *table == card.table);
        }
        // The coloured table shows what the generator wrote.
        let buttons = self.metrics.iter().map(|(_, button)| button);
        let buttons = buttons.chain(self.scales.iter().map(|(_, button)| button));
        let menus = self.slices.iter().map(|(_, menu)| menu);
        let menus = menus.chain([&self.every_metric, &self.statistics]);
        let menus = menus.map(|menu| menu.select.unchecked_ref());
        for switch in buttons.chain([&self.swap]).chain(menus) {
            let _ = switch.toggle_attribute_with_force("disabled", card.table);
        }
        Ok(())
    }
}

/// What the metric switches act on.
#[derive(Clone)]
struct Chooser {
    session: Rc<Session>,
    family: Family,
    choices: Rc<Choices>,
    shown: Rc<Cell<Option<MetricKey>>>,
}

impl Chooser {
    fn metric(&self, metric: Metric) {
        let now = self.shown.get();
        if let Some(key) = now.and_then(|now| self.choices.switched(metric, now)) {
            self.key(key);
        }
    }

    fn key(&self, key: MetricKey) {
        // The default is not written into the address.
        let default = self.choices.pick(None) == Some(key);
        self.session.change(Step::New, |view| {
            view.card_mut(self.family).metric = (!default).then_some(key);
        });
    }
}

impl Menu {
    fn build(place: &Element, name: &str, class: &str) -> Result<Self> {
        let label = page::add(place, "label", "select", "")?;
        page::add(&label, "span", class, name)?;
        let select = page::cast(page::add(&label, "select", "", "")?)?;
        Ok(Self { label, select })
    }

    fn offer(&self, value: &str, words: &str) -> Result {
        let option = page::add(&self.select, "option", "", words)?;
        page::set(&option, "value", value);
        Ok(())
    }

    /// Offers the statistics of a metric, where there are several.
    fn refill(&self, choices: &Choices, metric: Metric) -> Result {
        page::clear(&self.select);
        let mut count = 0;
        for key in choices.statistics(metric) {
            if let Some(stat) = key.stat {
                self.offer(&key.to_string(), display::stat_name(stat))?;
                count += 1;
            }
        }
        page::set_shown(&self.label, count > 1);
        Ok(())
    }
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
