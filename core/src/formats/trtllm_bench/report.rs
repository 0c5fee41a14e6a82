//! A report, from its JSON or from what was printed, as a run.

use std::collections::BTreeMap;

use serde_json::Value;

use super::PARSER_VERSION;
use crate::formats::Level;
use crate::formats::printed::Printed;
use crate::formats::reading::{Fields, s_from_ms, set_model, title};
use crate::model::{
    Axes, Extra, Family, Measurement, Metric, MetricKey, Precision, Run, Stat, Status,
};

/// The numbers of a printed report, by their path in the JSON: `performance.total_latency_ms`.
pub(super) type Numbers = BTreeMap<String, Printed>;

/// Statistics by the tool's words.
const STATS: [(Stat, &str); 7] = [
    (Stat::Mean, "average"),
    (Stat::Median, "p50"),
    (Stat::P90, "p90"),
    (Stat::P95, "p95"),
    (Stat::P99, "p99"),
    (Stat::Min, "minimum"),
    (Stat::Max, "maximum"),
];

/// Makes a run of a report; what has no place stays in `fields`.
pub(super) fn read(fields: &mut Fields, numbers: &Numbers) -> Run {
    let mut run = Run::default();
    run.source.tool = Some("trtllm-bench".to_owned());
    run.source.parser_version = PARSER_VERSION;
    run.engine.name = Some("TensorRT-LLM".to_owned());
    let mut one = Measurement::new(Family::Serve, Axes::default());
    engine(fields, &mut run);
    machine(fields, &mut run);
    world(fields, &mut run, &mut one);
    let mut point = Point {
        one: &mut one,
        numbers,
    };
    point.requests(fields);
    point.performance(fields);
    point.streaming(fields);
    point.decoding(fields);
    point.status(fields);
    dataset(fields, &mut run, &mut one);
    run.measurements = vec![one];
    run.title = title(&run, "trtllm-bench run");
    run
}

fn engine(fields: &mut Fields, run: &mut Run) {
    let Some(object) = fields.take_object("engine") else {
        return;
    };
    let mut engine = Fields::new(object, fields.path_of("engine"));
    engine.expect(&[
        "model",
        "version",
        "backend",
        "dtype",
        "kv_cache_dtype",
        "quantization",
    ]);
    if let Some(model) = engine.take_text("model") {
        set_model(&mut run.model, &model);
    }
    run.engine.version = engine.take_text("version");
    run.source.tool_version.clone_from(&run.engine.version);
    run.engine.backend = engine.take_text("backend");
    // A model without quantization has the number format of its computations.
    run.model.quantization = match engine.get("quantization").and_then(Value::as_str) {
        Some("None") => None,
        _ => engine.take_text("quantization"),
    };
    run.engine.extra = engine.finish(fields.findings_mut());
}

fn machine(fields: &mut Fields, run: &mut Run) {
    let Some(object) = fields.take_object("machine") else {
        return;
    };
    let mut machine = Fields::new(object, fields.path_of("machine"));
    run.hardware.name = machine.take_text("name");
    run.hardware.memory_per_device_gb = machine.take_positive("memory.total");
    run.hardware.extra = machine.finish(fields.findings_mut());
}

/// The parallel setup, and the rate at which requests were handed over. That rate is
/// measured, not asked for, and says nothing: all requests are handed over at once, and the
/// time this takes comes out as some 10^14 per second.
fn world(fields: &mut Fields, run: &mut Run, one: &mut Measurement) {
    let Some(object) = fields.take_object("world_info") else {
        return;
    };
    let mut world = Fields::new(object, fields.path_of("world_info"));
    world.expect(&[
        "tp_size",
        "pp_size",
        "max_batch_size",
        "max_num_tokens",
        "scheduling_policy",
        "issue_rate",
    ]);
    let size = |world: &mut Fields, key: &str| {
        let size = world.take_count(key)?;
        world.put(key, size.into());
        u32::try_from(size).ok().filter(|&size| size > 0)
    };
    let (tp, pp) = (size(&mut world, "tp_size"), size(&mut world, "pp_size"));
    // The printed report leaves the world size out; the tool spreads tensor and pipeline
    // parallel ranks over it and nothing else.
    run.hardware.count = size(&mut world, "world_size").or_else(|| tp?.checked_mul(pp?));
    if let Some(rate) = world.take_number("issue_rate") {
        one.extra.insert("issue_rate".to_owned(), rate.into());
    }
    run.settings.extra = world.finish(fields.findings_mut());
}

