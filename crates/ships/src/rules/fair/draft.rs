//! One attempt to draw the positions of the enemy ships that are not in full view.

use super::Evidence;
use super::clues::{Clues, Hit, Position, Unseen, farthest};
use crate::rules::large::Candidates as _;
use crate::rules::motion::Berths;
use crate::rules::{Class, ShipName};
use broadside_core::board::{Board, Coord, Heading, Hull, Manoeuvre, Seeded};
use broadside_core::dice::{Dice, index_below, pick};
use std::collections::HashMap;
use std::ops::Range;

/// After this many failed draws of a position, all positions are listed, or the search gives up.
const DRAWS: u32 = 64;

/// All positions of a ship are listed only if its waters (the rectangle in which it must lie)
/// have at most this many fields.
const LISTED: u128 = 1 << 12;

/// At most this many moves of a ship are drawn one by one.
const MOST_MOVES: u64 = 9;

/// Roughly the number of ships and positions that one attempt may look at.
const LOOKS: u64 = 1 << 20;

#[derive(Debug)]
pub(super) struct Draft<'c> {
    clues: &'c Clues,
    board: Board,
    /// The ships in full view, and then the drawn ships.
    ships: Vec<Position>,
    by_name: HashMap<ShipName, usize, Seeded>,
    /// The ships that have no position yet.
    left: Vec<Unseen>,
    /// This kind of evidence is ignored, and all kinds before it in [`Evidence`]. `None` if no
    /// evidence is ignored.
    dropped: Option<Evidence>,
    pub(super) looks: u64,
}

impl<'c> Draft<'c> {
    pub(super) fn new(clues: &'c Clues, dropped: Option<Evidence>) -> Self {
        let ships = clues.in_view.clone();
        Self {
            clues,
            board: clues.board.clone(),
            by_name: ships.iter().zip(0..).map(|(ship, index)| (ship.name, index)).collect(),
            ships,
            left: clues.unseen.clone(),
            dropped,
            looks: 0,
        }
    }

    /// Draws ships with a segment in sight first, then ships that were hit, then the others.
    /// Returns whether all ships were drawn and agree with the evidence. If not, the drawn ships
    /// are still legal.
    pub(super) fn draw(&mut self, dice: &mut dyn Dice) -> bool {
        // To save time, an attempt stops at its first failure. But an attempt that ignores all
        // evidence goes on, because its result may be used although it failed.
        let ignores_all = self.dropped == Some(Evidence::LastHits);
        let covers_all = self.cover_sights(dice);
        let explains_all = (covers_all || ignores_all) && self.explain_hits(dice);
        (explains_all || ignores_all) && self.place_others(dice) && covers_all
    }

    pub(super) fn drawn(&self) -> &[Position] {
        &self.ships[self.clues.in_view.len()..]
    }

    fn obeys(&self, evidence: Evidence) -> bool {
        self.dropped.is_none_or(|dropped| dropped < evidence)
    }

    /// Draws a ship for each field of [`Clues::partly_seen`] on which no ship lies. Returns whether
    /// a ship lies on each of these fields now.
    fn cover_sights(&mut self, dice: &mut dyn Dice) -> bool {
        let mut covers_all = true;
        for at in &self.clues.partly_seen_fields {
            if self.board.ship_at(*at).is_some() {
                continue;
            }
            let options = self.ships_on(*at, dice);
            match pick(&options, dice) {
                Some((index, ship)) => {
                    self.left.swap_remove(index);
                    self.add(ship);
                }
                None => covers_all = false,
            }
        }
        covers_all
    }

    /// Returns the possible positions on `at` of one ship of each [kind](Self::kinds), each with
    /// the index of the ship in `left`.
    fn ships_on(&mut self, at: Coord, dice: &mut dyn Dice) -> Vec<(usize, Position)> {
        let mut options = Vec::new();
        for index in self.kinds(dice) {
            let ship = self.left[index];
            for (heading, segment) in orientations(ship.name.class) {
                let position = hull_on(at, heading, segment, ship.name.class)
                    .and_then(|hull| self.position(ship, hull));
                options.extend(position.map(|position| (index, position)));
            }
        }
        options
    }

    /// Returns indices in `left`: for each class, one sunk ship and one ship afloat, if there are
    /// any.
    fn kinds(&mut self, dice: &mut dyn Dice) -> Vec<usize> {
        let count = self.left.len();
        let start = index_below(count, dice);
        let mut kinds = HashMap::<_, _, Seeded>::default();
        for index in (start..count).chain(0..start) {
            let ship = self.left[index];
            kinds.entry((ship.name.class, ship.is_sunk)).or_insert(index);
        }
        self.looks += count as u64;
        let mut kinds: Vec<_> = kinds.into_values().collect();
        kinds.sort_unstable();
        kinds
    }

