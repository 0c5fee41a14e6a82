//! Keys that have a form of their own instead of a prefix: PEM, SSH, JWT, Azure.

use super::hits::Hits;
use super::scan::{back, forth, is_word_byte, is_word_start, window};
use super::table::RuleId;

/// Longest PEM block whose end is looked for; a key of 16,384 bits takes 13 KB.
const PEM: usize = 32 * 1024;

/// A private key of which `-----BEGIN` is at `at`. Without its end the key goes as far
/// as what could be one.
pub(super) fn pem(text: &str, at: usize, hits: &mut Hits) {
    let title_end = forth(text, at + "-----BEGIN".len(), 64, |byte| {
        byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' '
    });
    let title = &text[at..title_end];
    if !title.contains("PRIVATE KEY") || !text[title_end..].starts_with("-----") {
        return;
    }
    let body = title_end + "-----".len();
    let block = window(text, body, PEM);
    let end = block.find("-----END").and_then(|end| {
        let after = body + end + "-----END".len();
        let dashes = window(text, after, 96).find("-----")?;
        Some(after + dashes + "-----".len())
    });
    let end = end.unwrap_or_else(|| {
        let end = forth(text, body, PEM, is_pem_byte);
        // A backslash at the end belongs to the quote behind it.
        body + text[body..end].trim_end_matches('\\').len()
    });
    hits.add(RuleId::PRIVATE_KEY, at..end);
}

/// Base64, headers such as `Proc-Type: 4,ENCRYPTED`, line breaks plain and escaped.
fn is_pem_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'+' | b'/' | b'=' | b':' | b',' | b'-' | b' ' | b'\\' | b'\r' | b'\n'
        )
}

/// Beginnings of public keys, in lowercase.
pub(super) const SSH: &[&str] = &["ssh-rsa ", "ssh-dss ", "ssh-ed25519 ", "ecdsa-sha2-nistp"];

/// A public key with its comment, which begins at `at`.
pub(super) fn ssh(text: &str, at: usize, hits: &mut Hits) {
    let kind = forth(text, at, 32, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'-'
    });
    let body = kind + 1;
    if !text[kind..].starts_with(" AAAA") {
        return;
    }
    let key = forth(text, body, usize::MAX, is_base64_byte);
    let comment = text[key..].strip_prefix(' ').map_or(key, |_| {
        forth(text, key + 1, 128, |byte| {
            is_word_byte(byte) || b".@-".contains(&byte)
        })
    });
    hits.add(RuleId::SSH_PUBLIC_KEY, body..comment);
}

/// Most characters of a JSON Web Token that are looked at before it is taken for one;
/// its head and the beginning of its claims are among them.
const JWT: usize = 2 * 1024;

/// A JSON Web Token, signed or encrypted, whose `eyJ` is at `at`.
pub(super) fn jwt(text: &str, at: usize, hits: &mut Hits) {
    let accept: fn(u8) -> bool = |byte| is_word_byte(byte) || matches!(byte, b'-' | b'.');
    let seen = &text[at..forth(text, at, JWT, accept)];
    let mut parts = seen.split('.');
    let is_long = |part: Option<&str>| part.is_some_and(|part| part.len() >= 8);
    if is_word_start(text, at) && is_long(parts.next()) && is_long(parts.next()) {
        let end = forth(text, at, usize::MAX, accept);
        let token = text[at..end].trim_end_matches('.');
        hits.add(RuleId::JSON_WEB_TOKEN, at..at + token.len());
    }
}

/// Marks inside of the keys of Azure: of its AI services, of its storage and queues, of
/// client secrets, with the fewest characters before and behind.
pub(super) const AZURE: &[(&str, usize, usize)] = &[
    ("JQQJ99", 40, 20),
    ("+AMC", 20, 6),
    ("+ASt", 20, 6),
    ("+AIoT", 20, 6),
    ("AzCa", 20, 6),
    ("AzSe", 20, 6),
    ("8Q~", 3, 30),
    ("7Q~", 3, 30),
];

/// A key of Azure around a mark that begins at `at`.
pub(super) fn azure(text: &str, at: usize, mark: (&str, usize, usize), hits: &mut Hits) {
    let (mark, before, behind) = mark;
    if !text[at..].starts_with(mark) {
        return;
    }
    let accept: fn(u8) -> bool = if mark.ends_with('~') {
        |byte| is_word_byte(byte) || matches!(byte, b'~' | b'.' | b'-')
    } else if mark.starts_with('J') {
        |byte| byte.is_ascii_alphanumeric()
    } else {
        is_base64_byte
    };
    let start = back(text, at, 96, accept);
    let end = forth(text, at, 160, accept);
    let is_one = at - start >= before && end - at - mark.len() >= behind && end - start <= 100;
    if is_one && super::tokens::looks_random(&text[start..end]) {
        hits.add(RuleId::AZURE_KEY, start..end);
    }
}

fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
