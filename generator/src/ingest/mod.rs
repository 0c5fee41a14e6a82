//! From paths to runs that may be shown: find the files, read and parse them, add what
//! the author says about them, take the secrets out, put sweeps together.

mod companions;
mod document;
mod file;
mod find;
mod gather;
mod load;
pub mod redact;
mod repeats;
mod supply;
mod together;
mod unpack;

pub(crate) use companions::beside;
pub use document::Document;
pub use find::{Found, InputFile, find};
pub use gather::{Gathered, gather};
pub use load::load_all;
pub use together::Together;
