//! Matches targets to ships: the targets of shots that name no ship (spec ships §8), or the targets
//! that a pilot wants to hit. Each target needs one ship, and each ship can take as many targets as
//! it has free shots. In graph theory, this is a bipartite b-matching.
//!
//! **Method.** The sets of targets that can be matched are the independent sets of a transversal
//! matroid (Edmonds and Fulkerson, 1965). So targets may be added in any order, and a matched
//! target stays matched. Targets are added along shortest augmenting paths (Berge, 1957). Many
//! targets are added at once by layers (Hopcroft and Karp, "An n^5/2 algorithm for maximum
//! matchings in bipartite graphs", SIAM J. Comput. 2, 1973). If a search finds no path, the ships
//! that it has visited never lead to a free shot later. So later searches skip these ships (the
//! "Hungarian tree" of Kuhn, 1955). A field is searched once for all targets on it.
//!
//! **Ships near a target** are found in the fields within the longest range, because a search of
//! the whole fleet takes longer. For many targets, the cannons are first sorted into tiles
//! (squares).

use crate::rules::turn::TurnLog;
use crate::rules::{CANNON, Class, Game};
use broadside_core::board::{Coord, Rect, Seeded, ShipId};
use broadside_core::{Cancel, Cancelled};
use std::collections::HashMap;
use std::rc::Rc;

impl Game {
    /// Whether the cannon was healthy when the turn began, or when the ship was placed in this
    /// turn.
    fn was_armed(&self, turn: &TurnLog, ship: ShipId) -> bool {
        self.is_armed(ship) || turn.disarmed.contains(&ship)
    }
}

/// A matching of targets to ships. Carriers are left out: they reach every field, so callers give
/// them the targets without a ship. Ships ("guns") and fields get a number when the search first
/// visits them.
#[derive(Clone)]
pub(in crate::rules) struct Matching<'g> {
    game: &'g Game,
    turn: &'g TurnLog,
    gun_of: HashMap<ShipId, usize, Seeded>,
    guns: Vec<Gun>,
    field_of: HashMap<Coord, usize, Seeded>,
    fields: Vec<Field>,
    /// The cannons in each tile, if many targets will be added.
    tiles: Option<Rc<Tiles>>,
    /// The number of this round. Each round builds the layers once, and ignores visits of earlier
    /// rounds.
    round: u32,
}

type Tiles = HashMap<Coord, Vec<Cannon>, Seeded>;

/// A cannon, and a field on which it is now or was in this turn.
#[derive(Clone, Copy)]
struct Cannon {
    ship: ShipId,
    at: Coord,
    range: u32,
}

/// The number of fields that the cannon of a battleship reaches.
const FIELDS_IN_RANGE: usize = 49;

/// Returns the tile of a field. A tile has eight by eight fields.
const fn tile(at: Coord) -> Coord {
    Coord::new(at.row >> 3, at.col >> 3)
}

#[derive(Clone)]
struct Gun {
    /// The fields of the targets that the ship has taken, as indices in [`Matching::fields`]. A
    /// field may occur several times.
    taken: Vec<usize>,
    shots: usize,
    /// Whether a search has found that no augmenting path leads from this ship to a free shot. Once
    /// true, this stays true.
    is_closed: bool,
    seen: Seen,
}

#[derive(Clone)]
struct Field {
    at: Coord,
    /// The ships that reach the field, in the order of [`ShipId`].
    guns: Vec<usize>,
    seen: Seen,
}

/// The last visit to a gun or a field.
#[derive(Clone, Copy, Default)]
struct Seen {
    round: u32,
    layer: usize,
    /// The index of the next entry to try: a ship in `guns`, or a field in `taken`. All earlier
    /// entries have failed in this round.
    next: usize,
}

impl Gun {
    const fn is_free(&self) -> bool {
        self.taken.len() < self.shots
    }
}

impl<'g> Matching<'g> {
    /// Returns a matching without targets. `targets` is the number of targets that will be added.
    /// If there are many, sorts the cannons into tiles.
    pub(in crate::rules) fn new(
        game: &'g Game,
        turn: &'g TurnLog,
        targets: usize,
        cancel: &Cancel,
    ) -> Self {
        let mut matching = Self {
            game,
            turn,
            gun_of: HashMap::default(),
            guns: Vec::new(),
            field_of: HashMap::default(),
            fields: Vec::new(),
            tiles: None,
            round: 0,
        };
        if targets.saturating_mul(FIELDS_IN_RANGE) >= game.fleets[turn.side].ships.len() {
            matching.tiles = Some(Rc::new(matching.tiles(cancel)));
        }
        matching
    }

