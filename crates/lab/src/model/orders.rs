//! Orders that place and move ships (spec ships §5).

use super::sea::{Field, Name, Ship};
use super::{Check, Misreading, Model, Rule, Step, decides};
use broadside_core::board::{Heading, Manoeuvre, Side};

impl Model {
    /// Carries out `PLACE_SHIP y x D i C`.
    pub(super) fn place(&mut self, name: Name, bow: Field, heading: Heading) -> Step {
        let is_ahead = self.lies_ahead();
        let ship = Ship::new(bow, heading, vec![true; self.length(name.class)], is_ahead);
        let (on_reef, too_close) = self.obstacles(name.side, &ship);
        let checks = self.in_order([
            (Rule::PlaceNotInStart, self.starts_outside(name, &ship)),
            (Rule::PlacePresent, self.is_present(name)),
            (Rule::PlaceAllSet, self.is_class_set(name) || self.is_last_refused(name)),
            (Rule::PlaceBeyondFleet, self.is_beyond_fleet(name)),
            (Rule::PlaceOnReef, on_reef),
            (Rule::PlaceTooClose, too_close),
        ]);
        if decides(&checks, Rule::PlaceTooClose) {
            self.reach_touches(name.side, &ship, None);
        }
        self.judge(&checks, Some(Rule::PlaceOrder))?;
        self.reach(Rule::PlaceSet);
        if !self.leaves_out(Rule::PlaceSet) {
            self.launch(name, ship);
        }
        Ok(())
    }

    /// Returns where `PLACE_SHIP` places a ship. By the rules, as the command says.
    pub(super) fn berth(&self, side: Side, mut bow: Field, heading: Heading) -> (Field, Heading) {
        let mut heading = self.heading(heading, false);
        if self.misreads(Misreading::PlaceYx) {
            (bow.y, bow.x) = (bow.x, bow.y);
        }
        if self.misreads(Misreading::PlaceRelative) {
            let [top, left, ..] = self.players[side as usize].start;
            bow = bow.moved(top.into(), left.into());
        }
        if side == Side::Second && self.misreads(Misreading::PlaceBMirrored) {
            bow.y = i128::from(self.rows) - 1 - bow.y;
            if [Heading::North, Heading::South].contains(&heading) {
                heading = heading.opposite();
            }
        }
        (bow, heading)
    }

    fn starts_outside(&self, name: Name, ship: &Ship) -> bool {
        let off_board = ship.fields().any(|field| !self.is_on_board(field));
        let outside = if self.misreads(Misreading::PlaceNoStart) {
            false
        } else if self.misreads(Misreading::PlaceStartRows) {
            let [top, _, bottom, _] = self.players[name.side as usize].start;
            !ship.fields().all(|field| field.is_inside([top, i64::MIN, bottom, i64::MAX]))
        } else if self.misreads(Misreading::PlaceStartY1Twice) {
            let [top, _, bottom, right] = self.players[name.side as usize].start;
            !ship.fields().all(|field| field.is_inside([top, top, bottom, right]))
        } else if self.misreads(Misreading::PlaceStartBow) {
            !ship.bow.is_inside(self.players[name.side as usize].start)
        } else {
            !self.is_in_start(name.side, ship)
        };
        off_board || outside || self.is_at_open_end(name.side, ship)
    }

    /// Whether the ship lies in a row or column of its starting area that a misreading excludes.
    fn is_at_open_end(&self, side: Side, ship: &Ship) -> bool {
        let [.., bottom, right] = self.players[side as usize].start;
        let both = self.misreads(Misreading::PlaceOpenEnd);
        let has_open_row = both || self.misreads(Misreading::PlaceOpenRow);
        let has_open_column = both || self.misreads(Misreading::PlaceOpenColumn);
        ship.fields().any(|field| {
            has_open_row && field.y == bottom.into() || has_open_column && field.x == right.into()
        })
    }

    /// Carries out `MOVE i C F|L|R`.
    pub(super) fn move_ship(&mut self, name: Name, way: Manoeuvre) -> Step {
        let Some(old) = self.ships.get(&name).cloned() else {
            return self.refuse(Rule::MoveNoShip);
        };
        let mut new = old.after(way, self);
        let mut checked = new.clone();
        if self.misreads(Misreading::MoveChecksOld) {
            checked.heading = old.heading;
        }
        let checks = self.move_checks(name, &old, &checked);
        if decides(&checks, Rule::MoveTooClose) {
            self.reach_touches(name.side, &checked, Some(name));
        }
        self.judge(&checks, Some(Rule::MoveOrder))?;
        let is_damaged = old.healthy.contains(&false);
        let was_inside = self.is_in_start(name.side, &old);
        let rule = if way == Manoeuvre::Forward { Rule::MoveForward } else { Rule::MoveTurn };
        self.reach(rule);
        self.reach_if(is_damaged, Rule::MoveDamage);
        self.reach_if(old.healthy.last() == Some(&false), Rule::MoveEngineBasic);
        self.reach_if(was_inside && !self.is_in_start(name.side, &new), Rule::MoveAnywhere);
        let moved = old.now.moves + old.earlier.moves;
        self.reach_if(moved >= self.most_moves(name.class), Rule::TurnMovesAfresh);
        if self.leaves_out(rule) {
            new = old;
        }
        new.now.moves += 1;
        new.aims_from.push(new.field(super::sea::CANNON));
        self.remove(name);
        self.launch(name, new);
        Ok(())
    }

    /// Returns the checks of a move. The fields that the ship only passes do not count.
    fn move_checks(&self, name: Name, old: &Ship, new: &Ship) -> [Check; 7] {
        let all_moved = old.now.moves >= self.most_moves(name.class);
        let too_close = self.is_too_close(name.side, new, Some(name));
        let left = self.is_in_start(name.side, old) && !self.is_in_start(name.side, new);
        let too_early = self.misreads(Misreading::MoveNeedAll) && self.lacks_ships(name.side);
        self.in_order([
            (Rule::ShootNotAllPlaced, too_early),
            (Rule::MoveCannot, self.is_engine_dead(old)),
            (Rule::MoveMovedAlready, all_moved && !self.misreads(Misreading::MovesNone)),
            (Rule::MoveOnReef, self.is_on_reef(new) && !self.misreads(Misreading::MoveNoreef)),
            (Rule::MoveOffBoard, new.fields().any(|field| !self.is_on_board(field))),
            (Rule::MoveTooClose, too_close && !self.misreads(Misreading::MoveNoclose)),
            (Rule::PlaceNotInStart, left && self.misreads(Misreading::MoveStart)),
        ])
    }

    /// Whether a dead engine stops the ship. By the rules, it does so only with `EXTENDED_SHIPS`.
    fn is_engine_dead(&self, ship: &Ship) -> bool {
        let mut dead = ship.healthy.last() == Some(&false);
        if self.misreads(Misreading::EngineAny) {
            dead = ship.healthy.contains(&false);
        }
        let counts = self.extended || self.misreads(Misreading::EngineAlways);
        dead && counts && !self.misreads(Misreading::EngineNever)
    }
}
