//! Scores the moves of the hard bot. Looks one turn ahead. A candidate is a fleet that the opponent
//! may have.

use super::plan;
use super::position::{Candidate, Position, answers};
use crate::ai::{Bits, surprise};
use crate::arsenal::cells::{Area, Cell, Line, SIZE};
use crate::arsenal::moves::{Move, Openings};

/// The value of one bit of information, in turns.
const KNOWLEDGE: f64 = 1.1;

/// At most this many artillery shots and this many torpedoes are scored: the most promising ones.
const SALVOS: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) play: Move,
    pub(super) score: f64,
}

/// Scores all promising moves. A score is a sum of two values. One is the number of turns that the
/// move saves, counted as if the place of the fleet were known. The other is the value of the
/// information (the entropy) in the answer.
pub(super) fn all(position: &Position) -> Vec<Scored> {
    let total = position.total();
    let singles = SingleShots::new(position);
    let (single, saved_without_hit) = (singles.scores(total), singles.saved_without_hit / total);
    let all = position.candidates.iter().fold(0, |all, candidate| all | candidate.all);
    let cells = (all & position.targets).cells().filter_map(Cell::from_index);
    let fire = |cell: Cell| Scored {
        play: Move::Fire(cell),
        score: saved_without_hit + single[cell.index() as usize],
    };
    let mut scored: Vec<_> = cells.map(fire).collect();
    if position.sweeps > 0 {
        scored.extend(sweeps(position, total, saved_without_hit));
    }
    if position.openings.artillery {
        let shots = Area::all().map(Move::Artillery);
        scored.extend(salvos(position, total, shots, &single));
    }
    if position.openings.torpedo {
        let shots = Line::all().map(Move::Torpedo);
        scored.extend(salvos(position, total, shots, &single));
    }
    scored
}

pub(super) fn best(position: &Position) -> Option<Scored> {
    all(position).into_iter().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// Estimates the turns to the end: the turns to find out the place of the fleet, and to sink it.
pub(super) fn potential(position: &Position) -> f64 {
    let total = position.total();
    let turns = |candidate: &Candidate| {
        let weight = candidate.weight / total;
        let planned = plan::turns(plan::entry(candidate.unhit), position.openings);
        weight * planned + KNOWLEDGE * surprise(weight)
    };
    position.candidates.iter().map(turns).sum()
}

#[derive(Clone, Copy, Debug, Default)]
struct SingleShot {
    /// The weight of the candidates in which the shot hits but sinks no ship.
    hit: f64,
    /// For each ship, the weight of the candidates in which the shot sinks this ship.
    sunk: [f64; 4],
    /// The turns that the shot saves, compared with a miss: a weighted sum over the candidates.
    saved: f64,
}

impl SingleShot {
    fn score(&self, total: f64) -> f64 {
        let [a, b, c, d] = self.sunk;
        let hits = self.hit + a + b + c + d;
        if hits <= 0.0 {
            return 0.0;
        }
        let miss = total - hits;
        let answers = [self.hit, a, b, c, d, miss].map(|weight| surprise(weight / total));
        self.saved / total + KNOWLEDGE * answers.iter().sum::<f64>()
    }
}

struct SingleShots {
    cells: [SingleShot; 100],
    /// The turns that a move saves if it hits nothing: a weighted sum over the candidates. The sum
    /// is at most 0, because such a move loses the special weapons.
    saved_without_hit: f64,
}

impl SingleShots {
    fn new(position: &Position) -> Self {
        let mut singles = Self { cells: [SingleShot::default(); 100], saved_without_hit: 0.0 };
        for candidate in &position.candidates {
            let entry = plan::entry(candidate.unhit);
            let missed = plan::turns(entry, Openings::default());
            singles.saved_without_hit +=
                candidate.weight * (plan::turns(entry, position.openings) - missed);
            for ship in (0..4).filter(|ship| candidate.unhit[*ship] > 0) {
                singles.add(candidate, ship, position.hits);
            }
        }
        singles
    }

    fn add(&mut self, candidate: &Candidate, ship: usize, hits: u128) {
        let entry = plan::entry(candidate.unhit);
        let afloat = candidate.unhit.iter().filter(|cells| **cells > 0).count();
        let sinks = candidate.unhit[ship] == 1;
        let after = Openings::after(sinks, afloat == 2);
        let left = plan::turns(plan::less_one(entry, ship), after);
        let saved = candidate.weight * (plan::turns(entry, Openings::default()) - left);
        for cell in (candidate.ships[ship] & !hits).cells() {
            let shot = &mut self.cells[cell as usize];
            shot.saved += saved;
            *(if sinks { &mut shot.sunk[ship] } else { &mut shot.hit }) += candidate.weight;
        }
    }

    /// Returns the score of a single shot at each cell, without `saved_without_hit`.
    fn scores(&self, total: f64) -> [f64; 100] {
        self.cells.map(|shot| shot.score(total))
    }
}

fn sweeps(position: &Position, total: f64, saved_without_hit: f64) -> impl Iterator<Item = Scored> {
    let is_open =
        |area: &Area| area.set() & position.hits == 0 && area.set() & position.targets != 0;
    let areas: Vec<_> = Area::all().filter(is_open).collect();
    let corners = areas.iter().fold(0, |all, area| all | area.corner().set());
    let mut found = [0.0; 100];
    for candidate in &position.candidates {
        // An area contains a cell if its corner is this cell, or the neighbour to the left, above,
        // or above left. This loop visits all such corners for the cells of the candidate.
        let beside = candidate.all | candidate.all >> 1;
        for corner in ((beside | beside >> SIZE) & corners).cells() {
            found[corner as usize] += candidate.weight;
        }
    }
    areas.into_iter().map(move |area| {
        let share = found[area.corner().index() as usize] / total;
        let known = surprise(share) + surprise(1.0 - share);
        Scored { play: Move::Radar(area), score: saved_without_hit + KNOWLEDGE * known }
    })
}

/// Scores the most promising of `shots`, which shoot at several cells each. The promise of a shot
/// is the sum of `single` (the score of a single shot at each cell) over its new cells.
fn salvos(
    position: &Position,
    total: f64,
    shots: impl Iterator<Item = Move>,
    single: &[f64; 100],
) -> impl Iterator<Item = Scored> {
    let promise = |(_, cells): &(Move, u128)| -> f64 {
        cells.cells().map(|cell| single[cell as usize]).sum()
    };
    let new = shots.map(|play| (play, play.set() & position.targets));
    let mut shots: Vec<_> = new.filter(|(_, cells)| *cells != 0).collect();
    shots.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
    let score = move |cells| salvo(position, cells, total);
    shots.into_iter().take(SALVOS).map(move |(play, cells)| Scored { play, score: score(cells) })
}

fn salvo(position: &Position, cells: u128, total: f64) -> f64 {
    let numbers: Vec<u32> = cells.cells().collect();
    let mut weights = vec![0.0; answers(&numbers)];
    let mut saved = 0.0;
    for candidate in &position.candidates {
        let now = plan::turns(plan::entry(candidate.unhit), position.openings);
        let effect = candidate.effect(cells);
        let left = plan::turns(plan::entry(effect.unhit), effect.openings);
        saved += candidate.weight * (now - left);
        weights[effect.answer(&numbers)] += candidate.weight;
    }
    let known = weights.iter().map(|weight| surprise(weight / total)).sum::<f64>();
    saved / total + KNOWLEDGE * known
}
