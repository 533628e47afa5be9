//! The sea: where ships lie, and which ships are too close to each other (spec ships §3). A run may
//! have misreadings (known ways to misunderstand a rule). "By the rules" means without them.

use super::{Misreading, Model, Rule};
use broadside_core::board::{Coord, Heading, Manoeuvre, Side};
use broadside_ships::rules::Class;

/// The number of the segment with the cannon and, on a carrier, the planes.
pub(super) const CANNON: usize = 1;

/// A field, on or off the board. The coordinates have 128 bits, so that no sum of them overflows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Field {
    pub(super) y: i128,
    pub(super) x: i128,
}

impl From<Coord> for Field {
    fn from(at: Coord) -> Self {
        Self { y: at.row.into(), x: at.col.into() }
    }
}

impl Field {
    pub(super) const fn ahead(self, heading: Heading, distance: i128) -> Self {
        match heading {
            Heading::North => self.moved(-distance, 0),
            Heading::East => self.moved(0, distance),
            Heading::South => self.moved(distance, 0),
            Heading::West => self.moved(0, -distance),
        }
    }

    pub(super) const fn moved(self, dy: i128, dx: i128) -> Self {
        Self { y: self.y + dy, x: self.x + dx }
    }

    pub(super) fn is_inside(self, [top, left, bottom, right]: [i64; 4]) -> bool {
        (top.into()..=bottom.into()).contains(&self.y)
            && (left.into()..=right.into()).contains(&self.x)
    }

    pub(super) const fn distance_squared(self, other: Self) -> u128 {
        let (dy, dx) = self.apart(other);
        dy.saturating_mul(dy).saturating_add(dx.saturating_mul(dx))
    }

    pub(super) const fn apart(self, other: Self) -> (u128, u128) {
        (self.y.abs_diff(other.y), self.x.abs_diff(other.x))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) side: Side,
    pub(super) class: Class,
    pub(super) number: i64,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) moves: usize,
    pub(super) shots: usize,
    pub(super) planes: usize,
}

impl Counts {
    pub(super) const fn spent(self) -> usize {
        self.shots + self.planes
    }
}

#[derive(Clone)]
pub(super) struct Ship {
    pub(super) bow: Field,
    pub(super) heading: Heading,
    pub(super) healthy: Vec<bool>,
    /// For each heading, whether a misreading lays the hull ahead of the bow. By the rules, it lies
    /// behind the bow.
    pub(super) is_ahead: [bool; 4],
    /// Whether `SHIP` set the ship on the board; otherwise, `PLACE_SHIP` did.
    pub(super) by_setup: bool,
    pub(super) now: Counts,
    /// The sums of the counts of all earlier turns.
    pub(super) earlier: Counts,
    /// Whether the cannon was healthy when the turn began, or when the ship came on the board.
    pub(super) was_armed: bool,
    /// The fields on which the cannon was: when the turn began (or the ship came on the board), and
    /// after each move.
    pub(super) aims_from: Vec<Field>,
}

impl Ship {
    pub(super) fn new(
        bow: Field,
        heading: Heading,
        healthy: Vec<bool>,
        is_ahead: [bool; 4],
    ) -> Self {
        let was_armed = healthy[CANNON];
        let mut ship = Self {
            bow,
            heading,
            healthy,
            is_ahead,
            by_setup: false,
            now: Counts::default(),
            earlier: Counts::default(),
            was_armed,
            aims_from: Vec::new(),
        };
        ship.aims_from.push(ship.field(CANNON));
        ship
    }

    pub(super) fn field(&self, segment: usize) -> Field {
        let distance = segment as i128;
        let is_ahead = self.is_ahead[self.heading as usize];
        self.bow.ahead(self.heading, if is_ahead { distance } else { -distance })
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = Field> + use<'_> {
        (0..self.healthy.len()).map(|segment| self.field(segment))
    }

    /// Returns the ship after a move. By the rules, a turned ship has its stern on the field that
    /// was ahead of its bow.
    pub(super) fn after(&self, way: Manoeuvre, model: &Model) -> Self {
        let mut length = self.healthy.len() as i128;
        if model.misreads(Misreading::TurnShorter) {
            length = self.healthy.iter().filter(|healthy| **healthy).count() as i128;
        }
        let pivot = self.bow.ahead(self.heading, 1);
        if way == Manoeuvre::Forward {
            let distance = if model.misreads(Misreading::MoveTwo) { 2 } else { 1 };
            return Self { bow: self.bow.ahead(self.heading, distance), ..self.clone() };
        }
        let turns_left = (way == Manoeuvre::Left) != model.misreads(Misreading::TurnSwap);
        let turn = if turns_left { Manoeuvre::Left } else { Manoeuvre::Right };
        let heading = self.heading.turned(turn);
        let bow = if model.misreads(Misreading::TurnBow) {
            self.bow
        } else if model.misreads(Misreading::TurnStays) {
            self.field(self.healthy.len() - 1).ahead(heading, length - 1)
        } else {
            pivot.ahead(heading, length - 1)
        };
        Self { bow, heading, ..self.clone() }
    }
}

impl Model {
    /// Returns the number of segments of a ship of this class. It is also the range of its cannon.
    pub(super) fn length(&self, class: Class) -> usize {
        let is_swapped = self.misreads(Misreading::BatCruSwapped);
        let other = match class {
            Class::Battleship if is_swapped => Class::Cruiser,
            Class::Cruiser if is_swapped => Class::Battleship,
            Class::Carrier | Class::Battleship | Class::Cruiser | Class::Destroyer => class,
        };
        other.length() as usize
    }

