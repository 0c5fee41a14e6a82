//! A row of the table.

use serde_json::Value;

use super::split_type;
use crate::formats::printed::{self, Printed};
use crate::formats::reading::{MarkdownRow, MarkdownTable};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Run, Status};

/// A run of one row; what is wrong with the row where it cannot be read.
pub(super) fn read(setup: &Run, table: &MarkdownTable, row: &MarkdownRow) -> Result<Run, String> {
    let mut run = setup.clone();
    let mut test = None;
    let mut rate = None;
    for (column, text) in table.named(row) {
        match column {
            "model" => {
                let (name, quantization) = split_type(text);
                run.model.name = Some(name);
                run.model.quantization = quantization;
                run.settings.extra.insert("model".to_owned(), text.into());
            }
            "backend" => {
                run.engine.backend = Some(text.to_owned());
                if text.contains("RPC") {
                    // Devices of other machines are used and not listed.
                    run.hardware.count = None;
                }
            }
            "test" => test = Some(Test::parse(text).ok_or_else(|| format!("expected a test such as \"pp512 @ d4096\", found {text:?}; the row was left out"))?),
            "t/s" => rate = Some(mean_and_deviation(text).ok_or_else(|| format!("expected a rate such as \"18.41 ± 0.02\", found {text:?}; the row was left out"))?),
            _ => {
                let count = text.parse::<i64>().map(Value::from);
                let value = count.unwrap_or_else(|_| text.into());
                run.settings.extra.insert(column.to_owned(), value);
            }
        }
    }
    let (Some(test), Some((mean, deviation))) = (test, rate) else {
        return Err("expected a test and a rate; the row was left out".to_owned());
    };
    let mut one = Measurement::new(Family::Batch, test.axes);
    let key = MetricKey::single(test.metric);
    if mean.value > 0.0 {
        one.status = Status::Valid;
        one.metrics.set(key, mean.value);
        one.precision.insert(key.to_string(), mean.precision());
        one.deviation.insert(key.to_string(), deviation.value);
    } else {
        // Nothing was processed, or so slowly that the printed digits do not show it.
        one.status = Status::Failed;
        let text = format!("{} ± {}", mean.text, deviation.text);
        one.extra.insert("t/s".to_owned(), text.into());
    }
    run.measurements.push(one);
    Ok(run)
}

/// What a test measures and where.
struct Test {
    axes: Axes,
    metric: Metric,
}

impl Test {
    /// Reads `pp512`, `tg128`, `pp512+tg128`, each with ` @ d4096` or without.
    fn parse(text: &str) -> Option<Self> {
        // In 2023 the tool wrote `pp 512`.
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (tests, depth) = match text.split_once("@d") {
            Some((tests, depth)) => (tests, depth.parse().ok()?),
            None => (text.as_str(), 0),
        };
        let mut axes = Axes {
            context_tokens: Some(depth),
            ..Axes::default()
        };
        for test in tests.split('+') {
            if let Some(tokens) = test.strip_prefix("pp") {
                axes.input_tokens = Some(tokens.parse().ok()?);
            } else {
                axes.output_tokens = Some(test.strip_prefix("tg")?.parse().ok()?);
            }
        }
        let metric = match (axes.input_tokens, axes.output_tokens) {
            (Some(_), Some(_)) => Metric::TotalTps,
            (Some(_), None) => Metric::PromptTps,
            _ => Metric::OutputTps,
        };
        Some(Self { axes, metric })
    }
}

/// Reads `18.41 ± 0.02`.
fn mean_and_deviation(text: &str) -> Option<(Printed, Printed)> {
    let (mean, deviation) = text.split_once('±')?;
    Some((
        printed::number(mean.trim())?,
        printed::number(deviation.trim())?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_every_version_are_read() {
        let read = |text| {
            Test::parse(text).map(|test| {
                (
                    test.axes.input_tokens,
                    test.axes.output_tokens,
                    test.axes.context_tokens,
                )
            })
        };
        assert_eq!(read("pp512"), Some((Some(512), None, Some(0))));
        assert_eq!(read("pp 512"), Some((Some(512), None, Some(0))));
        assert_eq!(read("tg128 @ d4096"), Some((None, Some(128), Some(4096))));
        assert_eq!(read("pp512+tg128"), Some((Some(512), Some(128), Some(0))));
        for broken in ["", "pp", "pp512 @ 4096", "tg128 @ d", "warmup", "pp-5"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }
}
