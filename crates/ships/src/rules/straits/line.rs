//! Searches for lines of play. A line is a series of moves of own ships while the enemy does
//! nothing. A scene has the positions of the enemy's ships. If these positions are not known, there
//! are several scenes.

use super::MOVES;
use super::chart::{Chart, Fields, Scene, Scenes};
use super::reach::{Vessel, worth};
use crate::rules::CANNON;
use crate::rules::motion::Course;
use broadside_core::board::{Hull, Manoeuvre};

/// Moves of one own ship. `ship` is its index in [`Line::own`].
#[derive(Clone, Debug)]
pub(in crate::rules) struct Step {
    pub(in crate::rules) ship: usize,
    pub(in crate::rules) way: Vec<Manoeuvre>,
}

/// A line of play. All own ships shoot before the first step and after each step.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Line {
    pub(in crate::rules) steps: Vec<Step>,
    /// The value of the hits and of the final positions of the own ships: the mean over all scenes.
    pub(in crate::rules) worth: f64,
    own: Vec<Vessel>,
    /// For each scene, the targets (segments of the enemy) that are not hit yet.
    left: Vec<Fields>,
    /// The number of hits, added up over all scenes.
    hits: u32,
}

/// A beam search for lines: it keeps the best few lines of each length, and adds a step to each of
/// them.
pub(in crate::rules) struct Search<'s> {
    pub(in crate::rules) chart: &'s Chart,
    pub(in crate::rules) scenes: &'s Scenes,
    /// The number of moves that each ship has left for the first step. In later steps each ship has
    /// all moves of a turn.
    pub(in crate::rules) moves: &'s [u32],
    /// Returns `true` for a position that ships must avoid even if it is free.
    pub(in crate::rules) is_barred: &'s dyn Fn(&Hull) -> bool,
    /// The value of a target is multiplied by this factor if ships can hit it only from positions
    /// without a way back.
    pub(in crate::rules) one_way: f64,
    /// The number of lines of each length that are kept.
    pub(in crate::rules) width: usize,
    /// The largest number of steps of a line.
    pub(in crate::rules) depth: usize,
}

impl Line {
    pub(in crate::rules) fn wins(&self) -> bool {
        self.left.iter().all(|left| *left == 0)
    }

    fn ends_as(&self, other: &Self) -> bool {
        let mut ships = self.own.iter().zip(&other.own);
        self.left == other.left && ships.all(|(one, other)| one.hull == other.hull)
    }
}

impl Search<'_> {
    /// Returns the line without steps: all ships only shoot.
    pub(in crate::rules) fn start(&self, own: Vec<Vessel>) -> Line {
        let left = self.scenes.iter().map(|(scene, _)| scene.targets).collect();
        let mut line = Line { own, left, steps: Vec::new(), hits: 0, worth: 0.0 };
        self.judge(&mut line);
        line
    }

    /// Returns the best line with at least one step, or `None` if no ship can move.
    pub(in crate::rules) fn best(&self, start: &Line) -> Option<Line> {
        let mut best: Option<Line> = None;
        let mut lines = vec![start.clone()];
        for _ in 0..self.depth {
            lines = self.best_of(lines.iter().flat_map(|line| self.longer(line)).collect());
            let Some(first) = lines.first() else { break };
            if best.as_ref().is_none_or(|best| first.worth > best.worth) {
                best = Some(first.clone());
            }
            if first.wins() {
                break;
            }
        }
        best
    }

    /// Returns at most `width` lines, the best first. Keeps only the best of several lines that end
    /// alike.
    fn best_of(&self, mut lines: Vec<Line>) -> Vec<Line> {
        lines.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        let mut best: Vec<Line> = Vec::new();
        for line in lines {
            if best.len() == self.width {
                break;
            }
            if !best.iter().any(|better| better.ends_as(&line)) {
                best.push(line);
            }
        }
        best
    }

    fn longer(&self, line: &Line) -> Vec<Line> {
        let able = line.own.iter().enumerate().filter(|(_, vessel)| vessel.can_move);
        let ends = able.flat_map(|(ship, vessel)| {
            let moves = if line.steps.is_empty() { self.moves[ship] } else { MOVES };
            let berths = self.chart.berths(vessel.hull.length(), self.others(line, ship));
            let course = |hull: &Hull, manoeuvre| {
                let next = hull.moved(manoeuvre)?;
                let is_free = self.chart.admits(&berths, &next) && !(self.is_barred)(&next);
                is_free.then_some(next)
            };
            // The first way has no moves.
            let ways = ways(vessel.hull, moves, &course).into_iter().skip(1);
            ways.map(move |(way, hull)| (Step { ship, way }, hull))
        });
        ends.map(|(step, hull)| self.with_step(line, step, hull)).collect()
    }

    /// Returns the fields that block `ship`: fields of other own ships, and fields with an enemy
    /// ship in every scene.
    fn others(&self, line: &Line, ship: usize) -> Fields {
        let own = line.own.iter().enumerate().filter(|(other, _)| *other != ship);
        self.scenes.sure_hulls() | self.chart.hulls(own.map(|(_, vessel)| &vessel.hull))
    }

    fn with_step(&self, line: &Line, step: Step, hull: Hull) -> Line {
        let mut longer = line.clone();
        longer.own[step.ship].hull = hull;
        longer.steps.push(step);
        self.judge(&mut longer);
        longer
    }

    /// Shoots with all armed ships, and updates the worth of the line.
    fn judge(&self, line: &mut Line) {
        let armed = line.own.iter().filter(|vessel| vessel.is_armed);
        let near = armed.fold(0, |near, vessel| {
            let cannon = self.chart.bit(vessel.hull.field(CANNON));
            near | self.chart.within(cannon, vessel.hull.length())
        });
        let mut all = 0.0;
        for ((scene, times), left) in self.scenes.iter().zip(&mut line.left) {
            line.hits += times * (*left & near).count_ones();
            *left &= !near;
            let scene = Scene { targets: *left, ..*scene };
            all += f64::from(times) * worth(self.chart, &line.own, &scene, self.one_way);
        }
        line.worth = (f64::from(line.hits) + all) / f64::from(self.scenes.count());
    }
}

/// Returns all positions that a ship can reach with at most `moves` moves, each with a shortest way
/// to it. The first position is `start`.
pub(in crate::rules) fn ways(
    start: Hull,
    moves: u32,
    course: &Course<'_>,
) -> Vec<(Vec<Manoeuvre>, Hull)> {
    let mut ways = vec![(Vec::new(), start)];
    let mut first = 0;
    for _ in 0..moves {
        let last = ways.len();
        for from in first..last {
            for manoeuvre in Manoeuvre::ALL {
                let (way, hull) = &ways[from];
                let Some(next) = course(hull, manoeuvre) else { continue };
                if ways.iter().all(|(_, known)| *known != next) {
                    let way = way.iter().copied().chain([manoeuvre]).collect();
                    ways.push((way, next));
                }
            }
        }
        first = last;
    }
    ways
}
