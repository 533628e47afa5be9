//! How good each move is, one turn ahead.

use super::plan;
use super::position::Position;
use crate::ai::{Bits, surprise};
use crate::rules::arsenal::cells::{Area, Cell, Line};
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::Openings;

/// What a bit of knowledge is worth, in turns.
const KNOWLEDGE: f64 = 0.9;

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
    let mut scored = Vec::with_capacity(position.targets.count() as usize + 200);
    let idle = shots(position, total, &mut scored);
    if position.sweeps > 0 {
        scored.extend(Area::all().filter_map(|area| radar(position, area, total, idle)));
    }
    if position.openings.artillery {
        let areas = Area::all().map(|area| (Move::Artillery(area), area.set()));
        scored.extend(areas.filter_map(|(play, cells)| wide(position, play, cells, total)));
    }
    if position.openings.torpedo {
        let lines = Line::all().map(|line| (Move::Torpedo(line), line.set()));
        scored.extend(lines.filter_map(|(play, cells)| wide(position, play, cells, total)));
    }
    scored
}

/// The best of all moves.
pub(super) fn best(position: &Position) -> Option<Scored> {
    all(position).into_iter().max_by(|a, b| a.score.total_cmp(&b.score))
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

/// Scores a single shot at each target. Returns what the plan changes by itself when a turn passes
/// without a hit: openings are lost.
fn shots(position: &Position, total: f64, scored: &mut Vec<Scored>) -> f64 {
    let mut casts = [Cast::default(); 100];
    let mut idle = 0.0;
    for suspect in &position.suspects {
        let unhit = suspect.unhit(position.hits);
        let entry = plan::entry(unhit);
        let missed = plan::turns(entry, Openings::default());
        idle += suspect.weight * (plan::turns(entry, position.openings) - missed);
        let afloat = unhit.iter().filter(|cells| **cells > 0).count();
        for ship in (0..4).filter(|ship| unhit[*ship] > 0) {
            let sinks = unhit[ship] == 1;
            let after = Openings { artillery: sinks, torpedo: sinks && afloat == 2 };
            let left = plan::turns(plan::less_one(entry, ship), after);
            for cell in (suspect.ships[ship] & !position.hits).cells() {
                let cast = &mut casts[cell as usize];
                cast.saved += suspect.weight * (missed - left);
                *(if sinks { &mut cast.sunk[ship] } else { &mut cast.hit }) += suspect.weight;
            }
        }
    }
    idle /= total;
    scored.extend(position.targets.cells().filter_map(Cell::from_index).map(|cell| {
        let cast = &casts[cell.index() as usize];
        let hits = [cast.hit, cast.sunk[0], cast.sunk[1], cast.sunk[2], cast.sunk[3]];
        let known = hits.map(|weight| surprise(weight / total)).iter().sum::<f64>()
            + surprise(1.0 - hits.iter().sum::<f64>() / total);
        let score = idle + cast.saved / total + KNOWLEDGE * known;
        Scored { play: Move::Fire(cell), score }
    }));
    idle
}

/// Scores a sweep over an area; `None` where it cannot tell anything.
fn radar(position: &Position, area: Area, total: f64, idle: f64) -> Option<Scored> {
    let cells = area.set();
    if cells & position.hits != 0 || cells & position.targets == 0 {
        return None;
    }
    let seen = position.suspects.iter().filter(|suspect| suspect.all & cells != 0);
    let found = seen.map(|suspect| suspect.weight).sum::<f64>() / total;
    let known = surprise(found) + surprise(1.0 - found);
    Some(Scored { play: Move::Radar(area), score: idle + KNOWLEDGE * known })
}

/// Scores a shot at several cells; `None` where nothing is left to hit.
fn wide(position: &Position, play: Move, cells: u128, total: f64) -> Option<Scored> {
    let cells = cells & position.targets;
    if cells == 0 {
        return None;
    }
    let lanes: Vec<u32> = cells.cells().collect();
    let mut answers = vec![0.0; 1 << (lanes.len() + 4)];
    let mut saved = 0.0;
    for suspect in &position.suspects {
        let now = plan::turns(plan::entry(suspect.unhit(position.hits)), position.openings);
        let effect = suspect.effect(position.hits, cells);
        saved += suspect.weight * (now - plan::turns(effect.left, effect.openings));
        let seen = lanes
            .iter()
            .rev()
            .fold(effect.sunk, |seen, cell| seen << 1 | usize::from(effect.hits.has(*cell)));
        answers[seen] += suspect.weight;
    }
    let known = answers.iter().map(|weight| surprise(weight / total)).sum::<f64>();
    Some(Scored { play, score: saved / total + KNOWLEDGE * known })
}