    fn position(&mut self, ship: Unseen, hull: Hull) -> Option<Position> {
        self.looks += 1;
        self.clues.position(ship, hull).filter(|_| !self.board.touches(&hull, None))
    }

    /// Adds a drawn ship. The position must be possible.
    fn add(&mut self, ship: Position) {
        // `position` has checked that no other ship is near, so placing succeeds.
        if self.board.place(ship.hull).is_ok() {
            self.by_name.insert(ship.name, self.ships.len());
            self.ships.push(ship);
        }
    }

    /// Assigns each hit that is not ignored to a ship, the last hit first. Returns whether this
    /// succeeded for all these hits.
    fn explain_hits(&mut self, dice: &mut dyn Dice) -> bool {
        let last = self.clues.turn.saturating_sub(1);
        for hit in &self.clues.hits {
            let kind = if hit.turn >= last { Evidence::LastHits } else { Evidence::OlderHits };
            if self.obeys(kind) && (self.looks > LOOKS || !self.explain(hit, dice)) {
                return false;
            }
        }
        true
    }

    /// Assigns a hit to a ship that has a position, or draws a ship for the hit. Returns whether
    /// this succeeded.
    fn explain(&mut self, hit: &Hit, dice: &mut dyn Dice) -> bool {
        if let Some(name) = hit.sunk {
            if let Some(ship) = self.by_name.get(&name) {
                let ship = *ship;
                return self.assign(ship..ship + 1, hit, true, dice);
            }
            let index = self.left.iter().position(|ship| ship.name == name);
            return index.is_some_and(|index| self.draw_hit(hit, index..index + 1, dice));
        }
        let (drawn, left) = (0..self.ships.len(), 0..self.left.len());
        // Usually prefers a ship of the draft that has a destroyed segment, or whose position in
        // the turn of the hit is known. Tries the other explanations first in one of 16 cases.
        if dice.below(16) > 0 && self.assign(drawn.clone(), hit, true, dice) {
            return true;
        }
        if dice.below(2) > 0 {
            self.draw_hit(hit, left, dice) || self.assign(drawn, hit, false, dice)
        } else {
            self.assign(drawn.clone(), hit, false, dice)
                || self.draw_hit(hit, left, dice)
                || self.assign(drawn, hit, true, dice)
        }
    }

    /// Assigns a hit to a segment of one of these ships, usually to one of the nearest segments.
    /// Returns `false` if no segment fits.
    fn assign(
        &mut self,
        ships: Range<usize>,
        hit: &Hit,
        is_strict: bool,
        dice: &mut dyn Dice,
    ) -> bool {
        self.looks += ships.len() as u64;
        let mut options: Vec<_> =
            ships.flat_map(|number| self.options(number, hit, is_strict)).collect();
        if dice.below(4) > 0 {
            let nearest = options.iter().map(|(distance, ..)| *distance).min();
            options.retain(|(distance, ..)| Some(*distance) == nearest);
        }
        let Some((_, number, ship)) = pick(&options, dice) else { return false };
        self.ships[number] = ship;
        true
    }

    /// Returns one entry for each segment that can get the hit: a destroyed segment without a hit,
    /// or a healthy segment out of sight. If `is_strict`, a healthy segment fits only if the
    /// position of its ship in the turn of the hit is known. An entry has the distance from the
    /// hit, the index of the ship, and the ship with this damage.
    fn options(&self, number: usize, hit: &Hit, is_strict: bool) -> Vec<(u64, usize, Position)> {
        let ship = &self.ships[number];
        let was_there = ship.earlier.is_some_and(|(turn, _)| turn == hit.turn);
        let is_open = |segment: &usize| {
            if ship.destroyed[*segment] {
                !ship.explained[*segment]
            } else {
                !ship.seen[*segment] && (was_there || !is_strict)
            }
        };
        let option = |segment: usize| {
            let distance = self.clues.distance_from_hit(ship, segment, hit)?;
            let mut damaged = *ship;
            damaged.destroyed[segment] = true;
            damaged.explained[segment] = true;
            damaged.has_possible_damage().then_some((distance, number, damaged))
        };
        (0..=ship.last()).filter(is_open).filter_map(option).collect()
    }

    /// Draws positions of random ships in this range of `left` until a position explains the hit.
    /// Returns whether this succeeded.
    fn draw_hit(&mut self, hit: &Hit, left: Range<usize>, dice: &mut dyn Dice) -> bool {
        for _ in 0..DRAWS {
            let number = left.start + index_below(left.len(), dice);
            let Some(ship) = self.left.get(number).copied() else { return false };
            if let Some(position) = self.position_after(ship, hit, dice) {
                self.left.swap_remove(number);
                self.add(position);
                return true;
            }
        }
        false
    }

