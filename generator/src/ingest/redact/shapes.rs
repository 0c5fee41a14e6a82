//! How secrets of well-known services look, wherever they stand.

use std::sync::LazyLock;

use regex::Regex;

/// A kind of secret that is recognised by itself.
pub(super) struct Shape {
    /// What it is, for people.
    pub(super) kind: &'static str,
    /// Matches the whole secret; the characters before and after are checked apart.
    pub(super) pattern: Regex,
    /// False where the prefix alone is unmistakable.
    pub(super) must_look_random: bool,
}

/// Kind, pattern, and whether the rest must look random because ordinary words can
/// start with the same prefix.
const SHAPES: &[(&str, &str, bool)] = &[
    (
        "a private key",
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\z)",
        false,
    ),
    (
        "a JSON Web Token",
        r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
        false,
    ),
    ("an API key", r"sk-[\w-]{20,}", true),
    ("an API key", r"(?:sk|rk|pk)_(?:live|test)_\w{16,}", true),
    (
        "a Hugging Face token",
        r"(?:hf|api_org)_[A-Za-z0-9]{20,}",
        true,
    ),
    ("a GitHub token", r"gh[pousr]_[A-Za-z0-9]{20,}", true),
    ("a GitHub token", r"github_pat_\w{22,}", true),
    (
        "a GitLab token",
        r"gl(?:pat|dt|rt|cbt|ptt)-[\w-]{18,}",
        true,
    ),
    ("an AWS access key", r"(?:AKIA|ASIA)[A-Z0-9]{16}", false),
    ("an NVIDIA API key", r"nvapi-[\w-]{20,}", true),
    ("a Slack token", r"xox[abeoprs]-[\w-]{10,}", false),
    ("a Google API key", r"AIza[\w-]{30,}", true),
    ("a Google access token", r"ya29\.[\w-]{20,}", true),
    ("a Groq API key", r"gsk_[A-Za-z0-9]{20,}", true),
    ("a Replicate token", r"r8_[A-Za-z0-9]{20,}", true),
    ("an npm token", r"npm_[A-Za-z0-9]{30,}", true),
    ("a PyPI token", r"pypi-[\w-]{40,}", true),
    ("a DigitalOcean token", r"do[opr]_v1_[a-f0-9]{40,}", false),
];

/// Every shape.
pub(super) static ALL: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let shape = |&(kind, pattern, must_look_random): &(&'static str, &str, bool)| Shape {
        kind,
        pattern: Regex::new(pattern).expect("the patterns above are valid"),
        must_look_random,
    };
    SHAPES.iter().map(shape).collect()
});

/// True for text no person would choose as a name: a run of 12 or more letters and
/// digits without a separator, in which digits and letters, or cases, are mixed.
pub(super) fn looks_random(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= 12)
        .any(|run| changes_of_kind(run) >= 3)
}

/// How often a run changes between lowercase, uppercase and digits. `Llama3` has 2:
/// a leading capital counts like any other.
fn changes_of_kind(run: &str) -> usize {
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    run.as_bytes()
        .windows(2)
        .filter(|pair| kind(pair[0]) != kind(pair[1]))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_do_not_look_random() {
        for text in [
            "learn-text-classification",
            "understanding",
            "transformers_integration",
            "DeepSeekV3",
            "vllm-openai-nightly-2026",
            "aaaaaaaaaaaaaaaaaaaa",
        ] {
            assert!(!looks_random(text), "{text}");
        }
    }

    #[test]
    fn keys_look_random() {
        for text in [
            "4fQ9xT2bLm0ZrK8w",
            "0a1b2c3d4e5f",
            "proj-AbCdEf012345GhIjKl",
        ] {
            assert!(looks_random(text), "{text}");
        }
    }
}
