//! The lines of a printed report, and their names in the JSON.

/// Where the value of a line stands in the JSON, and what kind it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The object of the JSON.
    pub(super) section: &'static str,
    /// The object within, for statistics.
    pub(super) inner: Option<&'static str>,
    /// The name of the field.
    pub(super) key: &'static str,
    /// How the value is printed.
    pub(super) kind: Kind,
}

/// How a value is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word or a path.
    Text,
    /// A whole number, or `None`.
    Count,
    /// A number with decimals.
    Number,
    /// A number with a sign for percent.
    Percent,
    /// A number with an exponent.
    Exponent,
}

const fn place(section: &'static str, key: &'static str, kind: Kind) -> Place {
    Place {
        section,
        inner: None,
        key,
        kind,
    }
}

/// The labels of every version tried, in lower case and without their unit.
const LABELS: [(&str, Place); 32] = [
    ("model", place("engine", "model", Kind::Text)),
    ("model path", place("engine", "model_path", Kind::Text)),
    (
        "engine directory",
        place("engine", "engine_dir", Kind::Text),
    ),
    (
        "tensorrt-llm version",
        place("engine", "version", Kind::Text),
    ),
    (
        "tensorrt llm version",
        place("engine", "version", Kind::Text),
    ),
    ("dtype", place("engine", "dtype", Kind::Text)),
    (
        "kv cache dtype",
        place("engine", "kv_cache_dtype", Kind::Text),
    ),
    ("quantization", place("engine", "quantization", Kind::Text)),
    (
        "max input length",
        place("engine", "max_input_length", Kind::Count),
    ),
    (
        "max sequence length",
        place("engine", "max_sequence_length", Kind::Count),
    ),
    ("tp size", place("world_info", "tp_size", Kind::Count)),
    ("pp size", place("world_info", "pp_size", Kind::Count)),
    ("ep size", place("world_info", "ep_size", Kind::Count)),
    (
        "max runtime batch size",
        place("world_info", "max_batch_size", Kind::Count),
    ),
    (
        "max runtime tokens",
        place("world_info", "max_num_tokens", Kind::Count),
    ),
    (
        "scheduling policy",
        place("world_info", "scheduling_policy", Kind::Text),
    ),
    (
        "kv memory percentage",
        place("world_info", "kv_cache_percentage", Kind::Percent),
    ),
    (
        "issue rate (req/sec)",
        place("world_info", "issue_rate", Kind::Exponent),
    ),
    (
        "number of requests",
        place("request_info", "num_requests", Kind::Count),
    ),
    (
        "number of concurrent requests",
        place("request_info", "avg_num_concurrent_requests", Kind::Number),
    ),
    (
        "average input length (tokens)",
        place("request_info", "avg_input_length", Kind::Number),
    ),
    (
        "average output length (tokens)",
        place("request_info", "avg_output_length", Kind::Number),
    ),
    // Output tokens alone, as the figures beside it say: requests × average output length.
    (
        "token throughput (tokens/sec)",
        place(
            "performance",
            "system_output_throughput_tok_s",
            Kind::Number,
        ),
    ),
    (
        "total output throughput (tokens/sec)",
        place(
            "performance",
            "system_output_throughput_tok_s",
            Kind::Number,
        ),
    ),
    (
        "total token throughput (tokens/sec)",
        place("performance", "system_total_throughput_tok_s", Kind::Number),
    ),
    (
        "request throughput (req/sec)",
        place("performance", "request_throughput_req_s", Kind::Number),
    ),
    (
        "total latency (ms)",
        place("performance", "total_latency_ms", Kind::Number),
    ),
    (
        "average request latency (ms)",
        place("performance", "avg_request_latency_ms", Kind::Number),
    ),
    (
        "per user output throughput [w/ ctx] (tps/user)",
        place(
            "performance",
            "output_throughput_per_user_tok_s",
            Kind::Number,
        ),
    ),
    (
        "per gpu output throughput (tps/gpu)",
        place(
            "performance",
            "output_throughput_per_gpu_tok_s",
            Kind::Number,
        ),
    ),
    ("dataset path", place("dataset", "dataset_path", Kind::Text)),
    (
        "number of sequences",
        place("dataset", "num_requests", Kind::Count),
    ),
];

