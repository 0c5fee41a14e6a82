//! Runs the real program on real folders.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

mod build;
mod check;
mod group;
mod harness;
mod init;
mod packed;
mod pages;
mod parse;
mod published;
mod readme;
mod redaction;
mod report;
#[cfg(unix)]
mod serve;
mod serving;
mod supplied;
mod themes;
mod trusted;
mod written;
