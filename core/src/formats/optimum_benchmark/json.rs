//! `benchmark_report.json`, and `benchmark.json` with the configuration beside it.
//!
//! ```text
//! { "load_model": {phase}, "prefill": {phase}, "decode": {phase}, "per_token": {phase} }
//! { "config": {…}, "report": {the same} }
//! ```

use super::{config, new_run, report};
use crate::formats::reading::{Fields, title};
use crate::formats::{Diagnostic, Document, Format, FormatInfo, Input, Level, Parsed};
use crate::model::{Axes, Extra, Family, Measurement, Run};

/// optimum-benchmark JSON.
pub(in crate::formats) struct Json;

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "optimum_benchmark",
            name: "optimum-benchmark JSON, report alone or with configuration",
            versions: "0.6",
            yields: "static batch: prefill latency, time between tokens, decode tokens per second",
            marks: &[
                "\"prefill\"",
                "\"per_token\"",
                "\"stdev_\"",
                "\"load_model\"",
            ],
        }
    }

    fn recognises(&self, input: &Input) -> bool {
        input
            .documents()
            .first()
            .is_some_and(|one| report_of(one).is_some())
    }

    fn parse(&self, input: &Input) -> Parsed {
        let documents = input.documents();
        let mut diagnostics = documents.diagnostics.clone();
        let mut runs = Vec::new();
        for document in &documents.items {
            if report_of(document).is_some()
                && let Some(fields) = Fields::of(document)
            {
                runs.push(read(fields, &mut diagnostics));
            } else {
                let message = "expected a report with prefill, decode or per_token; left out";
                diagnostics.push(
                    Diagnostic::new(Level::Warning, "unread_value", message)
                        .at_path(document.path.as_str()),
                );
            }
        }
        Parsed { runs, diagnostics }
    }
}

/// The report in a document, whether it is all of it or beside a configuration.
fn report_of(document: &Document) -> Option<&Extra> {
    let object = document.object()?;
    let within = object.get("report").and_then(|report| report.as_object());
    [Some(object), within]
        .into_iter()
        .flatten()
        .find(|report| report::is_report(report))
}

fn read(mut fields: Fields, diagnostics: &mut Vec<Diagnostic>) -> Run {
    let mut run = new_run();
    let mut one = Measurement::new(Family::Batch, Axes::default());
    if fields.object().contains_key("report") {
        fields.expect(&["config"]);
        fields.within("config", |config| {
            config::apply(&mut run, &mut one.axes, config);
        });
        if let Some(rest) = fields.take_object("config") {
            // What the configuration holds beyond is the same for every point of a sweep.
            run.settings.extra.extend(rest);
        }
        fields.within("report", |phases| report::take(phases, &mut one));
    } else {
        report::take(&mut fields, &mut one);
    }
    one.extra = fields.finish(diagnostics);
    run.measurements.push(one);
    run.title = title(&run, "optimum-benchmark run");
    run
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::formats::parse;

    fn phase(mean: f64, throughput: &Value) -> Value {
        json!({
            "memory": null, "throughput": throughput, "energy": null, "efficiency": null,
            "latency": {"unit": "s", "count": 4, "mean": mean, "p50": mean, "stdev": 0.001, "stdev_": 1.0},
        })
    }

    #[test]
    fn the_unit_of_a_rate_decides_what_it_is() {
        for (unit, prompt_tps) in [("tokens/s", Some(640.0)), ("samples/s", None)] {
            let file = json!({
                "prefill": phase(0.1, &json!({"unit": unit, "value": 640.0})),
                "decode": phase(2.0, &json!({"unit": "tokens/s", "value": 32.0})),
                "per_token": phase(0.03, &Value::Null),
            });
            let parsed = parse(file.to_string().as_bytes(), None);
            let one = &parsed.runs[0].measurements[0];
            assert_eq!(one.metrics.prompt_tps, prompt_tps, "{unit}");
            assert_eq!(one.metrics.output_tps, Some(32.0));
            assert_eq!(one.metrics.itl_ms.unwrap().median, Some(30.0));
            assert_eq!(one.repetitions, Some(4));
        }
    }

    #[test]
    fn a_time_in_an_unknown_unit_is_no_measurement() {
        let mut file =
            json!({"prefill": phase(0.1, &Value::Null), "decode": phase(2.0, &Value::Null)});
        file["prefill"]["latency"]["unit"] = json!("ticks");
        let parsed = parse(file.to_string().as_bytes(), None);
        assert_eq!(parsed.runs[0].measurements[0].metrics.ttft_ms, None);
        assert!(
            parsed
                .diagnostics
                .iter()
                .any(|one| one.code == "unknown_unit")
        );
    }
}
