//! Runs as data: JSON, JSON lines, CSV, and the text they can be read from again.

mod csv;
mod json;
mod text;

pub use self::csv::csv;
pub use self::json::{json, json_lines};
pub use self::text::{left_out_of_text, text};
