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

use super::{YIELDS, fail, new_run};
use super::{devices, printed_row};
use crate::formats::reading::{
    Line, MarkdownTable, between, complaint, failed_after, join, markdown_tables, title,
};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Level, Parsed};
use crate::model::Run;

/// llama-bench Markdown table.
pub(in crate::formats) struct Markdown;

/// Columns of every table.
const COLUMNS: [&str; 4] = ["model", "backend", "test", "t/s"];

/// Most lines before the first table or its absence is sure.
const HEAD: usize = 40;

/// Most lines of a log that ended before its table.
const LOG: usize = 2000;

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
        has_table(input)
            || ((lists_devices(input) || is_told_by_the_tool(input))
                && !is_of_another_program(input))
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
            let last = table.rows.last().map_or(table.line + 1, |row| row.line);
            let before = between(lines, from, table.line);
            let starts = devices::starts(before);
            // The engine was started once for this table; a start before that printed none.
            for start in starts.iter().rev().skip(1).rev() {
                runs.push(without_table(start, &mut diagnostics));
            }
            let mut setup = new_run();
            set_devices(&mut setup, starts.last().copied().unwrap_or(before));
            if let Some(heading) = table.headings.last().filter(|_| tables.len() > 1) {
                // Reports tell apart what was run by the headings above the tables. The
                // heading of a single one tells it from nothing.
                setup
                    .settings
                    .extra
                    .insert("heading".to_owned(), heading.as_str().into());
            }
            let behind = until_start(between(lines, last, end));
            let is_ended = set_build(&mut setup, behind).is_some();
            let first = runs.len();
            for row in &table.rows {
                match printed_row::read(&setup, table, row) {
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
                let what = "The names of the columns are there and no row";
                runs.push(failed(setup, behind, table.line, what, &mut diagnostics));
            } else if let Some(reason) = complaint(behind).filter(|_| !is_ended) {
                runs.extend(failed_after(&runs[first..], reason, &mut diagnostics));
            } else if !is_ended {
                let message = "no line \"build: …\" behind this table: its end may be missing";
                diagnostics.push(
                    Diagnostic::new(Level::Note, "no_end", message).at_line(table.line, 1, 1),
                );
            }
            from = last;
        }
        let rest = between(lines, from, usize::MAX);
        let starts = devices::starts(rest);
        if starts.is_empty() && tables.is_empty() {
            runs.push(without_table(rest, &mut diagnostics));
        }
        for start in starts {
            runs.push(without_table(start, &mut diagnostics));
        }
        if let Some(line) = lines
            .last()
            .filter(|line| !has_end && !line.text.is_empty())
        {
            let message = "the last line has no end: the output may be cut off there";
            diagnostics.push(Diagnostic::new(Level::Note, "no_end", message).at_line(
                line.number,
                1,
                line.text.chars().count(),
            ));
        }
        let mut runs = join(runs);
        for run in &mut runs {
            run.source.partial |= is_partial;
            run.title = title(run, "llama-bench run");
        }
        Parsed { runs, diagnostics }
    }
}

fn is_table(table: &MarkdownTable) -> bool {
    table.has_all(&COLUMNS)
}

fn has_table(input: &Input) -> bool {
    input.prints("t/s |")
        && input.lines().iter().any(|line| {
            let cells: Vec<&str> = line.text.split('|').map(str::trim).collect();
            COLUMNS.iter().all(|column| cells.contains(column))
        })
}

/// True where llama.cpp lists devices among the first lines.
fn lists_devices(input: &Input) -> bool {
    input.prints("ggml_") && input.lines().iter().take(HEAD).any(devices::is_listing)
}

/// True where the tool says itself that a model or a test failed.
fn is_told_by_the_tool(input: &Input) -> bool {
    const OWN: [&str; 3] = [
        ": error: failed to load model '",
        ": error: failed to create context with model '",
        "llama-bench: benchmark ",
    ];
    let has_own = |text: &str| OWN.iter().any(|own| text.contains(own));
    has_own(input.text())
        && !input.text().contains("build_commit")
        && input.documents().is_empty()
        && input
            .lines()
            .iter()
            .take(LOG)
            .any(|line| has_own(&line.text))
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
    .any(|mark| input.prints(mark))
}