    /// Returns the heading of a new ship. `by_setup` says whether `SHIP` sets the ship.
    pub(super) fn heading(&self, heading: Heading, by_setup: bool) -> Heading {
        let is_swapped = match heading {
            Heading::East | Heading::West => by_setup && self.misreads(Misreading::ShipEwSwapped),
            Heading::North | Heading::South => {
                !by_setup && self.misreads(Misreading::PlaceNsSwapped)
            }
        };
        if is_swapped { heading.opposite() } else { heading }
    }

    /// Whether the checks of commands find the field on the board. One misreading exchanges `y` and
    /// `x` before the check. Otherwise, this is [`has_field`](Self::has_field).
    pub(super) fn is_on_board(&self, at: Field) -> bool {
        let is_transposed = self.misreads(Misreading::BoardCheckTransposed);
        let at = if is_transposed { Field { y: at.x, x: at.y } } else { at };
        self.has_field(at)
    }

    /// Whether the field is on the board.
    pub(super) fn has_field(&self, at: Field) -> bool {
        (0..self.rows.into()).contains(&at.y) && (0..self.cols.into()).contains(&at.x)
    }

    pub(super) fn ships_of(&self, side: Side) -> impl Iterator<Item = (&Name, &Ship)> {
        self.ships.iter().filter(move |(name, _)| name.side == side)
    }

    /// Whether the ship is on the board.
    pub(super) fn is_present(&self, name: Name) -> bool {
        self.ships.contains_key(&self.find(name))
    }

    /// Returns the name of the ship that `name` means. By the rules, it is `name` itself, but a
    /// misreading may ignore the class or the player.
    pub(super) fn find(&self, name: Name) -> Name {
        let any_class = self.misreads(Misreading::IdsAnyClass);
        let any_player = self.misreads(Misreading::IdsAnyPlayer);
        if !any_class && !any_player {
            return name;
        }
        let is_it = |other: &&Name| {
            other.number == name.number
                && (other.class == name.class || any_class)
                && (other.side == name.side || any_player)
        };
        self.ships.keys().find(is_it).copied().unwrap_or(name)
    }

    pub(super) fn healthy_segments(&self, side: Side) -> usize {
        let healthy = |ship: &Ship| ship.healthy.iter().filter(|healthy| **healthy).count();
        self.ships_of(side).map(|(_, ship)| healthy(ship)).sum()
    }

    pub(super) fn launch(&mut self, name: Name, ship: Ship) {
        self.reach(Rule::ShipsBody);
        let length = if self.leaves_out(Rule::ShipsBody) { 1 } else { ship.healthy.len() };
        for (segment, field) in ship.fields().take(length).enumerate() {
            self.sea.insert(field, (name, segment));
        }
        self.ships.insert(name, ship);
    }

    pub(super) fn remove(&mut self, name: Name) {
        for field in self.ships.remove(&name).iter().flat_map(Ship::fields) {
            if self.sea.get(&field).is_some_and(|(other, _)| *other == name) {
                self.sea.remove(&field);
            }
        }
    }

    pub(super) fn is_on_reef(&self, ship: &Ship) -> bool {
        let too_close = u128::from(self.misreads(Misreading::ReefTooClose));
        let is_near = |(dy, dx): (u128, u128)| dy.max(dx) <= too_close;
        ship.fields().any(|field| self.reefs.iter().any(|reef| is_near(field.apart(*reef))))
    }

    /// Whether `ship` of `side` overlaps or touches a ship other than `itself`.
    pub(super) fn is_too_close(&self, side: Side, ship: &Ship, itself: Option<Name>) -> bool {
        ship.fields().any(|field| !self.touches(side, field, itself).is_empty())
    }

    /// Notes each rule that is needed to see that `ship` is too close. For example, the rule about
    /// diagonal neighbours is needed if all touched segments are diagonal.
    pub(super) fn reach_touches(&mut self, side: Side, ship: &Ship, itself: Option<Name>) {
        let touches = ship.fields().flat_map(|field| self.touches(side, field, itself));
        let touches: Vec<_> = touches.collect();
        let all = |what: usize| touches.iter().all(|touch| touch[what]);
        self.reach_if(all(0), Rule::ShipsTouchDiagonally);
        self.reach_if(all(1), Rule::ShipsTouchEnemy);
        self.reach_if(all(2), Rule::ShipsTouchDestroyed);
    }

    /// Finds the segments that are too close to the field `at`. Returns three facts for each
    /// segment: whether it is diagonal, whether it is the enemy's, and whether it is destroyed.
    pub(super) fn touches(&self, side: Side, at: Field, itself: Option<Name>) -> Vec<[bool; 3]> {
        let mut touches = Vec::new();
        let far = if self.misreads(Misreading::CloseTwo) { 2 } else { 1 };
        for (dy, dx) in (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dy, dx))) {
            let Some((other, segment)) = self.sea.get(&at.moved(dy, dx)) else { continue };
            let touch =
                [dy != 0 && dx != 0, other.side != side, !self.ships[other].healthy[*segment]];
            if Some(*other) != itself && self.counts_as_close(touch, (dy, dx) == (0, 0)) {
                touches.push(touch);
            }
        }
        touches
    }

    fn counts_as_close(&self, [diagonal, enemy, destroyed]: [bool; 3], overlaps: bool) -> bool {
        !(self.misreads(Misreading::CloseNone)
            || self.misreads(Misreading::Close4) && diagonal
            || self.misreads(Misreading::CloseOverlap) && !overlaps
            || self.misreads(Misreading::CloseOwn) && enemy
            || self.misreads(Misreading::CloseAlive) && destroyed)
    }
}
