//! The canvas, sharp on every screen, and redrawn at most once a frame.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use speedsheet_core::chart::{Geometry, heatmap};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, HtmlCanvasElement, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver,
};

use super::page::{self, Result};
use super::palette;
use crate::navigate::Place;
use crate::scene::Scene;

/// A canvas that stays in view while the cells scroll below its row labels.
pub(super) struct Stage {
    /// Scrolls where the cells are wider than the card.
    scroller: HtmlElement,
    /// As wide as all cells, so that there is something to scroll.
    spacer: HtmlElement,
    canvas: HtmlCanvasElement,
    geometry: Cell<Option<Geometry>>,
    scheduled: Cell<bool>,
    draw: RefCell<Option<Closure<dyn FnMut()>>>,
}

impl Stage {
    /// Builds the canvas at the end of `place`.
    pub(super) fn build(place: &Element) -> Result<Self> {
        let scroller: HtmlElement = page::cast(page::add(place, "div", "stage", "")?)?;
        let canvas: HtmlCanvasElement = page::cast(page::add(&scroller, "canvas", "", "")?)?;
        let spacer = page::cast(page::add(&scroller, "div", "stage-spacer", "")?)?;
        page::set(&canvas, "tabindex", "0");
        page::set(&canvas, "role", "application");
        page::set(&canvas, "aria-roledescription", "heatmap");
        Ok(Self {
            scroller,
            spacer,
            canvas,
            geometry: Cell::new(None),
            scheduled: Cell::new(false),
            draw: RefCell::new(None),
        })
    }

    /// Gives the canvas its accessible name and description.
    pub(super) fn name(&self, name: &str, described_by: &str) {
        let label = format!("{name}, heatmap. Arrow keys move from cell to cell.");
        page::set(&self.canvas, "aria-label", &label);
        page::set(&self.canvas, "aria-describedby", described_by);
    }

    /// The canvas.
    pub(super) fn canvas(&self) -> &HtmlCanvasElement {
        &self.canvas
    }

    pub(super) fn set_shown(&self, shown: bool) {
        page::set_shown(&self.scroller, shown);
    }

    /// Draws `scene` whenever asked to, and when size, colours or scroll position change.
    pub(super) fn follow(self: &Rc<Self>, scene: Rc<RefCell<Option<Scene>>>) -> Result {
        let stage = Rc::clone(self);
        *self.draw.borrow_mut() = Some(Closure::new(move || {
            stage.scheduled.set(false);
            if let Some(scene) = scene.borrow().as_ref()
                && let Err(error) = stage.draw(scene)
            {
                page::tell_failure(&error);
            }
        }));
        let redraw = |stage: &Rc<Self>| {
            let stage = Rc::clone(stage);
            move || stage.request_draw()
        };

        let act = redraw(self);
        page::on(&self.scroller, "scroll", move |_| act());
        let dark = page::window()?
            .match_media("(prefers-color-scheme: dark)")
            .map_err(page::describe)?;
        if let Some(dark) = dark {
            let act = redraw(self);
            page::on(&dark, "change", move |_| act());
        }

        let resized = Closure::<dyn FnMut()>::new(redraw(self));
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref());
        observer.map_err(page::describe)?.observe(&self.scroller);
        resized.forget();

        let switched = Closure::<dyn FnMut()>::new(redraw(self));
        let observer = MutationObserver::new(switched.as_ref().unchecked_ref());
        let what = MutationObserverInit::new();
        what.set_attributes(true);
        what.set_attribute_filter(&web_sys::js_sys::Array::of1(&"data-theme".into()));
        observer
            .map_err(page::describe)?
            .observe_with_options(&page::root()?.into(), &what)
            .map_err(page::describe)?;
        switched.forget();
        Ok(())
    }

    /// Draws in the next frame, however often it is asked for before.
    pub(super) fn request_draw(&self) {
        if self.scheduled.replace(true) {
            return;
        }
        let draw = self.draw.borrow();
        let requested = draw.as_ref().and_then(|draw| {
            let window = page::window().ok()?;
            window
                .request_animation_frame(draw.as_ref().unchecked_ref())
                .ok()
        });
        if requested.is_none() {
            self.scheduled.set(false);
        }
    }

    /// The cell at a point of the canvas, in CSS pixels.
    pub(super) fn cell_at(&self, x: f64, y: f64) -> Option<Place> {
        self.geometry.get()?.cell_at(x, y)
    }

    /// Scrolls just far enough to bring a column into view.
    pub(super) fn scroll_to_show(&self, column: usize) {
        if let Some(geometry) = self.geometry.get() {
            let to = geometry.scroll_to_show(column).round();
            self.scroller.set_scroll_left(to as i32);
        }
    }

    fn draw(&self, scene: &Scene) -> Result {
        let width = f64::from(self.scroller.client_width());
        if width < 1.0 {
            // Hidden; the observer calls again when it is shown.
            return Ok(());
        }
        let scale = page::window()?.device_pixel_ratio().clamp(1.0, 4.0);
        let scroll = f64::from(self.scroller.scroll_left());
        let geometry = Geometry::fit(&scene.map, width).scrolled(scroll);
        self.geometry.set(Some(geometry));
        self.resize(&geometry, scale);

        let style = palette::current(&self.canvas, scale)?;
        let backend = CanvasBackend::with_canvas_object(self.canvas.clone())
            .ok_or("this browser does not draw on a canvas")?;
        let area = backend.into_drawing_area();
        heatmap(&area, &scene.map, &geometry, &style)
            .and_then(|()| area.present())
            .map_err(|error| format!("the heatmap could not be drawn ({error})"))
    }

    fn resize(&self, geometry: &Geometry, scale: f64) {
        let pixels = |length: f64| (length * scale).round() as u32;
        // Setting a size clears the canvas, even to the size it has.
        if self.canvas.width() != pixels(geometry.width) {
            self.canvas.set_width(pixels(geometry.width));
        }
        if self.canvas.height() != pixels(geometry.height) {
            self.canvas.set_height(pixels(geometry.height));
        }
        page::style(&self.canvas, "width", &pixels_of(geometry.width));
        page::style(&self.canvas, "height", &pixels_of(geometry.height));
        let content = geometry.content_width().max(geometry.width).floor();
        page::style(&self.spacer, "width", &pixels_of(content));
    }
}

/// A whole length in CSS.
fn pixels_of(length: f64) -> String {
    format!("{}px", length.round() as u32)
}
