//! Secrets in a run: every string of it, whatever field it stands in.

use serde_json::{Map, Value};
use speedsheet_core::formats::Diagnostic;
use speedsheet_core::model::Run;

use super::names::{Promise, promise};
use super::{REDACTED, redact, replaced};

/// Replaces every secret of the run and says what was replaced. The run's id and
/// slug are those of the content before: identify it again.
///
/// # Errors
/// Never for a run made by the core crate; a run that cannot be searched must not
/// be written, so this is no panic.
pub fn redact_run(run: &mut Run) -> serde_json::Result<Vec<Diagnostic>> {
    let mut value = serde_json::to_value(&*run)?;
    let mut findings = Vec::new();
    walk(&mut value, &mut Vec::new(), &mut findings);
    if !findings.is_empty() {
        *run = serde_json::from_value(value)?;
    }
    Ok(findings)
}

/// A field of the run, as a path of names and positions.
type Path = Vec<String>;

fn walk(value: &mut Value, path: &mut Path, findings: &mut Vec<Diagnostic>) {
    match value {
        Value::String(text) => redact_text(text, path, findings),
        Value::Array(items) => walk_array(items, path, findings),
        Value::Object(fields) => walk_object(fields, path, findings),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn redact_text(text: &mut String, path: &Path, findings: &mut Vec<Diagnostic>) {
    let redacted = redact(text);
    if redacted.found.is_empty() {
        return;
    }
    let place = place(path);
    findings.extend(redacted.found.iter().map(|kind| replaced(kind, &place)));
    *text = redacted.text;
}

/// The words of a command can be the items of an array: a secret stands behind its
/// option there, in an item of its own.
fn walk_array(items: &mut [Value], path: &mut Path, findings: &mut Vec<Diagnostic>) {
    let mut option: Option<String> = None;
    for (index, item) in items.iter_mut().enumerate() {
        path.push(index.to_string());
        let previous = option.take();
        if let Value::String(text) = item {
            if text.starts_with('-') && promise(text).is_some() {
                option = Some(text.clone());
            }
            if let Some(name) = previous.filter(|_| is_open(text) && !text.starts_with("--")) {
                findings.push(replaced(&format!("the value of {name}"), &place(path)));
                REDACTED.clone_into(text);
            }
        }
        walk(item, path, findings);
        path.pop();
    }
}

fn walk_object(fields: &mut Map<String, Value>, path: &mut Path, findings: &mut Vec<Diagnostic>) {
    let names: Vec<String> = fields.keys().cloned().collect();
    for name in names {
        let Some(mut value) = fields.remove(&name) else {
            continue;
        };
        // A name can be data, such as a header line used as a key.
        let shown = redact(&name);
        path.push(shown.text.clone());
        findings.extend(shown.found.iter().map(|kind| replaced(kind, &place(path))));
        if let Value::String(text) = &mut value
            && promise(&name) == Some(Promise::Certain)
            && is_open(text)
        {
            findings.push(replaced(
                &format!("the value of {}", shown.text),
                &place(path),
            ));
            REDACTED.clone_into(text);
        }
        walk(&mut value, path, findings);
        path.pop();
        fields.insert(free_name(fields, shown.text), value);
    }
}

/// True where a text still shows something.
fn is_open(text: &str) -> bool {
    !text.is_empty() && text != REDACTED
}

/// Two names with different secrets read alike afterwards; neither may vanish.
fn free_name(fields: &Map<String, Value>, name: String) -> String {
    if !fields.contains_key(&name) {
        return name;
    }
    (2..)
        .map(|count| format!("{name} ({count})"))
        .find(|name| !fields.contains_key(name))
        .expect("there are fewer fields than numbers")
}

/// The place for people: `launch_command`, `notes[0].text`.
fn place(path: &Path) -> String {
    let mut place = String::new();
    for part in path {
        if part.bytes().all(|byte| byte.is_ascii_digit()) {
            place.push_str(&format!("[{part}]"));
        } else {
            if !place.is_empty() {
                place.push('.');
            }
            place.push_str(part);
        }
    }
    place
}

#[cfg(test)]
mod tests {
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

        let findings = redact_run(&mut run).unwrap();

        let text = serde_json::to_string(&run).unwrap();
        assert!(!text.contains(SECRET), "{text}");
        assert!(!text.contains("short"), "{text}");
        assert!(
            text.contains(r#"["serve","--api-key","<redacted>","--port","8000"]"#),
            "{text}"
        );
        assert!(text.contains(r#""max_tokens":"12""#), "{text}");
        assert_eq!(findings.len(), 13);
        assert!(
            findings
                .iter()
                .all(|finding| !finding.message.contains(SECRET))
        );
        assert_eq!(
            findings
                .iter()
                .filter(|one| one.message.contains("in notes[1].text"))
                .count(),
            1
        );
    }

    #[test]
    fn a_run_without_secrets_is_left_as_it_is() {
        let mut run = Run {
            launch_command: Some(
                "vllm serve --api-key <redacted> --max-model-len 262144".to_owned(),
            ),
            ..Run::default()
        };
        run.identify();
        let before = run.clone();
        assert!(redact_run(&mut run).unwrap().is_empty());
        assert_eq!(run, before);
    }
}
