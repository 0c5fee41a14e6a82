//! Secrets in a run: every string of it, whatever field it stands in.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use speedsheet_core::model::{Extra, Requests, Run};

use super::hits::{Hit, merged, replaced};
use super::known::Known;
use super::names::{Promise, promise};
use super::report::{Findings, Step, characters};
use super::rules::Rules;
use super::search::search;
use super::table::RuleId;

/// Fields of a run that must be one of few words, which are ours.
const OWN_WORDS: &[(&str, &[&str])] = &[
    ("family", &["prefill", "decode", "serve", "batch"]),
    (
        "status",
        &[
            "valid",
            "queued",
            "over_capacity",
            "failed",
            "skipped",
            "unknown",
        ],
    ),
    ("origin", &["source", "author", "reader"]),
    ("from", &["sidecar", "configuration", "path"]),
];

/// Fields of a run whose keys are data, though their values are ours.
const MAPS: &[&str] = &["extra", "precision", "deviation"];

impl Rules {
    /// Replaces in every text of the run what the rules find, and notes it in `findings`.
    /// `known` is what was found in the input the run was read from; `index` tells apart
    /// the runs of one input. The run loses its id and slug: identify it
    /// again.
    ///
    /// # Errors
    /// Never for a run made by the core crate; a run that cannot be searched must not be
    /// written, so this is no panic.
    pub fn redact_run(
        &self,
        run: &mut Run,
        index: Option<usize>,
        known: &Known,
        findings: &mut Findings,
    ) -> serde_json::Result<()> {
        // They are made of the run, and made again.
        run.id.clear();
        run.slug.clear();
        let mut large = Large::take(run);
        let mut value = serde_json::to_value(&*run)?;
        let mut walk = Walk {
            rules: self,
            known,
            findings,
            path: Vec::new(),
            is_changed: false,
            whole: BTreeMap::new(),
        };
        if let Some(index) = index {
            walk.path = vec![Step::Field("runs".to_owned()), Step::Item(index)];
        }
        walk.value(&mut value, None, false);
        if walk.is_changed {
            *run = serde_json::from_value(value)?;
        }
        large.walk(&mut walk);
        large.put_back(run);
        Ok(())
    }

    /// The strings of a value from outside that are secrets as a whole, with the rules that
    /// found them. Their place can be what shows it: a value beside the name of a header.
    pub(super) fn whole_secrets(&self, mut value: Value) -> BTreeMap<String, RuleId> {
        let mut walk = Walk {
            rules: self,
            known: &Known::default(),
            findings: &mut Findings::default(),
            path: Vec::new(),
            is_changed: false,
            whole: BTreeMap::new(),
        };
        walk.value(&mut value, None, true);
        walk.whole
    }
}

/// What can be large in a run. It is searched where it is rather than copied.
struct Large {
    extras: Vec<Extra>,
    requests: Vec<Option<Requests>>,
}

impl Large {
    fn take(run: &mut Run) -> Self {
        let measurements = &mut run.measurements;
        Self {
            extras: measurements
                .iter_mut()
                .map(|one| std::mem::take(&mut one.extra))
                .collect(),
            requests: measurements
                .iter_mut()
                .map(|one| one.requests.take())
                .collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        walk.path.push(Step::Field("measurements".to_owned()));
        for (index, (extra, requests)) in self.extras.iter_mut().zip(&mut self.requests).enumerate()
        {
            walk.path.push(Step::Item(index));
            walk.at("extra", |walk| walk.object(extra, None, true));
            // Every other list of the requests holds numbers only.
            for (position, error) in requests
                .iter_mut()
                .flat_map(|one| &mut one.error)
                .enumerate()
            {
                if let Some(error) = error {
                    walk.at("requests", |walk| {
                        walk.at("error", |walk| {
                            walk.path.push(Step::Item(position));
                            walk.text(error, Some("error"));
                            walk.path.pop();
                        });
                    });
                }
            }
            walk.path.pop();
        }
        walk.path.pop();
    }

    fn put_back(self, run: &mut Run) {
        for ((one, extra), requests) in run
            .measurements
            .iter_mut()
            .zip(self.extras)
            .zip(self.requests)
        {
            one.extra = extra;
            one.requests = requests;
        }
    }
}

/// The search through the values of a run.
struct Walk<'a> {
    rules: &'a Rules,
    known: &'a Known,
    findings: &'a mut Findings,
    path: Vec<Step>,
    is_changed: bool,
    /// The texts that were found as a whole.
    whole: BTreeMap<String, RuleId>,
}

