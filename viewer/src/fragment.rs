//! Reading and writing the fragment of an address as `key=value` pairs.
//!
//! ```text
//! #m=ttft_ms.median&s=linear
//! ```
//!
//! The fragment is used and not the query, because it can be changed on a page that
//! was opened from disk, and because it never reaches a server.

/// Pairs of keys and values, in order.
pub type Pairs = Vec<(String, String)>;

/// The pairs of a fragment, with or without its `#`. `None` for an anchor of the page
/// such as `#launch-command`: that is nobody's state.
pub fn parse(fragment: &str) -> Option<Pairs> {
    let text = fragment.strip_prefix('#').unwrap_or(fragment);
    if text.is_empty() {
        return Some(Pairs::new());
    }
    if !text.contains('=') {
        return None;
    }
    let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key), decode(value))
    });
    Some(pairs.collect())
}

/// The fragment of the pairs, with its `#`; empty for no pairs.
pub fn write(pairs: &[(String, String)]) -> String {
    let mut text = String::new();
    for (key, value) in pairs {
        text.push(if text.is_empty() { '#' } else { '&' });
        encode(key, &mut text);
        text.push('=');
        encode(value, &mut text);
    }
    text
}

/// Appends `text`, escaping what has a meaning in a fragment of ours or is not allowed
/// in any. A comma stays: it makes lists readable.
fn encode(text: &str, into: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~,:/".contains(&byte) {
            into.push(byte as char);
        } else {
            into.push('%');
            into.push(HEX[usize::from(byte >> 4)] as char);
            into.push(HEX[usize::from(byte & 15)] as char);
        }
    }
}

/// Undoes [`encode`]. An escape that is none stays as it is, and bytes that are not
/// UTF-8 become U+FFFD.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |byte: &u8| (*byte as char).to_digit(16).map(|digit| digit as u8);
        let escaped = match tail {
            [high, low, ..] if *first == b'%' => {
                digit(high).zip(digit(low)).map(|(high, low)| high << 4 | low)
            }
            _ => None,
        };
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[(&str, &str)]) -> Pairs {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        list.iter().map(owned).collect()
    }

    #[test]
    fn an_anchor_of_the_page_is_nobodys_state() {
        assert_eq!(parse("#launch-command"), None);
        assert_eq!(parse("#"), Some(Pairs::new()));
        assert_eq!(parse(""), Some(Pairs::new()));
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        let wild = pairs(&[("q", "a&b=c #%41 é\u{202e}\"'<"), ("m", "ttft_ms.median"), ("e", "")]);
        assert_eq!(parse(&write(&wild)), Some(wild));
    }

    #[test]
    fn usual_values_stay_readable() {
        let text = write(&pairs(&[("m", "ttft_ms.median"), ("c", "8192,16384")]));
        assert_eq!(text, "#m=ttft_ms.median&c=8192,16384");
    }

    #[test]
    fn broken_escapes_are_kept_and_broken_text_is_replaced() {
        assert_eq!(parse("#a=%4&b=%zz&c=%ff"), Some(pairs(&[("a", "%4"), ("b", "%zz"), ("c", "\u{fffd}")])));
    }
}
