//! The table printed by default, among the lines of a log or a report.
//!
//! ```text
//! ggml_vulkan: 0 = Radeon 8060S Graphics (RADV GFX1151) (radv) | uma: 1 | …
//! | model          |      size |  params | backend | ngl | fa |            test |          t/s |
//! | -------------- | --------: | ------: | ------- | --: | -: | --------------: | -----------: |
//! | llama 7B Q4_0  |  3.56 GiB |  6.74 B | Vulkan  |  99 |  1 | pp2048 @ d32768 | 18.41 ± 0.00 |
//!
//! build: 34ce48d97 (7356)
//! ```
//!
//! A column is there only where its parameter is not at its default. The line of the build
//! stands behind the tables it is about, that of the devices before them.

use super::devices;
use super::{YIELDS, fail, new_run, split_type};
use crate::formats::printed::{self, Printed};
use crate::formats::reading::{Line, MarkdownRow, MarkdownTable, join, markdown_tables, title};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Family, Measurement, Metric, MetricKey, Run, Status};

/// llama-bench Markdown table.
pub(in crate::formats) struct Markdown;

/// Columns of every table.
const COLUMNS: [&str; 4] = ["model", "backend", "test", "t/s"];

/// Most lines before the first table or its absence is sure.
const HEAD: usize = 40;

