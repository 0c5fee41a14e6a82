//! Texts that look random though no rule knows them.
//!
//! Keys of many services are nothing but random letters and digits. So are the hashes
//! and ids that benchmark results are full of, but those are written in hexadecimal
//! digits or stand behind a prefix of their own. What is left is told, never replaced.

use std::ops::Range;

use super::tokens::changes_of_kind;

/// Fewest characters of a key.
const LEAST: usize = 20;

/// Most characters: longer texts are data, such as a picture.
const MOST: usize = 160;

/// Beginnings of ids that engines and tools give to requests and calls.
const ID_PREFIXES: &[&str] = &[
    "cmpl-",
    "chatcmpl-",
    "chatcmpl",
    "req_",
    "req-",
    "call_",
    "resp_",
    "msg_",
    "run_",
    "run-",
    "embd-",
    "gen-",
    "sha256-",
    "sha384-",
    "sha512-",
    "sha1-",
    "toolu_",
    "fp_",
    "batch_",
    "file-",
    "trace-",
    "span-",
];

/// The ranges of the texts that look random.
pub(super) fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_key_byte(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..]
            .iter()
            .take_while(|&&byte| is_key_byte(byte))
            .count();
        let end = at + length;
        if (LEAST..=MOST).contains(&length) && is_random(text, at..end) {
            found(at..end);
        }
        at = end;
    }
}

fn is_random(text: &str, range: Range<usize>) -> bool {
    let word = &text[range.clone()];
    let is_id = ID_PREFIXES.iter().any(|prefix| word.starts_with(prefix));
    let is_in_path = text[..range.start].ends_with('/') && word.contains('/');
    // `data:image/png;base64,…`, `sha512-…`, `$6$…`
    let is_data = text[..range.start].ends_with("base64,");
    if is_id || is_data || is_in_path {
        return false;
    }
    let longest = word
        .split(|c: char| !c.is_ascii_alphanumeric())
        .max_by_key(|part| part.len());
    longest.is_some_and(is_random_part) || is_random_base64(word)
}

/// A part without separators. Names have some, keys mostly have none. Measured on random
/// base 62 and base 36 against words, model names, hashes and code.
fn is_random_part(part: &str) -> bool {
    if part.len() < LEAST || part.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    let kinds = Kinds::of(part);
    let is_two = kinds.digits >= 4 && (kinds.upper >= 6 || kinds.lower >= 6);
    (kinds.are_mixed() && kinds.change_by(2, 5)) || (is_two && kinds.change_by(3, 10))
}

/// Base 64, in which `+`, `/`, `-` and `_` are digits. So many changes within it cannot
/// come from words between separators.
fn is_random_base64(word: &str) -> bool {
    let digits: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    let kinds = Kinds::of(&digits);
    digits.len() >= 32 && kinds.are_mixed() && kinds.change_by(9, 20)
}

/// How many characters of which kind a text has.
struct Kinds {
    length: usize,
    digits: usize,
    upper: usize,
    lower: usize,
    different: usize,
    changes: usize,
}

impl Kinds {
    fn of(text: &str) -> Self {
        let mut seen = [false; 128];
        for byte in text.bytes() {
            seen[usize::from(byte & 127)] = true;
        }
        let count = |accept: fn(&u8) -> bool| text.bytes().filter(accept).count();
        Self {
            length: text.len(),
            digits: count(u8::is_ascii_digit),
            upper: count(u8::is_ascii_uppercase),
            lower: count(u8::is_ascii_lowercase),
            different: seen.into_iter().filter(|&seen| seen).count(),
            changes: changes_of_kind(text),
        }
    }

    fn are_mixed(&self) -> bool {
        self.digits >= 1 && self.upper >= 3 && self.lower >= 3
    }

    /// True where the kind changes at least in so many of so many places, and the text
    /// is no repetition.
    fn change_by(&self, part: usize, of: usize) -> bool {
        self.changes * of >= self.length.saturating_sub(1) * part
            && self.different * 5 >= self.length.min(40) * 2
    }
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        let mut count = 0;
        find(text, &mut |_| count += 1);
        count
    }

    #[test]
    fn keys_of_unknown_services_look_random() {
        for text in [
            "key is q7Rk2mZx9LpT4vWc8NbY1sDf",
            "\"q7Rk2mZx9Lp+4vWc8NbY1sDfQ2a/8JhG6tR3eWq0\"",
            "k3v9x2m7q1z8w4n6b5t0r2y7u9p3s6d1",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn hashes_ids_names_and_numbers_do_not_look_random() {
        for text in [
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "0.26.1rc1.dev638+g52be12cfa",
            "chatcmpl-8f14e45fceea167a5a36dedd4bea2543",
            "chatcmpl-AbC9x2mQ7zL1kT5vW8nY3sDf",
            "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            "nvidia/Qwen3.5-397B-A17B-NVFP4-V2",
            "models--Qwen--Qwen3-30B-A3B-Instruct-2507-FP8",
            "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8",
            "DeepSeekV3ForCausalLMWithSparseAttention",
            "glmkimirebase20260514",
            "CUBLAS_WORKSPACE_CONFIG_TENSOR_OP_MATH",
            "fused_moe_kernel_gptq_awq_w4a16_fp8_e4m3",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
            "17653.2839127361823, 1234567890123456789012",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }

    /// Letters of an alphabet that are the same in every run.
    fn letters(alphabet: &[u8], length: usize, state: &mut u64) -> String {
        let mut next = || {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*state >> 33) as usize
        };
        (0..length)
            .map(|_| char::from(alphabet[next() % alphabet.len()]))
            .collect()
    }

    #[test]
    fn most_random_keys_are_told() {
        const ALL: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut state = 7;
        // Alphabet, length, and how many of a thousand have to be found.
        for (alphabet, length, least) in [
            (&ALL[..62], 24, 950),
            (&ALL[..62], 32, 950),
            (&ALL[..62], 40, 970),
            (&ALL[26..62], 32, 800),
            (ALL, 43, 900),
        ] {
            let found = (0..1000)
                .filter(|_| count(&letters(alphabet, length, &mut state)) == 1)
                .count();
            assert!(found >= least, "{found} of length {length}");
        }
    }
}
