//! Moves, shots and planes that are refused: one rule is broken, or two at once.

use super::faults::bits;
use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Coord, Hull, Manoeuvre, Ship, ShipId};
use broadside_ships::rules::{self, Class, Order, ShipName};

/// What may be wrong with a move.
mod of_move {
    pub(super) const ENGINE: u8 = 1;
    pub(super) const MOVED: u8 = 2;
    pub(super) const REEF: u8 = 4;
    pub(super) const BOARD: u8 = 8;
    pub(super) const CLOSE: u8 = 16;
}

/// What may be wrong with a shot or a plane.
mod of_shot {
    pub(super) const CANNON: u8 = 1;
    pub(super) const MANY: u8 = 2;
    pub(super) const FAR: u8 = 4;
    pub(super) const FIELD: u8 = 8;
}

/// How many targets are drawn to find one with just the faults that are wanted.
const TRIES: usize = 30;

impl Writer {
    /// A `MOVE` that is refused, if things stand so that one can be.
    pub(super) fn mismove(&mut self) {
        let wanted = self.draw_move_faults();
        self.prepare_reef_ahead(wanted);
        self.enter_turn();
        let placed = self.placed(self.mover());
        let sound: Vec<_> = placed.iter().copied().filter(|name| self.is_sound(*name)).collect();
        if let Some(name) = self.chance.pick(&sound).or_else(|| self.chance.pick(&placed)) {
            self.tire(name, wanted);
        }
        self.approach(wanted);
        if let Some((name, way)) = self.worst_move(wanted) {
            self.last_order(Order::Move(name, way));
        }
    }

    /// Moves ships about until one of them is by an edge or by another ship, as it is wanted.
    fn approach(&mut self, wanted: u8) {
        use of_move::{BOARD, CLOSE};
        if wanted & !(BOARD | CLOSE) != 0 {
            return;
        }
        for _ in 0..6 {
            let nearest = self.worst_move(wanted);
            if nearest.is_none_or(|(name, way)| self.move_faults(name, way) == wanted) {
                return;
            }
            self.move_someone();
        }
    }

    /// Whether a ship of the mover has cannon and engine.
    fn is_sound(&self, name: ShipName) -> bool {
        let engine = name.class.length() - 1;
        self.own_ship(name)
            .is_some_and(|(_, ship)| ship.is_healthy(rules::CANNON) && ship.is_healthy(engine))
    }

    fn draw_move_faults(&mut self) -> u8 {
        use of_move::{BOARD, CLOSE, ENGINE, MOVED, REEF};
        let single = [MOVED, MOVED, BOARD, CLOSE, CLOSE, REEF, ENGINE, ENGINE];
        let double = [
            MOVED | ENGINE,
            MOVED | ENGINE,
            MOVED | ENGINE,
            REEF | BOARD,
            REEF | CLOSE,
            BOARD | CLOSE,
            BOARD | CLOSE,
            MOVED | REEF,
        ];
        let wanted = if self.chance.happens(1, 2) {
            self.chance.one_of(single)
        } else {
            self.chance.one_of(double)
        };
        let possible = bits(&[
            (true, MOVED | BOARD | CLOSE),
            (self.has(Topic::Reef), REEF),
            (self.game().is_extended(), ENGINE),
        ]);
        if wanted & possible == 0 { MOVED } else { wanted & possible }
    }

    /// Lays a reef on a field that some ship may move onto.
    fn prepare_reef_ahead(&mut self, wanted: u8) {
        if wanted & of_move::REEF == 0 || !self.has(Topic::Reef) || self.game().moving().is_some() {
            return;
        }
        let Some((name, way)) = self.worst_move(wanted & !of_move::REEF) else { return };
        let Some(hull) = self.hull_after(name, way) else { return };
        let dims = self.game().board().dims();
        let fields: Vec<_> = hull.fields().filter(|at| dims.holds(*at)).collect();
        if let Some(at) = self.chance.pick(&fields) {
            self.lay_reef_at(at);
        }
    }

