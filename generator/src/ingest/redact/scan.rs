//! Looking around in a text: where words begin and end, also in text that is escaped
//! once more, as a log line in a JSON string is.

use std::ops::Range;

use regex::Regex;

/// A pattern of ours.
pub(super) fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns of this room are valid")
}

/// True where a word can begin at `at`: no letter or digit stands before it, or the one
/// that does belongs to an escape such as `\n`, `%3D` or a colour of a terminal.
pub(super) fn is_word_start(text: &str, at: usize) -> bool {
    let head = &text.as_bytes()[..at];
    match head.last() {
        Some(&last) if is_word_byte(last) => {
            escape_length(head) > 0 || ends_with_colour(head) || ends_with_percent(head)
        }
        _ => true,
    }
}

/// True where no letter, digit or underscore stands at `at`.
pub(super) fn is_word_end(text: &str, at: usize) -> bool {
    !text.as_bytes().get(at).copied().is_some_and(is_word_byte)
}

pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The start of the longest run of accepted bytes that ends at `at`, at most `most` long.
/// Letters of an escape before it are not part of it. `accept` takes ASCII only.
pub(super) fn back(text: &str, at: usize, most: usize, accept: fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    let length = bytes[..at]
        .iter()
        .rev()
        .take(most)
        .take_while(|&&byte| accept(byte))
        .count();
    meter::add(length);
    let start = at - length;
    // `\nname`: the `n` is the line break.
    let longest = (at - start).min(5);
    (1..=longest)
        .rev()
        .find(|&taken| escape_length(&bytes[..start + taken]) == taken + 1)
        .map_or(start, |taken| start + taken)
}

/// The end of the longest run of accepted bytes that begins at `at`, at most `most` long.
pub(super) fn forth(text: &str, at: usize, most: usize, accept: fn(u8) -> bool) -> usize {
    let length = text.as_bytes()[at..]
        .iter()
        .take(most)
        .take_while(|&&byte| accept(byte))
        .count();
    meter::add(length);
    floor(text, at + length)
}

/// The nearest place at or before `at` where the text can be cut.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// The text from `at` on, at most `most` bytes.
pub(super) fn window(text: &str, at: usize, most: usize) -> &str {
    let window = &text[at..floor(text, at.saturating_add(most))];
    meter::add(window.len());
    window
}

/// The text before `at`, at most `most` bytes.
pub(super) fn window_before(text: &str, at: usize, most: usize) -> &str {
    let start = at.saturating_sub(most);
    let start = (start..=at)
        .find(|&start| text.is_char_boundary(start))
        .unwrap_or(at);
    meter::add(at - start);
    &text[start..at]
}

/// Length of the escape at the end of `head`, `\n` or `\u0020`; 0 where there is none.
fn escape_length(head: &[u8]) -> usize {
    if let [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f'] = head {
        return 2;
    }
    match head {
        [.., b'\\', b'u', a, b, c, d]
            if [a, b, c, d].iter().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            6
        }
        _ => 0,
    }
}

/// `…[1;32m`
fn ends_with_colour(head: &[u8]) -> bool {
    let Some(head) = head.strip_suffix(b"m") else {
        return false;
    };
    let digits = head
        .iter()
        .rev()
        .take(12)
        .take_while(|byte| byte.is_ascii_digit() || **byte == b';')
        .count();
    head[..head.len() - digits].ends_with(b"[")
}

/// `…%3D`
fn ends_with_percent(head: &[u8]) -> bool {
    matches!(head, [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// Length of the quote that `text` begins with, `"` or `\\"`; 0 where it begins with none.
pub(super) fn quote_length(text: &str) -> usize {
    let rest = text.trim_start_matches('\\');
    if rest.starts_with(['"', '\'']) {
        text.len() - rest.len() + 1
    } else {
        0
    }
}

/// The range without the quotes around it, plain or escaped, and without a comma at
/// its end.
pub(super) fn unquoted(text: &str, range: Range<usize>) -> Range<usize> {
    let word = &text[range.clone()];
    let quote = &word[..quote_length(word)];
    let inner = &word[quote.len()..];
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    // A comma belongs to the list around the word, not to a secret at its end. So does a
    // quote without its other half.
    let inner = inner.trim_end_matches([',', '"', '\'']);
    let start = range.start + quote.len();
    start..start + inner.len()
}

/// Counts, in tests, how many bytes were looked at: a search that takes too long on a text
/// made for it shows here on any machine.
pub(super) mod meter {
    #[cfg(test)]
    thread_local! {
        static BYTES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    pub(super) fn add(bytes: usize) {
        #[cfg(test)]
        BYTES.set(BYTES.get() + bytes);
        #[cfg(not(test))]
        let _ = bytes;
    }

    /// The bytes since this was last asked, on this thread.
    #[cfg(test)]
    pub(in super::super) fn take() -> usize {
        BYTES.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_begins_behind_escapes() {
        for before in ["", " ", "\"", "\\n", "\\u000a", "\u{1b}[1;32m", "%3D", "é"] {
            let text = format!("{before}word");
            assert!(is_word_start(&text, before.len()), "{before}");
        }
        for before in ["x", "_", "7", "om"] {
            let text = format!("{before}word");
            assert!(!is_word_start(&text, before.len()), "{before}");
        }
    }

    #[test]
    fn going_back_stops_at_an_escape() {
        for (text, expected) in [
            ("a name", "name"),
            ("a\\nname", "name"),
            ("a\\u000aname", "name"),
            ("name", "name"),
            ("éname", "name"),
        ] {
            let start = back(text, text.len(), 64, is_word_byte);
            assert_eq!(&text[start..], expected, "{text}");
        }
    }

    #[test]
    fn cuts_keep_characters_whole() {
        assert_eq!(floor("aé", 2), 1);
        assert_eq!(window("éé", 0, 3), "é");
        assert_eq!(window_before("éé", 4, 3), "é");
    }
}
