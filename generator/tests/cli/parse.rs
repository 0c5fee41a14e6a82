use std::io::Read;
use std::process::Stdio;

use speedsheet_core::model::{Family, Run};

use crate::harness::{Project, sample};

#[test]
fn one_run_is_an_object_and_several_are_an_array() {
    let project = Project::with_sample("a.txt");
    project.write("b.txt", &sample().replace("Qwen3.5-2B", "Other-2B"));

    let one: Run = serde_json::from_str(&project.run(&["parse", "a.txt"]).stdout).unwrap();
    let two: Vec<Run> =
        serde_json::from_str(&project.run(&["parse", "a.txt", "b.txt"]).stdout).unwrap();
    let lines = project
        .run(&["parse", "a.txt", "b.txt", "--to", "jsonl"])
        .stdout;

    let of = |family| {
        one.measurements
            .iter()
            .filter(|one| one.family == family)
            .count()
    };
    assert_eq!((of(Family::Prefill), of(Family::Decode)), (7, 48));
    assert_eq!(two[0], one);
    assert_eq!(lines.lines().count(), 2);
    assert_eq!(
        serde_json::from_str::<Run>(lines.lines().nth(1).unwrap()).unwrap(),
        two[1]
    );
}

#[test]
fn csv_has_one_row_per_measurement() {
    let outcome = Project::with_sample("a.txt").run(&["parse", "a.txt", "--to", "csv"]);
    let mut table = csv::Reader::from_reader(outcome.stdout.as_bytes());
    let column = table
        .headers()
        .unwrap()
        .iter()
        .position(|name| name == "output_tps")
        .unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 55);
    assert!(rows.iter().any(|row| &row[column] == "15186"));
}

#[test]
fn text_reads_back_as_the_same_measurements() {
    let project = Project::with_sample("a.txt");
    let text = project.run(&["parse", "a.txt", "--to", "text"]).stdout;
    project.write("b.txt", &text);
    let run = |name| serde_json::from_str::<Run>(&project.run(&["parse", name]).stdout).unwrap();
    assert_eq!(run("a.txt").measurements, run("b.txt").measurements);
}

#[test]
fn errors_go_to_standard_error_and_the_rest_is_printed() {
    let project = Project::with_sample("a.txt");
    project.write("b.txt", "nothing");
    let outcome = project.run(&["parse", "b.txt", "a.txt"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("b.txt"), "{}", outcome.stderr);
    assert!(serde_json::from_str::<Run>(&outcome.stdout).is_ok());
    assert_eq!(project.run(&["parse", "b.txt"]).code, 3);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let project = Project::with_sample("a.txt");
    // Several times the text, so that it cannot fit the buffer of the pipe.
    for name in ["b.txt", "c.txt", "d.txt"] {
        project.write(name, &sample().replace("Qwen3.5-2B", name));
    }
    let mut child = project
        .command(&["parse", "a.txt", "b.txt", "c.txt", "d.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_schema_describes_the_run_and_formats_lists_the_registry() {
    let project = Project::new();
    let schema: serde_json::Value = serde_json::from_str(&project.run(&["schema"]).stdout).unwrap();
    assert_eq!(schema["title"], "Run");
    assert!(schema["properties"]["measurements"].is_object());
    let formats = project.run(&["formats"]).stdout;
    let json = project.run(&["formats", "--to", "json"]).stdout;
    let json: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(json.len(), speedsheet_core::formats::REGISTRY.len());
    for format in speedsheet_core::formats::REGISTRY {
        let id = format.info().id;
        assert!(formats.contains(id), "{formats}");
        assert!(json.iter().any(|listed| listed["id"] == id));
    }
}

#[test]
fn the_table_in_the_readme_is_that_of_the_registry() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"));
    let table = Project::new().run(&["formats", "--to", "markdown"]).stdout;
    assert!(
        readme.unwrap().contains(table.trim()),
        "run `cargo xtask formats` to bring README.md up to date"
    );
}
