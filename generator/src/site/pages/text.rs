//! Words and numbers that several parts of a page write alike.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, Metric, MetricKey, Run, Stat, Status};

/// A number and, apart from it, its unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Figure {
    /// The number as the source printed it, else rounded.
    pub(super) number: String,
    /// The unit, where the number has one.
    pub(super) unit: &'static str,
    /// How far it varied over the repetitions: `± 3.2`.
    pub(super) deviation: Option<String>,
}

/// A measured value; `None` where it was not measured.
pub(super) fn figure(measurement: &Measurement, key: MetricKey) -> Option<Figure> {
    let value = measurement.value(key);
    let printed = measurement
        .precision_of(key)
        .and_then(|known| known.text.as_deref());
    if value.is_none() && printed.is_none() {
        return None;
    }
    let text = display::measured(measurement, key);
    let unit = key.metric.unit().symbol();
    let number = match text.strip_suffix(unit) {
        Some(number) if !unit.is_empty() => number.trim_end().to_owned(),
        _ => text,
    };
    let unit = if counts(key.metric) { "" } else { unit };
    Some(Figure {
        number,
        unit,
        deviation: display::deviation(measurement, key),
    })
}

/// True where the metric is a count, whose name says what is counted.
pub(super) fn counts(metric: Metric) -> bool {
    use speedsheet_core::model::Unit;
    matches!(metric.unit(), Unit::Requests | Unit::Tokens | Unit::Ratio)
}

/// The preferred statistic of a metric that a measurement has.
pub(super) fn best_key(measurement: &Measurement, metric: Metric) -> Option<MetricKey> {
    let keys = || MetricKey::all().filter(|key| key.metric == metric);
    keys().find(|&key| measurement.value(key).is_some() && key.stat != Some(Stat::Std))
}

/// True where the numbers of a measurement may be compared with others.
pub(super) fn is_measured(measurement: &Measurement) -> bool {
    matches!(measurement.status, Status::Valid | Status::Queued)
}

/// `8K context, 128 at once`.
pub(super) fn place(measurement: &Measurement) -> String {
    let parts: Vec<String> = Axis::ALL
        .into_iter()
        .filter_map(|axis| {
            let value = axis.of(&measurement.axes)?;
            Some(on_axis(axis, value))
        })
        .collect();
    parts.join(", ")
}

/// The value of an axis with a word that says which: `128 at once`.
pub(super) fn on_axis(axis: Axis, value: f64) -> String {
    let label = display::axis_label(axis, value);
    match axis {
        Axis::Context => context(&label),
        Axis::Concurrency => format!("{label} at once"),
        Axis::InputTokens if value == 1.0 => "1 token in".to_owned(),
        Axis::OutputTokens if value == 1.0 => "1 token out".to_owned(),
        Axis::InputTokens => format!("{label} tokens in"),
        Axis::OutputTokens => format!("{label} tokens out"),
        Axis::RequestRate => format!("{label} requests/s asked for"),
        Axis::BatchSize => format!("batch of {label}"),
    }
}

/// The start of a text, as many characters as fit.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most).collect();
    format!("{start}…")
}

/// `8K context`, `empty context`.
pub(super) fn context(label: &str) -> String {
    if label == "0" {
        "empty context".to_owned()
    } else {
        format!("{label} context")
    }
}

/// `55 measurements`, `1 measurement`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", display::grouped(count as u64))
}

/// `Serving`, or `48 sustained decode, 7 prefill`.
pub(super) fn families(run: &Run) -> String {
    let families = [
        Family::Decode,
        Family::Prefill,
        Family::Serve,
        Family::Batch,
    ];
    let counted = families.map(|family| {
        let of_family = run.measurements.iter().filter(|one| one.family == family);
        (display::family_name(family), of_family.count())
    });
    let parts: Vec<String> = counted
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| match count == run.measurements.len() {
            true => name.to_owned(),
            false => format!("{} {}", display::grouped(count as u64), name.to_lowercase()),
        })
        .collect();
    parts.join(", ")
}

