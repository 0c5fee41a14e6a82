//! Which measurements are asked for.

use crate::model::{Axis, Family, Measurement, Status};

/// A choice of measurements. An empty list chooses everything, so the default
/// filter does too.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    /// Families to keep.
    pub families: Vec<Family>,
    /// Statuses to keep.
    pub statuses: Vec<Status>,
    /// For each axis listed, the values to keep. A measurement without a value on
    /// a listed axis is not kept.
    pub values: Vec<(Axis, Vec<f64>)>,
}

impl Filter {
    /// True where the filter keeps everything.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty()
            && self.statuses.is_empty()
            && self.values.iter().all(|(_, values)| values.is_empty())
    }

    /// True where the filter keeps the measurement.
    pub fn keeps(&self, measurement: &Measurement) -> bool {
        let chosen = |list: &[Family]| list.is_empty() || list.contains(&measurement.family);
        chosen(&self.families)
            && (self.statuses.is_empty() || self.statuses.contains(&measurement.status))
            && self.values.iter().all(|(axis, values)| {
                values.is_empty()
                    || axis
                        .of(&measurement.axes)
                        .is_some_and(|value| values.contains(&value))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Axes;

    fn measurement(family: Family, context: u64, status: Status) -> Measurement {
        let axes = Axes {
            context_tokens: Some(context),
            ..Axes::default()
        };
        Measurement {
            status,
            ..Measurement::new(family, axes)
        }
    }

    #[test]
    fn an_empty_filter_keeps_everything() {
        let filter = Filter::default();
        assert!(filter.is_empty());
        assert!(filter.keeps(&measurement(Family::Decode, 0, Status::Failed)));
    }

    #[test]
    fn conditions_add_up() {
        let filter = Filter {
            families: vec![Family::Decode],
            statuses: vec![Status::Valid],
            values: vec![(Axis::Context, vec![8192.0])],
        };
        assert!(filter.keeps(&measurement(Family::Decode, 8192, Status::Valid)));
        assert!(!filter.keeps(&measurement(Family::Prefill, 8192, Status::Valid)));
        assert!(!filter.keeps(&measurement(Family::Decode, 8192, Status::Queued)));
        assert!(!filter.keeps(&measurement(Family::Decode, 16384, Status::Valid)));
    }

    #[test]
    fn a_listed_axis_needs_a_value() {
        let filter = Filter {
            values: vec![(Axis::Concurrency, vec![1.0])],
            ..Filter::default()
        };
        assert!(!filter.keeps(&measurement(Family::Decode, 8192, Status::Valid)));
    }
}
