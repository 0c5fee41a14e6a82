//! What the reader chose on the page of a run, and who is told when it changes.

use std::cell::RefCell;
use std::rc::Rc;

use speedsheet_core::model::{Family, Measurement};

use super::address::{self, Step};
use super::page::{self, Result};
use crate::state::View;

/// A run, what the reader sees of it, and the parts of the page that follow.
pub(super) struct Session {
    /// The measurements of the run.
    pub(super) measurements: Vec<Measurement>,
    /// The id of its article and a point, or nothing; what its ids and keys begin with.
    pub(super) prefix: String,
    view: RefCell<View>,
    watchers: RefCell<Vec<Watcher>>,
}

/// A part of the page that shows the state.
type Watcher = Box<dyn Fn(&Session, &View)>;

impl Session {
    /// A session in the state of the address.
    pub(super) fn new(
        measurements: Vec<Measurement>,
        first: Family,
        prefix: String,
    ) -> Result<Rc<Self>> {
        let default = View::among_others(first, prefix.clone());
        let view = default.in_fragment(&address::state()?);
        Ok(Rc::new(Self {
            measurements,
            prefix,
            view: RefCell::new(view.unwrap_or(default)),
            watchers: RefCell::default(),
        }))
    }

    /// Follows the address, and shows the state for the first time.
    pub(super) fn start(self: &Rc<Self>) -> Result {
        let session = Rc::clone(self);
        address::on_change(move |fragment| {
            let view = session.view.borrow().in_fragment(fragment);
            if let Some(view) = view {
                session.view.replace(view);
                session.show();
            }
        })?;
        self.show();
        Ok(())
    }

    /// Calls `show` with the state whenever it changes, and at the start.
    pub(super) fn watch(&self, show: impl Fn(&Self, &View) + 'static) {
        self.watchers.borrow_mut().push(Box::new(show));
    }

    /// Changes the state, remembers it and shows it.
    pub(super) fn change(&self, step: Step, edit: impl FnOnce(&mut View)) {
        edit(&mut self.view.borrow_mut());
        let written = address::state().and_then(|state| {
            let mut view = self.view.borrow_mut();
            view.keep_others_of(&state);
            address::write(&view.to_fragment(), step)
        });
        if let Err(error) = written {
            page::tell_failure(&error);
        }
        self.show();
    }

    fn show(&self) {
        let view = self.view.borrow().clone();
        for watcher in self.watchers.borrow().iter() {
            watcher(self, &view);
        }
    }
}
