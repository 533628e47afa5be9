//! Shots and planes (spec ships §5 and §8). A target is a shot or a plane that is given to a ship
//! only when the turn ends. A [`Misreading`] is a wrong reading of one rule.

use super::sea::{CANNON, Field, Name, Ship};
use super::targets::Target;
use super::{Misreading, Model, Rule, Step};
use broadside_core::board::Side;
use broadside_ships::rules::Class;

/// The number of planes that a carrier may send in a turn.
const PLANES: usize = 5;

impl Model {
    pub(super) const fn takes_targets(&self) -> bool {
        self.extended && self.auto_shooting
    }

    pub(super) fn shoot(&mut self, side: Side, at: Field) -> Step {
        let is_target = self.takes_targets();
        let (not_all_placed, no_field) = if is_target {
            (Rule::AutoNotAllPlaced, Rule::AutoNoField)
        } else {
            (Rule::ShootNotAllPlaced, Rule::ShootNoField)
        };
        let is_second = self.shots > 0 && !is_target;
        let checks = self.in_order([
            (Rule::ShootDisabled, self.extended && !self.auto_shooting),
            (not_all_placed, self.lacks_ships(side)),
            (no_field, self.misses_the_board(at)),
            (Rule::FireTooMany, is_second && self.misreads(Misreading::OneShot)),
        ]);
        self.judge(&checks, Some(Rule::ShootOrder))?;
        if is_target {
            self.targets.push((Target::Shot(at), self.command.clone()));
            self.reach(Rule::AutoShoot);
        } else {
            self.reach_if(self.auto_shooting, Rule::AutoBasic);
            self.reach_if(self.shots > 0, Rule::ShootSeveral);
        }
        self.strike(side, at, Rule::ShootHit);
        self.after_shot(side)
    }

    pub(super) fn lacks_ships(&self, side: Side) -> bool {
        let own = !self.is_complete(side) && !self.misreads(Misreading::NotallEnemy);
        let enemy = !self.is_complete(side.other()) && !self.misreads(Misreading::NotallOwn);
        let lacks = if self.misreads(Misreading::NotallAny) { own && enemy } else { own || enemy };
        lacks && !self.misreads(Misreading::NotallNever)
    }

    fn misses_the_board(&self, at: Field) -> bool {
        !self.is_on_board(at) && !self.misreads(Misreading::FieldNever)
    }

    /// Destroys the healthy segment on the field, and notes the rule `hit`. If the field has no
    /// healthy segment, notes `ShootNothing`.
    fn strike(&mut self, side: Side, at: Field, hit: Rule) {
        let struck = self.sea.get(&at).copied();
        let Some((name, segment)) = struck.filter(|(name, k)| self.ships[name].healthy[*k]) else {
            if let Some((name, _)) = struck.filter(|_| self.misreads(Misreading::HitTwice)) {
                self.players[name.side as usize].missing_from_count += 1;
            }
            return self.reach(Rule::ShootNothing);
        };
        let is_own = name.side == side;
        if is_own && self.misreads(Misreading::OwnHitEnemy) {
            self.players[side as usize].missing_from_count -= 1;
            self.players[side.other() as usize].missing_from_count += 1;
        }
        self.reach(hit);
        self.reach_if(is_own, Rule::ShootOwn);
        let is_safe = self.misreads(Misreading::OwnSafe)
            || self.misreads(Misreading::FireOwnSafe) && hit == Rule::FireHit;
        if is_own && is_safe || self.leaves_out(hit) {
            return;
        }
        if let Some(ship) = self.ships.get_mut(&name) {
            ship.healthy[segment] = false;
        }
    }

    /// Carries out `SHOOT i C y x`.
    pub(super) fn fire(&mut self, side: Side, name: Name, at: Field) -> Step {
        let ship = self.ships.get(&name);
        let is_dead = ship.is_some_and(|ship| self.lacks_cannon(ship));
        let checks = self.in_order([
            (Rule::FireOff, !self.extended),
            (Rule::FireNotAllPlaced, self.lacks_ships(side)),
            (Rule::FireNoShip, ship.is_none()),
            (Rule::FireCannot, is_dead && !self.misreads(Misreading::CannonNever)),
            (Rule::FireTooMany, ship.is_some_and(|ship| self.is_out_of_shots(ship))),
            (Rule::FireTooFar, ship.is_some_and(|ship| self.is_too_far(name.class, ship, at))),
            (Rule::FireNoField, self.misses_the_board(at)),
        ]);
        self.judge(&checks, Some(Rule::FireOrder))?;
        let is_far = self.ships.get(&name).is_some_and(|ship| !is_near(name.class, ship, at));
        self.reach_if(is_far, Rule::FireCarrier);
        self.reach_fresh_count(name, Rule::TurnShotsAfresh);
        if let Some(ship) = self.ships.get_mut(&name) {
            ship.now.shots += 1;
        }
        self.strike(side, at, Rule::FireHit);
        self.after_shot(side)
    }

    /// Returns the index of the segment that a ship needs for shots and planes.
    pub(super) fn cannon(&self) -> usize {
        if self.misreads(Misreading::CannonAnyBow) { 0 } else { CANNON }
    }

