//! A run in the layout of the page again, glued where the page glues.
//!
//! Writing what was parsed and comparing it with the input is the proof of the
//! parser: every cell and card must come out as it went in.

use std::fmt::Write;

use super::facts;
use super::figures::{overview_text, total_rate, value};
use super::head;
use super::layout::{
    ALL_MEASUREMENTS, CARD_KEY, CELL_KEY, COLUMNS, ENGINE, HARDWARE, LAUNCH_COMMAND, NONE,
    PAGE_TITLE, PREFILL, RUN, SUBTITLES, SUSTAINED_DECODE, TABLE_SUBTITLE,
};
use super::page::Section;
use crate::display;
use crate::model::{Axis, Family, Measurement, Metric, MetricKey, NoteOrigin, Run, Stat};

/// One of the two ways in which such pages are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Facts as bullets, tables with pipes.
    Pipe,
    /// Facts as `Key: Value`, tables with tabs.
    Tab,
}

impl Dialect {
    /// The name used in `source.dialect`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Pipe => "pipe",
            Self::Tab => "tab",
        }
    }

    /// The dialect a run was read from; tabs where it came from another format.
    pub fn of(run: &Run) -> Self {
        match run.source.dialect.as_deref() {
            Some("pipe") => Self::Pipe,
            _ => Self::Tab,
        }
    }
}

/// Writes a run in the layout of a "Speed test matrix" page.
///
/// Prefill and decode measurements are written; the layout has no place for
/// other families, whose number is given by [`unwritten`].
pub fn to_text(run: &Run, dialect: Dialect) -> String {
    let mut page = Page {
        text: String::new(),
        dialect,
    };
    page.line(PAGE_TITLE);
    page.line(&run.title);
    let summary = run.extra.get("summary").and_then(serde_json::Value::as_str);
    page.lines(
        summary
            .map(str::to_owned)
            .or_else(|| head::write_summary(run)),
    );
    page.lines(head::write_byline(run));
    for (heading, section) in [
        (HARDWARE, Section::Hardware),
        (ENGINE, Section::Engine),
        (RUN, Section::Run),
    ] {
        page.facts(heading, facts::write(run, section));
    }
    if let Some(command) = &run.launch_command {
        page.line(LAUNCH_COMMAND);
        page.glue(command);
    }
    page.prefill(run);
    page.decode(run);
    page.table(run);
    page.finish()
}

/// How many measurements of a run the layout has no place for.
pub fn unwritten(run: &Run) -> usize {
    let has_place = |one: &&Measurement| matches!(one.family, Family::Prefill | Family::Decode);
    run.measurements.len() - run.measurements.iter().filter(has_place).count()
}

struct Page {
    text: String,
    dialect: Dialect,
}

impl Page {
    /// A line; the tab dialect has a blank line between most lines.
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str(match self.dialect {
            Dialect::Pipe => "\n",
            Dialect::Tab => "\n\n",
        });
    }

    fn lines(&mut self, text: impl IntoIterator<Item = String>) {
        for text in text {
            self.line(&text);
        }
    }

    /// A text that the pipe dialect glues to what follows.
    fn glue(&mut self, text: &str) {
        match self.dialect {
            Dialect::Pipe => self.text.push_str(text),
            Dialect::Tab => self.line(text),
        }
    }

    fn facts(&mut self, heading: &str, facts: Vec<(String, String)>) {
        if facts.is_empty() {
            return;
        }
        self.line(heading);
        for (label, value) in facts {
            let _ = match (self.dialect, label.as_str()) {
                (Dialect::Tab, _) => writeln!(self.text, "{label}: {value}"),
                // The commit is a link on the page and loses its bullet in the copy.
                (Dialect::Pipe, "Commit") => writeln!(self.text, "- {label}\n{value}"),
                (Dialect::Pipe, _) => writeln!(self.text, "- {label}\n- {value}"),
            };
        }
        if self.dialect == Dialect::Tab {
            self.text.push('\n');
        }
    }

    fn prefill(&mut self, run: &Run) {
        let mut cards = of_family(run, Family::Prefill).peekable();
        if cards.peek().is_none() {
            return;
        }
        self.line(PREFILL);
        self.glue(subtitle(PREFILL));
        for card in cards {
            self.line(&format!(
                "{} context{}",
                context(card),
                kept_text(card, CARD_KEY)
            ));
        }
    }

    fn decode(&mut self, run: &Run) {
        let measurements: Vec<&Measurement> = of_family(run, Family::Decode).collect();
        if measurements.is_empty() {
            return;
        }
        self.line(SUSTAINED_DECODE);
        self.glue(subtitle(SUSTAINED_DECODE));
        let contexts = in_order(measurements.iter().map(|one| context(one)));
        let levels = in_order(measurements.iter().map(|one| requests(one)));
        self.row(
            [String::from("Context")]
                .into_iter()
                .chain(levels.iter().cloned()),
            true,
        );
        for label in &contexts {
            let cells = levels.iter().map(|level| {
                measurements
                    .iter()
                    .find(|one| context(one) == *label && requests(one) == *level)
                    .map_or_else(|| NONE.to_owned(), |one| kept_text(one, CELL_KEY))
            });
            self.row([label.clone()].into_iter().chain(cells), false);
        }
        self.end_of_table();
        self.explanations(run);
        for note in run
            .notes
            .iter()
            .filter(|note| note.origin == NoteOrigin::Source)
        {
            self.line(&note.text);
        }
    }

    fn table(&mut self, run: &Run) {
        self.line(ALL_MEASUREMENTS);
        let stat = stat_of(run);
        let kept = run
            .extra
            .get("table_subtitle")
            .and_then(serde_json::Value::as_str);
        self.glue(&match (kept, stat) {
            (Some(text), _) => text.to_owned(),
            (None, Stat::Mean) => TABLE_SUBTITLE.replace("medians", "means"),
            (None, _) => TABLE_SUBTITLE.to_owned(),
        });
        self.row(COLUMNS.iter().map(|&name| name.to_owned()), true);
        for family in [Family::Prefill, Family::Decode] {
            for one in of_family(run, family) {
                self.row(table_row(one, stat).into_iter(), false);
            }
        }
        self.end_of_table();
        self.explanations(run);
    }

    fn explanations(&mut self, run: &Run) {
        self.lines(
            run.status_explanations
                .iter()
                .map(|one| format!("{}: {}", one.source_status, one.text)),
        );
    }

    fn row(&mut self, cells: impl Iterator<Item = String>, is_header: bool) {
        match self.dialect {
            Dialect::Pipe => {
                let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
                let _ = writeln!(self.text, "| {} |", cells.join(" | "));
                if is_header {
                    let _ = writeln!(self.text, "|{}", "---|".repeat(cells.len()));
                }
            }
            Dialect::Tab => {
                let cells: Vec<String> = cells.collect();
                let _ = writeln!(self.text, "{}", cells.join("\t"));
            }
        }
    }

    fn end_of_table(&mut self) {
        if self.dialect == Dialect::Tab {
            self.text.push('\n');
        }
    }

    fn finish(mut self) -> String {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        self.text.push('\n');
        self.text
    }
}

