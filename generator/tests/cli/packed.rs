//! Packed inputs and bundles.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use speedsheet_core::model::Run;
use zip::write::SimpleFileOptions;

use crate::harness::Project;
use crate::serving::result;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(files: &[(&str, String)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(files: &[(&str, String)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder
            .append_data(&mut header, name, text.as_bytes())
            .unwrap();
    }
    builder.into_inner().unwrap()
}

fn save(project: &Project, name: &str, bytes: &[u8]) {
    project.write(name, "");
    std::fs::write(project.path(name), bytes).unwrap();
}

fn results() -> Vec<(&'static str, String)> {
    vec![
        ("out/c1.json", result(1).to_string()),
        ("out/c2.json", result(2).to_string()),
        ("out/c2.md", "A *note*.".to_owned()),
        ("out/c1.json.meta.toml", "hardware.name = 'H200'".to_owned()),
        ("out/c2.json.meta.toml", "hardware.name = 'H200'".to_owned()),
        ("out/.hidden.json", "{".to_owned()),
        ("out/log.txt", "started".to_owned()),
    ]
}

#[test]
fn a_packed_file_reads_as_the_file_does() {
    let project = Project::new();
    let text = result(1).to_string();
    project.write("plain.json", &text);
    save(&project, "a.json.gz", &gzip(text.as_bytes()));
    // The name says nothing, the bytes do.
    save(&project, "b.json", &gzip(text.as_bytes()));
    project.write("a.json.meta.toml", "hardware.name = 'H200'");
    let run = |name: &str| -> Run {
        let outcome = project.run(&["parse", name]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        serde_json::from_str(&outcome.stdout).unwrap()
    };
    let (plain, packed) = (run("plain.json"), run("a.json.gz"));
    assert_eq!(packed.measurements, plain.measurements);
    assert_eq!(packed.source.sha256, plain.source.sha256);
    assert_eq!(packed.hardware.name.as_deref(), Some("H200"));
    assert_eq!(run("b.json").id, plain.id);
}

#[test]
fn a_bundle_reads_as_a_folder_does() {
    let files = results();
    for (name, bytes) in [
        ("bundle.zip", zip(&files)),
        ("bundle.tar", tar(&files)),
        ("bundle.tgz", gzip(&tar(&files))),
        ("odd.bin", zip(&files)),
    ] {
        let project = Project::new();
        save(&project, name, &bytes);

        let outcome = project.run(&["build", name, "--out", "site"]);

        assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
        let grouped = format!("grouped 2 files from {name}!/out/: concurrency 1 to 2\n");
        assert!(outcome.stdout.contains(&grouped), "{name}: {outcome:?}");
        assert!(
            outcome.stderr.contains("skipped 1 other file"),
            "{name}: {outcome:?}"
        );
        let page = project.run_page();
        assert!(page.contains("<p>A <em>note</em>.</p>"), "{name}");
        assert!(page.contains("H200"), "{name}");
        let data = project.files("site").into_iter();
        let mut json = data.filter(|(name, _)| crate::group::is_run(name));
        let run: Run = serde_json::from_slice(&json.next().unwrap().1).unwrap();
        let sha256: String = Sha256::digest(files[0].1.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(run.source.parts[0].file_name, "c1.json");
        assert_eq!(run.source.parts[0].sha256, sha256);
    }
}

#[test]
fn a_bundle_in_a_folder_is_read_with_it() {
    let project = Project::new();
    save(&project, "in/bundle.zip", &zip(&results()));
    project.write("in/c4.json", &result(4).to_string());
    let outcome = project.run(&["check", "in"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("in/bundle.zip!/out/c1.json: vllm_serve"),
        "{outcome:?}"
    );
}

#[test]
fn a_bundle_that_unpacks_to_too_much_is_refused_with_the_reason() {
    let project = Project::new();
    project.write("in/c4.json", &result(4).to_string());
    let zeros = vec![0; 64 * 1024 * 1024];
    save(&project, "in/bomb.gz", &gzip(&zeros));

    let outcome = project.run(&["build", "in", "--out", "site"]);

    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(
        outcome.stderr.contains(
            "in/bomb.gz: error: not unpacked: it unpacks to more than 200 times its size"
        ),
        "{outcome:?}"
    );
    assert!(outcome.stdout.contains("built 1 run"), "{outcome:?}");
}

#[test]
fn names_of_a_bundle_cannot_lead_out_of_it() {
    let project = Project::new();
    let escaping = [("../../escape/c1.json", result(1).to_string())];
    save(&project, "bundle.zip", &zip(&escaping));
    let outcome = project.run(&["check", "bundle.zip"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("bundle.zip!/escape/c1.json: vllm_serve"),
        "{outcome:?}"
    );
}

#[test]
fn a_bundle_without_results_is_an_error_where_it_was_asked_for() {
    let project = Project::new();
    save(
        &project,
        "in/bundle.zip",
        &zip(&[("a.txt", "x".to_owned())]),
    );
    project.write("in/c4.json", &result(4).to_string());
    let outcome = project.run(&["build", "in/bundle.zip", "--out", "site"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("no benchmark result among the 1 file"),
        "{outcome:?}"
    );
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn a_damaged_bundle_is_an_error() {
    let project = Project::new();
    let bytes = gzip(&tar(&results()));
    save(&project, "cut.tgz", &bytes[..bytes.len() / 2]);
    let outcome = project.run(&["check", "cut.tgz"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stdout.contains("damaged or cut off"), "{outcome:?}");
}

#[test]
fn a_sidecar_of_a_bundle_is_about_all_of_its_files() {
    let project = Project::new();
    let files = [
        ("c1.json", result(1).to_string()),
        ("c2.json", result(2).to_string()),
        ("c2.json.meta.toml", "hardware.name = 'H100'".to_owned()),
    ];
    save(&project, "in/bundle.zip", &zip(&files));
    project.write("in/bundle.zip.meta.toml", "hardware.name = 'H200'");
    let outcome = project.run(&["parse", "in", "--to", "jsonl"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let names: Vec<Option<String>> = outcome
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Run>(line).unwrap().hardware.name)
        .collect();
    assert_eq!(names, [Some("H200".to_owned()), Some("H100".to_owned())]);
}
