//! How much memory reading a detailed result takes; `benches/memory.rs` measures a large one.

#[path = "../benches/detailed/mod.rs"]
mod detailed;

use peak_alloc::PeakAlloc;
use speedsheet_core::formats;

#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

// The only test of this binary: what others allocate would be counted.
#[test]
fn a_detailed_result_takes_less_memory_than_twice_its_file() {
    let bytes = detailed::detailed(3_000_000)
        .into_bytes()
        .into_boxed_slice();
    COUNTED.reset_peak_usage();
    let parsed = formats::parse(&bytes, None);
    let share = COUNTED.peak_usage() as f64 / bytes.len() as f64;
    assert_eq!(parsed.runs[0].source.format, "vllm_serve");
    assert!(share < 2.0, "{share} times the file");
}
