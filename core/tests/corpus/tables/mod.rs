//! One table per tool.

use crate::row::Row;

mod evalscope;
mod guidellm;
mod inference_perf;
mod inferencemax;
mod llm_inference_bench;
mod llmperf;
mod lmdeploy;
mod optimum_benchmark;
mod serving_console;
mod sglang_serving;
mod vllm_serve;

/// Every row.
pub(crate) fn all() -> impl Iterator<Item = &'static Row> {
    let tables: &[&[Row]] = &[
        evalscope::ROWS,
        guidellm::ROWS,
        inference_perf::ROWS,
        inferencemax::ROWS,
        llm_inference_bench::ROWS,
        llmperf::ROWS,
        lmdeploy::ROWS,
        optimum_benchmark::ROWS,
        serving_console::ROWS,
        sglang_serving::ROWS,
        vllm_serve::ROWS,
    ];
    tables.iter().copied().flatten()
}

/// The rows of the files whose path begins with the variable `CORPUS`; every row without it.
pub(crate) fn chosen() -> impl Iterator<Item = &'static Row> {
    let start = std::env::var("CORPUS").unwrap_or_default();
    all().filter(move |row| row.file.starts_with(&start))
}