/// Averages of a streaming run, which were labelled in several ways.
const STREAMING: [(&str, &str); 3] = [
    ("average time-to-first-token", "avg_ttft_ms"),
    ("average time-per-output-token", "avg_tpot_ms"),
    ("per user output speed", "token_output_speed_tok_s"),
];

/// The distributions, by the tag before each of their lines.
const TAGS: [(&str, &str, &str); 8] = [
    ("[latency]", "performance", "request_latency_percentiles_ms"),
    ("[tpot]", "streaming_metrics", "tpot_percentiles"),
    ("[ttft]", "streaming_metrics", "ttft_percentiles"),
    ("[gtps]", "streaming_metrics", "gen_tps_percentiles"),
    ("[dt]", "decoding_stats", "num_draft_tokens_percentiles"),
    (
        "[adt]",
        "decoding_stats",
        "num_accepted_draft_tokens_percentiles",
    ),
    (
        "[dar]",
        "decoding_stats",
        "draft_acceptance_rate_percentiles",
    ),
    ("[al]", "decoding_stats", "acceptance_length_percentiles"),
];

/// Statistics as they are printed, and their names.
const STATS: [(&str, &str); 7] = [
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("average", "average"),
    ("p50", "p50"),
    ("p90", "p90"),
    ("p95", "p95"),
    ("p99", "p99"),
];

/// Where a line with this label belongs; `None` for one that is not known.
pub(super) fn find(label: &str) -> Option<Place> {
    let label = label.trim().to_ascii_lowercase();
    if let Some((tag, stat)) = label.split_once(' ')
        && let Some((_, section, inner)) = TAGS.iter().find(|(known, ..)| *known == tag)
    {
        let (_, key) = STATS.iter().find(|(word, _)| *word == stat.trim())?;
        return Some(Place {
            inner: Some(inner),
            ..place(section, key, Kind::Number)
        });
    }
    if let Some((_, key)) = STREAMING.iter().find(|(start, _)| label.starts_with(start)) {
        return Some(place("streaming_metrics", key, Kind::Number));
    }
    let known = LABELS.iter().find(|(known, _)| *known == label);
    known.map(|(_, place)| *place)
}

/// The names of the rows of the table of lengths, in the JSON.
pub(super) fn length(word: &str) -> Option<&'static str> {
    Some(match word {
        "MIN" => "minimum",
        "MAX" => "maximum",
        "AVG" => "average",
        "P50" => "p50",
        "P90" => "p90",
        "P95" => "p95",
        "P99" => "p99",
        _ => return None,
    })
}

/// The columns of that table.
pub(super) const LENGTHS: [&str; 3] = ["isl_stats", "osl_stats", "seq_len_stats"];

#[cfg(test)]
mod tests {
    use super::*;

    fn path(label: &str) -> Option<String> {
        let place = find(label)?;
        let inner = place
            .inner
            .map_or(String::new(), |inner| format!(".{inner}"));
        Some(format!("{}{inner}.{}", place.section, place.key))
    }

    #[test]
    fn a_label_is_known_by_its_words_whatever_the_space_around_it() {
        assert_eq!(
            path("[Latency] P50    ").as_deref(),
            Some("performance.request_latency_percentiles_ms.p50")
        );
        assert_eq!(
            path("Average time-to-first-token [TTFT] (ms)").as_deref(),
            Some("streaming_metrics.avg_ttft_ms")
        );
        assert_eq!(
            path("TensorRT LLM Version").as_deref(),
            Some("engine.version")
        );
        assert_eq!(path("[Latency] P42"), None);
        assert_eq!(path("Colour"), None);
    }
}
