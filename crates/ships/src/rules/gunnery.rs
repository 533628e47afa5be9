//! Shots and planes (spec ships §5 and §8).

use super::CANNON;
use super::game::Deed;
use super::turn::Target;
use super::{Class, Game, Reason, ShipName};
use broadside_core::board::{Coord, Ship, ShipId};

impl Game {
    /// Whether targets may be named without ships.
    #[doc(hidden)]
    pub fn takes_targets(&self) -> bool {
        self.extended && self.auto_shooting
    }

    /// `SHOOT y x`: the basic shot, or a target.
    pub(super) fn check_shot(&self, at: Coord) -> Result<Deed, Reason> {
        if self.extended && !self.auto_shooting {
            return Err(Reason::BasicShotDisabled);
        }
        self.check_all_placed()?;
        self.check_field(at)?;
        Ok(Deed::Shot { by: None, at })
    }

    /// `SHOOT i C y x`: a shot from the cannon of a ship.
    pub(super) fn check_fire(&self, name: ShipName, at: Coord) -> Result<Deed, Reason> {
        if !self.extended {
            return Err(Reason::ExtendedShipsOff);
        }
        self.check_all_placed()?;
        let id = self.own_ship(name)?;
        let ship = self.board.ship(id);
        if !ship.is_healthy(CANNON) {
            return Err(Reason::ShipCannotShoot);
        }
        if self.turn().spent(id).shots >= name.class.length() {
            return Err(Reason::TooManyShots);
        }
        if !reaches(name.class, ship, at) {
            return Err(Reason::ShootingTooFar);
        }
        self.check_field(at)?;
        Ok(Deed::Shot { by: Some(id), at })
    }

    /// `SPY i y x`: a plane from a carrier.
    pub(super) fn check_plane(&self, index: i64, at: Coord) -> Result<Deed, Reason> {
        let id = self.own_ship(ShipName { class: Class::Carrier, index })?;
        if !self.board.ship(id).is_healthy(CANNON) {
            return Err(Reason::CannotSendPlane);
        }
        if self.turn().spent(id).shots >= Class::Carrier.length() {
            return Err(Reason::AllPlanesSent);
        }
        Ok(Deed::Flight { by: Some(id), at })
    }

    /// `SPY y x`: a plane that a carrier is found for when the turn ends.
    pub(super) fn check_target_of_plane(&self, at: Coord) -> Result<Deed, Reason> {
        if !self.takes_targets() {
            return Err(Reason::AutoShootingOff);
        }
        Ok(Deed::Flight { by: None, at })
    }

    /// Shoots at a field that exists.
    pub(super) fn shoot(&mut self, by: Option<ShipId>, at: Coord) {
        self.spend(by, Target::Shot(at));
        self.strike(at);
    }

    /// Sends a plane.
    pub(super) fn fly(&mut self, by: Option<ShipId>, at: Coord) {
        self.spend(by, Target::Plane);
        let side = self.turn().side;
        self.fleets[side].spied.add(at);
    }

    /// Takes a shot from a ship, or notes a target that a ship is found for when the turn ends.
    fn spend(&mut self, by: Option<ShipId>, target: Target) {
        match by {
            Some(ship) => self.turn_mut().spent.entry(ship).or_default().shots += 1,
            None if self.takes_targets() => self.note(target),
            None => {}
        }
    }

    /// Notes a target. When as many are noted as the whole fleet could take, and one more, no later one
    /// can be the first to be blamed.
    fn note(&mut self, target: Target) {
        let most = self.most_targets();
        let targets = &mut self.turn_mut().targets;
        if targets.len() <= most {
            targets.push(target);
        }
    }

    /// How many targets a whole fleet of the player whose turn is open could take.
    pub(super) fn most_targets(&self) -> usize {
        let sizes = self.fleets[self.turn().side].sizes();
        let shots =
            Class::ALL.iter().zip(sizes).map(|(class, size)| i64::from(class.length()) * size);
        usize::try_from(shots.sum::<i64>()).unwrap_or(usize::MAX)
    }

    /// How many targets of the open turn have been noted; none where no turn is open.
    #[doc(hidden)]
    pub fn noted_targets(&self) -> usize {
        self.turn.as_ref().map_or(0, |turn| turn.targets.len())
    }

    fn check_all_placed(&self) -> Result<(), Reason> {
        self.is_complete().then_some(()).ok_or(Reason::NotAllShipsPlaced)
    }

    fn check_field(&self, at: Coord) -> Result<(), Reason> {
        self.board.dims().holds(at).then_some(()).ok_or(Reason::FieldDoesNotExist)
    }
}

/// Whether the cannon of `ship`, where it stands, reaches `at`.
fn reaches(class: Class, ship: &Ship, at: Coord) -> bool {
    class.range().is_none_or(|range| ship.hull().field(CANNON).is_within(at, range))
}
