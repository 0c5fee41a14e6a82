//! How many single values are spread.

/// Values in ascending order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ranked {
    sorted: Vec<f64>,
}

impl Ranked {
    /// The distribution of the values that are finite.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let mut sorted: Vec<f64> = finite.collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// True where there is no value.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The smallest value of which a share of all values is not above it, for a share from
    /// 0 to 1. It is always one of the values.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let last = self.sorted.len().checked_sub(1)?;
        let rank = (share * self.sorted.len() as f64).ceil() as usize;
        Some(self.sorted[rank.saturating_sub(1).min(last)])
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((*self.sorted.first()?, *self.sorted.last()?))
    }

    /// The cumulative distribution as points of value and share. Up to `count` values give
    /// a step each; of more than that, `count` points are as good as all, closer together
    /// at the slow end.
    pub fn cumulative(&self, count: usize) -> Vec<(f64, f64)> {
        let all = self.sorted.len();
        if all <= count {
            let values = self.sorted.iter().enumerate();
            return values
                .flat_map(|(before, &value)| {
                    [before, before + 1].map(|rank| (value, rank as f64 / all as f64))
                })
                .collect();
        }
        const SLOW_END: [f64; 4] = [0.95, 0.98, 0.99, 0.995];
        let mut shares: Vec<f64> = (0..=count).map(|at| at as f64 / count as f64).collect();
        shares.extend(SLOW_END);
        shares.sort_by(f64::total_cmp);
        shares
            .into_iter()
            .filter_map(|share| Some((self.quantile(share)?, share)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_values() {
        let values = Ranked::of([4.0, 1.0, f64::NAN, 3.0, 2.0]);
        assert_eq!(values.len(), 4);
        assert_eq!(values.quantile(0.5), Some(2.0));
        assert_eq!(values.quantile(0.99), Some(4.0));
        assert_eq!(values.quantile(0.0), Some(1.0));
        assert_eq!(Ranked::default().quantile(0.5), None);
    }

    #[test]
    fn few_values_are_a_step_each() {
        let values = Ranked::of([2.0, 1.0]);
        assert_eq!(
            values.cumulative(10),
            [(1.0, 0.0), (1.0, 0.5), (2.0, 0.5), (2.0, 1.0)]
        );
        assert!(Ranked::default().cumulative(10).is_empty());
    }

    #[test]
    fn many_values_are_drawn_from_few_points_that_reach_both_ends() {
        let values = Ranked::of((0..100_000).map(f64::from));
        let points = values.cumulative(120);
        assert_eq!(points.len(), 125);
        assert_eq!(points[0], (0.0, 0.0));
        assert_eq!(points[124], (99_999.0, 1.0));
        assert!(points.contains(&(98_999.0, 0.99)));
    }
}
