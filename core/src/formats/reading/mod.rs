//! What the parsers share: JSON documents wherever they stand in a file, fields
//! taken from them one by one, lines without terminal control, names and units.
//!
//! A parser of JSON starts with [`Input::documents`](super::Input::documents) and
//! [`Fields`], a parser of console output with [`lines()`].

mod columns;
mod documents;
mod ending;
mod fields;
mod lines;
mod loose;
mod markdown;
mod naming;
mod spread;
mod sweep;
mod tree;
mod units;

pub(super) use columns::{Column, Columns, ListSummary};
pub use documents::{Document, Documents, Layout};
pub(super) use ending::{complaint, failed_after};
pub(super) use fields::{Fields, unexpected};
pub(super) use lines::{Line, between, lines};
pub(super) use markdown::{Row as MarkdownRow, Table as MarkdownTable, tables as markdown_tables};
pub(super) use naming::{date_time, engine_of, set_model, title, unix_time};
pub(super) use spread::set_from_values;
pub(super) use sweep::join;
pub(super) use units::{ms_from_ns, ms_from_s, ms_from_us, s_from_ms, s_from_ns};
