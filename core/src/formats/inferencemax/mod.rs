//! InferenceMAX, now InferenceX: what its pipeline and its site write.
//!
//! ```text
//! [ {"hw": "h200", "framework": "vllm", "isl": 1024, "osl": 1024, "conc": 8, "tp": 8,
//!    "tput_per_gpu": 482.2, "mean_ttft": 0.079, "mean_intvty": 252.4, …}, … ]   rows
//! Model,ISL,OSL,Hardware,…,Throughput/GPU (tok/s),…,Mean TTFT (ms),…            site
//! {"model_id": …, "completed": 160, "median_ttft": 3.13, "p99_tpot": 0.19, …}  experiment
//! ```
//!
//! Start with [`row`], which reads one row of the first two. Rates in a row are per GPU:
//! [`gpus`] says when that can be undone. Times are seconds, also where a heading says
//! milliseconds: [`seconds`] says how that is known.

mod aggregate;
mod experiment;
mod gpus;
mod row;
mod seconds;
mod site;

pub(super) use aggregate::Aggregate;
pub(super) use experiment::Experiment;
pub(super) use site::Site;

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;
