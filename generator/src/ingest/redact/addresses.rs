//! Addresses of machines: IPv4, IPv6 and MAC.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::scan::{compile, is_word_end, is_word_start, window_before};

static IPV4: LazyLock<Regex> = LazyLock::new(|| compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"));
static IPV6: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}"));
static MAC: LazyLock<Regex> = LazyLock::new(|| {
    compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5,7}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}")
});

/// Parts of words behind which four numbers are a version.
const VERSION_WORDS: &[&str] = &[
    "bios",
    "chrome",
    "cublas",
    "cuda",
    "cudnn",
    "cufft",
    "curand",
    "cusolver",
    "cusparse",
    "driver",
    "firmware",
    "libcu",
    "miopen",
    "nccl",
    "nvidia",
    "nvjitlink",
    "nvshmem",
    "nvtx",
    "oneapi",
    "release",
    "revision",
    "tensorrt",
    "version",
    "-cu1",
];

/// Words behind which four numbers are an address.
const ADDRESS_WORDS: &[&str] = &[
    "addr", "address", "bind", "client", "connect", "dns", "endpoint", "from", "gateway", "host",
    "inet", "ip", "listen", "master", "node", "peer", "ping", "remote", "server", "ssh", "worker",
];

/// IPv4 addresses, this machine's own left out. `name` is the name of the field that
/// holds the text.
pub(super) fn ipv4(text: &str, name: Option<&str>, found: &mut dyn FnMut(Range<usize>)) {
    for one in IPV4.find_iter(text) {
        if let Ok(address) = one.as_str().parse()
            && !is_own_ipv4(address)
            && is_ipv4(text, one.range(), address, name)
        {
            found(one.range());
        }
    }
}

/// True for addresses that lead to the machine itself, and for those of no machine.
pub(super) fn is_own_ipv4(address: Ipv4Addr) -> bool {
    address.is_loopback()
        || address.is_unspecified()
        || address.is_broadcast()
        || address.octets()[0] == 255
}

/// Tells an address from a version such as `10.3.5.147` of a CUDA library.
fn is_ipv4(text: &str, range: Range<usize>, address: Ipv4Addr, name: Option<&str>) -> bool {
    let (head, rest) = (&text[..range.start], &text[range.end..]);
    let is_longer = rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    // File names join words: `run_10.2.30.4.json`.
    let is_joined = head.ends_with(['-', '_']);
    let is_part = head.ends_with(['.', '+']) || !(is_joined || is_word_start(text, range.start));
    if is_longer || is_part || !is_word_end(text, range.end) {
        return false;
    }
    let before = window_before(text, range.start, 48).to_ascii_lowercase();
    let before = if before
        .trim_matches(|c: char| !c.is_ascii_alphanumeric())
        .is_empty()
    {
        format!("{} ", name.unwrap_or_default().to_ascii_lowercase())
    } else {
        before
    };
    if is_version(&before, address) {
        return false;
    }
    let has_port = rest
        .strip_prefix(':')
        .is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()));
    if has_port || is_private(address) || before.ends_with("://") || before.ends_with('@') {
        return true;
    }
    let is_named =
        last_words(&before).any(|word| ADDRESS_WORDS.iter().any(|one| word.ends_with(one)));
    let is_product = is_joined || before.ends_with('/');
    // Versions of four numbers are small numbers.
    is_named || (!is_product && address.octets().iter().any(|&octet| octet >= 32))
}

fn is_private(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    address.is_private() || address.is_link_local() || (a == 100 && (64..128).contains(&b))
}

fn is_version(before: &str, address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    if before.ends_with("==") || before.ends_with(">=") || before.ends_with("~=") {
        return true;
    }
    // The parts of a version are small, but for the last.
    let could_be = first < 32 && second < 32 && third < 64;
    could_be
        && last_words(before).any(|word| {
            matches!(word, "v" | "ver" | "rocm" | "hip")
                || VERSION_WORDS.iter().any(|one| word.contains(one))
        })
}

/// The last two words of a text.
fn last_words(text: &str) -> impl Iterator<Item = &str> {
    text.rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+')))
        .filter(|word| !word.is_empty())
        .take(2)
}

/// IPv6 addresses of machines: global, of a site, of a link.
pub(super) fn ipv6(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for one in IPV6.find_iter(text) {
        let range = one.range();
        let is_whole = is_word_start(text, range.start)
            && is_word_end(text, range.end)
            && !text[..range.start].ends_with(':')
            && !text[range.end..].starts_with(':');
        if is_whole && one.as_str().parse().is_ok_and(is_ipv6_of_a_machine) {
            found(range);
        }
    }
}

