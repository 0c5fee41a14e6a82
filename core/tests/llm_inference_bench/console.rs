//! The console report.

use speedsheet_core::formats::Location;
use speedsheet_core::model::{Family, MetricKey, Status};

use crate::support::{at, only_run, parse, real, value};

#[test]
fn the_console_report_shows_the_cells_of_the_json_rounded() {
    let pairs = [
        (
            "v0.4.17_glm5.1_dcp1_mtp0_decode-matrix.console.log",
            "v0.4.17_glm5.1_dcp1_mtp0_decode-matrix_12of35.json",
        ),
        (
            "v0.4.17_glm5.1_dcp2_mtp1_warmup.console.log",
            "v0.4.17_glm5.1_dcp2_mtp1_warmup_1cell.json",
        ),
    ];
    for (log, file) in pairs {
        let (Some(log), Some(file)) = (real(log), real(file)) else {
            return;
        };
        let (printed, exact) = (only_run(parse(&log)), only_run(parse(&file)));
        assert_eq!(printed.measurements.len(), exact.measurements.len());
        assert_eq!(printed.engine.version, exact.engine.version);
        assert_eq!(printed.source.tool_version, exact.source.tool_version);
        assert_eq!(
            printed.settings.kv_budget_tokens,
            exact.settings.kv_budget_tokens
        );
        assert_eq!(
            printed.settings.max_output_tokens,
            exact.settings.max_output_tokens
        );
        assert_eq!(printed.settings.duration_s, exact.settings.duration_s);
        for key in ["server", "concurrency_levels", "context_lengths"] {
            assert_eq!(
                printed.settings.extra[key], exact.settings.extra[key],
                "{key}"
            );
        }
        let mut compared = 0;
        for cell in &printed.measurements {
            let (context, concurrency) = (
                cell.axes.context_tokens.unwrap(),
                cell.axes.concurrency.unwrap(),
            );
            let twin = at(&exact, Family::Decode, context, concurrency);
            assert_eq!(cell.status, twin.status, "{context} × {concurrency}");
            for (key, precision) in &cell.precision {
                let wanted = match key.as_str() {
                    // The report prints the average over the requests asked for.
                    "per_request_output_tps.mean" => twin.extra["per_request_avg_tps"].as_f64(),
                    key => value(twin, key),
                };
                let wanted = wanted.expect("the JSON has the value");
                let range = precision.low.unwrap()..=precision.high.unwrap();
                assert!(
                    range.contains(&wanted),
                    "{context} × {concurrency} {key}: {wanted} in {range:?}"
                );
                compared += 1;
            }
        }
        assert!(compared > 3);
    }
}

#[test]
fn a_console_report_cut_at_any_line_gives_no_wrong_number() {
    let Some(bytes) = real("v0.4.17_glm5.1_dcp1_mtp0_decode-matrix.console.log") else {
        return;
    };
    let text = String::from_utf8(bytes).unwrap();
    let whole = only_run(parse(text.as_bytes()));
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for end in 8..lines.len() {
        let run = only_run(parse(lines[..end].concat().as_bytes()));
        for cell in &run.measurements {
            let (context, concurrency) = (
                cell.axes.context_tokens.unwrap(),
                cell.axes.concurrency.unwrap(),
            );
            let twin = at(&whole, Family::Decode, context, concurrency);
            for key in MetricKey::all() {
                let found = cell.value(key);
                assert!(
                    found.is_none() || found == twin.value(key),
                    "cut at line {end}: {key}"
                );
            }
        }
    }
}

#[test]
fn a_row_of_a_console_report_that_cannot_be_read_is_named() {
    let report = "\
llm-decode-bench v0.4.17\n\
Aggregate tok/s  + TTFT/ITL\n\
╭────────────┬────────┬────────╮\n\
│ ctx \\ conc │      1 │     64 │\n\
├────────────┼────────┼────────┤\n\
│ 0          │   59.0 │  318.1 │\n\
│            │  2k/17 │ 20k/93 │\n\
│            │        │ (30/64)* │\n\
│ 16k        │ 5?7.0  │      ∅ │\n\
│ garbage    │   57.0 │      ∅ │\n\
╰────────────┴────────┴────────╯\n\
Results saved to out.json\n";
    let parsed = parse(report.as_bytes());
    let places: Vec<(usize, usize)> = parsed
        .diagnostics
        .iter()
        .map(|d| match d.location {
            Location::Text { line, column, .. } => (line, column),
            _ => panic!("no place in text: {d:?}"),
        })
        .collect();
    assert_eq!(places, [(9, 16), (10, 1)]);
    let run = only_run(parsed);
    assert!(run.source.partial);
    assert_eq!(at(&run, Family::Decode, 0, 64).status, Status::Queued);
    assert_eq!(at(&run, Family::Decode, 16_384, 1).status, Status::Unknown);
    assert_eq!(
        at(&run, Family::Decode, 16_384, 64)
            .source_status
            .as_deref(),
        Some("∅")
    );
}
