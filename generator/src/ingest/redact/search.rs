//! Searches one text for secrets and replaces them.
//!
//! Each rule gives the ranges of the secrets it sees. Ranges are collected over the
//! original text first and replaced afterwards, so no rule can see, or mistake, what
//! another one wrote.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::names::{Promise, promise};
use super::shapes::{self, looks_random};
use super::{REDACTED, Redacted};

/// A word of a shell command or of JSON: quoted, or up to the next separator.
const WORD: &str =
    r#"\\"[^"\\]*\\"|"(?:[^"\\]|\\.)*"|'[^']*'|(?:"[^"\s]*"|'[^'\s]*'|\\.|[^\s"'&;\\])+"#;

static FLAG: LazyLock<Regex> = LazyLock::new(|| {
    // `--api-key value`, `--api-key=value`, `"--api-key", "value"`, `-H` is a header rule.
    compile(&format!(
        r#"(?P<name>--?[A-Za-z][\w-]*)(?P<gap>["']\s*,\s*|[ \t]*=[ \t]*|(?:\s|\\\r?\n)+)(?P<value>{WORD})"#
    ))
});

static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| {
    // `API_KEY=value`, `api_key: value`, `"api_key": "value"`, the same with escaped quotes.
    compile(&format!(
        r#"(?P<name>[A-Za-z_][\w.-]*)(?P<gap>\\?["']?\s*[=:]\s*)(?P<value>{WORD})"#
    ))
});

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)\bauthorization\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic|token|digest|apikey)\s+)?(?P<value>[^\s"'\\,;]+)"#,
    )
});

static SCHEME: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)\b(?:bearer|basic)\s+(?P<value>[\w.~+/-]{8,}=*)"));

