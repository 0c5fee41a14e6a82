//! Names of options, variables and fields, and what they promise about their value.

/// Endings that always promise a secret, in lowercase with dashes.
const SECRET_ENDINGS: &[&str] = &[
    "api-key",
    "apikey",
    "access-key",
    "access-key-id",
    "secret-key",
    "private-key",
    "auth-key",
    "account-key",
    "signing-key",
    "encryption-key",
    "license-key",
    "subscription-key",
    "function-key",
    "master-key",
    "admin-key",
    "application-key",
    "ssh-key",
    "deploy-key",
    "secret",
    "pwd-hash",
    "credential",
    "authorization",
    "auth-token",
    "access-token",
    "refresh-token",
    "api-token",
    "bearer",
    "cookie",
    "jwt",
    "connection-string",
    "webhook-url",
];

/// Endings that promise a secret even where they are glued to what is before them.
const GLUED_ENDINGS: &[&str] = &["password", "passwd", "passphrase"];

/// Short endings that promise a secret behind one of these words only.
const PAIRED_ENDINGS: &[(&str, &[&str])] = &[
    (
        "key",
        &[
            "openai",
            "anthropic",
            "hf",
            "huggingface",
            "azure",
            "aws",
            "google",
            "gemini",
            "groq",
            "mistral",
            "together",
            "fireworks",
            "cohere",
            "deepseek",
            "replicate",
            "openrouter",
            "wandb",
            "nvidia",
            "ngc",
            "github",
            "gitlab",
            "docker",
            "npm",
            "pypi",
            "stripe",
            "slack",
            "runpod",
            "modal",
            "shared-access",
        ],
    ),
    (
        "pass",
        &[
            "db", "smtp", "mysql", "postgres", "redis", "ftp", "user", "basic", "sudo", "root",
            "admin", "registry", "docker", "proxy",
        ],
    ),
    (
        "pwd",
        &["db", "mysql", "postgres", "redis", "user", "admin", "root"],
    ),
    ("pat", &["github", "gitlab", "gh", "azure", "docker", "git"]),
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
    "inter",
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

/// Words of names that hold a figure about tokens of text.
const MEASURED: &[&str] = &[
    "average",
    "avg",
    "cost",
    "count",
    "energy",
    "latency",
    "max",
    "mean",
    "median",
    "min",
    "num",
    "per",
    "price",
    "rate",
    "second",
    "speed",
    "std",
    "throughput",
    "time",
    "to",
];

/// Endings of the names of machines.
const HOST_ENDINGS: &[&str] = &[
    "host",
    "host-name",
    "hostname",
    "node-name",
    "nodename",
    "nodelist",
    "node-list",
    "fqdn",
    "master-addr",
    "head-node",
    "head-address",
    "init-addr",
    "machine-name",
    "computer-name",
    "computername",
];

/// Endings of the names of people.
const USER_ENDINGS: &[&str] = &[
    "username",
    "user-name",
    "logname",
    "login-name",
    "proxy-user",
];

/// Endings of what tells one device from another of its kind.
const DEVICE_ENDINGS: &[&str] = &[
    "serial",
    "serial-number",
    "serial-no",
    "gpu-uuid",
    "product-uuid",
    "system-uuid",
    "machine-id",
    "boot-id",
    "asset-tag",
];

/// What a name promises about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// Whatever follows is a secret.
    Secret,
    /// A token that is no token of text, so a secret unless it is a number.
    Token,
    /// `token` alone: a secret where the context is code, a word in prose.
    MaybeToken,
    /// The name of a user.
    User,
    /// `user` alone: also a role in a chat.
    MaybeUser,
    /// The name of a machine.
    Host,
    /// `node` alone: also a number.
    MaybeHost,
    /// A serial number or an id of a device.
    Device,
}

impl Promise {
    /// True for secrets, false for what is personal.
    pub(super) fn is_secret(self) -> bool {
        matches!(self, Self::Secret | Self::Token | Self::MaybeToken)
    }
}

