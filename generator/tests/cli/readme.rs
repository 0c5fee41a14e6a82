//! What the README shows is what the program says.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::harness::{Project, samples};

/// The commands in `text` that read nothing but samples, and what they print.
fn examples(text: &str) -> Vec<(Vec<&str>, &str)> {
    let blocks = text.split("```console\n$ speedsheet ").skip(1);
    blocks
        .filter_map(|block| {
            let (command, rest) = block.split_once('\n')?;
            let words: Vec<&str> = command.split(' ').collect();
            let reads_samples = words.iter().any(|word| word.starts_with("samples/"));
            let is_plain = reads_samples && !words.contains(&"|");
            is_plain.then_some((words, rest.split_once("```")?.0))
        })
        .collect()
}

/// The text without the sizes in it: those of what holds the viewer depend on the compiler.
fn without_sizes(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let is_size = |word: &str, next: Option<&&str>| {
            next.is_some_and(|next| ["bytes,", "gzip"].contains(next))
                && word.parse::<u64>().is_ok()
        };
        let words: Vec<&str> = line.split(' ').collect();
        let kept = words.iter().enumerate().map(|(at, word)| {
            if is_size(word, words.get(at + 1)) {
                "?"
            } else {
                word
            }
        });
        kept.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_examples_of_the_readme_are_real() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let examples = examples(&readme);
    assert!(!examples.is_empty());
    for (words, printed) in examples {
        let project = Project::new();
        for name in words.iter().filter(|word| word.starts_with("samples/")) {
            let text = std::fs::read_to_string(samples().join("..").join(name)).unwrap();
            project.write(name, &text);
        }
        let outcome = project.run(&words);
        let said = outcome.stderr + &outcome.stdout;
        assert_eq!(without_sizes(&said), without_sizes(printed), "{words:?}");
    }
}

#[test]
fn every_format_has_a_sample() {
    let project = Project::new();
    let formats = project.run(&["formats", "--to", "json"]).stdout;
    let formats: Vec<Value> = serde_json::from_str(&formats).unwrap();
    let mut missing: BTreeSet<&str> = formats
        .iter()
        .filter_map(|format| format["id"].as_str())
        .collect();
    let samples = samples();
    let parsed = project.run(&["parse", samples.to_str().unwrap(), "--to", "jsonl"]);
    for line in parsed.stdout.lines() {
        let run: Value = serde_json::from_str(line).unwrap();
        missing.remove(run["source"]["format"].as_str().unwrap());
    }
    // GPU telemetry holds no result, normalized JSON keeps the format it was read from,
    // and of the benchmarker by Hugging Face no real figures are known to us.
    let known = [
        "aiperf_gpu_telemetry",
        "inference_benchmarker",
        "speedsheet",
    ];
    assert_eq!(missing.into_iter().collect::<Vec<_>>(), known);
}
