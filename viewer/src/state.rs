//! What the reader chose, and how that is written into the address.
//!
//! Only what differs from the default is written, under short keys:
//!
//! ```text
//! m    metric                 m=ttft_ms.median
//! s    colour scale           s=linear
//! x    axes swapped           x=1
//! v    coloured table         v=table
//! z    values of the other    z=i:512,o:128
//!      axes that are shown
//! sel  selected cell, row     sel=8192,128
//!      and column before any
//!      swap
//!      These are about the first matrix of the page. Those of any other begin with
//!      its family: prefill.m=ttft_ms.median
//! f    phases to keep         f=prefill,decode
//! st   statuses to keep       st=valid
//! c i o n r b                 c=8192,16384
//!      values to keep of an
//!      axis, see `axis_key`
//! t    sorted by, `-` for     t=-output_tps
//!      descending
//! ```
//!
//! Where a document shows several runs, each key begins with that of its run:
//! `r2.m=ttft_ms.median`, `r2.prefill.x=1`.
//!
//! A key or value that means nothing is ignored, and a key that is not ours is kept:
//! an address made by a newer version still opens, and survives.

use speedsheet_core::chart::ScaleKind;
use speedsheet_core::model::{Axis, Family, MetricKey, Status};
use speedsheet_core::query::Filter;

use crate::fragment::{self, Pairs};
use crate::sort::Sort;

/// The state of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Family of the first matrix of the page, whose keys need not name it.
    first: Family,
    /// What the keys of this run begin with; empty where it has the page to itself.
    prefix: String,
    /// The state of each matrix, by family.
    cards: [CardView; Family::ALL.len()],
    /// Measurements to keep.
    pub filter: Filter,
    /// Order of the table; `None` for that of the source.
    pub sort: Option<Sort>,
    /// Pairs of the address that are not ours, those of other runs among them.
    rest: Pairs,
}

/// The state of one matrix.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CardView {
    /// Metric of the matrix; `None` for the default one.
    pub metric: Option<MetricKey>,
    /// How values are spread over the colours.
    pub scale: ScaleKind,
    /// True where rows and columns have changed places.
    pub swapped: bool,
    /// True where the coloured table is shown in the place of the canvas.
    pub table: bool,
    /// Values of the selected cell on the row axis and on the column axis, before any swap.
    pub selected: Option<(f64, f64)>,
    /// Values that are shown of axes beside those of the matrix.
    pub slice: Vec<(Axis, f64)>,
}

impl View {
    /// The default state of a page whose first matrix is of the family `first`.
    pub fn new(first: Family) -> Self {
        Self::among_others(first, String::new())
    }

    /// The same where the keys of the run begin with `prefix`.
    pub fn among_others(first: Family, prefix: String) -> Self {
        Self {
            first,
            prefix,
            cards: Default::default(),
            filter: Filter::default(),
            sort: None,
            rest: Pairs::new(),
        }
    }

    /// The state of the same run in a fragment; `None` where the fragment is an anchor of
    /// the page.
    pub fn in_fragment(&self, text: &str) -> Option<Self> {
        let mut view = Self::among_others(self.first, self.prefix.clone());
        for (key, value) in fragment::parse(text)? {
            let is_ours = key
                .strip_prefix(self.prefix.as_str())
                .is_some_and(|own| view.read(own, &value));
            if !is_ours {
                view.rest.push((key, value));
            }
        }
        Some(view)
    }

    /// Takes over the pairs of a fragment that are not ours: another run may have changed
    /// its own since.
    pub fn keep_others_of(&mut self, text: &str) {
        if let Some(view) = self.in_fragment(text) {
            self.rest = view.rest;
        }
    }

    /// The state of the matrix of a family.
    pub fn card(&self, family: Family) -> &CardView {
        &self.cards[family as usize]
    }

    /// The same to be changed.
    pub fn card_mut(&mut self, family: Family) -> &mut CardView {
        &mut self.cards[family as usize]
    }

    /// Takes over a pair of the address, its prefix left out; false where its key means
    /// nothing.
    fn read(&mut self, key: &str, value: &str) -> bool {
        let family = |key: &str| Family::ALL.into_iter().find(|family| family.key() == key);
        let of_card = match key.split_once('.') {
            Some((name, key)) => family(name).map(|family| (family, key)),
            None => Some((self.first, key)),
        };
        if let Some((family, key)) = of_card
            && self.card_mut(family).read(key, value)
        {
            return true;
        }
        match key {
            "f" => self.filter.families = list(value, family),
            "st" => self.filter.statuses = list(value, Status::from_key),
            "t" => self.sort = Sort::parse(value),
            _ => match axis_of(key) {
                Some(axis) => *values_mut(&mut self.filter, axis) = list(value, number),
                None => return false,
            },
        }
        true
    }

