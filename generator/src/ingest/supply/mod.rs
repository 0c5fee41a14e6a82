//! What the tool did not record, from a sidecar, the configuration or the path.
//!
//! A recorded value is never replaced: where something else was supplied, both are kept
//! and the conflict is reported. What was supplied is listed with the run.

mod apply;
mod fields;
mod said;
mod sweep;

pub(super) use apply::apply;
pub(super) use said::{said, sidecar};

use serde_json::Value;
use speedsheet_core::model::SuppliedFrom;

use crate::config::Field;

/// A value that somebody supplied for a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub(super) field: Field,
    pub(super) value: Value,
    pub(super) from: SuppliedFrom,
    /// Name of the file it was written in, or the part of the path it was read from.
    pub(super) origin: String,
}
