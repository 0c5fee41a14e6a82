//! Output of the benchmarks that come with vLLM: `vllm bench serve` (formerly
//! `benchmark_serving.py`) with its sweeps and forks, `bench latency` and `bench throughput`.
//!
//! Start with [`Serve`]. `point` holds what one of its results says of itself, `requests` the
//! lists of a detailed one; `setup` says which fields describe the whole run, `results` how
//! several results make one run.

mod latency;
mod point;
pub(super) mod requests;
mod results;
mod serve;
mod setup;
mod throughput;

pub(super) use latency::Latency;
pub(super) use serve::Serve;
pub(super) use throughput::Throughput;