    /// The fragment that this state is read from; empty for the default.
    pub fn to_fragment(&self) -> String {
        let mut pairs = Pairs::new();
        let mut put = |key: String, value: String| {
            if !value.is_empty() {
                pairs.push((format!("{}{key}", self.prefix), value));
            }
        };
        for family in Family::ALL {
            for (key, value) in self.card(family).pairs() {
                let key = match family == self.first {
                    true => key.to_owned(),
                    false => format!("{}.{key}", family.key()),
                };
                put(key, value);
            }
        }
        let families = self.filter.families.iter().map(|family| family.key());
        put("f".to_owned(), join(families));
        let statuses = self.filter.statuses.iter().map(|status| status.key());
        put("st".to_owned(), join(statuses));
        for axis in Axis::ALL {
            let values = values(&self.filter, axis).iter().copied();
            put(axis_key(axis).to_owned(), join(values.map(written)));
        }
        put("t".to_owned(), text(self.sort));
        pairs.extend(self.rest.iter().cloned());
        fragment::write(&pairs)
    }
}

impl CardView {
    /// Takes over a pair of the address; false where its key is not of a matrix.
    fn read(&mut self, key: &str, value: &str) -> bool {
        match key {
            "m" => self.metric = MetricKey::parse(value),
            "s" => {
                self.scale = match value {
                    "linear" => ScaleKind::Linear,
                    _ => ScaleKind::default(),
                }
            }
            "x" => self.swapped = value == "1",
            "v" => self.table = value == "table",
            "z" => {
                self.slice = list(value, |pair| {
                    let (axis, value) = pair.split_once(':')?;
                    Some((axis_of(axis)?, number(value)?))
                });
            }
            "sel" => {
                self.selected = match list(value, number)[..] {
                    [row, column] => Some((row, column)),
                    _ => None,
                }
            }
            _ => return false,
        }
        true
    }

    /// The pairs that this state is read from; values are empty where it is the default.
    fn pairs(&self) -> [(&'static str, String); 6] {
        let when = |holds: bool, text: &str| match holds {
            true => text.to_owned(),
            false => String::new(),
        };
        let slice = self.slice.iter();
        let slice = slice.map(|&(axis, value)| format!("{}:{}", axis_key(axis), written(value)));
        let selected = self.selected.into_iter();
        let selected = selected.flat_map(|(row, column)| [row, column].map(written));
        [
            ("m", text(self.metric)),
            ("s", when(self.scale == ScaleKind::Linear, "linear")),
            ("x", when(self.swapped, "1")),
            ("v", when(self.table, "table")),
            ("z", join(slice)),
            ("sel", join(selected)),
        ]
    }
}

fn axis_of(key: &str) -> Option<Axis> {
    Axis::ALL.into_iter().find(|&axis| axis_key(axis) == key)
}

/// The values that a filter keeps of an axis; empty for all.
pub fn values(filter: &Filter, axis: Axis) -> &[f64] {
    filter
        .values
        .iter()
        .find(|(known, _)| *known == axis)
        .map_or(&[], |(_, values)| values)
}

/// The same to be changed. An axis without values is as good as none.
pub fn values_mut(filter: &mut Filter, axis: Axis) -> &mut Vec<f64> {
    let position = filter.values.iter().position(|(known, _)| *known == axis);
    let position = position.unwrap_or_else(|| {
        filter.values.push((axis, Vec::new()));
        filter.values.len() - 1
    });
    &mut filter.values[position].1
}

/// The short key of an axis.
fn axis_key(axis: Axis) -> &'static str {
    match axis {
        Axis::Context => "c",
        Axis::InputTokens => "i",
        Axis::OutputTokens => "o",
        Axis::Concurrency => "n",
        Axis::RequestRate => "r",
        Axis::BatchSize => "b",
    }
}

/// The parts of a list between commas that mean something, each once.
fn list<T: PartialEq>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let mut found = Vec::new();
    for part in text.split(',').filter_map(parse) {
        if !found.contains(&part) {
            found.push(part);
        }
    }
    found
}

/// A value of an axis: digits, and after a point a few more. The parser of the standard
/// library brings tables that weigh 15 kB in WASM; this division is exact for numbers of
/// up to 15 digits, and an axis has no others.
fn number(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let plain = !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || digits.len() > 15 {
        return None;
    }
    let digits: u64 = digits.parse().ok()?;
    Some(digits as f64 / 10u64.pow(fraction.len() as u32) as f64)
}

/// The text that [`number`] reads the value from.
fn written(value: f64) -> String {
    (0..=9u32)
        .map(|decimals| {
            (
                decimals as usize,
                (value * 10f64.powi(decimals as i32)).round(),
            )
        })
        .find(|&(decimals, scaled)| scaled / 10u64.pow(decimals as u32) as f64 == value)
        .map_or_else(String::new, |(decimals, scaled)| {
            let digits = format!("{:0>1$}", scaled as u64, decimals + 1);
            let (whole, fraction) = digits.split_at(digits.len() - decimals);
            let point = if decimals > 0 { "." } else { "" };
            format!("{whole}{point}{fraction}")
        })
}