impl Walk<'_> {
    /// Searches a value. `name` is that of the field or option it belongs to; `is_free`
    /// says that it is of the source, not of our own schema.
    fn value(&mut self, value: &mut Value, name: Option<&str>, is_free: bool) {
        match value {
            Value::String(text) => self.text(text, name),
            Value::Array(items) => self.array(items, name, is_free),
            Value::Object(fields) => self.object(fields, name, is_free),
            Value::Number(number) if is_free => {
                let rule = match name.and_then(promise) {
                    Some(Promise::Secret) => RuleId::NAMED_SECRET,
                    Some(Promise::Device) => RuleId::DEVICE_ID,
                    _ => return,
                };
                if self.rules.is_on(rule) {
                    self.note(rule, number.to_string().len());
                    *value = Value::String(self.rules.replacement(rule).to_owned());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &mut String, name: Option<&str>) {
        let (hits, possible) = self.search(text, name);
        for hit in hits.iter().chain(&possible) {
            self.findings
                .add_field(hit.rule, &self.path, characters(text, &hit.range));
        }
        if let [hit] = hits.as_slice()
            && hit.range == (0..text.len())
        {
            self.whole.insert(text.clone(), hit.rule);
        }
        if !hits.is_empty() {
            *text = replaced(text, &hits, self.rules);
            self.is_changed = true;
        }
    }

    fn search(&self, text: &str, name: Option<&str>) -> (Vec<Hit>, Vec<Hit>) {
        let (mut hits, mut possible) = search(text, name, self.rules);
        let before = hits.len();
        hits.extend(self.known.find(text));
        if hits.len() > before {
            hits = merged(hits);
            possible.retain(|one| {
                let is_apart = |hit: &Hit| {
                    hit.range.end <= one.range.start || one.range.end <= hit.range.start
                };
                hits.iter().all(is_apart)
            });
        }
        (hits, possible)
    }

    /// The words of a command can be the items of an array: a secret stands behind its
    /// option there, in an item of its own. So can the name and the value of a header.
    fn array(&mut self, items: &mut [Value], name: Option<&str>, is_free: bool) {
        let is_pair = items.len() == 2;
        let mut option: Option<String> = None;
        for (index, item) in items.iter_mut().enumerate() {
            let before = option.take();
            match item {
                Value::Null | Value::Bool(_) => continue,
                Value::Number(_) if before.is_none() && name.is_none() => continue,
                Value::String(text) if text.starts_with('-') || is_pair => {
                    option = promise(text).map(|_| text.clone());
                }
                _ => {}
            }
            let before =
                before.filter(|_| !item.as_str().is_some_and(|text| text.starts_with("--")));
            self.path.push(Step::Item(index));
            self.value(item, before.as_deref().or(name), is_free);
            self.path.pop();
        }
    }

    fn object(&mut self, fields: &mut Map<String, Value>, name: Option<&str>, is_free: bool) {
        let above = name.filter(|name| promise(name) == Some(Promise::Secret));
        let named = ["name", "key", "header"]
            .into_iter()
            .find_map(|key| fields.get(key)?.as_str())
            .filter(|name| promise(name).is_some())
            .map(str::to_owned);
        let mut times = BTreeMap::new();
        for (name, mut value) in std::mem::take(fields) {
            let is_own = !is_free && is_own(&name, &value);
            let shown = if is_free {
                self.key(&name)
            } else {
                name.clone()
            };
            if !is_own {
                let meant = named.as_deref().filter(|_| name == "value");
                let meant = above.or(meant).unwrap_or(&name);
                let is_free = is_free || MAPS.contains(&name.as_str());
                self.at(&shown, |walk| walk.value(&mut value, Some(meant), is_free));
            }
            let free = free_name(fields, shown, &mut times);
            fields.insert(free, value);
        }
    }

    /// The name of a field, which can be data, such as a header line.
    fn key(&mut self, name: &str) -> String {
        let (hits, possible) = self.search(name, None);
        if hits.is_empty() && possible.is_empty() {
            return name.to_owned();
        }
        let shown = replaced(name, &hits, self.rules);
        self.path.push(Step::Field(shown.clone()));
        for hit in hits.iter().chain(&possible) {
            let length = characters(name, &hit.range);
            self.findings.add_field(hit.rule, &self.path, length);
        }
        self.path.pop();
        self.is_changed |= !hits.is_empty();
        shown
    }

    /// Does something one field further.
    fn at(&mut self, name: &str, work: impl FnOnce(&mut Self)) {
        self.path.push(Step::Field(name.to_owned()));
        work(self);
        self.path.pop();
    }

    fn note(&mut self, rule: RuleId, length: usize) {
        self.findings.add_field(rule, &self.path, length);
        self.is_changed = true;
    }
}

/// True where a field of our schema holds a word of ours.
fn is_own(name: &str, value: &Value) -> bool {
    OWN_WORDS.iter().any(|(field, words)| {
        *field == name && value.as_str().is_some_and(|word| words.contains(&word))
    })
}

/// Two names with different secrets read alike afterwards; neither may vanish. `times`
/// holds how often each name was wanted.
fn free_name(
    fields: &Map<String, Value>,
    name: String,
    times: &mut BTreeMap<String, usize>,
) -> String {
    if !fields.contains_key(&name) {
        return name;
    }
    let count = times.entry(name.clone()).or_insert(1);
    loop {
        *count += 1;
        let free = format!("{name} ({count})");
        if !fields.contains_key(&free) {
            return free;
        }
    }
}

#[cfg(test)]
mod tests;
