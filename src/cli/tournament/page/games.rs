//! The crosstable, and the games of each pair of engines.

use super::links::Kept;
use super::part;
use crate::cli::page::shown;
use broadside::arena::tournament::{Entry, Verdict};

/// The games of all pairings.
pub(super) struct Pairings<'e> {
    names: Vec<&'e str>,
    /// For each pair: the indexes of both in `names`, the smaller first, and their games.
    games: Vec<(usize, usize, Vec<&'e Entry>)>,
}

/// A row of the crosstable; no cell where an engine would meet itself, or has not met the other.
pub(super) struct CrossRow {
    pub(super) name: String,
    pub(super) cells: Vec<Option<Cell>>,
}

/// How an engine fared against another.
pub(super) struct Cell {
    pub(super) class: &'static str,
    pub(super) target: String,
    pub(super) score: String,
    pub(super) games: String,
}

/// All games of two engines.
pub(super) struct Pairing {
    pub(super) target: String,
    pub(super) names: String,
    pub(super) score: String,
    pub(super) games: Vec<Game>,
}

/// A game in a list.
pub(super) struct Game {
    pub(super) number: u64,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) winner: String,
    pub(super) reason: String,
    pub(super) turns: u64,
    pub(super) files: Vec<(&'static str, String)>,
}

/// Games won, lost and drawn.
#[derive(Clone, Copy, Default)]
struct Score {
    won: u64,
    lost: u64,
    drawn: u64,
}

impl<'e> Pairings<'e> {
    pub(super) fn new(names: &[&'e str], entries: &[&'e Entry]) -> Self {
        let place = |wanted: &str| names.iter().position(|name| *name == wanted);
        let mut games: Vec<(usize, usize, Vec<&Entry>)> = Vec::new();
        for entry in entries {
            let Some((one, other)) = place(&entry.first).zip(place(&entry.second)) else {
                continue;
            };
            let (one, other) = (one.min(other), one.max(other));
            match games.iter_mut().find(|(a, b, _)| (*a, *b) == (one, other)) {
                Some((.., games)) => games.push(entry),
                None => games.push((one, other, vec![entry])),
            }
        }
        Self { names: names.to_vec(), games }
    }

    pub(super) fn crosstable(&self) -> Vec<CrossRow> {
        let row = |own: usize| CrossRow {
            name: shown(self.names[own]),
            cells: (0..self.names.len()).map(|other| self.cell(own, other)).collect(),
        };
        (0..self.names.len()).map(row).collect()
    }

    fn cell(&self, own: usize, other: usize) -> Option<Cell> {
        let key = (own.min(other), own.max(other));
        let (.., games) = self.games.iter().find(|(a, b, _)| (*a, *b) == key)?;
        let score = Score::of(self.names[own], games);
        let half_points = 2 * score.won + score.drawn;
        let count = games.len() as u64;
        let share = (100 * half_points + count) / (2 * count).max(1);
        Some(Cell {
            class: match share {
                0..45 => "lost",
                45..=55 => "even",
                _ => "won",
            },
            target: target(key.0, key.1),
            score: part(half_points, 2 * count),
            games: format!("{}-{}-{}", score.won, score.lost, score.drawn),
        })
    }

    /// One list for each pair that has met, with its games in order.
    pub(super) fn lists(&self, kept: &Kept) -> Vec<Pairing> {
        let list = |(one, other, games): &(usize, usize, Vec<&Entry>)| {
            let (name, rival) = (self.names[*one], self.names[*other]);
            let Score { won, lost, drawn } = Score::of(name, games);
            Pairing {
                target: target(*one, *other),
                names: format!("{} against {}", shown(name), shown(rival)),
                score: format!("{won} won, {lost} lost, {drawn} drawn"),
                games: games.iter().map(|entry| game(entry, kept)).collect(),
            }
        };
        self.games.iter().map(list).collect()
    }
}

fn target(one: usize, other: usize) -> String {
    format!("p{one}-{other}")
}

fn game(entry: &Entry, kept: &Kept) -> Game {
    Game {
        number: entry.game.saturating_add(1),
        first: shown(&entry.first),
        second: shown(&entry.second),
        winner: shown(winner(entry).unwrap_or("drawn")),
        reason: shown(&entry.reason),
        turns: entry.turns,
        files: kept.files(entry),
    }
}

/// The name of the engine that has won.
pub(super) fn winner(entry: &Entry) -> Option<&str> {
    match entry.result {
        Verdict::First => Some(&entry.first),
        Verdict::Second => Some(&entry.second),
        Verdict::Draw => None,
    }
}

/// The name of the engine that has lost.
pub(super) fn loser(entry: &Entry) -> Option<&str> {
    match entry.result {
        Verdict::First => Some(&entry.second),
        Verdict::Second => Some(&entry.first),
        Verdict::Draw => None,
    }
}

impl Score {
    fn of(name: &str, games: &[&Entry]) -> Self {
        games.iter().fold(Self::default(), |mut score, entry| {
            match winner(entry) {
                None => score.drawn += 1,
                Some(winner) if winner == name => score.won += 1,
                Some(_) => score.lost += 1,
            }
            score
        })
    }
}
