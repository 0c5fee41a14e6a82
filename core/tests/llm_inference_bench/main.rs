//! llm-inference-bench over real files, and over damaged ones.
//!
//! A folder `../shared` beside the checkout, where present, holds the real files;
//! without it the tests over them say so and pass.

#![recursion_limit = "256"]

mod console;
mod corpus;
mod damage;
mod expected;
mod layouts;
mod support;
