//! Placements, reefs and tags that are refused: one rule is broken, or two at once.

use super::berth::hull;
use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Board, Coord, Heading, Hull, Side};
use broadside_ships::rules::{Class, Order, Setting, ShipName};
use broadside_ships::script::ast::Group;

/// What may be wrong with a placement, as a set of bits.
mod fault {
    pub(super) const OFF_BOARD: u8 = 1;
    pub(super) const OUT_OF_START: u8 = 2;
    pub(super) const REEF: u8 = 4;
    pub(super) const CLOSE: u8 = 8;
    pub(super) const PRESENT: u8 = 16;
    pub(super) const BEYOND: u8 = 32;
    /// Close by a corner only; counts where it is wanted.
    pub(super) const CORNER: u8 = 64;
}

/// How many placements are drawn to find one with just the faults that are wanted.
const TRIES: usize = 40;

/// A ship and where it is to stand.
#[derive(Clone, Copy, Debug)]
struct Berth {
    name: ShipName,
    bow: Coord,
    heading: Heading,
}

impl Writer {
    /// A `PLACE_SHIP` that is refused, if things stand so that one can be.
    pub(super) fn misplace(&mut self) {
        let side = self.mover();
        let faults = [
            fault::OUT_OF_START,
            fault::OFF_BOARD,
            fault::CLOSE,
            fault::CLOSE,
            fault::CLOSE,
            fault::PRESENT,
            fault::BEYOND,
            self.reef_or_close(),
        ];
        let wanted = self.draw_faults(&faults);
        self.prepare_reef(side, wanted);
        let Berth { name, bow, heading } = self.find(side, wanted, Self::faults_of_player);
        self.last_order(Order::Place { name, bow, heading });
    }

    /// A `SHIP` that is refused.
    pub(super) fn misplace_by_state(&mut self) {
        let mut side = self.chance.one_of(Side::ALL);
        if self.missing(side).is_empty() {
            side = side.other();
        }
        let faults = [fault::OFF_BOARD, fault::CLOSE, fault::PRESENT, fault::BEYOND, fault::REEF];
        let wanted = self.draw_faults(&faults);
        let Berth { name, bow, heading } = self.find(side, wanted, Self::faults_of_state);
        let health = self.draw_health(name.class, 3, 4);
        self.last_setting(Setting::Ship { side, bow, heading, index: name.index, health });
    }

    fn reef_or_close(&self) -> u8 {
        if self.has(Topic::Reef) { fault::REEF } else { fault::CLOSE }
    }

    /// One fault of `faults`, or two.
    pub(super) fn draw_faults(&mut self, faults: &[u8]) -> u8 {
        let first = self.chance.pick(faults).unwrap_or_default();
        let second = self.chance.pick(faults).unwrap_or_default();
        if self.chance.happens(1, 2) { first } else { first | second }
    }

    /// Lays reefs where ships are placed, so that some placement meets one.
    fn prepare_reef(&mut self, side: Side, wanted: u8) {
        if wanted & fault::REEF == 0 || !self.has(Topic::Reef) || self.game().moving().is_some() {
            return;
        }
        let sea = self.game().board().dims().rect();
        let start = self.game().fleet(side).start().common(&sea);
        if !start.is_empty() {
            let at = self.within(&start);
            self.lay_reef_at(at);
        }
    }

    /// Half of the ships that are too close are so by a corner only.
    fn draw_corner(&mut self, wanted: u8) -> u8 {
        let is_corner = wanted & fault::CLOSE != 0 && self.chance.happens(1, 2);
        if is_corner { wanted | fault::CORNER } else { wanted }
    }

    /// A placement with the faults of `wanted` and no other, or the next best that was drawn.
    fn find(&mut self, side: Side, wanted: u8, faults: fn(&Self, Side, Berth) -> u8) -> Berth {
        let wanted = self.draw_corner(wanted);
        let mut best = self.draw_berth_of(side, wanted);
        let mut least = u32::MAX;
        let counted = !fault::CORNER | wanted;
        for _ in 0..TRIES {
            let berth = self.draw_berth_of(side, wanted);
            let wrong = ((faults(self, side, berth) ^ wanted) & counted).count_ones();
            if wrong < least {
                (best, least) = (berth, wrong);
            }
            if least == 0 {
                break;
            }
        }
        best
    }

