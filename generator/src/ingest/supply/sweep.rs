//! The folders of a vLLM sweep: `SERVE--tensor_parallel_size=4-BENCH--max_concurrency=8`.
//!
//! The names of the parameters hold no dash, so a dash starts the next one exactly where
//! a name and `=` follow; any other dash belongs to the value before it.

use crate::config::Field;

/// The values that the name of a folder or file carries, as texts; `None` for a name
/// of another kind.
pub(in crate::ingest) fn values(name: &str) -> Option<Vec<(Field, String)>> {
    let (serve, bench) = match (name.strip_prefix("SERVE--"), name.strip_prefix("BENCH--")) {
        (Some(rest), _) => rest.split_once("-BENCH--").unwrap_or((rest, "")),
        (None, Some(bench)) => ("", bench),
        (None, None) => return None,
    };
    let mut found: Vec<(Field, String)> = Vec::new();
    for (key, value) in [serve, bench].into_iter().flat_map(pairs) {
        let field = match key {
            "max_concurrency" => "axes.concurrency".to_owned(),
            "request_rate" => "axes.request_rate".to_owned(),
            key => format!("settings.extra.{key}"),
        };
        // An unlimited rate is recorded by its absence.
        let is_unlimited = key == "request_rate" && value == "inf";
        if let Ok(field) = Field::parse(&field)
            && !is_unlimited
            && !found.iter().any(|(known, _)| *known == field)
        {
            found.push((field, value));
        }
    }
    Some(found)
}

/// `a=1-b=x-y` as `(a, 1)` and `(b, x-y)`.
fn pairs(text: &str) -> Vec<(&str, String)> {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for part in text.split('-') {
        match (part.split_once('='), pairs.last_mut()) {
            (Some((key, value)), _) if !key.is_empty() => pairs.push((key, value.to_owned())),
            (_, Some((_, value))) => {
                value.push('-');
                value.push_str(part);
            }
            (_, None) => {}
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(name: &str) -> Option<Vec<(String, String)>> {
        let values = values(name)?.into_iter();
        Some(
            values
                .map(|(field, value)| (field.name().to_owned(), value))
                .collect(),
        )
    }

    fn pair(field: &str, text: &str) -> (String, String) {
        (field.to_owned(), text.to_owned())
    }

    #[test]
    fn a_folder_carries_the_parameters_of_server_and_benchmark() {
        assert_eq!(
            texts("SERVE--max_num_seqs=32-dtype=auto-BENCH--max_concurrency=8-request_rate=0.5"),
            Some(vec![
                pair("settings.extra.max_num_seqs", "32"),
                pair("settings.extra.dtype", "auto"),
                pair("axes.concurrency", "8"),
                pair("axes.request_rate", "0.5"),
            ])
        );
        assert_eq!(
            texts("BENCH--random_input_len=128"),
            Some(vec![pair("settings.extra.random_input_len", "128")])
        );
        assert_eq!(texts("SERVE---BENCH--"), Some(vec![]));
        assert_eq!(texts("results"), None);
    }

    #[test]
    fn a_dash_that_starts_no_parameter_belongs_to_the_value() {
        assert_eq!(
            texts("SERVE--model=Qwen3-8B-seed=-1-BENCH--num_prompts=5"),
            Some(vec![
                pair("settings.extra.model", "Qwen3-8B"),
                pair("settings.extra.seed", "-1"),
                pair("settings.extra.num_prompts", "5"),
            ])
        );
    }

    #[test]
    fn an_unlimited_rate_is_no_number() {
        assert_eq!(texts("BENCH--request_rate=inf"), Some(vec![]));
    }
}
