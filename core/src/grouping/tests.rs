use serde_json::json;

use super::*;
use crate::model::{Axes, Distribution, Measurement, Note, NoteOrigin, Supplied, SuppliedFrom};

/// A run of one serving test.
fn run(concurrency: u64) -> Run {
    let mut run = Run::default();
    run.model.name = Some("Model-1B".to_owned());
    run.engine.name = Some("vllm".to_owned());
    run.source.format = "bench".to_owned();
    run.source.sha256 = sha256_hex(&concurrency.to_le_bytes());
    run.source.file_name = Some(format!("c{concurrency}.json"));
    run.measured_at = Some(format!("2026-05-01T12:{:02}:00Z", concurrency % 60));
    run.title = format!("Model-1B at {concurrency}");
    run.settings
        .extra
        .insert("max_model_len".to_owned(), json!(4096));
    run.measurements.push(measurement(concurrency));
    run
}

fn measurement(concurrency: u64) -> Measurement {
    let axes = Axes {
        concurrency: Some(concurrency),
        ..Axes::default()
    };
    let mut measurement = Measurement::new(Family::Serve, axes);
    measurement.metrics.output_tps = Some(concurrency as f64 * 50.0);
    measurement.metrics.ttft_ms = Some(Distribution::of_median(20.0));
    measurement
}

fn item(path: &str, run: Run) -> Item {
    Item {
        run,
        path: path.to_owned(),
    }
}

/// A folder with one file per concurrency.
fn sweep(folder: &str, concurrencies: &[u64]) -> Vec<Item> {
    let files = concurrencies.iter();
    files
        .map(|&concurrency| item(&format!("{folder}/c{concurrency}.json"), run(concurrency)))
        .collect()
}

fn concurrencies(group: &Group) -> Vec<u64> {
    let measurements = group.run.measurements.iter();
    measurements
        .filter_map(|one| one.axes.concurrency)
        .collect()
}

fn given(folder: &str) -> Vec<String> {
    vec![folder.to_owned()]
}

const TWELVE: [u64; 12] = [1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128];

#[test]
fn a_folder_of_twelve_files_becomes_one_run_with_twelve_measurements() {
    let groups = group(sweep("results", &TWELVE), &[]);

    let [group] = groups.as_slice() else {
        panic!("{groups:?}")
    };
    assert_eq!(concurrencies(group), TWELVE);
    assert_eq!((group.files, group.folder.as_str()), (12, "results"));
    assert_eq!(group.reach, "concurrency 1 to 128");
    assert!(group.near.is_empty() && group.repeated.is_empty());
    assert_eq!(group.run.title, "Model-1B with vllm");
    assert_eq!(
        group.run.measured_at.as_deref(),
        Some("2026-05-01T12:01:00Z")
    );
}

#[test]
fn every_measurement_names_its_file() {
    let groups = group(sweep("results", &[1, 2, 16]), &[]);
    let run = &groups[0].run;
    let names: Vec<&str> = run
        .source
        .parts
        .iter()
        .map(|part| part.file_name.as_str())
        .collect();
    assert_eq!(names, ["c1.json", "c16.json", "c2.json"]);
    for one in &run.measurements {
        let part = &run.source.parts[one.part.unwrap() as usize];
        let concurrency = one.axes.concurrency.unwrap();
        assert_eq!(part.file_name, format!("c{concurrency}.json"));
        assert_eq!(part.sha256, sha256_hex(&concurrency.to_le_bytes()));
    }
    let lines: String = run
        .source
        .parts
        .iter()
        .map(|part| format!("{}\n", part.sha256))
        .collect();
    assert_eq!(run.source.sha256, sha256_hex(lines.as_bytes()));
    assert_eq!(run.source.file_name, None);
}

