//! Runs the real program on real folders.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

mod build;
mod check;
mod harness;
mod pages;
mod parse;
mod redaction;
