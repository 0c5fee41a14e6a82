//! No secret and no personal detail of an input reaches anything that is written.

mod plants;
mod shapes;

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use speedsheet::ingest::redact::Rules;

use crate::harness::{Outcome, Project, samples};
use shapes::Shape;

/// Everything a command wrote, by where it is.
fn written(project: &Project, outcomes: &[(&str, &Outcome)]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (name, bytes) in project.files("site") {
        // The viewer's code is ours, and packed.
        if name.starts_with("assets/") {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        if name.starts_with("data/") && name.ends_with(".js") {
            all.insert(format!("{name} unpacked"), unpacked(&text));
        }
        all.insert(name, text);
    }
    for (name, outcome) in outcomes {
        all.insert(format!("stdout of {name}"), outcome.stdout.clone());
        all.insert(format!("stderr of {name}"), outcome.stderr.clone());
    }
    all
}

/// The JSON in a script of the viewer's data.
fn unpacked(script: &str) -> String {
    let base64 = script.split('"').nth(1).unwrap();
    let mut json = String::new();
    flate2::read::GzDecoder::new(&STANDARD.decode(base64).unwrap()[..])
        .read_to_string(&mut json)
        .unwrap();
    json
}

/// What of the shape is in a text: as it is, escaped for HTML, or made part of a slug.
fn leaks<'a>(shape: &'a Shape, text: &str, slug_text: &str) -> Vec<&'a str> {
    let is_in = |part: &&String| {
        let escaped = part.replace('/', "&#x2F;");
        let slug = slug(part);
        let is_in_slug = slug.len() >= 12
            && slug.contains(|c: char| c.is_ascii_alphabetic())
            && slug_text.contains(&slug);
        text.contains(part.as_str()) || text.contains(&escaped) || is_in_slug
    };
    shape
        .hidden
        .iter()
        .filter(is_in)
        .map(String::as_str)
        .collect()
}