static URL_CREDENTIALS: LazyLock<Regex> =
    LazyLock::new(|| compile(r#"(?i)\b[a-z][a-z0-9+.-]*://(?P<value>[^\s/?#"'<>]*)@"#));

static CURL_USER: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"(?:^|\s)(?:-u|--user|--proxy-user)[ =]+["']?[^\s:"']+:(?P<value>[^\s"']+)"#)
});

/// The text without its secrets.
pub(super) fn apply(text: &str) -> Redacted {
    let mut hits: Vec<Hit> = Vec::new();
    named(text, &FLAG, &mut hits);
    named(text, &ASSIGNMENT, &mut hits);
    collect(
        text,
        &HEADER,
        |_| true,
        "an Authorization header",
        &mut hits,
    );
    collect(
        text,
        &SCHEME,
        looks_random,
        "a bearer or basic credential",
        &mut hits,
    );
    collect(
        text,
        &URL_CREDENTIALS,
        is_credential,
        "the credentials of a URL",
        &mut hits,
    );
    collect(
        text,
        &CURL_USER,
        |_| true,
        "the password of a user",
        &mut hits,
    );
    shaped(text, &mut hits);
    replace(text, hits)
}

struct Hit {
    range: Range<usize>,
    kind: String,
}

/// Values that stand behind the name of a secret.
fn named(text: &str, rule: &Regex, hits: &mut Vec<Hit>) {
    let mut from = 0;
    while let Some(found) = rule.captures_at(text, from) {
        let name = &found["name"];
        let value = found.name("value").expect("every rule has a value");
        // The next search starts behind the name, because the value of an ordinary
        // option can be the name of a secret one.
        from = found.name("name").expect("named rules have a name").end();
        let Some(promise) = promise(name).filter(|_| !is_header(name)) else {
            continue;
        };
        let secret = unquoted(text, value.range());
        if !is_secret_value(&text[secret.clone()], promise, &found) {
            continue;
        }
        from = value.end();
        hits.push(Hit {
            range: secret,
            kind: format!("the value of {name}"),
        });
    }
}

/// False for what is not a secret though its name promises one: a placeholder, a
/// reference to a variable, the next option, a count of tokens.
fn is_secret_value(value: &str, promise: Promise, found: &Captures) -> bool {
    let reference = value.starts_with('$') && !value.contains(['(', '/']);
    let placeholder = value.is_empty()
        || is_redacted(value)
        || value.chars().all(|c| c == '*' || c == '•')
        || matches!(
            value,
            "null" | "None" | "none" | "true" | "false" | "True" | "False"
        );
    let is_option = value.starts_with("--") && !found["gap"].contains('=');
    if reference || placeholder || is_option {
        return false;
    }
    match promise {
        Promise::Certain => true,
        Promise::Likely if value.parse::<f64>().is_ok() => false,
        // `token: the` is prose, `"token": "…"` and `token=…` are not.
        Promise::Likely => !found["gap"].ends_with(": ") || looks_random(value),
    }
}

/// Headers have a rule of their own, which keeps the scheme.
fn is_header(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with("authorization")
}

/// True for what an earlier pass, or the source itself, replaced already.
fn is_redacted(value: &str) -> bool {
    value.trim_matches(|c: char| c.is_ascii_punctuation() && c != '<' && c != '>') == REDACTED
}

/// Secrets known by their own look.
fn shaped(text: &str, hits: &mut Vec<Hit>) {
    for shape in shapes::ALL.iter() {
        for found in shape.pattern.find_iter(text) {
            let before = text[..found.start()].chars().next_back();
            let inside_word = before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
            if !inside_word && (!shape.must_look_random || looks_random(found.as_str())) {
                hits.push(Hit {
                    range: found.range(),
                    kind: shape.kind.to_owned(),
                });
            }
        }
    }
}

fn collect(text: &str, rule: &Regex, accept: fn(&str) -> bool, kind: &str, hits: &mut Vec<Hit>) {
    for found in rule.captures_iter(text) {
        let value = found.name("value").expect("every rule has a value");
        let word = value.as_str();
        if !is_redacted(word) && !word.starts_with('$') && accept(word) {
            hits.push(Hit {
                range: value.range(),
                kind: kind.to_owned(),
            });
        }
    }
}

/// `user:password` or a bare key; `git` of `ssh://git@host` is neither.
fn is_credential(userinfo: &str) -> bool {
    match userinfo.split_once(':') {
        Some((_, password)) => !password.is_empty(),
        None => userinfo.len() >= 16 || looks_random(userinfo),
    }
}

/// The range without the quotes around it, plain or escaped.
fn unquoted(text: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end);
    for quote in ["\\\"", "\\'", "\"", "'"] {
        let inner = &text[start..end];
        if inner.starts_with(quote) {
            start += quote.len();
        }
        if end - start >= quote.len() && text[start..end].ends_with(quote) {
            end -= quote.len();
        }
    }
    // A comma belongs to the list around the word, not to a secret at its end.
    let inner = text[start..end.max(start)].trim_end_matches(',');
    start..start + inner.len()
}

/// Replaces what was found; ranges that overlap become one.
fn replace(text: &str, mut hits: Vec<Hit>) -> Redacted {
    hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
    let mut merged: Vec<Hit> = Vec::new();
    for hit in hits.into_iter().filter(|hit| !hit.range.is_empty()) {
        match merged.last_mut() {
            Some(last) if hit.range.start < last.range.end => {
                last.range.end = last.range.end.max(hit.range.end);
            }
            _ => merged.push(hit),
        }
    }
    let mut clean = String::with_capacity(text.len());
    let mut copied = 0;
    for hit in &merged {
        clean.push_str(&text[copied..hit.range.start]);
        clean.push_str(REDACTED);
        let breaks = text[hit.range.clone()].matches('\n').count();
        clean.extend(std::iter::repeat_n('\n', breaks));
        copied = hit.range.end;
    }
    clean.push_str(&text[copied..]);
    Redacted {
        text: clean,
        found: merged.into_iter().map(|hit| hit.kind).collect(),
    }
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns above are valid")
}

#[cfg(test)]
mod tests;
