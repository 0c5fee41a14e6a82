//! One row: a configuration, a point on the axes, and what was measured there.

use super::PARSER_VERSION;
use super::gpus::{self, Gpus};
use super::seconds::{self, Proof};
use crate::formats::reading::{Fields, date_time, ms_from_s, set_model, title};
use crate::formats::{Diagnostic, Level};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Precision, Run, Stat, Status,
};

const LATENCIES: [(&str, Metric); 4] = [
    ("ttft", Metric::TtftMs),
    ("tpot", Metric::TpotMs),
    ("itl", Metric::ItlMs),
    ("e2el", Metric::E2eLatencyMs),
];

const STATS: [(Stat, &str); 6] = [
    (Stat::Mean, "mean"),
    (Stat::Median, "median"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Std, "std"),
];

/// What every row says about its setup, by the kind of value.
const FLAGS: [&str; 2] = ["is_multinode", "disagg"];
const TEXTS: [&str; 5] = [
    "infmax_model_prefix",
    "spec_decoding",
    "dp_attention",
    "prefill_dp_attention",
    "decode_dp_attention",
];
const COUNTS: [&str; 13] = [
    "tp",
    "ep",
    "pp",
    "dcp_size",
    "pcp_size",
    "prefill_tp",
    "prefill_ep",
    "prefill_num_workers",
    "decode_tp",
    "decode_ep",
    "decode_num_workers",
    "num_prefill_gpu",
    "num_decode_gpu",
];

/// What the source calls the unit of the times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// The rows of the pipeline.
    Seconds,
    /// The headings of the site.
    Milliseconds,
}

/// A row as a run of one measurement, and whether its times were labelled wrongly.
pub(super) struct Row {
    pub(super) run: Run,
    pub(super) is_mislabelled: bool,
}

/// Reads one row under the names of the pipeline.
pub(super) fn read(mut row: Fields, label: Label, diagnostics: &mut Vec<Diagnostic>) -> Row {
    check_kinds(&mut row);
    let gpus = Gpus::of(&row);
    let proof = seconds::of(&row);
    let axes = Axes {
        input_tokens: row.take_count("isl"),
        output_tokens: row.take_count("osl"),
        concurrency: row.take_count("conc"),
        ..Axes::default()
    };
    let mut one = Measurement::new(Family::Serve, axes);
    let counts_right = gpus::set_rates(&mut row, gpus, &mut one);
    let is_mislabelled = take_times(&mut row, proof, label, &mut one);
    let has_rate = row.get("tput_per_gpu").and_then(serde_json::Value::as_f64);
    let is_empty = one.metrics == crate::model::Metrics::default();
    one.status = match has_rate {
        Some(rate) if rate > 0.0 => Status::Valid,
        Some(_) => Status::Failed,
        None if is_empty => Status::Unknown,
        None => Status::Valid,
    };
    if one.status == Status::Failed {
        row.report(
            "tput_per_gpu",
            Level::Warning,
            "no_result",
            "no token went through: the row is a failed measurement",
        );
        one.metrics = crate::model::Metrics::default();
        one.precision.clear();
    }
    let mut run = Run::default();
    setup(&mut row, &mut run);
    run.hardware.count = gpus.filter(|_| counts_right).and_then(Gpus::total);
    for (key, value) in row.finish(diagnostics) {
        if is_of_the_point(&key) {
            one.extra.insert(key, value);
        } else {
            run.settings.extra.insert(key, value);
        }
    }
    run.measurements = vec![one];
    run.title = title(&run, "InferenceMAX benchmark");
    Row {
        run,
        is_mislabelled,
    }
}

/// Reports what is of the wrong kind in the setup, where it stays as it is.
fn check_kinds(row: &mut Fields) {
    for key in FLAGS {
        if let Some(flag) = row.take_flag(key) {
            row.put(key, flag.into());
        }
    }
    for key in TEXTS {
        if let Some(text) = row.take_text(key) {
            row.put(key, text.into());
        }
    }
    for key in COUNTS {
        if let Some(count) = row.take_count(key) {
            row.put(key, count.into());
        }
    }
}

