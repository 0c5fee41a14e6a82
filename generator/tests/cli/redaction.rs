//! No secret of an input reaches anything that is written.

use crate::harness::{Project, sample};

const SECRETS: [&str; 4] = [
    "plainsecret",
    "hf_AbCdEfGhIjKlMnOpQr0123456789",
    "sk-A1b2C3d4E5f6G7h8I9j0K1l2",
    "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6",
];

/// A project whose input holds a secret in every kind of text.
fn project() -> Project {
    let [plain, hugging_face, open_ai, github] = SECRETS;
    let project = Project::new();
    let text = sample()
        .replace("--api-key <redacted>", &format!("--api-key {plain}"))
        .replace("linux", &format!("linux {hugging_face}"))
        .replacen(
            "| Prefill",
            &format!("| Prefill | odd {open_ai} |\n| Prefill"),
            1,
        );
    assert!(text.contains(plain) && text.contains(hugging_face) && text.contains(open_ai));
    project.write("in/run.txt", &text);
    project.write("in/run.md", &format!("Use `{github}`."));
    project
}

fn assert_clean(what: &str, text: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret} in {what}");
    }
}

#[test]
fn no_file_of_the_site_holds_a_secret() {
    let project = project();
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for (name, bytes) in project.files("site") {
        assert_clean(&name, &String::from_utf8_lossy(&bytes));
    }
    assert_clean("stdout", &outcome.stdout);
    assert_clean("stderr", &outcome.stderr);
    assert!(project.run_page().contains("--api-key"));
    assert!(
        outcome
            .stderr
            .contains("the value of --api-key in launch_command"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn no_command_prints_a_secret() {
    let project = project();
    for arguments in [
        vec!["parse", "in"],
        vec!["parse", "in", "--to", "jsonl"],
        vec!["parse", "in", "--to", "csv"],
        vec!["parse", "in", "--to", "text"],
        vec!["check", "in"],
        vec!["check", "in", "--json"],
    ] {
        let outcome = project.run(&arguments);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert_clean(
            &format!("{arguments:?}"),
            &(outcome.stdout + &outcome.stderr),
        );
    }
}

#[test]
fn a_line_shown_by_check_is_shown_without_its_secret() {
    let outcome = project().run(&["check", "in"]);
    assert!(
        outcome.stdout.contains("| | Prefill | odd <redacted> |"),
        "{}",
        outcome.stdout
    );
}
