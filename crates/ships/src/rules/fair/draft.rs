//! One attempt to draw the ships that a side does not see.

use super::Evidence;
use super::clues::{Clues, Hit, Lying, Unseen};
use crate::rules::berth::Berths;
use crate::rules::{Class, ShipName};
use broadside_core::board::{Board, Coord, Heading, Hull, Manoeuvre, Rect};
use broadside_core::dice::{Dice, index_below, pick};
use std::collections::HashMap;
use std::ops::Range;

/// How many places are drawn for a ship before the attempt gives it up.
const DRAWS: u32 = 64;

/// A sea of at most so many fields is listed when draws find nothing.
const LISTED: u128 = 1 << 12;

/// The most moves of a ship that are followed one by one.
const MOST_MOVES: u64 = 9;

/// How many looks at ships or places an attempt may take.
const LOOKS: u64 = 1 << 20;

/// The ships of the enemy as far as they are drawn.
#[derive(Debug)]
pub(super) struct Draft<'c> {
    clues: &'c Clues,
    board: Board,
    /// The ships in view, and behind them those drawn.
    ships: Vec<Lying>,
    by_name: HashMap<ShipName, usize>,
    /// The ships that are still to be drawn.
    left: Vec<Unseen>,
    dropped: Option<Evidence>,
    looks: u64,
}

impl<'c> Draft<'c> {
    /// Nothing is drawn yet. Of the evidence all that comes up to `dropped` in its order is left out.
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

    /// Draws all ships: those of which something is in sight, those that were hit, the others. `false` when
    /// it has found no way; what it has drawn is legal all the same.
    pub(super) fn draw(&mut self, dice: &mut dyn Dice) -> bool {
        let covers_all = self.cover_sights(dice);
        let explains_all =
            (covers_all || self.dropped == Some(Evidence::LastHits)) && self.explain_hits(dice);
        // Where a way was to be found, the rest is not worth while without it.
        let goes_on = explains_all || self.dropped == Some(Evidence::LastHits);
        goes_on && self.place_others(dice) && covers_all
    }

    /// The ships that were drawn.
    pub(super) fn drawn(&self) -> &[Lying] {
        &self.ships[self.clues.in_view.len()..]
    }

    /// How many looks it has taken.
    pub(super) const fn looks(&self) -> u64 {
        self.looks
    }

    fn obeys(&self, evidence: Evidence) -> bool {
        self.dropped.is_none_or(|dropped| dropped < evidence)
    }

    /// Puts ships onto the segments in sight that no ship is on.
    fn cover_sights(&mut self, dice: &mut dyn Dice) -> bool {
        let mut covers_all = true;
        for at in &self.clues.loose_fields {
            if self.board.ship_at(*at).is_some() {
                continue;
            }
            let options = self.ships_on(*at, dice);
            match pick(&options, dice) {
                Some((index, ship)) => self.add(index, ship),
                None => covers_all = false,
            }
        }
        covers_all
    }

    /// The ways in which ships of each kind that is left can lie on a field.
    fn ships_on(&mut self, at: Coord, dice: &mut dyn Dice) -> Vec<(usize, Lying)> {
        let mut options = Vec::new();
        for index in self.kinds(dice) {
            let ship = self.left[index];
            for (heading, segment) in lies(ship.name.class) {
                let lying = hull_on(at, heading, segment, ship.name.class)
                    .and_then(|hull| self.lying(ship, hull));
                options.extend(lying.map(|lying| (index, lying)));
            }
        }
        options
    }

    /// One of the ships left of each class, sunk and afloat.
    fn kinds(&mut self, dice: &mut dyn Dice) -> Vec<usize> {
        let count = self.left.len();
        let start = index_below(count, dice);
        let mut kinds = HashMap::new();
        for index in (start..count).chain(0..start) {
            let ship = self.left[index];
            kinds.entry((ship.name.class, ship.is_sunk)).or_insert(index);
        }
        self.looks += count as u64;
        let mut kinds: Vec<_> = kinds.into_values().collect();
        kinds.sort_unstable();
        kinds
    }

    /// A ship at `hull`, if it may lie there.
    fn lying(&mut self, ship: Unseen, hull: Hull) -> Option<Lying> {
        self.looks += 1;
        self.clues.lying(ship, hull).filter(|_| !self.board.touches(&hull, None))
    }

