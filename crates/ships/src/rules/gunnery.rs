//! Checks and carries out shots and planes (spec ships §5 and §8). If an order names only a target,
//! this module finds a ship for the target.
//!
//! Carriers reach every field, so their shots are counted together. [`Matching`] gives as many
//! targets as possible to the other ships, and the carriers take the rest. A target gets no ship if
//! the carriers have no shot left for it.

use super::game::CheckedOrder;
use super::large::Matching;
use super::turn::TurnLog;
use super::{Class, Game, Order, Reason, ShipName};
use broadside_core::board::{Coord, ShipId};
use broadside_core::{Cancel, Cancelled};

#[doc(hidden)]
impl Game {
    /// Whether an order may leave out its ship. The game then looks for a ship when the turn ends.
    pub fn takes_targets(&self) -> bool {
        self.extended && self.auto_shooting
    }

    /// Checks `SHOOT y x`: the basic shot, or a target for which a ship is found later.
    pub(super) fn check_shot(&self, at: Coord) -> Result<CheckedOrder, Reason> {
        if self.extended && !self.auto_shooting {
            return Err(Reason::BasicShotDisabled);
        }
        self.check_all_placed()?;
        self.check_field(at)?;
        Ok(CheckedOrder::Shot { by: None, at })
    }

    pub(super) fn check_fire(&self, name: ShipName, at: Coord) -> Result<CheckedOrder, Reason> {
        if !self.extended {
            return Err(Reason::ExtendedShipsOff);
        }
        self.check_all_placed()?;
        let id = self.own_ship(name)?;
        if !self.is_armed(id) {
            return Err(Reason::ShipCannotShoot);
        }
        if self.turn().shots_left(id, name.class.length()) == 0 {
            return Err(Reason::TooManyShots);
        }
        if !name.class.reaches(self.cannon(id), at) {
            return Err(Reason::ShootingTooFar);
        }
        self.check_field(at)?;
        Ok(CheckedOrder::Shot { by: Some(id), at })
    }

    pub(super) fn check_plane(&self, index: i64, at: Coord) -> Result<CheckedOrder, Reason> {
        let id = self.own_ship(ShipName { class: Class::Carrier, index })?;
        if !self.is_armed(id) {
            return Err(Reason::CannotSendPlane);
        }
        if self.turn().shots_left(id, Class::Carrier.length()) == 0 {
            return Err(Reason::AllPlanesSent);
        }
        Ok(CheckedOrder::Flight { by: Some(id), at })
    }

    /// Checks `SPY y x`: a plane for which a carrier is found when the turn ends.
    pub(super) fn check_target_of_plane(&self, at: Coord) -> Result<CheckedOrder, Reason> {
        if !self.takes_targets() {
            return Err(Reason::AutoShootingOff);
        }
        Ok(CheckedOrder::Flight { by: None, at })
    }

    pub(super) fn shoot(&mut self, by: Option<ShipId>, at: Coord) {
        self.spend(by, Order::Shoot(at));
        self.strike(at);
    }

    pub(super) fn fly(&mut self, by: Option<ShipId>, at: Coord) {
        self.spend(by, Order::SpyAt(at));
        let side = self.turn().side;
        self.fleets[side].spied.add(at);
    }

    /// Counts a shot or plane of a ship, or stores a target. Drops the target if the stored targets
    /// are already more than the whole fleet could take, because the turn is then invalid anyway.
    /// Basic shots are not counted.
    fn spend(&mut self, by: Option<ShipId>, target: Order) {
        if let Some(ship) = by {
            self.turn_mut().spent.entry(ship).or_default().shots_and_planes += 1;
        } else if self.takes_targets() && self.turn().targets.len() <= self.most_targets() {
            self.turn_mut().targets.push(target);
        }
    }

    /// Counts the targets that the player's fleet could take if it were complete and healthy.
    pub(super) fn most_targets(&self) -> usize {
        let sizes = self.fleets[self.turn().side].sizes();
        let shots =
            Class::ALL.iter().zip(sizes).map(|(class, size)| i64::from(class.length()) * size);
        usize::try_from(shots.sum::<i64>()).unwrap_or(usize::MAX)
    }

