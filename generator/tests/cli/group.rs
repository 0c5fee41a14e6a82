//! One report from many files.

use serde_json::{Value, json};
use speedsheet_core::model::Run;

use crate::harness::Project;
use crate::serving::{TWELVE, result, result_with, sweep};

/// The normalized runs of a built site.
fn runs(project: &Project) -> Vec<Run> {
    let files = project.files("site").into_iter();
    files
        .filter(|(name, _)| is_run(name))
        .map(|(_, bytes)| serde_json::from_slice(&bytes).unwrap())
        .collect()
}

/// True for the normalized JSON of a run, not for the copy of an input.
pub(crate) fn is_run(name: &str) -> bool {
    let name = name.strip_prefix("data/");
    name.is_some_and(|name| name.ends_with(".json") && !name.starts_with("input-"))
}

fn sizes(project: &Project) -> Vec<usize> {
    let mut sizes: Vec<usize> = runs(project)
        .iter()
        .map(|run| run.measurements.len())
        .collect();
    sizes.sort_unstable();
    sizes
}

#[test]
fn twelve_files_of_a_sweep_become_one_run_with_twelve_measurements() {
    let project = Project::new();
    sweep(&project, "results", &TWELVE);

    let outcome = project.run(&["build", "results", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .starts_with("grouped 12 files from results/: concurrency 1 to 128\n"),
        "{outcome:?}"
    );
    assert!(outcome.stdout.contains("12 measurements"), "{outcome:?}");
    let [run] = <[Run; 1]>::try_from(runs(&project)).unwrap();
    let concurrencies: Vec<u64> = run
        .measurements
        .iter()
        .filter_map(|one| one.axes.concurrency)
        .collect();
    assert_eq!(concurrencies, TWELVE);
    for one in &run.measurements {
        let part = &run.source.parts[one.part.unwrap() as usize];
        let concurrency = one.axes.concurrency.unwrap();
        assert_eq!(part.file_name, format!("c{concurrency}.json"));
        assert_eq!(one.metrics.output_tps, Some(40.0 * concurrency as f64));
    }
}

#[test]
fn one_more_file_with_another_length_makes_two_runs_and_names_the_field() {
    let project = Project::new();
    sweep(&project, "results", &TWELVE);
    let long = result_with(8, &json!({ "max_model_len": 8192 }));
    project.write("results/c8-long.json", &long.to_string());

    let outcome = project.run(&["build", "results", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(sizes(&project), [1, 12]);
    assert!(
        outcome.stderr.contains(
            "results/c8-long.json: note: not grouped with results/c1.json and 11 more: \
             settings.extra.max_model_len is 8192 here and 4096 there"
        ),
        "{}",
        outcome.stderr
    );
}

#[test]
fn the_order_of_the_arguments_changes_nothing() {
    let project = Project::new();
    sweep(&project, "results/a", &[1, 2, 4]);
    sweep(&project, "results/b", &[8, 16]);
    project.write("results/b/copy.json", &result(4).to_string());
    let site = |inputs: &[&str]| {
        project.build(inputs);
        project.files("site")
    };
    let files = ["results/a/c4.json", "results/b", "results/a"];
    let expected = site(&files);
    assert_eq!(site(&[files[2], files[1], files[0]]), expected);
    assert_eq!(site(&[files[1], files[0], files[2], files[1]]), expected);
}

#[test]
fn a_sweep_keeps_its_link_when_a_file_joins() {
    let project = Project::new();
    let slug = |concurrencies: &[u64]| {
        sweep(&project, "results", concurrencies);
        project.build(&["results"]);
        let [run] = <[Run; 1]>::try_from(runs(&project)).unwrap();
        assert_eq!(run.measurements.len(), concurrencies.len());
        run.slug
    };
    assert_eq!(slug(&[1, 2]), slug(&[1, 2, 4]));
}

#[test]
fn grouping_can_be_switched_off() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);
    let outcome = project.run(&["build", "results", "--out", "site", "--no-group"]);
    assert!(!outcome.stdout.contains("grouped"), "{outcome:?}");
    assert_eq!(sizes(&project), [1, 1]);

    project.write("speedsheet.toml", "[group]\nenabled = false\n");
    project.build(&["results"]);
    assert_eq!(sizes(&project), [1, 1]);
}

#[test]
fn parse_puts_together_only_when_asked() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);
    let count = |arguments: &[&str]| {
        let outcome = project.run(arguments);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        outcome.stdout.lines().count()
    };
    assert_eq!(count(&["parse", "results", "--to", "jsonl"]), 2);
    assert_eq!(count(&["parse", "results", "--to", "jsonl", "--group"]), 1);
}

#[test]
fn check_says_what_would_be_put_together() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);

    let text = project.run(&["check", "results"]).stdout;
    assert!(
        text.contains("would group 2 files from results/: concurrency 1 to 2\n"),
        "{text}"
    );
    assert!(
        text.contains("results/c1.json: vllm_serve, 1 run, 1 measurement: 1 valid\n"),
        "{text}"
    );

    let json = project.run(&["check", "results", "--json"]).stdout;
    let report: Value = serde_json::from_str(&json).unwrap();
    let group = &report["groups"][0];
    assert_eq!(
        group["files"],
        json!(["results/c1.json", "results/c2.json"])
    );
    assert_eq!(group["runs"], 2);
    assert_eq!(
        group["summary"],
        "2 files from results/: concurrency 1 to 2"
    );
    assert_eq!(report["files"][0]["runs"], 1);
}

