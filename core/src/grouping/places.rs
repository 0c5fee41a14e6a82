//! Where a measurement stands on the axes, as something that can be ordered.

use crate::model::{Axis, Family, Measurement};

/// The family and the coordinates of a measurement; measurements at the same place
/// repeat each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    family: Family,
    /// In the order of [`Axis::ALL`]; an absent coordinate comes first.
    coordinates: [Option<u64>; Axis::ALL.len()],
}

impl Place {
    pub(super) fn of(measurement: &Measurement) -> Self {
        Self {
            family: measurement.family,
            coordinates: Axis::ALL
                .map(|axis| axis.of(&measurement.axes).filter(|value| !value.is_nan()))
                .map(|value| value.map(ordered_bits)),
        }
    }
}

/// Bits that are ordered as the numbers are.
fn ordered_bits(value: f64) -> u64 {
    // Adding zero makes one of both zeros.
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Axes;

    #[test]
    fn places_are_ordered_as_their_numbers_are() {
        let place = |rate: Option<f64>| {
            let axes = Axes {
                request_rate: rate,
                ..Axes::default()
            };
            Place::of(&Measurement::new(Family::Serve, axes))
        };
        let rates = [
            None,
            Some(-1.0),
            Some(0.0),
            Some(0.5),
            Some(2.0),
            Some(16.0),
        ];
        assert!(rates.map(place).is_sorted());
        assert_eq!(place(Some(-0.0)), place(Some(0.0)));
        assert_ne!(place(None), place(Some(0.0)));
    }
}
