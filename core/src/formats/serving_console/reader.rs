//! The rows of a block as values of a measurement.

use serde_json::Value;

use super::super::printed;
use super::super::{Diagnostic, Level};
use super::block::{Block, Row};
use super::rows::{Meaning, meaning};
use crate::model::{Axes, Axis, Family, Measurement, Metric, MetricKey, Stat};

/// Reads the rows; gives the measurement and what the block calls its backend.
pub(super) fn read(
    block: &Block,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Measurement, Option<String>) {
    let completed = MetricKey::single(Metric::CompletedRequests);
    let has_none = block
        .rows
        .iter()
        .any(|row| meaning(&row.label) == Meaning::Count(completed) && row.value == "0");
    let mut reader = Reader {
        block,
        has_none,
        measurement: Measurement::new(Family::Serve, Axes::default()),
        backend: None,
        diagnostics,
    };
    for row in &block.rows {
        reader.row(row);
    }
    reader.expect();
    (reader.measurement, reader.backend)
}

struct Reader<'a> {
    block: &'a Block,
    /// True where no request was successful: no rate and no time counts then.
    has_none: bool,
    measurement: Measurement,
    backend: Option<String>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn row(&mut self, row: &Row) {
        match meaning(&row.label) {
            Meaning::Backend if self.backend.is_none() => self.backend = Some(row.value.clone()),
            Meaning::Count(key) => match printed::whole(&row.value) {
                Some(count) if self.measurement.value(key).is_none() => {
                    self.measurement.metrics.set(key, count as f64);
                }
                Some(_) => self.keep(row),
                None => self.unexpected(row, "a whole number"),
            },
            Meaning::Concurrency => self.axis(row, Axis::Concurrency),
            Meaning::RequestRate => self.axis(row, Axis::RequestRate),
            Meaning::Metric(key, factor, unit) => {
                let is_duration = key == MetricKey::single(Metric::DurationS);
                if self.has_none && !is_duration {
                    self.keep(row);
                } else {
                    self.metric(row, key, factor, unit);
                }
            }
            Meaning::Median(metric, factor) => {
                let key = MetricKey::stat(metric, Stat::Median);
                let has_median = self.block.rows.iter().any(|other| {
                    matches!(meaning(&other.label), Meaning::Metric(known, ..) if known == key)
                });
                if has_median || self.has_none {
                    self.keep(row);
                } else {
                    let unit = if factor == 1.0 { "ms" } else { "s" };
                    self.metric(row, key, factor, unit);
                }
            }
            Meaning::Backend | Meaning::Other => self.keep(row),
        }
    }

    fn metric(&mut self, row: &Row, key: MetricKey, factor: f64, unit: &str) {
        if self.measurement.value(key).is_some() {
            self.keep(row);
            return;
        }
        let Some(number) = printed::number(&row.value) else {
            let is_absent = matches!(row.value.as_str(), "nan" | "inf" | "None" | "N/A")
                || row.value.trim_start_matches(['-', '0', '.']).is_empty();
            if is_absent {
                self.not_measured(row, "no measurement");
            } else {
                self.unexpected(row, "a number that is not negative");
            }
            return;
        };
        if number.value == 0.0 {
            if key.stat.is_none() {
                self.not_measured(row, "no rate above zero");
                return;
            }
            if is_section_of_zeros(row, self.block) {
                self.zero_section(row);
                return;
            }
        }
        let shown = if unit.is_empty() {
            row.value.clone()
        } else {
            format!("{} {unit}", row.value)
        };
        printed::set(&mut self.measurement, key, &number.scaled(factor, &shown));
    }

    fn axis(&mut self, row: &Row, axis: Axis) {
        let axes = &mut self.measurement.axes;
        match row.value.parse::<f64>() {
            Ok(value) if value > 0.0 && value.is_finite() => {
                axis.set(axes, value);
                if axis.of(axes).is_none() {
                    self.unexpected(row, "a whole number");
                }
            }
            // Without a limit, however the tool writes it.
            _ => self.keep(row),
        }
    }

    /// Keeps a row under its own name; the section is added where the name is taken.
    fn keep(&mut self, row: &Row) {
        let value = match row.value.parse::<f64>() {
            // A negative zero is less than a zero: it tells that something went wrong.
            Ok(number) if number.is_finite() && number.is_sign_positive() => {
                serde_json::from_str(&row.value).unwrap_or_else(|_| Value::from(row.value.as_str()))
            }
            _ => Value::from(row.value.as_str()),
        };
        let mut name = row.label.clone();
        if self.measurement.extra.contains_key(&name) {
            name = format!("{}: {}", row.section, row.label);
        }
        while self.measurement.extra.contains_key(&name) {
            name.push_str(" (again)");
        }
        self.measurement.extra.insert(name, value);
    }

    /// Keeps a row of a section of zeros; the first of them tells.
    fn zero_section(&mut self, row: &Row) {
        let first = self
            .block
            .rows
            .iter()
            .find(|other| other.section == row.section && meaning(&other.label).is_measured());
        if first == Some(row) {
            let message = format!(
                "everything under {:?} is printed as zero: it was not measured; kept as printed",
                row.section
            );
            self.say(row, Level::Note, "not_measured", message);
        }
        self.keep(row);
    }

    fn not_measured(&mut self, row: &Row, why: &str) {
        let message = format!("{} is {}, {why}; kept as printed", row.label, row.value);
        self.say(row, Level::Note, "not_measured", message);
        self.keep(row);
    }

    fn unexpected(&mut self, row: &Row, expected: &str) {
        let message = format!(
            "{}: expected {expected}, found {:?}; kept as printed, not used as a measurement",
            row.label, row.value
        );
        self.say(row, Level::Warning, "unexpected_type", message);
        self.keep(row);
    }

    fn say(&mut self, row: &Row, level: Level, code: &'static str, message: String) {
        self.diagnostics
            .push(Diagnostic::new(level, code, message).at_line(row.line, 1, row.label.len()));
    }

    /// Says which rows are missing that every version prints.
    fn expect(&mut self) {
        let block = self.block;
        let has = |wanted: &[MetricKey]| {
            block.rows.iter().any(|row| match meaning(&row.label) {
                Meaning::Metric(key, ..) | Meaning::Count(key) => wanted.contains(&key),
                _ => false,
            })
        };
        let single = MetricKey::single;
        let ttft = |stat| MetricKey::stat(Metric::TtftMs, stat);
        let headlines: [(&str, &[MetricKey]); 3] = [
            ("Successful requests", &[single(Metric::CompletedRequests)]),
            (
                "Output token throughput (tok/s)",
                &[single(Metric::OutputTps)],
            ),
            ("TTFT (ms)", &[ttft(Stat::Mean), ttft(Stat::Median)]),
        ];
        let others: [(&str, &[MetricKey]); 4] = [
            ("Benchmark duration (s)", &[single(Metric::DurationS)]),
            ("Total input tokens", &[single(Metric::InputTokens)]),
            ("Total generated tokens", &[single(Metric::OutputTokens)]),
            (
                "Request throughput (req/s)",
                &[single(Metric::RequestThroughputRps)],
            ),
        ];
        let levels = headlines
            .into_iter()
            .map(|row| (row, Level::Warning))
            .chain(others.into_iter().map(|row| (row, Level::Note)));
        for ((label, keys), level) in levels {
            if !has(keys) {
                let message = format!("this result has no row {label}");
                self.diagnostics.push(
                    Diagnostic::new(level, "missing_field", message).at_line(block.line, 1, 1),
                );
            }
        }
    }
}

/// True where every statistic of the row's section is printed as zero.
fn is_section_of_zeros(row: &Row, block: &Block) -> bool {
    block
        .rows
        .iter()
        .filter(|other| other.section == row.section)
        .filter(|other| meaning(&other.label).is_measured())
        .all(|other| other.value.parse() == Ok(0.0))
}
