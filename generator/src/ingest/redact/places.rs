//! Home directories and ids of devices.

use std::ops::Range;

use super::hits::Hits;
use super::hosts;
use super::scan::{forth, is_word_byte, is_word_end, is_word_start, window};
use super::table::RuleId;

/// What stands before the name of a user in a path, in lowercase.
pub(super) const HOMES: &[&str] = &[
    "/home/",
    "/users/",
    "\\users\\",
    "\\/home\\/",
    "\\/users\\/",
];

/// Longest name of a user.
const USER: usize = 64;

/// The user's name behind one of [`HOMES`].
pub(super) fn home(text: &str, folder: Range<usize>, hits: &mut Hits) {
    let is_windows = text[folder.clone()].ends_with('\\');
    // As often as a path is escaped, so many backslashes it has.
    let at = if is_windows {
        forth(text, folder.end, 16, |byte| byte == b'\\')
    } else {
        folder.end
    };
    let end = forth(text, at, USER, is_name_byte);
    // `C:\Users\Jane Doe\…`: a space belongs to the name where a folder follows.
    let end = if is_windows {
        let longer = forth(text, end, USER, |byte| is_name_byte(byte) || byte == b' ');
        if text[longer..].starts_with('\\') {
            longer
        } else {
            end
        }
    } else {
        end
    };
    let user = text[at..end].trim_end_matches(['.', ' ']);
    let lowercase = user.to_ascii_lowercase();
    let is_public = matches!(lowercase.as_str(), "default" | "linuxbrew" | "all users")
        || hosts::is_nobody(&lowercase);
    if !is_public
        && user
            .bytes()
            .any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
    {
        hits.add(RuleId::HOME_DIRECTORY, at..at + user.len());
    }
}

/// Prefixes of the UUIDs of devices.
pub(super) const DEVICES: &[&str] = &["gpu-", "mig-"];

/// One of [`DEVICES`] and a UUID.
pub(super) fn device(text: &str, prefix: Range<usize>, hits: &mut Hits) {
    let (start, at) = (prefix.start, prefix.end);
    let end = forth(text, at, 36, |byte| {
        byte.is_ascii_hexdigit() || byte == b'-'
    });
    let uuid = &text[at..end];
    let is_set = uuid.bytes().any(|byte| !matches!(byte, b'0' | b'-'));
    if is_set && is_word_start(text, start) && is_word_end(text, end) && is_uuid(uuid) {
        hits.add(RuleId::DEVICE_ID, start..end);
    }
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12]
}

/// The machine behind `ssh `, which ends at `at`.
pub(super) fn ssh_host(text: &str, at: usize, hits: &mut Hits) {
    let end = forth(text, at, 253, |byte| {
        is_word_byte(byte) || matches!(byte, b'.' | b'-')
    });
    let host = text[at..end].trim_end_matches(['.', '-']);
    let is_telling = hosts::is_machine(host) || host.contains('.');
    if is_telling && !window(text, end, 1).starts_with('@') && hosts::is_somebodys(host) {
        hits.add(RuleId::HOST_NAME, at..at + host.len());
    }
}

fn is_name_byte(byte: u8) -> bool {
    is_word_byte(byte) || byte >= 0x80 || matches!(byte, b'.' | b'-' | b'+' | b'@')
}
