//! Which ship takes which target (spec ships §8).
//!
//! Targets named without ships must be matched to ships: a bipartite b-matching, each target taken
//! once, each ship as often as its free shots. The first target whose prefix has no matching is
//! blamed.
//!
//! **Method.** The sets of targets that can be matched are the independent sets of a transversal
//! matroid (Edmonds and Fulkerson, 1965), so targets may be added in any order, and what is matched
//! stays so. One target is added by a shortest augmenting path (Berge, 1957); many are added together
//! by layers, all shortest paths at once (Hopcroft and Karp, "An n^5/2 algorithm for maximum matchings
//! in bipartite graphs", SIAM J. Comput. 2, 1973). Where no path exists, the ships that the search saw
//! are full for good and are never searched again (the "Hungarian tree" of Kuhn, 1955). All targets at
//! one field share what the search finds there. The first target that fails is found by halving.
//!
//! **Guns near a target** are found by looking at the fields within the longest range, not by
//! walking the fleet; where targets are many, all cannons are first sorted into tiles of the sea.

use crate::rules::CANNON;
use crate::rules::turn::TurnLog;
use crate::rules::{Class, Game};
use broadside_core::board::{Coord, Rect, Seeded, ShipId};
use broadside_core::{Cancel, Cancelled};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

impl Game {
    /// Whether the cannon was healthy when the turn began or when the ship was placed in it.
    fn was_armed(&self, turn: &TurnLog, ship: ShipId) -> bool {
        self.board.ship(ship).is_healthy(CANNON) || turn.disarmed.contains(&ship)
    }
}

/// The shots that ships other than carriers have taken so far. Ships and fields are known by numbers,
/// given when they are first met.
#[derive(Clone)]
pub(in crate::rules) struct Matching<'g> {
    game: &'g Game,
    turn: &'g TurnLog,
    gun_of: HashMap<ShipId, usize, Seeded>,
    guns: Vec<Gun>,
    field_of: HashMap<Coord, usize, Seeded>,
    fields: Vec<Field>,
    /// The cannons by the tiles of the sea that they have been on, where many targets are to come.
    tiles: Option<Rc<Tiles>>,
    /// The number of the search, or of its round, that goes on.
    round: u32,
}

/// The cannons that have been on a tile of the sea.
type Tiles = HashMap<Coord, Vec<Cannon>, Seeded>;

/// Where a cannon that takes targets has stood.
#[derive(Clone, Copy)]
struct Cannon {
    ship: ShipId,
    at: Coord,
    range: u32,
}

/// How many fields a battleship reaches.
const FIELDS_IN_RANGE: usize = 49;

/// The tile of eight by eight fields that holds a field.
const fn tile(at: Coord) -> Coord {
    Coord::new(at.row >> 3, at.col >> 3)
}

/// A ship that takes targets.
#[derive(Clone)]
struct Gun {
    /// The fields that it shoots at, one for each shot.
    crew: Vec<usize>,
    shots: usize,
    /// Whether no augmenting path leads from here to a free shot, now or later.
    is_full: bool,
    seen: Seen,
    /// How a search came here: the field that the gun would take, and from whom.
    from: (usize, Option<usize>),
}

/// A field with targets.
#[derive(Clone)]
struct Field {
    at: Coord,
    /// The guns that reach it, by [`ShipId`].
    guns: Vec<usize>,
    seen: Seen,
}

/// When and where a search came past.
#[derive(Clone, Copy, Default)]
struct Seen {
    round: u32,
    layer: usize,
    /// The first of the ways from here that has not failed yet.
    next: usize,
}

impl Gun {
    const fn is_free(&self) -> bool {
        self.crew.len() < self.shots
    }
}

impl<'g> Matching<'g> {
    /// Ships that have taken nothing yet.
    pub(in crate::rules) fn new(game: &'g Game, turn: &'g TurnLog) -> Self {
        Self {
            game,
            turn,
            gun_of: HashMap::default(),
            guns: Vec::new(),
            field_of: HashMap::default(),
            fields: Vec::new(),
            tiles: None,
            round: 0,
        }
    }

    /// Gets ready for a number of targets: where there are many, they ask for the cannons of whole
    /// tiles of the sea, not for each field.
    pub(in crate::rules) fn ready_for(mut self, targets: usize, cancel: &Cancel) -> Self {
        if targets.saturating_mul(FIELDS_IN_RANGE) < self.game.fleets[self.turn.side].ships.len() {
            return self;
        }
        let mut tiles = Tiles::default();
        let fleet = self.game.fleets[self.turn.side].ships();
        let stand = fleet.map(|(_, id)| (id, self.game.board.ship(id).hull().field(CANNON)));
        let stood =
            self.turn.left.iter().flat_map(|(field, ships)| ships.iter().map(|id| (*id, *field)));
        for (ship, at) in stand.chain(stood).take_while(|_| !cancel.is_set()) {
            if let Some(range) = self.range(ship) {
                tiles.entry(tile(at)).or_default().push(Cannon { ship, at, range });
            }
        }
        self.tiles = Some(Rc::new(tiles));
        self
    }

