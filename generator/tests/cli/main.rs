//! Runs the real program on real folders.

mod build;
mod check;
mod harness;
mod pages;
mod parse;
mod redaction;
