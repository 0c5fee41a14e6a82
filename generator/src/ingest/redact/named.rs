//! Values that stand behind the name of a secret, a user, a machine or a device.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::hits::Hits;
use super::names::{Promise, promise};
use super::scan::{back, compile, forth, is_word_byte, quote_length, unquoted, window};
use super::values::judge;

/// What such names contain, in lowercase.
pub(super) const WORDS: &[&str] = &[
    "addr",
    "asset-tag",
    "asset_tag",
    "asset tag",
    "bearer",
    "boot",
    "computer",
    "connection",
    "cookie",
    "credential",
    "fqdn",
    "head",
    "host",
    "jwt",
    "key",
    "login",
    "logname",
    "machine",
    "node",
    "pass",
    "pat",
    "proxy-user",
    "pwd",
    "secret",
    "serial",
    "token",
    "user",
    "uuid",
    "webhook",
];

/// Most characters of a secret that are looked at before it is taken for one.
const VALUE: usize = 8 * 1024;

/// Most characters of the name of a user, a machine or a device.
const NAME: usize = 512;

/// A word of a shell command or of JSON: quoted, or up to the next separator.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"\A(?:"(?:[^"\\]|\\.)*"|'[^']*'|(?:"[^"\s,:}\]][^"\s]*"|'[^'\s,:}\])][^'\s]*'|\\["'][A-Za-z0-9]|\\[^nrtu\r\n"']|[^\s"'&;\\\x00-\x1f])+)"#,
    )
});

/// Behind a name: `=`, `: `, `": "`, `:** `.
static EQUALS: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"\A(?:\\*["']\s*[:=]\s*|[*_`]{0,3}[ \t]*(?:=>|:=|[=:])[*_`]{0,3}[ \t]*)"#)
});

/// Behind a name that is a value itself: `"name": "API_KEY", "value": "…"`, as headers and
/// variables of containers are written.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)\A(?:\\*["'])?[ \t]*(?:[,;]|\r?\n|\\+n)(?:\s|\\+[nrt])*(?:\\*["'])?value(?:\\*["'])?\s*[:=]\s*"#,
    )
});

