//! What the lines above a block say about it.

use serde_json::Value;

use super::super::reading::Line;
use super::arguments::{self, Printed};
use crate::model::{Axis, Extra};

/// What is known of a block beside its rows.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Arguments of the client, printed or typed.
    pub(super) arguments: Option<Extra>,
    /// True where the client printed them; typed ones may be of another call.
    pub(super) is_printed: bool,
    /// Number of the line they stand in.
    pub(super) arguments_line: usize,
    /// The load that a heading names, as in `## request rate: 4`.
    pub(super) heading: Vec<(Axis, f64)>,
    /// The load as the client logs it before the test: its words and the value.
    pub(super) logged: Vec<(&'static str, String)>,
    /// Facts of a page, as in `**Hardware:** …`.
    pub(super) page: Extra,
}

/// The name under which the last heading of a page is kept that says nothing of the load.
const HEADING: &str = "heading";

/// Longest line that is looked at; a line of arguments has some 5,000 characters.
const LONGEST: usize = 50_000;

/// Longest heading that is kept.
const LONGEST_HEADING: usize = 200;

/// Most lines over which a terminal may have broken the arguments.
const MOST_LINES: usize = 200;

/// Most facts of a page that are kept.
const MOST_FACTS: usize = 50;

/// What a client logs about the load before it begins.
const LOGGED: [&str; 3] = [
    "Traffic request rate",
    "Burstiness factor",
    "Maximum request concurrency",
];

impl Context {
    /// True where it says what was measured, so that two results with the same context
    /// belong together.
    pub(super) fn names_a_setup(&self) -> bool {
        self.arguments.is_some() || !self.heading.is_empty()
    }

    /// True where nothing but the load is said to differ from the result before.
    pub(super) fn continues(&self, before: &Self) -> bool {
        let axes = |context: &Self| -> Vec<Axis> {
            context.heading.iter().map(|&(axis, _)| axis).collect()
        };
        // SGLang tries several rates in one go with this.
        let is_multi = before
            .arguments
            .as_ref()
            .is_some_and(|arguments| arguments.get("multi") == Some(&Value::Bool(true)));
        let is_step = !self.heading.is_empty() && axes(self) == axes(before);
        self.arguments.is_none() && (is_multi || is_step)
    }

    /// Takes over what was said of the result before, its load aside; false where nothing was.
    pub(super) fn inherit(&mut self, before: &Self) -> bool {
        self.arguments_line = before.arguments_line;
        self.is_printed = before.is_printed;
        self.arguments.clone_from(&before.arguments);
        if let Some(arguments) = &mut self.arguments {
            arguments.retain(|name, _| !is_of_the_point(name));
        }
        for (label, value) in &before.page {
            if label != HEADING {
                let place = self.page.entry(label.clone());
                place.or_insert_with(|| value.clone());
            }
        }
        before.arguments.is_some() || before.page.keys().any(|label| label != HEADING)
    }

    fn read_line(&mut self, text: &str) {
        let heading = text.trim_start_matches('#');
        if heading.len() < text.len() && heading.starts_with(' ') {
            // Any other heading begins something else.
            self.heading = load(heading).into_iter().collect();
            if self.heading.is_empty() && heading.len() <= LONGEST_HEADING {
                self.page.insert(HEADING.to_owned(), heading.trim().into());
            }
        } else if ["==", "--", "**"].iter().any(|mark| text.starts_with(mark))
            && let Some(found) = load(text.trim_matches(['=', '-', '*', ' ']))
        {
            // A script that runs a sweep announces its steps like this.
            self.heading = vec![found];
        } else if let Some((label, value)) = text
            .strip_prefix("**")
            .and_then(|rest| rest.split_once("**"))
        {
            let (label, value) = (label.trim(), value.trim());
            let fact = match label.strip_suffix(':') {
                Some(label) => Some((label, value)),
                None => value.strip_prefix(':').map(|value| (label, value.trim())),
            };
            if let Some((label, value)) = fact
                && !value.is_empty()
                && self.page.len() < MOST_FACTS
            {
                self.page.insert(label.to_owned(), Value::from(value));
            }
        } else if let Some((label, value)) = LOGGED.into_iter().find_map(|label| {
            // A container or a progress bar may stand before it.
            let (_, rest) = text.split_once(label)?;
            Some((label, rest.strip_prefix(':')?))
        }) {
            self.logged.retain(|(known, _)| *known != label);
            self.logged.push((label, value.trim().to_owned()));
        }
    }
}

