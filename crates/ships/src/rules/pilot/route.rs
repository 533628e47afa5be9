//! Searches for ways of ships through the positions that they can reach.

use crate::rules::motion::Course;
use broadside_core::Cancel;
use broadside_core::board::{Coord, Heading, Hull, Manoeuvre, Seeded};
use broadside_core::dice::{Dice, shuffle};
use indexmap::IndexMap;
use indexmap::map::Entry;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The number of positions that the searches of all ships may visit together, unless [`LEAST`]
/// allows more.
const STEPS: usize = 32768;

/// Each search may always visit this many positions: about as many as a carrier reaches in one
/// turn.
const LEAST: usize = 16;

/// The positions ("steps") that searches may still visit, shared by a number of ships.
#[doc(hidden)]
#[derive(Debug)]
pub struct Steps<'w> {
    left: usize,
    ships: usize,
    cancel: &'w Cancel,
}

impl<'w> Steps<'w> {
    pub const fn for_ships(ships: usize, cancel: &'w Cancel) -> Self {
        Self { left: STEPS, ships, cancel }
    }

    fn share(&self) -> usize {
        self.left.checked_div(self.ships).unwrap_or(0).max(LEAST)
    }

    /// Uses up one step. Returns `false` if the search is cancelled.
    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        !self.cancel.is_set()
    }

    /// Ends the searches of one ship. The next ships share the steps that are left.
    pub(in crate::rules) fn next_ship(&mut self) {
        self.ships = self.ships.saturating_sub(1);
    }
}

/// The result of a [`search`]. The aim is at distance 0. The moves start at the position of the
/// ship. A dead end is a position without a legal move.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The ship is already at distance 0.
    There,
    /// The moves lead to a position at distance 0 that is not a dead end.
    Way(Vec<Manoeuvre>),
    /// The ship can reach distance 0 only in dead ends. The moves lead to one of them.
    DeadEnd(Vec<Manoeuvre>),
    /// The search has used up its steps, or was cancelled. The moves lead to the position nearest
    /// to the aim among the visited positions that are not dead ends.
    Nearer(Vec<Manoeuvre>),
    /// No position that the ship can reach is at distance 0. The moves lead to the dead end nearest
    /// to the aim, or to the nearest position if there is no dead end.
    NoWay(Vec<Manoeuvre>),
}

/// Searches for a way from `start` to a position at distance 0. Estimates the moves that are left
/// as the square root of `distance`.
///
/// The search is A* (Hart, Nilsson and Raphael, 1968). The estimate is often too high, so the
/// search is fast, but it may miss the shortest way.
#[doc(hidden)]
pub fn search(
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

/// Returns the moves to the dead end that needs the fewest moves, or `None` if no dead end is
/// found.
pub(in crate::rules) fn way_to_dead_end(
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

/// A position, and the last move of the way to it.
struct Stop {
    hull: Hull,
    distance: u128,
    moves: u64,
    from: Option<(usize, Manoeuvre)>,
}

struct Search<'d> {
    distance: &'d dyn Fn(&Hull) -> u128,
    stops: IndexMap<(Coord, Heading), Stop, Seeded>,
    /// The stops to visit next: the estimated length of the whole way, and the index of the stop.
    open: BinaryHeap<Reverse<(u128, usize)>>,
    /// The stop nearest to the aim that is not a dead end.
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

    /// Adds the positions one move after a stop. Returns whether the stop is at distance 0 and not
    /// a dead end.
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

    /// Returns the result of a search that has visited every position and found no way.
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
