//! What is known of the single requests: how latencies and lengths are spread.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use speedsheet_core::chart::{Line, LineChart, LinePoint, Look, ScaleKind};
use speedsheet_core::display;
use speedsheet_core::model::{Family, Measurement, Requests, Run};
use speedsheet_core::query::Ranked;

use super::spread::{self, Spread};
use super::{svg, text};

/// The card of the single requests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RequestsCard {
    lead: String,
    charts: Vec<SpreadChart>,
    /// What the row heads are; empty for a single measurement.
    head: String,
    rows: Vec<Row>,
    errors: Vec<(String, String)>,
    /// Said where errors or measurements are left out.
    more: Vec<String>,
}

/// A cumulative distribution.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct SpreadChart {
    heading: &'static str,
    caption: String,
    svg: String,
}

/// A measurement in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    place: String,
    count: String,
    failed: String,
    /// Shortest, middle and longest: `12 · 480 · 2,048`; one number where all are the same.
    input: String,
    output: String,
}

/// A quantity that is drawn.
struct Quantity {
    heading: &'static str,
    unit: &'static str,
    values: fn(&Requests) -> Ranked,
}

const QUANTITIES: [Quantity; 6] = [
    Quantity {
        heading: "TTFT",
        unit: "ms",
        values: |requests| known(&requests.ttft_ms),
    },
    Quantity {
        heading: "End-to-end latency",
        unit: "ms",
        values: |requests| known(&requests.e2e_latency_ms),
    },
    Quantity {
        heading: "Time between tokens, mean of a request",
        unit: "ms",
        values: |requests| known(&requests.itl_mean_ms),
    },
    Quantity {
        heading: "Time between tokens, longest of a request",
        unit: "ms",
        values: |requests| known(&requests.itl_max_ms),
    },
    Quantity {
        heading: "Prompt length",
        unit: "tokens",
        values: |requests| counts(&requests.input_tokens),
    },
    Quantity {
        heading: "Output length",
        unit: "tokens",
        values: |requests| counts(&requests.output_tokens),
    },
];

/// Most measurements that are drawn. More lines could not be told apart.
const MAX_LINES: usize = 6;
/// Points of all lines of a drawing, however many requests there are.
const POINTS: usize = 150;
/// Most measurements that are listed.
const MAX_ROWS: usize = 40;
/// Most different errors that are listed.
const MAX_ERRORS: usize = 8;
/// Longest error that is shown; the JSON has all of it.
const MAX_ERROR: usize = 200;

/// The card; `None` where no measurement lists its requests.
pub(super) fn card(run: &Run) -> Result<Option<RequestsCard>> {
    let listed: Vec<(&Measurement, &Requests)> = run
        .measurements
        .iter()
        .filter_map(|one| Some((one, one.requests.as_ref()?)))
        .filter(|(_, requests)| !requests.is_empty())
        .collect();
    if listed.is_empty() {
        return Ok(None);
    }
    let measurements: Vec<&Measurement> = listed.iter().map(|&(one, _)| one).collect();
    let varying = Spread::of(&measurements).varying;
    let place = |one: &Measurement| {
        let labels: Vec<String> = varying
            .iter()
            .map(|&axis| spread::label(one, axis))
            .collect();
        labels.join(" / ")
    };
    let drawn = evenly(&listed, MAX_LINES);
    let mut more = Vec::new();
    if drawn.len() < listed.len() {
        let names: Vec<String> = drawn.iter().map(|(one, _)| place(one)).collect();
        more.push(format!(
            "Of {} the drawings show {}: {}.",
            text::counted(listed.len(), "measurement"),
            drawn.len(),
            names.join(", ")
        ));
    }
    let mut charts = Vec::new();
    for quantity in &QUANTITIES {
        let lines = drawn.iter().map(|(one, requests)| {
            let name = if drawn.len() > 1 {
                place(one)
            } else {
                String::new()
            };
            (name, (quantity.values)(requests))
        });
        charts.extend(chart(quantity, lines.collect())?);
    }
    let (errors, kinds) = errors(&listed);
    if kinds > errors.len() {
        let others = text::counted(kinds - errors.len(), "other error");
        more.push(format!("{others}: see the JSON."));
    }
    if listed.len() > MAX_ROWS {
        let others = text::counted(listed.len() - MAX_ROWS, "more measurement");
        more.push(format!("{others} with a list of requests: see the JSON."));
    }
    let names: Vec<&str> = varying
        .iter()
        .map(|&axis| display::axis_name(axis))
        .collect();
    Ok(Some(RequestsCard {
        lead: lead(&listed),
        charts,
        head: names.join(" / "),
        rows: listed
            .iter()
            .take(MAX_ROWS)
            .map(|(one, requests)| row(place(one), requests))
            .collect(),
        errors,
        more,
    }))
}

