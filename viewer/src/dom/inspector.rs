//! The readout of a cell, beside the matrix and for screen readers.

use std::cell::RefCell;

use speedsheet_core::model::Measurement;
use web_sys::Element;

use super::page::{self, Result};
use crate::navigate::Place;
use crate::readout::Readout;
use crate::scene::Scene;

/// The places of the readout.
pub(super) struct Inspector {
    place: Element,
    live: Element,
    /// The tag of its heading.
    heading: &'static str,
    /// Whether the reader chose what is shown, its title and its measurements.
    shown: RefCell<Option<(bool, String, Vec<usize>)>>,
}

impl Inspector {
    /// Builds the readout at `place`, and what speaks it somewhere in `card`. `heading` is
    /// the tag of its heading.
    pub(super) fn build(place: &Element, card: &Element, heading: &'static str) -> Result<Self> {
        page::set_shown(place, true);
        let live = page::add(card, "p", "hide", "")?;
        page::set(&live, "aria-live", "polite");
        Ok(Self {
            place: place.clone(),
            live,
            heading,
            shown: RefCell::new(None),
        })
    }

    /// Shows a cell; the best one where none is chosen.
    pub(super) fn show(
        &self,
        scene: &Scene,
        measurements: &[Measurement],
        place: Option<Place>,
    ) -> Result {
        let cell = place.or_else(|| scene.best(measurements));
        let now = cell.map(|cell| (place.is_some(), scene.title(cell), scene.measurements(cell)));
        // Most changes leave the cell as it is, and building it anew costs a layout.
        if self.shown.replace(now.clone()) == now {
            return Ok(());
        }
        page::clear(&self.place);
        let Some(cell) = cell else {
            return Ok(());
        };
        let title = page::add(&self.place, self.heading, "", &scene.title(cell))?;
        if place.is_none() {
            page::add(&title, "small", "", " best")?;
        }
        let here = scene.measurements(cell);
        if here.is_empty() {
            page::add(&self.place, "p", "soft", "not in the results")?;
        }
        for (at, &index) in here.iter().enumerate() {
            if here.len() > 1 {
                let which = format!("Measurement {} of {} here", at + 1, here.len());
                page::add(&self.place, "p", "soft", &which)?;
            }
            self.measurement(&Readout::of(&measurements[index], scene.axes()))?;
        }
        let hint = "Point at a cell, or go to the heatmap and use the arrow keys.";
        page::add(&self.place, "p", "soft hint", hint)?;
        Ok(())
    }

    fn measurement(&self, readout: &Readout) -> Result {
        let status = page::add(&self.place, "p", "inspector-status", "")?;
        page::add(&status, "b", "", &readout.status)?;
        page::add(&status, "span", "soft", &format!(" {}", readout.meaning))?;
        let list = page::add(&self.place, "dl", "", "")?;
        for line in &readout.lines {
            page::add(&list, "dt", "", &line.name)?;
            let value = page::add(&list, "dd", "", &line.value)?;
            if let Some(printed) = &line.printed {
                page::add(&value, "small", "", &format!("printed {printed}"))?;
            }
        }
        for caveat in &readout.caveats {
            page::add(&self.place, "p", "caveat", &format!("△ {caveat}"))?;
        }
        Ok(())
    }

    /// Speaks a cell.
    pub(super) fn announce(&self, scene: &Scene, measurements: &[Measurement], cell: Place) {
        let spoken: Vec<String> = scene
            .measurements(cell)
            .into_iter()
            .map(|index| Readout::of(&measurements[index], scene.axes()).spoken())
            .collect();
        let what = match spoken.is_empty() {
            true => "Not in the results.".to_owned(),
            false => spoken.join(" "),
        };
        let text = format!("{}. {what}", scene.spoken_title(cell));
        self.live.set_text_content(Some(&text));
    }
}
