//! How much memory reading a large result takes.
//!
//! ```sh
//! cargo bench -p speedsheet-core --bench memory
//! ```
//!
//! Every allocation is counted. The peak, the bytes of the file included, must stay below
//! [`MOST`] times the file. `tests/memory.rs` checks the same on a small file.

mod detailed;

use peak_alloc::PeakAlloc;
use speedsheet_core::formats;

#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

/// Size of the file.
const SIZE: usize = 50_000_000;

/// Most memory, in sizes of the file.
const MOST: f64 = 2.0;

fn main() {
    let bytes = detailed::detailed(SIZE).into_bytes().into_boxed_slice();
    COUNTED.reset_peak_usage();
    let parsed = formats::parse(&bytes, Some("result.json"));
    let peak = COUNTED.peak_usage();
    let left = COUNTED.current_usage();
    assert_eq!(parsed.runs[0].source.format, "vllm_serve");
    let share = |usage: usize| usage as f64 / bytes.len() as f64;
    println!(
        "detailed vLLM JSON of {:.1} MB: peak {:.1} MB, {:.3} times the file; {:.3} times with the result alone",
        bytes.len() as f64 / 1e6,
        peak as f64 / 1e6,
        share(peak),
        share(left),
    );
    assert!(
        share(peak) < MOST,
        "the peak must stay below {MOST} times the file"
    );
}
