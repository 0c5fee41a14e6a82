//! Generated runs, written in both dialects with their gluing and read again.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop there"
)]

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use speedsheet_core::formats::matrix_text::{Dialect, to_text};
use speedsheet_core::formats::{Parsed, parse};
use speedsheet_core::model::{
    Attribution, Axes, Distribution, Family, Measurement, MetricKey, Metrics, Note, NoteOrigin,
    Run, Status, StatusExplanation,
};

/// Text as a page may hold it in a fact: no line break, no space at either end.
fn text() -> impl Strategy<Value = String> {
    "[A-Za-z0-9µ×(/+|.][A-Za-z0-9 µ×–(){}'\"|/+.:_-]{0,24}[A-Za-z0-9)}'µ×|]"
        .prop_filter("a page has single spaces", |text| !text.contains("  "))
        .prop_filter("would be another place of the page", |text| {
            !text.starts_with("by ") && !text.contains(": ")
        })
}

fn status() -> impl Strategy<Value = (Status, &'static str)> {
    prop_oneof![
        6 => Just((Status::Valid, "Valid")),
        2 => Just((Status::Queued, "Requests queued")),
        1 => Just((Status::Unknown, "Thermal limit")),
        1 => Just((Status::Unknown, "KV full")),
        1 => Just((Status::OverCapacity, "Over capacity")),
        1 => Just((Status::Failed, "Failed")),
    ]
}

/// Tenths, so that one decimal prints them exactly.
fn tenths(range: std::ops::Range<u64>) -> impl Strategy<Value = f64> {
    range.prop_map(|tenths| tenths as f64 / 10.0)
}

fn decode_metrics() -> impl Strategy<Value = Metrics> {
    (
        tenths(1..3_000_000),
        1_u64..120_000,
        option::of((tenths(1..9_000), tenths(1..9_000), tenths(0..2_000))),
        0_u64..3_000,
        tenths(10..900),
    )
        .prop_map(|(rate, ttft, rest, completed, duration)| Metrics {
            output_tps: Some(rate),
            ttft_ms: Some(Distribution::of_median(ttft as f64)),
            per_request_output_tps: rest.map(|(rate, ..)| Distribution::of_median(rate)),
            itl_ms: rest.map(|(_, itl, _)| Distribution::of_median(itl)),
            active_requests: rest.map(|(.., active)| active),
            completed_requests: Some(completed),
            output_tokens: Some((rate * duration).round() as u64),
            duration_s: Some(duration),
            ..Metrics::default()
        })
}