#[test]
fn a_file_with_another_setting_stays_apart_and_the_field_is_named() {
    let mut items = sweep("results", &TWELVE);
    let mut other = run(256);
    other
        .settings
        .extra
        .insert("max_model_len".to_owned(), json!(8192));
    items.insert(0, item("results/a-long.json", other));

    let groups = group(items, &[]);

    let sizes: Vec<usize> = groups.iter().map(|group| group.members.len()).collect();
    assert_eq!(sizes, [1, 12]);
    assert!(groups[1].near.is_empty());
    let [near] = groups[0].near.as_slice() else {
        panic!("{:?}", groups[0].near)
    };
    assert_eq!((near.other, near.more), (1, 11));
    assert_eq!(
        near.reason.to_string(),
        "settings.extra.max_model_len is 8192 here and 4096 there"
    );
    assert_eq!(groups[0].run, run_with_long_context());
}

fn run_with_long_context() -> Run {
    let mut run = run(256);
    run.settings
        .extra
        .insert("max_model_len".to_owned(), json!(8192));
    run
}

/// Sets one fact of a run.
type Change = fn(&mut Run);

#[test]
fn runs_that_differ_in_any_fact_are_never_put_together() {
    let changes: [(&str, Change); 15] = [
        ("model.name", |run| run.model.name = Some("x".to_owned())),
        ("model.quantization", |run| {
            run.model.quantization = Some("FP8".to_owned());
        }),
        ("hardware.name", |run| {
            run.hardware.name = Some("H200".to_owned());
        }),
        ("hardware.count", |run| run.hardware.count = Some(4)),
        ("engine.version", |run| {
            run.engine.version = Some("1".to_owned());
        }),
        ("settings.duration_s", |run| {
            run.settings.duration_s = Some(30.0);
        }),
        ("launch_command", |run| {
            run.launch_command = Some("serve".to_owned());
        }),
        ("price", |run| {
            run.price = Some(crate::model::Price {
                per_hour: 2.5,
                currency: "EUR".to_owned(),
            });
        }),
        ("source.tool", |run| run.source.tool = Some("t".to_owned())),
        ("source.tool_version", |run| {
            run.source.tool_version = Some("2".to_owned());
        }),
        ("source.format", |run| {
            run.source.format = "other".to_owned();
        }),
        ("source.dialect", |run| {
            run.source.dialect = Some("tab".to_owned());
        }),
        ("source.partial", |run| run.source.partial = true),
        ("extra", |run| {
            run.extra.insert("seed".to_owned(), json!(1));
        }),
        ("supplied", |run| {
            run.supplied.push(supplied("hardware.name", "H200", "x"));
        }),
    ];
    for (name, change) in changes {
        let mut other = run(2);
        change(&mut other);
        let items = vec![item("r/a.json", run(1)), item("r/b.json", other)];
        assert_eq!(group(items, &given("r")).len(), 2, "{name}");
    }
}

#[test]
fn what_is_about_one_input_only_does_not_keep_runs_apart() {
    let mut other = run(2);
    other.source.index = 3;
    other.notes.push(note("loud fan"));
    other.supplied.push(supplied("axes.concurrency", "2", "c2"));
    other.supplied.push(supplied("title", "T", "x"));
    other.id = "id".to_owned();
    other.slug = "slug".to_owned();
    let items = vec![item("r/a.json", run(1)), item("r/b.json", other)];
    assert_eq!(group(items, &[]).len(), 1);
}

fn note(text: &str) -> Note {
    Note {
        origin: NoteOrigin::Source,
        text: text.to_owned(),
    }
}

fn supplied(field: &str, value: &str, origin: &str) -> Supplied {
    Supplied {
        field: field.to_owned(),
        value: value.to_owned(),
        from: SuppliedFrom::Path,
        origin: origin.to_owned(),
        recorded: None,
    }
}

