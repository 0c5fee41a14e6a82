//! What is known of the precision of a value read from display text.

use serde::{Deserialize, Serialize};

/// How a value was printed and what range it stands for.
///
/// `15.2K` stands for 15,150 to 15,250. Where other columns of the same
/// measurement give a narrower estimate, the metric holds that estimate and
/// `from` says how it was obtained; `low` and `high` stay those of the text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Precision {
    /// The value as the source printed it, unit included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Smallest value that would have been printed like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Largest value that would have been printed like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Formula of a derived best estimate over other metrics, for example
    /// `output_tokens / duration_s`; absent where the value is the printed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}
