//! The normalized run, `schema_version` 1.
//!
//! Three rules hold everywhere. A missing value is `None` (JSON `null` or absent,
//! which mean the same), never 0 or NaN. A unit is part of the field's name. And
//! nothing is lost: what has no typed field stands under `extra`, by the source's
//! own name.

#[cfg(feature = "formats")]
mod identity;
mod measurement;
mod metric;
mod precision;
mod requests;
mod run;
mod title;
mod values;

#[cfg(feature = "formats")]
pub use identity::{sha256_hex, slugify};
pub use measurement::{Axes, Axis, Family, Measurement, Status};
pub use metric::{Direction, Metric, MetricKey, Stat, Unit};
pub use precision::Precision;
pub use requests::Requests;
pub use run::{
    Attribution, Engine, Hardware, Model, Note, NoteOrigin, Price, Run, SCHEMA_VERSION, Settings,
    Source, SourcePart, StatusExplanation, Supplied, SuppliedFrom,
};
pub use values::{Distribution, Metrics};

/// Fields of a source that have no typed place, by the source's own name.
pub type Extra = serde_json::Map<String, serde_json::Value>;