#[test]
fn the_result_does_not_depend_on_the_order_of_the_items() {
    let mut items = sweep("results/a", &[1, 2, 4]);
    items.extend(sweep("results/b", &[8, 16]));
    items.extend(sweep("other", &[1, 2]));
    let mut unknown = run(3);
    unknown.model.name = None;
    items.push(item("results/a/odd.json", unknown));
    let mut backwards = items.clone();
    backwards.reverse();
    let mut turned = items.clone();
    turned.rotate_left(3);

    let runs = |items| -> Vec<Run> {
        let groups = group(items, &given("results"));
        groups.into_iter().map(|group| group.run).collect()
    };
    let expected = runs(items);
    assert_eq!(expected.len(), 3);
    assert_eq!(runs(backwards), expected);
    assert_eq!(runs(turned), expected);
}

#[test]
fn members_are_positions_in_the_list_that_was_given() {
    let mut items = sweep("r", &[2, 1]);
    items.push(item("q/c9.json", run(9)));
    let groups = group(items, &[]);
    assert_eq!(groups[0].members, [2]);
    assert_eq!(groups[1].members, [1, 0]);
}

#[test]
fn runs_of_an_unknown_model_stay_apart_unless_one_file_holds_them() {
    let nameless = |concurrency, index| {
        let mut run = run(concurrency);
        run.model.name = None;
        run.source.index = index;
        run
    };
    let items = vec![
        item("r/a.jsonl", nameless(1, 0)),
        item("r/a.jsonl", nameless(2, 1)),
        item("r/b.jsonl", nameless(4, 0)),
    ];
    let groups = group(items, &given("r"));
    assert_eq!(groups.len(), 2);
    assert_eq!(concurrencies(&groups[0]), [1, 2]);
    assert_eq!(groups[0].files, 1);
    assert_eq!(
        groups[0].run.source.sha256,
        sha256_hex(&1u64.to_le_bytes()),
        "the hash is that of the file"
    );
    assert_eq!(
        groups[0].run.source.file_name.as_deref(),
        Some("c1.json"),
        "the name of the one file is kept"
    );
    assert_eq!(groups[1].near[0].reason, Reason::UnknownModel);
}

#[test]
fn many_files_of_an_unknown_model_are_told_once() {
    let items = (1..=12).map(|at| {
        let mut run = run(at);
        run.model.name = None;
        item(&format!("r/c{at:02}.json"), run)
    });
    let groups = group(items.collect(), &[]);
    let near: Vec<&Near> = groups.iter().flat_map(|group| &group.near).collect();
    let [near] = near.as_slice() else {
        panic!("{near:?}")
    };
    assert_eq!((near.other, near.more), (0, 10));
}

#[test]
fn what_differs_within_one_file_is_not_told() {
    let mut other = run_with_long_context();
    other.source.index = 1;
    let items = vec![item("r/a.jsonl", run(1)), item("r/a.jsonl", other)];
    let groups = group(items, &[]);
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|group| group.near.is_empty()));
}

#[test]
fn an_alias_is_enough_to_know_the_model() {
    let served = |concurrency| {
        let mut run = run(concurrency);
        run.model.name = None;
        run.model.served_name = Some("m".to_owned());
        run
    };
    let items = vec![item("r/a.json", served(1)), item("r/b.json", served(2))];
    assert_eq!(group(items, &[]).len(), 1);
}

#[test]
fn folders_side_by_side_are_put_together_below_a_folder_that_was_given() {
    let mut items = sweep("results/one", &[1, 2]);
    items.extend(sweep("results/two", &[4, 8]));
    let together = group(items.clone(), &given("results"));
    assert_eq!(together.len(), 1);
    assert_eq!(concurrencies(&together[0]), [1, 2, 4, 8]);
    assert_eq!(together[0].folder, "results");
    assert_eq!(
        together[0].run.source.parts[2].file_name, "two/c4.json",
        "names are relative to the common folder"
    );

    for elsewhere in [vec![], given("results/one"), given("res")] {
        assert_eq!(group(items.clone(), &elsewhere).len(), 2, "{elsewhere:?}");
    }
    assert_eq!(group(items, &given("")).len(), 1);
}