fn decode_cell(context: u64, concurrency: u64) -> impl Strategy<Value = Measurement> {
    (status(), decode_metrics()).prop_map(move |((status, word), metrics)| {
        let axes = Axes {
            context_tokens: Some(context),
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        let mut measurement = Measurement::new(Family::Decode, axes);
        measurement.status = status;
        measurement.source_status = Some(word.to_owned());
        if !matches!(status, Status::OverCapacity | Status::Failed) {
            measurement.metrics = metrics;
        }
        measurement
    })
}

fn prefill_row(context: u64) -> impl Strategy<Value = Measurement> {
    (tenths(10..3_000_000), 1_u64..200_000).prop_map(move |(rate, ttft)| {
        let axes = Axes {
            context_tokens: Some(context),
            concurrency: Some(1),
            ..Axes::default()
        };
        let mut measurement = Measurement::new(Family::Prefill, axes);
        measurement.status = Status::Valid;
        measurement.source_status = Some("Valid".to_owned());
        measurement.metrics.prompt_tps = Some(rate);
        measurement.metrics.ttft_ms = Some(Distribution::of_median(ttft as f64));
        measurement
    })
}

fn contexts(size: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
    let labels = vec![
        0, 1_024, 8_192, 16_384, 64_000, 100_352, 131_072, 257_024, 1_048_576,
    ];
    btree_set(select(labels), size).prop_map(|set| set.into_iter().collect())
}

fn measurements() -> impl Strategy<Value = Vec<Measurement>> {
    let levels = btree_set(select(vec![1_u64, 2, 3, 8, 16, 100, 128, 1_024]), 1..6);
    (contexts(0..5), contexts(0..5), levels)
        .prop_filter("an empty page is another test", |(prefill, decode, _)| {
            !prefill.is_empty() || !decode.is_empty()
        })
        .prop_flat_map(|(prefill, decode, levels)| {
            let cells: Vec<_> = decode
                .iter()
                .flat_map(|&context| levels.iter().map(move |&level| (context, level)))
                .map(|(context, level)| decode_cell(context, level))
                .collect();
            let rows: Vec<_> = prefill.into_iter().map(prefill_row).collect();
            (rows, cells).prop_map(|(rows, cells)| [rows, cells].concat())
        })
}

prop_compose! {
    fn head()(
        model in "[A-Z][A-Za-z0-9.]{1,12}",
        gpu in "[A-Z][A-Za-z0-9]{1,5}( [A-Z]{2,4})?",
        devices in option::of((2_u32..16, 16_u32..200)),
        engine in text(),
        version in text(),
        quantization in "[A-Z]{2,4}[0-9]{1,2}(\\+FP8)?",
        author in option::of("@[a-z]{3,8}( [a-z]{2,5}){0,2}"),
        launch in option::of(vec(text(), 1..3)),
        minutes in option::of(0_i64..2_000_000),
        facts in vec(text(), 6),
    ) -> Run {
        let mut run = Run {
            title: format!("{model} on {gpu}"),
            ..Run::default()
        };
        run.model.name = Some(model);
        run.hardware.name = Some(gpu);
        run.hardware.kind = Some(facts[0].clone());
        run.hardware.os = Some(facts[1].clone());
        if let Some((count, each)) = devices {
            run.title = format!("{} {each}GB ×{count}", run.title);
            run.hardware.count = Some(count);
            run.hardware.memory_per_device_gb = Some(f64::from(each));
            run.hardware.memory_gb = Some(f64::from(each * count));
        }
        run.engine.name = Some(engine);
        run.engine.version = Some(version);
        run.engine.commit = Some(facts[2].clone());
        run.model.quantization = Some(quantization);
        run.model.served_name = Some(facts[3].clone());
        run.settings.decode_mode = Some(facts[4].clone());
        run.settings.extra.insert("Warm-up".to_owned(), facts[5].clone().into());
        run.settings.duration_s = Some(30.0);
        run.settings.max_output_tokens = Some(4_096);
        run.source.attribution = author.map(|text| Attribution {
            ambiguous: text.contains(' '),
            text,
        });
        run.launch_command = launch.map(|lines| lines.join("\n"));
        run.measured_at = minutes.map(|minutes| {
            let seconds = 1_700_000_000 / 60 * 60 + minutes * 60;
            jiff::Timestamp::from_second(seconds).unwrap().to_string()
        });
        run.status_explanations.push(StatusExplanation {
            source_status: "KV full".to_owned(),
            text: "the cache was full for a part of the time.".to_owned(),
        });
        run.notes.push(Note {
            origin: NoteOrigin::Source,
            text: "The cache was warm before each test.".to_owned(),
        });
        run
    }
}

prop_compose! {
    fn any_run()(mut run in head(), measurements in measurements()) -> Run {
        if !measurements.iter().any(|one| one.family == Family::Decode) {
            // Both stand below the matrix, which this page does not have.
            run.status_explanations.clear();
            run.notes.clear();
        }
        run.measurements = measurements;
        run
    }
}

fn only_run(parsed: Parsed) -> Run {
    let [run] = <[Run; 1]>::try_from(parsed.runs).unwrap();
    run
}

/// Same values, as far as the page prints them.
fn assert_same_values(read: &Measurement, written: &Measurement) {
    assert_eq!(
        (read.family, read.axes, read.status, &read.source_status),
        (
            written.family,
            written.axes,
            written.status,
            &written.source_status
        )
    );
    for key in MetricKey::all() {
        let (is, was) = (read.value(key), written.value(key));
        let known = read.precision_of(key);
        let range = known.and_then(|known| Some((known.low?, known.high?)));
        let holds = is == was
            || was.is_some_and(|was| range.is_some_and(|(low, high)| low <= was && was <= high));
        assert!(holds, "{key} was {was:?} and is {is:?}, {known:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_run_reads_back_equal(run in any_run(), pipe in any::<bool>()) {
        let dialect = if pipe { Dialect::Pipe } else { Dialect::Tab };
        let text = to_text(&run, dialect);
        let parsed = parse(text.as_bytes(), None);
        let warnings: Vec<_> = parsed
            .diagnostics
            .iter()
            .filter(|found| !matches!(found.code, "ambiguous_author" | "unknown_status"))
            .collect();
        prop_assert!(warnings.is_empty(), "{warnings:#?}\n{text}");

        let read = only_run(parsed);
        prop_assert_eq!(read.measurements.len(), run.measurements.len());
        for (read, written) in read.measurements.iter().zip(&run.measurements) {
            assert_same_values(read, written);
        }
        prop_assert_eq!(&read.title, &run.title);
        prop_assert_eq!(&read.model, &run.model);
        prop_assert_eq!(&read.hardware, &run.hardware);
        prop_assert_eq!(&read.engine, &run.engine);
        prop_assert_eq!(&read.settings, &run.settings);
        prop_assert_eq!(&read.launch_command, &run.launch_command);
        prop_assert_eq!(&read.measured_at, &run.measured_at);
        prop_assert_eq!(&read.source.attribution, &run.source.attribution);
        prop_assert_eq!(&read.status_explanations, &run.status_explanations);
        prop_assert_eq!(&read.notes, &run.notes);
        prop_assert_eq!(&read.extra, &run.extra);

        // What was read once is exact: it is written and read without any change.
        let again_text = to_text(&read, dialect);
        prop_assert_eq!(&again_text, &text);
        prop_assert_eq!(&only_run(parse(again_text.as_bytes(), None)), &read);
    }

    #[test]
    fn without_the_table_no_wrong_number_is_read(run in any_run(), pipe in any::<bool>()) {
        let dialect = if pipe { Dialect::Pipe } else { Dialect::Tab };
        let text = to_text(&run, dialect);
        let cut = text.rfind("All measurements").unwrap();
        let read = only_run(parse(&text.as_bytes()[..cut], None));
        prop_assert!(read.source.partial);
        prop_assert_eq!(read.measurements.len(), run.measurements.len());
        for (read, written) in read.measurements.iter().zip(&run.measurements) {
            for key in MetricKey::all() {
                let Some(is) = read.value(key) else { continue };
                let known = read.precision_of(key).unwrap();
                let was = written.value(key).unwrap();
                let range = known.low.unwrap()..=known.high.unwrap();
                prop_assert!(range.contains(&was), "{} was {} and is {}", key, was, is);
            }
        }
    }

    #[test]
    fn no_text_makes_the_parser_fail(text in "(?s)(Speed test matrix\n)?.{0,200}") {
        parse(text.as_bytes(), None);
    }

    #[test]
    fn no_bytes_make_the_parser_fail(bytes in vec(any::<u8>(), 0..200)) {
        parse(&bytes, None);
    }
}
