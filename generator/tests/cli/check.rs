use serde_json::{Value, json};

use crate::harness::{Project, sample};

/// The sample with a row that is not like the others.
fn odd_sample() -> String {
    sample().replacen("| Prefill", "| Prefill | odd |\n| Prefill", 1)
}

#[test]
fn a_clean_file_has_a_summary_and_nothing_else() {
    let outcome = Project::with_sample("a.txt").run(&["check", "a.txt"]);
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stdout,
        "a.txt: matrix_text, 1 run, 55 measurements: 49 valid, 6 over_capacity\n\
         0 errors, 0 warnings, 0 notes\n"
    );
}

#[test]
fn a_finding_shows_its_line_with_a_caret_and_no_colours_in_a_pipe() {
    let project = Project::new();
    project.write("a.txt", &odd_sample());
    let outcome = project.run(&["check", "a.txt"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("--> a.txt:"), "{}", outcome.stdout);
    assert!(
        outcome.stdout.contains("| | Prefill | odd |\n"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("^^^^"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains('\u{1b}'), "{}", outcome.stdout);
}

#[test]
fn a_note_that_holds_a_result_is_pointed_out() {
    let project = Project::with_sample("a.txt");
    project.write("a.md", &sample());
    let outcome = project.run(&["check", "."]);
    assert!(
        outcome.stdout.contains(
            "warning[result_in_note]: a.md is shown as the note beside this result, \
             and holds a result itself (matrix_text)"
        ),
        "{}",
        outcome.stdout
    );
}

#[test]
fn json_has_the_documented_shape() {
    let project = Project::new();
    project.write("a.txt", &odd_sample());
    project.write("b.json", "{");

    let outcome = project.run(&["check", "a.txt", "b.json", "--json"]);

    assert_eq!(outcome.code, 1);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let first = &report["files"][0];
    assert_eq!(first["file"], "a.txt");
    assert_eq!(first["format"], "matrix_text");
    assert_eq!(first["runs"], 1);
    assert_eq!(
        first["measurements"],
        json!({ "valid": 49, "over_capacity": 6 })
    );
    let finding = &first["diagnostics"][0];
    assert!(finding["location"]["text"]["line"].is_u64(), "{finding}");
    assert!(
        finding["code"].is_string() && finding["message"].is_string(),
        "{finding}"
    );
    assert_eq!(report["files"][1]["format"], Value::Null);
    assert_eq!(report["errors"], 1);
}