/// Takes the latencies, where their unit is beyond doubt.
fn take_times(row: &mut Fields, proof: Proof, label: Label, one: &mut Measurement) -> bool {
    let is_seconds = match (proof, label) {
        (Proof::Seconds, _) | (Proof::None, Label::Seconds) => true,
        (Proof::Milliseconds, Label::Milliseconds) => false,
        (Proof::None, Label::Milliseconds) => {
            row.report(
                "mean_tpot",
                Level::Warning,
                "unclear_unit",
                "the headings of this export are known to be wrong, and without interactivity \
                 the unit of the times cannot be told; they are kept and not used",
            );
            return false;
        }
        (Proof::Milliseconds, Label::Seconds) => {
            row.report(
                "mean_tpot",
                Level::Warning,
                "contradiction",
                "times should be seconds, but time per token and interactivity agree in milliseconds; \
                 they are kept and not used",
            );
            return false;
        }
        (Proof::Contradiction(figures), _) => {
            let message = format!("{figures}; the times are kept and not used");
            row.report("mean_tpot", Level::Warning, "contradiction", message);
            return false;
        }
    };
    let unit = |time: f64| if is_seconds { ms_from_s(time) } else { time };
    for (word, metric) in LATENCIES {
        let name = |stat: &str| format!("{stat}_{word}");
        row.take_distribution(&mut one.metrics, metric, unit, STATS, name);
    }
    // The reciprocal of a median is the median of the reciprocals. That of a mean is no mean
    // of rates, and that of the 99th percentile is the slowest end: both stay as they are.
    let median = MetricKey::stat(Metric::PerRequestOutputTps, Stat::Median);
    row.take_metric("median_intvty", &mut one.metrics, median, |rate| rate);
    if one.metrics.get(median).is_some() {
        let precision = Precision {
            from: Some("1000 / tpot_ms.median".to_owned()),
            ..Precision::default()
        };
        one.precision.insert(median.to_string(), precision);
    }
    is_seconds && label == Label::Milliseconds
}

/// Takes what the rows of a sweep have in common.
fn setup(row: &mut Fields, run: &mut Run) {
    run.source.tool = Some("InferenceMAX".to_owned());
    run.source.parser_version = PARSER_VERSION;
    if let Some(model) = row.take_text("model") {
        set_model(&mut run.model, &model);
    }
    run.model.quantization = row.take_text("precision");
    run.engine.name = row.take_text("framework");
    if let Some(image) = row.take_text("image") {
        run.engine.extra.insert("image".to_owned(), image.into());
    }
    if let Some(runner) = row.take_text("hw") {
        let name = accelerator(&runner);
        if name != runner {
            run.hardware.extra = Extra::from_iter([("hw".to_owned(), runner.as_str().into())]);
        }
        run.hardware.name = Some(name.to_owned());
    }
    if let Some(date) = row.get("date").and_then(serde_json::Value::as_str) {
        run.measured_at = date_time(date);
    }
}

/// The accelerator in the name of a runner: what stands before the first dash, as in
/// `mi355x-amd_0` or `b200-trt`, where that has the digits of a product in it.
fn accelerator(runner: &str) -> &str {
    match runner.split_once('-') {
        Some((name, _)) if name.contains(|c: char| c.is_ascii_digit()) => name,
        _ => runner,
    }
}

/// True for a field that belongs to one point and not to the setup of the sweep: measured
/// statistics, power, and when the point was measured.
fn is_of_the_point(key: &str) -> bool {
    let head = key.split('_').next().unwrap_or_default();
    let is_percentile = head
        .strip_prefix('p')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_axis = matches!(key, "isl" | "osl" | "conc" | "date");
    is_axis
        || is_percentile
        || matches!(head, "mean" | "median" | "std" | "avg")
        || key.ends_with("_per_gpu")
        || ["power", "energy", "joule", "temperature", "utilization"]
            .iter()
            .any(|word| key.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_names_its_accelerator_first() {
        assert_eq!(accelerator("mi355x-amd_0"), "mi355x");
        assert_eq!(accelerator("b200-trt"), "b200");
        assert_eq!(accelerator("gb200"), "gb200");
        assert_eq!(accelerator("tpu-v7"), "tpu-v7");
    }

    #[test]
    fn what_is_measured_is_told_from_the_setup() {
        for key in [
            "std_intvty",
            "p99.9_itl",
            "avg_power_w",
            "output_tput_per_gpu",
            "conc",
        ] {
            assert!(is_of_the_point(key), "{key}");
        }
        for key in [
            "prefill_tp",
            "precision",
            "dcp_size",
            "spec_decoding",
            "pp",
            "num_decode_gpu",
        ] {
            assert!(!is_of_the_point(key), "{key}");
        }
    }
}