/// What a name promises about its value; `None` for a name like any other.
/// `--hf-token`, `HF_TOKEN`, `hfToken` and `X-Api-Key` are read alike.
pub(super) fn promise(name: &str) -> Option<Promise> {
    let name = normalized(name);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let name = name.trim_end_matches('-');
    let ends = |endings: &[&str]| endings.iter().any(|ending| ends_with_words(name, ending));
    if is_secret(name) || name.strip_suffix('s').is_some_and(is_secret) {
        return Some(Promise::Secret);
    }
    if is_host(name) || name.strip_suffix('s').is_some_and(is_host) {
        return Some(Promise::Host);
    }
    if ends(USER_ENDINGS) {
        return Some(Promise::User);
    }
    if ends(DEVICE_ENDINGS) {
        return Some(Promise::Device);
    }
    match name {
        "user" | "login" => return Some(Promise::MaybeUser),
        "node" => return Some(Promise::MaybeHost),
        _ => {}
    }
    let before = name.strip_suffix("token")?;
    if name.split('-').any(|word| MEASURED.contains(&word)) {
        return None;
    }
    let word = before.trim_end_matches('-');
    let word = word.rsplit('-').next().unwrap_or_default();
    match word {
        "" => Some(Promise::MaybeToken),
        _ if !before.ends_with('-') => None,
        _ if TEXT_TOKENS.contains(&word) => None,
        _ => Some(Promise::Token),
    }
}

fn is_host(name: &str) -> bool {
    HOST_ENDINGS
        .iter()
        .any(|ending| ends_with_words(name, ending))
}

/// True where a normalized name always promises a secret.
fn is_secret(name: &str) -> bool {
    SECRET_ENDINGS
        .iter()
        .any(|ending| ends_with_words(name, ending))
        || GLUED_ENDINGS.iter().any(|ending| name.ends_with(ending))
        || PAIRED_ENDINGS.iter().any(|(ending, words)| {
            let before = name
                .strip_suffix(ending)
                .and_then(|before| before.strip_suffix('-'));
            before.is_some_and(|before| words.iter().any(|word| ends_with_words(before, word)))
        })
}

/// Lowercase words with single dashes, without leading dashes.
fn normalized(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    let mut after_lowercase = false;
    for c in name.chars() {
        if matches!(c, '_' | '-' | '.' | ' ') {
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
            "PGPASSWORD",
            "AWS_SECRET_ACCESS_KEY",
            "SharedAccessKey",
            "client_secret",
            "Authorization",
            "--ssl-keyfile-password",
            "WANDB_API_KEY",
            "OPENAI_API_KEY_2",
            "API key",
            "api_keys",
            "HF_KEY",
            "SMTP_PASS",
            "DB_CREDENTIALS",
        ] {
            let promise = promise(name).unwrap();
            assert!(
                promise.is_secret() && promise != Promise::MaybeToken,
                "{name}"
            );
        }
        assert_eq!(promise("--token"), Some(Promise::MaybeToken));
    }

    #[test]
    fn names_of_people_and_machines_are_known() {
        for (name, expected) in [
            ("USERNAME", Promise::User),
            ("user", Promise::MaybeUser),
            ("--host", Promise::Host),
            ("SLURMD_NODENAME", Promise::Host),
            ("Host name", Promise::Host),
            ("MASTER_ADDR", Promise::Host),
            ("node", Promise::MaybeHost),
            ("Serial Number", Promise::Device),
            ("gpu_uuid", Promise::Device),
        ] {
            assert_eq!(promise(name), Some(expected), "{name}");
        }
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
            "time_to_second_token",
            "inter_chunk_latency_token",
            "tokenizer",
            "--api-key-file",
            "keyboard",
            "passwords_checked",
            "pass",
            "PWD",
            "key",
            "cache_key",
            "num_keys",
            "inter_token",
            "uuid",
            "ghost_batch",
            "localhost_only",
            "nodes",
        ] {
            assert_eq!(promise(name), None, "{name}");
        }
    }
}
