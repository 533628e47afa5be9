//! The tests that were asked for.

use super::Grade;
use crate::cli::own_tests::OwnTest;
use broadside::lab::grade::{Exam, Plan, Test};
use broadside::lab::misreadings::Misreadings;

/// The default number of random scripts of each level.
const RANDOM: u64 = 50;

/// The tests of the options. Those of the teacher are among them as far as the rules give the same answer.
pub(super) fn exam(told: &Grade, own: &[OwnTest], reading: Misreadings) -> Exam {
    let test = |own: &OwnTest| Test::given(&own.name, own.script.clone(), Some(&own.expected)).ok();
    let is_default = !told.cards && told.cases.is_none() && told.random.is_none();
    Exam::new(&Plan {
        cards: told.cards || is_default,
        cases: own.iter().filter_map(test).collect(),
        random: if is_default { Some(RANDOM) } else { told.random },
        seed: told.seed.clone(),
        most: told.level,
        reading,
    })
}