    /// Adds a ship that may lie where it does, one of those left.
    fn add(&mut self, index: usize, ship: Lying) {
        self.left.swap_remove(index);
        // Nothing touches the place.
        if self.board.place(ship.hull).is_ok() {
            self.by_name.insert(ship.name, self.ships.len());
            self.ships.push(ship);
        }
    }

    /// Finds a ship for each hit, the last one first.
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

    fn explain(&mut self, hit: &Hit, dice: &mut dyn Dice) -> bool {
        if let Some(name) = hit.sunk {
            if let Some(ship) = self.by_name.get(&name) {
                let ship = *ship;
                return self.tie(ship..ship + 1, hit, true, dice);
            }
            let index = self.left.iter().position(|ship| ship.name == name);
            return index.is_some_and(|index| self.draw_hit(hit, index..index + 1, dice));
        }
        let (drawn, left) = (0..self.ships.len(), 0..self.left.len());
        // Nearly always as it seems to be; at times not, since it may be otherwise.
        if dice.below(16) > 0 && self.tie(drawn.clone(), hit, true, dice) {
            return true;
        }
        if dice.below(2) > 0 {
            self.draw_hit(hit, left, dice) || self.tie(drawn, hit, false, dice)
        } else {
            self.tie(drawn.clone(), hit, false, dice)
                || self.draw_hit(hit, left, dice)
                || self.tie(drawn, hit, true, dice)
        }
    }

    /// Takes one of the segments of some ships for the one that was hit, more often than not a nearest one.
    fn tie(&mut self, ships: Range<usize>, hit: &Hit, seems_so: bool, dice: &mut dyn Dice) -> bool {
        self.looks += ships.len() as u64;
        let mut options: Vec<_> =
            ships.flat_map(|number| self.ties(number, hit, seems_so)).collect();
        if dice.below(4) > 0 {
            let shortest = options.iter().map(|(way, ..)| *way).min();
            options.retain(|(way, ..)| Some(*way) == shortest);
        }
        let Some((_, number, ship)) = pick(&options, dice) else { return false };
        self.ships[number] = ship;
        true
    }

    /// The segments of a ship that may have been hit, and how far each has come since: destroyed ones that no
    /// hit was found for, those that lay there then, and healthy ones if it need not seem so.
    fn ties(&self, number: usize, hit: &Hit, seems_so: bool) -> Vec<(u64, usize, Lying)> {
        let ship = &self.ships[number];
        let was_there = ship.earlier.is_some_and(|(turn, _)| turn == hit.turn);
        let is_open = |segment: &usize| {
            if ship.destroyed[*segment] {
                !ship.explained[*segment]
            } else {
                !ship.seen[*segment] && (was_there || !seems_so)
            }
        };
        let tie = |segment: usize| {
            let way = self.clues.voyage(ship, segment, hit)?;
            let mut damaged = *ship;
            damaged.destroyed[segment] = true;
            damaged.explained[segment] = true;
            damaged.may_be_so().then_some((way, number, damaged))
        };
        (0..=ship.last()).filter(is_open).filter_map(tie).collect()
    }

    /// Draws one of the ships left so that a hit was on it.
    fn draw_hit(&mut self, hit: &Hit, left: Range<usize>, dice: &mut dyn Dice) -> bool {
        for _ in 0..DRAWS {
            let number = left.start + index_below(left.len(), dice);
            let Some(ship) = self.left.get(number).copied() else { return false };
            if let Some(lying) = self.lying_since(ship, hit, dice) {
                self.add(number, lying);
                return true;
            }
        }
        false
    }

    /// Draws a place for a ship that was hit, and where it has gone since.
    fn lying_since(&mut self, ship: Unseen, hit: &Hit, dice: &mut dyn Dice) -> Option<Lying> {
        let class = ship.name.class;
        let (heading, segment) = *pick(&lies(class).collect::<Vec<_>>(), dice).as_ref()?;
        let then = hull_on(hit.at, heading, segment, class)?;
        let last = class.length() - 1;
        let is_fast = self.clues.extended && (segment == last || hit.sunk.is_some());
        let turns = if is_fast { 0 } else { self.clues.turn.saturating_sub(hit.turn) };
        let now = self.sail(then, turns.saturating_mul(u64::from(class.moves())), dice)?;
        let mut lying = self.lying(ship, now)?;
        let segment = segment as usize;
        if lying.seen[segment] && !lying.destroyed[segment] {
            return None;
        }
        lying.destroyed[segment] = true;
        lying.explained[segment] = true;
        lying.earlier = Some((hit.turn, then));
        let agrees = !self.obeys(Evidence::Misses) || self.clues.agrees_with_misses(&lying);
        (agrees && lying.may_be_so()).then_some(lying)
    }

