//! One summary as a run.

use serde_json::Value;

use super::PARSER_VERSION;
use super::labels::{self, Closing};
use crate::formats::printed::{self, Printed};
use crate::formats::reading::{Line, ms_from_ns};
use crate::formats::{Diagnostic, Level};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Note, NoteOrigin, Run, Status,
};

/// How far two rates of the same name may be apart: they are the same number.
const TOLERANCE: f64 = 1e-3;

/// Lines that are not understood and named one by one.
const NAMED: usize = 20;

/// Reads the lines of one summary.
pub(super) fn read(lines: &[Line], is_whole: bool, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut reading = Reading::new();
    for line in lines {
        reading.line(line);
    }
    if !is_whole {
        let message = "the summary ends before it says whether there were errors";
        reading.report(lines.last(), Level::Warning, "truncated", message);
    }
    let first = lines.first();
    let mut run = reading.finish(first);
    run.source.partial = !is_whole;
    diagnostics.append(&mut reading.findings);
    run
}

struct Reading {
    one: Measurement,
    settings: Extra,
    /// Parameters of the test have begun.
    is_in_parameters: bool,
    /// The heading above indented remarks.
    heading: Option<String>,
    scenario: Option<String>,
    verdict: Option<String>,
    findings: Vec<Diagnostic>,
    unread: usize,
}

impl Reading {
    fn new() -> Self {
        Self {
            one: Measurement::new(Family::Serve, Axes::default()),
            settings: Extra::new(),
            is_in_parameters: false,
            heading: None,
            scenario: None,
            verdict: None,
            findings: Vec::new(),
            unread: 0,
        }
    }

    fn line(&mut self, line: &Line) {
        let text = line.text.trim();
        if text.is_empty() || text.bytes().all(|byte| byte == b'=') {
            return;
        }
        if let Some(closing) = labels::closing(text) {
            self.closing(closing, line);
            return;
        }
        match text {
            "Test Parameters Used" => {
                self.is_in_parameters = true;
                return;
            }
            "Additional Stats" => {
                self.heading = None;
                return;
            }
            _ => {}
        }
        let is_remark = line.text.starts_with([' ', '\t']);
        let parts = text.split_once(':');
        let is_constraint = parts.is_some_and(|(label, _)| label.trim_end().ends_with("satisfied"));
        if is_remark && !is_constraint && self.heading.is_some() {
            self.remark(text);
            return;
        }
        let Some((label, value)) = parts else {
            self.not_read(line);
            return;
        };
        let (label, value) = (label.trim_end(), value.trim());
        if value.is_empty() {
            self.heading = Some(label.to_owned());
            return;
        }
        self.heading = None;
        let is_read = if self.is_in_parameters {
            self.parameter(label, value);
            true
        } else {
            self.statistic(label, value, line)
        };
        if !is_read {
            self.not_read(line);
        }
    }

    /// Reads `label : value` above the parameters; false where the value is none.
    fn statistic(&mut self, label: &str, value: &str, line: &Line) -> bool {
        let words = label.to_ascii_lowercase();
        match words.as_str() {
            "scenario" => self.scenario = Some(value.to_owned()),
            "result is" => self.verdict = Some(value.to_owned()),
            "sut name" | "mode" => {
                self.settings.insert(label.to_owned(), value.into());
            }
            words => {
                if let Some(metric) = labels::rate(words) {
                    return self.rate(metric, label, value, line);
                }
                if let Some(key) = labels::latency(words) {
                    let Some(nanoseconds) = printed::whole(value) else {
                        return false;
                    };
                    self.one.metrics.set(key, ms_from_ns(nanoseconds as f64));
                    return true;
                }
                self.one
                    .extra
                    .insert(label.to_owned(), number_or_text(value));
            }
        }
        true
    }

    /// A rate, which some scenarios print twice.
    fn rate(&mut self, metric: Metric, label: &str, value: &str, line: &Line) -> bool {
        let Some(printed) = rate_value(value) else {
            return false;
        };
        let key = MetricKey::single(metric);
        match self.one.metrics.get(key) {
            None => printed::set(&mut self.one, key, &printed),
            Some(known) if (known - printed.value).abs() > TOLERANCE * known => {
                let message = format!("{label} is {value} here and {known} above, which is used");
                self.report(Some(line), Level::Warning, "contradiction", message);
            }
            Some(_) => {}
        }
        true
    }

    fn parameter(&mut self, label: &str, value: &str) {
        let value = number_or_text(value);
        if labels::is_of_the_point(label) {
            self.one.extra.insert(label.to_owned(), value);
        } else {
            self.settings.insert(label.to_owned(), value);
        }
    }

    /// Adds an indented sentence to what its heading has.
    fn remark(&mut self, text: &str) {
        let Some(heading) = &self.heading else { return };
        let said = text.trim_start_matches("* ");
        let entry = self
            .one
            .extra
            .entry(heading.as_str())
            .or_insert_with(|| "".into());
        if let Value::String(known) = entry {
            if !known.is_empty() {
                known.push(' ');
            }
            known.push_str(said);
        }
    }