impl Format for Markdown {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llama_bench_markdown",
            name: "llama-bench table, in a log or a report",
            versions: "b7356 to b9536",
            yields: YIELDS,
            marks: &["| model", "| backend", "t/s |", "build: "],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        if input.is_json() {
            return false;
        }
        has_table(input) || (lists_devices(input) && !is_of_another_program(input))
    }

    fn parse(&self, input: &Input) -> Parsed {
        let mut diagnostics = Vec::new();
        let lines = input.lines();
        let has_end = input.text().ends_with('\n');
        let tables = markdown_tables(lines, has_end, is_table, &mut diagnostics);
        let mut runs = Vec::new();
        let mut is_partial = false;
        let mut from = 0;
        for (at, table) in tables.iter().enumerate() {
            let end = tables.get(at + 1).map_or(usize::MAX, |next| next.line);
            let mut setup = new_run();
            set_devices(&mut setup, lines, from, table.line);
            if let Some(heading) = table.headings.last() {
                // Reports tell apart what was run by the headings above the tables.
                setup
                    .settings
                    .extra
                    .insert("heading".to_owned(), heading.as_str().into());
            }
            let build = set_build(&mut setup, lines, table.line, end);
            if build.is_none() && !table.rows.is_empty() {
                diagnostics.push(
                    Diagnostic::new(
                        Level::Note,
                        "no_end",
                        "no line \"build: …\" behind this table: its end may be missing",
                    )
                    .at_line(table.line, 1, 1),
                );
            }
            for row in &table.rows {
                match read_row(&setup, table, row) {
                    Ok(run) => runs.push(run),
                    Err(problem) => {
                        is_partial = true;
                        diagnostics.push(
                            Diagnostic::new(Level::Warning, "unread_line", problem)
                                .at_line(row.line, 1, 1),
                        );
                    }
                }
            }
            is_partial |= table.is_cut;
            if table.rows.is_empty() {
                runs.push(failed(
                    setup,
                    lines,
                    "The names of the columns are there and no row",
                    &mut diagnostics,
                ));
            }
            from = table.line;
        }
        if let Some(line) = left_over(lines, from, has_end).filter(|_| !tables.is_empty()) {
            is_partial = true;
            diagnostics.push(
                Diagnostic::new(
                    Level::Warning,
                    "cut_off",
                    "another table begins here and is not there: the output seems to be cut off",
                )
                .at_line(line.number, 1, line.text.chars().count()),
            );
        }
        if tables.is_empty() {
            let mut setup = new_run();
            set_devices(&mut setup, lines, 0, usize::MAX);
            runs.push(failed(
                setup,
                lines,
                "Devices were listed and no table was printed",
                &mut diagnostics,
            ));
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.source.partial = is_partial;
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

fn is_table(table: &MarkdownTable) -> bool {
    table.has_all(&COLUMNS)
}

fn has_table(input: &Input) -> bool {
    input.text().contains("t/s |")
        && input.lines().iter().any(|line| {
            let cells: Vec<&str> = line.text.split('|').map(str::trim).collect();
            COLUMNS.iter().all(|column| cells.contains(column))
        })
}

/// True where llama.cpp lists devices among the first lines.
fn lists_devices(input: &Input) -> bool {
    input.text().contains("ggml_") && input.lines().iter().take(HEAD).any(devices::is_listing)
}

/// Other programs of llama.cpp list devices too.
fn is_of_another_program(input: &Input) -> bool {
    [
        "T_PP s",
        "main: n_kv_max",
        "llama server",
        "HTTP server",
        "llama_perf_context_print",
    ]
    .iter()
    .any(|mark| input.text().contains(mark))
}

/// The devices listed between two lines.
fn set_devices(run: &mut Run, lines: &[Line], from: usize, to: usize) {
    let names = lines
        .iter()
        .filter(|line| line.number > from && line.number < to)
        .filter_map(devices::named);
    devices::set(&mut run.hardware, names);
}

/// The first line behind the last table that announces another one: devices, or a header
/// that the file ends in.
fn left_over(lines: &[Line], last_table: usize, has_end: bool) -> Option<&Line> {
    let behind = || lines.iter().filter(|line| line.number > last_table);
    let listing = behind().find(|line| devices::is_listing(line));
    listing.or_else(|| {
        let last = behind().last().filter(|_| !has_end)?;
        let starts_something = last.text.starts_with('|')
            || last.text.starts_with("ggml_")
            || last.text.starts_with('#');
        starts_something.then_some(last)
    })
}

/// The build in the first `build: COMMIT (NUMBER)` between two lines.
fn set_build(run: &mut Run, lines: &[Line], from: usize, to: usize) -> Option<()> {
    let (commit, number) = lines
        .iter()
        .filter(|line| line.number > from && line.number < to)
        .find_map(|line| {
            let rest = line.text.trim().strip_prefix("build: ")?;
            let (commit, number) = rest.split_once(" (")?;
            let number: u64 = number.strip_suffix(')')?.parse().ok()?;
            Some((commit.to_owned(), number))
        })?;
    run.engine.commit = Some(commit);
    run.engine.version = Some(format!("b{number}"));
    Some(())
}

/// A run of one row; what is wrong with the row where it cannot be read.
fn read_row(setup: &Run, table: &MarkdownTable, row: &MarkdownRow) -> Result<Run, String> {
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
            "backend" => run.engine.backend = Some(text.to_owned()),
            "test" => test = Some(Test::parse(text).ok_or_else(|| format!("expected a test such as \"pp512 @ d4096\", found {text:?}; the row was left out"))?),
            "t/s" => rate = Some(mean_and_deviation(text).ok_or_else(|| format!("expected a rate such as \"18.41 ± 0.02\", found {text:?}; the row was left out"))?),
            _ => {
                run.settings.extra.insert(column.to_owned(), text.into());
            }
        }
    }
    let (Some(test), Some((mean, deviation))) = (test, rate) else {
        return Err("expected a test and a rate; the row was left out".to_owned());
    };
    let mut one = Measurement::new(Family::Batch, test.axes);
    let key = MetricKey::single(test.metric);
    one.status = Status::Valid;
    one.metrics.set(key, mean.value);
    one.precision.insert(key.to_string(), mean.precision());
    one.deviation.insert(key.to_string(), deviation.value);
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
        let (tests, depth) = match text.split_once(" @ d") {
            Some((tests, depth)) => (tests, depth.trim().parse().ok()?),
            None => (text, 0),
        };
        let mut axes = Axes {
            context_tokens: Some(depth),
            ..Axes::default()
        };
        for test in tests.trim().split('+') {
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

/// A run that ended without a result, with the first line that sounds like the reason.
fn failed(mut run: Run, lines: &[Line], what: &str, diagnostics: &mut Vec<Diagnostic>) -> Run {
    const WORDS: [&str; 8] = [
        "error",
        "fail",
        "crash",
        "abort",
        "terminate",
        "out of memory",
        "exception",
        "lost",
    ];
    let reason = lines.iter().find(|line| {
        let text = line.text.to_lowercase();
        // A frame of a backtrace names functions, not reasons.
        !text.contains("(+0x")
            && !text.contains("()")
            && WORDS.iter().any(|word| text.contains(word))
    });
    let text = reason.map(|line| line.text.trim().chars().take(200).collect::<String>());
    let told = text.as_ref().map_or_else(
        || "; the output does not say why".to_owned(),
        |text| format!(": {text}"),
    );
    let mut finding = Diagnostic::new(
        Level::Warning,
        "no_result",
        format!("{}{told}", lower(what)),
    );
    if let Some(line) = reason {
        finding = finding.at_line(line.number, 1, line.text.chars().count());
    }
    diagnostics.push(finding);
    fail(
        &mut run,
        text,
        &format!("{what}: the benchmark ended before its first test was done."),
    );
    run
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::parse;

    const TABLE: &str = "\
| model | size | params | backend | ngl | fa | test | t/s |
| --- | ---: | ---: | --- | --: | -: | ---: | ---: |
";

    #[test]
    fn rows_that_differ_in_a_setting_are_runs_of_their_own() {
        let text = format!(
            "{TABLE}| llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 0 | pp512 | 1,000.50 ± 2.00 |\n\
             | llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 0 | pp512+tg128 @ d64 | 300.5 ± 1.0 |\n\
             | llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 1 | tg128 | 50.10 ± 0.05 |\n\n\
             build: abcdef0 (7000)\n"
        );
        let parsed = parse(text.as_bytes(), None);
        assert_eq!(parsed.diagnostics, []);
        assert_eq!(parsed.runs.len(), 2);
        let first = &parsed.runs[0];
        assert_eq!(first.engine.version.as_deref(), Some("b7000"));
        assert_eq!(first.measurements.len(), 2);
        assert_eq!(first.measurements[0].metrics.prompt_tps, Some(1000.5));
        assert_eq!(first.measurements[0].deviation["prompt_tps"], 2.0);
        assert_eq!(first.measurements[1].metrics.total_tps, Some(300.5));
        assert_eq!(first.measurements[1].axes.context_tokens, Some(64));
        assert_eq!(
            parsed.runs[1].measurements[0].metrics.output_tps,
            Some(50.1)
        );
    }

    #[test]
    fn a_row_that_cannot_be_read_is_named() {
        let text = format!(
            "{TABLE}| llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 0 | xx512 | 10.5 ± 2.0 |\n\
             | llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 0 | tg128 | fast |\n\
             | llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | 0 | tg128 | 50.1 ± 0.1 |\n\nbuild: a (1)\n"
        );
        let parsed = parse(text.as_bytes(), None);
        assert_eq!(parsed.runs.len(), 1);
        assert!(parsed.runs[0].source.partial);
        let unread = parsed
            .diagnostics
            .iter()
            .filter(|one| one.code == "unread_line");
        assert_eq!(unread.count(), 2);
    }
}