fn is_ipv6_of_a_machine(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    let is_global = (0x2000..0x4000).contains(&first);
    let is_local = (0xfc00..0xfe00).contains(&first) || (0xfe80..0xfec0).contains(&first);
    is_global || is_local
}

/// MAC addresses, and the longer ones of InfiniBand.
pub(super) fn mac(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for one in MAC.find_iter(text) {
        let range = one.range();
        let digits: Vec<u8> = one
            .as_str()
            .bytes()
            .filter(u8::is_ascii_hexdigit)
            .map(|byte| byte.to_ascii_lowercase())
            .collect();
        let is_empty = digits.iter().all(|&digit| digit == digits[0]);
        // `26-05-15-03-44-09` is a date and a time.
        let is_date = one.as_str().contains('-') && digits.iter().all(u8::is_ascii_digit);
        let is_part = text[..range.start].ends_with([':', '-'])
            || text[range.end..].starts_with([':', '-'])
            || !is_word_start(text, range.start)
            || !is_word_end(text, range.end);
        if !is_empty && !is_date && !is_part {
            found(range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ipv4_of(text: &str, name: Option<&str>) -> Vec<String> {
        let mut all = Vec::new();
        ipv4(text, name, &mut |range| all.push(text[range].to_owned()));
        all
    }

    #[test]
    fn ipv4_addresses_are_told_from_versions() {
        for text in [
            "10.2.30.4",
            "at 192.168.1.17:8000 now",
            "from 203.0.113.9",
            "ip 8.8.8.8",
            "ssh://172.16.0.3/x",
            "x\\n10.0.0.7\\n",
            "172.67.12.4",
            "vllm at 10.211.55.17",
            "driver 192.168.211.13",
            "run_10.2.30.4.json",
            "bench-192.168.7.8-c16.csv",
        ] {
            assert_eq!(ipv4_of(text, None).len(), 1, "{text}");
        }
        for text in [
            "127.0.0.1",
            "0.0.0.0:8000",
            "570.86.15.1",
            "nvidia-curand-cu12==10.3.5.147",
            "nvidia-cufft-cu12  10.9.0.58",
            "\"driver_version\": \"10.3.5.147\"",
            "cuDNN version: 9.1.0.70",
            "Chrome/126.0.0.0",
            "libcudnn.so.9.1.0.70",
            "VBIOS 96.00.74.00.01",
            "12.4.5.8",
            "1.2.3.4rc1",
            "v10.1.2.3",
            "nvidia_cufft_cu12-10.9.0.58-py3-none-any.whl",
        ] {
            assert_eq!(ipv4_of(text, None), Vec::<String>::new(), "{text}");
        }
        assert!(ipv4_of("10.3.5.147", Some("curand_version")).is_empty());
        assert_eq!(ipv4_of("10.3.5.147", Some("peer")).len(), 1);
    }

    #[test]
    fn ipv6_addresses_are_told_from_times_and_paths_of_code() {
        let of = |text: &str| {
            let mut count = 0;
            ipv6(text, &mut |_| count += 1);
            count
        };
        for text in [
            "fe80::1ff:fe23:4567:890a",
            "[2001:db8::17]:8000",
            "fd12:3456:789a:1::1 x",
        ] {
            assert_eq!(of(text), 1, "{text}");
        }
        for text in [
            "::1",
            "[::]:8000",
            "03:34:59",
            "std::vector",
            "a::b",
            "c10::cuda",
        ] {
            assert_eq!(of(text), 0, "{text}");
        }
    }

    #[test]
    fn mac_addresses_are_told_from_times() {
        let of = |text: &str| {
            let mut count = 0;
            mac(text, &mut |_| count += 1);
            count
        };
        for text in [
            "b8:ce:f6:01:02:03",
            "x B8-CE-F6-01-02-03.",
            "00:11:22:33:44:55",
        ] {
            assert_eq!(of(text), 1, "{text}");
        }
        for text in [
            "00:00:00:00:00:00",
            "ff:ff:ff:ff:ff:ff",
            "26-05-15-03-44-09",
            "2026-05-15T03:44:09",
        ] {
            assert_eq!(of(text), 0, "{text}");
        }
    }
}
