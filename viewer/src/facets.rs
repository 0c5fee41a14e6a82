//! What the filters of a run page offer.

use speedsheet_core::display;
use speedsheet_core::model::{Axis, Family, Measurement, Status};
use speedsheet_core::query::{Filter, distinct};

use crate::state::{values, values_mut};

/// One thing that can be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Facet {
    /// A kind of workload.
    Family(Family),
    /// A value of an axis.
    Value(Axis, f64),
    /// How a measurement ended.
    Status(Status),
}

/// Facets of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// What can be chosen, with the words for it.
    pub facets: Vec<(Facet, String)>,
}

impl Facet {
    /// True where the filter asks for it.
    pub fn is_chosen(self, filter: &Filter) -> bool {
        match self {
            Self::Family(family) => filter.families.contains(&family),
            Self::Value(axis, value) => values(filter, axis).contains(&value),
            Self::Status(status) => filter.statuses.contains(&status),
        }
    }

    /// Asks for it, or no longer.
    pub fn toggle(self, filter: &mut Filter) {
        match self {
            Self::Family(family) => toggle(&mut filter.families, family),
            Self::Value(axis, value) => {
                let values = values_mut(filter, axis);
                toggle(values, value);
                *values = distinct(values.iter().copied());
            }
            Self::Status(status) => toggle(&mut filter.statuses, status),
        }
    }
}

fn toggle<T: PartialEq>(list: &mut Vec<T>, item: T) {
    match list.iter().position(|known| *known == item) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(item),
    }
}

/// Every group in which there is something to choose from.
pub fn groups(measurements: &[Measurement]) -> Vec<Group> {
    let has = |test: &dyn Fn(Family, Status) -> bool| {
        measurements.iter().any(|one| test(one.family, one.status))
    };
    let families = Family::ALL
        .into_iter()
        .filter(|&family| has(&|known, _| known == family))
        .map(|family| {
            (
                Facet::Family(family),
                display::family_name(family).to_owned(),
            )
        });
    let statuses = Status::ALL
        .into_iter()
        .filter(|&status| has(&|_, known| known == status))
        .map(|status| {
            (
                Facet::Status(status),
                display::status_word(status).to_owned(),
            )
        });
    let mut groups = vec![Group {
        name: "Phase",
        facets: families.collect(),
    }];
    groups.extend(Axis::ALL.into_iter().map(|axis| {
        Group {
            name: display::axis_name(axis),
            facets: distinct(measurements.iter().filter_map(|one| axis.of(&one.axes)))
                .into_iter()
                .map(|value| (Facet::Value(axis, value), display::axis_label(axis, value)))
                .collect(),
        }
    }));
    groups.push(Group {
        name: "Status",
        facets: statuses.collect(),
    });
    groups.retain(|group| group.facets.len() > 1);
    groups
}

/// What is asked for, in words: `Status: Valid; Context: 8K, 16K`. Empty for nothing.
pub fn summary(groups: &[Group], filter: &Filter) -> String {
    let parts: Vec<String> = groups
        .iter()
        .filter_map(|group| {
            let chosen: Vec<String> = group
                .facets
                .iter()
                .filter(|(facet, _)| facet.is_chosen(filter))
                .map(|(_, words)| words.clone())
                .collect();
            (!chosen.is_empty()).then(|| format!("{}: {}", group.name, chosen.join(", ")))
        })
        .collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn only_what_varies_is_offered() {
        let names: Vec<&str> = groups(&sample::run().measurements)
            .iter()
            .map(|group| group.name)
            .collect();
        assert_eq!(names, ["Phase", "Context", "Requests at once", "Status"]);
    }

    #[test]
    fn choosing_twice_is_not_choosing() {
        let mut filter = Filter::default();
        for facet in [
            Facet::Family(Family::Decode),
            Facet::Value(Axis::Context, 8192.0),
            Facet::Status(Status::Valid),
        ] {
            facet.toggle(&mut filter);
            assert!(facet.is_chosen(&filter));
            facet.toggle(&mut filter);
            assert!(!facet.is_chosen(&filter));
        }
        assert!(filter.is_empty());
    }

    #[test]
    fn the_summary_names_what_is_chosen() {
        let groups = groups(&sample::run().measurements);
        let mut filter = Filter::default();
        assert_eq!(summary(&groups, &filter), "");
        Facet::Value(Axis::Context, 65536.0).toggle(&mut filter);
        Facet::Value(Axis::Context, 8192.0).toggle(&mut filter);
        Facet::Status(Status::OverCapacity).toggle(&mut filter);
        assert_eq!(
            summary(&groups, &filter),
            "Context: 8K, 64K; Status: Over capacity"
        );
    }
}
