//! How good each move is, one turn ahead.

use super::plan;
use super::position::{Position, Suspect, answers};
use crate::ai::{Bits, surprise};
use crate::arsenal::cells::{Area, Cell, Line, SIZE};
use crate::arsenal::knowledge::Openings;
use crate::arsenal::moves::Move;

/// What a bit of knowledge is worth, in turns.
const KNOWLEDGE: f64 = 1.1;

/// How many shots of a weapon that covers several cells are weighed, those that promise most.
const WIDE: usize = 8;

/// A move and the turns that it is expected to save.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) play: Move,
    pub(super) score: f64,
}

/// Scores all moves worth a thought: by how much they shorten the plan for the fleet, were its place
/// known, and by how much they tell about that place (the entropy of the answer).
pub(super) fn all(position: &Position) -> Vec<Scored> {
    let total = position.total();
    let casts = Casts::new(position);
    let (single, idle) = (casts.scores(total), casts.idle / total);
    let all = position.suspects.iter().fold(0, |all, suspect| all | suspect.all);
    let cells = (all & position.targets).cells().filter_map(Cell::from_index);
    let fire =
        |cell: Cell| Scored { play: Move::Fire(cell), score: idle + single[cell.index() as usize] };
    let mut scored: Vec<_> = cells.map(fire).collect();
    if position.sweeps > 0 {
        scored.extend(sweeps(position, total, idle));
    }
    if position.openings.artillery {
        let areas = Area::all().map(|area| (Move::Artillery(area), area.set()));
        scored.extend(wide(position, total, areas, &single));
    }
    if position.openings.torpedo {
        let lines = Line::all().map(|line| (Move::Torpedo(line), line.set()));
        scored.extend(wide(position, total, lines, &single));
    }
    scored
}

/// The best of all moves.
pub(super) fn best(position: &Position) -> Option<Scored> {
    all(position).into_iter().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// The turns that a position is expected to take still: those of the plan, and what it takes to learn
/// where the fleet is.
pub(super) fn potential(position: &Position) -> f64 {
    let total = position.total();
    let turns = |suspect: &Suspect| {
        let weight = suspect.weight / total;
        let planned = plan::turns(plan::entry(suspect.unhit), position.openings);
        weight * planned + KNOWLEDGE * surprise(weight)
    };
    position.suspects.iter().map(turns).sum()
}

/// What single shots at one cell do, summed over the suspects.
#[derive(Clone, Copy, Debug, Default)]
struct Cast {
    /// The weight of those hit but not sunk.
    hit: f64,
    /// The weight of those where a ship sinks.
    sunk: [f64; 4],
    /// The turns saved, against a miss.
    saved: f64,
}

impl Cast {
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

/// Single shots at every cell.
struct Casts {
    cells: [Cast; 100],
    /// What the plan changes by itself when a turn passes without a hit, since openings are lost:
    /// summed over the suspects.
    idle: f64,
}

impl Casts {
    fn new(position: &Position) -> Self {
        let mut casts = Self { cells: [Cast::default(); 100], idle: 0.0 };
        for suspect in &position.suspects {
            let entry = plan::entry(suspect.unhit);
            let missed = plan::turns(entry, Openings::default());
            casts.idle += suspect.weight * (plan::turns(entry, position.openings) - missed);
            for ship in (0..4).filter(|ship| suspect.unhit[*ship] > 0) {
                casts.add(suspect, ship, position.hits);
            }
        }
        casts
    }

    /// Adds the shots that hit one ship of a suspect.
    fn add(&mut self, suspect: &Suspect, ship: usize, hits: u128) {
        let entry = plan::entry(suspect.unhit);
        let afloat = suspect.unhit.iter().filter(|cells| **cells > 0).count();
        let sinks = suspect.unhit[ship] == 1;
        let after = Openings { artillery: sinks, torpedo: sinks && afloat == 2 };
        let left = plan::turns(plan::less_one(entry, ship), after);
        let saved = suspect.weight * (plan::turns(entry, Openings::default()) - left);
        for cell in (suspect.ships[ship] & !hits).cells() {
            let cast = &mut self.cells[cell as usize];
            cast.saved += saved;
            *(if sinks { &mut cast.sunk[ship] } else { &mut cast.hit }) += suspect.weight;
        }
    }

    /// The score of a single shot at each cell, against a turn that brings nothing.
    fn scores(&self, total: f64) -> [f64; 100] {
        self.cells.map(|cast| cast.score(total))
    }
}

/// Scores a sweep over each area that may tell something.
fn sweeps(position: &Position, total: f64, idle: f64) -> impl Iterator<Item = Scored> {
    let is_open =
        |area: &Area| area.set() & position.hits == 0 && area.set() & position.targets != 0;
    let areas: Vec<_> = Area::all().filter(is_open).collect();
    let corners = areas.iter().fold(0, |all, area| all | area.corner().set());
    let mut found = [0.0; 100];
    for suspect in &position.suspects {
        // The corners of the areas that meet the suspect.
        let beside = suspect.all | suspect.all >> 1;
        for corner in ((beside | beside >> SIZE) & corners).cells() {
            found[corner as usize] += suspect.weight;
        }
    }
    areas.into_iter().map(move |area| {
        let share = found[area.corner().index() as usize] / total;
        let known = surprise(share) + surprise(1.0 - share);
        Scored { play: Move::Radar(area), score: idle + KNOWLEDGE * known }
    })
}

/// Scores those of the `shots` at several cells that promise most by the scores of `single` shots.
fn wide(
    position: &Position,
    total: f64,
    shots: impl Iterator<Item = (Move, u128)>,
    single: &[f64; 100],
) -> impl Iterator<Item = Scored> {
    let promise = |(_, cells): &(Move, u128)| -> f64 {
        cells.cells().map(|cell| single[cell as usize]).sum()
    };
    let new = shots.map(|(play, cells)| (play, cells & position.targets));
    let mut shots: Vec<_> = new.filter(|(_, cells)| *cells != 0).collect();
    shots.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
    let score = move |cells| salvo(position, cells, total);
    shots.into_iter().take(WIDE).map(move |(play, cells)| Scored { play, score: score(cells) })
}

/// The score of a shot at several new cells.
fn salvo(position: &Position, cells: u128, total: f64) -> f64 {
    let lanes: Vec<u32> = cells.cells().collect();
    let mut weights = vec![0.0; answers(&lanes)];
    let mut saved = 0.0;
    for suspect in &position.suspects {
        let now = plan::turns(plan::entry(suspect.unhit), position.openings);
        let effect = suspect.effect(cells);
        let left = plan::turns(plan::entry(effect.unhit), effect.openings);
        saved += suspect.weight * (now - left);
        weights[effect.answer(&lanes)] += suspect.weight;
    }
    let known = weights.iter().map(|weight| surprise(weight / total)).sum::<f64>();
    saved / total + KNOWLEDGE * known
}
