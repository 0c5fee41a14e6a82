//! The list of runs on the index page: which of them a search and its filters keep.

use crate::fragment::{self, Pairs};

/// The facts a list can be narrowed by: name in the page's `data-` attributes, short
/// key in the address, words on the page.
pub const FACETS: [Facet; 4] = [
    Facet {
        attribute: "data-model",
        key: "model",
        name: "Model",
    },
    Facet {
        attribute: "data-hardware",
        key: "hw",
        name: "Hardware",
    },
    Facet {
        attribute: "data-engine",
        key: "engine",
        name: "Engine",
    },
    Facet {
        attribute: "data-quantization",
        key: "quant",
        name: "Quantization",
    },
];

/// A fact of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facet {
    /// Attribute of a `[data-run]` element that holds it.
    pub attribute: &'static str,
    /// Its key in the address.
    pub key: &'static str,
    /// Its name on the page.
    pub name: &'static str,
}

/// A run of the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Item {
    /// Its values in the order of [`FACETS`]; empty where it has none.
    pub facets: [String; FACETS.len()],
    /// What a search looks into.
    pub text: String,
}

/// What the reader asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choice {
    /// Words, all of which must be there.
    pub search: String,
    /// The value asked for of each of [`FACETS`]; empty for any.
    pub facets: [String; FACETS.len()],
    /// Pairs of the address that are not ours, those of heatmaps on the page among them.
    rest: Pairs,
}

impl Choice {
    /// The choice in a fragment; `None` where the fragment is an anchor of the page.
    pub fn from_fragment(text: &str) -> Option<Self> {
        let mut choice = Self::default();
        for (key, value) in fragment::parse(text)? {
            let facet = FACETS.iter().position(|facet| facet.key == key);
            match facet {
                Some(facet) => choice.facets[facet] = value,
                None if key == "q" => choice.search = value,
                None => choice.rest.push((key, value)),
            }
        }
        Some(choice)
    }

    /// Takes over the pairs of a fragment that are not ours: a heatmap may have changed its
    /// own since.
    pub fn keep_others_of(&mut self, text: &str) {
        if let Some(choice) = Self::from_fragment(text) {
            self.rest = choice.rest;
        }
    }

    /// The fragment that this choice is read from; empty for the default.
    pub fn to_fragment(&self) -> String {
        let search = [("q", &self.search)];
        let facets = FACETS.iter().map(|facet| facet.key).zip(&self.facets);
        let own = search.into_iter().chain(facets);
        let mut pairs: Pairs = own
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| (key.to_owned(), value.clone()))
            .collect();
        pairs.extend(self.rest.iter().cloned());
        fragment::write(&pairs)
    }

    /// True where everything is kept.
    pub fn is_empty(&self) -> bool {
        self.search.trim().is_empty() && self.facets.iter().all(String::is_empty)
    }

    /// True where the run is kept. Letters beyond ASCII must be typed in their case:
    /// the tables that fold them weigh more than the rest of the search.
    pub fn keeps(&self, item: &Item) -> bool {
        let text = item.text.to_ascii_lowercase();
        let search = self.search.to_ascii_lowercase();
        search.split_whitespace().all(|word| text.contains(word))
            && self
                .facets
                .iter()
                .zip(&item.facets)
                .all(|(asked, has)| asked.is_empty() || asked == has)
    }
}

/// The distinct values of a facet, sorted; empty where there is nothing to choose.
pub fn options(items: &[Item], facet: usize) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for item in items {
        let value = &item.facets[facet];
        let at = values.partition_point(|known| known < value);
        if !value.is_empty() && values.get(at) != Some(value) {
            values.insert(at, value.clone());
        }
    }
    if values.len() < 2 { Vec::new() } else { values }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(model: &str, engine: &str) -> Item {
        Item {
            facets: [model, "", engine, ""].map(str::to_owned),
            text: format!("{model} {engine}"),
        }
    }

    #[test]
    fn what_others_have_in_the_address_is_theirs() {
        let mut choice = Choice::from_fragment("#q=a&r1.m=x").unwrap();
        choice.keep_others_of("#r1.m=y&q=b");
        assert_eq!(choice.to_fragment(), "#q=a&r1.m=y");
        choice.keep_others_of("#anchor");
        assert_eq!(choice.to_fragment(), "#q=a&r1.m=y");
    }

    #[test]
    fn every_word_of_a_search_must_be_there_whatever_its_case() {
        let keeps = |search: &str| {
            let choice = Choice {
                search: search.to_owned(),
                ..Choice::default()
            };
            choice.keeps(&item("Qwen3.5-2B", "vllm"))
        };
        assert!(keeps("qwen VLLM"));
        assert!(keeps("  "));
        assert!(!keeps("qwen sglang"));
    }

    #[test]
    fn a_facet_keeps_its_exact_value() {
        let choice = Choice::from_fragment("#model=Qwen3.5-2B").unwrap();
        assert!(choice.keeps(&item("Qwen3.5-2B", "vllm")));
        assert!(!choice.keeps(&item("Qwen3.5-2B-FP8", "vllm")));
    }

    #[test]
    fn a_choice_survives_a_reload_and_keeps_foreign_pairs() {
        let text = "#q=a%20b&model=M&quant=BF16&later=1";
        assert_eq!(Choice::from_fragment(text).unwrap().to_fragment(), text);
        assert_eq!(Choice::from_fragment("#content"), None);
    }

    #[test]
    fn a_facet_with_one_value_is_no_choice() {
        let items = [item("A", "vllm"), item("B", "vllm"), item("A", "")];
        assert_eq!(options(&items, 0), ["A", "B"]);
        assert!(options(&items, 2).is_empty());
    }
}
