//! Names of options, variables and fields whose value is a secret.

/// Endings that always promise a secret, in lowercase with dashes.
const SECRET_ENDINGS: &[&str] = &[
    "api-key",
    "api-keys",
    "apikey",
    "apikeys",
    "access-key",
    "secret-key",
    "private-key",
    "auth-key",
    "account-key",
    "signing-key",
    "encryption-key",
    "license-key",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd-hash",
    "credential",
    "credentials",
    "authorization",
    "auth-token",
    "access-token",
    "refresh-token",
    "bearer",
];

/// Words before `token` that make it a token of text rather than a secret.
const TEXT_TOKENS: &[&str] = &[
    "add",
    "assistant",
    "audio",
    "beam",
    "begin",
    "boi",
    "bos",
    "cls",
    "decoder",
    "draft",
    "each",
    "end",
    "eoi",
    "eom",
    "eos",
    "eot",
    "every",
    "fake",
    "first",
    "ignore",
    "image",
    "input",
    "last",
    "mask",
    "max",
    "min",
    "new",
    "next",
    "one",
    "output",
    "pad",
    "per",
    "predicted",
    "prompt",
    "reasoning",
    "return",
    "sep",
    "single",
    "special",
    "start",
    "stop",
    "suppress",
    "think",
    "thinking",
    "tool",
    "unk",
    "user",
    "video",
    "vision",
];

/// How sure a name is to stand before a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// Whatever follows is a secret.
    Certain,
    /// `token` alone: a secret where the context is code, a word in prose.
    Likely,
}

/// What a name promises about its value; `None` for a name like any other.
/// `--hf-token`, `HF_TOKEN`, `hfToken` and `X-Api-Key` are read alike.
pub(super) fn promise(name: &str) -> Option<Promise> {
    let name = normalized(name);
    if SECRET_ENDINGS
        .iter()
        .any(|ending| ends_with_words(&name, ending))
    {
        return Some(Promise::Certain);
    }
    let before = name.strip_suffix("token")?;
    let before = before.trim_end_matches('-');
    let word = before.rsplit('-').next().unwrap_or_default();
    match word {
        "" => Some(Promise::Likely),
        _ if !name.ends_with("-token") => None,
        _ if TEXT_TOKENS.contains(&word) => None,
        _ => Some(Promise::Certain),
    }
}

/// Lowercase words with single dashes, without leading dashes.
fn normalized(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut after_lowercase = false;
    for c in name.chars() {
        if c == '_' || c == '-' || c == '.' {
            if !text.is_empty() && !text.ends_with('-') {
                text.push('-');
            }
        } else {
            if c.is_ascii_uppercase() && after_lowercase {
                text.push('-');
            }
            text.push(c.to_ascii_lowercase());
        }
        after_lowercase = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    text
}

fn ends_with_words(name: &str, ending: &str) -> bool {
    name.strip_suffix(ending)
        .is_some_and(|before| before.is_empty() || before.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_in_every_spelling() {
        for name in [
            "--api-key",
            "api_key",
            "OPENAI_API_KEY",
            "apiKey",
            "X-Api-Key",
            "--hf-token",
            "HF_TOKEN",
            "HUGGING_FACE_HUB_TOKEN",
            "hfToken",
            "--password",
            "DB_PASSWORD",
            "AWS_SECRET_ACCESS_KEY",
            "client_secret",
            "Authorization",
            "--ssl-keyfile-password",
            "WANDB_API_KEY",
            "DB_CREDENTIALS",
        ] {
            assert_eq!(promise(name), Some(Promise::Certain), "{name}");
        }
        assert_eq!(promise("--token"), Some(Promise::Likely));
    }

    #[test]
    fn tokens_of_text_are_no_secrets() {
        for name in [
            "--max-output-tokens",
            "num_speculative_tokens",
            "--eos-token",
            "pad_token",
            "max_token",
            "time_per_output_token",
            "tokenizer",
            "--api-key-file",
            "keyboard",
            "passwords_checked",
        ] {
            assert_eq!(promise(name), None, "{name}");
        }
    }
}