/// The lengths of prompts and answers. Where all are the same, they are coordinates, and the
/// file they came from belongs to the point; otherwise it is a condition of the whole run.
fn dataset(fields: &mut Fields, run: &mut Run, one: &mut Measurement) {
    if !fields.has("dataset") {
        from_averages(one);
    }
    let Some(object) = fields.take_object("dataset") else {
        return;
    };
    let mut dataset = Fields::new(object, fields.path_of("dataset"));
    dataset.expect(&["isl_stats", "osl_stats"]);
    one.axes.input_tokens = length_of_all(&mut dataset, "isl_stats");
    one.axes.output_tokens = length_of_all(&mut dataset, "osl_stats");
    let is_fixed = one.axes.input_tokens.is_some() && one.axes.output_tokens.is_some();
    let left = dataset.finish(fields.findings_mut());
    let place = if is_fixed {
        &mut one.extra
    } else {
        &mut run.settings.extra
    };
    place.insert("dataset".to_owned(), left.into());
}

/// The length that the shortest and the longest have in common; the statistics stay.
fn length_of_all(dataset: &mut Fields, key: &str) -> Option<u64> {
    dataset.within(key, |stats| {
        stats.expect(&["minimum", "maximum"]);
        let [least, most] = ["minimum", "maximum"].map(|key| {
            let length = stats.take_number(key)?;
            stats.put(key, length.into());
            Some(length)
        });
        let tokens = least.filter(|least| Some(*least) == most && *least > 0.0)?;
        (tokens.fract() == 0.0).then_some(tokens as u64)
    })?
}

/// Versions before 0.17 print the average lengths alone. A whole number is taken for the
/// length of all, and marked as what it is.
fn from_averages(one: &mut Measurement) {
    for (key, axis) in [
        ("avg_input_length", crate::model::Axis::InputTokens),
        ("avg_output_length", crate::model::Axis::OutputTokens),
    ] {
        let average = one.extra.get(key).and_then(Value::as_f64);
        if let Some(tokens) = average.filter(|tokens| *tokens > 0.0 && tokens.fract() == 0.0) {
            axis.set(&mut one.axes, tokens);
            let precision = Precision {
                from: Some(key.to_owned()),
                ..Precision::default()
            };
            one.precision.insert(axis.key().to_owned(), precision);
        }
    }
}

/// The measurement being filled.
struct Point<'a> {
    one: &'a mut Measurement,
    numbers: &'a Numbers,
}

