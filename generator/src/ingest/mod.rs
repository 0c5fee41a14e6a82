//! From paths to runs.
pub mod redact;
