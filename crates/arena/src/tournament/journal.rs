//! The journal of a match: one line of JSON for each finished game (schema `broadside.game/1`, spec
//! laboratory §7). An interrupted match can be continued from its journal, and the journals of
//! several shards (parts of the match) can be merged. This module does not read or write files.

use super::observed::Observed;
use crate::driver::Ending;
use broadside_core::board::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// `broadside.game/1`
    pub schema: Schema,
    /// The digest of all options that a game depends on.
    pub options: String,
    /// The number of the game.
    pub game: u64,
    /// The number of the pair of games to which this game belongs.
    pub pair: u64,
    /// The seed of the tournament.
    pub seed: String,
    /// The name of the engine that played A.
    #[serde(rename = "A")]
    pub first: String,
    /// The name of the engine that played B.
    #[serde(rename = "B")]
    pub second: String,
    /// Who has won.
    pub result: Verdict,
    /// Why the game ended, in the words of [`Ending`], or `fault NAME: ...`.
    pub reason: String,
    /// How many turns both sides together played.
    pub turns: u64,
    /// How many commands of each side were refused.
    pub refused: Sides<u64>,
    /// The faults of each side by kind.
    pub faults: Sides<BTreeMap<String, u64>>,
    /// The turns of programs: times and first faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Box<Sides<Observed>>>,
    /// The time limit of the match for each turn, in milliseconds. Engines may have other limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// The name of the form of a line, with its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Schema {
    /// The first version. New fields do not change the number.
    #[serde(rename = "broadside.game/1")]
    Game1,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Verdict {
    /// `A`
    #[serde(rename = "A")]
    First,
    /// `B`
    #[serde(rename = "B")]
    Second,
    /// `draw`
    #[serde(rename = "draw")]
    Draw,
}

/// A value for each side. In JSON, this is `{"A": ..., "B": ...}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sides<T> {
    /// The value of A.
    #[serde(rename = "A")]
    pub first: T,
    /// The value of B.
    #[serde(rename = "B")]
    pub second: T,
}

impl<T> From<BySide<T>> for Sides<T> {
    fn from(BySide { first, second }: BySide<T>) -> Self {
        Self { first, second }
    }
}

impl<T> Sides<T> {
    /// Returns the value of a side.
    #[doc(hidden)]
    pub const fn of(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

#[doc(hidden)]
impl Verdict {
    /// Returns the result of a game with this ending.
    pub const fn of(ending: Ending) -> Self {
        match ending.winner() {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// Returns the points of A, in half points.
    pub const fn half_points(self) -> usize {
        match self {
            Self::First => 2,
            Self::Second => 0,
            Self::Draw => 1,
        }
    }
}

#[doc(hidden)]
impl Entry {
    /// Returns whether an engine was at fault.
    pub fn has_fault(&self) -> bool {
        !self.faults.first.is_empty() || !self.faults.second.is_empty()
    }

    /// Returns the name of the engine that played a side.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// Returns the side that the engine with this name played.
    pub fn side_of(&self, engine: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.name(*side) == engine)
    }

    /// Returns the names of the winner and the loser, or `None` in a draw.
    pub fn winner_and_loser(&self) -> Option<[&str; 2]> {
        match self.result {
            Verdict::First => Some([&self.first, &self.second]),
            Verdict::Second => Some([&self.second, &self.first]),
            Verdict::Draw => None,
        }
    }

    fn why_impossible(&self) -> Option<&'static str> {
        const DRAWS: [Ending; 4] =
            [Ending::MaxTurns, Ending::NoProgress, Ending::Standstill, Ending::Stopped];
        let ends_drawn = DRAWS.iter().any(|ending| ending.to_string() == self.reason);
        let names = [&self.first, &self.second, &self.reason];
        if self.first == self.second {
            Some("has one engine on both sides")
        } else if ends_drawn != (self.result == Verdict::Draw) {
            Some("has a result that contradicts its reason")
        } else if names.iter().any(|text| text.contains(['\n', '\r'])) {
            Some("has a line break in a name or in its reason")
        } else {
            None
        }
    }

    /// Returns the entry without the data that may differ when the game is played again.
    #[must_use]
    pub(super) fn repeatable(&self) -> Self {
        Self { time: None, observed: None, ..self.clone() }
    }

    /// Returns the entry as a line of JSON, with its newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and maps of them are JSON") + "\n"
    }
}

/// Why journals cannot be merged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoMerge {
    /// The games were played with different options.
    #[error("the games of the journals were played with different options (digests {0} and {1})")]
    Options(String, String),
    /// Two lines contradict each other about one game. The value is the number of this game, from 0
    /// as in journals.
    #[error("game {} occurs twice, and the two lines contradict each other", .0.saturating_add(1))]
    Twice(u64),
    /// No match writes this line: for example, it has one engine on both sides.
    #[error("game {} {why}", .game.saturating_add(1))]
    Impossible {
        /// The number of the game, from 0.
        game: u64,
        /// What is wrong with the line.
        why: &'static str,
    },
}