fn of_family(run: &Run, family: Family) -> impl Iterator<Item = &Measurement> {
    run.measurements
        .iter()
        .filter(move |one| one.family == family)
}

fn subtitle(heading: &str) -> &'static str {
    SUBTITLES
        .iter()
        .find(|(known, _)| *known == heading)
        .map_or("", |(_, subtitle)| subtitle)
}

/// The distinct labels in the order of their first appearance.
fn in_order(labels: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct = Vec::new();
    for label in labels {
        if !distinct.contains(&label) {
            distinct.push(label);
        }
    }
    distinct
}

fn context(measurement: &Measurement) -> String {
    axis_text(measurement, Axis::Context)
}

fn requests(measurement: &Measurement) -> String {
    axis_text(measurement, Axis::Concurrency)
}

fn axis_text(measurement: &Measurement, axis: Axis) -> String {
    let printed = measurement
        .precision
        .get(axis.key())
        .and_then(|known| known.text.clone());
    let label = || Some(display::axis_label(axis, axis.of(&measurement.axes)?));
    printed.or_else(label).unwrap_or_else(|| NONE.to_owned())
}

/// The text a card or cell was read from, or the one it would have.
fn kept_text(measurement: &Measurement, key: &str) -> String {
    match measurement
        .extra
        .get(key)
        .and_then(serde_json::Value::as_str)
    {
        Some(text) => text.to_owned(),
        None => overview_text(measurement),
    }
}

/// The statistic that the latencies of a run have: medians, unless there are only means.
fn stat_of(run: &Run) -> Stat {
    let has = |stat| {
        let key = MetricKey::stat(Metric::TtftMs, stat);
        run.measurements.iter().any(|one| one.value(key).is_some())
    };
    match has(Stat::Mean) && !has(Stat::Median) {
        true => Stat::Mean,
        false => Stat::Median,
    }
}

fn table_row(one: &Measurement, stat: Stat) -> Vec<String> {
    let metric = |metric: Metric| {
        let key = MetricKey {
            metric,
            stat: metric.is_distribution().then_some(stat),
        };
        value(one, key, |number| display::with_unit(metric, number))
    };
    let rate = |key: MetricKey| value(one, key, display::rate);
    let status = one
        .source_status
        .clone()
        .unwrap_or_else(|| display::status_word(one.status).to_owned());
    vec![
        display::family_name(one.family).to_owned(),
        context(one),
        requests(one),
        status,
        rate(total_rate(one.family)),
        rate(MetricKey::stat(Metric::PerRequestOutputTps, stat)),
        metric(Metric::TtftMs),
        metric(Metric::ItlMs),
        metric(Metric::ActiveRequests),
        metric(Metric::CompletedRequests),
        metric(Metric::OutputTokens),
        metric(Metric::DurationS),
    ]
}
