//! Writes targets: shots and planes that name no ship. The rules find a ship for each target at the
//! end of the turn. A turn may have more targets than the ships can take.

use super::writer::Writer;
use broadside_core::board::Coord;
use broadside_ships::rules::{Order, ShipName};

/// The largest number of orders that `write_targets` draws after the first moves of a turn.
const MOST: i64 = 14;

impl Writer {
    pub(super) fn write_targets(&mut self) {
        if !self.game().takes_targets() {
            return self.write_illegal_shot();
        }
        self.enter_turn();
        for _ in 0..self.chance.below(4) {
            self.move_some_ship();
        }
        if self.chance.happens(2, 5) {
            self.fill_up();
            return self.leave();
        }
        let placed = self.placed(self.mover());
        let shots: i64 = placed.iter().map(|name| i64::from(name.class.length())).sum();
        let most = if self.chance.happens(1, 2) { 3 } else { shots + 1 };
        for _ in 0..self.chance.between(1, most.min(MOST)) {
            match self.chance.below(12) {
                0 => self.give_order(),
                1 => self.shoot_own_cannon(),
                2 | 3 => self.move_some_ship(),
                4 if !self.carriers().is_empty() || self.chance.happens(1, 8) => {
                    self.send_any_plane();
                }
                _ => self.write_target(),
            }
        }
        self.leave();
    }

    /// Writes as many targets as a few ships can take together, and sometimes one more.
    fn fill_up(&mut self) {
        let placed = self.placed(self.mover());
        if let (Some(name), true) = (self.chance.pick(&placed), self.chance.happens(1, 2)) {
            self.fire_from(name);
        }
        let mut targets = Vec::new();
        for name in placed.into_iter().filter(|name| name.class.range().is_some()).take(3) {
            let Some(cannon) = self.cannon(name) else { continue };
            for _ in self.shots(name)..name.class.length() {
                targets.push(self.reached_from(name, cannon));
            }
        }
        if self.chance.happens(1, 3) {
            targets.extend(targets.first().copied());
        }
        let first = self.chance.below(targets.len());
        targets.rotate_left(first);
        for at in targets {
            self.order(Order::Shoot(at));
        }
    }

    /// Writes a target that is usually in range of some cannon, or was in range before a move of
    /// this turn took the cannon away.
    pub(super) fn write_target(&mut self) {
        let left =
            self.chance.pick(&self.cannons_before_moves).filter(|_| self.chance.happens(1, 2));
        let at = match left.or_else(|| self.some_cannon()) {
            Some((name, cannon)) => self.reached_from(name, cannon),
            None => self.some_field(),
        };
        self.order(Order::Shoot(at));
    }

    fn some_cannon(&mut self) -> Option<(ShipName, Coord)> {
        let name = self.some_ship()?;
        Some((name, self.cannon(name)?))
    }

    /// Draws a field for a shot of the ship. The field is usually in range of `cannon`, and
    /// sometimes just out of range.
    fn reached_from(&mut self, name: ShipName, cannon: Coord) -> Coord {
        let Some(range) = name.class.range() else { return self.target() };
        let extra = u32::from(self.chance.happens(1, 20));
        let dims = self.game().board().dims();
        let mut at = cannon;
        for _ in 0..8 {
            at = self.near(cannon, i64::from(range));
            if dims.holds(at) && cannon.is_within(at, range + extra) {
                break;
            }
        }
        at
    }

    pub(super) fn move_some_ship(&mut self) {
        if let Some(name) = self.some_ship() {
            self.move_ship(name);
        }
    }

    /// Shoots at the cannon of an own ship. By the rules, a ship whose cannon is hit in this turn
    /// can still take targets of this turn.
    fn shoot_own_cannon(&mut self) {
        if let Some((_, at)) = self.some_cannon() {
            self.order(Order::Shoot(at));
        }
    }
}