/// True for an argument that may differ between the points of a sweep: the load, and where
/// the result is written.
pub(super) fn is_of_the_point(name: &str) -> bool {
    const NAMES: [&str; 17] = [
        "append_result",
        "dispatch_function",
        "label",
        "max_concurrency",
        "num_prompts",
        "num_warmups",
        "output_file",
        "profile",
        "request_id_prefix",
        "request_rate",
        "result_dir",
        "result_filename",
        "save_detailed",
        "save_result",
        "seed",
        "tag",
        "warmup_requests",
    ];
    NAMES.contains(&name)
}

/// Reads the lines above a block; the nearest counts.
pub(super) fn read(lines: &[Line]) -> Context {
    let mut context = Context::default();
    let mut printed = None;
    let mut typed = None;
    // What goes over several lines: arguments that a terminal broke at its edge, and a command
    // whose lines but the last have a \ at their end.
    let mut namespace = String::new();
    let mut broken = 0;
    let mut command = String::new();
    for line in lines.iter().filter(|line| line.text.len() <= LONGEST) {
        let text = line.text.as_str();
        if text.contains("Namespace(") {
            namespace.clear();
            broken = 0;
        }
        if !namespace.is_empty() || text.contains("Namespace(") {
            namespace.push_str(text);
            broken += 1;
            match arguments::printed(&namespace) {
                Printed::Client(found) => {
                    printed = Some((found, line.number));
                    namespace.clear();
                }
                Printed::Open if namespace.len() <= LONGEST && broken < MOST_LINES => {}
                Printed::Open | Printed::Other => namespace.clear(),
            }
        }
        command.push_str(text.trim_end_matches('\\'));
        if text.ends_with('\\') && command.len() <= LONGEST {
            command.push(' ');
            continue;
        }
        if command.contains("--")
            && let Some(found) = arguments::typed(&command)
        {
            typed = Some((found, line.number));
        }
        command.clear();
        context.read_line(text.trim());
    }
    context.is_printed = printed.is_some();
    if let Some((found, number)) = printed.or(typed) {
        context.arguments = Some(found);
        context.arguments_line = number;
    }
    context
}

/// The load in a heading: `request rate = 4`, `Concurrency 16`, `Running with rate: 2 req/s`.
/// A heading that says anything else besides may name another setup.
fn load(heading: &str) -> Option<(Axis, f64)> {
    const FILLERS: [&str; 12] = [
        "at",
        "bench",
        "benchmark",
        "benchmarking",
        "for",
        "max",
        "run",
        "running",
        "test",
        "testing",
        "the",
        "with",
    ];
    let heading = heading.to_lowercase().replace(['_', '-', ':', '='], " ");
    let words: Vec<&str> = heading.split_whitespace().collect();
    let at = words.iter().position(|word| word.parse::<f64>().is_ok())?;
    let number = words[at].parse().ok();
    let number = number.filter(|&n: &f64| n > 0.0 && n.is_finite())?;
    let name = words[..at].iter().filter(|word| !FILLERS.contains(word));
    let name: Vec<&str> = name.copied().collect();
    let unit = &words[at + 1..];
    match name.join(" ").as_str() {
        "request rate" | "rate" | "rps" | "qps"
            if matches!(unit, [] | ["req/s" | "rps" | "qps"]) =>
        {
            Some((Axis::RequestRate, number))
        }
        "concurrency" | "request concurrency" | "concurrent requests" if unit.is_empty() => {
            Some((Axis::Concurrency, number))
        }
        _ => None,
    }
}

