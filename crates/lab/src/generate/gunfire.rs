//! Writes moves, shots and planes that should break one or two drawn rules (the wanted faults). If
//! no order breaks exactly these rules, writes the most similar order, which may be legal.

use super::faults::{CANNON, CLOSE, ENGINE, FAR, Faults, MANY, MOVED, OFF_BOARD, REEF, bits};
use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Coord, Manoeuvre, Ship, ShipId};
use broadside_ships::rules::{self, Class, Order, Setting, ShipName};

/// The largest number of targets that are drawn to find one with exactly the wanted faults.
const TRIES: usize = 30;

/// The faults of a move: single faults, then pairs. A repeated entry is drawn more often.
const OF_MOVE: [&[Faults]; 2] = [
    &[MOVED, MOVED, OFF_BOARD, CLOSE, CLOSE, REEF, ENGINE, ENGINE],
    &[
        MOVED | ENGINE,
        MOVED | ENGINE,
        MOVED | ENGINE,
        REEF | OFF_BOARD,
        REEF | CLOSE,
        OFF_BOARD | CLOSE,
        OFF_BOARD | CLOSE,
        MOVED | REEF,
    ],
];

const OF_SHOT: [&[Faults]; 2] = [
    &[CANNON, CANNON, MANY, MANY, FAR, FAR, FAR, OFF_BOARD],
    &[MANY | CANNON, MANY | FAR, FAR | OFF_BOARD, CANNON | OFF_BOARD, MANY | OFF_BOARD],
];

impl Writer {
    pub(super) fn write_illegal_move(&mut self) {
        let wanted = self.draw_move_faults();
        self.prepare_reef_ahead(wanted);
        self.enter_turn();
        let placed = self.placed(self.mover());
        let has_engine = |name: &ShipName| self.is_healthy(*name, name.class.length() - 1);
        let is_sound = |name: &ShipName| self.has_cannon(*name) && has_engine(name);
        let sound: Vec<_> = placed.iter().copied().filter(is_sound).collect();
        if let Some(name) = self.chance.pick(&sound).or_else(|| self.chance.pick(&placed)) {
            self.use_up_moves(name, wanted);
        }
        self.approach(wanted);
        if let Some((name, way)) = self.nearest_move(wanted) {
            self.last_order(Order::Move(name, way));
        }
    }

    /// Moves ships until the next move can have exactly the wanted faults. Makes at most six moves.
    /// Makes no move if a fault other than `OFF_BOARD` and `CLOSE` is wanted.
    fn approach(&mut self, wanted: Faults) {
        if wanted & !(OFF_BOARD | CLOSE) != 0 {
            return;
        }
        for _ in 0..6 {
            let nearest = self.nearest_move(wanted);
            if nearest.is_none_or(|(name, way)| self.move_faults(name, way) == wanted) {
                return;
            }
            self.move_some_ship();
        }
    }

    fn draw_move_faults(&mut self) -> Faults {
        let wanted = self.draw_one_or_two(OF_MOVE);
        let possible = bits(&[
            (true, MOVED | OFF_BOARD | CLOSE),
            (self.has(Topic::Reef), REEF),
            (self.game().is_extended(), ENGINE),
        ]);
        if wanted & possible == 0 { MOVED } else { wanted & possible }
    }

    fn draw_one_or_two(&mut self, [one, two]: [&[Faults]; 2]) -> Faults {
        let faults = if self.chance.happens(1, 2) { one } else { two };
        self.chance.pick(faults).unwrap_or_default()
    }

    /// Lays a reef where a ship can move onto it, if [`REEF`] is wanted.
    fn prepare_reef_ahead(&mut self, wanted: Faults) {
        if !self.may_lay_reef(wanted) {
            return;
        }
        let Some((name, way)) = self.nearest_move(wanted & !REEF) else { return };
        let hull = self.own_ship(name).and_then(|(_, ship)| ship.hull().moved(way));
        let Some(hull) = hull else { return };
        let dims = self.game().board().dims();
        let fields: Vec<_> = hull.fields().filter(|at| dims.holds(*at)).collect();
        if let Some(at) = self.chance.pick(&fields) {
            self.set(Setting::Reef(at));
        }
    }

    /// Uses up a ship's moves if [`MOVED`] is wanted. Destroys its engine if [`ENGINE`] is wanted.
    fn use_up_moves(&mut self, name: ShipName, wanted: Faults) {
        if wanted & MOVED != 0 {
            while self.moves(name) < name.class.moves() && self.move_ship(name) {}
        }
        let stern = self.own_ship(name).map(|(_, ship)| ship.hull().stern());
        if let (Some(at), true) = (stern, wanted & ENGINE != 0) {
            self.shoot_at(at);
        }
    }

    /// Returns the move whose faults are most like the wanted faults. If several moves are equally
    /// good, returns one at random.
    fn nearest_move(&mut self, wanted: Faults) -> Option<(ShipName, Manoeuvre)> {
        let placed = self.placed(self.mover()).into_iter();
        let mut moves: Vec<_> =
            placed.flat_map(|name| Manoeuvre::ALL.map(|way| (name, way))).collect();
        let first = self.chance.below(moves.len());
        moves.rotate_left(first);
        let wrong = |name, way| (self.move_faults(name, way) ^ wanted).count_ones();
        moves.into_iter().min_by_key(|(name, way)| wrong(*name, *way))
    }

