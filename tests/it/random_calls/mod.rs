//! Calls public functions of boards, charts, the Ships language, arsenal and the arena, in random
//! orders and with random values. No call may panic or reach an illegal state.
//!
//! Each test plays episodes of [`LENGTH`] calls. Episode k depends on k only. `BROADSIDE_CALLS`
//! sets how many calls each test makes:
//!
//! ```sh
//! BROADSIDE_CALLS=1000000 cargo test --release --test it random_calls
//! ```

mod ai;
mod arena;
mod arsenal;
mod board;
mod ships;

use crate::environment::count;
use broadside::dice::{Dice as _, Stream, index_below};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) const LENGTH: u64 = 200;

/// Plays episodes until about `calls` calls are made. `episode` makes [`LENGTH`] calls with the
/// given dice. If `BROADSIDE_CALLS` is set, its number replaces `calls`.
pub(crate) fn episodes(calls: u64, mut episode: impl FnMut(&mut Stream)) {
    let calls = count("BROADSIDE_CALLS", calls);
    for number in 0..calls.div_ceil(LENGTH) {
        let mut dice = Stream::new(&9.into(), number);
        let end = catch_unwind(AssertUnwindSafe(|| episode(&mut dice)));
        assert!(end.is_ok(), "episode {number} failed, see above");
    }
}

pub(crate) fn below(n: u32, dice: &mut Stream) -> u32 {
    u32::try_from(dice.below(n.into())).expect("a number below n")
}

/// Returns a number: mostly below 12, sometimes large or enormous.
pub(crate) fn number(dice: &mut Stream) -> u32 {
    match below(20, dice) {
        0 => u32::MAX - below(3, dice),
        1 => 1000,
        2 => below(200, dice),
        _ => below(12, dice),
    }
}

pub(crate) fn one_of<'a, T>(all: &'a [T], dice: &mut Stream) -> &'a T {
    &all[index_below(all.len(), dice)]
}
