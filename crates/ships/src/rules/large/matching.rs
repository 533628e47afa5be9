//! Matches targets to ships (spec ships §8).
//!
//! Targets named without ships form a bipartite b-matching with ships: each target is taken once, and
//! each ship takes as many targets as it has free shots.
//!
//! **Method.** The sets of targets that can be matched are the independent sets of a transversal
//! matroid (Edmonds and Fulkerson, 1965). So targets may be added in any order, and a matched target
//! stays matched. Targets are added along shortest augmenting paths (Berge, 1957), many targets at once by
//! layers (Hopcroft and Karp, "An n^5/2 algorithm for maximum
//! matchings in bipartite graphs", SIAM J. Comput. 2, 1973). If no path exists, the ships that the search
//! has visited are full for good and are never searched again (the "Hungarian tree" of Kuhn, 1955). All
//! targets at one field share the results of its search.
//!
//! **Guns near a target** are found by a search of the fields within the longest range, not of the
//! fleet. For many targets, all cannons are first sorted into tiles of the sea.

use crate::rules::turn::TurnLog;
use crate::rules::{CANNON, Class, Game};
use broadside_core::board::{Coord, Rect, Seeded, ShipId};
use broadside_core::{Cancel, Cancelled};
use std::collections::HashMap;
use std::rc::Rc;

impl Game {
    /// Whether the cannon was healthy when the turn began, or when the ship was placed in this turn.
    fn was_armed(&self, turn: &TurnLog, ship: ShipId) -> bool {
        self.is_armed(ship) || turn.disarmed.contains(&ship)
    }
}

/// The targets that ships other than carriers have taken so far. Guns and fields get numbers when the search
/// first visits them.
#[derive(Clone)]
pub(in crate::rules) struct Matching<'g> {
    game: &'g Game,
    turn: &'g TurnLog,
    gun_of: HashMap<ShipId, usize, Seeded>,
    guns: Vec<Gun>,
    field_of: HashMap<Coord, usize, Seeded>,
    fields: Vec<Field>,
    /// The cannons by tiles of the sea, if many targets are to be added.
    tiles: Option<Rc<Tiles>>,
    /// The number of the present search, or of its present round.
    round: u32,
}

/// The cannons that are or were on each tile of the sea in this turn.
type Tiles = HashMap<Coord, Vec<Cannon>, Seeded>;

/// A field on which a cannon is or was in this turn.
#[derive(Clone, Copy)]
struct Cannon {
    ship: ShipId,
    at: Coord,
    range: u32,
}

/// The number of fields that a battleship reaches.
const FIELDS_IN_RANGE: usize = 49;

/// The tile of eight by eight fields that holds a field.
const fn tile(at: Coord) -> Coord {
    Coord::new(at.row >> 3, at.col >> 3)
}

/// A ship that can take targets.
#[derive(Clone)]
struct Gun {
    /// The fields of the targets that it has taken.
    taken: Vec<usize>,
    /// The largest number of targets that it can take.
    shots: usize,
    /// Whether no augmenting path leads from here to a free shot. It stays so.
    is_full: bool,
    seen: Seen,
}

/// A field with targets.
#[derive(Clone)]
struct Field {
    at: Coord,
    /// The guns that reach it, in the order of [`ShipId`].
    guns: Vec<usize>,
    seen: Seen,
}

/// The last visit of a search.
#[derive(Clone, Copy, Default)]
struct Seen {
    round: u32,
    layer: usize,
    /// The index of the first way from here that has not failed.
    next: usize,
}

impl Gun {
    const fn is_free(&self) -> bool {
        self.taken.len() < self.shots
    }
}

