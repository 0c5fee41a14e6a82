//! Which type each known field has, and what to say where it has another.

use serde_json::{Map, Value};

use super::fields::whole;
use crate::formats::{Diagnostic, Level};

/// The type of a known field. Null is always allowed: it means "not known".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number that is not negative.
    Number,
    /// Any number; negative ones have a meaning of their own.
    Signed,
    /// A whole number that is not negative.
    Count,
    Text,
    Flag,
    List,
    /// A list of whole numbers.
    Counts,
    Object,
}

use Kind::{Count, Counts, Flag, List, Number, Object, Signed, Text};

/// Fields of a cell that are numbers with a statistic behind: `ttft_p50`.
const DISTRIBUTIONS: [&str; 9] = [
    "chunk_inter_token_latency",
    "e2e_output_tps_per_user",
    "input_seq_len",
    "inter_token_latency",
    "output_seq_len",
    "output_tps_per_user",
    "request_latency",
    "time_to_second_token",
    "ttft",
];

/// Fields of `results[]` and `burst_results[]` of every version.
const CELL: [(&str, Kind); 53] = [
    ("accept_norm_ref_len", Number),
    ("accept_norm_tps", Number),
    ("aggregate_source", Text),
    ("aggregate_tps", Signed),
    ("avg_queue_reqs", Number),
    ("avg_running_reqs", Number),
    ("benchmark_mode", Text),
    ("capacity_limited", Flag),
    ("client_output_tokens", Count),
    ("completed_request_count", Count),
    ("concurrency", Count),
    ("context_tokens", Count),
    ("effective_concurrency", Number),
    ("failure_reason", Text),
    ("hardware_summary", Object),
    ("loop_detected", Flag),
    ("loop_detection_enabled", Flag),
    ("loop_diagnostics", List),
    ("loop_diagnostics_omitted", Count),
    ("max_queue_reqs", Number),
    ("max_running_reqs", Number),
    ("measurement_seconds", Number),
    ("measurement_wall_seconds", Number),
    ("num_completed", Count),
    ("num_errors", Count),
    ("per_request_avg_tps", Signed),
    ("queue_fraction", Number),
    ("ready_reason", Text),
    ("request_count", Count),
    ("request_count_target", Count),
    ("request_samples", List),
    ("server_accept_len_effective", Number),
    ("server_engine_steps", Number),
    ("server_gen_throughput", Signed),
    ("server_output_tokens", Count),
    ("server_spec_accept_length", Number),
    ("server_spec_accept_rate", Number),
    ("server_spec_accepted_tokens", Count),
    ("server_spec_draft_tokens", Count),
    ("server_spec_drafts", Count),
    ("server_spec_pos_accept", List),
    ("server_steps_per_s", Number),
    ("server_utilization", Number),
    ("timeout_reason", Text),
    ("total_tokens", Count),
    ("underfilled", Flag),
    ("wall_time", Number),
    ("warmup_duration", Number),
    ("warmup_request_count", Count),
    ("warmup_timed_out", Flag),
    ("decode_route", Text),
    ("forced_token_id", Count),
    ("forced_token_logit_bias", Signed),
];

const METADATA: [(&str, Kind); 44] = [
    ("amd_fabric_status", Text),
    ("burst_e2e_status", Text),
    ("burst_request_count", Count),
    ("burst_requests_per_concurrency", Count),
    ("burst_warmup_request_count", Count),
    ("cell_warmup_timeout_policy", Text),
    ("cell_warmup_timeout_seconds", Number),
    ("concurrency_levels", Counts),
    ("context_lengths", Counts),
    ("dcp_size", Count),
    ("decode_mode", Text),
    ("decode_route", Text),
    ("decode_warmup_concurrency", Count),
    ("decode_warmup_context", Count),
    ("decode_warmup_loop_diagnostics", List),
    ("decode_warmup_seconds", Number),
    ("duration_per_test", Number),
    ("engine", Text),
    ("forced_token_id", Count),
    ("forced_token_logit_bias", Signed),
    ("ignore_eos", Flag),
    ("loop_detection", Object),
    ("max_tokens", Count),
    ("max_total_tokens", Count),
    ("metrics_available", Flag),
    ("metrics_warning", Text),
    ("mode", Text),
    ("model", Text),
    ("nvidia_p2p_override_effective", Flag),
    ("p2pmark_status", Text),
    ("prefill_mode", Text),
    ("prefill_only", Flag),
    ("primary_decode_layer", Text),
    ("request_count", Count),
    ("run_burst", Flag),
    ("server", Text),
    ("show_capacity_limited_values", Flag),
    ("skip_prefill", Flag),
    ("standalone_prefill", Flag),
    ("startup_diagnostics_available", Flag),
    ("temperature", Signed),
    ("timestamp", Text),
    ("version", Text),
    ("warmup_request_count", Count),
];

const PREFILL: [(&str, Kind); 10] = [
    ("client_tok_per_sec", Number),
    ("client_ttft_seconds", Number),
    ("hardware_summary", Object),
    ("method", Text),
    ("prefill_seconds", Number),
    ("prompt_tokens", Count),
    ("samples", Count),
    ("server_validation", Object),
    ("tok_per_sec", Number),
    ("ttft_seconds", Number),
];

