//! Searches for the fewest shots by branch and bound. A belief is what the shooter knows. A table
//! keeps the results for beliefs that were searched.

use super::waters::{Cells, Waters, each};
use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

/// Two mean numbers of shots count as equal if they differ by less than this.
const PRECISION: f64 = 1e-9;

/// The indices of the fleets that fit all answers so far, and the cells that were shot at.
#[derive(Clone, Debug)]
struct Belief {
    shot: Cells,
    fleets: Vec<usize>,
}

/// The number of shots that a belief still takes, or a lower bound of this number.
#[derive(Clone, Copy, Debug)]
enum Known {
    Exactly(f64),
    AtLeast(f64),
}

struct Shot {
    /// For each answer: its probability, a lower bound of the shots after the answer, and the
    /// belief after the answer.
    answers: Vec<(f64, f64, Belief)>,
    /// A lower bound of the number of shots from now on, including this one.
    least: f64,
}

#[derive(Debug)]
pub(super) struct Solver<'w> {
    waters: &'w Waters,
    /// A random name for each fleet. The name of a set of fleets is the exclusive or of their names
    /// (Zobrist 1970).
    names: Vec<u128>,
    known: HashMap<(Cells, u128), Known>,
}

impl<'w> Solver<'w> {
    pub(super) fn new(waters: &'w Waters) -> Self {
        let random = BuildHasherDefault::<DefaultHasher>::default();
        let half = |fleet: usize, which: bool| u128::from(random.hash_one((fleet, which)));
        let names =
            (0..waters.fleets.len()).map(|fleet| half(fleet, true) << 64 | half(fleet, false));
        Self { names: names.collect(), known: HashMap::new(), waters }
    }

    /// Returns the fewest shots that sink all ships, on average over all fleets.
    pub(super) fn shots(&mut self) -> f64 {
        self.value(&self.prior(), f64::INFINITY)
    }

    /// Returns the fewest shots, on average over all fleets, if the first shot goes to this cell.
    pub(super) fn shots_from(&mut self, cell: usize) -> f64 {
        let first = self.shot(&self.prior(), cell);
        self.total(&first, f64::INFINITY)
    }

    fn prior(&self) -> Belief {
        Belief { shot: 0, fleets: (0..self.waters.fleets.len()).collect() }
    }

    /// Returns how many shots a belief still takes, if this number is less than `most`. Otherwise
    /// returns a lower bound of this number, and the bound is at least `most`.
    fn value(&mut self, belief: &Belief, most: f64) -> f64 {
        let unhit = self.unhit(belief);
        if unhit == 0.0 || belief.fleets.len() == 1 {
            return unhit;
        }
        let name = self.name(belief);
        match self.known.get(&name) {
            Some(Known::Exactly(shots)) => return *shots,
            Some(Known::AtLeast(shots)) if *shots >= most - PRECISION => return *shots,
            _ => {}
        }
        let known = self.search(belief, most);
        self.known.insert(name, known);
        let (Known::Exactly(shots) | Known::AtLeast(shots)) = known;
        shots
    }

    /// Tries all shots that may be the best, the one with the smallest lower bound first.
    fn search(&mut self, belief: &Belief, most: f64) -> Known {
        let mut shots: Vec<_> =
            self.candidates(belief).into_iter().map(|at| self.shot(belief, at)).collect();
        shots.sort_by(|one, other| one.least.total_cmp(&other.least));
        let (mut best, mut floor) = (most, f64::INFINITY);
        for shot in shots {
            let total = if shot.least < best { self.total(&shot, best) } else { shot.least };
            floor = floor.min(total);
            best = best.min(total);
        }
        if floor < most { Known::Exactly(floor) } else { Known::AtLeast(floor) }
    }

    /// Returns the number of shots from this shot on, if it is less than `most`. Otherwise returns
    /// a number that is at least `most`.
    fn total(&mut self, shot: &Shot, most: f64) -> f64 {
        let mut total = shot.least;
        for (probability, least, belief) in &shot.answers {
            let room = (most - total) / probability + least;
            total += probability * (self.value(belief, room) - least);
            if total >= most {
                break;
            }
        }
        total
    }