    /// Uses up the moves of `name` and shoots its engine, as it is wanted.
    fn tire(&mut self, name: ShipName, wanted: u8) {
        if wanted & of_move::MOVED != 0 {
            while self.tally.moves(name) < name.class.moves() && self.step(name) {}
        }
        let stern = self.own_ship(name).map(|(_, ship)| ship.hull().stern());
        if let (Some(at), true) = (stern, wanted & of_move::ENGINE != 0) {
            self.hit(at);
        }
    }

    /// The move of the mover's ships whose faults are nearest to `wanted`.
    fn worst_move(&mut self, wanted: u8) -> Option<(ShipName, Manoeuvre)> {
        let mut moves: Vec<_> = self
            .placed(self.mover())
            .into_iter()
            .flat_map(|name| Manoeuvre::ALL.map(|way| (name, way)))
            .collect();
        let first = self.chance.below(moves.len());
        moves.rotate_left(first);
        moves
            .into_iter()
            .min_by_key(|(name, way)| (self.move_faults(*name, *way) ^ wanted).count_ones())
    }

    fn move_faults(&self, name: ShipName, way: Manoeuvre) -> u8 {
        let Some((id, ship)) = self.own_ship(name) else { return 0 };
        let (board, engine) = (self.game().board(), ship.hull().length() - 1);
        let dead = self.game().is_extended() && !ship.is_healthy(engine);
        let moved = self.tally.moves(name) >= name.class.moves();
        let place = ship.hull().moved(way).map_or(of_move::BOARD, |hull| {
            bits(&[
                (board.reef_under(&hull), of_move::REEF),
                (!board.holds(&hull), of_move::BOARD),
                (board.touches(&hull, Some(id)), of_move::CLOSE),
            ])
        });
        place | bits(&[(dead, of_move::ENGINE), (moved, of_move::MOVED)])
    }

    fn hull_after(&self, name: ShipName, way: Manoeuvre) -> Option<Hull> {
        self.own_ship(name)?.1.hull().moved(way)
    }

    fn own_ship(&self, name: ShipName) -> Option<(ShipId, &Ship)> {
        let id = self.game().fleet(self.mover()).ship(name)?;
        Some((id, self.game().board().ship(id)))
    }

    /// A basic shot or a target that is refused: off the board, or before all ships are placed.
    pub(super) fn misfire_basic(&mut self) {
        if self.game().is_extended() && !self.game().is_auto_shooting() {
            return self.misfire();
        }
        self.enter_turn();
        let off = self.game().is_complete() || self.chance.happens(1, 2);
        let at = if off { self.field_off_board() } else { self.target() };
        self.last_order(Order::Shoot(at));
    }

    fn field_off_board(&mut self) -> Coord {
        let dims = self.game().board().dims();
        let mut at = self.some_field();
        match self.chance.below(4) {
            0 => at.row = dims.rows(),
            1 => at.col = dims.cols(),
            2 => at.row = -1,
            _ => at.col = -1,
        }
        at
    }

    /// A `SHOOT i C y x` that is refused, if things stand so that one can be.
    pub(super) fn misfire(&mut self) {
        if !self.game().is_extended() {
            return self.misfire_basic();
        }
        let wanted = self.draw_shot_faults();
        self.enter_turn();
        let placed = self.placed(self.mover());
        let Some(name) = self.shooter(&placed, wanted) else { return };
        self.use_up(name, wanted);
        let at = self.worst_target(name, wanted);
        self.last_order(Order::Fire(name, at));
    }

    fn draw_shot_faults(&mut self) -> u8 {
        use of_shot::{CANNON, FAR, FIELD, MANY};
        let single = [CANNON, CANNON, MANY, MANY, FAR, FAR, FAR, FIELD];
        let double = [MANY | CANNON, MANY | FAR, FAR | FIELD, CANNON | FIELD, MANY | FIELD];
        if self.chance.happens(1, 2) {
            self.chance.one_of(single)
        } else {
            self.chance.one_of(double)
        }
    }