    fn closing(&mut self, closing: Closing, line: &Line) {
        let count = labels::count(line.text.trim());
        let (key, level) = match closing {
            Closing::Warnings => ("warnings", Level::Note),
            Closing::Errors => ("errors", Level::Warning),
        };
        self.one.extra.insert(key.to_owned(), count.into());
        if count > 0 {
            let message = format!(
                "loadgen counted {count} {key} during the run; its detailed log names them"
            );
            self.report(Some(line), level, "tool_findings", message);
        }
    }

    /// The run of what was read.
    fn finish(&mut self, first: Option<&Line>) -> Run {
        let mut run = Run::default();
        run.source.tool = Some("MLPerf loadgen".to_owned());
        run.source.parser_version = PARSER_VERSION;
        self.scenario(first);
        let is_measured = {
            let metrics = &self.one.metrics;
            metrics.output_tps.is_some() || metrics.request_throughput_rps.is_some()
        };
        if !is_measured {
            self.report(
                first,
                Level::Warning,
                "missing_field",
                "no samples per second are recorded",
            );
        }
        self.one.status = match self.verdict.as_deref() {
            Some("VALID") if is_measured => Status::Valid,
            Some("INVALID") => Status::Failed,
            _ => Status::Unknown,
        };
        self.one.source_status = self.verdict.clone();
        match self.verdict.as_deref() {
            Some("VALID") => {}
            Some("INVALID") => {
                let message = self.why_invalid();
                run.notes.push(Note {
                    origin: NoteOrigin::Reader,
                    text: message.clone(),
                });
                self.report(first, Level::Warning, "invalid_result", message);
            }
            Some(word) => {
                let message = format!("the result is {word:?}, expected VALID or INVALID");
                self.report(first, Level::Warning, "unknown_status", message);
            }
            None => self.report(
                first,
                Level::Warning,
                "missing_field",
                "the result is not said to be VALID",
            ),
        }
        let scenario = self.scenario.as_deref().unwrap_or("loadgen");
        run.title = format!("MLPerf {scenario} benchmark");
        if let Some(name) = self.settings.get("SUT name").and_then(Value::as_str) {
            run.title.push_str(&format!(" of {name}"));
        }
        if let Some(scenario) = self.scenario.take() {
            self.settings.insert("Scenario".to_owned(), scenario.into());
        }
        run.settings.extra = std::mem::take(&mut self.settings);
        run.measurements = vec![self.one.clone()];
        run
    }

    /// Family and axes: a server run asks for a rate, an offline run hands everything over at
    /// once and its rate is only what was expected.
    fn scenario(&mut self, first: Option<&Line>) {
        match self.scenario.as_deref() {
            Some("Offline") => self.one.family = Family::Batch,
            Some("Server") => {
                let rate = self.one.extra.get("target_qps").and_then(Value::as_f64);
                self.one.axes.request_rate = rate.filter(|rate| *rate > 0.0);
                if rate.is_some() {
                    self.one.extra.remove("target_qps");
                } else {
                    self.report(
                        first,
                        Level::Note,
                        "missing_field",
                        "target_qps is not recorded",
                    );
                }
            }
            Some("SingleStream" | "MultiStream") => {}
            Some(word) => {
                let message = format!("scenario {word:?} is not known, taken for a serving test");
                self.report(first, Level::Warning, "unknown_status", message);
            }
            None => {
                let message = "no scenario is recorded, taken for a serving test";
                self.report(first, Level::Warning, "missing_field", message);
            }
        }
    }

    /// Why loadgen does not accept the run, in its own words.
    fn why_invalid(&self) -> String {
        let constraints = self.one.extra.iter().filter_map(|(label, value)| {
            let missed = value
                .as_str()
                .is_some_and(|word| word.eq_ignore_ascii_case("no"));
            let name = label.trim().strip_suffix("satisfied")?.trim_end();
            missed.then(|| name.to_lowercase())
        });
        let missed: Vec<String> = constraints.collect();
        let mut text = "loadgen calls the result INVALID".to_owned();
        if !missed.is_empty() {
            text.push_str(&format!(", not satisfied: {}", missed.join(", ")));
        }
        text.push_str("; the numbers are kept and do not count as a result");
        text
    }

    fn not_read(&mut self, line: &Line) {
        self.unread += 1;
        if self.unread <= NAMED {
            let shown: String = line.text.trim().chars().take(60).collect();
            let message = format!("not understood in the summary: {shown:?}");
            self.report(Some(line), Level::Warning, "unread_line", message);
        } else if self.unread == NAMED + 1 {
            let message = "more lines of the summary are not understood, not named one by one";
            self.report(Some(line), Level::Warning, "unread_line", message);
        }
    }

