//! A run as data: for the viewer, and to download.

use std::io::Write;

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use serde::Serialize;
use speedsheet_core::model::{Extra, Run};

use super::{Files, assets};
use crate::export;

/// Longest text of a source's own field that the viewer gets.
const MAX_EXTRA_TEXT: usize = 200;

/// Paths of the data files of a run, relative to the root of the site.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct DataFiles {
    /// For the viewer.
    pub(super) script: String,
    /// Everything, as JSON.
    pub(super) json: String,
    /// The measurements, as CSV.
    pub(super) csv: String,
}

/// Adds the data files of a run to the site.
pub(super) fn add(run: &Run, files: &mut Files) -> Result<DataFiles> {
    let script = script(run)?;
    let paths = DataFiles {
        script: assets::hashed(&format!("data/{}.js", run.slug), script.as_bytes()),
        json: format!("data/{}.json", run.slug),
        csv: format!("data/{}.csv", run.slug),
    };
    files.insert(paths.script.clone(), script.into_bytes());
    files.insert(paths.json.clone(), export::json(&[run])?.into_bytes());
    files.insert(paths.csv.clone(), export::csv(&[run])?.into_bytes());
    Ok(paths)
}

/// The run as a classic script, because a page opened from disk can load nothing else.
fn script(run: &Run) -> Result<String> {
    let json = serde_json::to_vec(&without_bulk(run))?;
    // No time and no file name in the header: the same run gives the same bytes.
    let mut gzip = GzBuilder::new()
        .mtime(0)
        .write(Vec::new(), Compression::best());
    gzip.write_all(&json)?;
    let base64 = STANDARD.encode(gzip.finish()?);
    Ok(format!(
        "(self.speedsheetQueue=self.speedsheetQueue||[]).push(\"{base64}\");\n"
    ))
}

/// The run without the source's own lists, tables and long texts, which can be many
/// times as large as the measurements and are not shown. The JSON to download has them.
fn without_bulk(run: &Run) -> Run {
    let mut run = run.clone();
    run.extra.clear();
    for extra in [
        &mut run.hardware.extra,
        &mut run.engine.extra,
        &mut run.settings.extra,
    ] {
        keep_short(extra);
    }
    for measurement in &mut run.measurements {
        keep_short(&mut measurement.extra);
    }
    run
}

fn keep_short(extra: &mut Extra) {
    extra.retain(|_, value| match value {
        serde_json::Value::String(text) => text.len() <= MAX_EXTRA_TEXT,
        other => !(other.is_array() || other.is_object()),
    });
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use serde_json::json;

    use super::*;

    #[test]
    fn the_script_holds_the_run_without_bulk() {
        let mut run = Run {
            title: "</script>".to_owned(),
            ..Run::default()
        };
        run.settings.extra.insert("seed".to_owned(), json!(7));
        run.settings
            .extra
            .insert("samples".to_owned(), json!([1, 2]));
        run.extra.insert("log".to_owned(), json!("x"));

        let script = script(&run).unwrap();

        let base64 = script.split('"').nth(1).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(STANDARD.decode(base64).unwrap().as_slice())
            .read_to_string(&mut text)
            .unwrap();
        let read: Run = serde_json::from_str(&text).unwrap();
        assert_eq!(read.title, "</script>");
        assert_eq!(read.settings.extra.len(), 1);
        assert!(read.extra.is_empty());
        assert!(!script.contains('<'));
    }
}
