//! Searches one text for everything that the rules know.
//!
//! One pass looks for the words that anything to be found has in it (a prefix, a part
//! of a name, an `@`); only around those the rules look closer, each for a bounded
//! number of characters. So a large file costs little more than reading it. Ranges are
//! collected over the text as it was and replaced afterwards, so no rule can see, or
//! mistake, what another one wrote.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::hits::{Hit, Hits};
use super::names::promise;
use super::rules::Rules;
use super::scan::is_word_start;
use super::table::RuleId;
use super::tokens::{self, TOKENS};
use super::values::judge;
use super::{addresses, entropy, headers, keys, named, places, urls};

/// Which part of the rules looks closer at a word.
#[derive(Clone, Copy)]
enum Looker {
    Token(usize),
    Pem,
    Ssh,
    Jwt,
    Azure(usize),
    Name,
    Authorization,
    Scheme,
    Cookie,
    CurlUser,
    Url,
    Parameter,
    At,
    BareHost,
    SshHost,
    Home,
    Device,
}

/// The words and who looks closer at each.
struct Words {
    automaton: AhoCorasick,
    lookers: Vec<Looker>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words: Vec<(&str, Looker)> = Vec::new();
    let mut all = |list: &[&'static str], looker| {
        words.extend(list.iter().map(|&word| (word, looker)));
    };
    all(&["-----begin"], Looker::Pem);
    all(keys::SSH, Looker::Ssh);
    all(&["eyj"], Looker::Jwt);
    all(named::WORDS, Looker::Name);
    all(&["authorization"], Looker::Authorization);
    all(&["bearer", "basic"], Looker::Scheme);
    all(&["cookie"], Looker::Cookie);
    all(&["-u ", "-u\"", "-u'", "-u\\"], Looker::CurlUser);
    all(&["://", ":\\/\\/"], Looker::Url);
    all(urls::PARAMETERS, Looker::Parameter);
    all(&["@", "%40", "\\u0040"], Looker::At);
    all(urls::BARE_ENDINGS, Looker::BareHost);
    all(&["ssh "], Looker::SshHost);
    all(places::HOMES, Looker::Home);
    all(places::DEVICES, Looker::Device);
    let tokens = TOKENS.iter().enumerate();
    words.extend(tokens.map(|(index, token)| (token.prefix, Looker::Token(index))));
    let azure = keys::AZURE.iter().enumerate();
    words.extend(azure.map(|(index, mark)| (mark.0, Looker::Azure(index))));

    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words.iter().map(|(word, _)| word))
        .expect("the words above are few and short");
    let lookers = words.into_iter().map(|(_, looker)| looker).collect();
    Words { automaton, lookers }
});

/// Everything in `text` that the rules find, in order and without overlaps; what only
/// may be a secret is apart. `name` is the name of the field that holds the text.
pub(super) fn search(text: &str, name: Option<&str>, rules: &Rules) -> (Vec<Hit>, Vec<Hit>) {
    let mut hits = Hits::new(rules);
    if let Some(promise) = name.and_then(promise)
        && let Some((rule, part)) = judge(promise, text, true)
    {
        hits.add(rule, part);
    }
    let mut progress = named::Progress::default();
    let words = &*WORDS;
    for found in words.automaton.find_overlapping_iter(text) {
        let looker = words.lookers[found.pattern().as_usize()];
        look(text, looker, found.range(), &mut progress, &mut hits);
    }
    let mut ip = |range| hits.add(RuleId::IP_ADDRESS, range);
    addresses::ipv4(text, name, &mut ip);
    addresses::ipv6(text, &mut ip);
    addresses::mac(text, &mut |range| hits.add(RuleId::MAC_ADDRESS, range));
    for (id, rule) in rules.custom() {
        for found in rule.pattern.captures_iter(text) {
            if let Some(part) = found.name("secret").or(found.get(0)) {
                hits.add(id, part.range());
            }
        }
    }
    let hits = hits.merged();
    let possible = if rules.is_on(RuleId::POSSIBLE_SECRET) {
        possible(text, &hits)
    } else {
        Vec::new()
    };
    (hits, possible)
}

fn look(
    text: &str,
    looker: Looker,
    range: Range<usize>,
    progress: &mut named::Progress,
    hits: &mut Hits,
) {
    let at = range.start;
    if hits.cover(at) && !matches!(looker, Looker::Name) {
        return;
    }
    match looker {
        Looker::Token(index) => {
            let token = &TOKENS[index];
            if let Some(range) = tokens::find(text, at, token) {
                hits.add(token.rule, range);
            }
        }
        Looker::Pem => keys::pem(text, at, hits),
        Looker::Ssh => keys::ssh(text, at, hits),
        Looker::Jwt => keys::jwt(text, at, hits),
        Looker::Azure(index) => keys::azure(text, at, keys::AZURE[index], hits),
        Looker::Name => named::find(text, range, progress, hits),
        // Inside of a header there is no other one.
        Looker::Authorization | Looker::Cookie if hits.is_in_header(at) => {}
        Looker::Authorization => headers::authorization(text, at, hits),
        Looker::Scheme => headers::scheme(text, at, hits),
        Looker::Cookie => headers::cookie(text, at, hits),
        Looker::CurlUser if is_word_start(text, at) => headers::curl_user(text, at, hits),
        Looker::CurlUser => {}
        Looker::Url => urls::authority(text, at, range.end, hits),
        Looker::Parameter => urls::parameter(text, at, range.end, hits),
        Looker::At => urls::at_sign(text, range, hits),
        Looker::BareHost => urls::bare_host(text, at, hits),
        Looker::SshHost if is_word_start(text, at) => places::ssh_host(text, range.end, hits),
        Looker::SshHost => {}
        Looker::Home => places::home(text, range, hits),
        Looker::Device => places::device(text, range, hits),
    }
}

/// What looks random and is not replaced anyway.
fn possible(text: &str, hits: &[Hit]) -> Vec<Hit> {
    let mut possible = Vec::new();
    entropy::find(text, &mut |range| {
        let after = hits.partition_point(|hit| hit.range.end <= range.start);
        let is_known = hits
            .get(after)
            .is_some_and(|hit| hit.range.start < range.end);
        if !is_known {
            possible.push(Hit {
                range,
                rule: RuleId::POSSIBLE_SECRET,
                is_number: false,
            });
        }
    });
    possible
}

#[cfg(test)]
mod tests;
