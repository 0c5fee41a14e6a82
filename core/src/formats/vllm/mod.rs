//! Output of the benchmarks that come with vLLM: `vllm bench serve` (formerly
//! `benchmark_serving.py`), its sweeps and its forks.
//!
//! Start with [`Serve`]: it reads one run per result. `point` holds what one result says
//! of itself, `setup` which fields describe the whole run, and `requests` the lists of a
//! detailed result.

mod point;
mod requests;
mod serve;
mod setup;

pub(super) use serve::Serve;
