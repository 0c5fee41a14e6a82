//! The card of the matrix: controls, canvas, coloured table, legend and inspector.

use std::cell::RefCell;
use std::rc::Rc;

use speedsheet_core::display;
use speedsheet_core::model::{Family, Measurement};
use speedsheet_core::query::{Filter, Layout};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

use super::address::Step;
use super::canvas::Stage;
use super::controls::Controls;
use super::inspector::Inspector;
use super::page::{self, Result};
use super::session::Session;
use crate::metrics::{Choices, caption};
use crate::navigate::{Place, moved};
use crate::scene::Scene;
use crate::state::View;

/// The places of the card.
pub(super) struct MatrixCard {
    layout: Layout,
    choices: Rc<Choices>,
    controls: Controls,
    stage: Rc<Stage>,
    inspector: Inspector,
    canvas_place: Element,
    caption: Element,
    empty: Element,
    static_table: Element,
    /// The filter that the coloured table follows.
    dimmed: RefCell<Filter>,
    legend: Legend,
    /// What is on the stage.
    scene: Rc<RefCell<Option<Scene>>>,
}

/// The places of the legend that follow the metric.
struct Legend {
    low: Option<Element>,
    high: Option<Element>,
    unit: Option<Element>,
}

impl MatrixCard {
    /// Brings the card at `place` to life, where there is something to draw.
    pub(super) fn connect(place: &Element, family: Family, session: &Rc<Session>) -> Result {
        let Some(layout) = Layout::of(&session.measurements, family) else {
            return Ok(());
        };
        let Some(card) = Self::find(place, layout, session)?.map(Rc::new) else {
            return Ok(());
        };
        card.wire(session)?;
        session.watch(move |session, view| {
            let measurements = &session.measurements;
            let scene = Scene::new(measurements, &card.layout, &card.choices, view);
            if let Err(error) = card.show(measurements, scene, view) {
                page::tell_failure(&error);
            }
        });
        Ok(())
    }

    /// The card at `place`; `None` where there is nothing to draw or no place for it,
    /// and the coloured table stays.
    fn find(place: &Element, layout: Layout, session: &Session) -> Result<Option<Self>> {
        let (Some(controls), Some(canvas_place), Some(static_table), Some(inspector)) = (
            page::find(place, "[data-viewer-controls]"),
            page::find(place, "[data-viewer-canvas]"),
            page::find(place, "[data-viewer-static]"),
            page::find(place, "[data-viewer-inspector]"),
        ) else {
            return Ok(None);
        };
        let choices = Rc::new(Choices::of(&session.measurements, &layout));
        if choices.pick(None).is_none() {
            return Ok(None);
        }
        let caption = page::add(&canvas_place, "p", "soft", "")?;
        let caption_id = format!("{}canvas-caption-{}", session.prefix, layout.family.key());
        page::set(&caption, "id", &caption_id);
        let stage = Rc::new(Stage::build(&canvas_place)?);
        let empty = page::add(&canvas_place, "p", "empty", "")?;
        let heading = page::find(place, "h2, h3, h4, h5");
        let below = match heading.as_ref().map(Element::tag_name).as_deref() {
            Some("H3") => "h4",
            Some("H4") => "h5",
            Some("H5") => "h6",
            _ => "h3",
        };
        let name = heading.and_then(|heading| heading.text_content());
        stage.name(&name.unwrap_or_default(), &caption_id);
        Ok(Some(Self {
            controls: Controls::build(&controls, &choices, &layout)?,
            layout,
            choices,
            stage,
            inspector: Inspector::build(&inspector, place, below)?,
            canvas_place,
            caption,
            empty,
            static_table,
            dimmed: RefCell::default(),
            legend: Legend {
                low: page::find(place, "[data-viewer-low]"),
                high: page::find(place, "[data-viewer-high]"),
                unit: page::find(place, ".ramp-unit"),
            },
            scene: Rc::default(),
        }))
    }

    /// Makes the card listen.
    fn wire(self: &Rc<Self>, session: &Rc<Session>) -> Result {
        self.controls
            .wire(session, self.layout.family, &self.choices);
        self.stage.follow(Rc::clone(&self.scene))?;
        self.listen(session, "keydown", |card, session, event| {
            if let Some(key) = event.dyn_ref::<KeyboardEvent>() {
                card.key(session, key);
            }
        });
        self.listen(session, "pointermove", |card, session, event| {
            card.hover(session, card.place_of(event));
        });
        self.listen(session, "pointerleave", |card, session, _| {
            card.hover(session, None);
        });
        self.listen(session, "click", |card, session, event| {
            card.select(session, card.place_of(event));
        });
        Ok(())
    }

