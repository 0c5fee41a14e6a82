//! Everything known of one measurement, in words.

use speedsheet_core::display;
use speedsheet_core::model::{Axis, Measurement, Metric, MetricKey};

use crate::metrics::full_name;

/// What the inspector shows of a measurement.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Readout {
    /// How it ended, in the source's word where it has one.
    pub status: String,
    /// What that means.
    pub meaning: &'static str,
    /// A line per value.
    pub lines: Vec<Line>,
    /// What there is to say about the numbers.
    pub caveats: Vec<String>,
}

/// A value with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Name of the value.
    pub name: String,
    /// The value with its unit.
    pub value: String,
    /// How the source printed it, where the value is a better estimate.
    pub printed: Option<String>,
}

impl Readout {
    /// The readout of a measurement; the values of `axes` are shown elsewhere.
    pub fn of(measurement: &Measurement, axes: [Axis; 2]) -> Self {
        let other_axes = Axis::ALL
            .into_iter()
            .filter(|axis| !axes.contains(axis))
            .filter_map(|axis| {
                let value = axis.of(&measurement.axes)?;
                Some(Line {
                    name: display::axis_name(axis).to_owned(),
                    value: display::axis_label(axis, value),
                    printed: None,
                })
            });
        let metrics = MetricKey::all().filter_map(|key| metric_line(measurement, key));
        let repetitions = measurement.repetitions.map(|count| Line {
            name: "Repetitions".to_owned(),
            value: display::grouped(count),
            printed: None,
        });
        Self {
            status: status(measurement),
            meaning: display::status_meaning(measurement.status),
            lines: other_axes.chain(metrics).chain(repetitions).collect(),
            caveats: measurement
                .caveats
                .iter()
                .map(|code| display::caveat(code))
                .collect(),
        }
    }

    /// The same as one sentence after another, for the ear.
    pub fn spoken(&self) -> String {
        let mut text = format!("{}.", self.status);
        for line in &self.lines {
            text.push_str(&format!(" {} {}.", line.name, line.value));
        }
        text
    }
}

fn status(measurement: &Measurement) -> String {
    let word = display::status_word(measurement.status);
    match &measurement.source_status {
        Some(source) if source != word => format!("{word} (source: {source})"),
        _ => word.to_owned(),
    }
}

fn metric_line(measurement: &Measurement, key: MetricKey) -> Option<Line> {
    let value = measurement.value(key)?;
    let precision = measurement.precision_of(key);
    let is_estimate = precision.is_some_and(|known| known.from.is_some());
    let text = if is_estimate {
        estimate(key.metric, value)
    } else {
        display::measured(measurement, key)
    };
    let unit = key.metric.unit().symbol();
    let needs_unit = matches!(unit, "tok/s" | "req/s") && !text.ends_with(unit);
    let asked = measurement
        .axes
        .concurrency
        .filter(|_| key.metric == Metric::ActiveRequests);
    let mut value = match (needs_unit, asked) {
        (true, _) => format!("{text} {unit}"),
        (false, Some(asked)) => format!("{text} of {}", display::grouped(asked)),
        (false, None) => text,
    };
    if let Some(deviation) = display::deviation(measurement, key) {
        value = format!("{value} {deviation}");
    }
    Some(Line {
        name: full_name(key),
        value,
        printed: precision
            .filter(|_| is_estimate)
            .and_then(|known| known.text.clone()),
    })
}

/// A best estimate with all of its digits: `15,186 tok/s` where the source printed `15.2K`.
fn estimate(metric: Metric, value: f64) -> String {
    let text = display::trimmed(value, 1);
    format!("{text} {}", metric.unit().symbol())
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    const AXES: [Axis; 2] = [Axis::Context, Axis::Concurrency];

    fn line(readout: &Readout, name: &str) -> Line {
        let found = readout.lines.iter().find(|line| line.name == name);
        found
            .unwrap_or_else(|| panic!("no {name} in {:?}", readout.lines))
            .clone()
    }

    #[test]
    fn a_best_estimate_stands_beside_what_the_source_printed() {
        let readout = Readout::of(&sample::run().measurements[4], AXES);
        let output = line(&readout, "Output, all requests");
        assert_eq!(output.value, "15,186 tok/s");
        assert_eq!(output.printed.as_deref(), Some("15.2K"));
        assert_eq!(line(&readout, "TTFT, median").value, "732 ms");
        assert_eq!(line(&readout, "Active requests").value, "127.8 of 128");
        assert!(readout.caveats[0].starts_with("Fewer requests finished"));
    }

    #[test]
    fn a_cell_that_was_not_run_says_why_and_has_no_values() {
        let readout = Readout::of(&sample::run().measurements[9], AXES);
        assert_eq!(readout.status, "Over capacity");
        assert!(readout.meaning.starts_with("Not run"));
        assert!(readout.lines.is_empty());
        assert_eq!(readout.spoken(), "Over capacity.");
    }

    #[test]
    fn a_mean_of_repetitions_says_how_far_they_varied() {
        let mut measurement = sample::run().measurements[0].clone();
        measurement.repetitions = Some(5);
        measurement.deviation.insert("prompt_tps".to_owned(), 210.4);
        let readout = Readout::of(&measurement, AXES);
        assert_eq!(line(&readout, "Prefill speed").value, "74.6K tok/s ± 210.4");
        assert_eq!(line(&readout, "Repetitions").value, "5");
    }

    #[test]
    fn an_axis_that_is_not_in_the_matrix_is_a_line() {
        let readout = Readout::of(
            &sample::run().measurements[0],
            [Axis::Context, Axis::BatchSize],
        );
        assert_eq!(line(&readout, "Requests at once").value, "1");
    }

    #[test]
    fn a_word_of_the_source_that_is_not_ours_is_shown_beside_ours() {
        let mut measurement = sample::run().measurements[9].clone();
        measurement.source_status = Some("KV full".to_owned());
        assert_eq!(
            Readout::of(&measurement, AXES).status,
            "Over capacity (source: KV full)"
        );
    }
}
