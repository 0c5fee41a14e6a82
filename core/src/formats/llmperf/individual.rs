//! The list of single requests of a run.
//!
//! ```text
//! [ { "error_code": null, "error_msg": "", "inter_token_latency_s": 0.0059, "ttft_s": 0.298,
//!     "end_to_end_latency_s": 0.890, "request_output_throughput_token_per_s": 167.4,
//!     "number_total_tokens": 700, "number_output_tokens": 150, "number_input_tokens": 550 }, … ]
//! ```
//!
//! Times are seconds. The list knows neither model nor concurrency nor how long the run took.

use serde_json::Value;

use super::{new_run, note_definition};
use crate::formats::reading::{Fields, ms_from_s, set_from_values, title, unexpected};
use crate::formats::{Diagnostic, Format, FormatInfo, Input, Layout, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Metric, Precision, Requests, Status};

/// llmperf list of requests.
pub(in crate::formats) struct Individual;

/// Fields of every request.
const ALWAYS: [&str; 9] = [
    "error_code",
    "error_msg",
    "inter_token_latency_s",
    "ttft_s",
    "end_to_end_latency_s",
    "request_output_throughput_token_per_s",
    "number_total_tokens",
    "number_output_tokens",
    "number_input_tokens",
];

/// Enough of them to tell a request of this tool.
const SIGNS: [&str; 3] = ["ttft_s", "inter_token_latency_s", "number_output_tokens"];

impl Format for Individual {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llmperf_individual",
            name: "llmperf list of single requests, JSON",
            versions: "2023-08-31",
            yields: "every request of a serving test, and the distributions of TTFT, E2E and time between tokens",
            marks: &[
                "\"ttft_s\"",
                "\"inter_token_latency_s\"",
                "\"number_output_tokens\"",
                "\"error_code\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        let documents = input.documents();
        documents.layout != Layout::One
            && documents.first().is_some_and(|first| {
                first.has_all(&SIGNS) || first.has_all(&["error_code", "error_msg"])
            })
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut list = List::default();
        for document in &documents.items {
            match Fields::of(document) {
                Some(mut fields) => {
                    list.add(&mut fields);
                    list.keep(fields.finish(&mut diagnostics));
                }
                None => diagnostics.push(unexpected(&document.path, &document.value, "a request")),
            }
        }
        let mut run = new_run();
        run.source.partial = documents.is_cut;
        let failed = list.requests.error.iter().flatten().count();
        if failed > 0 {
            let message = format!("{failed} of {} requests failed", list.requests.len());
            diagnostics.push(Diagnostic::new(Level::Note, "failed_requests", message));
        }
        run.measurements.push(list.into_measurement());
        note_definition(&mut run);
        run.title = title(&run, "llmperf requests");
        Parsed {
            runs: vec![run],
            diagnostics,
        }
    }
}

/// The requests so far.
#[derive(Default)]
struct List {
    requests: Requests,
    rates: Vec<f64>,
    /// What is left of each request, in their order.
    left: Vec<Value>,
}

impl List {
    fn add(&mut self, fields: &mut Fields) {
        fields.expect(&ALWAYS);
        let error = error_of(fields);
        let is_failed = error.is_some();
        let requests = &mut self.requests;
        requests.error.push(error);
        requests
            .input_tokens
            .push(fields.take_count("number_input_tokens"));
        requests
            .output_tokens
            .push(fields.take_count("number_output_tokens"));
        // A failed request has times of 0, which are none.
        let mut take = |key: &str| {
            let time = if is_failed {
                None
            } else {
                fields.take_number(key)
            };
            time.map(ms_from_s)
        };
        requests.ttft_ms.push(take("ttft_s"));
        requests.itl_mean_ms.push(take("inter_token_latency_s"));
        requests.e2e_latency_ms.push(take("end_to_end_latency_s"));
        if !is_failed {
            // Of the single request; only the distribution has a place.
            const RATE: &str = "request_output_throughput_token_per_s";
            if let Some(rate) = fields.take_number(RATE) {
                self.rates.push(rate);
                fields.put(RATE, rate.into());
            }
        }
    }

    fn keep(&mut self, left: Extra) {
        self.left.push(Value::Object(left));
    }

    fn into_measurement(self) -> Measurement {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        let failed = self.requests.error.iter().flatten().count();
        let completed = self.requests.len() - failed;
        one.metrics.completed_requests = Some(completed as u64);
        one.metrics.failed_requests = Some(failed as u64);
        for key in ["completed_requests", "failed_requests"] {
            let precision = Precision {
                from: Some(format!("{} requests", self.requests.len())),
                ..Precision::default()
            };
            one.precision.insert(key.to_owned(), precision);
        }
        one.status = if completed == 0 {
            Status::Failed
        } else {
            Status::Valid
        };
        let requests = &self.requests;
        for (metric, values) in [
            (Metric::TtftMs, &requests.ttft_ms),
            (Metric::ItlMs, &requests.itl_mean_ms),
            (Metric::E2eLatencyMs, &requests.e2e_latency_ms),
        ] {
            let values: Vec<f64> = values.iter().copied().flatten().collect();
            let from = format!("{} requests", values.len());
            set_from_values(&mut one, metric, values, &from);
        }
        let from = format!("{} requests", self.rates.len());
        set_from_values(&mut one, Metric::PerRequestOutputTps, self.rates, &from);
        one.requests = Some(self.requests);
        one.extra.insert("requests".to_owned(), self.left.into());
        one
    }
}

/// Why a request failed; an error code of null means that it did not.
fn error_of(fields: &mut Fields) -> Option<String> {
    let code = match fields.get("error_code")? {
        Value::Null => return None,
        Value::String(code) => code.clone(),
        other => other.to_string(),
    };
    fields.take("error_code");
    Some(match fields.take_text("error_msg") {
        Some(message) => format!("{code}: {message}"),
        None => code,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::formats::parse;

    #[test]
    fn a_failed_request_counts_and_has_no_times() {
        let good = json!({
            "error_code": null, "error_msg": "", "inter_token_latency_s": 0.01, "ttft_s": 0.25,
            "end_to_end_latency_s": 1.5, "request_output_throughput_token_per_s": 100.0,
            "number_total_tokens": 700, "number_output_tokens": 150, "number_input_tokens": 550,
        });
        let bad = json!({
            "error_code": 429, "error_msg": "too many", "inter_token_latency_s": 0, "ttft_s": 0,
            "end_to_end_latency_s": 0, "request_output_throughput_token_per_s": 0,
            "number_total_tokens": 550, "number_output_tokens": 0, "number_input_tokens": 550,
        });
        let parsed = parse(json!([good, bad]).to_string().as_bytes(), None);
        assert_eq!(parsed.diagnostics.len(), 1);
        assert_eq!(parsed.diagnostics[0].message, "1 of 2 requests failed");
        let one = &parsed.runs[0].measurements[0];
        assert_eq!(one.metrics.failed_requests, Some(1));
        assert_eq!(one.metrics.ttft_ms.unwrap().min, Some(250.0));
        let requests = one.requests.as_ref().unwrap();
        assert_eq!(requests.ttft_ms, [Some(250.0), None]);
        assert_eq!(requests.error[1].as_deref(), Some("429: too many"));
    }
}