#[test]
fn folders_that_are_no_siblings_stay_apart() {
    let mut items = sweep("results/one/deep", &[1]);
    items.extend(sweep("results/two", &[4]));
    items.extend(sweep("results", &[8]));
    assert_eq!(group(items, &given("results")).len(), 3);
}

#[test]
fn the_same_place_in_different_folders_is_another_experiment() {
    let mut items = sweep("results/one", &[1, 2]);
    items.extend(sweep("results/two", &[2, 4]));
    items.extend(sweep("results/three", &[8]));
    let groups = group(items, &given("results"));
    assert_eq!(groups.len(), 3);
    let told: Vec<&Reason> = groups
        .iter()
        .flat_map(|group| &group.near)
        .map(|near| &near.reason)
        .collect();
    assert_eq!(told, [&Reason::SamePlace]);
}

#[test]
fn the_same_place_in_one_folder_is_a_repetition_and_kept() {
    let mut again = run(1);
    again.measurements[0].metrics.output_tps = Some(51.0);
    let items = vec![item("r/run=0.json", run(1)), item("r/run=1.json", again)];
    let groups = group(items, &[]);
    assert_eq!(concurrencies(&groups[0]), [1, 1]);
    assert_eq!(groups[0].reach, "with repetitions");
    let parts: Vec<_> = groups[0].run.measurements.iter().map(|m| m.part).collect();
    assert_eq!(parts, [Some(0), Some(1)]);
}

#[test]
fn a_measurement_that_is_written_twice_is_kept_once() {
    // The time of a file of several measurements is that of the first one.
    let mut summary = run(1);
    summary.measurements.push(measurement(2));
    summary.measurements.push(measurement(3));
    let items = vec![
        item("r/run=0.json", run(1)),
        item("r/run=1.json", run(2)),
        item("r/summary.json", summary),
    ];
    let groups = group(items, &[]);
    assert_eq!(concurrencies(&groups[0]), [1, 2, 3]);
    let of = |kept_in| Repeated {
        part: 2,
        kept_in,
        count: 1,
    };
    assert_eq!(groups[0].repeated, [of(0), of(1)]);
    assert_eq!(groups[0].run.measurements[0].part, Some(0));
}

#[test]
fn equal_values_of_another_time_or_of_the_same_file_are_repetitions() {
    let mut later = run(1);
    later.measured_at = Some("2026-05-02T12:00:00Z".to_owned());
    let mut twice = run(2);
    twice.measurements.push(measurement(2));
    let items = vec![
        item("r/a.json", run(1)),
        item("r/b.json", later),
        item("r/c.json", twice),
    ];
    let groups = group(items, &[]);
    assert_eq!(concurrencies(&groups[0]), [1, 1, 2, 2]);
    assert!(groups[0].repeated.is_empty());
}

#[test]
fn families_are_mixed_only_where_a_file_mixes_them() {
    let prefill = |concurrency| {
        let mut run = run(concurrency);
        run.measurements[0].family = Family::Prefill;
        run
    };
    let items = vec![item("r/a.json", run(1)), item("r/b.json", prefill(1))];
    let groups = group(items, &[]);
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[1].near[0].reason, Reason::Families);

    let mut second = prefill(1);
    second.source.index = 1;
    let items = vec![item("r/a.json", run(1)), item("r/a.json", second)];
    assert_eq!(group(items, &[]).len(), 1);
}

#[test]
fn four_fields_are_not_nearly_the_same() {
    let with = |count: usize| {
        let mut other = run(2);
        for index in 0..count {
            other.extra.insert(format!("k{index}"), json!(index));
        }
        let items = vec![item("r/a.json", run(1)), item("r/b.json", other)];
        group(items, &[])[1].near.len()
    };
    assert_eq!((with(3), with(4)), (1, 0));
}

