//! Seeds for games that were given none.

use broadside::dice::Seed;

/// A seed that is short enough to be typed again.
pub(super) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher as _, RandomState};
    (RandomState::new().hash_one(()) % 1_000_000).into()
}
