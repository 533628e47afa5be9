//! The way to go: a search over the positions that a ship can come to.

use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Manoeuvre, Seeded};
use broadside_core::dice::{Dice, shuffle};
use indexmap::IndexMap;
use indexmap::map::Entry;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many positions all ships together look at in a turn, and each at the least: what can be
/// reached in a turn, nearly.
const STEPS: usize = 32768;
const LEAST: usize = 16;

/// How many positions may still be looked at.
#[derive(Debug)]
pub(in crate::rules) struct Steps<'w> {
    left: usize,
    ships: usize,
    cancel: &'w Cancel,
}

impl<'w> Steps<'w> {
    /// The steps that a number of ships share. What one does not need, the next ones may take.
    pub(in crate::rules) const fn for_ships(ships: usize, cancel: &'w Cancel) -> Self {
        Self { left: STEPS, ships, cancel }
    }

    fn share(&self) -> usize {
        self.left.checked_div(self.ships).unwrap_or(0).max(LEAST)
    }

    /// Takes a step; `false` when the plan is cancelled.
    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        !self.cancel.is_set()
    }

    /// A ship needs no more.
    pub(in crate::rules) fn pass_on(&mut self) {
        self.ships = self.ships.saturating_sub(1);
    }
}

/// What a search has found: the moves to make, from where the ship lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Found {
    /// The ship is there.
    There,
    /// A way to distance 0.
    Way(Vec<Manoeuvre>),
    /// All that the ship can come to has been looked at, and only dead ends are at distance 0: a way to
    /// one of them.
    DeadEnd(Vec<Manoeuvre>),
    /// The way to the nearest position so far that has a way out; others have not been looked at.
    Nearer(Vec<Manoeuvre>),
    /// All that the ship can come to has been looked at, and nothing is at distance 0: the way to the
    /// nearest dead end.
    NoWay(Vec<Manoeuvre>),
}

/// Where a manoeuvre brings a ship, if anywhere.
pub(in crate::rules) type Course<'c> = dyn Fn(&Hull, Manoeuvre) -> Option<Hull> + 'c;

/// Looks for a way from `start` to distance 0. `distance` is a square.
///
/// A search by estimate (A*, Hart, Nilsson and Raphael, 1968), the estimate being the straight
/// distance: more than the moves to come, so that it hurries on and may miss the shortest way.
pub(in crate::rules) fn search(
    start: Hull,
    course: &Course<'_>,
    distance: &dyn Fn(&Hull) -> u128,
    steps: &mut Steps<'_>,
    dice: &mut dyn Dice,
) -> Found {
    if distance(&start) == 0 {
        return Found::There;
    }
    let mut search = Search::from(start, distance);
    let manoeuvres = shuffled(dice);
    for _ in 0..steps.share() {
        let Some(Reverse((_, at))) = search.open.pop() else { return search.no_way() };
        if !steps.spend() {
            break;
        }
        if search.visit(at, manoeuvres, course) {
            return Found::Way(search.moves_to(at));
        }
    }
    Found::Nearer(search.moves_to(search.nearest))
}

/// The moves to the nearest dead end, as far as the steps show one.
pub(in crate::rules) fn way_to_rest(
    start: Hull,
    course: &Course<'_>,
    steps: &mut Steps<'_>,
    dice: &mut dyn Dice,
) -> Option<Vec<Manoeuvre>> {
    let mut search = Search::from(start, &|_| 1);
    let manoeuvres = shuffled(dice);
    for _ in 0..steps.share() {
        let Reverse((_, at)) = search.open.pop()?;
        if !steps.spend() {
            break;
        }
        search.visit(at, manoeuvres, course);
        if let Some(end) = search.nearest_dead_end {
            return Some(search.moves_to(end));
        }
    }
    None
}

fn shuffled(dice: &mut dyn Dice) -> [Manoeuvre; 3] {
    let mut manoeuvres = Manoeuvre::ALL;
    shuffle(&mut manoeuvres, dice, || false);
    manoeuvres
}

