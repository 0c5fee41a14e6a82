use serde_json::json;
use speedsheet_core::model::{Axes, Family, Measurement, Note, NoteOrigin};

use super::*;

const SECRET: &str = "hf_AbCdEfGhIjKlMnOpQr0123456789";

#[test]
fn a_secret_is_found_in_every_text_of_a_run() {
    let mut run = Run {
        title: SECRET.to_owned(),
        launch_command: Some(format!("serve --token {SECRET}")),
        ..Run::default()
    };
    run.source.file_name = Some(format!("{SECRET}.txt"));
    run.source.tool = Some(SECRET.to_owned());
    run.model.name = Some(SECRET.to_owned());
    run.hardware
        .extra
        .insert("driver".to_owned(), json!({ "deep": [SECRET] }));
    run.extra.insert(SECRET.to_owned(), json!(1));
    run.extra.insert(
        "argv".to_owned(),
        json!(["serve", "--api-key", "short", "--port", "8000"]),
    );
    run.extra.insert(
        "config".to_owned(),
        json!({ "password": "short", "max_tokens": "12" }),
    );
    let note = |origin| Note {
        origin,
        text: format!("token {SECRET}"),
    };
    run.notes = vec![note(NoteOrigin::Source), note(NoteOrigin::Author)];
    let mut measurement = Measurement::new(Family::Decode, Axes::default());
    measurement.source_status = Some(SECRET.to_owned());
    measurement
        .extra
        .insert("error".to_owned(), json!(format!("401 for {SECRET}")));
    run.measurements.push(measurement);

    let mut findings = Findings::default();
    let rules = Rules::standard();
    rules
        .redact_run(&mut run, None, &Known::default(), &mut findings)
        .unwrap();

    let text = serde_json::to_string(&run).unwrap();
    assert!(!text.contains(SECRET), "{text}");
    assert!(!text.contains("short"), "{text}");
    assert!(
        text.contains(r#"["serve","--api-key","<redacted>","--port","8000"]"#),
        "{text}"
    );
    assert!(text.contains(r#""max_tokens":"12""#), "{text}");
    let redactions = findings.redactions(rules);
    let count: usize = redactions.iter().map(|one| one.count).sum();
    assert_eq!(count, 13, "{redactions:?}");
    let places: Vec<(&str, &str)> = redactions
        .iter()
        .map(|one| (one.rule.as_str(), one.location.as_str()))
        .collect();
    assert!(
        places.contains(&("hugging_face_token", "notes[*].text")),
        "{places:?}"
    );
    assert!(
        places.contains(&("named_secret", "extra.argv[2]")),
        "{places:?}"
    );
    for diagnostic in findings.diagnostics(rules) {
        assert!(!diagnostic.message.contains(SECRET), "{diagnostic:?}");
        assert!(!diagnostic.message.contains("short"), "{diagnostic:?}");
    }
}

#[test]
fn a_run_without_secrets_is_left_as_it_is() {
    let mut run = Run {
        launch_command: Some("vllm serve --api-key <redacted> --max-model-len 262144".to_owned()),
        ..Run::default()
    };
    run.identify();
    let before = run.clone();
    let mut findings = Findings::default();
    Rules::standard()
        .redact_run(&mut run, None, &Known::default(), &mut findings)
        .unwrap();
    assert!(findings.is_empty());
    run.identify();
    assert_eq!(run, before);
}

#[test]
fn what_was_found_in_the_input_is_removed_where_it_no_longer_looks_like_a_secret() {
    let key = "k3v9x2m7q1z8w4n6";
    let rules = Rules::standard();
    let known = rules.known(&[&format!("serve --api-key {key}\n{key} was refused")]);
    let mut run = Run {
        title: format!("{key} was refused"),
        ..Run::default()
    };
    let mut findings = Findings::default();
    rules
        .redact_run(&mut run, None, &known, &mut findings)
        .unwrap();
    assert_eq!(run.title, "<redacted> was refused");
    assert_eq!(findings.redactions(rules)[0].rule, "named_secret");
}
