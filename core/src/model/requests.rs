//! The single requests of a measurement, where the source lists them.

use serde::{Deserialize, Serialize};

/// What is known of every request, one list per quantity.
///
/// Every list is either empty (the source does not say) or has one entry per request,
/// all in the same order, which is that of the source. An entry is absent (`null`) where
/// the request did not come that far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Requests {
    /// Prompt tokens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub input_tokens: Vec<Option<u64>>,
    /// Output tokens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_tokens: Vec<Option<u64>>,
    /// When it was sent, in seconds after the first one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start_s: Vec<Option<f64>>,
    /// Time to first token, in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ttft_ms: Vec<Option<f64>>,
    /// Mean time between its tokens (inter-token latency), in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub itl_mean_ms: Vec<Option<f64>>,
    /// Longest time between two of its tokens, in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub itl_max_ms: Vec<Option<f64>>,
    /// Time from sending it to its last token, in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub e2e_latency_ms: Vec<Option<f64>>,
    /// Why it failed; absent for a request that did not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub error: Vec<Option<String>>,
}

impl Requests {
    /// Number of requests; 0 where nothing is known.
    pub fn len(&self) -> usize {
        let texts = self.error.len();
        let counts = [self.input_tokens.len(), self.output_tokens.len()];
        let times = [
            self.start_s.len(),
            self.ttft_ms.len(),
            self.itl_mean_ms.len(),
            self.itl_max_ms.len(),
            self.e2e_latency_ms.len(),
        ];
        counts.into_iter().chain(times).fold(texts, usize::max)
    }

    /// True where nothing is known of any request.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