/// At most `most` of the items, the first and the last among them.
fn evenly<T: Copy>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    let last = items.len() - 1;
    (0..most).map(|at| items[at * last / (most - 1)]).collect()
}

fn lead(listed: &[(&Measurement, &Requests)]) -> String {
    let requests: usize = listed.iter().map(|(_, requests)| requests.len()).sum();
    let of = match listed {
        [(one, _)] if one.family != Family::Serve => {
            format!(" ({})", display::family_name(one.family).to_lowercase())
        }
        [_] => String::new(),
        _ => format!(" in {}", text::counted(listed.len(), "measurement")),
    };
    let requests = text::counted(requests, "request");
    format!(
        "{requests}{of}. Each line rises to the share of requests that took no longer than the \
         value below it."
    )
}

fn known(values: &[Option<f64>]) -> Ranked {
    Ranked::of(values.iter().flatten().copied())
}

fn counts(values: &[Option<u64>]) -> Ranked {
    Ranked::of(values.iter().flatten().map(|&value| value as f64))
}

/// `None` where there are not two values to draw a line between.
fn chart(quantity: &Quantity, lines: Vec<(String, Ranked)>) -> Result<Option<SpreadChart>> {
    let ranges = || lines.iter().filter_map(|(_, values)| values.range());
    let low = ranges().map(|(low, _)| low).fold(f64::MAX, f64::min);
    let high = ranges().map(|(_, high)| high).fold(0.0, f64::max);
    if low >= high {
        return Ok(None);
    }
    let looks = Look::of_several(lines.len());
    let chart = LineChart {
        x_spacing: x_spacing(&lines),
        y_spacing: ScaleKind::Linear,
        labels: Vec::new(),
        y_end: Some(100.0),
        lines: lines
            .iter()
            .zip(looks)
            .map(|((name, values), look)| Line {
                name: name.clone(),
                look: look.plain(),
                points: values
                    .cumulative(POINTS / lines.len())
                    .into_iter()
                    .map(|(value, share)| LinePoint::new(value, share * 100.0))
                    .collect(),
            })
            .collect(),
    };
    Ok(Some(SpreadChart {
        heading: quantity.heading,
        caption: format!("% of requests, by {}", quantity.unit),
        svg: svg::svg(&chart, &described(quantity, &lines), svg::SMALL)?,
    }))
}

/// By ratio where the slowest would leave no room for the others.
fn x_spacing(lines: &[(String, Ranked)]) -> ScaleKind {
    let middles = lines.iter().filter_map(|(_, values)| values.quantile(0.5));
    let middle = middles
        .filter(|&value| value > 0.0)
        .fold(f64::MAX, f64::min);
    let ends = lines.iter().filter_map(|(_, values)| values.range());
    let high = ends.map(|(_, high)| high).fold(0.0, f64::max);
    if high / middle > 12.0 {
        ScaleKind::Log
    } else {
        ScaleKind::Linear
    }
}

/// The drawing in words: where half, nearly all and all requests are.
fn described(quantity: &Quantity, lines: &[(String, Ranked)]) -> String {
    let mut words = format!("{} of the requests.", quantity.heading);
    for (name, values) in lines {
        let at = |share: f64| values.quantile(share).map_or_else(String::new, figure);
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("{name}: ")
        };
        words.push_str(&format!(
            " {name}half up to {} {unit}, 90 % up to {}, 99 % up to {}, all up to {}.",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            unit = quantity.unit,
        ));
    }
    words
}

