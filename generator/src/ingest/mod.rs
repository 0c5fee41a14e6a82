//! From paths to runs that may be shown: find the files, read and parse them, add the
//! author's notes, take the secrets out.

mod document;
mod find;
pub mod redact;

pub use document::{Document, load, load_all, mark_repeats, part_slugs};
pub use find::{InputFile, find};
