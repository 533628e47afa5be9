//! Writes and reads the title of a kept game: its numbers, its seed and its players.

use super::schedule::Fixture;
use broadside_core::dice::Seed;

/// Returns the title of a game. Games and rounds are counted from 1 in it.
pub(super) fn title(fixture: &Fixture, seed: &Seed, [first, second]: [&str; 2]) -> String {
    let [game, round] = [fixture.game, fixture.round].map(|number| number.saturating_add(1));
    format!("game {game}, round {round}, seed {seed}: A is {first}, B is {second}")
}

/// Returns the round, from 1, and the seed of a game of a match; `None` for other scripts.
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
    let (round, rest) = round_of(line.strip_prefix("# ")?)?;
    let (seed, _) = rest.split_once(':')?;
    Some((round, seed.parse().ok()?))
}

/// Returns the round, from 1, and the text after `seed `.
pub(crate) fn round_of(title: &str) -> Option<(u64, &str)> {
    let (_, rest) = title.strip_prefix("game ")?.split_once(", round ")?;
    let (round, rest) = rest.split_once(", seed ")?;
    Some((round.parse().ok()?, rest))
}
