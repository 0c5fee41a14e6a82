//! The WASM program that makes a speedsheet page interactive.
//!
//! ```text
//! address -> state -> scene -> canvas
//!                  -> facets, sort -> table
//!         cell     -> readout -> inspector, screen reader
//! ```
//!
//! Everything up to the last arrow is plain data and is tested natively; `dom` alone
//! touches the page and exists for WASM only. A page is complete without this program,
//! so whatever fails here is told on the page and leaves it as it was.

pub mod facets;
pub mod fragment;
pub mod listing;
pub mod metrics;
pub mod navigate;
pub mod readout;
#[cfg(any(test, feature = "standalone"))]
pub mod runs;
pub mod scene;
pub mod sort;
pub mod state;

#[cfg(target_arch = "wasm32")]
mod dom;
#[cfg(test)]
mod sample;
