//! The few numbers people come for, family by family. Families are never compared.

use serde::Serialize;
use speedsheet_core::display;
use speedsheet_core::model::{Family, Measurement, Metric, MetricKey, Run, Stat, Status};

use super::text::{self, Figure};

/// A number with what it is and where it was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Headline {
    /// What it is.
    pub(super) label: String,
    /// The number.
    pub(super) figure: Figure,
    /// Where it was measured, and what else to know of it.
    pub(super) place: String,
}

/// The headlines of a run page.
pub(super) fn headlines(run: &Run) -> Vec<Headline> {
    let mut headlines = by_family(run);
    headlines.extend(kv_cache(run));
    headlines
}

/// The headlines of every family that the run has numbers of.
pub(super) fn by_family(run: &Run) -> Vec<Headline> {
    let of = |family: Family| {
        let of_family = run.measurements.iter().filter(|one| one.family == family);
        let measured = of_family.filter(|one| text::is_measured(one));
        Measured(measured.collect())
    };
    let mut headlines = of(Family::Decode).decode();
    headlines.extend(of(Family::Prefill).prefill());
    headlines.extend(of(Family::Serve).serve());
    headlines.extend(of(Family::Batch).batch());
    headlines
}

/// The measurements of one family that ran to their end.
struct Measured<'a>(Vec<&'a Measurement>);

impl<'a> Measured<'a> {
    /// The highest output of all requests together, and the highest that a request has
    /// the engine to itself for.
    fn decode(&self) -> Vec<Headline> {
        let output = self.best(Metric::OutputTps, |_| true);
        let output = output
            .and_then(|(one, key)| headline("Output, all requests, best".to_owned(), one, key));
        output.into_iter().chain(self.single_user()).collect()
    }

    fn single_user(&self) -> Option<Headline> {
        let alone = |one: &Measurement| one.axes.concurrency == Some(1);
        let (one, key) = self.best(Metric::PerRequestOutputTps, alone)?;
        let label = "Output, one request alone, best".to_owned();
        let mut headline = headline(label, one, key)?;
        if let Some(ttft) = text::best_key(one, Metric::TtftMs) {
            headline.place = match one.axes.context_tokens {
                Some(tokens) => text::context(&display::context_label(tokens)),
                None => headline.place,
            };
            headline
                .place
                .push_str(&format!(", TTFT {}", display::measured(one, ttft)));
        }
        Some(headline)
    }

    /// The highest speed of prompt processing.
    fn prefill(&self) -> Option<Headline> {
        let (one, key) = self.best(Metric::PromptTps, |_| true)?;
        let mut headline = headline(self.label("Prefill"), one, key)?;
        if let (Some(tokens), Some(1) | None) = (one.axes.context_tokens, one.axes.concurrency) {
            headline.place = text::context(&display::context_label(tokens));
        }
        Some(headline)
    }

    /// The load with the most finished requests, and what it was like for those who asked.
    fn serve(&self) -> Vec<Headline> {
        let leading = [
            (Metric::RequestThroughputRps, "Request throughput"),
            (Metric::OutputTps, "Output, serving"),
            (Metric::TotalTps, "Input and output, serving"),
        ];
        let found = leading
            .into_iter()
            .find_map(|(metric, name)| Some((self.best(metric, |_| true)?, metric, name)));
        let Some(((one, key), led_by, name)) = found else {
            return self.latency_alone().into_iter().collect();
        };
        let mut headlines: Vec<Headline> =
            headline(self.label(name), one, key).into_iter().collect();
        let there = if self.0.len() > 1 {
            ", at that load"
        } else {
            ""
        };
        if led_by == Metric::RequestThroughputRps
            && let Some(key) = text::best_key(one, Metric::OutputTps)
        {
            headlines.extend(headline(format!("Output{there}"), one, key));
        }
        headlines.extend(latency(one, there));
        headlines
    }

    fn latency_alone(&self) -> Option<Headline> {
        self.0.iter().find_map(|one| latency(one, ""))
    }

    /// The highest speeds of either phase.
    fn batch(&self) -> Vec<Headline> {
        let of = |metric: Metric, name: &str| {
            let (one, key) = self.best(metric, |_| true)?;
            headline(self.label(name), one, key)
        };
        let speeds = [
            of(Metric::PromptTps, "Prefill, batch"),
            of(Metric::OutputTps, "Output, batch"),
        ];
        let mut headlines: Vec<Headline> = speeds.into_iter().flatten().collect();
        if headlines.is_empty() {
            headlines.extend(of(Metric::TotalTps, "Input and output, batch"));
        }
        if headlines.is_empty() {
            headlines.extend(self.0.iter().find_map(|one| latency(one, "")));
        }
        headlines
    }

    /// One of several is called the best; the only one is not.
    fn label(&self, name: &str) -> String {
        match self.0.len() {
            1 => name.to_owned(),
            _ => format!("{name}, best"),
        }
    }