    fn report(
        &mut self,
        line: Option<&Line>,
        level: Level,
        code: &'static str,
        message: impl Into<String>,
    ) {
        let finding = Diagnostic::new(level, code, message);
        self.findings.push(match line {
            Some(line) => finding.at_line(line.number, 1, line.text.chars().count()),
            None => finding,
        });
    }
}

/// A rate as printed: with decimals, or with an exponent where it is large.
fn rate_value(text: &str) -> Option<Printed> {
    if let Some(printed) = printed::number(text) {
        return Some(printed);
    }
    let (mantissa, exponent) = text.split_once("e+")?;
    let exponent: i32 = exponent
        .parse()
        .ok()
        .filter(|exponent| (0..300).contains(exponent))?;
    Some(printed::number(mantissa)?.scaled(10f64.powi(exponent), text))
}

fn number_or_text(text: &str) -> Value {
    match (text.parse::<u64>(), printed::number(text)) {
        (Ok(count), _) => count.into(),
        (_, Some(number)) => number.value.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Parsed, parse};

    fn summary(scenario: &str, results: &str, parameters: &str) -> String {
        format!(
            "runner log\n====\nMLPerf Results Summary\n====\nSUT name : X\nScenario : {scenario}\nMode     : PerformanceOnly\n{results}\n\
             ====\nTest Parameters Used\n====\n{parameters}\n\nNo warnings encountered during test.\n\nNo errors encountered during test.\nmore log\n"
        )
    }

    fn codes(parsed: &Parsed) -> Vec<&'static str> {
        parsed.diagnostics.iter().map(|one| one.code).collect()
    }

    #[test]
    fn an_invalid_run_is_no_result_and_says_what_it_missed() {
        let text = summary(
            "Server",
            "Completed samples per second    : 70.5\nResult is : INVALID\n  Performance constraints satisfied : NO\n  \
             Min duration satisfied : Yes\nRecommendations:\n * TTFT constrain not met: Reduce target QPS.\n",
            "target_qps : 80\nmin_duration (ms): 600000",
        );
        let parsed = parse(text.replace('\n', "\r\n").as_bytes(), None);
        let run = &parsed.runs[0];
        let one = &run.measurements[0];
        assert_eq!(
            (one.status, one.source_status.as_deref()),
            (Status::Failed, Some("INVALID"))
        );
        assert_eq!(one.metrics.request_throughput_rps, Some(70.5));
        assert_eq!(one.axes.request_rate, Some(80.0));
        assert_eq!(
            one.extra["Recommendations"],
            "TTFT constrain not met: Reduce target QPS."
        );
        assert!(
            run.notes[0]
                .text
                .contains("not satisfied: performance constraints;")
        );
        assert_eq!(run.settings.extra["min_duration (ms)"], 600_000);
        assert_eq!(codes(&parsed), ["invalid_result"]);
    }

    #[test]
    fn two_rates_of_one_name_must_agree() {
        let results = "Completed tokens per second: 100.5\nResult is : VALID\n\nCompleted tokens per second    : 90.5";
        let parsed = parse(
            summary("Server", results, "target_qps : 8").as_bytes(),
            None,
        );
        assert_eq!(
            parsed.runs[0].measurements[0].metrics.output_tps,
            Some(100.5)
        );
        assert_eq!(codes(&parsed), ["contradiction"]);
    }

    #[test]
    fn several_summaries_of_a_file_all_come_out_and_large_rates_have_exponents() {
        let results = "Samples per second: 1.5e+06\nResult is : VALID";
        let text = summary("Offline", results, "target_qps : 8").repeat(2);
        let parsed = parse(text.as_bytes(), None);
        let rates: Vec<_> = parsed
            .runs
            .iter()
            .flat_map(|run| &run.measurements)
            .map(|one| one.metrics.request_throughput_rps)
            .collect();
        assert_eq!(rates, [Some(1_500_000.0); 2]);
        assert_eq!(parsed.runs[0].measurements[0].family, Family::Batch);
    }

    #[test]
    fn what_is_not_understood_or_not_finished_is_told() {
        let results = "Samples per second: fast\nResult is : MAYBE\nno label";
        let parsed = parse(summary("Offline", results, "").as_bytes(), None);
        assert_eq!(
            codes(&parsed),
            [
                "unread_line",
                "unread_line",
                "missing_field",
                "unknown_status"
            ]
        );
        let text = summary(
            "Offline",
            "Samples per second: 80.15\nResult is : VALID",
            "target_qps : 8",
        );
        let cut = text.split("80.1").next().unwrap();
        let parsed = parse(format!("{cut}80.1").as_bytes(), None);
        assert!(parsed.runs[0].source.partial);
        assert_eq!(
            parsed.runs[0].measurements[0]
                .metrics
                .request_throughput_rps,
            None
        );
    }
}
