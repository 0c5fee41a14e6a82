//! Whole pages: the samples of this repository and, where a folder `../shared`
//! stands beside the checkout, the copies of the real pages.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop there"
)]

use std::path::PathBuf;

use speedsheet_core::formats::matrix_text::{Dialect, to_text};
use speedsheet_core::formats::{Parsed, parse};
use speedsheet_core::model::{Family, Measurement, MetricKey, Run, Status};

/// Each page as text, in both dialects: the sample of this repository and, where
/// it is here, the copy of the real page with the same figures.
fn pages(dialect: Dialect) -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (sample, seed) = match dialect {
        Dialect::Pipe => (
            "qwen3.5-2b-h200-nvl.txt",
            "matrix-pipe-qwen3.5-2b-h200-nvl.txt",
        ),
        Dialect::Tab => (
            "qwen3.5-397b-h200-sxm-x4.txt",
            "matrix-tab-qwen3.5-397b-h200-sxm-x4.txt",
        ),
    };
    let sample = root.join("../samples").join(sample);
    let text = std::fs::read_to_string(&sample).unwrap();
    let mut pages = vec![(sample.display().to_string(), text)];
    let seed = root.join("../../shared/seeds").join(seed);
    match std::fs::read_to_string(&seed) {
        Ok(text) => pages.push((seed.display().to_string(), text)),
        Err(_) => eprintln!("{} is not here, only the sample is tested", seed.display()),
    }
    pages
}

fn sample(dialect: Dialect) -> (String, String) {
    pages(dialect).swap_remove(0)
}

fn all_pages() -> Vec<(String, String)> {
    [pages(Dialect::Pipe), pages(Dialect::Tab)].concat()
}

fn only_run(parsed: &Parsed) -> &Run {
    let [run] = parsed.runs.as_slice() else {
        panic!("expected one run, found {}", parsed.runs.len())
    };
    run
}

fn count(run: &Run, family: Family, status: Status) -> usize {
    run.measurements
        .iter()
        .filter(|one| one.family == family && one.status == status)
        .count()
}

fn at(run: &Run, context: u64, concurrency: u64) -> &Measurement {
    run.measurements
        .iter()
        .find(|one| {
            one.family == Family::Decode
                && one.axes.context_tokens == Some(context)
                && one.axes.concurrency == Some(concurrency)
        })
        .unwrap()
}

fn value(one: &Measurement, key: &str) -> f64 {
    one.value(MetricKey::parse(key).unwrap()).unwrap()
}

/// Everything the page states of a measurement; a cut copy may know less, never
/// anything else.
fn assert_subset(part: &Run, whole: &Run, context: &str) {
    for one in &part.measurements {
        let of_whole = whole
            .measurements
            .iter()
            .find(|other| {
                other.family == one.family
                    && other.axes.context_tokens == one.axes.context_tokens
                    && (one.axes.concurrency.is_none()
                        || other.axes.concurrency == one.axes.concurrency)
            })
            .unwrap_or_else(|| panic!("{context}: invented {:?}", one.axes));
        for key in MetricKey::all() {
            let Some(value) = one.value(key) else {
                continue;
            };
            let known = of_whole.value(key);
            let printed = one
                .precision_of(key)
                .and_then(|known| Some((known.low?, known.high?)));
            let holds = known == Some(value)
                || known.is_some_and(|known| {
                    printed.is_some_and(|(low, high)| low <= known && known <= high)
                });
            assert!(
                holds,
                "{context}: {key} is {value}, the whole page says {known:?}"
            );
        }
        assert!(
            one.status == of_whole.status || one.metrics == Default::default(),
            "{context}: {:?} became {:?}",
            of_whole.status,
            one.status
        );
    }
}

#[test]
fn both_pages_are_read_without_a_finding() {
    for (_, text) in all_pages() {
        let parsed = parse(text.as_bytes(), None);
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|found| found.code).collect();
        let expected: &[&str] = match text.contains("\nby @") {
            true => &["ambiguous_author"],
            false => &[],
        };
        assert_eq!(codes, expected, "{:#?}", parsed.diagnostics);
        assert!(!only_run(&parsed).source.partial);
        assert!(!only_run(&parsed).extra.contains_key("unread"));
    }
}

