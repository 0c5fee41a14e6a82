//! What every case needs: a site on disk or on a server, and a browser that looks at it.
//!
//! Start with [`visit::Visit`].

pub(crate) mod browser;
pub(crate) mod console;
pub(crate) mod network;
pub(crate) mod preview;
pub(crate) mod run_page;
pub(crate) mod server;
pub(crate) mod site;
pub(crate) mod trial;
pub(crate) mod visit;
pub(crate) mod workshop;