    /// Returns the orders of the open turn that still need a ship, or none between turns.
    pub fn stored_targets(&self) -> impl ExactSizeIterator<Item = Order> + '_ {
        let targets = self.turn.as_ref().map_or(&[][..], |turn| &turn.targets);
        targets.iter().copied()
    }

    pub(super) fn has_own_ship(&self, at: Coord) -> bool {
        let is_own = |ship| self.name(ship).0 == self.turn().side;
        self.board.ship_at(at).is_some_and(is_own)
    }

    fn check_all_placed(&self) -> Result<(), Reason> {
        self.is_complete().then_some(()).ok_or(Reason::NotAllShipsPlaced)
    }

    fn check_field(&self, at: Coord) -> Result<(), Reason> {
        self.board.dims().holds(at).then_some(()).ok_or(Reason::FieldDoesNotExist)
    }
}

impl Game {
    /// Returns the index of the first target of the open turn that can get no ship, or `None` if
    /// each target gets a ship.
    pub(super) fn unmatched_target(&self, cancel: &Cancel) -> Result<Option<usize>, Cancelled> {
        let turn = self.turn();
        if turn.targets.is_empty() {
            return Ok(None);
        }
        let pool = self.carrier_shots(turn);
        let empty = || Prefix {
            matching: Matching::new(self, turn, turn.targets.len(), cancel),
            length: 0,
            left_over: 0,
        };
        if empty().extend(&turn.targets, pool, cancel)? {
            return Ok(None);
        }
        // The first target that can get no ship has an index from `known.length` to `end - 1`. Each
        // step halves this range.
        let (mut known, mut end) = (empty(), turn.targets.len());
        while end - known.length > 1 {
            let middle = known.length.midpoint(end);
            let mut longer = known.clone();
            if longer.extend(&turn.targets[..middle], pool, cancel)? {
                known = longer;
            } else {
                end = middle;
            }
        }
        Ok(Some(known.length))
    }

    /// Counts the shots and planes that the carriers have left. Includes carriers that lost their
    /// cannons in this turn, because they could shoot before.
    fn carrier_shots(&self, turn: &TurnLog) -> i64 {
        let is_carrier = |ship: &ShipId| {
            let (owner, name) = self.name(*ship);
            owner == turn.side && name.class == Class::Carrier
        };
        let lost = turn.disarmed.iter().filter(|ship| is_carrier(ship)).count() as u64;
        let spent = turn.spent.iter().filter(|(ship, _)| is_carrier(ship));
        let spent: u64 = spent.map(|(_, spent)| u64::from(spent.shots_and_planes)).sum();
        let armed = self.fleets[turn.side].armed_carriers + lost;
        let free = armed * u64::from(Class::Carrier.length()) - spent;
        i64::try_from(free).expect("a fleet has at most a million carriers")
    }
}

/// The first targets of a turn, with a matching of as many of them as possible.
#[derive(Clone)]
struct Prefix<'g> {
    matching: Matching<'g>,
    length: usize,
    /// The number of these targets that the carriers have to take.
    left_over: i64,
}

impl Prefix<'_> {
    /// Adds the `targets` that come after the prefix. Returns whether the carriers have enough
    /// shots for the targets that no other ship takes. `pool` is the number of these shots.
    fn extend(&mut self, targets: &[Order], pool: i64, cancel: &Cancel) -> Result<bool, Cancelled> {
        let mut shots = Vec::new();
        for target in &targets[self.length..] {
            match target.shot() {
                Some(at) => shots.push(at),
                None => self.left_over += 1,
            }
        }
        self.length = targets.len();
        let left_over = self.matching.add_all(&shots, cancel)?;
        self.left_over += i64::try_from(left_over).expect("a turn has fewer than 2^63 targets");
        Ok(self.left_over <= pool)
    }
}
