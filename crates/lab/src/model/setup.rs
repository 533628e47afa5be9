//! Carries out commands of a `[state]` group (spec ships §4). A misreading gets one rule wrong.

use super::sea::{Field, Name, Ship};
use super::{Check, Misreading, Model, Rule, Step, decides};
use broadside_core::board::Side;
use broadside_ships::rules::Class;

pub(super) const DEFAULT_FLEET: [i64; 4] = [1, 2, 3, 4];

/// The largest allowed number of ships of a class.
const LARGEST_CLASS: i64 = 1_000_000;

impl Model {
    pub(super) fn set_fleet(&mut self, side: Side, mut sizes: [i64; 4]) -> Step {
        if self.misreads(Misreading::FleetReversed) {
            sizes.reverse();
        }
        let restores = sizes == DEFAULT_FLEET && self.players[side as usize].fleet != DEFAULT_FLEET;
        self.reach_if(restores, Rule::FleetDefault);
        let first = self.first_number();
        let is_outside =
            |name: &Name| name.number.saturating_sub(first) >= sizes[name.class as usize];
        let checks = [
            (Rule::FleetNegative, sizes.iter().any(|size| *size < 0)),
            (Rule::FleetTooLarge, sizes.iter().any(|size| *size > LARGEST_CLASS)),
            (Rule::FleetTooSmall, self.ships_of(side).any(|(name, _)| is_outside(name))),
        ];
        self.judge(&checks, None)?;
        self.reach(Rule::FleetSet);
        if self.misreads(Misreading::FleetForgets) {
            let ships: Vec<_> = self.ships_of(side).map(|(name, _)| *name).collect();
            for name in ships {
                self.remove(name);
            }
        }
        if !self.leaves_out(Rule::FleetSet) {
            self.change_fleet(side, sizes);
        }
        Ok(())
    }

    fn change_fleet(&mut self, side: Side, mut sizes: [i64; 4]) {
        if self.misreads(Misreading::FleetAdds) {
            let fleet = self.players[side as usize].fleet;
            sizes.iter_mut().zip(fleet).for_each(|(size, old)| *size += old);
        }
        let side = if self.misreads(Misreading::FleetOnlyA) { Side::First } else { side };
        if self.misreads(Misreading::FleetKeepsDes) {
            sizes[3] = self.players[side as usize].fleet[3];
        }
        if self.misreads(Misreading::FleetBatCru) {
            sizes.swap(1, 2);
        }
        if self.misreads(Misreading::FleetCruIsBat) {
            sizes[2] = sizes[1];
        }
        self.players[side as usize].fleet = sizes;
        if self.misreads(Misreading::FleetBoth) {
            self.players[side.other() as usize].fleet = sizes;
        }
    }

    pub(super) fn set_next_player(&mut self, side: Side) {
        self.reach_if(side != self.expected, Rule::TurnNextPlayer);
        if !self.misreads(Misreading::NextIgnored) {
            self.expected = side;
        }
    }

    pub(super) fn set_start(&mut self, side: Side, mut corners: [i64; 4]) {
        if self.misreads(Misreading::InitWrongOrder) {
            corners.swap(1, 2);
        }
        if !self.leaves_out(Rule::StartSet) {
            self.players[side as usize].start = corners;
        }
        self.reach(Rule::StartSet);
    }

    pub(super) fn set_board_size(&mut self, mut rows: i64, mut cols: i64) -> Step {
        if self.misreads(Misreading::BoardYx) {
            (rows, cols) = (cols, rows);
        }
        if self.misreads(Misreading::BoardOneMore) {
            (rows, cols) = (rows.saturating_add(1), cols.saturating_add(1));
        }
        if self.misreads(Misreading::BoardOnlyGrows) {
            (rows, cols) = (rows.max(self.rows), cols.max(self.cols));
        }
        if self.misreads(Misreading::BoardRowsOnly) {
            cols = self.cols;
        }
        // Only the lower and the right edge of the board move.
        let board = [i64::MIN, i64::MIN, rows.saturating_sub(1), cols.saturating_sub(1)];
        let mut taken = self.sea.keys().chain(&self.reefs);
        let checks = [
            (Rule::BoardNotPositive, rows <= 0 || cols <= 0),
            (Rule::BoardWouldLeave, taken.any(|field| !field.is_inside(board))),
        ];
        self.judge(&checks, None)?;
        (self.rows, self.cols) = (rows, cols);
        self.reach(Rule::BoardSet);
        self.reach(Rule::BoardStartStays);
        self.scale_starts();
        Ok(())
    }

    /// With a misreading, fits the starting rectangles to the new board. By the rules, they stay.
    fn scale_starts(&mut self) {
        let half = self.rows / 2;
        let [last, last_column] = [self.rows, self.cols].map(|count| count.saturating_sub(1));
        let lower = if self.misreads(Misreading::InitScale) {
            half
        } else if self.misreads(Misreading::InitScale2) {
            self.rows - half
        } else {
            return;
        };
        self.players[0].start = [0, 0, half - 1, last_column];
        self.players[1].start = [lower, 0, last, last_column];
    }

