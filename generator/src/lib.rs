//! The `speedsheet` command: reads the output of LLM inference benchmarks and writes
//! reports.
//!
//! Start with [`cli::run`], which names the stages; [`ingest`] reads, [`site`] and
//! [`export`] write.

pub mod cli;
pub mod config;
pub mod export;
mod files;
pub mod ingest;
mod markdown;
mod serve;
pub mod site;
pub mod starter;
pub mod writing;