/// Behind an option: a space, a line that goes on, `", "`.
static SPACE: LazyLock<Regex> =
    LazyLock::new(|| compile(r#"\A(?:\\*["']\s*,\s*|[ \t]*=[ \t]*|(?:\s|\\+\r?\n|\\+[nrt])+)"#));

/// Behind the name of a fact on a page: a tab, the edge of a cell, the next line.
static CELL: LazyLock<Regex> =
    LazyLock::new(|| compile(r"\A[*_`]{0,3}(?:[ ]*\t[ \t]*|[ ]?\|[ ]?|\r?\n(?:[-*] )?)"));

/// How a value is joined to its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// `"name": `, where a value can be a number or a list.
    Json,
    /// `name=` or an option: code.
    Code,
    /// `name: `, which is also prose.
    Colon,
    /// A cell or a line of its own.
    Cell,
}

/// Where the search for names is in a text.
#[derive(Default)]
pub(super) struct Progress {
    /// End of the last name that was looked at.
    name: usize,
    /// End of the last value that was found.
    value: usize,
}

/// The value behind the name around `word`, one of [`WORDS`].
pub(super) fn find(text: &str, word: Range<usize>, progress: &mut Progress, hits: &mut Hits) {
    let start = back(text, word.start, 96, is_name_byte);
    let end = forth(text, word.end, 64, is_name_byte);
    let end = start + text[start..end].trim_end_matches(['.', '-']).len();
    if end <= progress.name {
        return;
    }
    progress.name = end;
    let Some((promise, end)) = meaning(text, start, end) else {
        return;
    };
    let Some((gap, at)) = gap(text, start, end) else {
        return;
    };
    if at < progress.value {
        return;
    }
    let is_list = gap == Gap::Json && text[at..].starts_with(['{', '[']);
    if is_list && matches!(promise, Promise::Token | Promise::MaybeToken) {
        return;
    }
    if is_list {
        progress.value = items(text, at, promise, hits);
        return;
    }
    if is_header(&text[start..end], text, at) {
        return;
    }
    let Some(value) = value(text, at, gap, promise) else {
        return;
    };
    let inner = unquoted(text, value.clone());
    let is_option = text[inner.clone()].starts_with("--") && !text[end..at].contains('=');
    if is_option {
        return;
    }
    let is_number = inner == value && gap == Gap::Json;
    if is_number && !(promise.is_secret() || promise == Promise::Device) {
        return;
    }
    // `NODE = …` explains a word, `node=…` names a machine.
    let is_loose = matches!(promise, Promise::MaybeUser | Promise::MaybeHost)
        && text[end..at].contains(' ')
        && inner == value;
    let certain = matches!(gap, Gap::Json | Gap::Code) && !is_loose;
    let Some((rule, part)) = judge(promise, &text[inner.clone()], certain) else {
        return;
    };
    let range = inner.start + part.start..inner.start + part.end;
    let is_clear = promise.is_secret() || is_telling(&text[range.clone()]);
    if gap == Gap::Colon && !is_clear && !ends_line(text, range.end) {
        return;
    }
    if gap == Gap::Cell && !is_telling(&text[range.clone()]) {
        return;
    }
    progress.value = value.end;
    if is_number {
        hits.add_number(rule, range);
    } else {
        hits.add(rule, range);
    }
}

/// What the name promises and where it ends. `API key` and `Serial Number` are two words.
fn meaning(text: &str, start: usize, end: usize) -> Option<(Promise, usize)> {
    let name = &text[start..end];
    let behind = ["number", "name", "id", "no"].into_iter().find_map(|word| {
        let rest = text[end..].strip_prefix(' ')?;
        let is_word = rest
            .get(..word.len())
            .is_some_and(|rest| rest.eq_ignore_ascii_case(word));
        let stop = end + 1 + word.len();
        (is_word && forth(text, stop, 1, is_word_byte) == stop).then_some(stop)
    });
    if let Some(stop) = behind
        && let Some(promise) = promise(&text[start..stop])
    {
        return Some((promise, stop));
    }
    if let Some(promise) = promise(name) {
        return Some((promise, end));
    }
    let before = text[..start].strip_suffix(' ')?.len();
    let first = back(text, before, 24, is_word_byte);
    Some((promise(&text[first..end]).filter(|_| first < before)?, end))
}

/// How the value is joined to the name, and where it begins.
fn gap(text: &str, start: usize, end: usize) -> Option<(Gap, usize)> {
    let rest = window(text, end, 256);
    if text[start..end].starts_with('-')
        && let Some(found) = SPACE.find(rest)
    {
        return Some((Gap::Code, end + found.end()));
    }
    if let Some(found) = BESIDE.find(rest).or_else(|| EQUALS.find(rest)) {
        let gap = if found.as_str().contains(['"', '\'']) {
            Gap::Json
        } else if found.as_str().contains('=') {
            Gap::Code
        } else {
            Gap::Colon
        };
        return Some((gap, end + found.end()));
    }
    let found = CELL.find(rest)?;
    Some((Gap::Cell, end + found.end()))
}

/// The range of the value with its quotes, as long as it may be.
fn value(text: &str, at: usize, gap: Gap, promise: Promise) -> Option<Range<usize>> {
    let rest = &text[at..];
    let quote = &rest[..quote_length(rest)];
    if gap == Gap::Json && quote.is_empty() {
        let end = forth(text, at, 64, |byte| {
            byte.is_ascii_digit() || b"+-.eE".contains(&byte)
        });
        return (end > at).then_some(at..end);
    }
    let behind = |end: usize| at..at + end;
    if quote.len() > 1 {
        // `\"value\"`, however often it was escaped.
        let seen = window(text, at + quote.len(), VALUE);
        if let Some(length) = seen.find(quote) {
            return Some(behind(quote.len() + length + quote.len()));
        }
    }
    let most = if promise.is_secret() { VALUE } else { NAME };
    let seen = window(text, at, most);
    let found = WORD.find(seen).map(|found| found.end());
    if seen.len() == rest.len() || found.is_some_and(|end| end < seen.len()) {
        return found.map(behind);
    }
    // The window ends inside of the value. Only a secret is that long.
    if !promise.is_secret() {
        return None;
    }
    let end = if quote.is_empty() {
        rest.find(|c: char| c.is_whitespace() || "\"'&;\\".contains(c))
    } else {
        let inner = &rest[quote.len()..];
        inner.find(quote).map(|length| length + 2 * quote.len())
    };
    Some(behind(end.unwrap_or(rest.len())))
}

/// The strings of a list or of an object that begins at `at`, each a value of the name.
/// Returns where it ends.
fn items(text: &str, at: usize, promise: Promise, hits: &mut Hits) -> usize {
    let seen = window(text, at, 8 * VALUE).as_bytes();
    let (mut depth, mut position) = (0_usize, 0);
    while let Some(&byte) = seen.get(position) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let start = position + 1;
                let mut end = start;
                while seen.get(end).is_some_and(|&byte| byte != b'"') {
                    end += if seen[end] == b'\\' { 2 } else { 1 };
                }
                let end = end.min(seen.len());
                let behind = seen[end..]
                    .iter()
                    .skip(1)
                    .find(|byte| !byte.is_ascii_whitespace());
                if behind != Some(&b':')
                    && let Some(text) = text.get(at + start..at + end)
                    && let Some((rule, part)) = judge(promise, text, true)
                {
                    hits.add(rule, at + start + part.start..at + start + part.end);
                }
                position = end;
            }
            _ => {}
        }
        position += 1;
        if depth == 0 {
            break;
        }
    }
    at + position
}

/// Headers have a rule of their own, which keeps the scheme and finds the end.
fn is_header(name: &str, text: &str, at: usize) -> bool {
    let name = name.to_ascii_lowercase();
    let has_equals = || {
        let start = at + quote_length(&text[at..]);
        let is_before = |byte: u8| !byte.is_ascii_whitespace() && !b"\"'\\=".contains(&byte);
        let end = forth(text, start, NAME, is_before);
        text[end..].starts_with('=')
    };
    name.ends_with("authorization") || (name.ends_with("cookie") && has_equals())
}

/// True where nothing but the end of a line or of a string follows.
fn ends_line(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start_matches([' ', '\t', ',', ';', '|', ')', '*', '`']);
    rest.is_empty() || rest.starts_with(['\n', '\r', '"', '\'', '\\', '<'])
}

/// A value in a cell of its own could be any word.
fn is_telling(value: &str) -> bool {
    value.len() >= 4
        && value
            .bytes()
            .any(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn is_name_byte(byte: u8) -> bool {
    is_word_byte(byte) || matches!(byte, b'-' | b'.')
}
