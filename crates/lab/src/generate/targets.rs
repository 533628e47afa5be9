//! Targets without ships: as many as ships can take, or one too many.

use super::writer::Writer;
use broadside_core::board::Coord;
use broadside_ships::rules::{Order, ShipName};

/// The most targets of a turn.
const MOST: i64 = 14;

impl Writer {
    /// A turn of targets, with moves and shots between them.
    pub(super) fn name_targets(&mut self) {
        if !self.game().takes_targets() {
            return self.misfire();
        }
        self.enter_turn();
        for _ in 0..self.chance.below(4) {
            self.move_someone();
        }
        if self.chance.happens(2, 5) {
            self.fill_up();
            return self.leave();
        }
        let most = if self.chance.happens(1, 2) { 3 } else { self.free_shots() + 1 };
        for _ in 0..self.chance.between(1, most.min(MOST)) {
            match self.chance.below(12) {
                0 => self.act(),
                1 => self.shoot_own_cannon(),
                2 | 3 => self.move_someone(),
                4 if self.carriers().next().is_some() || self.chance.happens(1, 8) => {
                    let at = self.plane_target();
                    self.order(Order::SpyAt(at));
                }
                _ => self.name_target(),
            }
        }
        self.leave();
    }

    /// The targets that ships can take, in any order, and now and then one more.
    fn fill_up(&mut self) {
        let placed = self.placed(self.mover());
        if let (Some(name), true) = (self.chance.pick(&placed), self.chance.happens(1, 2)) {
            self.fire_from(name);
        }
        let mut targets = Vec::new();
        for name in placed.into_iter().filter(|name| name.class.range().is_some()).take(3) {
            let Some(cannon) = self.cannon(name) else { continue };
            for _ in self.tally.shots(name)..name.class.length() {
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

    /// The shots of all ships of the mover together.
    fn free_shots(&self) -> i64 {
        let placed = self.placed(self.mover());
        placed.iter().map(|name| i64::from(name.class.length())).sum()
    }

    /// A target that some ship reaches, or reached before it moved in this turn.
    pub(super) fn name_target(&mut self) {
        let placed = self.placed(self.mover());
        let left = self.chance.pick(self.tally.left()).filter(|_| self.chance.happens(1, 2));
        let at = match left.or_else(|| self.stand(&placed)) {
            Some((name, cannon)) => self.reached_from(name, cannon),
            None => self.some_field(),
        };
        self.order(Order::Shoot(at));
    }

    /// A ship and where its cannon is.
    fn stand(&mut self, placed: &[ShipName]) -> Option<(ShipName, Coord)> {
        let name = self.chance.pick(placed)?;
        Some((name, self.cannon(name)?))
    }

    /// A field that `name` reaches when its cannon is at `cannon`; now and then one just behind.
    fn reached_from(&mut self, name: ShipName, cannon: Coord) -> Coord {
        let Some(range) = name.class.range() else { return self.target() };
        let slip = u32::from(self.chance.happens(1, 20));
        let dims = self.game().board().dims();
        let mut at = cannon;
        for _ in 0..8 {
            at = self.near(cannon, i64::from(range));
            if dims.holds(at) && cannon.is_within(at, range + slip) {
                break;
            }
        }
        at
    }

    /// A move of some ship, if one is legal.
    pub(super) fn move_someone(&mut self) {
        let placed = self.placed(self.mover());
        if let Some(name) = self.chance.pick(&placed) {
            self.step(name);
        }
    }

    /// Destroys a cannon of the mover, which may still have taken targets in this turn.
    fn shoot_own_cannon(&mut self) {
        let placed = self.placed(self.mover());
        if let Some((_, at)) = self.stand(&placed) {
            self.order(Order::Shoot(at));
        }
    }
}
