//! The viewer as a page of its own: opens normalized runs from disk.

use std::rc::Rc;

use speedsheet_core::model::Run;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, File, FileReader, HtmlInputElement, HtmlSelectElement};

use super::page::{self, Result};
use super::run_page;
use super::skeleton;
use crate::runs;

/// The places of the page.
struct Opener {
    /// Where the choice among several runs stands.
    choice: Element,
    /// Where a run is shown.
    run: Element,
}

/// Starts the page.
pub(super) fn start() -> Result {
    let root = page::root()?;
    let place =
        page::find(&root, "[data-viewer-open]").ok_or("the page has no place to open a file")?;
    let run = page::find(&root, "[data-viewer-run]").ok_or("the page has no place for a run")?;
    let label = page::add(&place, "label", "drop", "")?;
    page::add(&label, "b", "", "Open a normalized run")?;
    let hint = "Pick a JSON file made by speedsheet, or drop one here. It stays on this computer.";
    page::add(&label, "span", "soft", hint)?;
    let input = page::add(&label, "input", "", "")?;
    page::set(&input, "type", "file");
    page::set(&input, "accept", ".json,.jsonl,application/json");
    let input: HtmlInputElement = page::cast(input)?;
    let choice = page::add(&place, "div", "", "")?;
    let opener = Rc::new(Opener { choice, run });

    let of_input = Rc::clone(&opener);
    let files = input.clone();
    page::on(&input, "change", move |_| {
        if let Some(file) = files.files().and_then(|files| files.get(0)) {
            of_input.open(&file);
        }
    });
    page::on(&root, "dragover", |event| event.prevent_default());
    page::on(&root, "drop", move |event| {
        event.prevent_default();
        let dropped = event
            .dyn_ref::<DragEvent>()
            .and_then(|event| event.data_transfer()?.files()?.get(0));
        if let Some(file) = dropped {
            opener.open(&file);
        }
    });
    Ok(())
}

impl Opener {
    fn open(self: &Rc<Self>, file: &File) {
        let Ok(reader) = FileReader::new() else {
            return;
        };
        let (opener, name, done) = (Rc::clone(self), file.name(), reader.clone());
        page::on(&reader, "loadend", move |_| {
            let text = done.result().ok().and_then(|text| text.as_string());
            let outcome = match text {
                Some(text) => runs::read(&text),
                None => Err("the browser could not read it".to_owned()),
            };
            let shown = outcome.and_then(|runs| opener.offer(&runs));
            if let Err(error) = shown {
                refuse(&format!("{name} cannot be shown: {error}."));
            }
        });
        let _ = reader.read_as_text(file);
    }

    /// Shows the only run, or lets the reader choose one.
    fn offer(self: &Rc<Self>, runs: &[Run]) -> Result {
        page::clear(&self.choice);
        refuse("");
        let mut shown = 0;
        if runs.len() > 1 {
            let label = page::add(&self.choice, "label", "select", "")?;
            page::add(&label, "span", "", "Run")?;
            let select = page::add(&label, "select", "", "")?;
            for (index, run) in runs.iter().enumerate() {
                let option = page::add(&select, "option", "", &run.title)?;
                page::set(&option, "value", &index.to_string());
            }
            let select: HtmlSelectElement = page::cast(select)?;
            let (opener, runs, menu) = (Rc::clone(self), runs.to_vec(), select.clone());
            page::on(&select, "change", move |_| {
                let run = menu
                    .value()
                    .parse()
                    .ok()
                    .and_then(|index: usize| runs.get(index));
                if let Some(Err(error)) = run.map(|run| opener.show(run)) {
                    page::tell_failure(&error);
                }
            });
            shown = usize::try_from(select.selected_index()).unwrap_or(0);
        }
        self.show(&runs[shown])
    }

    fn show(&self, run: &Run) -> Result {
        page::clear(&self.run);
        skeleton::build(&self.run, run)?;
        run_page::mount(run.measurements.clone(), &self.run)
    }
}

/// Says why a file is not shown; nothing takes the words away again.
fn refuse(message: &str) {
    let Ok(root) = page::root() else { return };
    if let Some(place) = page::find(&root, "[data-viewer-error]") {
        place.set_text_content(Some(message));
        page::set_shown(&place, !message.is_empty());
    }
}