/// A position and how the ship comes there.
struct Stop {
    hull: Hull,
    distance: u128,
    moves: u64,
    from: Option<(usize, Manoeuvre)>,
}

/// The positions that a search has seen.
struct Search<'d> {
    distance: &'d dyn Fn(&Hull) -> u128,
    stops: IndexMap<(Coord, Heading), Stop, Seeded>,
    /// Those to be looked at, by estimate.
    open: BinaryHeap<Reverse<(u128, usize)>>,
    /// The nearest one that has a way out, and the nearest one that has none.
    nearest: usize,
    nearest_dead_end: Option<usize>,
}

impl<'d> Search<'d> {
    fn from(start: Hull, distance: &'d dyn Fn(&Hull) -> u128) -> Self {
        let mut search = Self {
            distance,
            stops: IndexMap::default(),
            open: BinaryHeap::new(),
            nearest: 0,
            nearest_dead_end: None,
        };
        search.add(start, 0, None);
        search
    }

    fn add(&mut self, hull: Hull, moves: u64, from: Option<(usize, Manoeuvre)>) {
        let Entry::Vacant(entry) = self.stops.entry((hull.bow(), hull.heading())) else { return };
        let distance = (self.distance)(&hull);
        let estimate = u128::from(moves) + distance.isqrt();
        self.open.push(Reverse((estimate, entry.index())));
        entry.insert(Stop { hull, distance, moves, from });
    }

    /// Looks at a stop and the ways from there; tells whether the search ends here.
    fn visit(&mut self, at: usize, manoeuvres: [Manoeuvre; 3], course: &Course<'_>) -> bool {
        let Stop { hull, distance, moves, .. } = self.stops[at];
        let mut has_way = false;
        for (manoeuvre, hull) in manoeuvres.into_iter().filter_map(|t| Some((t, course(&hull, t)?)))
        {
            has_way = true;
            self.add(hull, moves + 1, Some((at, manoeuvre)));
        }
        if has_way && distance < self.stops[self.nearest].distance {
            self.nearest = at;
        }
        let best = self.nearest_dead_end.map(|best| self.stops[best].distance);
        if !has_way && best.is_none_or(|best| distance < best) {
            self.nearest_dead_end = Some(at);
        }
        has_way && distance == 0
    }

    /// The end of a search that has seen everything.
    fn no_way(&self) -> Found {
        let end = self.nearest_dead_end.unwrap_or(self.nearest);
        let moves = self.moves_to(end);
        if self.stops[end].distance == 0 { Found::DeadEnd(moves) } else { Found::NoWay(moves) }
    }

    fn moves_to(&self, end: usize) -> Vec<Manoeuvre> {
        let mut moves = Vec::new();
        let mut at = end;
        while let Some((from, manoeuvre)) = self.stops[at].from {
            moves.push(manoeuvre);
            at = from;
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_core::dice::Stream;

    /// Where there are only dead ends, the nearest one counts, even if it is found behind another one.
    #[test]
    fn the_nearest_of_some_dead_ends_is_taken() {
        let place = |row| Hull::new(Coord::new(row, 9), Heading::North, 2).unwrap();
        let course = |from: &Hull, manoeuvre| match (from.bow().row, manoeuvre) {
            (4, Manoeuvre::Forward) => Some(place(3)),
            (4, Manoeuvre::Left) => Some(place(6)),
            (6, Manoeuvre::Forward) => Some(place(2)),
            _ => None,
        };
        let distance = |hull: &Hull| u128::from(hull.bow().row.unsigned_abs()).pow(2);
        let cancel = Cancel::default();
        let (mut steps, mut dice) = (Steps::for_ships(1, &cancel), Stream::new(&1.into(), 0));
        let found = search(place(4), &course, &distance, &mut steps, &mut dice);
        assert_eq!(found, Found::NoWay(vec![Manoeuvre::Left, Manoeuvre::Forward]));
    }
}
