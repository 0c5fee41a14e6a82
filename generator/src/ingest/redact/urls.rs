//! What a URL or an address with `@` tells: credentials, users, hosts.

use std::net::Ipv4Addr;
use std::ops::Range;

use super::addresses::is_own_ipv4;
use super::hits::Hits;
use super::hosts;
use super::scan::{back, forth, is_word_byte, window, window_before};
use super::table::RuleId;
use super::tokens::looks_random;

/// Schemes whose first part names no machine.
const SCHEMES_WITHOUT_HOST: &[&str] = &[
    "abfss", "az", "data", "dummy", "file", "gcs", "gs", "hf", "inproc", "ipc", "memory", "ms",
    "pipe", "s3", "unix", "wasb",
];

/// Longest authority that is looked at; host names have at most 253 characters.
const AUTHORITY: usize = 1024;

/// The credentials and the host of a URL whose `://` goes from `at` to `start`.
pub(super) fn authority(text: &str, at: usize, start: usize, hits: &mut Hits) {
    let scheme = &text[back(text, at, 20, is_scheme_byte)..at];
    if !scheme.contains(|c: char| c.is_ascii_alphabetic()) {
        return;
    }
    let end = forth(text, start, AUTHORITY, is_authority_byte);
    let host = match text[start..end].rfind('@') {
        None => start,
        Some(length) => {
            let user = &text[start..start + length];
            if is_credential(user) {
                hits.add(RuleId::URL_CREDENTIALS, start..start + length);
            } else if hosts::is_somebody(user) {
                hits.add(RuleId::USER_NAME, start..start + length);
            }
            start + length + 1
        }
    };
    let scheme = scheme.to_ascii_lowercase();
    let host_end = forth(text, host, AUTHORITY, is_host_byte);
    let name = text[host..host_end].trim_end_matches(['.', '-']);
    let range = host..host + name.len();
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        if !is_own_ipv4(address) {
            hits.add(RuleId::IP_ADDRESS, range);
        }
    } else if !SCHEMES_WITHOUT_HOST.contains(&scheme.as_str()) && hosts::is_somebodys(name) {
        hits.add(RuleId::HOST_NAME, range);
    }
}

/// `user:password` or a bare key; `git` of `ssh://git@host` is neither.
fn is_credential(user: &str) -> bool {
    if user.starts_with('$') || user.contains("<redacted>") {
        return false;
    }
    match user.split_once(':') {
        Some((_, password)) => !password.is_empty() && !password.starts_with('$'),
        None => user.len() >= 16 || looks_random(user),
    }
}

/// A credential among the parameters of a URL; `at` is where its name begins and
/// `value` where its value does.
pub(super) fn parameter(text: &str, at: usize, value: usize, hits: &mut Hits) {
    let before = window_before(text, at, 8);
    let is_parameter =
        before.ends_with(['?', '&']) || before.ends_with("&amp;") || before.ends_with("\\u0026");
    let end = forth(text, value, 4096, is_parameter_byte);
    if is_parameter && end - value >= 6 {
        hits.add(RuleId::URL_CREDENTIALS, value..end);
    }
}

/// Names of such parameters, with their `=`; others are known as names of secrets.
pub(super) const PARAMETERS: &[&str] = &[
    "key=",
    "sig=",
    "signature=",
    "x-amz-signature=",
    "x-amz-credential=",
    "x-amz-security-token=",
    "x-goog-signature=",
    "x-goog-credential=",
    "code=",
    "auth=",
    "sid=",
];

/// An e-mail address, or a user and a machine, around an `@`, which can be escaped.
pub(super) fn at_sign(text: &str, sign: Range<usize>, hits: &mut Hits) {
    let (at, behind) = (sign.start, sign.end);
    let start = back(text, at, 64, is_local_byte);
    let start = start + leading(&text[start..at], |c| !c.is_ascii_alphanumeric());
    let end = forth(text, behind, 253, is_host_byte);
    let local = &text[start..at];
    let host = text[behind..end].trim_end_matches(['.', '-', '_']);
    if local.is_empty() || host.is_empty() || is_in_authority(text, start) {
        return;
    }
    // A file can be named after an address: `jane@corp.example.json`.
    let host = match host.rsplit_once('.') {
        Some((before, last)) if is_file_ending(last) => before,
        _ => host,
    };
    let range = start..behind + host.len();
    if is_mail_domain(host) {
        let is_public_clone = local == "git" && !hosts::is_somebodys(host);
        if !is_public_clone {
            hits.add(RuleId::EMAIL, range);
        }
    } else if is_login(text, start, local, host, range.end) {
        if hosts::is_somebody(local) {
            hits.add(RuleId::USER_NAME, start..at);
        }
        hits.add(RuleId::HOST_NAME, behind..range.end);
    }
}