const TOP: [(&str, Kind); 14] = [
    ("amd_fabric", Object),
    ("burst_results", List),
    ("burst_summary_table", Object),
    ("event_log", List),
    ("hardware_run_summary", Object),
    ("metadata", Object),
    ("methodology", Object),
    ("nvidia_p2p_override", Object),
    ("p2pmark", Object),
    ("prefill", Object),
    ("prefill_results", Object),
    ("results", List),
    ("startup_diagnostics", Object),
    ("summary_table", Object),
];

pub(super) fn of_cell(key: &str) -> Option<Kind> {
    let is_statistic = || {
        let (name, statistic) = key.rsplit_once('_')?;
        (DISTRIBUTIONS.contains(&name) && ["avg", "p50", "p90", "p99"].contains(&statistic))
            .then_some(Number)
    };
    find(&CELL, key).or_else(is_statistic)
}

pub(super) fn of_metadata(key: &str) -> Option<Kind> {
    find(&METADATA, key)
}

pub(super) fn of_prefill(key: &str) -> Option<Kind> {
    find(&PREFILL, key)
}

pub(super) fn of_top(key: &str) -> Option<Kind> {
    find(&TOP, key)
}

fn find(table: &[(&str, Kind)], key: &str) -> Option<Kind> {
    table
        .iter()
        .find(|(known, _)| *known == key)
        .map(|&(_, kind)| kind)
}

/// Reports every field of `object` whose type is not the one of its name.
/// Fields of names that are not known may be of any type.
pub(super) fn check(
    object: &Map<String, Value>,
    path: &str,
    kind_of: fn(&str) -> Option<Kind>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (key, value) in object {
        if let Some(kind) = kind_of(key).filter(|kind| !kind.accepts(value)) {
            diagnostics.push(unexpected(&join(path, key), value, kind.name()));
        }
    }
}

/// The finding that a value is not what belongs there.
pub(super) fn unexpected(path: &str, found: &Value, expected: &str) -> Diagnostic {
    let message = format!("expected {expected}, found {}", describe(found));
    Diagnostic::new(Level::Warning, "unexpected_type", message)
        .at_path(path)
        .with_help(
            "the value is kept with the fields that have no typed place and used for nothing else",
        )
}

/// The JSONPath of a member.
pub(super) fn join(path: &str, key: &str) -> String {
    let is_plain = !key.is_empty()
        && !key.starts_with(|c: char| c.is_ascii_digit())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain {
        format!("{path}.{key}")
    } else {
        let escaped = key.replace('\\', "\\\\").replace('\'', "\\'");
        format!("{path}['{escaped}']")
    }
}

/// A value as a message shows it, cut where it is long.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let shown: String = text.chars().take(40).collect();
            let more = if shown.len() < text.len() { "…" } else { "" };
            format!("the text {shown:?}{more}")
        }
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(object) => format!("an object of {} fields", object.len()),
    }
}

impl Kind {
    fn accepts(self, value: &Value) -> bool {
        let not_negative = |value: &Value| value.as_f64().is_some_and(|number| number >= 0.0);
        value.is_null()
            || match self {
                Number => not_negative(value),
                Signed => value.is_number(),
                Count => whole(value).is_some(),
                Text => value.is_string(),
                Flag => value.is_boolean(),
                List => value.is_array(),
                Counts => value
                    .as_array()
                    .is_some_and(|list| list.iter().all(|item| whole(item).is_some())),
                Object => value.is_object(),
            }
    }

    fn name(self) -> &'static str {
        match self {
            Number => "a number that is not negative",
            Signed => "a number",
            Count => "a whole number that is not negative",
            Text => "a text",
            Flag => "true or false",
            List => "a list",
            Counts => "a list of whole numbers",
            Object => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::Location;

    #[test]
    fn a_wrong_type_is_named_with_path_found_and_expected() {
        let cell =
            json!({"ttft_p50": "fast", "num_errors": 1.5, "future_field": [1], "wall_time": null});
        let mut diagnostics = Vec::new();
        check(
            cell.as_object().unwrap(),
            "$.results[3]",
            of_cell,
            &mut diagnostics,
        );
        let said: Vec<String> = diagnostics
            .iter()
            .map(|diagnostic| match &diagnostic.location {
                Location::Json { path } => format!("{path}: {}", diagnostic.message),
                _ => panic!("no path"),
            })
            .collect();
        assert_eq!(
            said,
            [
                "$.results[3].num_errors: expected a whole number that is not negative, found 1.5",
                "$.results[3].ttft_p50: expected a number that is not negative, found the text \"fast\"",
            ]
        );
    }

    #[test]
    fn a_path_quotes_keys_that_are_not_names() {
        assert_eq!(join("$.prefill", "8192"), "$.prefill['8192']");
        assert_eq!(join("$", "it's"), r"$['it\'s']");
    }
}
