//! The index page: search and filters over the list of runs.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use super::address::{self, Step};
use super::page::{self, Result};
use crate::listing::{Choice, FACETS, Item, options};

struct Listing {
    runs: Vec<(Item, Element)>,
    search: HtmlInputElement,
    /// Position in [`FACETS`] and the menu.
    menus: Vec<(usize, HtmlSelectElement)>,
    reset: Element,
    count: Option<Element>,
    empty: Option<Element>,
    choice: RefCell<Choice>,
}

/// Starts the list, where the page has one.
pub(super) fn start() -> Result {
    let Some(place) = page::find(&page::root()?, "[data-viewer=runs]") else {
        return Ok(());
    };
    let Some(filters) = page::find(&place, "[data-viewer-filters]") else {
        return Ok(());
    };
    let runs: Vec<(Item, Element)> = page::find_all(&place, "[data-run]")
        .into_iter()
        .map(|element| (item(&element), element))
        .collect();
    let items: Vec<Item> = runs.iter().map(|(item, _)| item.clone()).collect();

    let bar = page::add(&filters, "div", "run-filters", "")?;
    let label = page::add(&bar, "label", "search", "")?;
    page::add(&label, "span", "", "Search")?;
    let search = page::add(&label, "input", "", "")?;
    page::set(&search, "type", "search");
    page::set(&search, "autocomplete", "off");
    let mut menus = Vec::new();
    for (index, facet) in FACETS.iter().enumerate() {
        let values = options(&items, index);
        if !values.is_empty() {
            menus.push((index, menu(&bar, facet.name, &values)?));
        }
    }
    let reset = page::add_button(&bar, "button", "Show all")?;
    let listing = Rc::new(Listing {
        runs,
        search: page::cast(search)?,
        menus,
        reset,
        count: page::find(&place, "[data-viewer-count]"),
        empty: page::find(&place, "[data-viewer-empty]"),
        choice: RefCell::new(Choice::from_fragment(&address::fragment()?).unwrap_or_default()),
    });
    listing.wire()?;
    listing.show();
    Ok(())
}

fn item(element: &Element) -> Item {
    let get = |name: &str| element.get_attribute(name).unwrap_or_default();
    Item {
        facets: FACETS.map(|facet| get(facet.attribute)),
        text: get("data-search"),
    }
}

fn menu(bar: &Element, name: &str, values: &[String]) -> Result<HtmlSelectElement> {
    let label = page::add(bar, "label", "select", "")?;
    page::add(&label, "span", "", name)?;
    let select = page::add(&label, "select", "", "")?;
    let any = page::add(&select, "option", "", "any")?;
    page::set(&any, "value", "");
    for value in values {
        let option = page::add(&select, "option", "", value)?;
        page::set(&option, "value", value);
    }
    page::cast(select)
}

impl Listing {
    fn wire(self: &Rc<Self>) -> Result {
        let of_search = Rc::clone(self);
        page::on(&self.search, "input", move |_| {
            let text = of_search.search.value();
            of_search.change(Step::Same, |choice| choice.search = text);
        });
        for (facet, select) in &self.menus {
            let (listing, facet, menu) = (Rc::clone(self), *facet, select.clone());
            page::on(select, "change", move |_| {
                let value = menu.value();
                listing.change(Step::New, |choice| choice.facets[facet] = value);
            });
        }
        let of_reset = Rc::clone(self);
        page::on(&self.reset, "click", move |_| {
            of_reset.change(Step::New, |choice| {
                choice.search.clear();
                choice.facets = Default::default();
            });
        });
        let of_address = Rc::clone(self);
        address::on_change(move |fragment| {
            if let Some(choice) = Choice::from_fragment(fragment) {
                of_address.choice.replace(choice);
                of_address.show();
            }
        })
    }

    fn change(&self, step: Step, edit: impl FnOnce(&mut Choice)) {
        edit(&mut self.choice.borrow_mut());
        let written = address::state().and_then(|state| {
            let mut choice = self.choice.borrow_mut();
            choice.keep_others_of(&state);
            address::write(&choice.to_fragment(), step)
        });
        if let Err(error) = written {
            page::tell_failure(&error);
        }
        self.show();
    }

    fn show(&self) {
        let choice = self.choice.borrow();
        // Writing what is there already would move the cursor.
        if self.search.value() != choice.search {
            self.search.set_value(&choice.search);
        }
        for (facet, select) in &self.menus {
            select.set_value(&choice.facets[*facet]);
        }
        page::set_shown(&self.reset, !choice.is_empty());
        let mut shown = 0;
        for (item, element) in &self.runs {
            let keeps = choice.keeps(item);
            shown += usize::from(keeps);
            page::set_shown(element, keeps);
        }
        if let Some(count) = &self.count {
            page::set_count(count, shown, self.runs.len(), "run");
        }
        if let Some(empty) = &self.empty {
            page::set_shown(empty, shown == 0);
        }
    }
}
