//! The printed report, in the log of the tool.

use serde_json::{Map, Value, json};

use super::PARSER_VERSION;
use super::labels::{self, Kind, LENGTHS};
use super::report::{self, Numbers};
use super::sections::{self, Report, Section};
use crate::formats::printed;
use crate::formats::reading::{Fields, Line, join};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Location, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Note, NoteOrigin, Run, Status};

/// A printed report.
pub(in crate::formats) struct Text;

/// The section that holds what was measured.
const OVERVIEW: &str = "PERFORMANCE OVERVIEW";

/// What the tool logs when it starts.
const START: &str = "Preparing to run throughput benchmark";

/// The header of a table that scripts make of the results of a sweep.
const SUMMARY: &str = "ISL,OSL,Requests,Throughput(tokens/sec),Latency(ms),Status";

/// Lines that are not understood and named one by one.
const NAMED: usize = 20;

impl Format for Text {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "trtllm_bench_console",
            name: "TensorRT-LLM trtllm-bench console report",
            versions: "0.16, 0.20; streaming, machine and decoding sections as documented, without a real file",
            yields: "serving test with every request at once: throughput, latency percentiles, TTFT and TPOT when streaming",
            marks: &[
                "= PERFORMANCE OVERVIEW",
                "= WORLD + RUNTIME INFORMATION",
                "= REQUEST DETAILS",
                "Total Latency (ms)",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input.lines().iter().any(|line| {
            let text = line.text.as_str();
            text.trim_end() == "= PERFORMANCE OVERVIEW"
                || text.trim_end() == "= WORLD + RUNTIME INFORMATION"
                || text == SUMMARY
                || (text.contains("[TRT-LLM] [I]") && text.ends_with(&format!("{START}...")))
        })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let lines = input.lines();
        let ends_whole = input.text().ends_with(['\n', '\r']);
        let mut diagnostics = Vec::new();
        let mut runs = Vec::new();
        for report in sections::reports(lines) {
            let has = |title: &str| report.iter().any(|section| section.title == title);
            if has(OVERVIEW) {
                runs.push(read(&report, lines, ends_whole, &mut diagnostics));
            }
        }
        if runs.is_empty()
            && let Some(line) = lines.iter().find(|line| line.text == SUMMARY)
        {
            let message = "a table that a script made of trtllm-bench runs, not output of the tool: \
                           it says neither the model, the version nor the setup";
            let finding = Diagnostic::new(Level::Error, "not_a_result", message)
                .at_line(line.number, 1, SUMMARY.len())
                .with_help("give the logs of the runs, or the files written by --report_json");
            diagnostics.push(finding);
        } else if runs.is_empty() {
            let (run, finding) = failed(lines);
            runs.push(run);
            diagnostics.push(finding);
        }
        Parsed {
            runs: join(runs),
            diagnostics,
        }
    }
}

