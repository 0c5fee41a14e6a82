//! What the tool did not record: sidecars, the configuration, and the names of files.

use serde_json::{Value, json};
use speedsheet_core::model::{Run, SuppliedFrom};

use crate::harness::Project;
use crate::serving::{result, result_with, sweep};

fn parsed(project: &Project, arguments: &[&str]) -> Run {
    let arguments: Vec<&str> = ["parse"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    let outcome = project.run(&arguments);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

fn project() -> Project {
    let project = Project::new();
    project.write("in/run.json", &result(8).to_string());
    project
}

const SIDECAR: &str = r#"
notes = "Measured on a *quiet* machine."
launch_command = "vllm serve org/Model-1B --api-key verysecret1"
price = { per_hour = 2.5, currency = "EUR" }

[hardware]
name = "H200"
count = 4

[model]
quantization = "FP8"

[settings]
dtype = "auto"
"#;

#[test]
fn a_sidecar_supplies_what_was_not_recorded() {
    let project = project();
    project.write("in/run.json.meta.toml", SIDECAR);

    let run = parsed(&project, &["in"]);

    assert_eq!(run.hardware.name.as_deref(), Some("H200"));
    assert_eq!(run.hardware.count, Some(4));
    assert_eq!(run.model.quantization.as_deref(), Some("FP8"));
    assert_eq!(run.settings.extra["dtype"], "auto");
    assert_eq!(run.price.as_ref().unwrap().per_hour, 2.5);
    assert_eq!(run.title, "Model-1B on H200 with vllm");
    assert!(run.notes.iter().any(|note| note.text.contains("*quiet*")));
    assert_eq!(run.supplied.len(), 6);
    assert!(
        run.supplied
            .iter()
            .all(|one| one.from == SuppliedFrom::Sidecar
                && one.origin == "run.json.meta.toml"
                && one.recorded.is_none())
    );
}

#[test]
fn secrets_of_a_sidecar_reach_nothing_that_is_written() {
    let project = project();
    project.write("in/run.json.meta.toml", SIDECAR);
    project.build(&["in"]);
    for (name, bytes) in project.files("site") {
        assert!(
            !String::from_utf8_lossy(&bytes).contains("verysecret1"),
            "{name}"
        );
    }
    assert!(project.run_page().contains("--api-key"));
}

#[test]
fn a_recorded_value_stays_and_the_conflict_is_told() {
    let project = project();
    project.write("in/run.json.meta.toml", "model.id = 'org/Other-2B'\n");

    let outcome = project.run(&["build", "in", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stderr.contains(
            "in/run.json: warning: model.id is \"org/Model-1B\" in the input and \"org/Other-2B\" \
             in the sidecar run.json.meta.toml; the recorded value stays"
        ),
        "{}",
        outcome.stderr
    );
    let run = parsed(&project, &["in"]);
    assert_eq!(run.model.id.as_deref(), Some("org/Model-1B"));
    assert_eq!(run.supplied[0].value, "org/Other-2B");
    assert_eq!(run.supplied[0].recorded.as_deref(), Some("org/Model-1B"));
}

#[test]
fn a_mistake_in_a_sidecar_is_an_error_with_its_line_and_the_nearest_key() {
    let project = project();
    project.write("in/run.json.meta.toml", "[hardware]\nnam = 'H200'\n");
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("run.json.meta.toml:2:1: unknown key `nam`; the nearest is `name`"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stdout.contains("built 1 run"), "{outcome:?}");
}

#[test]
fn a_sidecar_without_its_input_is_told() {
    let project = project();
    project.write("in/rum.json.meta.toml", "title = 'T'\n");
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("in/rum.json.meta.toml: warning: a sidecar of in/rum.json"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn the_configuration_supplies_by_path_and_a_sidecar_holds_before_it() {
    let project = Project::new();
    sweep(&project, "h200", &[1]);
    sweep(&project, "h100", &[2]);
    project.write("h200/c1.json.meta.toml", "hardware.count = 4\n");
    project.write(
        "speedsheet.toml",
        "[[supply]]\nmatch = '**'\nhardware = { name = 'H100', count = 8 }\n\
         [[supply]]\nmatch = 'h200/*.json'\nhardware.name = 'H200'\n",
    );

    let run = parsed(&project, &["h200"]);
    assert_eq!(run.hardware.name.as_deref(), Some("H200"));
    assert_eq!(run.hardware.count, Some(4));
    let listed: Vec<(&str, &str)> = run
        .supplied
        .iter()
        .map(|one| (one.field.as_str(), one.value.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("hardware.count", "4"),
            ("hardware.name", "H200"),
            ("hardware.count", "8"),
            ("hardware.name", "H100"),
        ]
    );
    assert_eq!(run.supplied[1].from, SuppliedFrom::Configuration);
    assert_eq!(run.supplied[1].origin, "speedsheet.toml");

    let run = parsed(&project, &["h100"]);
    assert_eq!(run.hardware.name.as_deref(), Some("H100"));
}

#[test]
fn a_mistake_in_the_configuration_ends_the_command() {
    let project = project();
    project.write(
        "other.toml",
        "[[supply]]\nmatch = '*'\nhardwar.name = 'x'\n",
    );
    let outcome = project.run(&["build", "in", "--out", "site", "--config", "other.toml"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("other.toml:3:1: unknown key `hardwar`; the nearest is `hardware`"),
        "{}",
        outcome.stderr
    );
    assert!(!project.path("site").exists());
    let missing = project.run(&["check", "in", "--config", "missing.toml"]);
    assert_eq!(missing.code, 3);
    assert!(missing.stderr.contains("missing.toml"), "{missing:?}");
}

#[test]
fn a_configuration_beside_the_results_must_be_asked_for() {
    let project = project();
    project.write("in/speedsheet.toml", "hardware = 1");
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("in/speedsheet.toml: warning: a configuration that is not in use"),
        "{}",
        outcome.stderr
    );
    project.write("in/speedsheet.toml", "title = 'T'");
    let outcome = project.run(&[
        "build",
        "in",
        "--out",
        "site",
        "--config",
        "in/speedsheet.toml",
    ]);
    assert_eq!(
        outcome.stderr.matches("not in use").count(),
        0,
        "{outcome:?}"
    );
}

#[test]
fn a_pattern_reads_what_only_the_names_carry() {
    let project = Project::new();
    let no_concurrency = |duration: f64| {
        result_with(8, &json!({ "max_concurrency": null, "duration": duration })).to_string()
    };
    project.write("in/tp4_c16.json", &no_concurrency(1.0));
    project.write("in/tp4_c32.json", &no_concurrency(2.0));
    project.write(
        "speedsheet.toml",
        "[[path]]\npattern = 'tp{settings.tensor_parallel_size}_c{axes.concurrency}.json'\n",
    );

    let run = parsed(&project, &["in", "--group"]);

    let concurrencies: Vec<_> = run
        .measurements
        .iter()
        .map(|one| one.axes.concurrency)
        .collect();
    assert_eq!(concurrencies, [Some(16), Some(32)]);
    assert_eq!(run.settings.extra["tensor_parallel_size"], 4);
    let listed: Vec<(&str, &str, SuppliedFrom)> = run
        .supplied
        .iter()
        .map(|one| (one.field.as_str(), one.value.as_str(), one.from))
        .collect();
    assert_eq!(
        listed,
        [
            (
                "settings.extra.tensor_parallel_size",
                "4",
                SuppliedFrom::Path
            ),
            ("axes.concurrency", "16, 32", SuppliedFrom::Path),
        ]
    );
}

#[test]
fn a_path_never_replaces_a_recorded_value() {
    let project = Project::new();
    project.write("in/c16.json", &result(8).to_string());
    project.write(
        "speedsheet.toml",
        "[[path]]\npattern = 'c{axes.concurrency}.json'\n",
    );
    let run = parsed(&project, &["in"]);
    assert_eq!(run.measurements[0].axes.concurrency, Some(8));
    assert_eq!(run.supplied[0].recorded.as_deref(), Some("8"));
    let outcome = project.run(&["check", "in"]);
    assert!(
        outcome.stdout.contains("warning[supplied_conflict]"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn the_folder_of_a_sweep_carries_what_the_file_does_not() {
    let project = Project::new();
    let file = result_with(8, &json!({ "max_concurrency": null }));
    project.write(
        "sweep/SERVE--max_num_seqs=32-BENCH--max_concurrency=16/run=0.json",
        &file.to_string(),
    );
    let run = parsed(&project, &["sweep"]);
    assert_eq!(run.measurements[0].axes.concurrency, Some(16));
    assert_eq!(run.settings.extra["max_num_seqs"], 32);
    assert!(run.supplied.iter().all(|one| one.from == SuppliedFrom::Path
        && one.origin == "SERVE--max_num_seqs=32-BENCH--max_concurrency=16"));
}

#[test]
fn the_configuration_says_what_is_redacted() {
    let project = project();
    project.write("in/run.md", "Ask ada@example.org about PROJECT-1815.");
    project.write(
        "speedsheet.toml",
        "[redact]\ndisable = ['email']\nadd = [{ name = 'project', pattern = 'PROJECT-\\d+' }]\n",
    );
    project.build(&["in"]);
    let page = project.run_page();
    assert!(page.contains("ada@example.org"));
    assert!(!page.contains("PROJECT-1815"));
}

#[test]
fn the_configuration_gives_the_list_of_runs_a_title() {
    let project = project();
    project.write("speedsheet.toml", "title = 'Speed of <b>Model-1B</b>'\n");
    project.build(&["in"]);
    let index = project.read("site/index.html");
    assert!(index.contains("<h1>Speed of &lt;b&gt;Model-1B"), "{index}");
}

#[test]
fn the_schemas_of_configuration_and_sidecar_are_published() {
    let project = Project::new();
    let schema = |option: &str| -> Value {
        serde_json::from_str(&project.run(&["schema", option]).stdout).unwrap()
    };
    let config = schema("--config");
    for key in ["path", "supply", "group", "redact"] {
        assert!(config["properties"][key].is_object(), "{key}");
    }
    assert_eq!(config["additionalProperties"], false);
    let sidecar = schema("--sidecar");
    for key in ["title", "notes", "hardware", "price", "launch_command"] {
        assert!(sidecar["properties"][key].is_object(), "{key}");
    }
}
