//! The crosstable (every engine against every other), and a list of the games of each pairing.

use super::part;
use crate::cli::page::shown;
use broadside::arena::tournament::Entry;
use indexmap::IndexMap;

pub(super) struct Pairings<'e> {
    names: Vec<&'e str>,
    /// The key has the indexes of both engines, the smaller one first.
    games: IndexMap<(usize, usize), Vec<&'e Entry>>,
}

/// The name of an engine, and a cell for each engine. A cell is `None` for the engine itself, and
/// for engines that it has not met.
pub(super) type CrossRow = (String, Vec<Option<Cell>>);

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
        let all = 0..self.names.len();
        let cells = |own| all.clone().map(|other| self.cell(own, other)).collect();
        all.clone().map(|own| (shown(self.names[own]), cells(own))).collect()
    }

    fn cell(&self, own: usize, other: usize) -> Option<Cell> {
        let key = (own.min(other), own.max(other));
        let games = self.games.get(&key)?;
        let [won, lost, drawn] = won_lost_drawn(self.names[own], games);
        let half_points = 2 * won + drawn;
        let count = games.len() as u64;
        // The points of the engine, in rounded per cent of all points of these games.
        let share = (100 * half_points + count) / (2 * count).max(1);
        Some(Cell {
            class: match share {
                0..45 => "lost",
                45..=55 => "even",
                _ => "won",
            },
            target: anchor(key.0, key.1),
            score: part(half_points, 2 * count),
            games: format!("{won}-{lost}-{drawn}"),
        })
    }

    pub(super) fn lists(&self) -> Vec<Pairing<'e>> {
        let list = |((one, other), games): (&(usize, usize), &Vec<&'e Entry>)| {
            let (name, rival) = (self.names[*one], self.names[*other]);
            let [won, lost, drawn] = won_lost_drawn(name, games);
            Pairing {
                target: anchor(*one, *other),
                names: format!("{} against {}", shown(name), shown(rival)),
                score: format!("{won} won, {lost} lost, {drawn} drawn"),
                games: games.clone(),
            }
        };
        self.games.iter().map(list).collect()
    }
}

fn anchor(one: usize, other: usize) -> String {
    format!("p{one}-{other}")
}

fn won_lost_drawn(name: &str, games: &[&Entry]) -> [u64; 3] {
    let mut counts = [0; 3];
    for entry in games {
        counts[match entry.winner_and_loser() {
            Some([winner, _]) if winner == name => 0,
            Some(_) => 1,
            None => 2,
        }] += 1;
    }
    counts
}
