//! The journal of a tournament: one line of JSON for each finished game (schema `broadside.game/1`, spec
//! laboratory §7), so that what was interrupted goes on, and what many machines played is put together.
//! Nothing here touches a file.

use super::outcome::End;
use broadside_core::board::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Why, in words: those of [`End`].
    pub reason: String,
    /// How many turns were played, those of both sides.
    pub turns: u64,
    /// How many commands of each side were refused.
    pub refused: Sides<u64>,
    /// The faults of each side by kind.
    pub faults: Sides<BTreeMap<String, u64>>,
    /// The limit of time that a run had, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// The name of the form that a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Schema {
    /// The first form. Additions keep its number.
    #[serde(rename = "broadside.game/1")]
    Game1,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides<T> {
    /// That of A.
    #[serde(rename = "A")]
    pub first: T,
    /// That of B.
    #[serde(rename = "B")]
    pub second: T,
}

impl<T> From<BySide<T>> for Sides<T> {
    fn from(BySide { first, second }: BySide<T>) -> Self {
        Self { first, second }
    }
}

impl Verdict {
    /// That of an end.
    pub const fn of(end: &End) -> Self {
        match end.winner() {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// The half points of A.
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
    pub fn has_fault(&self) -> bool {
        !self.faults.first.is_empty() || !self.faults.second.is_empty()
    }

    /// The line, with its newline.
    pub fn to_line(&self) -> String {
        json(self) + "\n"
    }
}

fn json(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("texts, numbers and maps of them are JSON")
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    /// The games, as they stand in it.
    pub entries: Vec<Entry>,
    /// How many bytes of it are whole lines. What follows is a line that was torn when its writer was
    /// killed.
    pub whole: usize,
}

/// Why a text is no journal that can be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoJournal {
    /// A line that is no game.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// Games that were played with other options.
    #[error("its games were played with other options (digest {found}, expected {expected})")]
    Options {
        /// What the journal says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Two lines tell different things of the same game.
    #[error("game {0} is told twice, and differently")]
    Twice(u64),
}

/// How each line begins.
const HEAD: &[u8] = br#"{"schema":"broadside.game/1","#;

impl Journal {
    /// Reads a journal. A torn last line is not part of it.
    ///
    /// # Errors
    /// When a line is no game.
    pub fn parse(text: &[u8]) -> Result<Self, NoJournal> {
        let end = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
        let (lines, torn) = text.split_at(end);
        let mut entries = Vec::new();
        for (number, line) in lines.split_inclusive(|byte| *byte == b'\n').enumerate() {
            entries.push(entry(line, number + 1)?);
        }
        // Whatever else ends without a newline is nothing that we wrote.
        if !torn.starts_with(HEAD) && !HEAD.starts_with(torn) {
            entry(torn, entries.len() + 1)?;
        }
        Ok(Self { entries, whole: end })
    }

    /// Holds all games to these options.
    ///
    /// # Errors
    /// When one was played with others.
    pub fn check_options(&self, expected: &str) -> Result<(), NoJournal> {
        match self.entries.iter().find(|entry| entry.options != expected) {
            None => Ok(()),
            Some(entry) => Err(NoJournal::Options {
                found: entry.options.clone(),
                expected: expected.to_owned(),
            }),
        }
    }

    /// The games of several journals in the order of their numbers, as if all had been played in one.
    ///
    /// # Errors
    /// When they were played with different options, or tell different things of a game.
    pub fn merge(journals: impl IntoIterator<Item = Self>) -> Result<Vec<Entry>, NoJournal> {
        let mut games: BTreeMap<u64, Entry> = BTreeMap::new();
        let mut options = None;
        for journal in journals {
            if let Some(first) = journal.entries.first() {
                let expected = options.get_or_insert_with(|| first.options.clone());
                journal.check_options(expected)?;
            }
            for entry in journal.entries {
                let game = entry.game;
                // The limit of time was measured: it may differ from machine to machine.
                let entry = Entry { time: None, ..entry };
                if games.insert(game, entry.clone()).is_some_and(|old| old != entry) {
                    return Err(NoJournal::Twice(game));
                }
            }
        }
        Ok(games.into_values().collect())
    }
}

fn entry(line: &[u8], number: usize) -> Result<Entry, NoJournal> {
    let parsed = serde_json::from_slice(line);
    parsed.map_err(|error| NoJournal::Line { line: number, error: error.to_string() })
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
        let journal = Journal { whole: line.len(), entries: vec![entry] };
        assert_eq!(Journal::parse(line.as_bytes()), Ok(journal));
    }

    #[test]
    fn a_torn_last_line_is_dropped_wherever_it_was_torn() {
        let [first, last] = [0, 1].map(|number| game(number, Verdict::Draw).to_line());
        for end in 0..last.len() {
            let text = format!("{first}{}", &last[..end]);
            let journal = Journal::parse(text.as_bytes()).unwrap();
            assert_eq!((journal.entries.len(), journal.whole), (1, first.len()));
        }
    }

    #[test]
    fn what_is_no_journal_is_told_by_its_line() {
        let good = game(0, Verdict::Draw).to_line();
        for bad in ["shopping list", "{}\n", "\n", "{\"schema\":\"broadside.game/2\"}\n", "\0\0"] {
            let found = Journal::parse(format!("{good}{bad}").as_bytes());
            assert!(matches!(found, Err(NoJournal::Line { line: 2, .. })), "{bad:?}: {found:?}");
        }
    }

    #[test]
    fn merging_puts_games_in_order_and_refuses_contradictions() {
        let journal = |entries: &[Entry]| Journal { entries: entries.to_vec(), whole: 0 };
        let games: Vec<_> = (0..4).map(|number| game(number, Verdict::First)).collect();
        let timed = Entry { time: Some(500), ..games[1].clone() };
        let merged =
            Journal::merge([journal(&games[2..]), journal(&games[..2]), journal(&[timed])]);
        assert_eq!(merged, Ok(games.clone()));
        let other = journal(&[game(1, Verdict::Draw)]);
        assert_eq!(Journal::merge([journal(&games), other]), Err(NoJournal::Twice(1)));
        let other = journal(&[Entry { options: "4567".into(), ..games[0].clone() }]);
        assert!(matches!(Journal::merge([journal(&games), other]), Err(NoJournal::Options { .. })));
    }
}
