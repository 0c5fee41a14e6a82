//! Whatever the files of a folder are: nothing is lost, and their order does not matter.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

use proptest::prelude::*;
use speedsheet_core::grouping::{Group, Item, group};
use speedsheet_core::model::{Axes, Family, Measurement, Run, sha256_hex};

const FOLDERS: [&str; 4] = ["r/a", "r/b", "r", "other"];

prop_compose! {
    fn measurement()(
        family in prop::sample::select(vec![Family::Serve, Family::Prefill]),
        concurrency in 1..4u64,
        output_tps in 0..3u8,
    ) -> Measurement {
        let axes = Axes { concurrency: Some(concurrency), ..Axes::default() };
        let mut measurement = Measurement::new(family, axes);
        measurement.metrics.output_tps = Some(f64::from(output_tps));
        measurement
    }
}

prop_compose! {
    fn run()(
        measurements in prop::collection::vec(measurement(), 0..4),
        model in prop::option::of(prop::sample::select(vec!["m", "n"])),
        length in 0..3u64,
        second in prop::option::of(0..3u8),
    ) -> Run {
        let mut run = Run { measurements, ..Run::default() };
        run.model.name = model.map(str::to_owned);
        run.settings.max_output_tokens = Some(length);
        run.measured_at = second.map(|second| format!("2026-05-01T00:00:0{second}"));
        run
    }
}

/// Files with their runs, each at a path of its own.
fn items() -> impl Strategy<Value = Vec<Item>> {
    let file = (0..FOLDERS.len(), prop::collection::vec(run(), 1..4));
    prop::collection::vec(file, 0..8).prop_map(|files| {
        let mut items = Vec::new();
        for (number, (folder, runs)) in files.into_iter().enumerate() {
            let path = format!("{}/{number}.json", FOLDERS[folder]);
            for (index, mut run) in runs.into_iter().enumerate() {
                run.source.sha256 = sha256_hex(path.as_bytes());
                run.source.index = u32::try_from(index).unwrap();
                run.identify();
                items.push(Item {
                    run,
                    path: path.clone(),
                });
            }
        }
        items
    })
}

fn grouped(items: Vec<Item>) -> Vec<Group> {
    group(items, &["r".to_owned()])
}

proptest! {
    #[test]
    fn every_run_is_in_one_group_and_every_measurement_is_kept_or_told(items in items()) {
        let groups = grouped(items.clone());
        let mut members: Vec<usize> =
            groups.iter().flat_map(|group| group.members.clone()).collect();
        members.sort_unstable();
        prop_assert_eq!(members, (0..items.len()).collect::<Vec<_>>());
        for group in &groups {
            let given: usize = group
                .members
                .iter()
                .map(|&at| items[at].run.measurements.len())
                .sum();
            let repeated: usize = group.repeated.iter().map(|one| one.count).sum();
            prop_assert_eq!(group.run.measurements.len() + repeated, given);
        }
    }

    #[test]
    fn what_is_put_together_says_the_same(items in items()) {
        for group in grouped(items.clone()) {
            let facts = group.run.shared_facts();
            for at in group.members {
                prop_assert_eq!(&items[at].run.shared_facts(), &facts);
            }
        }
    }

    #[test]
    fn a_measurement_is_that_of_its_part(items in items()) {
        for group in grouped(items.clone()) {
            for mut one in group.run.measurements {
                let Some(part) = one.part.take() else {
                    prop_assert_eq!(group.members.len(), 1);
                    continue;
                };
                let item = &items[group.members[part as usize]];
                prop_assert!(item.run.measurements.contains(&one));
            }
        }
    }

    #[test]
    fn the_order_of_the_items_does_not_matter(
        (items, shuffled) in items().prop_flat_map(|items| {
            (Just(items.clone()), Just(items).prop_shuffle())
        })
    ) {
        let runs = |items| -> Vec<Run> {
            grouped(items).into_iter().map(|group| group.run).collect()
        };
        prop_assert_eq!(runs(items), runs(shuffled));
    }
}
