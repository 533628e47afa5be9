//! Writes ships and tags that break a rule. A ship may also break two rules at once.

use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Board, Coord, Heading, Hull, ShipId, Side};
use broadside_ships::rules::{Class, Order, Setting, ShipName};
use broadside_ships::script::ast::Group;

/// A set of faults, with one bit for each. A fault is a rule that a command breaks.
pub(super) type Faults = u16;

pub(super) const OFF_BOARD: Faults = 1;
pub(super) const OUT_OF_START: Faults = 1 << 1;
pub(super) const REEF: Faults = 1 << 2;
pub(super) const CLOSE: Faults = 1 << 3;
/// The ship is already on the board.
pub(super) const PRESENT: Faults = 1 << 4;
/// The fleet has no ship with this number.
pub(super) const BEYOND: Faults = 1 << 5;
/// The ship is too close to another ship, but only at a corner. Such a ship has [`CLOSE`] too.
/// `Writer::find` allows this fault even where it is not wanted.
pub(super) const CORNER: Faults = 1 << 6;
/// The engine is destroyed.
pub(super) const ENGINE: Faults = 1 << 7;
/// The ship has no moves left.
pub(super) const MOVED: Faults = 1 << 8;
/// The cannon is destroyed.
pub(super) const CANNON: Faults = 1 << 9;
/// The ship has no shots or planes left.
pub(super) const MANY: Faults = 1 << 10;
/// The target is out of the cannon's range.
pub(super) const FAR: Faults = 1 << 11;

/// The largest number of placements that are drawn to find one with exactly the wanted faults.
const TRIES: usize = 40;

#[derive(Clone, Copy, Debug)]
struct Berth {
    name: ShipName,
    bow: Coord,
    heading: Heading,
}

impl Berth {
    fn hull(&self) -> Option<Hull> {
        Hull::new(self.bow, self.heading, self.name.class.length())
    }
}

impl Writer {
    pub(super) fn write_illegal_placement(&mut self) {
        let side = self.mover();
        let faults = [
            OUT_OF_START,
            OFF_BOARD,
            CLOSE,
            CLOSE,
            CLOSE,
            PRESENT,
            BEYOND,
            if self.has(Topic::Reef) { REEF } else { CLOSE },
        ];
        let wanted = self.draw_faults(&faults);
        self.prepare_reef(side, wanted);
        let Berth { name, bow, heading } = self.find(side, wanted, Self::faults_of_player);
        self.last_order(Order::Place { name, bow, heading });
    }

    pub(super) fn write_illegal_ship(&mut self) {
        let mut side = self.chance.one_of(Side::ALL);
        if self.missing(side).is_empty() {
            side = side.other();
        }
        let faults = [OFF_BOARD, CLOSE, PRESENT, BEYOND, REEF];
        let wanted = self.draw_faults(&faults);
        let Berth { name, bow, heading } = self.find(side, wanted, Self::faults_of_state);
        let health = self.draw_health(name.class, 3, 4);
        self.last_setting(Setting::Ship { side, bow, heading, index: name.index, health });
    }

    fn draw_faults(&mut self, faults: &[Faults]) -> Faults {
        let first = self.chance.pick(faults).unwrap_or_default();
        let second = self.chance.pick(faults).unwrap_or_default();
        if self.chance.happens(1, 2) { first } else { first | second }
    }

    fn prepare_reef(&mut self, side: Side, wanted: Faults) {
        if !self.may_lay_reef(wanted) {
            return;
        }
        let start = self.start(side);
        if !start.is_empty() {
            let at = self.within(&start);
            self.set(Setting::Reef(at));
        }
    }

    /// Whether a reef is wanted and can be laid. Inside a turn, no reef can be laid.
    pub(super) fn may_lay_reef(&self, wanted: Faults) -> bool {
        wanted & REEF != 0 && self.has(Topic::Reef) && self.game().moving().is_none()
    }

    fn find(
        &mut self,
        side: Side,
        wanted: Faults,
        faults: fn(&Self, Side, Berth) -> Faults,
    ) -> Berth {
        // If the ship should be too close, in half of the cases it should touch other ships only
        // at a corner. In the other half, it may touch them at a corner or at a side.
        let is_corner = wanted & CLOSE != 0 && self.chance.happens(1, 2);
        let wanted = if is_corner { wanted | CORNER } else { wanted };
        let compared = !CORNER | wanted;
        let first = self.draw_berth_of(side, wanted);
        let draw = |writer: &mut Self| writer.draw_berth_of(side, wanted);
        self.least_wrong(TRIES, first, draw, |writer, berth| {
            (faults(writer, side, berth) ^ wanted) & compared
        })
    }

