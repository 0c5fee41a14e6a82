//! The load that was asked for: rate or concurrency, and lengths of prompts and outputs.

use serde_json::Value;

use crate::formats::Level;
use crate::formats::reading::Fields;
use crate::model::Axes;

/// Sets rate or concurrency from the strategy of a benchmark.
///
/// ```text
/// { "type_": "constant", "rate": 10.0, … }      poisson alike
/// { "type_": "concurrent", "streams": 8 }
/// { "type_": "synchronous" }                    one request after the other
/// { "type_": "throughput", "max_concurrency": 512 }
/// ```
///
/// The other strategies have a `max_concurrency` too, the number of workers at hand.
pub(super) fn take_strategy(fields: &mut Fields, axes: &mut Axes) {
    let asked = fields
        .get("profile")
        .and_then(|profile| profile.get("max_concurrency"))
        .and_then(Value::as_u64);
    fields.within("strategy", |strategy| {
        let kind = strategy.get("type_").or(strategy.get("kind"));
        match kind.and_then(Value::as_str) {
            Some("synchronous") => axes.concurrency = Some(1),
            Some("concurrent") => axes.concurrency = strategy.take_count("streams"),
            Some("throughput") => axes.concurrency = asked,
            Some("constant" | "poisson" | "async") => {
                axes.request_rate = strategy.take_positive("rate");
            }
            other => {
                let found = other.unwrap_or("none");
                let message = format!(
                    "expected the strategy synchronous, concurrent, throughput, constant or poisson, found {found}; its load is not known"
                );
                strategy.report("type_", Level::Warning, "unknown_strategy", message);
            }
        }
    });
}

/// Tokens per request that were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Lengths {
    pub(super) input: Option<u64>,
    pub(super) output: Option<u64>,
}

/// The lengths in the description of synthetic data: an object, a list of one, or a text
/// such as `prompt_tokens=256,output_tokens=128`. `None` for other data.
pub(super) fn lengths(data: &Value) -> Option<Lengths> {
    let found = match data {
        Value::Object(object) => {
            let count = |key: &str| object.get(key).and_then(Value::as_u64);
            Lengths {
                input: count("prompt_tokens"),
                output: count("output_tokens"),
            }
        }
        Value::Array(list) if list.len() == 1 => return lengths(&list[0]),
        Value::String(text) if text.trim_start().starts_with('{') => {
            return lengths(&serde_json::from_str::<Value>(text).ok()?);
        }
        Value::String(text) => {
            let count = |name: &str| {
                let mut pairs = text.split(',').filter_map(|pair| pair.split_once('='));
                let (_, number) = pairs.find(|(key, _)| key.trim() == name)?;
                number.trim().parse().ok()
            };
            Lengths {
                input: count("prompt_tokens"),
                output: count("output_tokens"),
            }
        }
        _ => return None,
    };
    (found != Lengths::default()).then_some(found)
}

/// True for a text that says both lengths and nothing else.
pub(super) fn is_lengths_alone(data: &Value) -> bool {
    let Some(text) = data.as_str() else {
        return false;
    };
    text.split(',').all(|pair| {
        pair.split_once('=')
            .is_some_and(|(name, _)| matches!(name.trim(), "prompt_tokens" | "output_tokens"))
    })
}

/// Takes the lengths from a list of one description, in which they are then no more.
pub(super) fn take_lengths(spec: &mut Fields) -> Option<Lengths> {
    let found = lengths(spec.get("data")?)?;
    let mut list = spec.take_list("data")?;
    if let [Value::Object(one)] = &mut list[..] {
        for (key, length) in [
            ("prompt_tokens", found.input),
            ("output_tokens", found.output),
        ] {
            if length.is_some() {
                one.remove(key);
            }
        }
    }
    spec.put("data", list.into());
    Some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn axes(args: Value) -> (Axes, usize) {
        let Value::Object(object) = args else {
            panic!("not an object");
        };
        let mut fields = Fields::new(object, "$");
        let mut axes = Axes::default();
        take_strategy(&mut fields, &mut axes);
        let mut diagnostics = Vec::new();
        fields.finish(&mut diagnostics);
        (axes, diagnostics.len())
    }

    #[test]
    fn every_strategy_sets_what_it_asks_for() {
        let strategy = |strategy: Value| axes(json!({"strategy": strategy})).0;
        let constant = json!({"type_": "constant", "rate": 2.5, "max_concurrency": 10240});
        assert_eq!(strategy(constant.clone()).request_rate, Some(2.5));
        assert_eq!(strategy(constant).concurrency, None);
        assert_eq!(
            strategy(json!({"type_": "concurrent", "streams": 8})).concurrency,
            Some(8)
        );
        assert_eq!(
            strategy(json!({"type_": "synchronous"})).concurrency,
            Some(1)
        );
        let throughput = json!({
            "strategy": {"type_": "throughput", "max_concurrency": 10240},
            "profile": {"max_concurrency": 64},
        });
        assert_eq!(axes(throughput).0.concurrency, Some(64));
        let (none, findings) = axes(json!({"strategy": {"type_": "waves"}}));
        assert_eq!((none, findings), (Axes::default(), 1));
    }

    #[test]
    fn lengths_are_read_from_a_text_an_object_or_a_list_of_one() {
        let expected = Some(Lengths {
            input: Some(256),
            output: Some(128),
        });
        for data in [
            json!("prompt_tokens=256, output_tokens=128"),
            json!({"prompt_tokens": 256, "output_tokens": 128}),
            json!([{"prompt_tokens": 256, "output_tokens": 128}]),
            json!("{\"prompt_tokens\": 256, \"output_tokens\": 128}"),
        ] {
            assert_eq!(lengths(&data), expected, "{data}");
        }
        for data in [json!("/data/prompts.txt"), json!([{}, {}]), json!(null)] {
            assert_eq!(lengths(&data), None, "{data}");
        }
    }
}
