//! The arguments of a benchmark as its client prints them, or as they were typed.
//!
//! ```text
//! Namespace(backend='vllm', num_prompts=200, request_rate=inf, lora_modules=None, …)
//! docker exec bench vllm bench serve --backend vllm --num-prompts 200 --ignore-eos
//! ```
//!
//! Both give the same names: `num_prompts`. Arguments that are `None` were not given and
//! are passed over.

use serde_json::Value;

use crate::model::Extra;

/// Programs whose arguments these are.
const PROGRAMS: [&str; 3] = ["bench serve", "benchmark_serving", "bench_serving"];

/// What a `Namespace(…)` holds.
#[derive(Debug, PartialEq)]
pub(super) enum Printed {
    /// The arguments of a client.
    Client(Extra),
    /// Those of a server, which prints them too, or nothing.
    Other,
    /// It is not closed.
    Open,
}

/// The arguments in a text with `Namespace(`.
pub(super) fn printed(text: &str) -> Printed {
    let Some((_, rest)) = text.split_once("Namespace(") else {
        return Printed::Other;
    };
    let Some((items, _)) = split(rest, ')') else {
        return Printed::Open;
    };
    let arguments: Extra = items
        .into_iter()
        .filter_map(|item| item.trim().split_once('='))
        .map(|(name, text)| (name.to_owned(), literal(text)))
        .filter(|(_, value)| !value.is_null())
        .collect();
    let is_client = ["num_prompts", "request_rate"]
        .iter()
        .any(|key| arguments.contains_key(*key));
    if is_client {
        Printed::Client(arguments)
    } else {
        Printed::Other
    }
}

/// The arguments in a command line that starts the client.
pub(super) fn typed(line: &str) -> Option<Extra> {
    let start = PROGRAMS
        .iter()
        .find_map(|program| line.find(program).map(|at| at + program.len()))?;
    let words = shlex::split(&line[start..])?;
    let mut arguments = Extra::new();
    let mut name: Option<String> = None;
    let mut is_over = false;
    for word in words {
        // `…; done` ends a loop around the command.
        let word = match word.strip_suffix(';') {
            Some(word) if !is_over => {
                is_over = true;
                word.to_owned()
            }
            _ if is_over => break,
            _ => word,
        };
        if matches!(word.as_str(), "|" | "||" | "&" | "&&" | ";" | ">" | ">>")
            || word.contains(">&")
        {
            break;
        }
        if let Some(option) = word.strip_prefix("--") {
            let (option, value) = match option.split_once('=') {
                Some((option, value)) => (option, scalar(value)),
                None => (option, Value::Bool(true)),
            };
            let option = full_name(&option.replace('-', "_"));
            arguments.insert(option.clone(), value);
            name = Some(option);
        } else if let Some(name) = &name
            && let Some(place) = arguments.get_mut(name)
        {
            *place = match place.take() {
                Value::Bool(true) => scalar(&word),
                Value::Array(mut list) => {
                    list.push(scalar(&word));
                    Value::Array(list)
                }
                one => Value::Array(vec![one, scalar(&word)]),
            };
        }
    }
    (!arguments.is_empty()).then_some(arguments)
}

/// The name of an option that older versions call otherwise, or that was typed in short.
fn full_name(option: &str) -> String {
    match option {
        "random_input" => "random_input_len",
        "random_output" => "random_output_len",
        "num_prompt" => "num_prompts",
        other => other,
    }
    .to_owned()
}

/// The parts of `text` between commas up to the closing bracket `end`, and what follows;
/// `None` where it does not close. Commas in brackets and quotes do not part.
fn split(text: &str, end: char) -> Option<(Vec<&str>, &str)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if let Some(open) = quote {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                _ if c == open => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '\'' | '"' => quote = Some(c),
            '(' | '[' | '{' | '<' => depth += 1,
            _ if depth == 0 && c == end => {
                parts.push(&text[start..at]);
                return Some((parts, &text[at + c.len_utf8()..]));
            }
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// A value as Python prints it; whatever is no scalar or list of them stays a text.
fn literal(text: &str) -> Value {
    let text = text.trim();
    match text {
        "None" => return Value::Null,
        "True" => return Value::Bool(true),
        "False" => return Value::Bool(false),
        _ => {}
    }
    if let Some(inner) = unquoted(text) {
        return Value::String(inner);
    }
    if let Some((items, "")) = text.strip_prefix('[').and_then(|rest| split(rest, ']')) {
        return items
            .into_iter()
            .filter(|item| !item.trim().is_empty())
            .map(literal)
            .collect();
    }
    scalar(text)
}

/// The text in quotes, where it is one.
fn unquoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut plain = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next().map(|escaped| match escaped {
                'n' => '\n',
                't' => '\t',
                other => other,
            })),
            _ => plain.push(c),
        }
    }
    Some(plain)
}

/// A number where it is one, else the text. `inf` stays a text: JSON has no such number.
fn scalar(text: &str) -> Value {
    if let Ok(whole) = text.parse::<i64>() {
        return whole.into();
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => number.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn client(arguments: Value) -> Printed {
        match arguments {
            Value::Object(arguments) => Printed::Client(arguments),
            _ => Printed::Other,
        }
    }

    #[test]
    fn a_printed_namespace_is_read_with_its_nested_values() {
        let line = "benchmark_args=Namespace(f=<function A.b at 0x7, x>, model='a, b)', num_prompts=3, \
                    request_rate=inf, ratio=0.5, flag=True, urls=['u', \"it's\"], \
                    buckets={(256, 256, 1): 0.5}, none=None, quote='it\\'s') and more";
        assert_eq!(
            printed(line),
            client(json!({
                "f": "<function A.b at 0x7, x>",
                "model": "a, b)",
                "num_prompts": 3,
                "request_rate": "inf",
                "ratio": 0.5,
                "flag": true,
                "urls": ["u", "it's"],
                "buckets": "{(256, 256, 1): 0.5}",
                "quote": "it's",
            }))
        );
    }

    #[test]
    fn the_namespace_of_a_server_and_one_that_breaks_off_are_no_arguments() {
        let server = "args: Namespace(model='a', tensor_parallel_size=2)";
        assert_eq!(printed(server), Printed::Other);
        assert_eq!(printed("Namespace(num_prompts=3, model='a"), Printed::Open);
        assert_eq!(printed("Namespace(num_prompts=3, b=[1, 2"), Printed::Open);
    }

    #[test]
    fn a_typed_command_gives_the_same_names() {
        let line = "+ docker run x vllm bench serve --model 'a b' --num-prompts 3 --ignore-eos \
                    --request-rate=inf --lora-modules x y --seed 1 2>&1 | tee --append log";
        assert_eq!(
            typed(line).map(Value::Object),
            Some(json!({
                "model": "a b",
                "num_prompts": 3,
                "ignore_eos": true,
                "request_rate": "inf",
                "lora_modules": ["x", "y"],
                "seed": 1,
            }))
        );
        assert_eq!(typed("vllm serve org/model --port 8000"), None);
        let line = "do python -m sglang.bench_serving --random-input 7 --max-concurrency $c; done";
        assert_eq!(
            typed(line).map(Value::Object),
            Some(json!({"random_input_len": 7, "max_concurrency": "$c"}))
        );
    }
}