/// Lowercase letters and digits only.
fn slug(text: &str) -> String {
    text.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

fn assert_clean(shapes: &[Shape], written: &BTreeMap<String, String>) {
    let mut all = Vec::new();
    for (place, text) in written {
        let slug_text = slug(text);
        for shape in shapes {
            for leak in leaks(shape, text, &slug_text) {
                let at = text.find(leak).unwrap_or_default();
                let around: String = text[..at].chars().rev().take(60).collect();
                let around: String = around.chars().rev().collect();
                all.push(format!(
                    "{}: {leak} in {place} behind {around:?}",
                    shape.name
                ));
            }
        }
    }
    all.truncate(40);
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Builds and checks the folder `in`; what was written, and on how many pages.
fn build(project: &Project) -> (BTreeMap<String, String>, usize) {
    let build = project.run(&["build", "in", "--out", "site"]);
    assert!(build.code <= 1, "{}", build.stderr);
    let check = project.run(&["check", "in"]);
    let json = project.run(&["check", "in", "--json"]);
    let written = written(
        project,
        &[
            ("build", &build),
            ("check", &check),
            ("check --json", &json),
        ],
    );
    let pages = written
        .keys()
        .filter(|name| name.starts_with("runs/"))
        .count();
    (written, pages)
}

#[test]
fn there_are_many_shapes_and_each_is_redacted_in_a_text_of_its_own() {
    let shapes = shapes::all();
    assert!(shapes.len() >= 40, "{}", shapes.len());
    for shape in &shapes {
        let clean = Rules::standard().redact(&shape.text);
        assert_eq!(
            leaks(shape, &clean, ""),
            Vec::<&str>::new(),
            "{}: {clean}",
            shape.name
        );
    }
}

#[test]
fn no_shape_gets_out_of_any_text_of_a_vllm_result() {
    assert_nothing_gets_out("json", plants::vllm);
}

#[test]
fn no_shape_gets_out_of_any_text_of_an_llm_inference_bench_result() {
    assert_nothing_gets_out("json", plants::llm_inference_bench);
}

#[test]
fn no_shape_gets_out_of_any_text_of_a_page() {
    assert_nothing_gets_out("txt", plants::page);
}

#[test]
fn no_shape_gets_out_of_any_text_of_our_own_json() {
    let run = plants::normalized_sample();
    assert_nothing_gets_out("json", |words| plants::normalized(&run, words));
}

/// Every shape in an input of its own, with author's notes beside it.
fn assert_nothing_gets_out(ending: &str, plant: impl Fn(&str) -> String) {
    let shapes = shapes::all();
    let project = Project::new();
    for (index, shape) in shapes.iter().enumerate() {
        project.write(&format!("in/{index}.{ending}"), &plant(&shape.text));
        project.write(
            &format!("in/{index}.md"),
            &format!("Notes: `{0}`\n\n{0}\n", shape.text),
        );
    }
    // What is alike without its secrets would be put together.
    project.write("speedsheet.toml", "[group]\nenabled = false\n");
    let (written, pages) = build(&project);
    assert_eq!(pages, shapes.len(), "an input was not read");
    assert_clean(&shapes, &written);
}

#[test]
fn no_shape_gets_out_of_the_name_of_a_file_or_folder() {
    let shapes = shapes::all();
    let project = Project::new();
    let mut named = Vec::new();
    for (index, shape) in shapes.into_iter().enumerate() {
        if shape.text.contains(['/', '\n', '\\', '"']) || shape.text.len() > 150 {
            continue;
        }
        let (folder, file) = (&shape.text, &shape.text);
        let result = plants::vllm(&format!("note {index}"));
        project.write(&format!("in/{folder}/{file}.json"), &result);
        // One that cannot be read is spoken of, too.
        project.write(&format!("in/{folder}/{file} 2.json"), "{");
        named.push(shape);
    }
    assert!(named.len() >= 40, "{}", named.len());
    let (written, pages) = build(&project);
    assert_eq!(pages, named.len());
    assert_clean(&named, &written);
}

#[test]
fn no_shape_gets_out_of_the_names_of_files_that_make_one_run() {
    let project = Project::new();
    let is_name =
        |shape: &Shape| !shape.text.contains(['/', '\n', '\\', '"']) && shape.text.len() < 100;
    let named: Vec<Shape> = shapes::all().into_iter().filter(is_name).collect();
    for (index, shape) in named.iter().enumerate() {
        let mut result: Value = serde_json::from_str(&plants::vllm("same")).unwrap();
        result["max_concurrency"] = (index + 1).into();
        result["request_rate"] = "inf".into();
        let name = format!("in/sweep/{} {index}.json", shape.text);
        project.write(&name, &result.to_string());
    }
    let (written, pages) = build(&project);
    assert_eq!(pages, 1, "{:?}", written.get("stderr of build"));
    assert_clean(&named, &written);
}

#[test]
fn no_shape_is_in_the_redacted_text_of_an_input_and_json_stays_json() {
    let shapes = shapes::all();
    let run = plants::normalized_sample();
    for shape in &shapes {
        let inputs = [
            plants::vllm(&shape.text),
            serde_json::to_string_pretty(
                &serde_json::from_str::<Value>(&plants::vllm(&shape.text)).unwrap(),
            )
            .unwrap(),
            plants::llm_inference_bench(&shape.text),
            plants::normalized(&run, &shape.text),
            plants::page(&shape.text),
        ];
        for input in inputs {
            let (clean, findings) = Rules::standard().redact_input(&input);
            assert_eq!(
                leaks(shape, &clean, &slug(&clean)),
                Vec::<&str>::new(),
                "{}: {clean}",
                shape.name
            );
            assert!(
                !findings.redactions(Rules::standard()).is_empty(),
                "{}",
                shape.name
            );
            assert_eq!(
                clean.lines().count(),
                input.lines().count(),
                "{}",
                shape.name
            );
            if input.starts_with('{') {
                let json = serde_json::from_str::<Value>(&clean);
                assert!(json.is_ok(), "{}: {json:?}", shape.name);
            }
        }
    }
}

#[test]
fn what_a_structure_shows_is_redacted_without_any_words_around_it() {
    let secret = shapes::letters("abcdefghjkmnpqrstuvwxyz23456789", 24, 7);
    let shape = Shape {
        name: "structure",
        text: String::new(),
        hidden: vec![secret.clone(), "48213577".to_owned(), "quuxhost".to_owned()],
    };
    let mut result: Value = serde_json::from_str(&plants::vllm("nothing")).unwrap();
    result["api_keys"] = serde_json::json!([&secret, { "second": &secret }]);
    result["password"] = 48_213_577.into();
    result["headers"] = serde_json::json!([
        ["Authorization", &secret],
        { "name": "X-Api-Key", "value": &secret }
    ]);
    result["argv"] = serde_json::json!(["serve", "--token", &secret, "--host", "quuxhost"]);
    result["env"] = serde_json::json!({ "HF_TOKEN": &secret, "HOSTNAME": "quuxhost" });
    let project = Project::new();
    project.write("in/a.json", &result.to_string());
    let (written, pages) = build(&project);
    assert_eq!(pages, 1);
    assert_clean(&[shape], &written);
}

#[test]
fn no_number_model_or_option_of_a_real_result_is_touched_and_none_looks_like_a_secret() {
    let mut texts = 0;
    // A folder `../shared` beside the checkout, where present, holds more real files.
    for path in [samples(), samples().join("../../shared/formats")] {
        for entry in walkdir::WalkDir::new(path)
            .into_iter()
            .filter_map(Result::ok)
        {
            let Ok(text) = std::fs::read_to_string(entry.path()) else {
                continue;
            };
            texts += 1;
            assert_numbers_stay(&entry.path().display().to_string(), &text);
        }
    }
    assert!(texts > 3, "{texts}");
}

/// Redaction touches no number that is a value of its own, no name of a model, no option.
fn assert_numbers_stay(name: &str, text: &str) {
    let rules = Rules::standard();
    let (clean, findings) = rules.redact_input(text);
    let possible = findings.diagnostics(rules);
    let possible = possible.iter().find(|one| one.code == "possible_secret");
    assert_eq!(possible, None, "{name}");
    let numbers = |text: &str| -> Vec<String> {
        text.split(|c: char| !(c.is_ascii_alphanumeric() || ".-_/".contains(c)))
            .filter(|word| word.parse::<f64>().is_ok() || word.starts_with("--"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(numbers(text), numbers(&clean), "{name}");
    let models = |text: &str| {
        text.lines()
            .filter(|line| line.contains("\"model") || line.contains("model_id"))
            .filter(|line| {
                line.len() < 500
                    && !line.contains("http")
                    && !line.contains("/home/")
                    && !line.contains("/Users/")
            })
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(models(text), models(&clean), "{name}");
}

#[test]
fn what_was_replaced_is_listed_by_rule_and_place() {
    let project = Project::new();
    let shapes = shapes::all();
    let token = shapes
        .iter()
        .find(|shape| shape.name == "Hugging Face token")
        .unwrap();
    project.write("in/a.json", &plants::vllm(&token.text));
    let outcome = project.run(&["check", "in", "--json"]);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let redactions = report["files"][0]["redactions"].as_array().unwrap();
    let of_args = redactions
        .iter()
        .find(|one| one["location"] == "measurements[0].extra.args[1]");
    let of_args = of_args.unwrap_or_else(|| panic!("{redactions:?}"));
    assert_eq!(of_args["rule"], "hugging_face_token");
    assert_eq!(of_args["count"], 1);
    let log = redactions
        .iter()
        .find(|one| one["location"] == "measurements[0].extra.event_log[*]");
    let log = log.unwrap_or_else(|| panic!("{redactions:?}"));
    assert_eq!(log["count"], 2);

    let text = project.run(&["check", "in"]).stdout;
    assert!(
        text.contains(
            "note[redacted]: a Hugging Face token in measurements[0].extra.args[1] was replaced"
        ),
        "{text}"
    );
    let build = project.run(&["build", "in", "--out", "site"]);
    assert!(
        build.stderr.contains("secrets and personal details"),
        "{}",
        build.stderr
    );
}

#[test]
fn a_text_that_looks_random_is_told_and_stays() {
    let project = Project::new();
    let unknown = shapes::letters(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        32,
        5,
    );
    let mut result: Value = serde_json::from_str(&plants::vllm("nothing")).unwrap();
    result["batch"] = unknown.clone().into();
    project.write("in/a.json", &result.to_string());
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("a text of 32 characters in settings.extra.batch looks random"),
        "{}",
        outcome.stderr
    );
    assert!(!outcome.stderr.contains(&unknown));
}

#[test]
fn the_configuration_switches_rules_off_and_adds_own_ones_that_hold_for_names_too() {
    let project = Project::new();
    project.write(
        "speedsheet.toml",
        "[redact]\n\
         disable = [\"host_name\"]\n\
         [[redact.add]]\n\
         name = \"project\"\n\
         pattern = \"(?i)blue-?bird\"\n\
         replacement = \"PROJECT\"\n",
    );
    let words = "BlueBird on http://quuxhost.example:8000 for jane@corp.example";
    project.write("in/bluebird-7.json", &plants::vllm(words));
    let (written, pages) = build(&project);
    assert_eq!(pages, 1);
    for (place, text) in &written {
        assert!(!text.to_lowercase().contains("bluebird"), "{place}");
        assert!(!text.contains("jane@"), "{place}");
    }
    assert!(
        project
            .run_page()
            .contains("PROJECT on http://quuxhost.example:8000 for")
    );
}

#[test]
fn a_rule_that_does_not_exist_ends_the_command_and_the_nearest_is_named() {
    let project = Project::new();
    project.write("speedsheet.toml", "[redact]\ndisable = [\"hostname\"]\n");
    project.write("in/a.json", &plants::vllm("nothing"));
    let outcome = project.run(&["build", "in", "--out", "site"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome.stderr.contains("speedsheet.toml:1:1"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("\"host_name\""),
        "{}",
        outcome.stderr
    );
}