    fn tiles(&self, cancel: &Cancel) -> Tiles {
        let mut tiles = Tiles::default();
        let fleet = self.game.fleets[self.turn.side].ships();
        let present = fleet.map(|(_, id)| (id, self.game.cannon(id)));
        let former = self.turn.former_fields.iter();
        let former = former.flat_map(|(field, ships)| ships.iter().map(|id| (*id, *field)));
        for (ship, at) in present.chain(former).take_while(|_| !cancel.is_set()) {
            if let Some(range) = self.range(ship) {
                tiles.entry(tile(at)).or_default().push(Cannon { ship, at, range });
            }
        }
        tiles
    }

    pub(in crate::rules) fn taken_by(&self, ship: ShipId) -> impl Iterator<Item = Coord> + '_ {
        let gun = self.gun_of.get(&ship).map(|gun| &self.guns[*gun]);
        gun.into_iter().flat_map(|gun| &gun.taken).map(|field| self.fields[*field].at)
    }

    /// Finds a ship for the target `at`. Earlier targets may get another ship. Returns `false` if
    /// no ship was found, or if the search was cancelled.
    pub(in crate::rules) fn add(&mut self, at: Coord, cancel: &Cancel) -> bool {
        self.add_all(&[at], cancel) == Ok(0)
    }

    /// Visits a gun. Returns `false` if it is closed, or was visited before in this round.
    fn visit_gun(&mut self, gun: usize, layer: usize) -> bool {
        let round = self.round;
        let gun = &mut self.guns[gun];
        let is_new = !gun.is_closed && gun.seen.round != round;
        if is_new {
            gun.seen = Seen { round, layer, next: 0 };
        }
        is_new
    }

    /// Finds ships for as many of these targets as possible. Returns the number of targets without
    /// a ship.
    pub(in crate::rules) fn add_all(
        &mut self,
        targets: &[Coord],
        cancel: &Cancel,
    ) -> Result<usize, Cancelled> {
        let mut open: Vec<_> = targets.iter().map(|at| self.field(*at)).collect();
        while self.lay_layers(&open, cancel)? {
            open.retain(|field| !self.augment(*field));
            cancel.check()?;
        }
        Ok(open.len())
    }

    /// Builds the layers of guns and fields around the `open` targets, up to the first layer that
    /// has a gun with a free shot. Returns whether there is such a layer.
    fn lay_layers(&mut self, open: &[usize], cancel: &Cancel) -> Result<bool, Cancelled> {
        self.round += 1;
        let mut fields = Vec::new();
        for field in open {
            self.visit_field(*field, 0, &mut fields);
        }
        let mut reached = Vec::new();
        for layer in 0.. {
            let before = reached.len();
            for field in std::mem::take(&mut fields) {
                cancel.check()?;
                for place in 0..self.fields[field].guns.len() {
                    let gun = self.fields[field].guns[place];
                    if self.visit_gun(gun, layer) {
                        reached.push(gun);
                    }
                }
            }
            let fresh = &reached[before..];
            if fresh.iter().any(|gun| self.guns[*gun].is_free()) {
                return Ok(true);
            }
            if fresh.is_empty() {
                break;
            }
            for gun in fresh {
                for place in 0..self.guns[*gun].taken.len() {
                    self.visit_field(self.guns[*gun].taken[place], layer + 1, &mut fields);
                }
            }
        }
        // This search has found no free shot. So later searches cannot reach a free shot from these
        // guns.
        for gun in reached {
            self.guns[gun].is_closed = true;
        }
        Ok(false)
    }

    /// Adds the field to `fields` if it was not visited before in this round.
    fn visit_field(&mut self, field: usize, layer: usize, fields: &mut Vec<usize>) {
        let seen = &mut self.fields[field].seen;
        if seen.round != self.round {
            *seen = Seen { round: self.round, layer, next: 0 };
            fields.push(field);
        }
    }

    /// Finds a gun for a target at `field`, and returns whether there is one. Earlier targets may
    /// get another gun.
    fn augment(&mut self, field: usize) -> bool {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut field = field;
        loop {
            let layer = path.len();
            let Some(gun) = self.next_gun(field, layer) else {
                let Some((before, gun)) = path.pop() else { return false };
                self.guns[gun].seen.next += 1;
                field = before;
                continue;
            };
            if self.guns[gun].is_free() {
                self.guns[gun].taken.push(field);
                self.pass_on(&path);
                return true;
            }
            match self.next_taken(gun, layer) {
                Some(taken) => {
                    path.push((field, gun));
                    field = taken;
                }
                None => self.fields[field].seen.next += 1,
            }
        }
    }

    /// Moves targets along `path`, a list of (field, gun) pairs. Each gun takes the target on its
    /// field, and gives one target to the next gun. The gun after the path already has its target.
    fn pass_on(&mut self, path: &[(usize, usize)]) {
        for (field, gun) in path {
            let gun = &mut self.guns[*gun];
            gun.taken.swap_remove(gun.seen.next);
            gun.taken.push(*field);
        }
    }

    fn next_gun(&mut self, field: usize, layer: usize) -> Option<usize> {
        let Field { guns, seen, .. } = &mut self.fields[field];
        while let Some(gun) = guns.get(seen.next) {
            let visit = self.guns[*gun].seen;
            if visit.round == self.round && visit.layer == layer && !self.guns[*gun].is_closed {
                return Some(*gun);
            }
            seen.next += 1;
        }
        None
    }

    /// Returns the next field whose target could leave `gun`, which has no free shot.
    fn next_taken(&mut self, gun: usize, layer: usize) -> Option<usize> {
        let Gun { taken, seen, .. } = &mut self.guns[gun];
        while let Some(field) = taken.get(seen.next) {
            let visit = self.fields[*field].seen;
            if visit.round == self.round && visit.layer == layer + 1 {
                return Some(*field);
            }
            seen.next += 1;
        }
        None
    }

    fn field(&mut self, at: Coord) -> usize {
        if let Some(field) = self.field_of.get(&at) {
            return *field;
        }
        let guns = self.ships_near(at).into_iter().map(|ship| self.gun(ship)).collect();
        self.fields.push(Field { at, guns, seen: Seen::default() });
        self.field_of.insert(at, self.fields.len() - 1);
        self.fields.len() - 1
    }

    /// Returns the number of the gun of a ship. Shots of orders that name the ship are not free.
    fn gun(&mut self, ship: ShipId) -> usize {
        let (game, turn, guns) = (self.game, self.turn, &mut self.guns);
        *self.gun_of.entry(ship).or_insert_with(|| {
            let shots = turn.shots_left(ship, game.board.ship(ship).hull().length());
            let (taken, seen) = (Vec::new(), Seen::default());
            guns.push(Gun { taken, shots: shots as usize, is_closed: false, seen });
            guns.len() - 1
        })
    }

    /// Returns the ships that can take `target`: in this turn, their cannons have or had it in
    /// range.
    fn ships_near(&self, target: Coord) -> Vec<ShipId> {
        // Battleships have the longest range in a matching: carriers are left out.
        let range = Class::Battleship.length();
        let around = Rect::around(target, range.into());
        let mut ships: Vec<_> = if let Some(tiles) = &self.tiles {
            let corner = |row, col| tile(Coord::new(row, col));
            let last = corner(around.bottom, around.right);
            let around = Rect::spanning(corner(around.top, around.left), last).fields();
            let cannons = around.filter_map(|tile| tiles.get(&tile)).flatten();
            let near = cannons.filter(|cannon| cannon.at.is_within(target, cannon.range));
            near.map(|cannon| cannon.ship).collect()
        } else {
            let fields = around.fields().filter(|field| field.is_within(target, range));
            let cannons =
                fields.flat_map(|field| self.cannons_at(field).map(move |ship| (ship, field)));
            let reaches = |(ship, field): &(ShipId, Coord)| {
                self.range(*ship).is_some_and(|range| field.is_within(target, range))
            };
            cannons.filter(reaches).map(|(ship, _)| ship).collect()
        };
        ships.sort_unstable();
        ships.dedup();
        ships
    }

    fn cannons_at(&self, field: Coord) -> impl Iterator<Item = ShipId> + '_ {
        let board = &self.game.board;
        let present = board.ship_at(field);
        let present = present.filter(|id| board.ship(*id).hull().field(CANNON) == field);
        let former = self.turn.former_fields.get(&field).into_iter().flatten().copied();
        present.into_iter().chain(former)
    }

    /// Returns the range of the ship's cannon in fields. Returns `None` for ships that a matching
    /// leaves out: carriers, ships of the enemy, and ships that were not armed.
    fn range(&self, ship: ShipId) -> Option<u32> {
        let (owner, name) = self.game.name(ship);
        let takes = owner == self.turn.side && self.game.was_armed(self.turn, ship);
        name.class.range().filter(|_| takes)
    }
}
