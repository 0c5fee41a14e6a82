//! The places of a run page, for a run that no generator wrote a page for.
//!
//! It follows the same contract as the generator's pages, so the same code brings it to
//! life: see ARCHITECTURE.md.

use speedsheet_core::chart::Fill;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, MetricKey, Run};
use speedsheet_core::query::{Layout, metrics_present};
use web_sys::Element;

use super::page::{self, Result};
use crate::metrics::{Choices, caption, full_name};
use crate::scene::Scene;
use crate::state::View;

/// Puts the page of a run into `place`.
pub(super) fn build(place: &Element, run: &Run) -> Result {
    page::add(place, "h1", "", &run.title)?;
    facts(place, run)?;
    // Sustained decode first: it is what most come for.
    let mut families = Family::ALL;
    families.sort_by_key(|&family| family != Family::Decode);
    for family in families {
        if let Some(layout) = Layout::of(&run.measurements, family) {
            matrix(place, run, &layout)?;
        }
    }
    table(place, run)
}

fn facts(place: &Element, run: &Run) -> Result {
    let chips = page::add(place, "ul", "chips", "")?;
    let count = run.hardware.count.filter(|&count| count > 1);
    let hardware = run.hardware.name.as_ref().map(|name| match count {
        Some(count) => format!("{count} × {name}"),
        None => name.clone(),
    });
    let named = |name: &Option<String>, version: &Option<String>| {
        let name = name.as_ref()?;
        Some(match version {
            Some(version) => format!("{name} {version}"),
            None => name.clone(),
        })
    };
    let facts = [
        hardware,
        named(&run.engine.name, &run.engine.version),
        run.model.quantization.clone(),
        named(&run.source.tool, &run.source.tool_version),
        run.measured_at.clone(),
    ];
    for fact in facts.into_iter().flatten() {
        page::add(&chips, "li", "", &fact)?;
    }
    Ok(())
}

fn matrix(place: &Element, run: &Run, layout: &Layout) -> Result {
    let card = page::add(place, "section", "card", "")?;
    page::set(&card, "data-viewer", "matrix");
    page::set(&card, "data-family", layout.family.key());
    let bar = page::add(&card, "div", "bar", "")?;
    page::add(&bar, "h2", "", display::family_name(layout.family))?;
    place_for(&bar, "data-viewer-controls")?;
    let body = page::add(&card, "div", "matrix-body", "")?;
    let main = page::add(&body, "div", "matrix-main", "")?;
    page::set_shown(&place_for(&main, "data-viewer-canvas")?, false);
    let coloured = place_for(&main, "data-viewer-static")?;
    coloured_table(&coloured, run, layout)?;
    page::set_shown(&place_for(&body, "data-viewer-inspector")?, false);
    Ok(())
}

fn place_for(parent: &Element, attribute: &str) -> Result<Element> {
    let place = page::add(parent, "div", "", "")?;
    page::set(&place, attribute, "");
    Ok(place)
}

fn coloured_table(place: &Element, run: &Run, layout: &Layout) -> Result {
    let choices = Choices::of(&run.measurements, layout);
    let view = View::new(layout.family);
    let Some(scene) = Scene::new(&run.measurements, layout, &choices, &view) else {
        let text = "No cell of the matrix has a value that can be drawn.";
        page::add(place, "p", "soft", text)?;
        return Ok(());
    };
    page::add(place, "p", "soft", &caption(scene.key))?;
    let scroll = page::add(place, "div", "scroll", "")?;
    page::set(&scroll, "role", "region");
    page::set(&scroll, "tabindex", "0");
    page::set(&scroll, "aria-label", "Matrix, scrollable");
    let table = page::add(&scroll, "table", "matrix", "")?;
    let head = page::add(&page::add(&table, "thead", "", "")?, "tr", "", "")?;
    for label in [&scene.map.row_axis].into_iter().chain(&scene.map.columns) {
        page::set(&page::add(&head, "th", "", label)?, "scope", "col");
    }
    let body = page::add(&table, "tbody", "", "")?;
    for (row, label) in scene.map.rows.iter().enumerate() {
        let line = page::add(&body, "tr", "", "")?;
        page::set(&page::add(&line, "th", "", label)?, "scope", "row");
        for column in 0..scene.map.columns.len() {
            let Some(cell) = scene.map.cell(row, column) else {
                page::add(&line, "td", "gap", "")?;
                continue;
            };
            let class = match cell.fill {
                Fill::Step(step) => format!("h{step}"),
                _ => "wall".to_owned(),
            };
            let place = page::add(&line, "td", &class, "")?;
            if let Some(index) = scene.measurements((row, column)).first() {
                page::set(&place, "data-index", &index.to_string());
            }
            page::add(&place, "b", "", &cell.main)?;
            page::add(&place, "small", "", &cell.small)?;
        }
    }
    Ok(())
}

fn table(place: &Element, run: &Run) -> Result {
    let card = page::add(place, "section", "card", "")?;
    page::set(&card, "data-viewer", "table");
    let bar = page::add(&card, "div", "bar", "")?;
    page::add(&bar, "h2", "", "All measurements")?;
    let count = page::add(&bar, "span", "soft", "")?;
    page::set(&count, "data-viewer-count", "");
    if run.measurements.is_empty() {
        let text = "The file holds no measurement of this run.";
        page::add(&card, "p", "soft", text)?;
    }
    place_for(&card, "data-viewer-filters")?;
    let scroll = page::add(&card, "div", "scroll", "")?;
    page::set(&scroll, "role", "region");
    page::set(&scroll, "tabindex", "0");
    page::set(&scroll, "aria-label", "All measurements, scrollable");
    let table = page::add(&scroll, "table", "all", "")?;
    let head = page::add(&page::add(&table, "thead", "", "")?, "tr", "", "")?;
    let column = |key: &str, name: &str, class: &str| -> Result {
        let cell = page::add(&head, "th", class, name)?;
        page::set(&cell, "scope", "col");
        page::set(&cell, "data-key", key);
        Ok(())
    };
    let has_axis = |axis: &Axis| {
        run.measurements
            .iter()
            .any(|one| axis.of(&one.axes).is_some())
    };
    let axes: Vec<Axis> = Axis::ALL.into_iter().filter(has_axis).collect();
    let metrics: Vec<MetricKey> = metrics_present(&run.measurements);
    column("family", "Phase", "text")?;
    for axis in &axes {
        column(axis.key(), display::axis_name(*axis), "")?;
    }
    column("status", "Status", "text")?;
    for &key in &metrics {
        column(&key.to_string(), &full_name(key), "")?;
    }
    let body = page::add(&table, "tbody", "", "")?;
    for (index, one) in run.measurements.iter().enumerate() {
        let row = page::add(&body, "tr", "", "")?;
        page::set(&row, "data-index", &index.to_string());
        cells(&row, one, &axes, &metrics)?;
    }
    Ok(())
}

fn cells(row: &Element, one: &Measurement, axes: &[Axis], metrics: &[MetricKey]) -> Result {
    page::add(row, "td", "text", display::family_name(one.family))?;
    for &axis in axes {
        let value = axis.of(&one.axes);
        let label = value.map(|value| display::axis_label(axis, value));
        page::add(row, "td", "", label.as_deref().unwrap_or(display::MISSING))?;
    }
    let word = one.source_status.as_deref();
    page::add(
        row,
        "td",
        "text",
        word.unwrap_or(display::status_word(one.status)),
    )?;
    for &key in metrics {
        page::add(row, "td", "", &display::measured(one, key))?;
    }
    Ok(())
}
