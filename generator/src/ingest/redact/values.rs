//! Whether a value keeps what its name promises, and which part of it is to go.

use std::ops::Range;

use super::REDACTED;
use super::hosts;
use super::names::Promise;
use super::table::RuleId;
use super::tokens::looks_random;

/// Values that stand where a secret could, and are none.
const PLACEHOLDERS: &[&str] = &[
    "null",
    "none",
    "true",
    "false",
    "empty",
    "n/a",
    "undefined",
    "unset",
    "redacted",
    "hidden",
    "required",
    "optional",
    "...",
    "…",
];

/// Longest token of text such as `<|im_end|>`.
const SPECIAL_TOKEN: usize = 64;

/// The rule and the range of what has to be replaced in a value behind a name. `certain`
/// says that the name stands in code or data rather than in prose.
pub(super) fn judge(
    promise: Promise,
    value: &str,
    certain: bool,
) -> Option<(RuleId, Range<usize>)> {
    if is_placeholder(value) {
        return None;
    }
    // Markdown and prose go on behind what is no secret.
    let value = if promise.is_secret() {
        value
    } else {
        let end = value.find(['/', '?', '#', '=']).unwrap_or(value.len());
        value[..end].trim_end_matches(['`', '*', '_', ')', '}', ';', ',', '.', '|', ':'])
    };
    let whole = 0..value.len();
    let is_special = value.starts_with('<') && value.len() <= SPECIAL_TOKEN;
    let is_text_token = is_special || value.parse::<f64>().is_ok();
    match promise {
        Promise::Secret => Some((RuleId::NAMED_SECRET, whole)),
        Promise::Token if is_text_token => None,
        Promise::Token => Some((RuleId::NAMED_SECRET, whole)),
        Promise::MaybeToken if is_text_token => None,
        // `token: the` is prose, `"token": "…"` and `token=…` are not.
        Promise::MaybeToken => {
            (certain || looks_random(value)).then_some((RuleId::NAMED_SECRET, whole))
        }
        Promise::User => hosts::is_somebody(value).then_some((RuleId::USER_NAME, whole)),
        Promise::MaybeUser => (certain && is_account(value)).then_some((RuleId::USER_NAME, whole)),
        Promise::Host => host(value, certain).map(|range| (RuleId::HOST_NAME, range)),
        Promise::MaybeHost if !certain => None,
        Promise::MaybeHost => host(value, true).map(|range| (RuleId::HOST_NAME, range)),
        Promise::Device => is_serial(value).then_some((RuleId::DEVICE_ID, whole)),
    }
}

/// True for what was replaced already, refers to a variable, or says that nothing is there.
pub(super) fn is_placeholder(value: &str) -> bool {
    let bare = value.trim_matches(|c: char| c.is_ascii_punctuation() && !matches!(c, '<' | '>'));
    let is_bracketed = value.len() > 2
        && value.starts_with('<')
        && value.ends_with('>')
        && value[1..value.len() - 1]
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_' | b' '));
    bare == REDACTED
        || is_bracketed
        || value
            .chars()
            .all(|c| matches!(c, '*' | '•' | 'x' | 'X' | '.' | '"' | '\''))
        || PLACEHOLDERS.iter().any(|one| {
            let value = value.trim_end_matches([')', ']', '}', ',', ';']);
            value.eq_ignore_ascii_case(one)
        })
        || is_variable(value)
}

/// `$NAME`, `${name}`, `%NAME%`.
fn is_variable(value: &str) -> bool {
    let is_name = |name: &str, lowercase: bool| {
        !name.is_empty()
            && name.bytes().all(|byte| {
                byte.is_ascii_uppercase()
                    || byte.is_ascii_digit()
                    || byte == b'_'
                    || (lowercase && byte.is_ascii_lowercase())
            })
    };
    let inner = |start: &str, end: &str| value.strip_prefix(start)?.strip_suffix(end);
    inner("${", "}").is_some_and(|name| is_name(name, true))
        || inner("$", "").is_some_and(|name| is_name(name, false))
        || inner("%", "%").is_some_and(|name| is_name(name, false))
}

/// A name as accounts have it: `alice`, `j.doe`.
fn is_account(value: &str) -> bool {
    (2..=32).contains(&value.len())
        && value.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'_')
        })
        && hosts::is_somebody(value)
}

/// The machine in `gpu-17`, `gpu-17:8000`, or the whole of `gpu[01-04],gpu07`.
fn host(value: &str, certain: bool) -> Option<Range<usize>> {
    if value.contains(['[', ',']) {
        let is_list = value.bytes().any(|byte| byte.is_ascii_lowercase())
            && value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"[],.-_:".contains(&byte))
            && value
                .split(',')
                .any(|one| hosts::is_somebodys(one.split(['[', ':']).next().unwrap_or_default()));
        return is_list.then_some(0..value.len());
    }
    let name = value.split(':').next().unwrap_or_default();
    let is_telling = certain
        || hosts::is_machine(name)
        || name.contains(['-', '.'])
        || name.contains(|c: char| c.is_ascii_digit());
    (is_telling && hosts::is_somebodys(name)).then_some(0..name.len())
}

fn is_serial(value: &str) -> bool {
    value.len() >= 5
        && value.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_no_secrets() {
        for value in [
            "",
            "<redacted>",
            "'<redacted>'",
            "<your-api-key>",
            "***",
            "None",
            "None)",
            "EMPTY",
            "$HF_TOKEN",
            "${token}",
            "%TOKEN%",
            "xxxx",
        ] {
            assert_eq!(judge(Promise::Secret, value, true), None, "{value}");
        }
        for value in ["$ecret", "hunter2", "$(cat /run/key)", "1234", "<a1B2>"] {
            assert!(judge(Promise::Secret, value, true).is_some(), "{value}");
        }
    }

    #[test]
    fn the_port_of_a_host_stays() {
        assert_eq!(
            judge(Promise::Host, "gpu-17:8000", true),
            Some((RuleId::HOST_NAME, 0..6))
        );
        assert_eq!(
            judge(Promise::Host, "gpu[01-04],gpu07", true),
            Some((RuleId::HOST_NAME, 0..16))
        );
        for value in ["0.0.0.0", "localhost:8000", "8", "127.0.0.1", "[::1]:80"] {
            assert_eq!(judge(Promise::Host, value, true), None, "{value}");
        }
        assert_eq!(judge(Promise::Host, "Ubuntu", false), None);
    }

    #[test]
    fn an_ordinary_word_is_no_account() {
        assert_eq!(judge(Promise::MaybeUser, "Hello there", true), None);
        assert_eq!(judge(Promise::MaybeUser, "assistant", true), None);
        assert!(judge(Promise::MaybeUser, "j.doe", true).is_some());
    }
}
