//! Checks and carries out shots and planes (spec ships §5 and §8).

use super::game::CheckedOrder;
use super::turn::Target;
use super::{Class, Game, Order, Reason, ShipName};
use broadside_core::board::{Coord, ShipId};

impl Game {
    /// Whether an order may leave out its ship, so that the game looks for one when the turn ends.
    #[doc(hidden)]
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

    /// Checks `SHOOT i C y x`.
    pub(super) fn check_fire(&self, name: ShipName, at: Coord) -> Result<CheckedOrder, Reason> {
        if !self.extended {
            return Err(Reason::ExtendedShipsOff);
        }
        self.check_all_placed()?;
        let id = self.own_ship(name)?;
        if !self.is_armed(id) {
            return Err(Reason::ShipCannotShoot);
        }
        if self.turn().spent(id).shots_and_planes >= name.class.length() {
            return Err(Reason::TooManyShots);
        }
        if !name.class.range().is_none_or(|range| self.cannon(id).is_within(at, range)) {
            return Err(Reason::ShootingTooFar);
        }
        self.check_field(at)?;
        Ok(CheckedOrder::Shot { by: Some(id), at })
    }

    /// Checks `SPY i y x`.
    pub(super) fn check_plane(&self, index: i64, at: Coord) -> Result<CheckedOrder, Reason> {
        let id = self.own_ship(ShipName { class: Class::Carrier, index })?;
        if !self.is_armed(id) {
            return Err(Reason::CannotSendPlane);
        }
        if self.turn().spent(id).shots_and_planes >= Class::Carrier.length() {
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
        self.spend(by, Target::Shot(at));
        self.strike(at);
    }

    pub(super) fn fly(&mut self, by: Option<ShipId>, at: Coord) {
        self.spend(by, Target::Plane(at));
        let side = self.turn().side;
        self.fleets[side].spied.add(at);
    }

    /// Counts a shot or plane of a ship, or stores a target without a ship. Basic shots belong to
    /// no ship and are not counted.
    fn spend(&mut self, by: Option<ShipId>, target: Target) {
        match by {
            Some(ship) => self.turn_mut().spent.entry(ship).or_default().shots_and_planes += 1,
            None if self.takes_targets() => self.store_target(target),
            None => {}
        }
    }

    /// Drops the target if more targets are stored than the whole fleet could take. The turn is
    /// then invalid already, because one of the stored targets gets no ship.
    fn store_target(&mut self, target: Target) {
        let most = self.most_targets();
        let targets = &mut self.turn_mut().targets;
        if targets.len() <= most {
            targets.push(target);
        }
    }

    /// The number of targets that the player's fleet could take if all ships were on the board and
    /// healthy.
    pub(super) fn most_targets(&self) -> usize {
        let sizes = self.fleets[self.turn().side].sizes();
        let shots =
            Class::ALL.iter().zip(sizes).map(|(class, size)| i64::from(class.length()) * size);
        usize::try_from(shots.sum::<i64>()).unwrap_or(usize::MAX)
    }

    /// Returns the orders of the open turn that still need a ship. Returns no orders between turns.
    #[doc(hidden)]
    pub fn stored_targets(&self) -> impl ExactSizeIterator<Item = Order> + '_ {
        let targets = self.turn.as_ref().map_or(&[][..], |turn| &turn.targets);
        targets.iter().map(|target| target.order())
    }

    fn check_all_placed(&self) -> Result<(), Reason> {
        self.is_complete().then_some(()).ok_or(Reason::NotAllShipsPlaced)
    }

    fn check_field(&self, at: Coord) -> Result<(), Reason> {
        self.board.dims().holds(at).then_some(()).ok_or(Reason::FieldDoesNotExist)
    }
}
