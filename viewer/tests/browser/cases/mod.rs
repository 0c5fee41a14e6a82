//! What is tested, by subject.

use libtest_mimic::Trial;

mod accessibility;
mod layout;
mod scriptless;
mod weight;

/// Every case, in every setting it is for.
pub(crate) fn all() -> Vec<Trial> {
    [
        scriptless::trials(),
        layout::trials(),
        accessibility::trials(),
        weight::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