    /// Draws the position of a ship at the time of the hit, and then its position now. Returns
    /// `None` if the draw contradicts what the side knows.
    fn position_after(&mut self, ship: Unseen, hit: &Hit, dice: &mut dyn Dice) -> Option<Position> {
        let class = ship.name.class;
        let (heading, segment) = pick(&orientations(class).collect::<Vec<_>>(), dice)?;
        let then = hull_on(hit.at, heading, segment, class)?;
        let segment = segment as usize;
        let is_stuck = self.clues.is_stuck_after(hit, class, segment);
        let turns = if is_stuck { 0 } else { self.clues.turn.saturating_sub(hit.turn) };
        let moves = turns.saturating_mul(u64::from(class.moves()));
        let now = self.sail(then, moves, dice)?;
        let mut ship = self.position(ship, now)?;
        if ship.seen[segment] && !ship.destroyed[segment] {
            return None;
        }
        ship.destroyed[segment] = true;
        ship.explained[segment] = true;
        ship.earlier = Some((hit.turn, then));
        let agrees = !self.obeys(Evidence::Misses) || self.clues.agrees_with_misses(&ship);
        (agrees && ship.has_possible_damage()).then_some(ship)
    }

    /// Draws a position that a ship may have reached with at most this number of moves. In half of
    /// the draws, the ship has not moved. With more than [`MOST_MOVES`] moves, one in four of the
    /// other draws takes any position within reach. All others make random moves. Reefs and edges
    /// block these moves. Other ships do not, because they may have been elsewhere.
    fn sail(&mut self, from: Hull, moves: u64, dice: &mut dyn Dice) -> Option<Hull> {
        let is_free = |hull: &Hull| self.board.is_open(hull);
        if !is_free(&from) || moves == 0 || dice.below(2) == 0 {
            return is_free(&from).then_some(from);
        }
        if moves > MOST_MOVES && dice.below(4) == 0 {
            let far = i64::try_from(farthest(moves, from.length())).unwrap_or(i64::MAX);
            let room = from.rect().grown(far);
            return Berths::new(room.common(&self.board.dims().rect()), from.length()).draw(dice);
        }
        let mut hull = from;
        for _ in 0..=dice.below(moves.min(MOST_MOVES)) {
            let ways = Manoeuvre::ALL.into_iter().filter_map(|turn| hull.moved(turn));
            let ways: Vec<_> = ways.filter(is_free).collect();
            hull = pick(&ways, dice)?;
        }
        Some(hull)
    }

    /// Draws a position for each ship in `left`, long ships first. Returns whether each ship got a
    /// position.
    fn place_others(&mut self, dice: &mut dyn Dice) -> bool {
        let mut left = std::mem::take(&mut self.left);
        left.sort_by_key(|ship| ship.name.class);
        let mut places_all = true;
        for ship in left {
            match self.draw_place(ship, dice) {
                Some(position) => self.add(position),
                None => places_all = false,
            }
        }
        places_all
    }

    /// Draws a position anywhere in the waters of a ship. Usually avoids misses, but not always,
    /// because ships move. In the first turns, prefers positions outside the starting rectangle of
    /// the side that draws.
    fn draw_place(&mut self, ship: Unseen, dice: &mut dyn Dice) -> Option<Position> {
        let length = ship.name.class.length();
        let avoids = self.obeys(Evidence::Misses) && dice.below(8) > 0;
        let mut intruder = None;
        for draw in 0..DRAWS {
            let hull = Berths::new(ship.waters, length).draw(dice);
            let position = hull.and_then(|hull| self.position(ship, hull));
            let Some(position) = position else { continue };
            if self.clues.is_intruder(&position) {
                intruder = Some(position);
                continue;
            }
            if !avoids || draw > DRAWS / 2 || self.clues.avoids_misses(&position) {
                return Some(position);
            }
        }
        if ship.waters.area() > LISTED || self.looks > LOOKS {
            return intruder;
        }
        let places = Heading::ALL.into_iter().flat_map(|heading| {
            let bows = Berths::new(ship.waters, length).bows(heading);
            bows.fields().filter_map(move |bow| Hull::new(bow, heading, length))
        });
        let places: Vec<_> = places.filter_map(|hull| self.position(ship, hull)).collect();
        let (intruders, others): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|position| self.clues.is_intruder(position));
        pick(if others.is_empty() { &intruders } else { &others }, dice)
    }
}

fn orientations(class: Class) -> impl Iterator<Item = (Heading, u32)> {
    Heading::ALL.into_iter().flat_map(move |heading| (0..class.length()).map(move |k| (heading, k)))
}

fn hull_on(at: Coord, heading: Heading, segment: u32, class: Class) -> Option<Hull> {
    class.hull(at.ahead(heading, i64::from(segment))?, heading)
}
