//! Questions asked of a run: which measurements, arranged how.

mod filter;
mod matrix;
mod plotted;

pub use filter::Filter;
pub use matrix::{Matrix, distinct, matrix_axes, metrics_present};
pub use plotted::{plotted_value, representative};
