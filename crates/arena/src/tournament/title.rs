//! The first line of a kept game: which one it is, what it was drawn from, and who plays.

use super::schedule::Fixture;
use broadside_core::dice::Seed;

/// The title, without its `#`. Games and rounds count from 1 there.
pub(super) fn title(fixture: &Fixture, seed: &Seed, [first, second]: [&str; 2]) -> String {
    let [game, round] = [fixture.game, fixture.round].map(|number| number.saturating_add(1));
    format!("game {game}, round {round}, seed {seed}: A is {first}, B is {second}")
}

/// The round, from 1, and the seed that a kept game was drawn from; `None` where no match has kept it.
///
/// ```
/// use broadside_arena::tournament::drawn_from;
///
/// let record = b"# game 3, round 2, seed 7: A is mine, B is open\n[state]\n";
/// assert_eq!(drawn_from(record), Some((2, 7.into())));
/// assert_eq!(drawn_from(b"[state]\n"), None);
/// ```
#[doc(hidden)]
pub fn drawn_from(script: &[u8]) -> Option<(u64, Seed)> {
    let line = str::from_utf8(script.split(|byte| *byte == b'\n').next()?).ok()?;
    let (_, rest) = line.strip_prefix("# game ")?.split_once(", round ")?;
    let (round, rest) = rest.split_once(", seed ")?;
    let (seed, _) = rest.split_once(':')?;
    Some((round.parse().ok()?, seed.parse().ok()?))
}