/// Merges the games of journals in the order of their numbers, as if one match had played them.
/// Fails if the games were played with different options, if two lines contradict each other, or if
/// there is a line that no match writes.
pub fn merge(journals: impl IntoIterator<Item = Entry>) -> Result<Vec<Entry>, NoMerge> {
    let mut games: BTreeMap<u64, Entry> = BTreeMap::new();
    for entry in journals {
        if let Some(first) = games.values().next().filter(|first| first.options != entry.options) {
            return Err(NoMerge::Options(first.options.clone(), entry.options));
        }
        let game = entry.game;
        if let Some(why) = entry.why_impossible() {
            return Err(NoMerge::Impossible { game, why });
        }
        let repeatable = entry.repeatable();
        let old = games.insert(game, entry);
        if old.is_some_and(|old| old.repeatable() != repeatable) {
            return Err(NoMerge::Twice(game));
        }
    }
    Ok(games.into_values().collect())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a game between `one` and `two`. In even games, `one` plays A.
    pub(in crate::tournament) fn game(game: u64, result: Verdict) -> Entry {
        let names = if game.is_multiple_of(2) { ["one", "two"] } else { ["two", "one"] };
        let [first, second] = names.map(str::to_owned);
        Entry {
            schema: Schema::Game1,
            options: "0123".into(),
            game,
            pair: game / 2,
            seed: "1".into(),
            first,
            second,
            result,
            reason: if result == Verdict::Draw { "max turns" } else { "won" }.into(),
            turns: 80,
            refused: Sides { first: 3, second: 0 },
            faults: Sides::default(),
            observed: None,
            time: None,
        }
    }

    #[test]
    fn a_line_has_the_documented_form_and_is_read_back() {
        let mut entry = game(6, Verdict::Second);
        entry.faults.first.insert("timeout".into(), 2);
        let line = entry.to_line();
        assert_eq!(
            line,
            "{\"schema\":\"broadside.game/1\",\"options\":\"0123\",\"game\":6,\"pair\":3,\"seed\":\"1\",\
             \"A\":\"one\",\"B\":\"two\",\"result\":\"B\",\"reason\":\"won\",\"turns\":80,\
             \"refused\":{\"A\":3,\"B\":0},\"faults\":{\"A\":{\"timeout\":2},\"B\":{}}}\n"
        );
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry);
    }

    #[test]
    fn merging_puts_games_in_order_and_refuses_contradictions() {
        let games: Vec<_> = (0..4).map(|number| game(number, Verdict::First)).collect();
        let timed = Entry { time: Some(500), ..games[1].clone() };
        let shuffled = [&games[2..], &games[..2], &[timed]].concat();
        let merged = merge(shuffled).map(|games| games.iter().map(Entry::repeatable).collect());
        assert_eq!(merged, Ok(games.clone()));
        let other = [games.clone(), vec![game(1, Verdict::Draw)]].concat();
        assert_eq!(merge(other), Err(NoMerge::Twice(1)));
        let other = Entry { options: "4567".into(), ..games[0].clone() };
        assert!(matches!(merge([games[0].clone(), other]), Err(NoMerge::Options(..))));
    }

    /// The table of a match once had games and points of an engine that had played against itself,
    /// and draws whose reason was `won`. A line break in a name once broke this table.
    #[test]
    fn a_game_that_no_match_plays_is_not_merged() {
        let game = |result| game(2, result);
        for (entry, why) in [
            (Entry { second: "one".into(), ..game(Verdict::First) }, "one engine"),
            (Entry { reason: "won".into(), ..game(Verdict::Draw) }, "contradicts"),
            (Entry { reason: "no progress".into(), ..game(Verdict::First) }, "contradicts"),
            (Entry { second: "t\nwo".into(), ..game(Verdict::First) }, "line break"),
            (Entry { reason: "fault two: x\r".into(), ..game(Verdict::First) }, "line break"),
        ] {
            let message = merge([entry]).unwrap_err().to_string();
            assert!(message.starts_with("game 3 has ") && message.contains(why), "{message}");
        }
    }
}