    /// Returns the cells to try. If all fleets cover a cell, only this cell is tried. A shot at
    /// this cell is needed in any case, and it tells the most if it comes early.
    fn candidates(&self, belief: &Belief) -> Vec<usize> {
        let covers = |cell: &usize, fleet: &usize| self.cells(*fleet) >> cell & 1 == 1;
        let count = |cell: &usize| belief.fleets.iter().filter(|fleet| covers(cell, fleet)).count();
        let open = each(!belief.shot).take_while(|cell| *cell < self.waters.cells);
        let useful: Vec<_> =
            open.map(|cell| (cell, count(&cell))).filter(|(_, n)| *n > 0).collect();
        let sure = useful.iter().find(|(_, count)| *count == belief.fleets.len());
        sure.map_or_else(|| useful.iter().map(|(cell, _)| *cell).collect(), |(cell, _)| vec![*cell])
    }

    fn shot(&self, belief: &Belief, at: usize) -> Shot {
        let shot = belief.shot | 1 << at;
        let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
        for fleet in &belief.fleets {
            let answer = self.answer(*fleet, shot, at);
            match groups.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, fleets)) => fleets.push(*fleet),
                None => groups.push((answer, vec![*fleet])),
            }
        }
        let answers = groups.into_iter().map(|(_, fleets)| {
            let probability = real(fleets.len()) / real(belief.fleets.len());
            let belief = Belief { shot, fleets };
            (probability, self.least(&belief), belief)
        });
        let answers: Vec<_> = answers.collect();
        let least = 1.0 + answers.iter().map(|(share, least, _)| share * least).sum::<f64>();
        Shot { answers, least }
    }

    /// Returns the answer to a shot at a cell: 0 for water, 1 for a hit, or the length of the sunk
    /// ship plus one.
    fn answer(&self, fleet: usize, shot: Cells, at: usize) -> usize {
        let ships = self.waters.fleets[fleet].iter().zip(&self.waters.lengths);
        let hit = ships.into_iter().find(|(ship, _)| *ship >> at & 1 == 1);
        hit.map_or(0, |(ship, length)| if ship & !shot == 0 { length + 1 } else { 1 })
    }

    /// Returns a lower bound of the shots that a belief still takes: one shot for each part that is
    /// not hit, plus the smallest probability that the next shot misses.
    fn least(&self, belief: &Belief) -> f64 {
        let unhit = self.unhit(belief);
        if unhit == 0.0 {
            return 0.0;
        }
        let mut counts = [0; 32];
        for fleet in &belief.fleets {
            for cell in each(self.cells(*fleet) & !belief.shot) {
                counts[cell] += 1;
            }
        }
        let best = counts.into_iter().max().unwrap_or(0);
        unhit + 1.0 - real(best) / real(belief.fleets.len())
    }

    /// Returns the number of parts that are not hit. This number is the same in all fleets that
    /// fit.
    fn unhit(&self, belief: &Belief) -> f64 {
        f64::from((self.cells(belief.fleets[0]) & !belief.shot).count_ones())
    }

    fn cells(&self, fleet: usize) -> Cells {
        self.waters.fleets[fleet].iter().sum()
    }

    /// Returns a name that does not change when the board is turned. Shots at cells that no fleet
    /// of the belief covers do not count.
    fn name(&self, belief: &Belief) -> (Cells, u128) {
        let covered = belief.fleets.iter().fold(0, |all, fleet| all | self.cells(*fleet));
        let names = self.waters.turns.iter().map(|turn| {
            let fleets = belief.fleets.iter().map(|fleet| self.names[turn.fleets[*fleet]]);
            (turn.image(belief.shot & covered), fleets.fold(0, |all, name| all ^ name))
        });
        names.min().expect("one of the turns leaves the board as it is")
    }
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("few fleets"))
}