    /// The measurement with the highest value; the first of several.
    fn best(
        &self,
        metric: Metric,
        keep: impl Fn(&Measurement) -> bool,
    ) -> Option<(&'a Measurement, MetricKey)> {
        let mut best: Option<(&Measurement, MetricKey, f64)> = None;
        for &one in self.0.iter().filter(|one| keep(one)) {
            let Some(key) = text::best_key(one, metric) else {
                continue;
            };
            let Some(value) = one.value(key) else {
                continue;
            };
            if best.is_none_or(|(_, _, highest)| value > highest) {
                best = Some((one, key, value));
            }
        }
        best.map(|(one, key, _)| (one, key))
    }
}

/// The time to the first token, or the first latency there is, with its slow end.
fn latency(one: &Measurement, there: &str) -> Option<Headline> {
    let metrics = [
        Metric::TtftMs,
        Metric::E2eLatencyMs,
        Metric::TpotMs,
        Metric::ItlMs,
    ];
    let key = metrics
        .into_iter()
        .find_map(|metric| text::best_key(one, metric))?;
    let stat = key.stat.map_or("", display::stat_name);
    let label = format!("{}, {stat}{there}", display::metric_name(key.metric));
    let mut headline = headline(label, one, key)?;
    let slow = [Stat::P99, Stat::P95, Stat::P90]
        .into_iter()
        .map(|stat| MetricKey::stat(key.metric, stat))
        .find(|&slow| slow != key && one.value(slow).is_some());
    if let Some(slow) = slow {
        let name = slow.stat.map_or("", display::stat_name);
        headline.place = format!("{name} {}", display::measured(one, slow));
    }
    Some(headline)
}

/// Shown where it was recorded only, never guessed.
fn kv_cache(run: &Run) -> Option<Headline> {
    let tokens = run.settings.kv_budget_tokens?;
    let number = display::grouped(tokens);
    Some(Headline {
        label: "KV cache holds".to_owned(),
        figure: Figure {
            number,
            unit: "tokens",
            deviation: None,
        },
        place: "as recorded by the benchmark".to_owned(),
    })
}

fn headline(label: String, one: &Measurement, key: MetricKey) -> Option<Headline> {
    let mut place = text::place(one);
    if one.status == Status::Queued {
        place.push_str(", some queued");
    }
    Some(Headline {
        label,
        figure: text::figure(one, key)?,
        place,
    })
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Distribution};

    use super::*;

    fn at(family: Family, concurrency: u64, status: Status, output: f64) -> Measurement {
        let axes = Axes {
            context_tokens: Some(8192),
            concurrency: Some(concurrency),
            ..Axes::default()
        };
        let mut one = Measurement::new(family, axes);
        one.status = status;
        one.metrics.output_tps = Some(output);
        one
    }

    fn labels(measurements: Vec<Measurement>) -> Vec<(String, String)> {
        let run = Run {
            measurements,
            ..Run::default()
        };
        let headlines = headlines(&run).into_iter();
        headlines
            .map(|headline| (headline.label, headline.figure.number))
            .collect()
    }

    #[test]
    fn a_failed_cell_is_never_the_best() {
        let run = Run {
            measurements: vec![
                at(Family::Decode, 1, Status::Valid, 100.0),
                at(Family::Decode, 2, Status::Failed, 900.0),
                at(Family::Decode, 4, Status::Queued, 300.0),
            ],
            ..Run::default()
        };
        let headline = &headlines(&run)[0];
        assert_eq!(headline.figure.number, "300.0");
        assert_eq!(headline.place, "8K context, 4 at once, some queued");
    }

    #[test]
    fn families_are_never_ranked_together() {
        let found = labels(vec![
            at(Family::Decode, 4, Status::Valid, 300.0),
            at(Family::Serve, 4, Status::Valid, 900.0),
            at(Family::Batch, 4, Status::Valid, 700.0),
        ]);
        let pair = |label: &str, number: &str| (label.to_owned(), number.to_owned());
        assert_eq!(
            found,
            [
                pair("Output, all requests, best", "300.0"),
                pair("Output, serving", "900.0"),
                pair("Output, batch", "700.0"),
            ]
        );
    }

    #[test]
    fn the_latency_of_a_sweep_is_that_of_its_best_load() {
        let mut sweep = Vec::new();
        for (concurrency, rps, ttft) in [(1, 1.0, 40.0), (8, 5.0, 300.0)] {
            let mut one = at(Family::Serve, concurrency, Status::Valid, 10.0);
            one.metrics.request_throughput_rps = Some(rps);
            one.metrics.ttft_ms = Some(Distribution {
                p99: Some(ttft * 3.0),
                ..Distribution::of_median(ttft)
            });
            sweep.push(one);
        }
        let found = labels(sweep.clone());
        assert_eq!(
            found[0],
            ("Request throughput, best".to_owned(), "5.00".to_owned())
        );
        assert_eq!(
            found[2],
            ("TTFT, median, at that load".to_owned(), "300".to_owned())
        );
        let run = Run {
            measurements: sweep,
            ..Run::default()
        };
        assert_eq!(headlines(&run)[2].place, "p99 900 ms");
    }

    #[test]
    fn what_was_not_measured_has_no_headline() {
        assert!(headlines(&Run::default()).is_empty());
    }
}
