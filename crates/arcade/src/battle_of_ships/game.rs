//! Finds the class of a ship, counts sunk ships, and decides who has lost after a round.

use super::class::Class;
use crate::grids::Grids;
use broadside_core::board::{Coord, ShipId, Side};
use std::iter::repeat_n;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Wins(Side),
    Draw,
}

/// Returns the class of a ship. Fleets are placed class by class, so the number of a ship gives its
/// class.
fn class(ship: ShipId) -> Class {
    let mut fleet = Class::ALL.into_iter().flat_map(|class| repeat_n(class, class.count()));
    fleet.nth(ship.index()).expect("a ship of a fleet")
}

pub(super) fn class_at(game: &Grids, side: Side, at: Coord) -> Option<Class> {
    game.board(side).ship_at(at).map(class)
}

pub(super) fn sunk(game: &Grids, side: Side, of: Class) -> usize {
    game.board(side).ships().filter(|(id, ship)| class(*id) == of && ship.is_sunk()).count()
}

/// Returns the verdict after a round; `None` if both sides have ships left.
pub(super) fn verdict(game: &Grids) -> Option<Verdict> {
    match (game.has_lost(Side::First), game.has_lost(Side::Second)) {
        (false, false) => None,
        (true, true) => Some(Verdict::Draw),
        (false, true) => Some(Verdict::Wins(Side::First)),
        (true, false) => Some(Verdict::Wins(Side::Second)),
    }
}