    /// A ship that can be brought to break the rules that are wanted.
    fn shooter(&mut self, placed: &[ShipName], wanted: u8) -> Option<ShipName> {
        let is_armed = |name: &ShipName| self.has_cannon(*name);
        let has_range =
            |name: &ShipName| wanted & of_shot::FAR == 0 || name.class.range().is_some();
        let fits = |name: &ShipName| {
            let armed = wanted & of_shot::CANNON == 0 || wanted & of_shot::MANY != 0;
            has_range(name) && is_armed(name) == armed
        };
        let fitting: Vec<_> = placed.iter().copied().filter(fits).collect();
        self.chance.pick(&fitting).or_else(|| self.chance.pick(placed))
    }

    fn has_cannon(&self, name: ShipName) -> bool {
        self.own_ship(name).is_some_and(|(_, ship)| ship.is_healthy(rules::CANNON))
    }

    /// Uses up the shots of `name`, the last one on its own cannon, as it is wanted.
    fn use_up(&mut self, name: ShipName, wanted: u8) {
        let lose = wanted & of_shot::CANNON != 0;
        let most = name.class.length() - u32::from(lose);
        if wanted & of_shot::MANY != 0 {
            while self.tally.shots(name) < most && self.fire_or_fly(name) {}
        }
        if let (true, Some(at)) = (lose && self.has_cannon(name), self.cannon(name)) {
            let _ = self.order(Order::Fire(name, at)) || self.hit(at);
        }
    }

    fn fire_or_fly(&mut self, name: ShipName) -> bool {
        if name.class == Class::Carrier && self.has(Topic::Spy) && self.chance.happens(1, 3) {
            let at = self.plane_target();
            return self.order(Order::Spy(name.index, at));
        }
        self.fire_from(name) && self.has_cannon(name)
    }

    /// The target of `name` whose faults are nearest to `wanted`, of some that are drawn.
    fn worst_target(&mut self, name: ShipName, wanted: u8) -> Coord {
        let place = wanted & (of_shot::FAR | of_shot::FIELD);
        let mut best = (u32::MAX, self.some_field());
        for _ in 0..TRIES {
            let at = self.draw_target(name, place);
            let wrong = (self.target_faults(name, at) ^ place).count_ones();
            best = if wrong < best.0 { (wrong, at) } else { best };
            if wrong == 0 {
                break;
            }
        }
        best.1
    }

    fn draw_target(&mut self, name: ShipName, place: u8) -> Coord {
        let around = self.cannon(name).zip(name.class.range());
        match around {
            Some((cannon, range)) if self.chance.happens(3, 4) => {
                self.near(cannon, i64::from(range) + 1)
            }
            _ if place & of_shot::FIELD != 0 => self.field_off_board(),
            _ => self.some_field(),
        }
    }

    fn target_faults(&self, name: ShipName, at: Coord) -> u8 {
        let far = self
            .cannon(name)
            .zip(name.class.range())
            .is_some_and(|(cannon, range)| !cannon.is_within(at, range));
        bits(&[(far, of_shot::FAR), (!self.game().board().dims().holds(at), of_shot::FIELD)])
    }

    /// A `SPY i y x` that is refused, if there is a carrier.
    pub(super) fn misfly(&mut self) {
        use of_shot::{CANNON, MANY};
        let wanted = self.chance.one_of([CANNON, MANY, MANY, MANY | CANNON]);
        self.enter_turn();
        let carriers: Vec<_> = self.carriers().collect();
        let Some(name) = self.shooter(&carriers, wanted) else { return };
        if wanted & MANY != 0 {
            let most = name.class.length() - u32::from(wanted & CANNON != 0);
            while self.tally.shots(name) < most && self.fly_or_fire(name) {}
        }
        if let (true, Some(at)) = (wanted & CANNON != 0, self.cannon(name)) {
            let _ = self.order(Order::Fire(name, at)) || self.hit(at);
        }
        let at = self.plane_target();
        self.last_order(Order::Spy(name.index, at));
    }

    fn fly_or_fire(&mut self, name: ShipName) -> bool {
        if self.game().is_extended() && self.chance.happens(1, 4) && self.fire_from(name) {
            return self.has_cannon(name);
        }
        let at = self.plane_target();
        self.order(Order::Spy(name.index, at))
    }
}