#[test]
fn the_measurements_of_both_pages_are_all_there() {
    let expected = [(Dialect::Pipe, 42, 0, 6), (Dialect::Tab, 44, 4, 0)];
    for ((_, text), valid, queued, over_capacity) in expected
        .into_iter()
        .flat_map(|(dialect, a, b, c)| pages(dialect).into_iter().map(move |page| (page, a, b, c)))
    {
        let parsed = parse(text.as_bytes(), None);
        let run = only_run(&parsed);
        assert_eq!(run.measurements.len(), 7 + 48);
        assert_eq!(count(run, Family::Prefill, Status::Valid), 7);
        assert_eq!(count(run, Family::Decode, Status::Valid), valid);
        assert_eq!(count(run, Family::Decode, Status::Queued), queued);
        assert_eq!(
            count(run, Family::Decode, Status::OverCapacity),
            over_capacity
        );
    }
}

#[test]
fn a_coarsely_printed_rate_is_estimated_from_tokens_and_seconds() {
    let (_, text) = sample(Dialect::Pipe);
    let parsed = parse(text.as_bytes(), None);
    let cell = at(only_run(&parsed), 8_192, 128);
    assert_eq!(value(cell, "output_tps"), 15_186.0);
    assert_eq!(value(cell, "ttft_ms.median"), 732.0);
    let precision = &cell.precision["output_tps"];
    assert_eq!(precision.text.as_deref(), Some("15.2K"));
    assert_eq!(
        (precision.low, precision.high),
        (Some(15_150.0), Some(15_250.0))
    );
    assert_eq!(
        precision.from.as_deref(),
        Some("output_tokens / duration_s")
    );
    // A rate printed to a decimal is known better than its tokens and seconds.
    let fine = at(only_run(&parsed), 8_192, 1);
    assert_eq!(value(fine, "output_tps"), 455.3);
    assert_eq!(fine.precision["output_tps"].from, None);
}

#[test]
fn a_queued_cell_keeps_its_numbers_and_its_word() {
    let (_, text) = sample(Dialect::Tab);
    let parsed = parse(text.as_bytes(), None);
    let cell = at(only_run(&parsed), 257_024, 128);
    assert_eq!(cell.status, Status::Queued);
    assert_eq!(cell.source_status.as_deref(), Some("Requests queued"));
    assert_eq!(value(cell, "output_tps"), 1_199.7);
    assert_eq!(value(cell, "ttft_ms.median"), 88_742.0);
    assert_eq!(value(cell, "itl_ms.median"), 247.0);
}

#[test]
fn the_facts_of_a_page_have_their_fields() {
    let (_, text) = sample(Dialect::Tab);
    let parsed = parse(text.as_bytes(), None);
    let run = only_run(&parsed);
    assert_eq!(
        run.model.name.as_deref(),
        Some("Qwen3.5-397B-A17B-NVFP4-V2")
    );
    assert_eq!(run.model.quantization.as_deref(), Some("NVFP4+FP8"));
    assert_eq!(run.hardware.name.as_deref(), Some("H200 SXM"));
    assert_eq!(run.hardware.count, Some(4));
    assert_eq!(run.hardware.memory_gb, Some(564.0));
    assert_eq!(run.hardware.memory_per_device_gb, Some(141.0));
    assert_eq!(run.measured_at.as_deref(), Some("2026-09-13T02:25:00Z"));
    assert_eq!(run.source.tool_version.as_deref(), Some("0.6.2"));
    assert_eq!(run.settings.max_output_tokens, Some(4_096));
    let command = run.launch_command.as_ref().unwrap();
    assert!(
        command.ends_with("--quantization modelopt_mixed"),
        "{command}"
    );
}

#[test]
fn both_pages_are_written_back_byte_by_byte() {
    for (name, text) in all_pages() {
        let parsed = parse(text.as_bytes(), None);
        let written = to_text(only_run(&parsed), Dialect::of(only_run(&parsed)));
        for (number, (was, is)) in text.lines().zip(written.lines()).enumerate() {
            assert_eq!(was, is, "{name} line {}", number + 1);
        }
        assert_eq!(text.trim_end(), written.trim_end());
    }
}

#[test]
fn a_page_cut_after_any_line_gives_a_part_of_the_whole_and_says_so() {
    for (name, text) in all_pages() {
        let whole = parse(text.as_bytes(), None);
        let whole = only_run(&whole);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.iter().rposition(|line| !line.is_empty()).unwrap();
        for end in 0..=last {
            let cut: String = lines[..end].iter().flat_map(|line| [line, "\n"]).collect();
            let context = format!("{name} cut after line {end}");
            let parsed = parse(cut.as_bytes(), None);
            assert!(!parsed.diagnostics.is_empty(), "{context}: nothing is said");
            for run in &parsed.runs {
                assert_subset(run, whole, &context);
            }
        }
    }
}

