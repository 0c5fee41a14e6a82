//! A new project.

use std::path::Path;

use crate::harness::{Project, sample};

#[test]
fn a_new_project_is_built_with_a_sample_in_it() {
    let project = Project::new();
    let outcome = project.run(&["init"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let files = [
        "speedsheet.toml",
        "results/README.md",
        ".gitignore",
        ".github/workflows/report.yml",
        ".gitlab-ci.yml",
    ];
    for file in files {
        assert!(
            outcome.stdout.contains(&format!("wrote {file}\n")),
            "{file}"
        );
        assert!(!project.read(file).contains("@VERSION@"), "{file}");
    }
    project.write("results/run.txt", &sample());
    let checked = project.run(&["check", "results"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(
        checked.stdout.contains("0 errors, 0 warnings"),
        "{checked:?}"
    );
    project.build(&["results"]);
    assert_eq!(project.pages().len(), 2);
}

#[test]
fn what_is_there_is_kept() {
    let project = Project::new();
    project.write("new/speedsheet.toml", "title = \"Ours\"\n");
    let outcome = project.run(&["init", "new", "--host", "github"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.contains("kept  new/speedsheet.toml"),
        "{outcome:?}"
    );
    assert_eq!(project.read("new/speedsheet.toml"), "title = \"Ours\"\n");
    assert!(project.path("new/.github/workflows/report.yml").exists());
    assert!(!project.path("new/.gitlab-ci.yml").exists());
    let before = project.files("new");
    assert_eq!(project.run(&["init", "new", "--host", "github"]).code, 0);
    assert_eq!(project.files("new"), before);
}

/// What is commented out in the configuration is right as well.
#[test]
fn every_line_of_the_configuration_can_be_used() {
    let project = Project::with_sample("results/run.txt");
    project.run(&["init"]);
    let lines = project.read("speedsheet.toml");
    let lines = lines.lines().map(|line| match line.strip_prefix("# ") {
        Some(rest) if rest.contains(" = ") || rest.starts_with('[') => rest,
        _ => line,
    });
    // The own theme it names is not there.
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("folder")).collect();
    project.write("speedsheet.toml", &lines.join("\n"));
    let outcome = project.run(&["build", "results", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}\n{}", lines.join("\n"));
    assert!(project.path("site/feed.xml").exists());
}

/// The published schemas of the workflows, fetched by `cargo xtask test`; without them there
/// is nothing to compare with.
#[test]
fn the_workflows_follow_the_published_schemas() {
    let Some(folder) = std::env::var_os("SPEEDSHEET_SCHEMAS") else {
        println!("skipped: SPEEDSHEET_SCHEMAS is not set; cargo xtask test sets it");
        return;
    };
    let project = Project::new();
    project.run(&["init"]);
    for (file, schema) in [
        (".github/workflows/report.yml", "github-workflows.json"),
        (".gitlab-ci.yml", "gitlab-ci.json"),
    ] {
        let schema = std::fs::read(Path::new(&folder).join(schema)).unwrap();
        let schema: serde_json::Value = serde_json::from_slice(&schema).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let yaml: serde_json::Value = serde_saphyr::from_str(&project.read(file)).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&yaml)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{file}: {faults:#?}");

        // The schema can tell.
        let mut broken = yaml.clone();
        let job = if file.starts_with(".github") {
            "/jobs/report"
        } else {
            "/pages"
        };
        broken.pointer_mut(job).unwrap()["rules"] = serde_json::json!(7);
        assert!(!validator.is_valid(&broken), "{file}");
    }
}
