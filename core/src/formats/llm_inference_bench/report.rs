//! What the lines, panels and matrices of a console report mean.

use serde_json::{Value, json};

use super::metadata;
use super::printed_cell::PrintedCell;
use crate::formats::printed::{self, Printed};
use crate::model::{Distribution, Measurement, Metric, MetricKey, Precision, Run, Stat, Status};

/// First line of the panel that names model and settings.
pub(super) const PANEL: &str = "LLM Inference Benchmark";

/// Start of the line that names the tool's version.
pub(super) const VERSION_LINE: &str = "llm-decode-bench v";

/// What a matrix shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Matrix {
    /// Rates of all requests, with the latencies of each cell.
    Aggregate,
    /// The rates again, at the end of the report.
    Repeated,
    /// The average rate of one request.
    PerRequest,
    /// Median and 90th percentile of the request latency.
    Latency,
}

impl Matrix {
    /// The matrix with this title. Other lines may stand before the title, and the
    /// title is wrapped where the table is narrow.
    pub(super) fn of(title: &str) -> Option<Self> {
        let words: Vec<&str> = title.split_whitespace().collect();
        let title = words.join(" ").to_lowercase();
        [
            ("aggregate tok/s + ttft/itl", Self::Aggregate),
            ("aggregate tok/s", Self::Aggregate),
            ("aggregate decode tok/s", Self::Repeated),
            ("per-request tok/s", Self::PerRequest),
            ("client request latency: p50 / p90 ms", Self::Latency),
        ]
        .into_iter()
        .find_map(|(known, matrix)| title.ends_with(known).then_some(matrix))
    }

    /// Puts a cell into its measurement; an error where it contradicts what is
    /// known of it or does not belong into this matrix.
    pub(super) fn apply(
        self,
        measurement: &mut Measurement,
        cell: PrintedCell,
    ) -> Result<(), String> {
        match (self, cell) {
            (_, PrintedCell::Blank) => Ok(()),
            (_, PrintedCell::Word { status, word }) => apply_word(measurement, status, word),
            (Self::Aggregate | Self::Repeated, PrintedCell::Rate(printed)) => {
                apply_rate(measurement, printed.rate, printed.running)?;
                let (ttft, itl) = printed.detail.unwrap_or_default();
                set_positive(measurement, Metric::TtftMs, Some(Stat::Median), ttft)?;
                set_positive(measurement, Metric::ItlMs, Some(Stat::Median), itl)
            }
            (Self::PerRequest, PrintedCell::Rate(printed)) if printed.detail.is_none() => {
                if measurement.status == Status::Unknown {
                    measurement.status = Status::Valid;
                }
                let (metric, rate) = (Metric::PerRequestOutputTps, Some(printed.rate));
                set_positive(measurement, metric, Some(Stat::Mean), rate)
            }
            (Self::Latency, PrintedCell::Pair(median, p90)) => {
                set_positive(
                    measurement,
                    Metric::E2eLatencyMs,
                    Some(Stat::Median),
                    median,
                )?;
                set_positive(measurement, Metric::E2eLatencyMs, Some(Stat::P90), p90)
            }
            (_, PrintedCell::Rate(_) | PrintedCell::Pair(..)) => {
                Err("the value is not of the kind this matrix shows".to_owned())
            }
        }
    }
}

fn apply_word(measurement: &mut Measurement, status: Status, word: String) -> Result<(), String> {
    let is_new = measurement.status == Status::Unknown && measurement.source_status.is_none();
    if !is_new && measurement.status != status {
        return Err(format!(
            "{word:?} here, {} in another matrix",
            measurement.status.key()
        ));
    }
    measurement.status = status;
    measurement.source_status = Some(word);
    Ok(())
}

fn apply_rate(
    measurement: &mut Measurement,
    rate: Printed,
    running: Option<(Printed, Printed)>,
) -> Result<(), String> {
    // Before 0.6 a cell without a result was printed as 0.0.
    let status = match (&running, rate.value > 0.0) {
        (_, false) => Status::Failed,
        (Some(_), true) => Status::Queued,
        (None, true) => Status::Valid,
    };
    match measurement.status {
        Status::Unknown | Status::Valid => measurement.status = status,
        // The repetition at the end leaves the mark of a queue out.
        Status::Queued if status != Status::Failed => {}
        known if known == status => {}
        known => {
            return Err(format!(
                "a rate of {} here, {} in another matrix",
                rate.value,
                known.key()
            ));
        }
    }
    set_positive(measurement, Metric::OutputTps, None, Some(rate))?;
    let Some((now, asked)) = running else {
        return Ok(());
    };
    measurement
        .source_status
        .get_or_insert_with(|| "*".to_owned());
    let asked_for = measurement.axes.concurrency;
    let (value, precision) = (now.value, now.precision());
    measurement.metrics.active_requests = Some(value);
    let key = MetricKey::single(Metric::ActiveRequests).to_string();
    measurement.precision.insert(key, precision);
    if asked_for.is_some_and(|level| level as f64 != asked.value) {
        return Err(format!(
            "the cell says that {} requests were asked for",
            asked.value
        ));
    }
    Ok(())
}