impl<'g> Matching<'g> {
    /// A matching without targets. If many `targets` are to be added, sorts the cannons into tiles of the sea.
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
        let left =
            self.turn.left.iter().flat_map(|(field, ships)| ships.iter().map(|id| (*id, *field)));
        for (ship, at) in present.chain(left).take_while(|_| !cancel.is_set()) {
            if let Some(range) = self.range(ship) {
                tiles.entry(tile(at)).or_default().push(Cannon { ship, at, range });
            }
        }
        tiles
    }

    /// The targets that `ship` has taken.
    pub(in crate::rules) fn taken_by(&self, ship: ShipId) -> impl Iterator<Item = Coord> + '_ {
        let gun = self.gun_of.get(&ship).map(|gun| &self.guns[*gun]);
        gun.into_iter().flat_map(|gun| &gun.taken).map(|field| self.fields[*field].at)
    }

    /// Finds a ship for the target `at`. Other targets may change ships. Returns whether a ship was found.
    pub(in crate::rules) fn add(&mut self, at: Coord, cancel: &Cancel) -> bool {
        self.add_all(&[at], cancel) == Ok(0)
    }

    /// Visits `gun`. Returns whether it is not full, and new in this round.
    fn visit_gun(&mut self, gun: usize, layer: usize) -> bool {
        let round = self.round;
        let gun = &mut self.guns[gun];
        let is_new = !gun.is_full && gun.seen.round != round;
        if is_new {
            gun.seen = Seen { round, layer, next: 0 };
        }
        is_new
    }

    /// Adds as many of the targets as possible. Returns the number of those that are left over.
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

    /// Lays the layers of guns and fields around the `open` targets, up to the nearest free guns. Returns whether
    /// there are any.
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
        // The search has found no free shot, so no later search will.
        for gun in reached {
            self.guns[gun].is_full = true;
        }
        Ok(false)
    }

    /// Adds a field to a layer, unless this round has visited it before.
    fn visit_field(&mut self, field: usize, layer: usize, fields: &mut Vec<usize>) {
        let seen = &mut self.fields[field].seen;
        if seen.round != self.round {
            *seen = Seen { round: self.round, layer, next: 0 };
            fields.push(field);
        }
    }

    /// Finds a gun for a target at `field` along the layers. Other targets may change guns.
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

    /// Gives each field on a path to its gun, in place of the field that moves on.
    fn pass_on(&mut self, path: &[(usize, usize)]) {
        for (field, gun) in path {
            let gun = &mut self.guns[*gun];
            gun.taken.swap_remove(gun.seen.next);
            gun.taken.push(*field);
        }
    }

    /// The next gun to try for a field at `layer`.
    fn next_gun(&mut self, field: usize, layer: usize) -> Option<usize> {
        let Field { guns, seen, .. } = &mut self.fields[field];
        while let Some(gun) = guns.get(seen.next) {
            let at = self.guns[*gun].seen;
            if at.round == self.round && at.layer == layer && !self.guns[*gun].is_full {
                return Some(*gun);
            }
            seen.next += 1;
        }
        None
    }

    /// The next field to move away from a full gun at `layer`.
    fn next_taken(&mut self, gun: usize, layer: usize) -> Option<usize> {
        let Gun { taken, seen, .. } = &mut self.guns[gun];
        while let Some(field) = taken.get(seen.next) {
            let at = self.fields[*field].seen;
            if at.round == self.round && at.layer == layer + 1 {
                return Some(*field);
            }
            seen.next += 1;
        }
        None
    }

    /// The number of a field.
    fn field(&mut self, at: Coord) -> usize {
        if let Some(field) = self.field_of.get(&at) {
            return *field;
        }
        let guns = self.ships_near(at).into_iter().map(|ship| self.gun(ship)).collect();
        self.fields.push(Field { at, guns, seen: Seen::default() });
        self.field_of.insert(at, self.fields.len() - 1);
        self.fields.len() - 1
    }

    /// The number of a ship. Shots of orders that named the ship are no longer free.
    fn gun(&mut self, ship: ShipId) -> usize {
        let (game, turn, guns) = (self.game, self.turn, &mut self.guns);
        *self.gun_of.entry(ship).or_insert_with(|| {
            let shots = game.board.ship(ship).hull().length() - turn.spent(ship).shots;
            let (taken, seen) = (Vec::new(), Seen::default());
            guns.push(Gun { taken, shots: shots as usize, is_full: false, seen });
            guns.len() - 1
        })
    }

    /// The own ships that can take `target`: not carriers, armed, and with the target in range when the turn
    /// began or after one of their moves.
    fn ships_near(&self, target: Coord) -> Vec<ShipId> {
        // Battleships have the longest range of all classes but carriers.
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

    /// The ships whose cannon is or was on `field` in this turn.
    fn cannons_at(&self, field: Coord) -> impl Iterator<Item = ShipId> + '_ {
        let board = &self.game.board;
        let present = board.ship_at(field);
        let present = present.filter(|id| board.ship(*id).hull().field(CANNON) == field);
        let left = self.turn.left.get(&field).into_iter().flatten().copied();
        present.into_iter().chain(left)
    }

    /// The range of `ship`. `None` if it cannot take targets: a carrier, an enemy, or a ship that was not armed.
    fn range(&self, ship: ShipId) -> Option<u32> {
        let (owner, name) = self.game.name(ship);
        let takes = owner == self.turn.side && self.game.was_armed(self.turn, ship);
        name.class.range().filter(|_| takes)
    }
}
