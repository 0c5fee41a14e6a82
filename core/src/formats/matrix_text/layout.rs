//! The words of the page layout, shared by the parser and the writer.
//!
//! ```text
//! Speed test matrix
//! MODEL on HARDWARE
//! ENGINE · VERSION · QUANTn contexts (A–B) × m concurrency levels (C–D) · prefill at …
//! by WHOMeasured Sep 13, 2026, 02:25 UTC
//! Hardware, Engine, Run      labels and values
//! Launch command             one line
//! Prefill                    one card per context
//! Sustained decode           a matrix, context by simultaneous requests
//!                            explanations of status words, notes
//! All measurements           the authoritative table
//!                            explanations of status words
//! ```

/// First line of a page.
pub(super) const PAGE_TITLE: &str = "Speed test matrix";
/// Heading of the machine's facts.
pub(super) const HARDWARE: &str = "Hardware";
/// Heading of the engine's facts.
pub(super) const ENGINE: &str = "Engine";
/// Heading of the benchmark's facts.
pub(super) const RUN: &str = "Run";
/// Heading of the launch command.
pub(super) const LAUNCH_COMMAND: &str = "Launch command";
/// Heading of the prefill cards, and the phase of their rows.
pub(super) const PREFILL: &str = "Prefill";
/// Heading of the matrix, and the phase of its rows.
pub(super) const SUSTAINED_DECODE: &str = "Sustained decode";
/// Heading of the long table.
pub(super) const ALL_MEASUREMENTS: &str = "All measurements";

/// First line below the heading of the prefill cards.
pub(super) const PREFILL_SUBTITLE: &str = "prompt tok/s by context length";
/// First line below the heading of the matrix.
pub(super) const DECODE_SUBTITLE: &str =
    "total tok/s · rows are context length, columns are simultaneous requests";

/// Headings whose first line is always the same, and that line.
pub(super) const SUBTITLES: &[(&str, &str)] = &[
    (PREFILL, PREFILL_SUBTITLE),
    (SUSTAINED_DECODE, DECODE_SUBTITLE),
    (ALL_MEASUREMENTS, "Latencies are "),
];

/// What the page says below the heading of the long table.
pub(super) const TABLE_SUBTITLE: &str =
    "Latencies are medians. Total tok/s is output across all simultaneous requests.";

/// Columns of the long table, in the order of the page.
pub(super) const COLUMNS: [&str; 12] = [
    "Phase",
    "Context",
    "Requests at once",
    "Status",
    "Total tok/s",
    "Per request tok/s",
    "TTFT",
    "Time between tokens",
    "Average active requests",
    "Completed requests",
    "Output tokens",
    "Measured for",
];

/// What a cell without a value holds.
pub(super) const NONE: &str = "—";

/// Where the text of a matrix cell or card is kept when it says something else
/// than the measurement would.
pub(super) const CELL_KEY: &str = "matrix_cell";
/// The same for a prefill card.
pub(super) const CARD_KEY: &str = "prefill_card";