/// Sets a metric from its printed form. A printed 0 of these metrics means that
/// nothing was measured. A second value must be the same within rounding.
fn set_positive(
    measurement: &mut Measurement,
    metric: Metric,
    stat: Option<Stat>,
    printed: Option<Printed>,
) -> Result<(), String> {
    let Some(printed) = printed.filter(|printed| printed.value > 0.0) else {
        return Ok(());
    };
    let key = MetricKey { metric, stat };
    if let Some(known) = measurement.precision_of(key) {
        if overlap(&printed.precision(), known) {
            return Ok(());
        }
        let before = known.text.clone().unwrap_or_default();
        return Err(format!(
            "{key} is {} here, {before} in another matrix",
            printed.value
        ));
    }
    let value = Some(printed.value);
    let metrics = &mut measurement.metrics;
    let distribution = match metric {
        Metric::PerRequestOutputTps => &mut metrics.per_request_output_tps,
        Metric::TtftMs => &mut metrics.ttft_ms,
        Metric::ItlMs => &mut metrics.itl_ms,
        Metric::E2eLatencyMs => &mut metrics.e2e_latency_ms,
        _ => {
            metrics.output_tps = value;
            measurement
                .precision
                .insert(key.to_string(), printed.precision());
            return Ok(());
        }
    };
    let distribution = distribution.get_or_insert_with(Distribution::default);
    match stat {
        Some(Stat::Mean) => distribution.mean = value,
        Some(Stat::P90) => distribution.p90 = value,
        _ => distribution.median = value,
    }
    measurement
        .precision
        .insert(key.to_string(), printed.precision());
    Ok(())
}

/// True where both may be the same value, rounded differently.
fn overlap(one: &Precision, other: &Precision) -> bool {
    let not_above =
        |low: Option<f64>, high: Option<f64>| low.zip(high).is_none_or(|(low, high)| low <= high);
    not_above(one.low, other.high) && not_above(other.low, one.high)
}

/// The tokens of a context label: `0`, `16k`. A `k` of a context is 1,024 tokens.
pub(super) fn context(label: &str) -> Option<u64> {
    let (digits, scale) = if let Some(digits) = label.strip_suffix(['k', 'K']) {
        (digits, 1 << 10)
    } else if let Some(digits) = label.strip_suffix('M') {
        (digits, 1 << 20)
    } else {
        (label, 1)
    };
    digits.parse::<u64>().ok()?.checked_mul(scale)
}

/// Takes what the opening panel says of model and settings.
pub(super) fn apply_panel(run: &mut Run, lines: &[String]) {
    for fact in lines.iter().flat_map(|line| line.split(" | ")) {
        let Some((name, value)) = fact.split_once(": ") else {
            continue;
        };
        let value = value.trim();
        let settings = &mut run.settings;
        match name.trim() {
            "Model" => {
                let (model, server) = value.rsplit_once(" @ ").unwrap_or((value, ""));
                if !server.is_empty() {
                    settings.extra.insert("server".to_owned(), json!(server));
                }
                metadata::set_model(run, Some(model.to_owned()));
            }
            "Duration" => {
                let seconds = value.split('s').next().unwrap_or_default();
                settings.duration_s = seconds.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
                settings.decode_mode = settings.duration_s.map(|_| "duration".to_owned());
            }
            "Max tokens" => settings.max_output_tokens = value.parse().ok(),
            "Prefill" => settings.prefill_mode = Some(value.to_owned()),
            "Decode concurrency" => keep_list(run, "concurrency_levels", value),
            "Decode contexts" => keep_list(run, "context_lengths", value),
            other => {
                settings.extra.insert(other.to_owned(), json!(value));
            }
        }
    }
}