/// `42 valid, 6 over capacity`.
pub(super) fn statuses(run: &Run) -> String {
    let parts: Vec<String> = Status::ALL
        .into_iter()
        .filter_map(|status| {
            let count = run
                .measurements
                .iter()
                .filter(|one| one.status == status)
                .count();
            (count > 0).then(|| {
                let word = display::status_word(status).to_lowercase();
                format!("{} {word}", display::grouped(count as u64))
            })
        })
        .collect();
    parts.join(", ")
}

/// `2026-09-13T02:25:00Z` as `2026-09-13 02:25 UTC`; other notations as they are.
pub(super) fn moment(text: &str) -> String {
    let Some((date, time)) = text.split_once('T') else {
        return text.to_owned();
    };
    let (time, zone) = match time.strip_suffix('Z') {
        Some(time) => (time, " UTC"),
        None => (time, ""),
    };
    let minutes = match time.get(..5) {
        Some(minutes) if time.len() == 5 || time[5..].starts_with(':') => minutes,
        _ => return text.to_owned(),
    };
    if time.contains(['+', '-']) {
        return text.to_owned();
    }
    format!("{date} {minutes}{zone}")
}

/// What a run is called.
pub(super) fn title(run: &Run) -> String {
    if !run.title.trim().is_empty() {
        return run.title.trim().to_owned();
    }
    let model = model(run).unwrap_or("Unnamed model");
    match hardware(run) {
        Some(hardware) => format!("{model} on {hardware}"),
        None => model.to_owned(),
    }
}

/// The model by the name people know it under.
pub(super) fn model(run: &Run) -> Option<&str> {
    let model = &run.model;
    [&model.name, &model.id, &model.served_name]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .next()
}

/// `4 × H200 SXM`.
pub(super) fn hardware(run: &Run) -> Option<String> {
    let hardware = &run.hardware;
    let name = hardware.name.as_deref().or(hardware.kind.as_deref())?;
    Some(match hardware.count {
        Some(count) => format!("{count} × {name}"),
        None => name.to_owned(),
    })
}

/// `vllm 0.26.1rc1.dev638`: the part of the version that says what changed, without
/// the commit behind the plus sign.
pub(super) fn engine(run: &Run) -> Option<String> {
    let name = run.engine.name.as_deref()?;
    Some(match run.engine.version.as_deref() {
        Some(version) => format!("{name} {}", version.split('+').next().unwrap_or(version)),
        None => name.to_owned(),
    })
}

/// `llm-inference-bench 0.4.29`.
pub(super) fn tool(run: &Run) -> Option<String> {
    let name = run.source.tool.as_deref()?;
    Some(match run.source.tool_version.as_deref() {
        Some(version) => format!("{name} {}", version.trim_start_matches('v')),
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Distribution, Precision};

    use super::*;

    #[test]
    fn a_figure_parts_the_number_from_its_unit() {
        let mut one = Measurement::new(Family::Decode, Axes::default());
        one.metrics.output_tps = Some(15_186.0);
        one.metrics.ttft_ms = Some(Distribution::of_median(732.0));
        let printed = Precision {
            text: Some("732 ms".to_owned()),
            ..Precision::default()
        };
        one.precision.insert("ttft_ms.median".to_owned(), printed);
        let of = |key| figure(&one, key).map(|figure| (figure.number, figure.unit));

        assert_eq!(
            of(MetricKey::single(Metric::OutputTps)),
            Some(("15.2K".to_owned(), "tok/s"))
        );
        let ttft = MetricKey::stat(Metric::TtftMs, Stat::Median);
        assert_eq!(of(ttft), Some(("732".to_owned(), "ms")));
        assert_eq!(of(MetricKey::single(Metric::PowerW)), None);
    }

    #[test]
    fn moments_are_written_to_the_minute_and_keep_what_is_odd() {
        assert_eq!(moment("2026-09-13T02:25:00Z"), "2026-09-13 02:25 UTC");
        assert_eq!(moment("2026-09-13T02:25:00"), "2026-09-13 02:25");
        assert_eq!(moment("2026-09-13"), "2026-09-13");
        assert_eq!(
            moment("2026-09-13T02:25:00+02:00"),
            "2026-09-13T02:25:00+02:00"
        );
        assert_eq!(moment("T"), "T");
    }
}
