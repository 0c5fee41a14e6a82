//! What the lines above a block say about it.

use serde_json::Value;

use super::super::reading::Line;
use super::arguments;
use crate::model::{Axis, Extra};

/// What is known of a block beside its rows.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Arguments of the client, printed or typed.
    pub(super) arguments: Option<Extra>,
    /// Number of the line they stand in.
    pub(super) arguments_line: usize,
    /// The load that a heading names, as in `## request rate: 4`.
    pub(super) heading: Vec<(Axis, f64)>,
    /// The load as the client logs it before the test: its words and the value.
    pub(super) logged: Vec<(&'static str, String)>,
    /// Facts of a page, as in `**Hardware:** …`.
    pub(super) page: Extra,
}

/// Longest line that is looked at; a line of arguments has some 5,000 characters.
const LONGEST: usize = 50_000;

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
        self.arguments.is_none()
            && before.arguments.is_some()
            && !self.heading.is_empty()
            && axes(self) == axes(before)
    }

    /// Takes over what was said of the result before, its load aside.
    pub(super) fn inherit(&mut self, before: &Self) {
        self.arguments_line = before.arguments_line;
        self.arguments.clone_from(&before.arguments);
        if let Some(arguments) = &mut self.arguments {
            arguments.retain(|name, _| !is_of_the_point(name));
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
    let mut command = String::new();
    for line in lines {
        let text = line.text.as_str();
        if text.len() > LONGEST {
            continue;
        }
        if text.contains("Namespace(")
            && let Some(arguments) = arguments::printed(text)
        {
            printed = Some((arguments, line.number));
            continue;
        }
        // A command may go over several lines, each but the last with a \ at its end.
        command.push_str(text.trim_end_matches('\\'));
        if text.ends_with('\\') && command.len() < LONGEST {
            command.push(' ');
            continue;
        }
        if command.contains("--")
            && let Some(arguments) = arguments::typed(&command)
        {
            typed = Some((arguments, line.number));
        }
        command.clear();
        context.read_line(text.trim());
    }
    if let Some((arguments, number)) = printed.or(typed) {
        context.arguments = Some(arguments);
        context.arguments_line = number;
    }
    context
}

impl Context {
    fn read_line(&mut self, text: &str) {
        let heading = text.trim_start_matches('#');
        if heading.len() < text.len() && heading.starts_with(' ') {
            // Any other heading begins something else.
            self.heading = load(heading).into_iter().collect();
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
        } else if let Some((label, value)) = text.split_once(':')
            && let Some(label) = LOGGED.into_iter().find(|known| *known == label)
        {
            self.logged.retain(|(known, _)| *known != label);
            self.logged.push((label, value.trim().to_owned()));
        }
    }
}

/// The load in a heading: `request rate = 4`, `Concurrency: 16`.
fn load(heading: &str) -> Option<(Axis, f64)> {
    let (name, number) = heading.split_once([':', '='])?;
    let name = name.trim().to_lowercase().replace(['_', '-'], " ");
    let axis = match name.as_str() {
        "request rate" | "rate" | "rps" | "qps" => Axis::RequestRate,
        "concurrency" | "max concurrency" | "concurrent requests" => Axis::Concurrency,
        _ => return None,
    };
    let number = number
        .trim()
        .parse()
        .ok()
        .filter(|&n: &f64| n > 0.0 && n.is_finite())?;
    Some((axis, number))
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
    }

    #[test]
    fn a_heading_names_the_load_and_another_heading_ends_it() {
        let heading = |text: &str| read(&lines(text)).heading;
        assert_eq!(heading("## request rate = 0.5"), [(Axis::RequestRate, 0.5)]);
        assert_eq!(heading("# Concurrency: 16"), [(Axis::Concurrency, 16.0)]);
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
