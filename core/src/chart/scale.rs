//! From a value to a step of the colour ramp.

use crate::model::Direction;

/// Number of steps of the colour ramp.
pub const STEPS: usize = 11;

/// The step of a value that there is nothing to compare with.
const MIDDLE: u8 = (STEPS / 2) as u8;

/// How values are spread over the ramp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScaleKind {
    /// By difference.
    Linear,
    /// By ratio. Speeds and latencies spread over orders of magnitude, so this is
    /// the default.
    #[default]
    Log,
}

/// Assigns one of [`STEPS`] steps to a value; the highest step is the best value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColorScale {
    range: Option<(f64, f64)>,
    kind: ScaleKind,
    direction: Direction,
}

impl ColorScale {
    /// A scale from the smallest to the largest of `values`.
    ///
    /// Values that are not finite are left out. On a logarithmic scale so are zero
    /// and negative values, unless there are no others: then the scale is linear.
    pub fn of(
        values: impl IntoIterator<Item = f64> + Clone,
        kind: ScaleKind,
        direction: Direction,
    ) -> Self {
        let positive = (kind == ScaleKind::Log)
            .then(|| range(values.clone().into_iter().filter(|&value| value > 0.0)))
            .flatten();
        let (range, kind) = match positive {
            Some(range) => (Some(range), ScaleKind::Log),
            None => (range(values), ScaleKind::Linear),
        };
        Self {
            range,
            kind,
            direction,
        }
    }

    /// The step of a value, 0 for the worst to 10 for the best. Where neither way is
    /// better, the larger value has the higher step. A value outside the scale has the
    /// step of the nearer end; a value without others to compare with the middle step.
    pub fn step(&self, value: f64) -> u8 {
        let Some((low, high)) = self.range.filter(|(low, high)| low < high) else {
            return MIDDLE;
        };
        let value = value.clamp(low, high);
        let share = match self.kind {
            ScaleKind::Linear => (value - low) / (high - low),
            ScaleKind::Log => (value / low).ln() / (high / low).ln(),
        };
        let last = (STEPS - 1) as f64;
        // A share is never below 0 or above 1; a NaN becomes 0.
        let step = (share * last).round() as u8;
        match self.direction {
            Direction::LowerIsBetter => STEPS as u8 - 1 - step,
            Direction::HigherIsBetter | Direction::Neutral => step,
        }
    }

    /// The values at step 0 and at the last step, for a legend. `None` where there
    /// was no value.
    pub fn ends(&self) -> Option<(f64, f64)> {
        let (low, high) = self.range?;
        Some(match self.direction {
            Direction::LowerIsBetter => (high, low),
            Direction::HigherIsBetter | Direction::Neutral => (low, high),
        })
    }
}

/// The smallest and the largest finite value.
fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .into_iter()
        .filter(|value| value.is_finite())
        .fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{HigherIsBetter, LowerIsBetter, Neutral};
    use ScaleKind::{Linear, Log};

    fn steps(values: &[f64], kind: ScaleKind, direction: Direction) -> Vec<u8> {
        let scale = ColorScale::of(values.iter().copied(), kind, direction);
        values.iter().map(|&value| scale.step(value)).collect()
    }

    #[test]
    fn the_better_value_has_the_higher_step() {
        assert_eq!(
            steps(&[0.0, 50.0, 100.0], Linear, HigherIsBetter),
            [0, 5, 10]
        );
        assert_eq!(
            steps(&[0.0, 50.0, 100.0], Linear, LowerIsBetter),
            [10, 5, 0]
        );
        assert_eq!(steps(&[0.0, 50.0, 100.0], Linear, Neutral), [0, 5, 10]);
    }

    #[test]
    fn a_logarithmic_scale_spreads_ratios_evenly() {
        assert_eq!(steps(&[1.0, 10.0, 100.0], Log, HigherIsBetter), [0, 5, 10]);
    }

    #[test]
    fn a_single_value_is_neither_best_nor_worst() {
        assert_eq!(steps(&[7.0], Log, HigherIsBetter), [5]);
        assert_eq!(steps(&[0.0, 0.0], Log, LowerIsBetter), [5, 5]);
    }

    #[test]
    fn values_that_have_no_logarithm_take_the_low_end() {
        assert_eq!(steps(&[0.0, 1.0, 100.0], Log, HigherIsBetter), [0, 0, 10]);
        assert_eq!(steps(&[-5.0, 1.0, 100.0], Log, LowerIsBetter), [10, 10, 0]);
    }

    #[test]
    fn a_logarithmic_scale_without_positive_values_is_linear() {
        assert_eq!(steps(&[-10.0, -5.0, 0.0], Log, HigherIsBetter), [0, 5, 10]);
    }

    #[test]
    fn values_that_are_not_finite_do_not_stretch_the_scale() {
        let values = [1.0, f64::NAN, f64::INFINITY, 2.0];
        let scale = ColorScale::of(values, Linear, HigherIsBetter);
        assert_eq!(scale.ends(), Some((1.0, 2.0)));
        assert_eq!(scale.step(f64::INFINITY), 10);
        assert_eq!(scale.step(f64::NAN), 0);
    }

    #[test]
    fn the_legend_runs_from_worst_to_best() {
        let ends = |direction| ColorScale::of([3.0, 1.0], Log, direction).ends();
        assert_eq!(ends(HigherIsBetter), Some((1.0, 3.0)));
        assert_eq!(ends(LowerIsBetter), Some((3.0, 1.0)));
        assert_eq!(ColorScale::of([], Log, Neutral).ends(), None);
    }
}
