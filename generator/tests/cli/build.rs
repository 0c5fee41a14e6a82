use crate::harness::{Project, sample, samples};

#[test]
fn one_file_becomes_a_site_of_two_pages() {
    let project = Project::with_sample("run.txt");

    let outcome = project.run(&["build", "run.txt", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    let names: Vec<String> = project.files("site").into_keys().collect();
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("runs/"))
            .count(),
        1
    );
    assert!(names.contains(&"index.html".to_owned()));
    assert!(outcome.stdout.contains("55 measurements"), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .ends_with("built 1 run: open site/index.html\n"),
        "{outcome:?}"
    );
}

#[test]
fn the_samples_build_without_an_error_or_a_warning_about_an_input() {
    let project = Project::new();
    let samples = samples();
    let outcome = project.run(&["build", samples.to_str().unwrap(), "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    // One export has headings that are known to be wrong, which is worth a warning.
    let is_known = |line: &str| line.contains("headings say (ms)");
    let is_finding = |line: &str| {
        [": warning: ", ": error: "]
            .iter()
            .any(|level| line.contains(level))
    };
    let about_inputs =
        |line: &&str| is_finding(line) && line.contains("samples/") && !is_known(line);
    assert_eq!(outcome.stderr.lines().find(about_inputs), None);
}

#[test]
fn the_same_input_gives_the_same_bytes_in_another_folder_on_another_day() {
    let (first, second) = (
        Project::with_sample("in/run.txt"),
        Project::with_sample("in/run.txt"),
    );
    for project in [&first, &second] {
        project.write("in/other.txt", &sample().replace("Qwen3.5-2B", "Other-2B"));
        project.write("in/run.md", "# Why");
    }
    let old = std::fs::File::options()
        .write(true)
        .open(second.path("in/run.txt"))
        .unwrap();
    old.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();

    first.build(&["in"]);
    let mut command = second.command(&["build", "in/run.txt", "in/other.txt", "--out", "site"]);
    let status = command
        .env("TZ", "Asia/Tokyo")
        .env("LC_ALL", "tr_TR.UTF-8")
        .output()
        .unwrap()
        .status;

    assert!(status.success());
    assert_eq!(first.files("site"), second.files("site"));
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let project = Project::with_sample("in/run.txt");
    project.write("in/broken.json", "{\"results\": [");

    let outcome = project.run(&["build", "in", "--out", "site"]);

    assert_eq!(outcome.code, 1);
    assert!(
        outcome.stderr.contains("in/broken.json"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stderr.contains("error: "), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("built 1 run"), "{outcome:?}");
}

#[test]
fn other_files_of_a_folder_are_passed_over() {
    let project = Project::with_sample("in/run.txt");
    project.write("in/README.md", "# Results");
    project.write("in/config.toml", "a = 1");

    let outcome = project.run(&["build", "in", "--out", "site"]);

    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stderr.contains("skipped 2 other files"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_file_that_is_asked_for_by_name_must_be_a_result() {
    let project = Project::with_sample("run.txt");
    project.write("notes.toml", "a = 1");
    let outcome = project.run(&[
        "build",
        "run.txt",
        "notes.toml",
        "missing.txt",
        "--out",
        "site",
    ]);
    assert_eq!(outcome.code, 1);
    assert!(
        outcome
            .stderr
            .contains("notes.toml: error: not a benchmark result"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome
            .stderr
            .contains("missing.txt: error: failed to read missing.txt"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn markdown_beside_a_file_is_shown_on_its_page() {
    let project = Project::with_sample("in/run.txt");
    project.write("in/run.md", "Measured on a *quiet* machine.");
    project.build(&["in/run.txt", "in/run.md"]);
    assert!(
        project
            .run_page()
            .contains("<p>Measured on a <em>quiet</em> machine.</p>")
    );
}

#[test]
fn the_same_bytes_twice_are_built_once() {
    let project = Project::with_sample("in/a.txt");
    project.write("in/b.txt", &sample());

    let outcome = project.run(&["build", "in", "--out", "site"]);

    assert_eq!(outcome.code, 0);
    assert!(
        outcome
            .stderr
            .contains("in/b.txt: note: holds the same as in/a.txt"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stdout.contains("built 1 run"), "{outcome:?}");
}

#[test]
fn a_folder_of_somebody_else_is_refused() {
    let project = Project::with_sample("run.txt");
    project.write("photos/cat.txt", "cat");
    project.write("photos/site.json", "{}");

    let outcome = project.run(&["build", "run.txt", "--out", "photos"]);

    assert_eq!(outcome.code, 3);
    assert!(
        outcome
            .stderr
            .contains("the folder photos is not empty and not a site"),
        "{}",
        outcome.stderr
    );
    assert_eq!(project.files("photos").len(), 2);
}

#[test]
fn an_earlier_site_is_replaced_as_a_whole() {
    let project = Project::with_sample("run.txt");
    project.write("site/site.json", "{\n  \"generator\": \"speedsheet\"\n}\n");
    project.write("site/stale.html", "of a site that lists no files");
    project.build(&["run.txt"]);
    assert!(!project.path("site/stale.html").exists());
    let left: Vec<_> = std::fs::read_dir(project.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_build_without_a_usable_input_leaves_the_earlier_site() {
    let project = Project::with_sample("run.txt");
    project.build(&["run.txt"]);
    let before = project.files("site");
    project.write("run.txt", "nothing");

    let outcome = project.run(&["build", "run.txt", "--out", "site"]);

    assert_eq!(outcome.code, 3);
    assert!(
        outcome.stderr.contains("nothing to build"),
        "{}",
        outcome.stderr
    );
    assert_eq!(project.files("site"), before);
}

#[test]
fn an_output_that_overlaps_an_input_is_refused() {
    let project = Project::with_sample("in/run.txt");
    for out in ["in", "in/site", ".", "in/../in"] {
        let outcome = project.run(&["build", "in", "--out", out]);
        assert_eq!(outcome.code, 3, "{out}: {outcome:?}");
        assert!(project.path("in/run.txt").exists());
    }
    let outcome = project.run(&["build", "in/run.txt", "--out", "in/run.txt"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.stderr.contains("is a file"), "{}", outcome.stderr);
}

#[test]
fn wrong_usage_has_a_code_of_its_own() {
    assert_eq!(Project::new().run(&["build"]).code, 2);
    assert_eq!(Project::new().run(&["bild"]).code, 2);
}

#[test]
fn help_lists_the_exit_codes() {
    let outcome = Project::new().run(&["--help"]);
    assert_eq!(outcome.code, 0);
    assert!(
        outcome
            .stdout
            .contains("1  some inputs had errors, the rest was done"),
        "{}",
        outcome.stdout
    );
}

#[cfg(unix)]
#[test]
fn everybody_may_read_the_site_that_the_umask_lets_them() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::with_sample("run.txt");
    project.build(&["run.txt"]);
    std::fs::create_dir(project.path("plain")).unwrap();
    let mode = |name: &str| {
        std::fs::metadata(project.path(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("site"), mode("plain"));
}