    fn draw_berth_of(&mut self, side: Side, wanted: u8) -> Berth {
        let name = self.draw_name(side, wanted);
        let at_edge = wanted & fault::OUT_OF_START != 0 && self.chance.happens(1, 2);
        let bow = if at_edge { self.edge_of_start(side) } else { self.odd_field(side) };
        let heading = self.chance.one_of(Heading::ALL);
        Berth { name, bow, heading }
    }

    /// A ship that is present, beyond the fleet or missing, as it is wanted.
    fn draw_name(&mut self, side: Side, wanted: u8) -> ShipName {
        let names =
            if wanted & fault::PRESENT == 0 { self.missing(side) } else { self.placed(side) };
        let known = self.chance.pick(&names).filter(|_| wanted & fault::BEYOND == 0);
        known.unwrap_or_else(|| {
            let class = self.chance.one_of(Class::ALL);
            let past = self.chance.one_of([0, 0, 1, 4]);
            let index = self.game().fleet(side).size(class).saturating_add(past);
            match self.chance.below(12) {
                0 | 1 => ShipName { class, index: -1 },
                // Its last digit is that of the first ship.
                2 => ShipName { class, index: index.max(10) },
                _ => ShipName { class, index },
            }
        })
    }

    fn faults_of_player(&self, side: Side, berth: Berth) -> u8 {
        let outside = hull(berth.name.class, berth.bow, berth.heading)
            .is_none_or(|hull| !self.game().fleet(side).start().covers(&hull.rect()));
        self.faults_of_state(side, berth) | if outside { fault::OUT_OF_START } else { 0 }
    }

    fn faults_of_state(&self, side: Side, berth: Berth) -> u8 {
        let Berth { name, bow, heading } = berth;
        let (board, fleet) = (self.game().board(), self.game().fleet(side));
        let present = fleet.ship(name).is_some();
        let beyond = !(0..fleet.size(name.class)).contains(&name.index);
        let mut faults = bits(&[(present, fault::PRESENT), (beyond, fault::BEYOND)]);
        faults |= hull(name.class, bow, heading).map_or(fault::OFF_BOARD, |hull| {
            bits(&[
                (!board.holds(&hull), fault::OFF_BOARD),
                (board.reef_under(&hull), fault::REEF),
                (board.touches(&hull, None), fault::CLOSE),
                (board.touches(&hull, None) && !touches_straight(board, &hull), fault::CORNER),
            ])
        });
        faults
    }

    /// A reef off the board: just behind an edge, or before the first row or column.
    pub(super) fn misplace_reef(&mut self) {
        let dims = self.game().board().dims();
        let mut at = self.some_field();
        match self.chance.below(5) {
            0 => at.row = dims.rows(),
            1 => at.col = dims.cols(),
            2 => at.row = -1,
            3 => at.col = -1,
            // On the board, if only 32 bits are looked at.
            _ => at.row = at.row.saturating_add(1 << 32),
        }
        self.last_setting(Setting::Reef(at));
    }

    /// The tag of the player who is not expected, outside or inside a turn.
    pub(super) fn wrong_tag(&mut self) {
        self.leave();
        if self.is_over() {
            return;
        }
        if self.chance.happens(1, 2) {
            self.tag(Group::Turn(self.mover().other()));
            return;
        }
        self.enter_turn();
        self.act();
        if !self.is_over() {
            self.intrude();
        }
    }
}

/// Whether a ship lies on a field of `hull` or straight beside one.
fn touches_straight(board: &Board, hull: &Hull) -> bool {
    let beside = |at: Coord| Heading::ALL.into_iter().filter_map(move |to| at.ahead(to, 1));
    hull.fields()
        .any(|at| board.ship_at(at).is_some() || beside(at).any(|at| board.ship_at(at).is_some()))
}

/// The bits of all that is so.
pub(super) fn bits(facts: &[(bool, u8)]) -> u8 {
    facts.iter().filter(|(so, _)| *so).fold(0, |bits, (_, bit)| bits | bit)
}