#[test]
fn a_page_cut_at_any_byte_never_gives_a_wrong_number() {
    for (name, text) in all_pages() {
        let whole = parse(text.as_bytes(), None);
        let whole = only_run(&whole);
        // Every byte takes a minute; a step that shares no factor with the
        // layout still meets every kind of place.
        let ends = (0..text.len()).step_by(17);
        for end in ends.filter(|&end| text.is_char_boundary(end)) {
            let parsed = parse(&text.as_bytes()[..end], None);
            for run in &parsed.runs {
                assert_subset(run, whole, &format!("{name} cut at byte {end}"));
            }
        }
    }
}

#[test]
fn a_copy_through_other_programs_reads_the_same() {
    for (name, text) in all_pages() {
        let whole = parse(text.as_bytes(), None);
        let expected = &only_run(&whole).measurements;
        let variants: Vec<(&str, Vec<u8>)> = vec![
            ("CRLF", text.replace('\n', "\r\n").into_bytes()),
            ("BOM", format!("\u{feff}{text}").into_bytes()),
            (
                "UTF-16",
                text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ),
            (
                "NBSP",
                text.replace(" ms", "\u{a0}ms")
                    .replace(" tok/s", "\u{202f}tok/s")
                    .into_bytes(),
            ),
            ("blank lines", text.replace('\n', "\n\n\n").into_bytes()),
            ("trailing spaces", text.replace('\n', "  \n").into_bytes()),
            ("tabs as one space", text.replace('\t', " ").into_bytes()),
            (
                "tabs as four spaces",
                text.replace('\t', "    ").into_bytes(),
            ),
        ];
        for (variant, bytes) in variants {
            let parsed = parse(&bytes, None);
            let run = only_run(&parsed);
            assert_eq!(&run.measurements, expected, "{name}, {variant}");
            assert!(
                !run.extra.contains_key("unread"),
                "{name}, {variant}: {:?}",
                run.extra
            );
        }
    }
}

#[test]
fn two_pages_in_one_file_are_two_runs_even_without_a_line_between() {
    let ((_, pipe), (_, tab)) = (sample(Dialect::Pipe), sample(Dialect::Tab));
    let parsed = parse(format!("{}{tab}", pipe.trim_end()).as_bytes(), None);
    let names: Vec<_> = parsed
        .runs
        .iter()
        .map(|run| run.model.name.as_deref().unwrap())
        .collect();
    assert_eq!(names, ["Qwen3.5-2B", "Qwen3.5-397B-A17B-NVFP4-V2"]);
    assert_ne!(parsed.runs[0].slug, parsed.runs[1].slug);
}

#[test]
fn without_its_table_a_page_is_read_from_cards_and_matrix() {
    for (name, text) in all_pages() {
        let whole = parse(text.as_bytes(), None);
        let at_table = text.find("All measurements").unwrap();
        let parsed = parse(&text.as_bytes()[..at_table], None);
        let run = only_run(&parsed);
        assert_eq!(run.measurements.len(), 55, "{name}");
        assert!(run.source.partial);
        assert_subset(run, only_run(&whole), &name);
    }
}

#[test]
fn a_cell_that_differs_from_the_table_is_reported_and_the_table_wins() {
    let (_, text) = sample(Dialect::Pipe);
    let parsed = parse(
        text.replace("5,240.7112 ms TTFT", "5,240.7113 ms TTFT")
            .as_bytes(),
        None,
    );
    let found = parsed
        .diagnostics
        .iter()
        .find(|found| found.code == "overview_differs")
        .unwrap();
    assert_eq!(
        found.message,
        "\"5,240.7113 ms TTFT\" here, \"5,240.7112 ms TTFT\" in the table of all measurements; the table is used"
    );
    assert_eq!(
        value(at(only_run(&parsed), 8_192, 16), "ttft_ms.median"),
        112.0
    );
    let written = to_text(only_run(&parsed), Dialect::Pipe);
    assert!(
        written.contains("5,240.7113 ms TTFT"),
        "the cell is written as it was read"
    );
}

#[test]
fn an_author_line_glued_to_the_date_is_kept_whole_and_marked() {
    let (_, text) = sample(Dialect::Tab);
    let glued = "by @nameab cd importMeasured Sep 13, 2026";
    let parsed = parse(
        text.replace("Measured Sep 13, 2026", glued).as_bytes(),
        None,
    );
    let run = only_run(&parsed);
    let author = run.source.attribution.as_ref().unwrap();
    assert_eq!(
        (author.text.as_str(), author.ambiguous),
        ("@nameab cd import", true)
    );
    assert_eq!(run.measured_at.as_deref(), Some("2026-09-13T02:25:00Z"));
}
