//! A run as data: for the viewer, and to download.

use std::io::Write;

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use serde::Serialize;
use speedsheet_core::model::{Measurement, Run};

use super::assets;
use super::files::Files;
use super::inputs::{InputLink, Inputs};
use crate::export;

/// What the viewer needs of a run; the page holds the rest in words already.
#[derive(Serialize)]
struct PageData {
    schema_version: u32,
    measurements: Vec<Measurement>,
}

/// Paths of the data files of a run, relative to the root of the site.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct DataFiles {
    /// For the viewer.
    pub(super) script: String,
    /// Everything, as JSON.
    pub(super) json: String,
    /// The measurements, as CSV.
    pub(super) csv: String,
    /// The input, where it is known.
    pub(super) input: Option<InputLink>,
    /// Those of a run that was put together, in the order of its parts.
    pub(super) parts: Vec<Option<InputLink>>,
}

/// Adds the data files of a run to the site.
pub(super) fn add(run: &Run, inputs: &Inputs, files: &mut Files) -> Result<DataFiles> {
    let script = script(&[packed(run)?]);
    let parts = run.source.parts.iter();
    let parts = parts.map(|part| inputs.add(&part.sha256, files));
    let parts = parts.collect::<Result<_>>()?;
    let paths = DataFiles {
        input: inputs.add(&run.source.sha256, files)?,
        parts,
        script: assets::hashed(&format!("data/{}.js", run.slug), script.as_bytes()),
        json: format!("data/{}.json", run.slug),
        csv: format!("data/{}.csv", run.slug),
    };
    files.add(&paths.script, script.as_bytes())?;
    files.add(&paths.json, export::json_lines(&[run])?.as_bytes())?;
    files.add(&paths.csv, export::csv(&[run])?.as_bytes())?;
    Ok(paths)
}

/// What the viewer needs of a run, packed.
pub(super) fn packed(run: &Run) -> Result<Vec<u8>> {
    gzip(&serde_json::to_vec(&page_data(run))?)
}

/// Packed runs as a classic script, because a page opened from disk can load nothing else.
/// The viewer takes them in the order of their articles.
pub(super) fn script(packed: &[Vec<u8>]) -> String {
    let texts = packed.iter().map(|one| STANDARD.encode(one));
    let texts: Vec<String> = texts.map(|base64| format!("\"{base64}\"")).collect();
    format!(
        "(self.speedsheetQueue=self.speedsheetQueue||[]).push({});\n",
        texts.join(",")
    )
}

/// Packs as tightly as `flate2` can.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    // No time and no file name in the header: the same run gives the same bytes.
    let mut gzip = GzBuilder::new()
        .mtime(0)
        .write(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(gzip.finish()?)
}

/// A normalized run cut down to its measurements, without the source's own fields and the
/// single requests, which can be many times as large as the rest. The JSON to download has
/// everything.
fn page_data(run: &Run) -> PageData {
    PageData {
        schema_version: run.schema_version,
        measurements: run.measurements.iter().map(without_bulk).collect(),
    }
}

fn without_bulk(one: &Measurement) -> Measurement {
    Measurement {
        status: one.status,
        source_status: one.source_status.clone(),
        metrics: one.metrics.clone(),
        precision: one.precision.clone(),
        repetitions: one.repetitions,
        deviation: one.deviation.clone(),
        caveats: one.caveats.clone(),
        ..Measurement::new(one.family, one.axes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use serde_json::json;
    use speedsheet_core::model::{Axes, Family};

    use super::*;

    #[test]
    fn the_script_holds_the_measurements_without_bulk() {
        let mut measurement = Measurement::new(Family::Decode, Axes::default());
        measurement.source_status = Some("</script>".to_owned());
        measurement
            .extra
            .insert("samples".to_owned(), json!([1, 2]));
        let mut run = Run {
            measurements: vec![measurement],
            ..Run::default()
        };
        run.identify();

        let script = script(&[packed(&run).unwrap()]);

        let base64 = script.split('"').nth(1).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(STANDARD.decode(base64).unwrap().as_slice())
            .read_to_string(&mut text)
            .unwrap();
        let read: Run = serde_json::from_str(&text).unwrap();
        assert_eq!(read.schema_version, run.schema_version);
        assert_eq!(
            read.measurements[0].source_status.as_deref(),
            Some("</script>")
        );
        assert!(read.measurements[0].extra.is_empty());
        assert!(!script.contains("</script>"));
    }
}