/// Keeps a printed list under the name that the JSON file has for it.
fn keep_list(run: &mut Run, key: &str, printed: &str) {
    let items = printed.trim_matches(['[', ']']).split(',');
    let numbers: Option<Vec<u64>> = items
        .map(|item| context(item.trim().trim_matches('\'')))
        .collect();
    let value = numbers.map_or_else(|| json!(printed), |numbers| json!(numbers));
    run.settings.extra.insert(key.to_owned(), value);
}

/// Takes what a line outside the boxes says of the run; most are log lines and say
/// nothing.
pub(super) fn apply_line(run: &mut Run, line: &str) {
    if let Some(version) = line.strip_prefix(VERSION_LINE) {
        run.source.tool_version = Some(version.trim().to_owned());
    } else if let Some(engine) = line.strip_prefix("Engine: ") {
        let engine = engine.split("Models:").next().unwrap_or_default();
        run.engine.name = engine.split_whitespace().next().map(str::to_owned);
        run.engine.version = metadata::engine_version(engine);
    } else if let Some(budget) = line.strip_prefix("KV cache budget") {
        run.settings.kv_budget_tokens = tokens(budget);
        run.settings
            .extra
            .insert("KV cache budget".to_owned(), json!(budget.trim()));
    } else if let Some(length) = line.strip_prefix("Model context length: ") {
        let value = tokens(length).map_or_else(|| json!(length), Value::from);
        run.settings
            .extra
            .insert("Model context length".to_owned(), value);
    } else if let Some(sources) = line.strip_prefix("Aggregate source(s): ") {
        run.settings
            .extra
            .insert("Aggregate source(s)".to_owned(), json!(sources));
    }
}

/// The number in `(manual): 85,376 tokens`.
fn tokens(text: &str) -> Option<u64> {
    let number = text.rsplit(": ").next()?.split_whitespace().next()?;
    let printed =
        printed::number(number).filter(|_| !number.contains('.') && text.contains("token"))?;
    Some(printed.value as u64).filter(|&tokens| tokens > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Axes, Family};

    fn measurement() -> Measurement {
        let axes = Axes {
            context_tokens: Some(0),
            concurrency: Some(32),
            ..Axes::default()
        };
        Measurement::new(Family::Decode, axes)
    }

    fn apply(matrix: Matrix, measurement: &mut Measurement, text: &str) -> Result<(), String> {
        matrix.apply(measurement, PrintedCell::parse(text).unwrap())
    }

    #[test]
    fn a_title_is_known_by_its_end() {
        let title = "Aggregate source(s): openai Per-Request   tok/s";
        assert_eq!(Matrix::of(title), Some(Matrix::PerRequest));
        assert_eq!(Matrix::of("Prefill tok/s"), None);
    }

    #[test]
    fn a_queued_cell_counts_its_running_requests() {
        let mut cell = measurement();
        apply(Matrix::Aggregate, &mut cell, "318.1 20k/93 (30/32)*").unwrap();
        assert_eq!(cell.status, Status::Queued);
        assert_eq!(cell.metrics.active_requests, Some(30.0));
        assert_eq!(cell.metrics.ttft_ms, Some(Distribution::of_median(20000.0)));
        assert_eq!(cell.precision["ttft_ms.median"].low, Some(19500.0));
        apply(Matrix::Repeated, &mut cell, "318.1").unwrap();
        assert_eq!(cell.status, Status::Queued);
    }

    #[test]
    fn a_second_value_must_be_the_same_within_rounding() {
        let mut cell = measurement();
        apply(Matrix::Aggregate, &mut cell, "318.1").unwrap();
        assert!(apply(Matrix::Repeated, &mut cell, "318").is_ok());
        assert!(apply(Matrix::Repeated, &mut cell, "319.1").is_err());
        assert!(apply(Matrix::Repeated, &mut cell, "∅").is_err());
        assert_eq!(cell.metrics.output_tps, Some(318.1));
    }

    #[test]
    fn a_printed_zero_is_a_failure_without_a_number() {
        let mut cell = measurement();
        apply(Matrix::Aggregate, &mut cell, "0.0").unwrap();
        assert_eq!(cell.status, Status::Failed);
        assert_eq!(cell.metrics.output_tps, None);
    }

    #[test]
    fn a_loop_is_a_failure_in_the_tools_word() {
        let mut cell = measurement();
        apply(Matrix::Aggregate, &mut cell, "ERROR: loop").unwrap();
        assert_eq!(cell.status, Status::Failed);
        assert_eq!(cell.source_status.as_deref(), Some("ERROR: loop"));
    }
}
