//! Questions asked of a run: which measurements, arranged how.

mod filter;
mod layout;
mod matrix;
mod plotted;
mod ranked;

pub use filter::Filter;
pub use layout::{LEADING_METRICS, Layout, Slice};
pub use matrix::{Matrix, distinct, metrics_present};
pub use plotted::{plotted_value, representative};
pub use ranked::Ranked;
