//! Keys and tokens of well-known services, which begin with a prefix of their own.

use std::ops::Range;

use super::scan::{forth, is_word_start};
use super::table::RuleId;

/// A kind of token that is recognised by itself.
pub(super) struct Token {
    pub(super) rule: RuleId,
    pub(super) prefix: &'static str,
    /// Accepts the characters behind the prefix.
    body: fn(u8) -> bool,
    /// Fewest characters behind the prefix.
    least: usize,
    /// True where ordinary words can begin with the same prefix, so that the rest has
    /// to look random.
    random: bool,
}

const fn sure(rule: RuleId, prefix: &'static str, body: fn(u8) -> bool, least: usize) -> Token {
    Token {
        rule,
        prefix,
        body,
        least,
        random: false,
    }
}

const fn random(rule: RuleId, prefix: &'static str, body: fn(u8) -> bool, least: usize) -> Token {
    Token {
        rule,
        prefix,
        body,
        least,
        random: true,
    }
}

/// Every kind.
pub(super) const TOKENS: &[Token] = &[
    random(RuleId::ANTHROPIC_KEY, "sk-ant-", word, 16),
    random(RuleId::OPENROUTER_KEY, "sk-or-", word, 16),
    random(RuleId::OPENAI_KEY, "sk-", word, 20),
    random(RuleId::OPENAI_KEY, "sess-", alphanumeric, 32),
    random(RuleId::HUGGING_FACE_TOKEN, "hf_", alphanumeric, 20),
    random(RuleId::HUGGING_FACE_TOKEN, "api_org_", alphanumeric, 20),
    random(RuleId::GITHUB_TOKEN, "ghp_", alphanumeric, 20),
    random(RuleId::GITHUB_TOKEN, "gho_", alphanumeric, 20),
    random(RuleId::GITHUB_TOKEN, "ghu_", alphanumeric, 20),
    random(RuleId::GITHUB_TOKEN, "ghs_", word, 20),
    random(RuleId::GITHUB_TOKEN, "ghr_", alphanumeric, 20),
    random(RuleId::GITHUB_TOKEN, "github_pat_", word, 22),
    random(RuleId::GITLAB_TOKEN, "glpat-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "gldt-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "glrt-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "glcbt-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "glptt-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "glagent-", word_dot, 18),
    random(RuleId::GITLAB_TOKEN, "gloas-", word_dot, 18),
    sure(RuleId::AWS_KEY_ID, "AKIA", upper, 16),
    sure(RuleId::AWS_KEY_ID, "ASIA", upper, 16),
    sure(RuleId::AWS_KEY_ID, "ABIA", upper, 16),
    sure(RuleId::AWS_KEY_ID, "ABSK", base64, 60),
    random(RuleId::GOOGLE_KEY, "AIza", word, 30),
    random(RuleId::GOOGLE_KEY, "ya29.", word_dot, 20),
    random(RuleId::GOOGLE_KEY, "1//0", word, 30),
    random(RuleId::GOOGLE_KEY, "GOCSPX-", word, 20),
    sure(RuleId::SLACK_TOKEN, "xoxa-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxb-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxe-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxe.xox", word_dot, 10),
    sure(RuleId::SLACK_TOKEN, "xoxo-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxp-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxr-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxs-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxc-", word, 10),
    sure(RuleId::SLACK_TOKEN, "xoxd-", base64, 10),
    sure(RuleId::SLACK_TOKEN, "xapp-", word, 10),
    sure(RuleId::WEBHOOK, "hooks.slack.com/", path, 16),
    sure(RuleId::WEBHOOK, "discord.com/api/webhooks/", path, 16),
    sure(RuleId::WEBHOOK, "discordapp.com/api/webhooks/", path, 16),
    sure(RuleId::WEBHOOK, "webhook.office.com/", path, 16),
    sure(RuleId::WEBHOOK, "api.telegram.org/bot", path, 16),
    random(RuleId::STRIPE_KEY, "sk_live_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "sk_test_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "rk_live_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "rk_test_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "pk_live_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "pk_test_", alphanumeric, 16),
    random(RuleId::STRIPE_KEY, "whsec_", base64, 20),
    random(RuleId::NVIDIA_KEY, "nvapi-", word, 20),
    random(RuleId::INFERENCE_KEY, "gsk_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "r8_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "fw_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "tgp_v1_", word, 20),
    random(RuleId::INFERENCE_KEY, "pplx-", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "xai-", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "csk-", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "rpa_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "jina_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "pcsk_", word, 20),
    random(RuleId::INFERENCE_KEY, "lsv2_pt_", word, 20),
    random(RuleId::INFERENCE_KEY, "lsv2_sk_", word, 20),
    random(RuleId::INFERENCE_KEY, "wandb_v1_", word, 20),
    random(RuleId::INFERENCE_KEY, "KGAT_", alphanumeric, 20),
    random(RuleId::INFERENCE_KEY, "pk-lf-", word, 20),
    random(RuleId::INFERENCE_KEY, "sk-lf-", word, 20),
    random(RuleId::REGISTRY_TOKEN, "dckr_pat_", word, 20),
    random(RuleId::REGISTRY_TOKEN, "dckr_oat_", word, 20),
    random(RuleId::REGISTRY_TOKEN, "npm_", alphanumeric, 30),
    random(RuleId::REGISTRY_TOKEN, "pypi-", word, 40),
    random(RuleId::REGISTRY_TOKEN, "rubygems_", alphanumeric, 30),
    random(RuleId::REGISTRY_TOKEN, "cio", alphanumeric, 32),
    sure(RuleId::CLOUD_TOKEN, "dop_v1_", alphanumeric, 40),
    sure(RuleId::CLOUD_TOKEN, "doo_v1_", alphanumeric, 40),
    sure(RuleId::CLOUD_TOKEN, "dor_v1_", alphanumeric, 40),
    random(RuleId::CLOUD_TOKEN, "dapi", hex, 32),
    random(RuleId::CLOUD_TOKEN, "hvs.", word, 20),
    random(RuleId::CLOUD_TOKEN, "hvb.", word, 20),
    random(RuleId::CLOUD_TOKEN, "SG.", word_dot, 40),
    random(RuleId::CLOUD_TOKEN, "tskey-", word, 16),
    random(RuleId::CLOUD_TOKEN, "lin_api_", alphanumeric, 20),
    random(RuleId::CLOUD_TOKEN, "shpat_", hex, 20),
    random(RuleId::CLOUD_TOKEN, "glsa_", word, 20),
    random(RuleId::CLOUD_TOKEN, "glc_", base64, 30),
    random(RuleId::CLOUD_TOKEN, "AGE-SECRET-KEY-1", upper, 40),
    random(RuleId::CLOUD_TOKEN, "figd_", word, 20),
    random(RuleId::CLOUD_TOKEN, "sntrys_", base64, 20),
    random(RuleId::CLOUD_TOKEN, "ntn_", alphanumeric, 30),
    random(RuleId::CLOUD_TOKEN, "PMAK-", word, 30),
];

/// Most characters behind a prefix that are looked at before it is taken for a token.
const LONGEST: usize = 256;

/// The token whose prefix begins at `at`.
pub(super) fn find(text: &str, at: usize, token: &Token) -> Option<Range<usize>> {
    let body = at + token.prefix.len();
    if !text[at..].starts_with(token.prefix) || !is_word_start(text, at) {
        return None;
    }
    let rest = &text[body..forth(text, body, LONGEST, token.body)];
    if rest.len() < token.least || (token.random && !looks_random(rest)) {
        return None;
    }
    Some(at..forth(text, body, usize::MAX, token.body))
}

fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || byte == b'-'
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn word_dot(byte: u8) -> bool {
    word(byte) || byte == b'.'
}

fn base64(byte: u8) -> bool {
    word(byte) || matches!(byte, b'+' | b'/' | b'=' | b'%')
}

fn path(byte: u8) -> bool {
    word(byte) || matches!(byte, b'.' | b'/' | b':' | b'@' | b'%')
}

/// True for text no person would choose as a name: a run of 12 or more letters and
/// digits without a separator, in which digits and letters, or cases, are mixed.
pub(super) fn looks_random(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= 12)
        .any(|run| changes_of_kind(run) >= 3)
}

/// How often a run changes between lowercase, uppercase and digits. `Llama3` has 2:
/// a leading capital counts like any other.
pub(super) fn changes_of_kind(run: &str) -> usize {
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
