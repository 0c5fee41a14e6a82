//! Questions asked of a run: which measurements, arranged how.

mod filter;
mod matrix;

pub use filter::Filter;
pub use matrix::{Matrix, matrix_axes, metrics_present};
