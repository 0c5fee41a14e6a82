//! Credentials of HTTP: `Authorization`, bearer and basic, cookies, `curl -u`.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use regex::Regex;

use super::REDACTED;
use super::hits::Hits;
use super::scan::{compile, forth, is_word_byte, window};
use super::table::RuleId;
use super::values::is_placeholder;

/// Most of a header that is looked at to tell whether more credentials follow the first.
const HEADER: usize = 16 * 1024;

/// Most characters that are looked at before something is taken for a credential. What is
/// taken for one is then followed to its end, however far that is.
const SHORT: usize = 512;

static AUTHORIZATION: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)\Aauthorization\\*["']?\s*[:=,]\s*\\*["']?(?:(?:bearer|basic|token|digest|apikey|key|splunk)\s+)?(?P<value>[^\s"'\\,;]+)"#,
    )
});

static COOKIE: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"(?i)\Acookie2?\\*["']?[ \t]*[:=][ \t]*\\*["']?(?P<first>[^\s"'\\=]+=)"#)
});

static SCHEME: LazyLock<Regex> = LazyLock::new(|| {
    compile(r"(?i)\A(?P<scheme>bearer|basic)(?:\s|%20|\+)+(?P<value>[\w.~+/-]{6,}=*)")
});

static CURL_USER: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"\A-u\\*["']?[ ,]+\\*["']?(?P<user>[^\s:"'/\\]+):(?P<value>[^\s"'\\]+)"#)
});

/// The credential of an `Authorization` header whose name begins at `at`.
pub(super) fn authorization(text: &str, at: usize, hits: &mut Hits) {
    let seen = window(text, at, SHORT);
    let found = AUTHORIZATION.captures(seen);
    let Some(value) = found.as_ref().and_then(|found| found.name("value")) else {
        return;
    };
    if !is_open(value.as_str()) {
        return;
    }
    let (start, mut end) = (at + value.start(), at + value.end());
    if value.end() == seen.len() {
        end = forth(text, end, usize::MAX, |byte| {
            !byte.is_ascii_whitespace() && !b"\"'\\,;".contains(&byte)
        });
    }
    // `AWS4-HMAC-SHA256 Credential=…, Signature=…`: the rest of the header belongs to it.
    let rest = forth(text, end, HEADER, is_in_header);
    if text[end..rest].contains('=') {
        end = forth(text, rest, usize::MAX, is_in_header);
    }
    hits.add_header(RuleId::AUTHORIZATION, start..end);
}

/// A bearer or basic credential that stands by itself; `at` is where the scheme begins.
pub(super) fn scheme(text: &str, at: usize, hits: &mut Hits) {
    let seen = window(text, at, SHORT);
    let Some(found) = SCHEME.captures(seen) else {
        return;
    };
    let Some(value) = found.name("value") else {
        return;
    };
    let is_credential = if found["scheme"].eq_ignore_ascii_case("basic") {
        is_user_and_password(value.as_str())
    } else {
        value.len() >= 8 && value.as_str().contains(|c: char| c.is_ascii_digit())
    };
    if is_credential && super::scan::is_word_start(text, at) {
        let mut end = at + value.end();
        if value.end() == seen.len() {
            end = forth(text, end, usize::MAX, |byte| {
                is_word_byte(byte) || b".~+/-=".contains(&byte)
            });
        }
        hits.add(RuleId::AUTHORIZATION, at + value.start()..end);
    }
}

/// True for the base64 of `user:password`.
fn is_user_and_password(text: &str) -> bool {
    let padded = format!(
        "{}{}",
        text.trim_end_matches('='),
        "=".repeat(text.trim_end_matches('=').len().wrapping_neg() % 4)
    );
    STANDARD
        .decode(padded)
        .is_ok_and(|bytes| bytes.contains(&b':') && bytes.is_ascii())
}

/// The cookies of a header whose name begins at `at`.
pub(super) fn cookie(text: &str, at: usize, hits: &mut Hits) {
    let found = COOKIE.captures(window(text, at, SHORT));
    let Some(first) = found.as_ref().and_then(|found| found.name("first")) else {
        return;
    };
    let start = at + first.start();
    let end = forth(text, start, HEADER, is_in_header);
    if is_open(&text[start..end]) {
        let end = forth(text, end, usize::MAX, is_in_header);
        hits.add_header(RuleId::COOKIE, start..end);
    }
}

/// The user and the password behind `-u`, which begins at `at`.
pub(super) fn curl_user(text: &str, at: usize, hits: &mut Hits) {
    let Some(found) = CURL_USER.captures(window(text, at, HEADER)) else {
        return;
    };
    let (Some(user), Some(value)) = (found.name("user"), found.name("value")) else {
        return;
    };
    // `docker run -u 1000:1000`
    let is_id = value.as_str().bytes().all(|byte| byte.is_ascii_digit());
    if is_open(value.as_str()) && !is_id {
        hits.add(RuleId::USER_PASSWORD, at + value.start()..at + value.end());
    }
    if super::hosts::is_somebody(user.as_str()) {
        hits.add(RuleId::USER_NAME, at + user.start()..at + user.end());
    }
}

/// True for what doesn't end a header: neither its line nor the text it is quoted in.
fn is_in_header(byte: u8) -> bool {
    !b"\"'\\\r\n".contains(&byte)
}

/// True for what is neither replaced already nor a reference to a variable.
fn is_open(value: &str) -> bool {
    !value.starts_with(REDACTED) && !is_placeholder(value)
}