/// A latency or a length without its unit.
fn figure(value: f64) -> String {
    display::trimmed(value, if value < 10.0 { 1 } else { 0 })
}

fn row(place: String, requests: &Requests) -> Row {
    let lengths = |values: Ranked| match (values.range(), values.quantile(0.5)) {
        (Some((low, high)), Some(_)) if low == high => figure(low),
        (Some((low, high)), Some(middle)) => {
            format!("{} · {} · {}", figure(low), figure(middle), figure(high))
        }
        _ => display::MISSING.to_owned(),
    };
    let failed = requests.error.iter().flatten().count();
    Row {
        place,
        count: display::grouped(requests.len() as u64),
        failed: match requests.error.is_empty() {
            true => display::MISSING.to_owned(),
            false => display::grouped(failed as u64),
        },
        input: lengths(counts(&requests.input_tokens)),
        output: lengths(counts(&requests.output_tokens)),
    }
}

/// The errors with how often each occurred, the most frequent first, and how many
/// different ones there are.
fn errors(listed: &[(&Measurement, &Requests)]) -> (Vec<(String, String)>, usize) {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, requests) in listed {
        for error in requests.error.iter().flatten() {
            *times.entry(error.trim()).or_default() += 1;
        }
    }
    let mut ranked: Vec<(&str, usize)> = times.into_iter().collect();
    ranked.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    let kinds = ranked.len();
    let shown = ranked.into_iter().take(MAX_ERRORS).map(|(error, times)| {
        let error = match error {
            "" => "failed without a reason".to_owned(),
            error => text::shortened(error, MAX_ERROR),
        };
        (format!("{} ×", display::grouped(times as u64)), error)
    });
    (shown.collect(), kinds)
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::Axes;

    use super::*;

    fn run(requests: Requests) -> Run {
        let mut one = Measurement::new(Family::Serve, Axes::default());
        one.requests = Some(requests);
        Run {
            measurements: vec![one],
            ..Run::default()
        }
    }

    #[test]
    fn very_many_requests_make_a_small_drawing() {
        let latencies = (0..100_000u32).map(|n| Some(f64::from(n % 977) + f64::from(n) / 100.0));
        let run = run(Requests {
            ttft_ms: latencies.collect(),
            ..Requests::default()
        });
        let card = card(&run).unwrap().unwrap();
        assert_eq!(card.charts.len(), 1);
        assert!(
            card.charts[0].svg.len() < 6_000,
            "{}",
            card.charts[0].svg.len()
        );
        assert_eq!(card.rows[0].count, "100,000");
        assert_eq!(card.rows[0].failed, "—");
    }

    #[test]
    fn errors_are_counted_and_hostile_ones_shortened() {
        let long = "x".repeat(10_000);
        let run = run(Requests {
            error: vec![
                Some("timeout".into()),
                None,
                Some(long),
                Some("timeout".into()),
            ],
            input_tokens: vec![Some(128); 4],
            ..Requests::default()
        });
        let card = card(&run).unwrap().unwrap();
        assert_eq!(card.errors[0], ("2 ×".to_owned(), "timeout".to_owned()));
        assert!(card.errors[1].1.chars().count() <= MAX_ERROR + 1);
        assert_eq!(card.rows[0].failed, "3");
        assert_eq!(card.rows[0].input, "128");
        assert!(card.charts.is_empty(), "one length is no distribution");
    }

    #[test]
    fn a_sweep_is_drawn_from_first_to_last() {
        assert_eq!(evenly(&[1, 2, 3, 4, 5, 6, 7, 8], 3), [1, 4, 8]);
        assert_eq!(evenly(&[1, 2], 3), [1, 2]);
    }

    #[test]
    fn a_run_without_lists_has_no_card() {
        assert_eq!(card(&run(Requests::default())).unwrap(), None);
    }
}