    /// Calls `act` at every event on the canvas.
    fn listen(
        self: &Rc<Self>,
        session: &Rc<Session>,
        event: &str,
        act: impl Fn(&Self, &Session, &Event) + 'static,
    ) {
        let (card, session) = (Rc::clone(self), Rc::clone(session));
        page::on(self.stage.canvas(), event, move |event| {
            act(&card, &session, &event);
        });
    }

    fn place_of(&self, event: &Event) -> Option<Place> {
        let mouse = event.dyn_ref::<MouseEvent>()?;
        self.stage
            .cell_at(f64::from(mouse.offset_x()), f64::from(mouse.offset_y()))
    }

    fn key(&self, session: &Session, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if event.key() == "Escape" {
            self.select(session, None);
            return;
        }
        let target = self.scene.borrow().as_ref().and_then(|scene| {
            let size = (scene.map.rows.len(), scene.map.columns.len());
            moved(scene.map.selected, &event.key(), size)
        });
        let Some(target) = target else { return };
        event.prevent_default();
        self.stage.scroll_to_show(target.1);
        self.select(session, Some(target));
        if let Some(scene) = self.scene.borrow().as_ref() {
            self.inspector
                .announce(scene, &session.measurements, target);
        }
    }

    fn hover(&self, session: &Session, place: Option<Place>) {
        let mut scene = self.scene.borrow_mut();
        let Some(scene) = scene.as_mut().filter(|scene| scene.map.hovered != place) else {
            return;
        };
        scene.map.hovered = place;
        self.stage.request_draw();
        self.inspect(scene, &session.measurements);
    }

    fn select(&self, session: &Session, place: Option<Place>) {
        let values = match (place, self.scene.borrow().as_ref()) {
            (Some(place), Some(scene)) => scene.values_of(place),
            _ => None,
        };
        let family = self.layout.family;
        session.change(Step::Same, |view| view.card_mut(family).selected = values);
    }

    /// Shows a scene in the state `view`.
    fn show(&self, measurements: &[Measurement], scene: Option<Scene>, view: &View) -> Result {
        let card = view.card(self.layout.family);
        page::set_shown(&self.canvas_place, !card.table);
        page::set_shown(&self.static_table, card.table);
        if *self.dimmed.borrow() != view.filter {
            dim(&self.static_table, measurements, &view.filter);
            self.dimmed.replace(view.filter.clone());
        }
        let hovered = (self.scene.borrow().as_ref()).and_then(|scene| scene.map.hovered);
        *self.scene.borrow_mut() = scene;
        let mut scene = self.scene.borrow_mut();
        let has_cells = scene
            .as_ref()
            .is_some_and(|scene| !scene.map.rows.is_empty());
        self.stage.set_shown(has_cells);
        page::set_shown(&self.empty, !has_cells);
        page::set_text(
            &self.empty,
            "No cell has what the filters ask for. Reset them to see all cells.",
        );
        let Some(scene) = scene.as_mut() else {
            return Ok(());
        };
        scene.map.hovered = hovered.filter(|&(row, column)| scene.map.cell(row, column).is_some());
        self.controls.show(card, scene, &self.choices)?;
        page::set_text(&self.caption, &caption(scene.key));
        self.legend.show(scene);
        self.inspect(scene, measurements);
        self.stage.request_draw();
        Ok(())
    }

    fn inspect(&self, scene: &Scene, measurements: &[Measurement]) {
        let place = scene.map.hovered.or(scene.map.selected);
        if let Err(error) = self.inspector.show(scene, measurements, place) {
            page::tell_failure(&error);
        }
    }
}

impl Legend {
    fn show(&self, scene: &Scene) {
        let Some((worst, best)) = scene.colors.ends() else {
            return;
        };
        let metric = scene.key.metric;
        let put = |place: &Option<Element>, text: &str| {
            if let Some(place) = place {
                page::set_text(place, text);
            }
        };
        put(&self.low, &display::number(metric, worst));
        put(&self.high, &display::number(metric, best));
        put(&self.unit, metric.unit().symbol());
    }
}

/// Lets the cells of the coloured table step back that a filter does not keep.
fn dim(table: &Element, measurements: &[Measurement], filter: &Filter) {
    for cell in page::find_all(table, "td[data-index]") {
        let kept = cell
            .get_attribute("data-index")
            .and_then(|index| measurements.get(index.parse::<usize>().ok()?))
            .is_none_or(|measurement| filter.keeps(measurement));
        let _ = cell.class_list().toggle_with_force("dimmed", !kept);
    }
}
