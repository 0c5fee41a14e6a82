//! The short facts below the title, some of them read from the launch command.

use serde_json::Value;
use speedsheet_core::model::Run;

use super::text;

/// The facts that tell two runs of the same model apart.
pub(super) fn chips(run: &Run) -> Vec<String> {
    let options = run
        .launch_command
        .as_deref()
        .map(Options::parse)
        .unwrap_or_default();
    [
        text::engine(run),
        run.model.quantization.clone(),
        text::hardware(run),
        options.tensor_parallel(),
        options.speculative(),
        text::tool(run),
    ]
    .into_iter()
    .flatten()
    .filter(|chip| !chip.trim().is_empty())
    .collect()
}

/// The words of a launch command.
#[derive(Debug, Default)]
struct Options {
    words: Vec<String>,
}

impl Options {
    /// No words where the command is not well-formed, such as one that was cut off.
    fn parse(command: &str) -> Self {
        Self {
            words: shlex::split(command).unwrap_or_default(),
        }
    }

    /// The value of the last of these options that is there, as the engines read it.
    fn value(&self, names: &[&str]) -> Option<&str> {
        let at = |index: usize, word: &str| match word.split_once('=') {
            Some((name, _)) if names.contains(&name) => Some(&self.words[index][name.len() + 1..]),
            None if names.contains(&word) => self.words.get(index + 1).map(String::as_str),
            _ => None,
        };
        let found = self.words.iter().enumerate().rev();
        found.filter_map(|(index, word)| at(index, word)).next()
    }

    fn tensor_parallel(&self) -> Option<String> {
        let names = [
            "--tensor-parallel-size",
            "-tp",
            "--tp",
            "--tp-size",
            "--tp_size",
        ];
        let count: u32 = self.value(&names)?.parse().ok()?;
        (count > 1).then(|| format!("tensor parallel: {count}"))
    }

    fn speculative(&self) -> Option<String> {
        if let Some(json) = self.value(&["--speculative-config", "-sc", "--speculative_config"]) {
            let config: Value = serde_json::from_str(json).ok()?;
            let method = config["method"].as_str().unwrap_or("on");
            return Some(speculative(
                method,
                config["num_speculative_tokens"].as_u64(),
            ));
        }
        let method = self.value(&["--speculative-algorithm", "--speculative-algo"])?;
        let tokens = self.value(&["--speculative-num-draft-tokens"]);
        Some(speculative(
            &method.to_lowercase(),
            tokens.and_then(|text| text.parse().ok()),
        ))
    }
}

fn speculative(method: &str, tokens: Option<u64>) -> String {
    match tokens {
        Some(1) => format!("speculative: {method}, 1 token"),
        Some(tokens) => format!("speculative: {method}, {tokens} tokens"),
        None => format!("speculative: {method}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speculative_decoding_is_read_from_the_launch_command() {
        let of = |command| Options::parse(command).speculative();
        assert_eq!(
            of(
                r#"vllm serve m --speculative-config '{"method":"mtp","num_speculative_tokens":2}'"#
            ),
            Some("speculative: mtp, 2 tokens".to_owned())
        );
        assert_eq!(
            of("sglang --speculative-algorithm EAGLE --speculative-num-draft-tokens 4"),
            Some("speculative: eagle, 4 tokens".to_owned())
        );
        assert_eq!(of("vllm serve m --speculative-config '{broken'"), None);
        assert_eq!(of("vllm serve 'cut off"), None);
        assert_eq!(of("vllm serve m"), None);
    }

    #[test]
    fn one_device_is_not_parallel() {
        let of = |command| Options::parse(command).tensor_parallel();
        assert_eq!(
            of("vllm serve m -tp 4"),
            Some("tensor parallel: 4".to_owned())
        );
        assert_eq!(
            of("vllm serve m --tp=8"),
            Some("tensor parallel: 8".to_owned())
        );
        assert_eq!(of("vllm serve m --tensor-parallel-size 1"), None);
        assert_eq!(of("vllm serve m --tp"), None);
    }
}
