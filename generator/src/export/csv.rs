//! One row per measurement, with the facts of its run on each row.

use anyhow::{Context, Result};
use speedsheet_core::model::{Axis, Measurement, MetricKey, Run};
use speedsheet_core::query::metrics_present;

/// The runs as CSV with a header row. Axes and metrics that no row has are left out.
/// Numbers are the best estimates, in full, in the units of their column names; a
/// missing value is an empty cell.
///
/// # Errors
/// Never in practice: the table is written to memory.
pub fn csv(runs: &[&Run]) -> Result<String> {
    let all = || runs.iter().flat_map(|run| &run.measurements);
    let axes: Vec<Axis> = Axis::ALL
        .into_iter()
        .filter(|axis| all().any(|one| axis.of(&one.axes).is_some()))
        .collect();
    let measurements: Vec<&Measurement> = all().collect();
    let metrics = metrics_present(measurements.iter().copied());

    let mut table = csv::Writer::from_writer(Vec::new());
    let header = RUN_COLUMNS
        .iter()
        .map(|&(name, _)| name.to_owned())
        .chain(["family".to_owned()])
        .chain(axes.iter().map(|axis| axis.key().to_owned()))
        .chain(["status".to_owned(), "source_status".to_owned()])
        .chain(metrics.iter().map(ToString::to_string));
    table.write_record(header)?;
    for run in runs {
        for measurement in &run.measurements {
            table.write_record(row(run, measurement, &axes, &metrics))?;
        }
    }
    let bytes = table.into_inner().context("failed to finish the table")?;
    String::from_utf8(bytes).context("failed to write the table as UTF-8")
}

/// Name of a column and the run's text in it.
type RunColumn = (&'static str, fn(&Run) -> Option<String>);

const RUN_COLUMNS: &[RunColumn] = &[
    ("run_id", |run| Some(run.id.clone())),
    ("run", |run| Some(run.slug.clone())),
    ("title", |run| Some(run.title.clone())),
    ("measured_at", |run| run.measured_at.clone()),
    ("model", |run| {
        run.model.name.clone().or_else(|| run.model.id.clone())
    }),
    ("quantization", |run| run.model.quantization.clone()),
    ("hardware", |run| run.hardware.name.clone()),
    ("hardware_count", |run| {
        run.hardware.count.map(|count| count.to_string())
    }),
    ("engine", |run| run.engine.name.clone()),
    ("engine_version", |run| run.engine.version.clone()),
    ("tool", |run| run.source.tool.clone()),
    ("tool_version", |run| run.source.tool_version.clone()),
    ("source_file", |run| run.source.file_name.clone()),
];

fn row(run: &Run, measurement: &Measurement, axes: &[Axis], metrics: &[MetricKey]) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let text = |value: Option<String>| value.map_or_else(String::new, harmless);
    let mut cells: Vec<String> = RUN_COLUMNS.iter().map(|(_, of)| text(of(run))).collect();
    cells.push(measurement.family.key().to_owned());
    cells.extend(axes.iter().map(|axis| number(axis.of(&measurement.axes))));
    cells.push(measurement.status.key().to_owned());
    cells.push(text(measurement.source_status.clone()));
    cells.extend(metrics.iter().map(|&key| number(measurement.value(key))));
    cells
}

/// Spreadsheets run a text cell that starts like a formula; a leading apostrophe makes
/// it text.
fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::model::{Axes, Distribution, Family, Status};

    use super::*;

    #[test]
    fn a_row_holds_the_run_the_place_and_the_best_estimates() {
        let mut run = Run::default();
        run.model.name = Some("=cmd()".to_owned());
        run.hardware.name = Some("H200, \"NVL\"".to_owned());
        let axes = Axes {
            context_tokens: Some(8192),
            ..Axes::default()
        };
        let mut valid = Measurement::new(Family::Decode, axes);
        valid.status = Status::Valid;
        valid.metrics.output_tps = Some(15_186.0);
        valid.metrics.ttft_ms = Some(Distribution::of_median(732.5));
        let empty = Measurement::new(Family::Decode, axes);
        run.measurements = vec![valid, empty];

        let text = csv(&[&run]).unwrap();

        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(
            "source_file,family,context_tokens,status,source_status,output_tps,ttft_ms.median"
        ));
        assert!(lines[1].ends_with("decode,8192,valid,,15186,732.5"));
        assert!(lines[2].ends_with("decode,8192,unknown,,,"));
        assert!(lines[1].contains(",'=cmd(),"));
        assert!(lines[1].contains(",\"H200, \"\"NVL\"\"\","));
    }
}