    /// Where a ship has come with at most so many moves; as often as not it has stayed. Reefs and edges are
    /// in the way, other ships may have been elsewhere.
    fn sail(&mut self, from: Hull, moves: u64, dice: &mut dyn Dice) -> Option<Hull> {
        let is_free = |hull: &Hull| self.board.holds(hull) && !self.board.reef_under(hull);
        if !is_free(&from) || moves == 0 || dice.below(2) == 0 {
            return is_free(&from).then_some(from);
        }
        if moves > MOST_MOVES && dice.below(4) == 0 {
            let far = i64::try_from(moves.saturating_mul(u64::from(from.length())));
            let room = from.rect().grown(far.unwrap_or(i64::MAX));
            return hull_in(room.common(&self.board.dims().rect()), from.length(), dice);
        }
        let mut hull = from;
        for _ in 0..=dice.below(moves.min(MOST_MOVES)) {
            let ways = Manoeuvre::ALL.into_iter().filter_map(|turn| hull.moved(turn));
            let ways: Vec<_> = ways.filter(is_free).collect();
            hull = pick(&ways, dice)?;
        }
        Some(hull)
    }

    /// Draws places for the ships of which nothing is known, long ones first.
    fn place_others(&mut self, dice: &mut dyn Dice) -> bool {
        let mut left = std::mem::take(&mut self.left);
        left.sort_by_key(|ship| ship.name.class);
        let mut places_all = true;
        for ship in left {
            match self.draw_place(ship, dice) {
                Some(lying) => {
                    self.left.push(ship);
                    self.add(self.left.len() - 1, lying);
                }
                None => places_all = false,
            }
        }
        places_all
    }

    /// A place for a ship, where no shot has missed if draws find one; at times anywhere, since ships move.
    /// In the first turns it is outside the mover's starting rectangle, if draws find such a place.
    fn draw_place(&mut self, ship: Unseen, dice: &mut dyn Dice) -> Option<Lying> {
        let length = ship.name.class.length();
        let avoids = self.obeys(Evidence::Misses) && dice.below(8) > 0;
        let mut intruder = None;
        for draw in 0..DRAWS {
            let hull = hull_in(ship.waters, length, dice);
            let Some(lying) = hull.and_then(|hull| self.lying(ship, hull)) else { continue };
            if self.clues.is_intruder(&lying) {
                intruder = Some(lying);
                continue;
            }
            if !avoids || draw > DRAWS / 2 || self.clues.avoids_misses(&lying) {
                return Some(lying);
            }
        }
        if ship.waters.area() > LISTED || self.looks > LOOKS {
            return intruder;
        }
        let places = Heading::ALL.into_iter().flat_map(|heading| {
            let bows = Berths::new(ship.waters, length).bows(heading);
            bows.fields().filter_map(move |bow| Hull::new(bow, heading, length))
        });
        let places: Vec<_> = places.filter_map(|hull| self.lying(ship, hull)).collect();
        let (intruders, others): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|lying| self.clues.is_intruder(lying));
        pick(if others.is_empty() { &intruders } else { &others }, dice)
    }
}

/// The headings of a class, and which of its segments lies on a field.
fn lies(class: Class) -> impl Iterator<Item = (Heading, u32)> {
    Heading::ALL.into_iter().flat_map(move |heading| (0..class.length()).map(move |k| (heading, k)))
}

/// The hull of a class whose segment lies on `at`.
fn hull_on(at: Coord, heading: Heading, segment: u32, class: Class) -> Option<Hull> {
    Hull::new(at.ahead(heading, i64::from(segment))?, heading, class.length())
}

/// A hull somewhere in `room`.
fn hull_in(room: Rect, length: u32, dice: &mut dyn Dice) -> Option<Hull> {
    let heading = pick(&Heading::ALL, dice)?;
    let bows = Berths::new(room, length).bows(heading);
    if bows.is_empty() {
        return None;
    }
    let row = dice.below(bows.bottom.abs_diff(bows.top) + 1);
    let col = dice.below(bows.right.abs_diff(bows.left) + 1);
    let bow = Coord::new(bows.top.checked_add_unsigned(row)?, bows.left.checked_add_unsigned(col)?);
    Hull::new(bow, heading, length)
}
