//! What is written as normalized JSON is read back as it was.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::Path;

use speedsheet_core::formats;

#[test]
fn every_sample_reads_back_equal() {
    let samples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../samples"));
    let mut read = 0;
    for entry in std::fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let name = path.file_name().unwrap().to_str();
        let first = formats::parse(&std::fs::read(&path).unwrap(), name);
        for run in first.runs {
            let json = serde_json::to_vec(&run).unwrap();
            let again = formats::parse(&json, Some("normalized.json"));
            assert_eq!(again.diagnostics, [], "{name:?}");
            assert_eq!(again.runs, [run], "{name:?}");
            read += 1;
        }
    }
    assert!(read >= 4);
}