    fn move_faults(&self, name: ShipName, way: Manoeuvre) -> Faults {
        let Some((id, ship)) = self.own_ship(name) else { return 0 };
        let dead = self.game().is_extended() && !ship.is_healthy(ship.hull().length() - 1);
        let moved = self.moves(name) >= name.class.moves();
        self.faults_of_hull(ship.hull().moved(way), Some(id))
            | bits(&[(dead, ENGINE), (moved, MOVED)])
    }

    pub(super) fn own_ship(&self, name: ShipName) -> Option<(ShipId, &Ship)> {
        let id = self.game().fleet(self.mover()).ship(name)?;
        Some((id, self.game().board().ship(id)))
    }

    pub(super) fn write_illegal_basic_shot(&mut self) {
        if self.game().is_extended() && !self.game().is_auto_shooting() {
            return self.write_illegal_shot();
        }
        self.enter_turn();
        // Until all ships are placed, the rules refuse a shot at any field.
        let off = self.game().is_complete() || self.chance.happens(1, 2);
        let at = if off { self.field_off_board(4) } else { self.target() };
        self.last_order(Order::Shoot(at));
    }

    pub(super) fn write_illegal_shot(&mut self) {
        if !self.game().is_extended() {
            return self.write_illegal_basic_shot();
        }
        let wanted = self.draw_one_or_two(OF_SHOT);
        self.enter_turn();
        let Some(name) = self.shooter(&self.placed(self.mover()), wanted) else { return };
        self.use_up_shots(name, wanted, Self::fire_or_spy);
        if wanted & CANNON != 0 && self.has_cannon(name) {
            self.destroy_cannon(name);
        }
        let at = self.nearest_target(name, wanted);
        self.last_order(Order::Fire(name, at));
    }

    fn shooter(&mut self, placed: &[ShipName], wanted: Faults) -> Option<ShipName> {
        // A ship that must first use up its shots needs its cannon for them.
        let armed = wanted & CANNON == 0 || wanted & MANY != 0;
        let fits = |name: &ShipName| {
            let has_range = wanted & FAR == 0 || name.class.range().is_some();
            has_range && self.has_cannon(*name) == armed
        };
        let fitting: Vec<_> = placed.iter().copied().filter(fits).collect();
        self.chance.pick(&fitting).or_else(|| self.chance.pick(placed))
    }

    fn has_cannon(&self, name: ShipName) -> bool {
        self.is_healthy(name, rules::CANNON)
    }

    fn is_healthy(&self, name: ShipName, segment: u32) -> bool {
        self.own_ship(name).is_some_and(|(_, ship)| ship.is_healthy(segment))
    }

    /// Uses up the shots and planes of the ship if the fault [`MANY`] is wanted. Leaves one shot if
    /// the ship must still hit its own cannon.
    fn use_up_shots(
        &mut self,
        name: ShipName,
        wanted: Faults,
        shoot: fn(&mut Self, ShipName) -> bool,
    ) {
        let most = name.class.length() - u32::from(wanted & CANNON != 0);
        if wanted & MANY != 0 {
            while self.shots(name) < most && shoot(self, name) {}
        }
    }

    fn destroy_cannon(&mut self, name: ShipName) {
        if let Some(at) = self.cannon(name) {
            let _ = self.order(Order::Fire(name, at)) || self.shoot_at(at);
        }
    }

    fn fire_or_spy(&mut self, name: ShipName) -> bool {
        if name.class == Class::Carrier && self.has(Topic::Spy) && self.chance.happens(1, 3) {
            return self.send_plane(name);
        }
        self.fire_from(name) && self.has_cannon(name)
    }

    fn nearest_target(&mut self, name: ShipName, wanted: Faults) -> Coord {
        let wanted = wanted & (FAR | OFF_BOARD);
        let first = self.some_field();
        let draw = |writer: &mut Self| writer.draw_target(name, wanted);
        self.least_wrong(TRIES, first, draw, |writer, at| writer.target_faults(name, at) ^ wanted)
    }

    fn draw_target(&mut self, name: ShipName, wanted: Faults) -> Coord {
        match self.cannon(name).zip(name.class.range()) {
            Some((cannon, range)) if self.chance.happens(3, 4) => {
                self.near(cannon, i64::from(range) + 1)
            }
            _ if wanted & OFF_BOARD != 0 => self.field_off_board(4),
            _ => self.some_field(),
        }
    }

    fn target_faults(&self, name: ShipName, at: Coord) -> Faults {
        let reach = self.cannon(name).zip(name.class.range());
        let is_far = reach.is_some_and(|(cannon, range)| !cannon.is_within(at, range));
        bits(&[(is_far, FAR), (!self.game().board().dims().holds(at), OFF_BOARD)])
    }

    pub(super) fn write_illegal_plane(&mut self) {
        let wanted = self.chance.one_of([CANNON, MANY, MANY, MANY | CANNON]);
        self.enter_turn();
        let Some(name) = self.shooter(&self.carriers(), wanted) else { return };
        self.use_up_shots(name, wanted, Self::spy_or_fire);
        if wanted & CANNON != 0 {
            self.destroy_cannon(name);
        }
        let at = self.plane_target();
        self.last_order(Order::Spy(name.index, at));
    }

    fn spy_or_fire(&mut self, name: ShipName) -> bool {
        if self.game().is_extended() && self.chance.happens(1, 4) && self.fire_from(name) {
            return self.has_cannon(name);
        }
        self.send_plane(name)
    }
}