fn join(parts: impl IntoIterator<Item = impl ToString>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(",")
}

fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use speedsheet_core::model::{Metric, Stat};

    fn read(text: &str) -> Option<View> {
        View::new(Family::Decode).in_fragment(text)
    }

    fn round_trip(text: &str) -> String {
        read(text).unwrap().to_fragment()
    }

    #[test]
    fn the_default_view_has_an_empty_fragment() {
        let default = View::new(Family::Decode);
        assert_eq!(default.to_fragment(), "");
        assert_eq!(read(""), Some(default));
    }

    #[test]
    fn every_choice_survives_a_reload() {
        let text = "#m=ttft_ms.p99&s=linear&x=1&v=table&z=i:512,r:0.5&sel=8192,128\
                    &f=prefill,decode&st=valid,queued&c=8192,257024&n=1&r=0.5&t=-output_tps";
        assert_eq!(round_trip(text), text);
        let view = read(text).unwrap();
        let card = view.card(Family::Decode);
        assert_eq!(
            card.metric,
            Some(MetricKey::stat(Metric::TtftMs, Stat::P99))
        );
        assert_eq!(card.selected, Some((8192.0, 128.0)));
        assert_eq!(
            card.slice,
            [(Axis::InputTokens, 512.0), (Axis::RequestRate, 0.5)]
        );
        let filter = &view.filter;
        let of_axes: usize = filter.values.iter().map(|(_, values)| values.len()).sum();
        assert_eq!(filter.families.len() + filter.statuses.len() + of_axes, 8);
    }

    #[test]
    fn what_means_nothing_is_ignored_and_what_is_not_ours_is_kept() {
        let text = "#m=speed&s=cubic&x=yes&f=dream&c=many,NaN,inf&sel=1&t=&later=7";
        assert_eq!(round_trip(text), "#later=7");
    }

    #[test]
    fn values_of_axes_are_written_as_they_are_read() {
        for value in [0.0, 1.0, 257_024.0, 0.5, 0.1, 12.25, 0.003, 1e9] {
            assert_eq!(number(&written(value)), Some(value), "{}", written(value));
        }
        assert_eq!(written(0.05), "0.05");
        assert_eq!(number("1e5"), None);
        assert_eq!(number("-1"), None);
        assert_eq!(number("."), None);
    }

    #[test]
    fn keys_of_further_matrices_name_their_family() {
        let text = "#prefill.m=prompt_tps&prefill.x=1&s=linear";
        assert_eq!(round_trip(text), text);
        let view = read(text).unwrap();
        assert!(view.card(Family::Prefill).swapped);
        assert!(!view.card(Family::Decode).swapped);
        assert_eq!(view.card(Family::Decode).scale, ScaleKind::Linear);
        // On a page whose first matrix is that of prefill it need not be named.
        let same = View::new(Family::Prefill)
            .in_fragment("#prefill.x=1")
            .unwrap();
        assert_eq!(same.to_fragment(), "#x=1");
        assert_eq!(round_trip("#dream.m=1"), "#dream.m=1");
    }

    #[test]
    fn each_of_several_runs_has_keys_of_its_own_and_keeps_those_of_others() {
        let of_run = |prefix: &str| View::among_others(Family::Decode, prefix.to_owned());
        let text = "#r1.m=ttft_ms.p99&r10.x=1&r1.prefill.x=1&r1.later=7&m=itl_ms.p50";
        let mut view = of_run("r1.").in_fragment(text).unwrap();
        assert!(view.card(Family::Decode).metric.is_some());
        assert!(view.card(Family::Prefill).swapped);
        assert!(!view.card(Family::Decode).swapped);
        assert!(
            of_run("r10.")
                .in_fragment(text)
                .unwrap()
                .card(Family::Decode)
                .swapped
        );

        view.card_mut(Family::Decode).metric = None;
        view.keep_others_of("#r10.x=1&r10.st=valid");
        assert_eq!(view.to_fragment(), "#r1.prefill.x=1&r10.x=1&r10.st=valid");
        // An anchor took the place of the state in the address, not its place here.
        view.keep_others_of("#r10");
        assert_eq!(view.to_fragment(), "#r1.prefill.x=1&r10.x=1&r10.st=valid");
    }

    #[test]
    fn an_anchor_is_not_a_view() {
        assert_eq!(read("#launch-command"), None);
    }

    #[test]
    fn an_axis_whose_last_value_was_removed_is_not_written() {
        let mut view = View::new(Family::Decode);
        values_mut(&mut view.filter, Axis::Context).push(8192.0);
        values_mut(&mut view.filter, Axis::Context).clear();
        assert_eq!(view.to_fragment(), "");
        assert!(view.filter.is_empty());
    }
}