/// The version of the engine, where the log of its server is in the file.
pub(super) fn engine_version(lines: &[Line]) -> Option<String> {
    const MARKS: [&str; 3] = ["vLLM API server version ", "LLM engine (v", "█  version "];
    lines
        .iter()
        .filter(|line| line.text.len() <= LONGEST)
        .find_map(|line| {
            let rest = MARKS.iter().find_map(|mark| line.text.split_once(mark))?.1;
            let version: String = rest
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_'))
                .collect();
            version.contains('.').then_some(version)
        })
}

#[cfg(test)]
mod tests {
    use super::super::super::reading::lines;
    use super::*;

    #[test]
    fn the_nearest_arguments_count_and_printed_ones_before_typed_ones() {
        let context = read(&lines(
            "Namespace(num_prompts=1, seed=0)\nNamespace(num_prompts=2, seed=0)\n\
             vllm bench serve --num-prompts 3",
        ));
        assert_eq!(context.arguments.unwrap()["num_prompts"], 2);
        let context = read(&lines(
            "vllm bench serve \\\n  --num-prompts 3 \\\n  --seed 1",
        ));
        assert_eq!(context.arguments.unwrap()["num_prompts"], 3);
        assert!(!context.is_printed);
    }

    #[test]
    fn arguments_that_a_terminal_broke_are_put_together() {
        let context = read(&lines(
            "Namespace(endpoint='/v1/comp\nletions', num_pro\nmpts=2)\nServer ready",
        ));
        let arguments = context.arguments.unwrap();
        assert_eq!(arguments["endpoint"], "/v1/completions");
        assert_eq!(arguments["num_prompts"], 2);
        assert!(context.is_printed);
    }

    #[test]
    fn the_load_is_found_behind_a_container_and_a_progress_bar() {
        let context = read(&lines(
            "client-1  | Traffic request rate: 2.5\n 0/40 [00:00<?, ?it/s]Burstiness factor: 1.0 (Poisson process)",
        ));
        assert_eq!(
            context.logged,
            [
                ("Traffic request rate", "2.5".to_owned()),
                ("Burstiness factor", "1.0 (Poisson process)".to_owned())
            ]
        );
    }

    #[test]
    fn a_heading_names_the_load_and_another_heading_ends_it() {
        let heading = |text: &str| read(&lines(text)).heading;
        assert_eq!(heading("## request rate = 0.5"), [(Axis::RequestRate, 0.5)]);
        assert_eq!(heading("# Concurrency: 16"), [(Axis::Concurrency, 16.0)]);
        assert_eq!(
            heading("===== Running with max_concurrency=8 ====="),
            [(Axis::Concurrency, 8.0)]
        );
        assert_eq!(heading("# Rate 4 req/s"), [(Axis::RequestRate, 4.0)]);
        assert_eq!(heading("# llama concurrency: 16"), []);
        assert_eq!(heading("- concurrency: 16"), []);
        assert_eq!(heading("# rate: 1\n# second model"), []);
        assert_eq!(heading("# results of 2026"), []);
        // SGLang logs numbers behind a #.
        assert_eq!(heading("# rate: 1\n#Input tokens: 360334").len(), 1);
    }

    #[test]
    fn the_version_of_the_engine_stands_in_the_log_of_its_server() {
        let version = |text: &str| engine_version(&lines(text));
        let log = "INFO [core.py:112] Initializing a V1 LLM engine (v0.22.0) with config";
        assert_eq!(version(log).as_deref(), Some("0.22.0"));
        let log = "INFO vLLM API server version 0.11.1rc2+cu128";
        assert_eq!(version(log).as_deref(), Some("0.11.1rc2+cu128"));
        assert_eq!(version("nothing"), None);
    }
}