/// The lines before the engine is started again.
fn until_start(lines: &[Line]) -> &[Line] {
    let end = lines.iter().position(devices::is_listing);
    &lines[..end.unwrap_or(lines.len())]
}

fn set_devices(run: &mut Run, lines: &[Line]) {
    devices::set(&mut run.hardware, lines.iter().filter_map(devices::named));
}

/// The build in the first `build: COMMIT (NUMBER)`.
fn set_build(run: &mut Run, lines: &[Line]) -> Option<()> {
    let (commit, number) = lines.iter().find_map(|line| {
        let rest = line.text.trim().strip_prefix("build: ")?;
        let (commit, number) = rest.split_once(" (")?;
        let number: u64 = number.strip_suffix(')')?.parse().ok()?;
        Some((commit.to_owned(), number))
    })?;
    super::set_build(run, Some(commit), Some(number));
    Some(())
}

/// The run of a start that printed no table.
fn without_table(lines: &[Line], diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut setup = new_run();
    set_devices(&mut setup, lines);
    let line = lines.first().map_or(1, |line| line.number);
    let what = "The engine was started and no table was printed";
    failed(setup, lines, line, what, diagnostics)
}

/// A run that ended without a result, with the reason that the lines after `line` give.
fn failed(
    mut run: Run,
    lines: &[Line],
    line: usize,
    what: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Run {
    let reason = complaint(lines);
    let told = reason.as_ref().map_or_else(
        || "; the output does not say why".to_owned(),
        |text| format!(": {text}"),
    );
    let message = format!("{}{told}", lower(what));
    diagnostics.push(Diagnostic::new(Level::Warning, "no_result", message).at_line(line, 1, 1));
    fail(
        &mut run,
        reason,
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
    use crate::formats::parse;
    use crate::model::Status;

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
        assert_eq!(first.settings.extra["ngl"], 99);
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

    const ROW: &str =
        "| llama 7B Q4_0 | 3.56 GiB | 6.74 B | Vulkan | 99 | 0 | pp 512 | 10.5 ± 2.0 |\n";

    fn reasons(text: &str) -> Vec<Option<String>> {
        let parsed = parse(text.as_bytes(), None);
        let cells = parsed.runs.iter().flat_map(|run| &run.measurements);
        cells.map(|one| one.source_status.clone()).collect()
    }

    #[test]
    fn a_crash_after_some_rows_is_a_failed_test() {
        let text = format!("{TABLE}{ROW}CUDA error: out of memory\n");
        assert_eq!(
            reasons(&text),
            [None, Some("CUDA error: out of memory".to_owned())]
        );
        // The build is printed when all is done: what complains then is another program.
        let text = format!("{TABLE}{ROW}\nbuild: a (1)\nupload failed\n");
        assert_eq!(reasons(&text), [None]);
    }

    #[test]
    fn a_start_that_printed_no_table_is_a_failed_run_beside_the_others() {
        let start = "ggml_vulkan: Found 1 Vulkan devices:\nggml_vulkan: 0 = A (X) (d) | uma: 0\n";
        let text =
            format!("{start}error: first\n{start}{TABLE}{ROW}\nbuild: a (1)\n{start}error: last\n");
        assert_eq!(
            reasons(&text),
            [
                Some("error: first".to_owned()),
                Some("error: last".to_owned()),
                None
            ]
        );
        let parsed = parse(text.as_bytes(), None);
        assert_eq!(parsed.runs[1].hardware.count, Some(1));
    }

    #[test]
    fn a_model_that_could_not_be_loaded_is_a_failed_run() {
        let text = "[\nmain: error: failed to load model 'a.gguf'\n";
        let reason = "main: error: failed to load model 'a.gguf'".to_owned();
        assert_eq!(reasons(text), [Some(reason)]);
    }

    #[test]
    fn a_rate_of_zero_is_no_rate() {
        let text = format!(
            "{TABLE}{}\nbuild: a (1)\n",
            ROW.replace("10.5 ± 2.0", "0.00 ± 0.00")
        );
        let parsed = parse(text.as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(one.status, Status::Failed);
        assert_eq!(one.metrics.prompt_tps, None);
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