    pub(super) fn lay_reef(&mut self, mut at: Field) -> Step {
        let edge = (i128::from(self.rows) - 1, i128::from(self.cols) - 1);
        let at_edge = at.y == edge.0 || at.x == edge.1;
        let off_board = !self.is_on_board(at) && !self.misreads(Misreading::ReefNocheck);
        let refused = off_board || at_edge && self.misreads(Misreading::ReefEdge);
        self.judge(&[(Rule::ReefOffBoard, refused)], None)?;
        // Many programs refuse a reef on a reef or under a ship. So only these reefs show whether a
        // program keeps the rule.
        let is_taken = self.reefs.contains(&at) || self.sea.contains_key(&at);
        self.reach_if(is_taken, Rule::ReefLaid);
        if self.misreads(Misreading::ReefSwapped) {
            (at.y, at.x) = (at.x, at.y);
        }
        if self.misreads(Misreading::ReefFromOne) {
            at = at.moved(-1, -1);
        }
        if self.misreads(Misreading::ReefLastOnly) {
            self.reefs.clear();
        }
        self.reefs.push(at);
        Ok(())
    }

    /// Carries out `SHIP P y x D i C a1..al`.
    pub(super) fn set_ship(&mut self, name: Name, ship: Ship) -> Step {
        let checks = self.setup_checks(name, &ship);
        if decides(&checks, Rule::ShipTooClose) {
            self.reach_touches(name.side, &ship, None);
        }
        self.judge(&checks, Some(Rule::ShipOrder))?;
        self.reach(Rule::ShipSet);
        self.reach_if(ship.healthy.contains(&false), Rule::ShipHealth);
        self.reach_if(!self.is_in_start(name.side, &ship), Rule::ShipAnywhere);
        if !self.leaves_out(Rule::ShipSet) {
            self.launch(name, ship);
        }
        Ok(())
    }

    fn setup_checks(&self, name: Name, ship: &Ship) -> [Check; 7] {
        let off_board = ship.fields().any(|field| !self.is_on_board(field));
        let outside = !self.is_in_start(name.side, ship);
        let boxed = outside && self.misreads(Misreading::ShipBoxed);
        let off_start = off_board || outside && self.misreads(Misreading::ShipStart);
        let (on_reef, too_close) = self.obstacles(name.side, ship);
        self.in_order([
            (Rule::PlaceNotInStart, boxed),
            (Rule::ShipPresent, self.is_present(name)),
            (Rule::ShipAllSet, self.is_class_set(name)),
            (Rule::ShipBeyondFleet, self.is_beyond_fleet(name)),
            (Rule::ShipNotInStart, off_start),
            (Rule::ShipOnReef, on_reef),
            (Rule::ShipTooClose, too_close),
        ])
    }

    pub(super) fn is_in_start(&self, side: Side, ship: &Ship) -> bool {
        let start = self.players[side as usize].start;
        ship.fields().all(|field| field.is_inside(start))
    }

    /// Without misreadings: whether all ships of the class are placed and the fleet lacks `name`.
    pub(super) fn is_class_set(&self, name: Name) -> bool {
        let counts_only = [Misreading::AllBeforePresent, Misreading::IdxUnchecked];
        let is_other = !self.has_number(name) || counts_only.into_iter().any(|m| self.misreads(m));
        is_other && self.is_class_full(name) && !self.misreads(Misreading::AllSetNever)
    }

    /// Whether a misreading refuses the last ship of a class that has several ships.
    pub(super) fn is_last_refused(&self, name: Name) -> bool {
        let size = self.size_of_class(name);
        size > 1 && name.number == size - 1 && self.misreads(Misreading::AllSetLast)
    }

    /// Without misreadings: whether the fleet lacks `name` and its class is not fully placed yet.
    pub(super) fn is_beyond_fleet(&self, name: Name) -> bool {
        let is_counted = name.number >= 0 && self.misreads(Misreading::IdxUnchecked);
        let is_accepted = is_counted || self.misreads(Misreading::AllSetNever);
        !self.has_number(name) && !self.is_class_full(name) && !is_accepted
    }

    /// Whether the fleet has a ship with this number. By the rules, the numbers begin at 0.
    fn has_number(&self, name: Name) -> bool {
        let place = name.number.saturating_sub(self.first_number());
        let is_next = usize::try_from(place) == Ok(self.placed_of_class(name));
        (0..self.size_of_class(name)).contains(&place)
            && (is_next || !self.misreads(Misreading::IdsInOrder))
    }

    fn first_number(&self) -> i64 {
        i64::from(self.misreads(Misreading::IdsFromOne))
    }

    fn is_class_full(&self, name: Name) -> bool {
        let placed = i64::try_from(self.placed_of_class(name));
        placed.is_ok_and(|placed| placed >= self.size_of_class(name))
    }

    fn placed_of_class(&self, name: Name) -> usize {
        let of_class = |other: &Name| (other.side, other.class) == (name.side, name.class);
        self.ships.keys().filter(|other| of_class(other)).count()
    }

    fn size_of_class(&self, name: Name) -> i64 {
        let is_by_a = self.misreads(Misreading::AllSetByA);
        let side = if is_by_a { Side::First } else { name.side };
        self.players[side as usize].fleet[name.class as usize]
    }

    /// Returns whether the ship is on a reef, and whether it is too close to another ship. With the
    /// misreading `Fieldwise`, the first field with an obstacle decides.
    pub(super) fn obstacles(&self, side: Side, ship: &Ship) -> (bool, bool) {
        if !self.misreads(Misreading::Fieldwise) {
            return (self.is_on_reef(ship), self.is_too_close(side, ship, None));
        }
        for field in ship.fields() {
            let on_reef = self.reefs.contains(&field);
            if on_reef || !self.touches(side, field, None).is_empty() {
                return (on_reef, !on_reef);
            }
        }
        (false, false)
    }

    pub(super) fn most_moves(&self, class: Class) -> usize {
        if self.misreads(Misreading::Moves1) {
            return 1;
        }
        let is_slow = class == Class::Carrier && !self.misreads(Misreading::Moves3);
        3 - usize::from(is_slow) - usize::from(self.misreads(Misreading::MovesFewer))
    }
}