#[test]
fn a_supplied_value_and_its_field_are_one_difference() {
    let mut other = run(2);
    other.hardware.name = Some("H200".to_owned());
    other.supplied.push(supplied("hardware.name", "H200", "x"));
    let items = vec![item("r/a.json", run(1)), item("r/b.json", other)];
    assert_eq!(
        group(items, &[])[1].near[0].reason.to_string(),
        "hardware.name is \"H200\" here and absent there"
    );
}

#[test]
fn what_is_told_is_bounded() {
    let items = (0..200u64).map(|at| {
        let mut run = run(at);
        run.extra
            .insert("long".to_owned(), json!(format!("{at}").repeat(9000)));
        item(&format!("r/{at}.json"), run)
    });
    let groups = group(items.collect(), &[]);
    assert_eq!(groups.len(), 200);
    let told: usize = groups.iter().map(|group| group.near.len()).sum();
    assert_eq!(told, 20);
    for near in groups.iter().map(|group| &group.near) {
        assert!(near.len() <= 3);
        assert!(near.iter().all(|near| near.reason.to_string().len() < 200));
    }
}

#[test]
fn the_slug_stays_when_another_file_joins() {
    let slug = |items| {
        let groups = group(items, &[]);
        assert_eq!(groups.len(), 1);
        groups[0].run.slug.clone()
    };
    let two = slug(sweep("r", &[1, 2]));
    assert!(two.starts_with("model-1b-vllm-"), "{two}");
    assert_eq!(slug(sweep("r", &[1, 2, 4])), two);
    let mut priced = sweep("r", &[1, 2]);
    for item in &mut priced {
        item.run.source.parser_version += 1;
        item.run.supplied.push(supplied("price", "2 EUR", "x"));
    }
    assert_eq!(slug(priced), two);
    let mut others = sweep("r", &[1, 2]);
    for item in &mut others {
        item.run.extra.insert("seed".to_owned(), json!(1));
    }
    assert_ne!(slug(others), two);
}

#[test]
fn groups_with_equal_facts_get_different_slugs_once_lengthened() {
    let mut items = sweep("results/one", &[1, 2]);
    items.extend(sweep("results/two", &[2, 4]));
    let mut groups = group(items, &[]);
    assert_eq!(groups[0].run.slug, groups[1].run.slug);
    let short = groups[0].run.slug.clone();
    for group in &mut groups {
        group.run.lengthen_slug();
        assert!(group.run.slug.starts_with(&short));
    }
    assert_ne!(groups[0].run.slug, groups[1].run.slug);
}

#[test]
fn notes_are_joined_and_supplied_values_listed_once() {
    let mut items = sweep("r", &[2, 16, 4, 8]);
    for item in &mut items {
        let name = item.path.clone();
        item.run.notes = vec![note("same"), note(&name)];
        item.run.supplied = vec![
            supplied("hardware.name", "H200", &name),
            supplied(
                "axes.concurrency",
                name.trim_matches(|c: char| !c.is_ascii_digit()),
                "c*",
            ),
        ];
    }
    let run = &group(items, &[])[0].run;
    assert_eq!(run.notes.len(), 5);
    assert_eq!(run.supplied.len(), 2);
    assert_eq!(
        run.supplied[0].origin,
        "r/c16.json, r/c2.json, r/c4.json and 1 more"
    );
    assert_eq!(run.supplied[1].value, "2, 4, 8, 16");
}

#[test]
fn a_run_that_was_put_together_before_is_left_alone() {
    let together = group(sweep("r", &[1, 2]), &[]).remove(0).run;
    let mut items = sweep("r", &[4]);
    items.push(item("r/all.json", together.clone()));
    let groups = group(items, &[]);
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0].run, together);
}

#[test]
fn a_run_alone_is_as_it_was() {
    let mut alone = run(1);
    alone.identify();
    let groups = group(vec![item("a.json", alone.clone())], &[]);
    assert_eq!(groups[0].run, alone);
    assert_eq!((groups[0].files, groups[0].folder.as_str()), (1, ""));
}
