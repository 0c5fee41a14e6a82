//! The `speedsheet` command: reads the output of LLM inference benchmarks and writes
//! reports.
//!
//! Start with [`cli::run`], which names the stages; [`ingest`] reads, [`site`] and
//! [`export`] write.

pub mod ingest;