    /// The targets that `ship` has taken.
    pub(in crate::rules) fn crew(&self, ship: ShipId) -> impl Iterator<Item = Coord> + '_ {
        let gun = self.gun_of.get(&ship).map(|gun| &self.guns[*gun]);
        gun.into_iter().flat_map(|gun| &gun.crew).map(|field| self.fields[*field].at)
    }

    /// Finds a ship for the target `at`, other targets changing ships if need be.
    pub(in crate::rules) fn add(&mut self, at: Coord, cancel: &Cancel) -> bool {
        self.round += 1;
        let mut queue = VecDeque::from([(self.field(at), None)]);
        let mut reached = Vec::new();
        while let Some((field, holder)) = queue.pop_front() {
            if cancel.is_set() {
                return false;
            }
            for place in 0..self.fields[field].guns.len() {
                let gun = self.fields[field].guns[place];
                if !self.comes_to(gun, 0) {
                    continue;
                }
                self.guns[gun].from = (field, holder);
                if self.guns[gun].is_free() {
                    self.shift(gun);
                    return true;
                }
                reached.push(gun);
                let round = self.round;
                for taken in &self.guns[gun].crew {
                    let seen = &mut self.fields[*taken].seen;
                    if seen.round != round {
                        seen.round = round;
                        queue.push_back((*taken, Some(gun)));
                    }
                }
            }
        }
        self.fill(&reached);
        false
    }

    /// Whether this round meets `gun`, which may have a way, for the first time.
    fn comes_to(&mut self, gun: usize, layer: usize) -> bool {
        let round = self.round;
        let gun = &mut self.guns[gun];
        let is_new = !gun.is_full && gun.seen.round != round;
        if is_new {
            gun.seen = Seen { round, layer, next: 0 };
        }
        is_new
    }

    /// Guns from which everything has been looked at, and nothing was free.
    fn fill(&mut self, guns: &[usize]) {
        for gun in guns {
            self.guns[*gun].is_full = true;
        }
    }

    /// Gives each target on the path to `gun` to the next gun.
    fn shift(&mut self, gun: usize) {
        let mut taker = Some(gun);
        while let Some(gun) = taker {
            let (field, holder) = self.guns[gun].from;
            self.guns[gun].crew.push(field);
            if let Some(holder) = holder {
                let crew = &mut self.guns[holder].crew;
                let place = crew.iter().position(|taken| *taken == field);
                crew.swap_remove(place.expect("the holder has taken the target"));
            }
            taker = holder;
        }
    }

    /// Adds as many of the targets as possible, and tells how many are left over.
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

    /// Finds out how far guns are from the `open` targets, up to the nearest free ones; `false` when
    /// there are none.
    fn lay_layers(&mut self, open: &[usize], cancel: &Cancel) -> Result<bool, Cancelled> {
        self.round += 1;
        let mut fields = Vec::new();
        for field in open {
            self.meet(*field, 0, &mut fields);
        }
        let mut reached = Vec::new();
        for layer in 0.. {
            let before = reached.len();
            for field in std::mem::take(&mut fields) {
                cancel.check()?;
                for place in 0..self.fields[field].guns.len() {
                    let gun = self.fields[field].guns[place];
                    if self.comes_to(gun, layer) {
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
                for place in 0..self.guns[*gun].crew.len() {
                    self.meet(self.guns[*gun].crew[place], layer + 1, &mut fields);
                }
            }
        }
        self.fill(&reached);
        Ok(false)
    }

    /// Notes a field in a layer, if no earlier one holds it.
    fn meet(&mut self, field: usize, layer: usize, fields: &mut Vec<usize>) {
        let seen = &mut self.fields[field].seen;
        if seen.round != self.round {
            *seen = Seen { round: self.round, layer, next: 0 };
            fields.push(field);
        }
    }

    /// Looks for a gun for a target at `field`, layer by layer, other targets changing guns.
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
                self.guns[gun].crew.push(field);
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

    /// Gives each field on a path to its gun, instead of the one that has gone on.
    fn pass_on(&mut self, path: &[(usize, usize)]) {
        for (field, gun) in path {
            let gun = &mut self.guns[*gun];
            gun.crew[gun.seen.next] = *field;
        }
    }

    /// The gun that a field at `layer` tries next.
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

    /// The field of a full gun at `layer` that changes guns next.
    fn next_taken(&mut self, gun: usize, layer: usize) -> Option<usize> {
        let Gun { crew, seen, .. } = &mut self.guns[gun];
        while let Some(taken) = crew.get(seen.next) {
            let at = self.fields[*taken].seen;
            if at.round == self.round && at.layer == layer + 1 {
                return Some(*taken);
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

    /// The number of a ship. One whose shots were all spent by name has none to give.
    fn gun(&mut self, ship: ShipId) -> usize {
        let (game, turn, guns) = (self.game, self.turn, &mut self.guns);
        *self.gun_of.entry(ship).or_insert_with(|| {
            let shots = game.board.ship(ship).hull().length() - turn.spent(ship).shots;
            let (crew, seen) = (Vec::new(), Seen::default());
            guns.push(Gun { crew, shots: shots as usize, is_full: false, seen, from: (0, None) });
            guns.len() - 1
        })
    }

    /// The own ships but carriers that were armed and had the target in range when the turn began or
    /// after one of their moves.
    fn ships_near(&self, target: Coord) -> Vec<ShipId> {
        // Of all ships but carriers, battleships reach farthest.
        let range = Class::Battleship.length();
        let around = Rect::spanning(target, target).grown(i64::from(range));
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

    /// The ships whose cannon stands or, in this turn, stood on `field`.
    fn cannons_at(&self, field: Coord) -> impl Iterator<Item = ShipId> + '_ {
        let board = &self.game.board;
        let stands = board.ship_at(field);
        let stands = stands.filter(|id| board.ship(*id).hull().field(CANNON) == field);
        let stood = self.turn.left.get(&field).into_iter().flatten().copied();
        stands.into_iter().chain(stood)
    }

    /// How far `ship` shoots, if it takes targets: an own ship, no carrier, that was armed.
    fn range(&self, ship: ShipId) -> Option<u32> {
        let (owner, name) = self.game.name(ship);
        let takes = owner == self.turn.side && self.game.was_armed(self.turn, ship);
        name.class.range().filter(|_| takes)
    }
}