impl Point<'_> {
    fn requests(&mut self, fields: &mut Fields) {
        let Some(object) = fields.take_object("request_info") else {
            return;
        };
        let mut info = Fields::new(object, fields.path_of("request_info"));
        info.expect(&["num_requests", "avg_input_length", "avg_output_length"]);
        self.take(
            &mut info,
            "request_info",
            "num_requests",
            MetricKey::single(Metric::CompletedRequests),
        );
        self.take(
            &mut info,
            "request_info",
            "avg_num_concurrent_requests",
            MetricKey::single(Metric::ActiveRequests),
        );
        let left = info.finish(fields.findings_mut());
        self.one.extra.extend(left);
    }

    fn performance(&mut self, fields: &mut Fields) {
        let Some(object) = fields.take_object("performance") else {
            return;
        };
        let mut performance = Fields::new(object, fields.path_of("performance"));
        performance.expect(&[
            "total_latency_ms",
            "request_throughput_req_s",
            "system_output_throughput_tok_s",
        ]);
        for (key, metric) in [
            ("request_throughput_req_s", Metric::RequestThroughputRps),
            ("system_output_throughput_tok_s", Metric::OutputTps),
            ("system_total_throughput_tok_s", Metric::TotalTps),
            ("total_latency_ms", Metric::DurationS),
        ] {
            self.take(
                &mut performance,
                "performance",
                key,
                MetricKey::single(metric),
            );
        }
        // The mean of the rates of the requests, first token included.
        let per_request = MetricKey::stat(Metric::PerRequestOutputTps, Stat::Mean);
        self.take(
            &mut performance,
            "performance",
            "output_throughput_per_user_tok_s",
            per_request,
        );
        let latencies = "request_latency_percentiles_ms";
        self.distribution(
            &mut performance,
            "performance",
            latencies,
            Metric::E2eLatencyMs,
        );
        self.repeated(
            &mut performance,
            "performance",
            "avg_request_latency_ms",
            Metric::E2eLatencyMs,
        );
        let left = performance.finish(fields.findings_mut());
        self.one.extra.extend(left);
    }

    fn streaming(&mut self, fields: &mut Fields) {
        let Some(object) = fields.take_object("streaming_metrics") else {
            return;
        };
        let section = "streaming_metrics";
        let mut streaming = Fields::new(object, fields.path_of(section));
        streaming.expect(&[
            "avg_ttft_ms",
            "avg_tpot_ms",
            "ttft_percentiles",
            "tpot_percentiles",
        ]);
        for (mean, percentiles, metric) in [
            ("avg_ttft_ms", "ttft_percentiles", Metric::TtftMs),
            ("avg_tpot_ms", "tpot_percentiles", Metric::TpotMs),
        ] {
            self.distribution(&mut streaming, section, percentiles, metric);
            self.repeated(&mut streaming, section, mean, metric);
        }
        let left = streaming.finish(fields.findings_mut());
        self.put(section, left);
    }

    fn decoding(&mut self, fields: &mut Fields) {
        let section = "decoding_stats";
        let Some(object) = fields.take_object(section) else {
            return;
        };
        let mut decoding = Fields::new(object, fields.path_of(section));
        let rates = "draft_acceptance_rate_percentiles";
        if decoding.get(rates).is_some_and(Value::is_object) {
            let path = format!("{section}.{rates}");
            let numbers = self.numbers;
            let one = &mut *self.one;
            decoding.within(rates, |rates| {
                let rate = MetricKey::single(Metric::DraftAcceptanceRate);
                take(rates, &path, "average", rate, one, numbers);
            });
        }
        let left = decoding.finish(fields.findings_mut());
        self.put(section, left);
    }

    /// Valid where a token or a request went through.
    fn status(&mut self, fields: &mut Fields) {
        let metrics = &self.one.metrics;
        let rate = metrics.output_tps.or(metrics.request_throughput_rps);
        self.one.status = match (metrics.completed_requests, rate) {
            (Some(0), _) | (_, Some(0.0)) => Status::Failed,
            (_, Some(_)) => Status::Valid,
            (_, None) => Status::Unknown,
        };
        if self.one.status == Status::Failed {
            fields.report(
                "performance",
                Level::Warning,
                "no_result",
                "no request went through",
            );
            let completed = metrics.completed_requests;
            self.one.metrics = crate::model::Metrics {
                completed_requests: completed,
                ..crate::model::Metrics::default()
            };
            self.one.precision.clear();
        }
        if self.one.status == Status::Unknown {
            fields.report(
                "performance",
                Level::Warning,
                "no_result",
                "no throughput is recorded",
            );
        }
    }

    fn put(&mut self, section: &str, left: Extra) {
        if !left.is_empty() {
            self.one.extra.insert(section.to_owned(), left.into());
        }
    }

    fn take(&mut self, fields: &mut Fields, section: &str, key: &str, metric: MetricKey) {
        take(fields, section, key, metric, self.one, self.numbers);
    }

    fn distribution(&mut self, fields: &mut Fields, section: &str, key: &str, metric: Metric) {
        let path = format!("{section}.{key}");
        if !fields.get(key).is_some_and(Value::is_object) {
            fields.expect(&[key]);
            fields.take_object(key);
            return;
        }
        fields.within(key, |inner| {
            inner.expect(&STATS.map(|(_, word)| word));
            for (stat, word) in STATS {
                self.take(inner, &path, word, MetricKey::stat(metric, stat));
            }
        });
    }

    /// A mean that stands a second time outside its distribution.
    fn repeated(&mut self, fields: &mut Fields, section: &str, key: &str, metric: Metric) {
        let mean = MetricKey::stat(metric, Stat::Mean);
        let Some(known) = self.one.metrics.get(mean) else {
            self.take(fields, section, key, mean);
            return;
        };
        let Some(again) = fields.take_number(key) else {
            return;
        };
        fields.put(key, again.into());
        if (again - known).abs() > known.abs() * 1e-3 {
            let message = format!("{again} here and {known} with the percentiles, which is used");
            fields.report(key, Level::Warning, "contradiction", message);
        }
    }
}

/// Takes a metric, and how it was printed.
fn take(
    fields: &mut Fields,
    section: &str,
    key: &str,
    metric: MetricKey,
    one: &mut Measurement,
    numbers: &Numbers,
) {
    let is_duration = metric.metric == Metric::DurationS;
    let unit = |value: f64| if is_duration { s_from_ms(value) } else { value };
    fields.take_metric(key, &mut one.metrics, metric, unit);
    let Some(printed) = numbers.get(&format!("{section}.{key}")) else {
        return;
    };
    if one.metrics.get(metric).is_some() && metric.metric != Metric::CompletedRequests {
        let mut printed = printed.clone();
        if is_duration {
            let text = printed.text.clone();
            printed = printed.scaled(1e-3, &text);
        }
        one.precision
            .insert(metric.to_string(), printed.precision());
    }
}