/// Reads one report.
fn read(
    report: &Report,
    lines: &[Line],
    ends_whole: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Run {
    let mut reading = Reading {
        object: Extra::new(),
        numbers: Numbers::new(),
        findings: Vec::new(),
        unread: 0,
    };
    let mut is_partial = false;
    for section in report {
        let mut body = section.body.clone();
        if !section.is_closed {
            is_partial = true;
            // The end of the last line may be missing.
            if !ends_whole && body.end == lines.len() {
                body.end = body.end.saturating_sub(1).max(body.start);
            }
            let message = format!("the file ends within {}", section.title);
            let line = lines.last().map_or(1, |line| line.number);
            reading
                .findings
                .push(Diagnostic::new(Level::Warning, "truncated", message).at_line(line, 1, 1));
        }
        reading.section(section, &lines[body]);
    }
    let start = report.first().map_or(0, |section| section.body.start);
    let number = lines.get(start).map_or(1, |line| line.number);
    let mut fields = Fields::new(reading.object, "$");
    fields.expect(&["engine", "world_info", "request_info", "performance"]);
    let concurrent = fields
        .get("request_info")
        .map(|info| info.get("avg_num_concurrent_requests").is_some());
    // Versions that print the concurrency print the lengths of the dataset as well.
    if concurrent == Some(true) {
        fields.expect(&["dataset"]);
    }
    let mut run = report::read(&mut fields, &reading.numbers);
    run.measured_at = logged_at(lines, start);
    run.source.partial = is_partial;
    let mut findings = Vec::new();
    run.extra = fields.finish(&mut findings);
    diagnostics.append(&mut reading.findings);
    diagnostics.extend(
        findings
            .into_iter()
            .map(|finding| in_report(finding, number)),
    );
    run
}

/// The report as the JSON would have it, while it is read.
struct Reading {
    object: Extra,
    numbers: Numbers,
    findings: Vec<Diagnostic>,
    unread: usize,
}

impl Reading {
    fn section(&mut self, section: &Section, lines: &[Line]) {
        match section.title.as_str() {
            "ENGINE DETAILS" => self.put("engine", None, "backend", "TRT".into()),
            "PYTORCH BACKEND" => self.put("engine", None, "backend", "Pytorch".into()),
            title => {
                if let Some(mode) = title.strip_prefix("DECODING STATISTICS (") {
                    self.put(
                        "decoding_stats",
                        None,
                        "mode",
                        mode.trim_end_matches(')').into(),
                    );
                }
            }
        }
        for line in lines {
            let text = line.text.trim();
            let is_heading = text.starts_with("-- ") || text.bytes().all(|byte| byte == b'-');
            if text.is_empty() || is_heading || is_logged(text) || text.starts_with("Input  ") {
                continue;
            }
            let is_read = match section.title.as_str() {
                "MACHINE DETAILS" => self.machine(text),
                _ => self.line(text),
            };
            if !is_read {
                self.not_read(line);
            }
        }
    }

    /// Reads `label: value`, or a row of the table of lengths.
    fn line(&mut self, text: &str) -> bool {
        let Some((label, value)) = text.split_once(':') else {
            return false;
        };
        let value = value.trim();
        if let Some(stat) = labels::length(label.trim()) {
            return self.lengths(stat, value);
        }
        let Some(place) = labels::find(label) else {
            return false;
        };
        let Some(read) = read_value(place.kind, value) else {
            return false;
        };
        let path = match place.inner {
            Some(inner) => format!("{}.{inner}.{}", place.section, place.key),
            None => format!("{}.{}", place.section, place.key),
        };
        if let Some(printed) = printed::number(value) {
            self.numbers.insert(path, printed);
        }
        self.put(place.section, place.inner, place.key, read);
        true
    }

    /// Reads a row such as `MIN: 128.0000 128.0000 256.0000`.
    fn lengths(&mut self, stat: &'static str, value: &str) -> bool {
        let numbers: Option<Vec<f64>> = value
            .split_whitespace()
            .map(|word| Some(printed::number(word)?.value))
            .collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == LENGTHS.len()) else {
            return false;
        };
        for (column, number) in LENGTHS.into_iter().zip(numbers) {
            self.put("dataset", Some(column), stat, number.into());
        }
        true
    }

    /// Reads `NVIDIA H200, memory 139.81 GB, 3.20 GHz`.
    fn machine(&mut self, text: &str) -> bool {
        if text == "No GPU info available" {
            return true;
        }
        let Some((name, rest)) = text.split_once(", memory ") else {
            return false;
        };
        let (memory, clock) = rest.split_once(", ").unwrap_or((rest, "N/A"));
        self.put("machine", None, "name", name.into());
        for (key, text, unit) in [
            ("memory.total", memory, " GB"),
            ("clocks.mem", clock, " GHz"),
        ] {
            let number = text.strip_suffix(unit).and_then(printed::number);
            match number {
                Some(number) => self.put("machine", None, key, number.value.into()),
                None if text == "N/A" => {}
                None => return false,
            }
        }
        true
    }

    fn put(&mut self, section: &str, inner: Option<&str>, key: &str, value: Value) {
        let mut object = &mut self.object;
        for name in std::iter::once(section).chain(inner) {
            let entry = object.entry(name).or_insert_with(|| Map::new().into());
            let Value::Object(next) = entry else {
                return;
            };
            object = next;
        }
        object.insert(key.to_owned(), value);
    }

    fn not_read(&mut self, line: &Line) {
        self.unread += 1;
        let finding = if self.unread <= NAMED {
            let shown: String = line.text.trim().chars().take(60).collect();
            format!("not understood in the report: {shown:?}")
        } else if self.unread == NAMED + 1 {
            "more lines of the report are not understood, not named one by one".to_owned()
        } else {
            return;
        };
        let length = line.text.chars().count();
        self.findings.push(
            Diagnostic::new(Level::Warning, "unread_line", finding).at_line(line.number, 1, length),
        );
    }
}

