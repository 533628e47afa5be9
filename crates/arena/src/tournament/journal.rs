//! The journal of a tournament: one line of JSON for each finished game (schema `broadside.game/1`, spec
//! laboratory §7), so that what was interrupted goes on, and what many machines played is put together.
//! Nothing here touches a file: the program keeps the lines.

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
    /// The number of its pair.
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
    /// Why, in the words of [`Ending`], or `fault NAME: ...`.
    pub reason: String,
    /// How many turns were played, those of both sides.
    pub turns: u64,
    /// How many commands of each side were refused.
    pub refused: Sides<u64>,
    /// The faults of each side by kind.
    pub faults: Sides<BTreeMap<String, u64>>,
    /// The turns of programs: times and first faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Box<Sides<Observed>>>,
    /// The limit of time that a run had, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// The name of the form that a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Schema {
    /// The first form. Additions keep its number.
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

/// A value for each side, as JSON has it: `{"A": ..., "B": ...}`.
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

impl Verdict {
    /// The winner of a game that ended like this.
    #[doc(hidden)]
    pub const fn of(ending: Ending) -> Self {
        match ending.winner() {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// The half points of A.
    #[doc(hidden)]
    pub const fn half_points(self) -> usize {
        match self {
            Self::First => 2,
            Self::Second => 0,
            Self::Draw => 1,
        }
    }
}

impl Entry {
    /// Whether an engine was at fault.
    #[doc(hidden)]
    pub fn has_fault(&self) -> bool {
        !self.faults.first.is_empty() || !self.faults.second.is_empty()
    }

    /// The entry without what may differ when the game is played again: times and standard error.
    #[must_use]
    pub(super) fn repeatable(&self) -> Self {
        Self { time: None, observed: None, ..self.clone() }
    }

    /// The line, with its newline.
    #[doc(hidden)]
    pub fn to_line(&self) -> String {
        json(self) + "\n"
    }
}

fn json(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("texts, numbers and maps of them are JSON")
}

/// Why journals cannot be put together.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoMerge {
    /// Games that were played with other options.
    #[error("their games were played with different options (digests {0} and {1})")]
    Options(String, String),
    /// Two lines say different things about one game.
    #[error("game {0} stands in them twice, with different results")]
    Twice(u64),
}

/// The games of several journals in the order of their numbers, as if all had been played in one match.
///
/// # Errors
/// When they were played with different options, or say different things about a game.
pub fn merge(journals: impl IntoIterator<Item = Entry>) -> Result<Vec<Entry>, NoMerge> {
    let mut games: BTreeMap<u64, Entry> = BTreeMap::new();
    for entry in journals {
        if let Some(first) = games.values().next().filter(|first| first.options != entry.options) {
            return Err(NoMerge::Options(first.options.clone(), entry.options));
        }
        let game = entry.game;
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

    /// Game `game` between `one` and `two`, of which the first plays A in even games.
    pub(in crate::tournament) fn game(game: u64, result: Verdict) -> Entry {
        let names = ["one", "two"].map(str::to_owned);
        let [first, second] = if game.is_multiple_of(2) {
            names
        } else {
            names.into_iter().rev().collect::<Vec<_>>().try_into().unwrap()
        };
        Entry {
            schema: Schema::Game1,
            options: "0123".into(),
            game,
            pair: game / 2,
            seed: "1".into(),
            first,
            second,
            result,
            reason: "won".into(),
            turns: 80,
            refused: Sides { first: 3, second: 0 },
            faults: Sides::default(),
            observed: None,
            time: None,
        }
    }

    #[test]
    fn a_line_is_what_the_page_says_and_is_read_back() {
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
}
