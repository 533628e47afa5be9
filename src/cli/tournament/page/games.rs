//! The crosstable (every engine against every other), and a list of the games of each pairing.

use super::part;
use crate::cli::page::shown;
use broadside::arena::tournament::Entry;
use indexmap::IndexMap;

pub(super) struct Pairings<'e> {
    names: Vec<&'e str>,
    /// By the indexes of both engines, the smaller one first.
    games: IndexMap<(usize, usize), Vec<&'e Entry>>,
}

pub(super) struct CrossRow {
    pub(super) name: String,
    /// `None` for the engine of the row itself, and for one that it has not met.
    pub(super) cells: Vec<Option<Cell>>,
}

pub(super) struct Cell {
    pub(super) class: &'static str,
    pub(super) target: String,
    pub(super) score: String,
    pub(super) games: String,
}

pub(super) struct Pairing<'e> {
    pub(super) target: String,
    pub(super) names: String,
    pub(super) score: String,
    pub(super) games: Vec<&'e Entry>,
}

#[derive(Clone, Copy, Default)]
struct Score {
    won: u64,
    lost: u64,
    drawn: u64,
}

impl<'e> Pairings<'e> {
    pub(super) fn new(names: &[&'e str], entries: &[&'e Entry]) -> Self {
        let place = |wanted: &str| names.iter().position(|name| *name == wanted);
        let mut games: IndexMap<_, Vec<&Entry>> = IndexMap::new();
        for entry in entries {
            if let Some((one, other)) = place(&entry.first).zip(place(&entry.second)) {
                games.entry((one.min(other), one.max(other))).or_default().push(entry);
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
        let games = self.games.get(&key)?;
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

    pub(super) fn lists(&self) -> Vec<Pairing<'e>> {
        let list = |((one, other), games): (&(usize, usize), &Vec<&'e Entry>)| {
            let (name, rival) = (self.names[*one], self.names[*other]);
            let Score { won, lost, drawn } = Score::of(name, games);
            Pairing {
                target: target(*one, *other),
                names: format!("{} against {}", shown(name), shown(rival)),
                score: format!("{won} won, {lost} lost, {drawn} drawn"),
                games: games.clone(),
            }
        };
        self.games.iter().map(list).collect()
    }
}

fn target(one: usize, other: usize) -> String {
    format!("p{one}-{other}")
}

impl Score {
    fn of(name: &str, games: &[&Entry]) -> Self {
        let mut score = Self::default();
        for entry in games {
            *match entry.winner_and_loser() {
                None => &mut score.drawn,
                Some([winner, _]) if winner == name => &mut score.won,
                Some(_) => &mut score.lost,
            } += 1;
        }
        score
    }
}
