//! Lists the games of a match, or of a part of the match (a shard). Each game has a number, its
//! players, its start, and the title of its record.

use crate::record;
use broadside_core::board::BySide;
use broadside_core::dice::Seed;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The games of one shard of a match. The games of the whole match are numbered from 0.
///
/// Two games make a pair: they begin alike, and the engines change sides. In each round, every
/// engine plays a pair against every other engine (a round robin), and all pairs begin alike. The
/// fixture of game k depends only on k and the number of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The number of engines, at least two.
    engines: usize,
    rounds: Option<u64>,
    shard: Shard,
}

/// One game of the schedule: its number, its players and its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of the round, from 0. All games of a round have the same start.
    pub round: u64,
    /// The index of the engine that plays each side.
    pub engines: BySide<usize>,
}

impl Fixture {
    /// Returns the number of the pair, from 0.
    #[doc(hidden)]
    pub const fn pair(&self) -> u64 {
        self.game / 2
    }
}

#[doc(hidden)]
impl Schedule {
    /// Returns a schedule in which every engine plays `games` games against every other engine. An
    /// odd number of games is rounded up. Without `games`, the match has no end.
    pub fn new(engines: usize, games: Option<u64>, shard: Shard) -> Self {
        Self { engines: engines.max(2), rounds: games.map(|games| games.div_ceil(2)), shard }
    }

    /// Returns the number of games in this shard, or `None` for a match without an end.
    pub fn games(&self) -> Option<u64> {
        let Shard { index, of } = self.shard;
        Some(self.pairs()?.saturating_sub(index).div_ceil(of).saturating_mul(2))
    }

    /// Returns whether the game with this number is part of this shard.
    pub fn holds(&self, game: u64) -> bool {
        let is_before_end = self.pairs().is_none_or(|pairs| game / 2 < pairs);
        is_before_end && self.shard.holds(game / 2)
    }

    /// Returns the games of this shard, in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + use<> {
        let schedule = *self;
        let pairs = (0..self.pairs().unwrap_or(u64::MAX / 2))
            .filter(move |pair| schedule.shard.holds(*pair));
        pairs.flat_map(move |pair| [2 * pair, 2 * pair + 1].map(|game| schedule.fixture(game)))
    }

    /// Returns the number of pairs in all shards, or `None` for a match without an end.
    fn pairs(&self) -> Option<u64> {
        Some(self.rounds?.saturating_mul(self.meetings()).min(u64::MAX / 2))
    }

    const fn meetings(&self) -> u64 {
        (self.engines as u64).saturating_mul(self.engines as u64 - 1) / 2
    }

    fn fixture(&self, game: u64) -> Fixture {
        let (round, meeting) = (game / 2 / self.meetings(), game / 2 % self.meetings());
        let mut pair = self.meeting(meeting);
        if !game.is_multiple_of(2) {
            pair.reverse();
        }
        let [first, second] = pair;
        Fixture { game, round, engines: BySide { first, second } }
    }

    /// Returns the two engines of a meeting (a pair of games in a round). First, engine 0 meets
    /// engines 1, 2 and so on. Then engine 1 meets engines 2, 3 and so on.
    fn meeting(&self, mut number: u64) -> [usize; 2] {
        let mut first = 0;
        while let Some(rest) = number.checked_sub((self.engines - first - 1) as u64) {
            (number, first) = (rest, first + 1);
        }
        [first, first + 1 + usize::try_from(number).expect("less than the number of engines")]
    }
}

/// One of the N parts into which numbered things are divided, such as the pairs of a match. The
/// thing with number n belongs to the part with index n modulo N. Texts such as `2/8` count the
/// parts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// The error for a text that is not a shard.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected a shard, K/N with K from 1 to N: `2/8`")]
pub struct NoShard;

impl Shard {
    /// The whole as a single part.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// Returns whether the thing with this number belongs to this part.
    #[doc(hidden)]
    pub const fn holds(&self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// Returns whether this part is the whole.
    #[doc(hidden)]
    pub const fn is_all(&self) -> bool {
        self.of == 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let [number, of] = [number, of].map(|text| text.parse::<u64>().map_err(|_| NoShard));
        let (index, of) = (number?.checked_sub(1).ok_or(NoShard)?, of?);
        if index < of { Ok(Self { index, of }) } else { Err(NoShard) }
    }
}

impl fmt::Display for Shard {
    /// Writes the form that is parsed, for example `2/8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// Returns the title of the record of a game. The title counts games and rounds from 1.
pub(super) fn title(fixture: &Fixture, seed: &Seed, [first, second]: [&str; 2]) -> String {
    let [game, round] = [fixture.game, fixture.round].map(|number| number.saturating_add(1));
    format!("game {game}, round {round}, seed {seed}: A is {first}, B is {second}")
}

/// Returns the round, from 1, and the seed of a game of a match; `None` for other scripts.
#[doc(hidden)]
pub fn drawn_from(script: &[u8]) -> Option<(u64, Seed)> {
    let (round, rest) = round_of(record::title(script)?)?;
    let (seed, _) = rest.split_once(':')?;
    Some((round, seed.parse().ok()?))
}

/// Returns the round, from 1, and the text after `seed `.
pub(crate) fn round_of(title: &str) -> Option<(u64, &str)> {
    let (_, rest) = title.strip_prefix("game ")?.split_once(", round ")?;
    let (round, rest) = rest.split_once(", seed ")?;
    Some((round.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(engines: usize, games: u64, shard: &str) -> Vec<(u64, u64, usize, usize)> {
        let schedule = Schedule::new(engines, Some(games), shard.parse().unwrap());
        let all: Vec<_> = schedule.fixtures().collect();
        assert_eq!(schedule.games(), Some(all.len() as u64));
        let of = |one: Fixture| (one.game, one.round, one.engines.first, one.engines.second);
        all.into_iter().map(of).collect()
    }

    #[test]
    fn two_engines_change_sides_and_odd_numbers_of_games_are_rounded_up() {
        let expected = [(0, 0, 0, 1), (1, 0, 1, 0), (2, 1, 0, 1), (3, 1, 1, 0)];
        assert_eq!(games(2, 3, "1/1"), expected);
    }

    #[test]
    fn shards_hold_whole_pairs_and_together_all_of_them() {
        let mut parts = ["1/4", "2/4", "3/4", "4/4"].map(|shard| games(3, 10, shard)).concat();
        assert_eq!(games(3, 10, "2/4")[..2], [(2, 0, 0, 2), (3, 0, 2, 0)]);
        parts.sort_unstable();
        assert_eq!(parts, games(3, 10, "1/1"));
    }

    #[test]
    fn without_a_number_there_is_no_end() {
        let endless = Schedule::new(2, None, Shard::ALL);
        assert_eq!(endless.games(), None);
        assert_eq!(endless.fixtures().nth(1001).map(|game| game.round), Some(500));
        assert!(Schedule::new(9, Some(u64::MAX), Shard::ALL).games().is_some());
    }

    #[test]
    fn each_thing_belongs_to_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in [0, 1, 2, 3, 100, u64::MAX] {
            assert_eq!(shards.iter().filter(|shard| shard.holds(number)).count(), 1);
        }
        assert_eq!(shards[1].to_string(), "2/3");
        assert!("1/1".parse::<Shard>().unwrap().is_all());
    }

    #[test]
    fn malformed_shards_are_errors() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/2/3", "1/x", "1/99999999999999999999"]
        {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
    }
}