#[test]
fn the_folders_of_a_sweep_are_put_together_with_their_repetitions_and_summaries() {
    let project = Project::new();
    for concurrency in [4, 8] {
        let folder = format!("sweep/SERVE---BENCH--max_concurrency={concurrency}-num_prompts=9");
        let run = |number: u64| {
            let date = format!("20260806-03000{number}");
            result_with(
                concurrency,
                &json!({ "date": date, "run_number": number, "num_prompts": 9,
                         "output_throughput": 100 + number }),
            )
        };
        let (first, second) = (run(0), run(1));
        project.write(&format!("{folder}/run=0.json"), &first.to_string());
        project.write(&format!("{folder}/run=1.json"), &second.to_string());
        project.write(
            &format!("{folder}/summary.json"),
            &json!([first, second]).to_string(),
        );
    }

    let outcome = project.run(&["build", "sweep", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("grouped 6 files from sweep/: concurrency 4 to 8, with repetitions\n"),
        "{outcome:?}"
    );
    assert_eq!(sizes(&project), [4]);
    let check = project.run(&["check", "sweep"]).stdout;
    assert!(check.contains("kept once"), "{check}");
    assert!(!check.contains("supplied_conflict"), "{check}");
}

#[test]
fn equal_places_in_different_folders_stay_apart() {
    let project = Project::new();
    sweep(&project, "results/monday", &[1, 2]);
    for concurrency in [1, 2] {
        let tuesday = result_with(concurrency, &json!({ "duration": 61.0 }));
        project.write(
            &format!("results/tuesday/c{concurrency}.json"),
            &tuesday.to_string(),
        );
    }
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(sizes(&project), [2, 2]);
    assert!(
        outcome.stderr.contains("different folders"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn the_page_of_a_sweep_lists_its_files() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);
    project.build(&["results"]);
    let page = project.run_page();
    for name in ["c1.json", "c2.json"] {
        assert!(page.contains(name), "{name}");
    }
}

#[test]
fn normalized_json_of_a_sweep_is_the_same_as_its_files() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);
    let all = project.run(&["parse", "results", "--group"]).stdout;
    let apart = project.run(&["parse", "results"]).stdout;
    project.write("results/all.json", &all);
    project.write("other/apart.json", &apart);

    let outcome = project.run(&["build", "results", "other", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(sizes(&project), [2]);
    assert!(
        outcome.stderr.contains(
            "results/all.json: note: holds what results/c1.json and others give together"
        ),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome
            .stderr
            .contains("other/apart.json: note: holds the same as results/c"),
        "{}",
        outcome.stderr
    );

    let again = project.run(&["parse", "results/all.json"]).stdout;
    assert_eq!(again, all);
}

#[test]
fn runs_that_claim_the_same_source_all_get_a_page() {
    let project = Project::new();
    sweep(&project, "results", &[1]);
    let run: Value = serde_json::from_str(&project.run(&["parse", "results"]).stdout).unwrap();
    let mut other = run.clone();
    other["launch_command"] = "serve".into();
    project.write("runs.json", &json!([run, other, run]).to_string());

    let outcome = project.run(&["build", "runs.json", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(sizes(&project), [1, 1]);
    assert!(outcome.stderr.contains("1 of its 3 runs"), "{outcome:?}");

    let mut nameless = run;
    nameless["source"]["sha256"] = "".into();
    for name in ["in/a.json", "in/b.json"] {
        project.write(name, &format!("{nameless}{}", " ".repeat(name.len())));
    }
    project.write("in/c.json", &format!("{nameless}\n"));
    project.build(&["in"]);
    assert_eq!(sizes(&project), [1]);
}

#[test]
fn a_site_that_was_built_before_is_no_input() {
    let project = Project::new();
    sweep(&project, "results", &[1, 2]);
    project.build(&["results"]);
    let outcome = project.run(&["check", "."]);
    assert!(
        outcome
            .stdout
            .contains("./site: not a benchmark result, skipped"),
        "{outcome:?}"
    );
    assert!(
        outcome.stdout.contains("would group 2 files"),
        "{outcome:?}"
    );
}

#[test]
fn groups_of_one_file_are_different_runs() {
    let project = Project::new();
    let of = |concurrency, length| result_with(concurrency, &json!({ "max_model_len": length }));
    let results = [of(1, 1), of(1, 2), of(2, 1), of(2, 2)].map(|one| one.to_string());
    project.write("sweep.jsonl", &results.join("\n"));
    let all = project.run(&["parse", "sweep.jsonl", "--group", "--to", "jsonl"]);
    let lines: Vec<&str> = all.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{all:?}");
    project.write("in/one.json", lines[0]);
    project.write("in/two.json", lines[1]);
    project.build(&["in"]);
    assert_eq!(sizes(&project), [2, 2]);
}

#[test]
fn files_of_an_unknown_model_become_one_run_once_the_model_is_supplied() {
    let project = Project::new();
    for concurrency in [1, 2, 4] {
        let result = result_with(concurrency, &json!({ "model_id": null }));
        project.write(&format!("in/c{concurrency}.json"), &result.to_string());
    }
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(sizes(&project), [1, 1, 1]);
    assert!(
        outcome.stderr.contains(
            "in/c4.json: note: not grouped with in/c1.json and 1 more: \
             neither says which model was measured"
        ),
        "{}",
        outcome.stderr
    );

    project.write(
        "speedsheet.toml",
        "[[supply]]\nmatch = 'in/*.json'\nmodel.name = 'Model-1B'\n",
    );
    project.build(&["in"]);
    assert_eq!(sizes(&project), [3]);
}