/// A value as the JSON has it; `None` where it is printed in another way.
fn read_value(kind: Kind, text: &str) -> Option<Value> {
    if text == "None" && kind != Kind::Text {
        return Some(Value::Null);
    }
    Some(match kind {
        Kind::Text if text.is_empty() => return None,
        Kind::Text => text.into(),
        Kind::Count => printed::whole(text)?.into(),
        Kind::Number => printed::number(text)?.value.into(),
        Kind::Percent => printed::number(text.strip_suffix('%')?)?.value.into(),
        Kind::Exponent => {
            let is_number = text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b".E+-".contains(&byte));
            let number = text
                .parse::<f64>()
                .ok()
                .filter(|number| is_number && number.is_finite());
            json!(number.filter(|number| *number >= 0.0)?)
        }
    })
}

/// True for a line that the runtime logged into the report.
fn is_logged(text: &str) -> bool {
    text.starts_with("[TensorRT-LLM]") || text.contains("] [TRT-LLM] [")
}

/// The time of the last log line before a line: `[06/02/2026-03:12:52] [TRT-LLM] [I] …`.
fn logged_at(lines: &[Line], before: usize) -> Option<String> {
    lines[..before.min(lines.len())]
        .iter()
        .rev()
        .find_map(|line| {
            let (time, _) = line.text.strip_prefix('[')?.split_once("] [TRT-LLM] [")?;
            let time = jiff::civil::DateTime::strptime("%m/%d/%Y-%H:%M:%S", time).ok()?;
            Some(time.to_string())
        })
}

/// A finding about a field of the report, at the line where the report starts.
fn in_report(finding: Diagnostic, line: usize) -> Diagnostic {
    let Location::Json { path } = &finding.location else {
        return finding;
    };
    let field = path
        .trim_start_matches("$.")
        .trim_start_matches('$')
        .to_owned();
    let mut finding = finding.at_line(line, 1, 1);
    if !field.is_empty() {
        finding.message = format!("{field}: {}", finding.message);
    }
    finding
}

/// The run of a log that has no report: the tool started and came to no result.
fn failed(lines: &[Line]) -> (Run, Diagnostic) {
    let mut run = Run::default();
    run.source.tool = Some("trtllm-bench".to_owned());
    run.source.parser_version = PARSER_VERSION;
    run.engine.name = Some("TensorRT-LLM".to_owned());
    let version = lines
        .iter()
        .find_map(|line| line.text.split_once("TensorRT-LLM version: "))
        .map(|(_, version)| version.trim().to_owned());
    run.engine.version.clone_from(&version);
    run.source.tool_version = version;
    run.measured_at = logged_at(lines, lines.len());
    let mut one = Measurement::new(Family::Serve, Axes::default());
    one.status = Status::Failed;
    one.source_status = reason(lines);
    run.measurements = vec![one];
    let message = "the log has no performance overview: the benchmark ended before it reported";
    run.notes.push(Note {
        origin: NoteOrigin::Reader,
        text: message.to_owned(),
    });
    run.title = crate::formats::reading::title(&run, "trtllm-bench run");
    let line = lines.last().map_or(1, |line| line.number);
    (
        run,
        Diagnostic::new(Level::Warning, "no_result", message).at_line(line, 1, 1),
    )
}

/// The last line that names an error, short enough for a table.
fn reason(lines: &[Line]) -> Option<String> {
    const LONGEST: usize = 160;
    let line = lines
        .iter()
        .rev()
        .map(|line| line.text.as_str())
        .find(|text| {
            let first = text.split([':', ' ']).next().unwrap_or_default();
            text.contains("] [TRT-LLM] [E] ")
                || first.ends_with("Error")
                || first.ends_with("Exception")
        })?;
    let said = line
        .split_once("[TRT-LLM] [E] ")
        .map_or(line, |(_, said)| said)
        .trim();
    Some(said.chars().take(LONGEST).collect()).filter(|said: &String| !said.is_empty())
}