    /// Draws at most `tries` values, and returns the one for which `wrong` gives the fewest bits.
    /// Stops at a value for which `wrong` gives no bits. Returns `first` if `tries` is 0.
    pub(super) fn least_wrong<T: Copy>(
        &mut self,
        tries: usize,
        first: T,
        draw: impl Fn(&mut Self) -> T,
        wrong: impl Fn(&Self, T) -> Faults,
    ) -> T {
        let (mut best, mut least) = (first, u32::MAX);
        for _ in 0..tries {
            let drawn = draw(self);
            let count = wrong(self, drawn).count_ones();
            if count < least {
                (best, least) = (drawn, count);
            }
            if least == 0 {
                break;
            }
        }
        best
    }

    fn draw_berth_of(&mut self, side: Side, wanted: Faults) -> Berth {
        let name = self.draw_name(side, wanted);
        let at_edge = wanted & OUT_OF_START != 0 && self.chance.happens(1, 2);
        let bow = if at_edge { self.edge_of_start(side) } else { self.odd_field(side) };
        let heading = self.chance.one_of(Heading::ALL);
        Berth { name, bow, heading }
    }

    /// Draws a ship. With [`PRESENT`], it is on the board. Otherwise, it is not placed yet. With
    /// [`BEYOND`], or if there is no such ship, its number is wrong.
    fn draw_name(&mut self, side: Side, wanted: Faults) -> ShipName {
        let names = if wanted & PRESENT == 0 { self.missing(side) } else { self.placed(side) };
        let known = self.chance.pick(&names).filter(|_| wanted & BEYOND == 0);
        known.unwrap_or_else(|| {
            let class = self.chance.one_of(Class::ALL);
            let past = self.chance.one_of([0, 0, 1, 4]);
            let index = self.game().fleet(side).size(class).saturating_add(past);
            match self.chance.below(12) {
                0 | 1 => ShipName { class, index: -1 },
                // In most cases this is ship 10. A program that reads only the last digit takes it
                // for ship 0.
                2 => ShipName { class, index: index.max(10) },
                _ => ShipName { class, index },
            }
        })
    }

    fn faults_of_player(&self, side: Side, berth: Berth) -> Faults {
        let start = self.game().fleet(side).start();
        let outside = berth.hull().is_none_or(|hull| !start.covers(&hull.rect()));
        self.faults_of_state(side, berth) | bits(&[(outside, OUT_OF_START)])
    }

    fn faults_of_state(&self, side: Side, berth: Berth) -> Faults {
        let (board, fleet) = (self.game().board(), self.game().fleet(side));
        let Berth { name, .. } = berth;
        let is_corner = |hull: &Hull| board.touches(hull, None) && !touches_straight(board, hull);
        self.faults_of_hull(berth.hull(), None)
            | bits(&[
                (fleet.ship(name).is_some(), PRESENT),
                (!(0..fleet.size(name.class)).contains(&name.index), BEYOND),
                (berth.hull().as_ref().is_some_and(is_corner), CORNER),
            ])
    }

    /// Returns the faults of a ship that lies at `hull`. `itself` is the ship, if it is already on
    /// the board.
    pub(super) fn faults_of_hull(&self, hull: Option<Hull>, itself: Option<ShipId>) -> Faults {
        let board = self.game().board();
        hull.map_or(OFF_BOARD, |hull| {
            bits(&[
                (!board.holds(&hull), OFF_BOARD),
                (board.reef_under(&hull), REEF),
                (board.touches(&hull, itself), CLOSE),
            ])
        })
    }

    /// Draws a field off the board: with 4 `kinds`, a field beside the board. With 5, its row may
    /// also be too large by 2^32, because some programs wrongly cut numbers to 32 bits.
    pub(super) fn field_off_board(&mut self, kinds: usize) -> Coord {
        let dims = self.game().board().dims();
        let mut at = self.some_field();
        match self.chance.below(kinds) {
            0 => at.row = dims.rows(),
            1 => at.col = dims.cols(),
            2 => at.row = -1,
            3 => at.col = -1,
            _ => at.row = at.row.saturating_add(1 << 32),
        }
        at
    }

    pub(super) fn write_illegal_tag(&mut self) {
        self.leave();
        if self.is_over() {
            return;
        }
        if self.chance.happens(1, 2) {
            self.write_tag(Group::Turn(self.mover().other()));
            return;
        }
        self.enter_turn();
        self.give_order();
        if !self.is_over() {
            self.write_other_tag();
        }
    }
}

fn touches_straight(board: &Board, hull: &Hull) -> bool {
    let beside = |at: Coord| Heading::ALL.into_iter().filter_map(move |to| at.ahead(to, 1));
    let mut near = hull.fields().flat_map(|at| [at].into_iter().chain(beside(at)));
    near.any(|at| board.ship_at(at).is_some())
}

pub(super) fn bits(facts: &[(bool, Faults)]) -> Faults {
    facts.iter().filter(|(is_true, _)| *is_true).fold(0, |faults, (_, fault)| faults | fault)
}
