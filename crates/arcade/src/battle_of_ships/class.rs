//! The classes of ships in battle-of-ships, how many ships are sunk, and who has won.

use crate::grids::Grids;
use broadside_core::board::{Coord, ShipId, Side};
use std::iter::repeat_n;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Carrier,
    Battleship,
    Destroyer,
    Submarine,
    PatrolBoat,
}

impl Class {
    /// All classes, in the order in which the output lists them.
    pub(super) const ALL: [Self; 5] =
        [Self::Carrier, Self::Battleship, Self::Destroyer, Self::Submarine, Self::PatrolBoat];

    const fn row(self) -> (char, u32, usize, &'static str) {
        match self {
            Self::Carrier => ('C', 5, 1, "Carrier\t\t"),
            Self::Battleship => ('B', 4, 2, "Battleship\t"),
            Self::Destroyer => ('D', 3, 1, "Destroyer\t"),
            Self::Submarine => ('S', 3, 1, "Submarine\t"),
            Self::PatrolBoat => ('P', 2, 4, "Patrol Boat\t"),
        }
    }

    pub(super) const fn letter(self) -> char {
        self.row().0
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.letter() == letter)
    }

    pub(super) const fn length(self) -> u32 {
        self.row().1
    }

    pub(super) const fn count(self) -> usize {
        self.row().2
    }

    pub(super) const fn label(self) -> &'static str {
        self.row().3
    }
}

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

pub(super) fn verdict(game: &Grids) -> Option<Verdict> {
    match (game.has_lost(Side::First), game.has_lost(Side::Second)) {
        (false, false) => None,
        (true, true) => Some(Verdict::Draw),
        (false, true) => Some(Verdict::Wins(Side::First)),
        (true, false) => Some(Verdict::Wins(Side::Second)),
    }
}