    fn lacks_cannon(&self, ship: &Ship) -> bool {
        let was_armed = ship.was_armed && self.misreads(Misreading::CannonStart);
        !ship.healthy[self.cannon()] && !was_armed
    }

    /// Whether the ship has used all its shots: one for each segment. A plane also uses a shot.
    fn is_out_of_shots(&self, ship: &Ship) -> bool {
        let planes = if self.misreads(Misreading::SpyNotShared) { 0 } else { ship.now.planes };
        let spent = ship.now.shots + planes;
        let most = if self.misreads(Misreading::ShotsOne) { 1 } else { ship.healthy.len() };
        spent >= most && !self.misreads(Misreading::ShotsNone)
    }

    /// Whether the field is out of range. By the rules, the range is measured from the cannon.
    fn is_too_far(&self, class: Class, ship: &Ship, at: Field) -> bool {
        let segment = if self.misreads(Misreading::RangeBow) { 0 } else { self.cannon() };
        let was_at = ship.aims_from.first().filter(|_| self.misreads(Misreading::RangeStart));
        let from = was_at.copied().unwrap_or_else(|| ship.field(segment));
        !self.is_in_range(class, from, at)
    }

    /// Whether a shot from `from` reaches `at`. By the rules, a carrier reaches every field.
    pub(super) fn is_in_range(&self, class: Class, from: Field, at: Field) -> bool {
        let range = self.length(class) as u128;
        let (dy, dx) = from.apart(at);
        if class == Class::Carrier && !self.misreads(Misreading::RangeCar)
            || self.misreads(Misreading::RangeNone)
        {
            true
        } else if self.misreads(Misreading::RangeCheb) {
            dy.max(dx) <= range
        } else if self.misreads(Misreading::RangeRoot) {
            from.distance_squared(at) < (range + 1) * (range + 1)
        } else if self.misreads(Misreading::RangeManh) {
            dy.saturating_add(dx) <= range
        } else if self.misreads(Misreading::RangeLt) {
            from.distance_squared(at) < range * range
        } else {
            from.distance_squared(at) <= range * range
        }
    }

    /// Carries out `SPY i y x`.
    pub(super) fn spy(&mut self, side: Side, name: Name, at: Field) -> Step {
        let ship = self.ships.get(&name);
        let too_early = self.lacks_ships(side) && self.misreads(Misreading::SpyNotall);
        let is_dead = ship.is_some_and(|ship| self.lacks_cannon(ship));
        let cannot = is_dead && !self.misreads(Misreading::SpyCannonNever);
        let all_sent =
            if self.misreads(Misreading::SpyText) { Rule::SpyCannot } else { Rule::SpyAllSent };
        let checks = [
            (Rule::FireNotAllPlaced, too_early),
            (Rule::SpyNoShip, ship.is_none()),
            (Rule::SpyCannot, cannot),
            (all_sent, ship.is_some_and(|ship| self.is_out_of_planes(ship))),
        ];
        self.judge(&checks, Some(Rule::SpyOrder))?;
        self.reach_fresh_count(name, Rule::TurnPlanesAfresh);
        if let Some(ship) = self.ships.get_mut(&name) {
            ship.now.planes += 1;
        }
        self.send_plane(side, at);
        Ok(())
    }

    fn send_plane(&mut self, side: Side, at: Field) {
        if !self.leaves_out(Rule::SpySquare) {
            self.players[side as usize].spied.entry(at).or_insert(self.turns);
        }
    }

    /// Notes `rule` if the ship may act only because each turn counts its shots and planes from
    /// zero.
    fn reach_fresh_count(&mut self, name: Name, rule: Rule) {
        let spent = |ship: &Ship| ship.now.spent() + ship.earlier.spent();
        let is_fresh = self.ships.get(&name).is_some_and(|ship| spent(ship) >= ship.healthy.len());
        self.reach_if(is_fresh, rule);
    }

    fn is_out_of_planes(&self, ship: &Ship) -> bool {
        let shots = if self.misreads(Misreading::SpyNotShared) { 0 } else { ship.now.shots };
        ship.now.planes + shots >= PLANES && !self.misreads(Misreading::SpyLimitNone)
    }

    /// Carries out `SPY y x`. The plane is given to a carrier when the turn ends.
    pub(super) fn spy_without_carrier(&mut self, side: Side, at: Field) -> Step {
        let too_early = self.lacks_ships(side) && self.misreads(Misreading::SpyNotall);
        let checks = [(Rule::AutoOff, !self.takes_targets()), (Rule::AutoNotAllPlaced, too_early)];
        self.judge(&checks, None)?;
        self.targets.push((Target::Plane, self.command.clone()));
        self.send_plane(side, at);
        self.reach(Rule::AutoSpy);
        Ok(())
    }
}

/// Whether the distance of `at` from the cannon is at most the ship's length. Only a carrier may
/// shoot farther.
fn is_near(class: Class, ship: &Ship, at: Field) -> bool {
    ship.field(CANNON).distance_squared(at) <= u128::from(class.length()).pow(2)
}
