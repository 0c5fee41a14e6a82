//! What a benchmark report *is*: the normalized run, the parsers that read it
//! from a tool's output, the queries over it and the charts drawn from it.
//!
//! The crate is pure. It opens no file, reads no clock and knows no DOM, so the
//! same code runs in the generator and, compiled to WASM, in a reader's browser.
//!
//! Start with [`model::Run`], then [`formats::parse`] for how one comes to be.

pub mod chart;
pub mod display;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "formats")]
pub mod grouping;
pub mod model;
pub mod query;
