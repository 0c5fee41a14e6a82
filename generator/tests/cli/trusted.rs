//! A site can be verified, and is whole whatever happens to the build that replaces it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use serde_json::json;

use crate::harness::{Outcome, Project};
use crate::serving::result_with;

/// The runs of the large sites.
const RUNS: u64 = 500;

/// Writes the result of one serving test of the model with this number.
fn write_result(project: &Project, number: u64, seconds: f64) {
    let fields = json!({
        "model_id": format!("org/Model-{number}B"),
        "tokenizer_id": format!("org/Model-{number}B"),
        "duration": seconds,
    });
    let text = result_with(8, &fields).to_string();
    project.write(&format!("results/{number}.json"), &text);
}

fn write_results(project: &Project, seconds: f64) {
    (1..=RUNS).for_each(|number| write_result(project, number, seconds));
}

/// Builds the site and gives the line that counts its files.
fn build(project: &Project) -> String {
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let line = outcome.stdout.lines().find(|line| line.contains("written"));
    line.unwrap().to_owned()
}

fn verify(project: &Project) -> Outcome {
    project.run(&["verify", "site"])
}

#[test]
fn verify_names_what_was_changed_taken_away_and_added() {
    let project = Project::with_sample("run.txt");
    project.build(&["run.txt"]);
    let files = project.files("site");
    let outcome = verify(&project);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let whole = format!("{} files as written, 0 not; SHA-256 of", files.len() - 1);
    assert!(outcome.stdout.starts_with(&whole), "{outcome:?}");

    let page = files.keys().find(|name| name.starts_with("runs/")).unwrap();
    project.write("site/index.html", "<p>Twice as fast.</p>");
    std::fs::remove_file(project.path("site").join(page)).unwrap();
    project.write("site/assets/extra.js", "");

    let outcome = verify(&project);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines[0], "changed  index.html");
    assert_eq!(lines[1], format!("missing  {page}"));
    assert_eq!(lines[2], "added    assets/extra.js");
    assert!(lines[3].contains(" 3 not"), "{outcome:?}");
}

#[test]
fn a_folder_without_a_manifest_cannot_be_verified() {
    let project = Project::new();
    project.write("site/index.html", "");
    let outcome = verify(&project);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("site/manifest.json"), "{outcome:?}");
    project.write("site/manifest.json", "{\"name\": \"app\"}");
    let outcome = verify(&project);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("not the manifest"), "{outcome:?}");
}

#[test]
fn the_manifest_tells_which_input_a_run_is_from() {
    let project = Project::with_sample("run.txt");
    project.build(&["run.txt"]);
    let manifest: serde_json::Value =
        serde_json::from_str(&project.read("site/manifest.json")).unwrap();
    let input = &manifest["inputs"][0];
    assert_eq!(input["name"], "run.txt");
    let run = input["runs"][0].as_str().unwrap();
    assert!(project.path(&format!("site/runs/{run}.html")).exists());
    let run: serde_json::Value =
        serde_json::from_str(&project.read(&format!("site/data/{run}.json"))).unwrap();
    assert_eq!(run["source"]["sha256"], input["sha256"]);
}

/// Files below a folder with the time of their last change.
fn times(folder: &Path) -> BTreeMap<String, std::time::SystemTime> {
    let entries = walkdir::WalkDir::new(folder).into_iter();
    let files = entries.map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap();
            let time = entry.metadata().unwrap().modified().unwrap();
            (name.to_str().unwrap().to_owned(), time)
        })
        .collect()
}

/// A second build of 500 runs, and one after a single input changed.
#[test]
fn a_second_build_writes_only_what_depends_on_what_changed() {
    let project = Project::new();
    write_results(&project, 60.0);
    let first = build(&project);
    let before = times(&project.path("site"));

    let second = build(&project);
    assert_eq!(
        second,
        format!("0 files written, {} unchanged, 0 removed", before.len())
    );
    assert_eq!(times(&project.path("site")), before);

    let earlier = project.files("site");
    write_result(&project, 250, 59.0);
    let third = build(&project);
    let later = project.files("site");
    let written: Vec<&str> = later
        .iter()
        .filter(|(name, content)| earlier.get(*name) != Some(content))
        .map(|(name, _)| name.as_str())
        .collect();
    let removed = earlier.keys().filter(|name| !later.contains_key(*name));
    println!("first:         {first}\nunchanged:     {second}\none input new: {third}");
    println!("{}", written.join("\n"));
    let others = written
        .iter()
        .filter(|name| !name.contains("model-250b") && !name.starts_with("data/input-"));
    assert_eq!(
        others.collect::<Vec<_>>(),
        [&"index.html", &"manifest.json"],
        "{written:?}"
    );
    let counts = format!(
        "{} files written, {} unchanged, {} removed",
        written.len(),
        later.len() - written.len(),
        removed.count()
    );
    assert_eq!(third, counts);
    assert_eq!(verify(&project).code, 0);
}

/// Kills builds of a site with 500 runs at moments spread at random over the time that one
/// takes.
#[test]
fn a_build_that_is_killed_leaves_a_whole_site() {
    let project = Project::new();
    write_results(&project, 60.0);
    build(&project);
    let mut manifests = vec![project.read("site/manifest.json")];
    write_results(&project, 59.0);
    let start = Instant::now();
    build(&project);
    let takes = start.elapsed();
    manifests.push(project.read("site/manifest.json"));

    let mut random = fastrand::Rng::with_seed(4);
    let (mut old, mut new, mut killed, mut builds) = (0, 0, 0, 0);
    let mut shown = manifests[1].clone();
    while killed < 30 {
        assert!(builds < 150, "only {killed} of {builds} builds were killed");
        write_results(&project, if builds % 2 == 0 { 60.0 } else { 59.0 });
        let mut child = project
            .command(&["build", "results", "--out", "site"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(takes.mul_f64(random.f64()));
        // SIGKILL on Unix. A build that was done already does not count.
        child.kill().unwrap();
        builds += 1;
        killed += usize::from(!child.wait().unwrap().success());

        let outcome = verify(&project);
        assert_eq!(outcome.code, 0, "build {builds}: {outcome:?}");
        let manifest = project.read("site/manifest.json");
        assert!(manifests.contains(&manifest), "build {builds}");
        if manifest == shown {
            old += 1;
        } else {
            new += 1;
        }
        shown = manifest;
    }
    println!(
        "{builds} builds, {killed} killed within {takes:.1?}: the old site was whole {old} times, \
         the new one {new} times"
    );

    build(&project);
    let left = std::fs::read_dir(project.path("")).unwrap();
    let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["results", "site"]);
}