/// True behind `://` of the same URL, which [`authority`] looks at.
fn is_in_authority(text: &str, at: usize) -> bool {
    window_before(text, at, 256)
        .rsplit_once("://")
        .is_some_and(|(_, part)| part.bytes().all(is_authority_byte))
}

/// Endings of file names that could be a domain: `logo@2x.png`.
const FILE_ENDINGS: &[&str] = &[
    "bin",
    "conf",
    "css",
    "csv",
    "gguf",
    "gz",
    "html",
    "ini",
    "jpeg",
    "jpg",
    "js",
    "json",
    "jsonl",
    "log",
    "md",
    "pdf",
    "png",
    "pt",
    "py",
    "rs",
    "safetensors",
    "sh",
    "svg",
    "toml",
    "txt",
    "webp",
    "xml",
    "yaml",
    "yml",
    "zip",
];

fn is_mail_domain(host: &str) -> bool {
    let Some((_, last)) = host.rsplit_once('.') else {
        return false;
    };
    let is_formed = host.split('.').all(|label| !label.is_empty());
    is_formed
        && (2..=24).contains(&last.len())
        && last.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_file_ending(text: &str) -> bool {
    FILE_ENDINGS.contains(&text.to_ascii_lowercase().as_str())
}

/// Tells `root@gpu-17:~#` from `org/model@revision` and `tg128@d4096`.
fn is_login(text: &str, start: usize, local: &str, host: &str, end: usize) -> bool {
    let is_user = local.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && local.len() <= 32
        && !local
            .bytes()
            .any(|byte| byte.is_ascii_uppercase() || byte == b'%');
    if !is_user || is_digest_or_version(host) || !hosts::is_somebodys(host) {
        return false;
    }
    let before = window_before(text, start, 24);
    let after = window(text, end, 3);
    let is_prompt = [":~", ":/", ":$", ":#", " ~", "]$", "]#", "~]"]
        .iter()
        .any(|prompt| after.starts_with(prompt));
    let is_remote = ["ssh ", "scp ", "rsync ", "sftp ", "mosh "]
        .iter()
        .any(|command| before.contains(command));
    let is_known_user = matches!(local, "root" | "ubuntu" | "ec2-user" | "admin");
    // `org/model@revision`
    let is_revision = before.ends_with(['/', ':']);
    is_prompt || is_remote || hosts::is_machine(host) || (is_known_user && !is_revision)
}

fn is_digest_or_version(host: &str) -> bool {
    let is_hex = host.len() >= 7 && host.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_version = host
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_hex || is_version || host.starts_with("sha256") || host.starts_with("md5")
}

/// Number of bytes at the start of `text` that `skip` takes.
fn leading(text: &str, skip: fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(skip).len()
}

/// Endings that lead to such a name, in lowercase.
pub(super) const BARE_ENDINGS: &[&str] = &[
    ".local",
    ".internal",
    ".intra",
    ".corp",
    ".lan",
    ".home.arpa",
    ".amazonaws.com",
    ".azure.com",
    ".runpod.net",
    ".ngrok",
    ".trycloudflare.com",
    ".ts.net",
    ".svc.cluster",
];

/// A name of a private network that stands by itself; `at` is inside of it.
pub(super) fn bare_host(text: &str, at: usize, hits: &mut Hits) {
    let start = back(text, at, 253, is_host_byte);
    let end = forth(text, at, 253, is_host_byte);
    let before = text[..start].chars().next_back();
    let host = text[start..end].trim_end_matches(['.', '-']);
    if !matches!(before, Some('/' | '\\' | '@' | '~')) && hosts::is_private_by_itself(host) {
        hits.add(RuleId::HOST_NAME, start..start + host.len());
    }
}

fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-')
}

fn is_authority_byte(byte: u8) -> bool {
    byte > b' '
        && !matches!(
            byte,
            b'/' | b'?' | b'#' | b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`'
        )
}

fn is_host_byte(byte: u8) -> bool {
    is_word_byte(byte) || matches!(byte, b'.' | b'-')
}

fn is_local_byte(byte: u8) -> bool {
    is_word_byte(byte) || matches!(byte, b'.' | b'-' | b'+' | b'%')
}

fn is_parameter_byte(byte: u8) -> bool {
    is_word_byte(byte)
        || matches!(
            byte,
            b'.' | b'-' | b'+' | b'%' | b'/' | b'=' | b'~' | b'!' | b'*'
        )
}
