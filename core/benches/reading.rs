//! How fast a large result is read, against `serde_json::Value` on the same bytes.
//!
//! ```sh
//! cargo bench -p speedsheet-core --bench reading
//! ```
//!
//! The two take turns, so that what else the machine does meets both alike, and the ratio
//! of their speeds is printed. It must be at least [`LEAST_RATIO`]. Then criterion measures
//! each for itself, and a log without any JSON, which no format may look at twice.

mod detailed;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode, Throughput};
use speedsheet_core::formats;

/// Size of the file.
const SIZE: usize = 50_000_000;

/// Speed of our parser over that of `serde_json::Value`, at the least.
const LEAST_RATIO: f64 = 0.5;

/// Rounds in which the two take turns.
const ROUNDS: usize = 11;

fn main() {
    let text = detailed::detailed(SIZE);
    let bytes = text.as_bytes();
    paired(bytes);
    let mut criterion = Criterion::default().configure_from_args();
    each(&mut criterion, bytes);
    log(&mut criterion);
    criterion.final_summary();
}

/// Takes turns and prints the ratio of the speeds.
fn paired(bytes: &[u8]) {
    let mut times: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|_| (ours(bytes).as_secs_f64(), value(bytes).as_secs_f64()))
        .collect();
    times.sort_by(|one, other| (one.1 / one.0).total_cmp(&(other.1 / other.0)));
    let ratio = |(ours, value): (f64, f64)| value / ours;
    let (low, middle, high) = (times[0], times[ROUNDS / 2], times[ROUNDS - 1]);
    let speed = |seconds: f64| bytes.len() as f64 / 1e6 / seconds;
    println!(
        "detailed vLLM JSON of {:.1} MB: formats::parse {:.0} MB/s, serde_json::Value {:.0} MB/s, \
         ratio {:.2} ({:.2} to {:.2} in {ROUNDS} rounds)",
        bytes.len() as f64 / 1e6,
        speed(middle.0),
        speed(middle.1),
        ratio(middle),
        ratio(low),
        ratio(high),
    );
    assert!(
        ratio(middle) >= LEAST_RATIO,
        "formats::parse must reach {LEAST_RATIO} of the speed of serde_json::Value"
    );
}

/// Measures each for itself.
fn each(criterion: &mut Criterion, bytes: &[u8]) {
    let mut group = criterion.benchmark_group("detailed vLLM JSON");
    group
        .sampling_mode(SamplingMode::Flat)
        .sample_size(10)
        .throughput(Throughput::Bytes(bytes.len() as u64));
    for (name, read) in [
        ("formats::parse", ours as fn(&[u8]) -> Duration),
        ("serde_json::Value", value),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| (0..rounds).map(|_| read(bytes)).sum());
        });
    }
    group.finish();
}

/// A log of the same size, and a tenth of it: ten times as long, and no longer. Some of its
/// lines begin like JSON.
fn log(criterion: &mut Criterion) {
    let lines = "\
INFO 03-01 12:00:00 [loggers.py:248] Engine 000: Running: 64 reqs, Waiting: 0 reqs, GPU KV cache usage: 41.5%
{'step': 100, 'loss': 2.5}
{\"unfinished\": [1, 2,
[1/5] Capturing CUDA graphs (decode, FULL): 20%|##        |
";
    let text = lines.repeat(SIZE.div_ceil(lines.len()));
    let mut group = criterion.benchmark_group("server log");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for size in [SIZE / 10, SIZE] {
        let bytes = &text.as_bytes()[..size];
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format!("{} MB", size / 1_000_000), |bencher| {
            bencher.iter(|| {
                let parsed = formats::parse(black_box(bytes), None);
                assert!(parsed.runs.is_empty());
            });
        });
    }
    group.finish();
}

/// How long our parser takes, without the time to free what it made.
fn ours(bytes: &[u8]) -> Duration {
    let start = Instant::now();
    let parsed = black_box(formats::parse(black_box(bytes), Some("result.json")));
    let time = start.elapsed();
    assert_eq!(parsed.runs[0].source.format, "vllm_serve");
    time
}

/// How long `serde_json::Value` takes, without the time to free what it made.
fn value(bytes: &[u8]) -> Duration {
    let start = Instant::now();
    let value: serde_json::Value =
        serde_json::from_slice(black_box(bytes)).expect("the result is JSON");
    let time = start.elapsed();
    black_box(value);
    time
}
