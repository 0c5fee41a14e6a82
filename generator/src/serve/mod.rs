//! A site that is served while its author works on it: built in memory, rebuilt when an
//! input changes, and shown anew by the pages themselves.
//!
//! [`Desk`] holds what is served at the moment, [`Host`] answers requests from it, and
//! [`Watch`] waits for a change. Nothing of this is in the site that `build` writes:
//! the script that reloads a page is put into its bytes on their way out.
//!
//! A page asks `/-/news.json` in a worker, because its policy forbids it to. The answer
//! waits until there is a newer build than the one the page knows of.

mod answer;
mod desk;
mod host;
mod live;
mod moves;
mod snapshot;
mod watch;

pub(crate) use desk::Desk;
pub(crate) use host::Host;
pub(crate) use snapshot::Snapshot;
pub(crate) use watch::{Wanted, Watch};
