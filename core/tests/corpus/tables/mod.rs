//! One table per tool.

use crate::row::Row;

mod aiperf;
mod evalscope;
mod genai_perf;
mod guidellm;
mod inference_perf;
mod inferencemax;
mod llama_batched;
mod llama_bench;
mod llama_benchy;
mod llm_inference_bench;
mod llmperf;
mod lmdeploy;
mod mlperf_loadgen;
mod optimum_benchmark;
mod serving_console;
mod sglang_serving;
mod trtllm_bench;
mod vllm_serve;

/// Every row.
pub(crate) fn all() -> impl Iterator<Item = &'static Row> {
    let tables: &[&[Row]] = &[
        aiperf::ROWS,
        evalscope::ROWS,
        genai_perf::ROWS,
        guidellm::ROWS,
        inference_perf::ROWS,
        inferencemax::ROWS,
        llama_batched::ROWS,
        llama_bench::ROWS,
        llama_benchy::ROWS,
        llm_inference_bench::ROWS,
        llmperf::ROWS,
        lmdeploy::ROWS,
        mlperf_loadgen::ROWS,
        optimum_benchmark::ROWS,
        serving_console::ROWS,
        sglang_serving::ROWS,
        trtllm_bench::ROWS,
        vllm_serve::ROWS,
    ];
    tables.iter().copied().flatten()
}

/// The rows of the files whose path begins with the variable `CORPUS`; every row without it.
pub(crate) fn chosen() -> impl Iterator<Item = &'static Row> {
    let start = std::env::var("CORPUS").unwrap_or_default();
    all().filter(move |row| row.file.starts_with(&start))
}
